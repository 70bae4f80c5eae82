//! Constraints as goals: the residual goals of a variable in an answer. They can be called, and post the same
//! constraints.

use super::attvar_link::{make_visible, shown, store, var_of};
use super::constraint_graph::reach;
use super::{domain_term, fd_predicates, idle_definitions};
use crate::fd::constraints::constraint::{Constraint, ConstraintTerm};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::store::PropId;
use crate::fd::kernel::var::VarId;
use crate::machine::Cell;
use crate::system::Vm;
use rustc_hash::FxHashSet;

/// The goals of a variable: its domain, then its constraints in order of posting.
pub(super) fn goals(vm: &mut Vm, var: Cell) -> Vec<Cell> {
    let Some(v) = var_of(vm, var) else {
        return Vec::new();
    };
    let mut goals = Vec::new();
    let d = store(vm).domain(v);
    if d != Domain::all() {
        let set = domain_term::term(vm, &d);
        goals.push(binary(vm, "in", var, set));
    }
    let all = store(vm).propagators_of(v);
    if d == Domain::all() && all.is_empty() {
        let set = domain_term::term(vm, &d);
        goals.push(binary(vm, "in", var, set));
    }
    for p in all {
        goals.push(goal(vm, p));
    }
    goals
}

/// Adds to a list of attributed variables those that their constraints reach. The kernel's own variables
/// among them become Prolog variables.
pub(crate) fn close(vm: &mut Vm, vars: &mut Vec<Cell>) {
    if vm.ext.clpz.owners.is_empty() {
        return;
    }
    let own: Vec<VarId> = vars
        .iter()
        .filter_map(|&c| var_of(vm, vm.heap.deref(c)))
        .collect();
    let (mut all, _) = reach(vm, own.iter().copied());
    if idle_definitions::remove(vm, &all) {
        (all, _) = reach(vm, own.iter().copied());
    }
    let mut seen: FxHashSet<VarId> = own.into_iter().collect();
    for v in all {
        if seen.insert(v) {
            let c = make_visible(vm, v);
            vars.push(c);
        }
    }
}

fn binary(vm: &mut Vm, name: &str, x: Cell, y: Cell) -> Cell {
    vm.compound(name, &[x, y])
}

fn goal(vm: &mut Vm, p: PropId) -> Cell {
    let c = store(vm).describe(p);
    statement(vm, &c)
}

/// A constraint as a goal.
pub(super) fn statement(vm: &mut Vm, c: &Constraint) -> Cell {
    // A trace shows constraints as they were posted, whether or not variables have been fixed since.
    let traced = vm.ext.clpz.listeners.labels.is_some();
    let store = store(vm);
    let goal = if traced {
        c.show()
    } else {
        c.show_with(&|v| store.value(v))
    };
    match goal {
        ConstraintTerm::Predicate(call) => fd_predicates::goal(vm, &call, false),
        t => term(vm, &t),
    }
}

/// The term of a constraint. It is as deep as the constraint's arguments nest.
fn term(vm: &mut Vm, t: &ConstraintTerm) -> Cell {
    let parts = |vm: &mut Vm, all: &[ConstraintTerm]| -> Vec<Cell> {
        all.iter().map(|t| term(vm, t)).collect()
    };
    match t {
        ConstraintTerm::Int(i) => vm.int_cell(i),
        ConstraintTerm::Var(v) => shown(vm, *v),
        ConstraintTerm::Atom(name) => Cell::atom(vm.atoms.intern(name)),
        ConstraintTerm::List(all) => {
            let cells = parts(vm, all);
            vm.heap.list(&cells, Cell::NIL)
        }
        ConstraintTerm::Call(name, args) => {
            let cells = parts(vm, args);
            vm.compound(&**name, &cells)
        }
        ConstraintTerm::Domain(d) => domain_term::term(vm, d),
        ConstraintTerm::Predicate(call) => fd_predicates::goal(vm, call, true),
    }
}
