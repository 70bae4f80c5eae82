//! Global constraints as conditions in formulas: those that say of their arguments what can be
//! false, too. What says how many there are is taken apart into how many there are, which can always
//! be said, and a comparison: so it is filtered as well when it is false.

use super::super::attvar_link::store;
use super::super::domain_term;
use super::super::expression::Linear;
use super::super::post::{linear, named_relation};
use super::combinatorial as read_as;
use super::post;
use super::{PostError, PostResult, Vm, call, int, scheduling, var, vars};
use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constraint, Relation};
use crate::fd::constraints::global::among::Among;
use crate::fd::constraints::global::count::Occurrences;
use crate::fd::constraints::global::distinct::{Distinct, Strength};
use crate::fd::constraints::global::element::Form;
use crate::fd::constraints::global::except_set::ExceptSet;
use crate::fd::constraints::global::nvalue::Nvalue;
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;
use crate::system::Res;

/// Reads the constraint of a goal from its arguments, dereferenced.
type Read = fn(&mut Vm, &[Cell]) -> PostResult<Constraint>;

/// A constraint that a goal of this name and arity states.
#[derive(Clone, Copy)]
struct Reader {
    name: &'static str,
    arity: usize,
    read: Read,
}

const fn reader(name: &'static str, arity: usize, read: Read) -> Reader {
    Reader { name, arity, read }
}

/// The constraints that may occur in formulas; `'$fd_post'/1` posts each of them.
const READERS: &[Reader] = &[
    reader("all_different", 1, |vm, a| distinct(vm, a[0])),
    reader("all_different_except", 2, |vm, a| {
        let (xs, set) = (vars(vm, a[0])?, domain_term::read(vm, a[1])?);
        Ok(Constraint::other(ExceptSet { xs, set }))
    }),
    reader("all_distinct", 1, |vm, a| distinct(vm, a[0])),
    reader("among", 3, |vm, a| {
        let (n, xs) = (var(vm, a[0])?, vars(vm, a[1])?);
        let set = domain_term::read(vm, a[2])?;
        Ok(Constraint::other(Among { n, xs, set }))
    }),
    reader("automaton", 3, |vm, a| {
        scheduling::automaton(vm, a[0], a[1], a[2])
    }),
    reader("circuit", 1, |vm, a| read_as::circuit(vm, a[0], false)),
    reader("count", 4, |vm, a| {
        let op = named_relation(vm, a[2], "relational_symbol")?;
        let limit = var(vm, a[3])?;
        let value = int(vm, a[0])?;
        let xs = vars(vm, a[1])?;
        let n = occurrences(vm, value, &xs)?;
        Ok(compared(n, op, limit))
    }),
    reader("element", 3, |vm, a| {
        read_as::element(vm, Form::Element, a[0], a[1], a[2])
    }),
    reader("global_cardinality", 2, |vm, a| {
        read_as::cardinality(vm, a[0], a[1], true)
    }),
    reader("lex_chain", 1, |vm, a| read_as::lex_chain(vm, a[0], false)),
    reader("nvalue", 2, |vm, a| {
        let n = var(vm, a[0])?;
        let xs = vars(vm, a[1])?;
        let number = store(vm).new_integer();
        store(vm).post(&Constraint::other(Nvalue::new(number, &xs)))?;
        Ok(compared(number, Relation::Eq, n))
    }),
    reader("serialized", 2, |vm, a| {
        scheduling::serialized(vm, a[0], a[1])
    }),
    reader("table", 2, |vm, a| one_tuple(vm, a, true)),
    reader("tuples_in", 2, |vm, a| one_tuple(vm, a, false)),
];

fn distinct(vm: &mut Vm, xs: Cell) -> PostResult<Constraint> {
    let xs = vars(vm, xs)?;
    Ok(Constraint::other(Distinct::new(&xs, Strength::Domain)))
}

/// The constraint of a table over one tuple.
fn one_tuple(vm: &mut Vm, a: &[Cell], ranges: bool) -> PostResult<Constraint> {
    let all = read_as::tables(vm, a[0], a[1], ranges)?;
    match <[Constraint; 1]>::try_from(all) {
        Ok([c]) => Ok(c),
        Err(_) => Err(PostError::Ball(vm.domain_error("one_tuple", a[0]))),
    }
}

fn find(vm: &Vm, t: Cell) -> Option<(Reader, Vec<Cell>)> {
    let (name, args) = call(vm, t)?;
    let name = vm.atoms.text(name);
    let mut readers = READERS.iter();
    let found = readers.find(|r| r.name == &*name && r.arity == args.len());
    found.map(|r| (*r, args))
}

/// Returns true if a dereferenced term is a constraint of the table.
pub(crate) fn is_one(vm: &Vm, t: Cell) -> bool {
    find(vm, t).is_some()
}

/// Reads it.
pub(crate) fn read(vm: &mut Vm, t: Cell) -> PostResult<Constraint> {
    match find(vm, t) {
        Some((reader, args)) => (reader.read)(vm, &args),
        None => Err(PostError::Fail),
    }
}

/// Posts the constraint that a goal of the table states. The library passes no other goal.
pub(super) fn post_goal(vm: &mut Vm, t: Cell) -> Res {
    let t = vm.heap.deref(t);
    let name = match find(vm, t) {
        Some((reader, _)) => (reader.name, reader.arity as u32),
        None => ("$fd_post", 1),
    };
    post(vm, name, |vm| read(vm, t))
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
