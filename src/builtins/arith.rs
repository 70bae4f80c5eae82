//! Arithmetic evaluation (ISO 13211-1, 8.6) and comparison (8.7), `succ/2` and `plus/3`.
//!
//! Compiled clauses evaluate in line; these rows serve `call/N` and goals made at run time.

use crate::base::arith::{add, sub};
use crate::base::evaluable::{self, NumberType};
use crate::base::int::Int;
use crate::base::number::{EvalError, Number};
use crate::code::instr::CompareOp;
use crate::machine::{Ball, Cell};
use crate::system::{BuiltinRow, Res, Vm, repeatable};

macro_rules! comparisons {
    ($($f:ident $op:ident;)*) => { $(
        fn $f(vm: &mut Vm) -> Res {
            let (a, b) = (vm.x(0), vm.x(1));
            vm.compare_arithmetic(CompareOp::$op, a, b)
        }
    )* };
}

comparisons! {
    equal Eq;
    not_equal Ne;
    less Lt;
    less_or_equal Le;
    greater Gt;
    greater_or_equal Ge;
}

pub(crate) const ROWS: &[BuiltinRow] = &[
    repeatable(
        "is",
        "?term, @evaluable",
        "8.6.1",
        "Unifies the first argument with the value of an arithmetic expression.",
        is,
    ),
    repeatable(
        "=:=",
        "@evaluable, @evaluable",
        "8.7.1",
        "True if two arithmetic expressions have equal values.",
        equal,
    ),
    repeatable(
        "=\\=",
        "@evaluable, @evaluable",
        "8.7.1",
        "True if two arithmetic expressions have different values.",
        not_equal,
    ),
    repeatable(
        "<",
        "@evaluable, @evaluable",
        "8.7.1",
        "True if the value of the first expression is less than that of the second.",
        less,
    ),
    repeatable(
        "=<",
        "@evaluable, @evaluable",
        "8.7.1",
        "True if the value of the first expression is less than or equal to that of the second.",
        less_or_equal,
    ),
    repeatable(
        ">",
        "@evaluable, @evaluable",
        "8.7.1",
        "True if the value of the first expression is greater than that of the second.",
        greater,
    ),
    repeatable(
        ">=",
        "@evaluable, @evaluable",
        "8.7.1",
        "True if the value of the first expression is greater than or equal to that of the second.",
        greater_or_equal,
    ),
    repeatable(
        "succ",
        "?integer, ?integer",
        "-",
        "True if the second natural number is the successor of the first; one of them must be known.",
        succ,
    ),
    repeatable(
        "plus",
        "?integer, ?integer, ?integer",
        "-",
        "True if the third integer is the sum of the first two; two of them must be known.",
        plus,
    ),
    repeatable(
        "$evaluable",
        "+atom, +integer, -list, -atom",
        "-",
        "The types of the operands and of the value of an evaluable.",
        evaluable_types,
    ),
    repeatable(
        "$evaluables",
        "-list",
        "-",
        "The evaluables, as `Name/Arity`.",
        evaluables,
    ),
];

fn evaluables(vm: &mut Vm) -> Res {
    let mut all = Vec::new();
    for row in evaluable::rows() {
        let name = vm.atoms.intern(row.name);
        all.push(vm.indicator(name, row.operands.len() as u32));
    }
    let list = vm.heap.list(&all, Cell::NIL);
    Ok(vm.unify(vm.x(0), list))
}

fn evaluable_types(vm: &mut Vm) -> Res {
    let (name, arity) = (vm.x(0), vm.x(1));
    let (Some(name), true) = (name.to_atom(), arity.is_int()) else {
        return Ok(false);
    };
    let found = evaluable::row(&vm.atoms.text(name), arity.as_int() as usize);
    let Some(row) = found else {
        return Ok(false);
    };
    let mut atom = |t: NumberType| Cell::atom(vm.atoms.intern(t.name()));
    let result = atom(row.result);
    let operands: Vec<Cell> = row.operands.iter().map(|&t| atom(t)).collect();
    let operands = vm.heap.list(&operands, Cell::NIL);
    Ok(vm.unify(vm.x(2), operands) && vm.unify(vm.x(3), result))
}

fn is(vm: &mut Vm) -> Res {
    let value = vm.evaluate(vm.x(1))?;
    Ok(vm.unify(vm.x(0), value))
}

/// A natural number's value.
fn natural(vm: &mut Vm, c: Cell) -> Result<Int, Ball> {
    match vm.to_int(c) {
        Some(i) if !i.is_negative() => Ok(i),
        _ => Err(vm.domain_error("not_less_than_zero", c)),
    }
}

/// Unifies a register with the result of a function of numbers.
fn unify_result(vm: &mut Vm, to: usize, value: Result<Number, EvalError>) -> Res {
    match value {
        Ok(n) => {
            let c = vm.number_cell(&n);
            Ok(vm.unify(vm.x(to), c))
        }
        Err(e) => Err(vm.eval_ball(&e)),
    }
}

fn succ(vm: &mut Vm) -> Res {
    let (i, j) = (vm.x(0), vm.x(1));
    let one = Number::Int(Int::Small(1));
    if !i.is_ref() {
        let n = natural(vm, i)?;
        if !j.is_ref() {
            natural(vm, j)?;
        }
        return unify_result(vm, 1, add(&Number::Int(n), &one));
    }
    if j.is_ref() {
        return Err(vm.instantiation_error());
    }
    let n = natural(vm, j)?;
    if n.is_zero() {
        return Ok(false);
    }
    unify_result(vm, 0, sub(&Number::Int(n), &one))
}

fn plus(vm: &mut Vm) -> Res {
    let n = [0, 1, 2].map(|i| vm.to_number(vm.x(i)));
    match n {
        [Some(a), Some(b), _] => unify_result(vm, 2, add(&a, &b)),
        [Some(a), None, Some(c)] => unify_result(vm, 1, sub(&c, &a)),
        [None, Some(b), Some(c)] => unify_result(vm, 0, sub(&c, &b)),
        _ => Err(vm.instantiation_error()),
    }
}
