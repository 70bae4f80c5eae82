//! The builtins of the tracer: which calls it gets.

use crate::base::atom::{Atom, atoms};
use crate::machine::{Cell, CycleDetector, Diverted};
use crate::system::explain::scene::{TRACER, caller};
use crate::system::{BuiltinRow, Res, Vm, det, modules};

/// The names of the calls that can be diverted.
const DIVERTED: [(&str, Diverted); 3] = [
    ("none", Diverted::None),
    ("spied", Diverted::Spied),
    ("program", Diverted::Program),
];

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$divert_calls",
        "+atom, -atom",
        "-",
        "Makes `none`, `spied` or `program` the calls that the tracer gets, and unifies the second argument with those that it got until now.",
        divert_calls,
    ),
    det(
        "$exempt_next_call",
        "",
        "-",
        "Exempts the next call of a predicate from the tracer.",
        exempt_next_call,
    ),
    det(
        "$shield_tracer",
        "+atom",
        "-",
        "Makes interrupts wait while the tracer changes its state (`true`), or lets them through (`false`).",
        shield,
    ),
    det(
        "$tracer_resumes",
        "+atom",
        "-",
        "Sets whether the next query is traced from its start, although goals are skipped now.",
        set_resumes,
    ),
    det(
        "$trace_requested",
        "",
        "-",
        "Succeeds once after the host has turned the tracer on.",
        |vm| Ok(vm.take_tracing_request()),
    ),
    det(
        "$caller_position",
        "+atom, +callable, -atom, -integer",
        "-",
        "Unifies file and line of the goal that has called a goal of a module just now, as far as the stack tells; `box_model` is the caller of this predicate.",
        caller_position,
    ),
    det(
        "$set_spied",
        "+atom, +atom, +integer, +atom",
        "-",
        "Sets a spy point on the predicate that is visible in a module, or removes it; fails if there is no such predicate.",
        set_spied,
    ),
];

/// Returns true if the calls of the program, or of predicates with spy points, go to the tracer.
pub(crate) fn mode(vm: &Vm) -> (bool, bool) {
    let diverted = vm.diverted_calls();
    let all = diverted == Diverted::Program || vm.tracing_resumes();
    (all, diverted == Diverted::Spied)
}

/// Makes the tracer stop at every goal from the next call on.
pub(crate) fn enable(vm: &mut Vm) {
    let to = tracer(vm);
    vm.request_tracing(to);
}

/// Returns true if a query turns the tracer on for the goals after it: it is a conjunction with the goal `trace`.
pub(crate) fn is_turned_on_by(vm: &Vm, query: Cell) -> bool {
    let (_, mut goal) = modules::strip_module(vm, query, atoms::USER);
    let comma = vm.functors.find(atoms::COMMA, 2);
    let mut circle = CycleDetector::default();
    while goal.is_structure() && Some(vm.heap.functor_of(goal).0) == comma && !circle.closes(goal) {
        let first = vm.heap.deref(vm.heap.argument(goal, 0));
        if first == Cell::atom(atoms::TRACE) {
            return true;
        }
        goal = vm.heap.deref(vm.heap.argument(goal, 1));
    }
    false
}

/// The predicate of the library that gets calls.
fn tracer(vm: &mut Vm) -> crate::code::pred::PredId {
    let name = vm.atoms.intern("$traced");
    let f = vm.functors.intern(name, 1);
    vm.db.pred_id(atoms::SYSTEM, f, name, 1)
}

/// `'$divert_calls'(Which, Before)`
fn divert_calls(vm: &mut Vm) -> Res {
    let (which, before) = (vm.x(0).as_atom(), vm.diverted_calls());
    let Some(&(_, which)) = DIVERTED.iter().find(|(n, _)| *n == &*vm.atoms.text(which)) else {
        return Ok(false);
    };
    let name = DIVERTED.iter().find(|(_, d)| *d == before);
    let name = vm.atoms.intern(name.map_or("none", |(n, _)| n));
    let to = tracer(vm);
    if which != before {
        vm.divert_calls(which, to);
    }
    Ok(vm.unify(vm.x(1), Cell::atom(name)))
}

/// `'$tracer_resumes'(Resumes)`
fn set_resumes(vm: &mut Vm) -> Res {
    let resumes = vm.x(0).as_atom() == atoms::TRUE;
    vm.set_tracing_resumes(resumes);
    Ok(true)
}

/// `'$shield_tracer'(Shielded)`
fn shield(vm: &mut Vm) -> Res {
    let shielded = vm.x(0).as_atom() == atoms::TRUE;
    vm.shield_from_interrupts(shielded);
    Ok(true)
}

/// `'$exempt_next_call'`
fn exempt_next_call(vm: &mut Vm) -> Res {
    vm.exempt_next_call();
    Ok(true)
}

/// `'$caller_position'(Module, Goal, File, Line)`
fn caller_position(vm: &mut Vm) -> Res {
    let (module, goal) = (vm.x(0).as_atom(), vm.x(1));
    let (name, arity) = match goal.is_compound() {
        true => crate::system::terms::name_arity(vm, goal),
        false => (goal.as_atom(), 0),
    };
    let Some(p) = modules::visible(vm, module, name, arity) else {
        return Ok(false);
    };
    let own = vm.atoms.intern(TRACER);
    let Some((file, line)) = caller(vm, own, p) else {
        return Ok(false);
    };
    let file = Cell::atom(vm.atoms.intern(&file));
    Ok(vm.unify(vm.x(2), file) && vm.unify(vm.x(3), Cell::int(line)))
}

/// `'$set_spied'(Module, Name, Arity, OnOff)`
fn set_spied(vm: &mut Vm) -> Res {
    let (module, name): (Atom, Atom) = (vm.x(0).as_atom(), vm.x(1).as_atom());
    let Ok(arity) = u32::try_from(vm.x(2).as_int()) else {
        return Ok(false);
    };
    let Some(p) = modules::visible(vm, module, name, arity) else {
        return Ok(false);
    };
    vm.db.pred_mut(p).properties.spied = vm.x(3).as_atom() == atoms::TRUE;
    Ok(true)
}
