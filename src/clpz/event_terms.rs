//! Events of the kernel as terms, for goals that are listeners, and the texts of their constraints, for the host.

use super::variable_labels::label_term;
use super::{domain_term, residual};
use crate::base::atom::atoms;
use crate::fd::kernel::trace::{Cause, Event, Statement};
use crate::machine::Cell;
use crate::syntax::{WriteOptions, term_text};
use crate::system::Vm;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The goal that calls `goal` with each of the events.
pub(super) fn call_with(vm: &mut Vm, goal: Cell, events: &[Event]) -> Cell {
    let mut stated = FxHashMap::default();
    let terms: Vec<Cell> = events.iter().map(|e| term(vm, e, &mut stated)).collect();
    let list = vm.heap.list(&terms, Cell::NIL);
    let tell = vm.compound("tell", &[goal, list]);
    let module = Cell::atom(vm.atoms.intern("fd_events"));
    vm.compound(":", &[module, tell])
}

/// The terms of constraints, each made once.
type StatedTerms = FxHashMap<*const Statement, Cell>;

/// An event as a term.
fn term(vm: &mut Vm, event: &Event, stated: &mut StatedTerms) -> Cell {
    match event {
        Event::Known { var, domain } => {
            let args = [label_term(vm, var), domain_term::term(vm, domain)];
            vm.compound("known", &args)
        }
        Event::Posted(s) => {
            let goal = statement(vm, s, stated);
            vm.compound("posted", &[goal])
        }
        Event::Removed { var, values, by } => {
            let cause = cause(vm, by, stated);
            let args = [label_term(vm, var), domain_term::term(vm, values), cause];
            vm.compound("removed", &args)
        }
        Event::Restored { var, values } => {
            let args = [label_term(vm, var), domain_term::term(vm, values)];
            vm.compound("restored", &args)
        }
        Event::Branch {
            depth,
            var,
            made,
            value,
        } => {
            let args = [label_term(vm, var), vm.int_cell(value)];
            let decision = vm.compound(made.relation().name(), &args);
            vm.compound("branch", &[Cell::int(*depth as i64), decision])
        }
        Event::Failed(by) => {
            let cause = cause(vm, by, stated);
            vm.compound("failed", &[cause])
        }
        Event::Backtrack { depth } => vm.compound("backtrack", &[Cell::int(*depth as i64)]),
        Event::Solution { depth } => vm.compound("solution", &[Cell::int(*depth as i64)]),
        Event::Restart => vm.compound("restart", &[]),
    }
}

fn cause(vm: &mut Vm, by: &Cause, stated: &mut StatedTerms) -> Cell {
    match by {
        Cause::Decision => vm.compound("decision", &[]),
        Cause::Program => vm.compound("told", &[]),
        Cause::Cost => vm.compound("cost", &[]),
        Cause::Constraint(s) => statement(vm, s, stated),
    }
}

fn statement(vm: &mut Vm, s: &Arc<Statement>, stated: &mut StatedTerms) -> Cell {
    if let Some(c) = stated.get(&Arc::as_ptr(s)) {
        return *c;
    }
    vm.ext.clpz.listeners.labels = Some(s.labels.clone());
    let c = residual::statement(vm, &s.constraint());
    vm.ext.clpz.listeners.labels = None;
    stated.insert(Arc::as_ptr(s), c);
    c
}

/// The texts of the constraints in events, for listeners that receive no terms.
#[derive(Default)]
pub(super) struct ConstraintTexts {
    stated: StatedTerms,
    texts: FxHashMap<*const Statement, String>,
}

impl ConstraintTexts {
    /// The text of the constraint in an event.
    pub(super) fn of(&mut self, vm: &mut Vm, event: &Event) -> Option<&str> {
        let s = match event {
            Event::Posted(s)
            | Event::Removed {
                by: Cause::Constraint(s),
                ..
            }
            | Event::Failed(Cause::Constraint(s)) => s,
            _ => return None,
        };
        let key = Arc::as_ptr(s);
        if !self.texts.contains_key(&key) {
            let c = statement(vm, s, &mut self.stated);
            let ops = vm.ext.modules.ops(atoms::USER);
            let text = term_text(&*vm, c, &vm.atoms, ops, &WriteOptions::write());
            self.texts.insert(key, text);
        }
        self.texts.get(&key).map(String::as_str)
    }
}
