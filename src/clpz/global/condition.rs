//! Global constraints as conditions in formulas: those that say of their arguments what can be
//! false, too. What says how many there are is taken apart into how many there are, which can always
//! be said, and a comparison: so it is filtered as well when it is false.

use super::super::attvar_link::store;
use super::super::expression::Linear;
use super::super::post::{linear, named_relation};
use super::combinatorial as read_as;
use super::{PostError, PostResult, Vm, call, int, scheduling, var, vars};
use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constraint, Relation};
use crate::fd::constraints::global::count::Occurrences;
use crate::fd::constraints::global::distinct::{Distinct, Strength};
use crate::fd::constraints::global::element::Form;
use crate::fd::constraints::global::nvalue::Nvalue;
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;

/// The constraints by name and arity.
const NAMES: [(&str, usize); 12] = [
    ("all_different", 1),
    ("all_distinct", 1),
    ("automaton", 3),
    ("circuit", 1),
    ("count", 4),
    ("element", 3),
    ("global_cardinality", 2),
    ("lex_chain", 1),
    ("nvalue", 2),
    ("serialized", 2),
    ("table", 2),
    ("tuples_in", 2),
];

fn name(vm: &Vm, t: Cell) -> Option<(&'static str, Vec<Cell>)> {
    let (name, args) = call(vm, t)?;
    let name = vm.atoms.text(name);
    let found = NAMES.iter().find(|(n, m)| **n == *name && *m == args.len());
    found.map(|(n, _)| (*n, args))
}

/// Whether a dereferenced term is a constraint of the list.
pub(crate) fn is_one(vm: &Vm, t: Cell) -> bool {
    name(vm, t).is_some()
}

/// Reads it.
pub(crate) fn read(vm: &mut Vm, t: Cell) -> PostResult<Constraint> {
    let Some((name, a)) = name(vm, t) else {
        return Err(PostError::Fail);
    };
    match name {
        "all_different" | "all_distinct" => {
            let xs = vars(vm, a[0])?;
            Ok(Constraint::other(Distinct::new(&xs, Strength::Domain)))
        }
        "automaton" => scheduling::automaton(vm, a[0], a[1], a[2]),
        "circuit" => read_as::circuit(vm, a[0], false),
        "count" => {
            let op = named_relation(vm, a[2], "relational_symbol")?;
            let limit = var(vm, a[3])?;
            let value = int(vm, a[0])?;
            let xs = vars(vm, a[1])?;
            let n = occurrences(vm, value, &xs)?;
            Ok(compared(n, op, limit))
        }
        "element" => read_as::element(vm, Form::Element, a[0], a[1], a[2]),
        "global_cardinality" => read_as::cardinality(vm, a[0], a[1], true),
        "lex_chain" => read_as::lex_chain(vm, a[0], false),
        "nvalue" => {
            let n = var(vm, a[0])?;
            let xs = vars(vm, a[1])?;
            let number = store(vm).new_integer();
            store(vm).post(&Constraint::other(Nvalue::new(number, &xs)))?;
            Ok(compared(number, Relation::Eq, n))
        }
        "serialized" => scheduling::serialized(vm, a[0], a[1]),
        _ => {
            let all = read_as::tables(vm, a[0], a[1], name == "table")?;
            match <[Constraint; 1]>::try_from(all) {
                Ok([c]) => Ok(c),
                Err(_) => Err(PostError::Ball(vm.domain_error("one_tuple", a[0]))),
            }
        }
    }
}

fn compared(x: VarId, rel: Relation, y: VarId) -> Constraint {
    let sum = Linear {
        terms: vec![(Int::ONE, x), (Int::Small(-1), y)],
        constant: Int::ZERO,
    };
    linear(sum, rel)
}

/// How often a value occurs.
fn occurrences(vm: &mut Vm, value: Int, xs: &[VarId]) -> PostResult<VarId> {
    let limit = store(vm).new_integer();
    let (xs, op) = (xs.into(), Relation::Eq);
    let of = Occurrences {
        value,
        xs,
        op,
        limit,
    };
    store(vm).post(&Constraint::other(of))?;
    Ok(limit)
}
