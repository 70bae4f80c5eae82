//! Global constraints as conditions in formulas.
//!
//! A constraint that counts is split into the number, which always has a value, and a comparison with it, so that it
//! is filtered also when it is false.

use super::super::attvar_link::store;
use super::super::domain_term;
use super::super::post::named_relation;
use super::combinatorial as read_as;
use super::post;
use super::{PostError, PostResult, Vm, call, int, scheduling, var, vars};
use crate::fd::constraints::constraint::Constraint;
use crate::fd::constraints::global::SIGNATURES;
use crate::fd::constraints::global::element;
use crate::fd::constraints::global::signature::{Argument, ArgumentKind, Signature};
use crate::machine::Cell;
use crate::system::Res;

/// Reads the constraint of a goal from its arguments, dereferenced.
type ReadArguments = fn(&mut Vm, &[Cell]) -> PostResult<Constraint>;

/// A constraint with arguments of kinds of its own.
struct Reader {
    name: &'static str,
    arity: usize,
    read: ReadArguments,
}

const fn reader(name: &'static str, arity: usize, read: ReadArguments) -> Reader {
    Reader { name, arity, read }
}

/// The constraints that may occur in formulas besides those with a [`Signature`].
const READERS: &[Reader] = &[
    reader("automaton", 3, |vm, a| {
        scheduling::automaton(vm, a[0], a[1], a[2])
    }),
    reader("circuit", 1, |vm, a| read_as::circuit(vm, a[0], false)),
    reader("element", 3, |vm, a| {
        read_as::element(vm, element::ElementForm::Element, a[0], a[1], a[2])
    }),
    reader("global_cardinality", 2, |vm, a| {
        read_as::cardinality(vm, a[0], a[1], true)
    }),
    reader("lex_chain", 1, |vm, a| read_as::lex_chain(vm, a[0], false)),
    reader("serialized", 2, |vm, a| {
        scheduling::serialized(vm, a[0], a[1])
    }),
    reader("table", 2, |vm, a| one_tuple(vm, a, true)),
    reader("tuples_in", 2, |vm, a| one_tuple(vm, a, false)),
];

/// The constraint of a table over one tuple.
fn one_tuple(vm: &mut Vm, a: &[Cell], ranges: bool) -> PostResult<Constraint> {
    let all = read_as::tables(vm, a[0], a[1], ranges)?;
    match <[Constraint; 1]>::try_from(all) {
        Ok([c]) => Ok(c),
        Err(_) => Err(PostError::Ball(vm.domain_error("one_tuple", a[0]))),
    }
}

/// The reader of the constraint of a goal.
#[derive(Clone, Copy)]
enum ConditionForm {
    Signature(&'static Signature),
    Reader(&'static Reader),
}

impl ConditionForm {
    fn indicator(self) -> (&'static str, usize) {
        match self {
            ConditionForm::Signature(s) => (s.name, s.arguments.len()),
            ConditionForm::Reader(r) => (r.name, r.arity),
        }
    }
}

fn find(vm: &Vm, t: Cell) -> Option<(ConditionForm, Vec<Cell>)> {
    let (name, args) = call(vm, t)?;
    let name = vm.atoms.text(name);
    let signatures = SIGNATURES.iter().map(|s| ConditionForm::Signature(s));
    let mut forms = signatures.chain(READERS.iter().map(ConditionForm::Reader));
    let found = forms.find(|f| f.indicator() == (&*name, args.len()));
    found.map(|f| (f, args))
}

/// Returns true if a dereferenced term is a goal that states a constraint.
pub(crate) fn is_one(vm: &Vm, t: Cell) -> bool {
    find(vm, t).is_some()
}

/// Reads it.
pub(crate) fn read(vm: &mut Vm, t: Cell) -> PostResult<Constraint> {
    match find(vm, t) {
        Some((ConditionForm::Reader(reader), args)) => (reader.read)(vm, &args),
        Some((ConditionForm::Signature(s), args)) => {
            let values = s.arguments.iter().zip(args);
            let values = values.map(|(kind, c)| argument(vm, *kind, c));
            let values = values.collect::<PostResult<_>>()?;
            Ok((s.constraint)(store(vm), values)?)
        }
        None => Err(PostError::Fail),
    }
}

/// The value of an argument.
fn argument(vm: &mut Vm, kind: ArgumentKind, c: Cell) -> PostResult<Argument> {
    Ok(match kind {
        ArgumentKind::Integer => Argument::Integer(int(vm, c)?),
        ArgumentKind::Variable => Argument::Variable(var(vm, c)?),
        ArgumentKind::Variables => Argument::Variables(vars(vm, c)?),
        ArgumentKind::Domain => Argument::Domain(domain_term::read(vm, c)?),
        ArgumentKind::Relation => Argument::Relation(named_relation(vm, c, "relational_symbol")?),
    })
}

/// Posts the constraint that a goal states. The library passes no other goal.
pub(super) fn post_goal(vm: &mut Vm, t: Cell) -> Res {
    let t = vm.heap.deref(t);
    let name = match find(vm, t) {
        Some((form, _)) => (form.indicator().0, form.indicator().1 as u32),
        None => ("$fd_post", 1),
    };
    post(vm, name, |vm| read(vm, t))
}
