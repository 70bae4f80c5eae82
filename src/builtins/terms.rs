//! Term creation and decomposition (ISO 13211-1, 8.5), assignment to arguments, lists as spines.

use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::base::number::Number;
use crate::clpz;
use crate::machine::{Attributes, Ball, Cell, Tag};
use crate::system::flags::MAX_ARITY;
use crate::system::solver::{ConstraintSolver, Solver};
use crate::system::terms::name_arity;
use crate::system::text::{Elements, chars_text, check_partial_list, list_of, skip_list};
use crate::system::threads::run::run_next;
use crate::system::{BuiltinRow, Res, Vm, det, repeatable};

pub(crate) const ROWS: &[BuiltinRow] = &[
    repeatable(
        "functor",
        "?term, ?term, ?term",
        "8.5.1",
        "True if a term has a name and a number of arguments; makes a term with new variables from them.",
        functor,
    ),
    repeatable(
        "arg",
        "?term, ?term, ?term",
        "8.5.2",
        "Unifies the third argument with an argument of a compound term; fails if there is no argument of this number. A variable as the number is an error with the flag `iso`, and otherwise enumerates the arguments.",
        arg,
    ),
    repeatable(
        "=..",
        "?term, ?term",
        "8.5.3",
        "True if the second argument is the list of the name and the arguments of a term.",
        univ,
    ),
    repeatable(
        "copy_term",
        "?term, ?term",
        "8.5.4",
        "Unifies the second argument with a copy of a term with new variables, attributes and constraints included.",
        copy_term,
    ),
    repeatable(
        "copy_term_nat",
        "?term, ?term",
        "-",
        "Unifies the second argument with a copy of a term with new variables that have no attributes.",
        copy_term_nat,
    ),
    repeatable(
        "duplicate_term",
        "?term, ?term",
        "-",
        "Unifies the second argument with a copy that shares nothing with the term.",
        duplicate_term,
    ),
    repeatable(
        "term_variables",
        "@term, ?term",
        "8.5.5",
        "Unifies the second argument with the list of the variables of a term, in depth-first order from left to right.",
        term_variables,
    ),
    repeatable(
        "term_variables",
        "@term, ?term, ?term",
        "-",
        "Unifies the second argument with the variables of a term as a list that ends in the third one.",
        term_variables_tail,
    ),
    det(
        "setarg",
        "+integer, +compound, ?term",
        "-",
        "Replaces an argument of a compound term until backtracking.",
        setarg,
    ),
    det(
        "nb_setarg",
        "+integer, +compound, ?term",
        "-",
        "Replaces an argument of a compound term by a copy of a term; backtracking does not undo it. The copy has no constraints, so that variables with constraints are refused.",
        nb_setarg,
    ),
    repeatable(
        "term_hash",
        "@term, -integer",
        "-",
        "Unifies the second argument with a hash of a ground term; succeeds without binding if the term is not ground.",
        term_hash,
    ),
    repeatable(
        "$skip_list",
        "@term, -integer, -term",
        "-",
        "Unifies the last two arguments with the number of list cells of a list and the term after them.",
        skip,
    ),
    repeatable(
        "$list_before",
        "+list, ?term, -term",
        "-",
        "Unifies the last argument with the elements of a list, followed by a term: append/3 without its other answers.",
        list_before,
    ),
    repeatable(
        "$skip_cells",
        "+integer, ?term, -integer, -term",
        "-",
        "Passes over elements of a list, at most so many; unifies the last arguments with the count of those left and the rest.",
        skip_cells,
    ),
    repeatable(
        "$fresh_list",
        "+integer, -list",
        "-",
        "Unifies the second argument with a list of new variables of a length.",
        fresh_list,
    ),
];

/// The value of an integer that is a number of arguments.
///
/// # Errors
/// `domain_error(not_less_than_zero, N)`, `representation_error(max_arity)`.
fn arity_of(vm: &mut Vm, n: Cell) -> Result<u32, Ball> {
    if vm.to_int(n).is_some_and(|i| i.is_negative()) {
        return Err(vm.domain_error("not_less_than_zero", n));
    }
    if n.is_int() && n.as_int() <= MAX_ARITY {
        return Ok(n.as_int() as u32);
    }
    Err(vm.representation_error("max_arity"))
}

fn functor(vm: &mut Vm) -> Res {
    let (t, name, arity) = (vm.x(0), vm.x(1), vm.x(2));
    if !t.is_ref() {
        let (n, a) = if t.is_compound() {
            let (n, a) = name_arity(vm, t);
            (Cell::atom(n), a)
        } else {
            (t, 0)
        };
        return Ok(vm.unify(name, n) && vm.unify(arity, Cell::int(i64::from(a))));
    }
    if name.is_ref() || arity.is_ref() {
        return Err(vm.instantiation_error());
    }
    if name.is_compound() {
        return Err(vm.type_error(atoms::ATOMIC, name));
    }
    if !vm.is_integer(arity) {
        return Err(vm.type_error(atoms::INTEGER, arity));
    }
    let n = arity_of(vm, arity)?;
    if n == 0 {
        return Ok(vm.unify(t, name));
    }
    let Some(a) = name.to_atom() else {
        return Err(vm.type_error(atoms::ATOM, name));
    };
    let c = match n as usize {
        n if n <= FEW => vm.compound(a, &[Cell::NIL; FEW][..n]),
        n => vm.compound(a, &vec![Cell::NIL; n]),
    };
    let first = vm.heap.args_at(c);
    for i in 0..u64::from(n) {
        let at = first + 8 * i;
        vm.heap.set(at, Cell::reference(at));
    }
    Ok(vm.unify(t, c))
}

/// The number, from 0, of argument `n` of a compound, if it has one.
///
/// # Errors
/// `domain_error(not_less_than_zero, N)`.
fn place(vm: &mut Vm, n: Cell, t: Cell) -> Result<Option<u64>, Ball> {
    if n.is_int() && n.as_int() > 0 {
        let i = n.as_int();
        let inside = i <= i64::from(vm.heap.arity_of(t));
        return Ok(inside.then_some(i as u64 - 1));
    }
    if vm.to_int(n).is_some_and(|i| i.is_negative()) {
        return Err(vm.domain_error("not_less_than_zero", n));
    }
    Ok(None)
}

fn arg(vm: &mut Vm) -> Res {
    let (n, t, a) = (vm.x(0), vm.x(1), vm.x(2));
    if n.is_int() && t.is_compound() {
        return match place(vm, n, t)? {
            Some(i) => Ok(vm.unify(a, vm.heap.argument(t, i))),
            None => Ok(false),
        };
    }
    if t.is_ref() {
        return Err(vm.instantiation_error());
    }
    if !n.is_ref() && !vm.is_integer(n) {
        return Err(vm.type_error(atoms::INTEGER, n));
    }
    if !t.is_compound() {
        return Err(vm.type_error(atoms::COMPOUND, t));
    }
    if n.is_ref() {
        if vm.ext.flags.iso {
            return Err(vm.instantiation_error());
        }
        return enumerate_args(vm, n, t, a);
    }
    place(vm, n, t)?;
    Ok(false)
}

/// `arg/3` with an unknown number: a single argument is handled here, several are left to the library.
fn enumerate_args(vm: &mut Vm, n: Cell, t: Cell, a: Cell) -> Res {
    let arity = vm.heap.arity_of(t);
    if arity == 1 {
        let only = vm.heap.get(vm.heap.args_at(t));
        return Ok(vm.unify(a, only) && vm.unify(n, Cell::int(1)));
    }
    let goal = vm.compound("$arg", &[n, t, a, Cell::int(i64::from(arity))]);
    let system = Cell::atom(atoms::SYSTEM);
    let goal = vm.compound(atoms::COLON, &[system, goal]);
    run_next(vm, goal);
    Ok(true)
}

/// Arguments of small terms, which are gathered on the stack.
const FEW: usize = 12;

/// The list of the name and the arguments of a compound.
fn parts_of(vm: &mut Vm, compound: Cell) -> Cell {
    let (name, n) = name_arity(vm, compound);
    let arguments = (0..u64::from(n)).map(|i| vm.heap.argument(compound, i));
    let mut few = [Cell::NIL; FEW];
    if n as usize >= FEW {
        let items: Vec<Cell> = std::iter::once(Cell::atom(name)).chain(arguments).collect();
        return vm.heap.list(&items, Cell::NIL);
    }
    few[0] = Cell::atom(name);
    few[1..]
        .iter_mut()
        .zip(arguments)
        .for_each(|(place, c)| *place = c);
    vm.heap.list(&few[..=n as usize], Cell::NIL)
}

fn univ(vm: &mut Vm) -> Res {
    let (t, list) = (vm.x(0), vm.x(1));
    if !t.is_ref() {
        check_partial_list(vm, list)?;
        let parts = if t.is_compound() {
            parts_of(vm, t)
        } else {
            vm.heap.cons(t, Cell::NIL)
        };
        return Ok(vm.unify(list, parts));
    }
    // Without an allocation for a short list.
    let mut few = [Cell::NIL; FEW];
    let mut elements = vm.heap.elements(list);
    let found = few.iter_mut().zip(&mut elements);
    let count = found.map(|(place, c)| *place = c).count();
    let many;
    let items = if elements.rest() == Cell::NIL {
        &few[..count]
    } else {
        many = list_of(vm, list)?;
        &many[..]
    };
    let Some((&name, args)) = items.split_first() else {
        return Err(vm.domain_error("non_empty_list", list));
    };
    if name.is_ref() {
        return Err(vm.instantiation_error());
    }
    if args.is_empty() {
        if name.is_compound() {
            return Err(vm.type_error(atoms::ATOMIC, name));
        }
        return Ok(vm.unify(t, name));
    }
    let Some(a) = name.to_atom() else {
        return Err(vm.type_error(atoms::ATOM, name));
    };
    if args.len() as i64 > MAX_ARITY {
        return Err(vm.representation_error("max_arity"));
    }
    let c = vm.compound(a, args);
    Ok(vm.unify(t, c))
}

fn copy_term(vm: &mut Vm) -> Res {
    let t = vm.x(0);
    let copy = if vm.is_ground(t) {
        t
    } else {
        copy_with_constraints(vm, t)?
    };
    Ok(vm.unify(vm.x(1), copy))
}

fn copy_with_constraints(vm: &mut Vm, t: Cell) -> Result<Cell, Ball> {
    match clpz::copy(vm, t)? {
        Some(copy) => Ok(copy),
        None => Ok(vm.heap.copy(t, Attributes::Copy)),
    }
}

fn copy_term_nat(vm: &mut Vm) -> Res {
    let t = vm.x(0);
    let copy = if vm.is_ground(t) {
        t
    } else {
        vm.heap.copy(t, Attributes::Drop)
    };
    Ok(vm.unify(vm.x(1), copy))
}

fn duplicate_term(vm: &mut Vm) -> Res {
    let copy = copy_with_constraints(vm, vm.x(0))?;
    Ok(vm.unify(vm.x(1), copy))
}

fn term_variables(vm: &mut Vm) -> Res {
    check_partial_list(vm, vm.x(1))?;
    let vars = vm.term_variables(vm.x(0));
    let list = vm.heap.list(&vars, Cell::NIL);
    Ok(vm.unify(vm.x(1), list))
}

fn term_variables_tail(vm: &mut Vm) -> Res {
    let vars = vm.term_variables(vm.x(0));
    let tail = vm.x(2);
    let list = vm.heap.list(&vars, tail);
    Ok(vm.unify(vm.x(1), list))
}

/// The address of an argument that is to be written.
fn written_at(vm: &mut Vm, compound: Cell, i: u64) -> u64 {
    let compound = vm.writable(compound);
    vm.heap.args_at(compound) + 8 * i
}

fn setarg(vm: &mut Vm) -> Res {
    let (n, t, value) = (vm.x(0), vm.x(1), vm.x(2));
    let Some(i) = place(vm, n, t)? else {
        return Ok(false);
    };
    let at = written_at(vm, t, i);
    vm.assign(at, value);
    Ok(true)
}

fn nb_setarg(vm: &mut Vm) -> Res {
    let (n, t, value) = (vm.x(0), vm.x(1), vm.x(2));
    let Some(i) = place(vm, n, t)? else {
        return Ok(false);
    };
    Solver::check_copied(vm, value)?;
    let at = written_at(vm, t, i);
    vm.assign_permanently(at, value);
    vm.ext.tables.effects += 1;
    Ok(true)
}

fn term_hash(vm: &mut Vm) -> Res {
    let t = vm.x(0);
    if !vm.is_ground(t) {
        return Ok(true);
    }
    let hash = if vm.is_acyclic(t) {
        hash_finite(vm, t)?
    } else {
        hash_infinite(vm, t)
    };
    Ok(vm.unify(vm.x(1), Cell::int((hash >> 36) as i64)))
}

/// Adds a part of a text to a hash (FNV, with a finaliser).
fn mix(mut h: u64, bytes: &[u8]) -> u64 {
    for &b in bytes {
        h = (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
    }
    (h ^ h >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The hash of no text.
const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// Adds an atomic term to a hash.
fn mix_atomic(vm: &Vm, h: u64, c: Cell) -> u64 {
    match c.tag() {
        Tag::Atom => mix(h, vm.atoms.text(c.as_atom()).as_bytes()),
        Tag::Int => mix(h, &c.as_int().to_le_bytes()),
        // A string differs from the atom of its text.
        Tag::String => mix(mix(h, b"\""), vm.heap.text(c).as_bytes()),
        _ => match vm.number(c) {
            // Without its digits, whose computation would take long for a large number.
            Number::Int(i) => mix(
                mix(h, &[i.is_negative().into()]),
                &i.magnitude().to_le_bytes(),
            ),
            n => mix(h, n.to_string().as_bytes()),
        },
    }
}

/// Adds the name and the number of arguments of a compound term to a hash.
fn mix_functor(vm: &Vm, h: u64, c: Cell) -> u64 {
    let (name, n) = name_arity(vm, c);
    let h = mix(h, vm.atoms.text(name).as_bytes());
    mix(h, &n.to_le_bytes())
}

/// A hash of a ground finite term that depends on its text alone, and so is the same in every machine. A part
/// that is shared is hashed once.
///
/// # Errors
/// The ball of an interrupt or of a limit.
fn hash_finite(vm: &mut Vm, t: Cell) -> Result<u64, Ball> {
    let leaf = |vm: &Vm, c: Cell| mix_atomic(vm, SEED, c);
    let node = |vm: &Vm, c: Cell, args: &[u64]| {
        let h = mix_functor(vm, SEED, c);
        args.iter().fold(h, |h, a| mix(h, &a.to_le_bytes()))
    };
    vm.fold(t, leaf, node)
}

/// The number of subterms of an infinite term that count for its hash: those that are reached first.
const CYCLIC: usize = 1 << 10;

/// A hash of a ground infinite term, of the subterms that are written first: equal terms have the same ones,
/// whatever cycles represent them.
fn hash_infinite(vm: &Vm, t: Cell) -> u64 {
    let mut stack = vec![t];
    let mut h = SEED;
    for _ in 0..CYCLIC {
        let Some(c) = stack.pop() else { break };
        let c = vm.heap.deref(c);
        if c.is_compound() {
            h = mix_functor(vm, h, c);
            let (_, n) = name_arity(vm, c);
            stack.extend((0..u64::from(n)).rev().map(|i| vm.heap.argument(c, i)));
        } else {
            h = mix_atomic(vm, h, c);
        }
    }
    h
}

fn skip(vm: &mut Vm) -> Res {
    let (n, end) = skip_list(vm, vm.x(0));
    Ok(vm.unify(vm.x(1), Cell::int(n as i64)) && vm.unify(vm.x(2), end))
}

/// Cells of a list that are made or passed over between two checks for interrupts and limits.
const BETWEEN_CHECKS: i64 = 1 << 16;

fn list_before(vm: &mut Vm) -> Res {
    if let Some(text) = chars_text(vm, vm.x(0)) {
        let list = Elements::Chars.list(vm, &text, vm.x(1))?;
        return Ok(vm.unify(vm.x(2), list));
    }
    let items = list_of(vm, vm.x(0))?;
    vm.check_heap(16 * items.len() as u64)?;
    let list = vm.heap.list(&items, vm.x(1));
    Ok(vm.unify(vm.x(2), list))
}

fn skip_cells(vm: &mut Vm) -> Res {
    let Some(n) = vm.to_int(vm.x(0)) else {
        return Ok(false);
    };
    let most = n.to_i64().unwrap_or(BETWEEN_CHECKS).min(BETWEEN_CHECKS);
    let mut rest = vm.x(1);
    let mut skipped = 0;
    while skipped < most
        && let Some(next) = vm.heap.rest(rest)
    {
        rest = next;
        skipped += 1;
    }
    let left = vm.int_cell(&(n - Int::Small(skipped)));
    Ok(vm.unify(vm.x(2), left) && vm.unify(vm.x(3), rest))
}

fn fresh_list(vm: &mut Vm) -> Res {
    let n = vm.x(0);
    let room = vm.limits().heap_bytes.saturating_sub(vm.heap.top()) / 16;
    let count = match n.is_int() {
        true => n.as_int().max(0) as u64,
        false => u64::MAX,
    };
    if count > 0 && (count >= room || !vm.reserve(16 * count)) {
        return Err(vm.out_of_memory());
    }
    let interrupt = vm.interrupt_handle();
    // From the first to the last, so that the first variable is the oldest.
    let mut first = Cell::NIL;
    let mut last = None;
    for i in 0..n.as_int() {
        if i % BETWEEN_CHECKS == 0
            && interrupt.is_due()
            && let Some(ball) = vm.take_stop()
        {
            return Err(ball);
        }
        let list = vm.heap.cons(Cell::NIL, Cell::NIL);
        let at = list.addr();
        vm.heap.set(at, Cell::reference(at));
        match last.replace(at) {
            None => first = list,
            Some(before) => vm.heap.set(before + 8, list),
        }
    }
    Ok(vm.unify(vm.x(1), first))
}
