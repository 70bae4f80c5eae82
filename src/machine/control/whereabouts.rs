//! The predicates that a machine is running, for messages about interrupts and exhausted memory.

use crate::code::pred::PredId;
use crate::machine::database::PredicateKind;
use crate::machine::{Cell, Code, Extension, Machine};

/// The newest environments that are looked at.
const FRAMES: usize = 200;

/// A predicate with this many environments is reported as repeated.
const REPEATED: usize = 20;

/// The predicates that are named.
const NAMED: usize = 4;

impl<X: Extension> Machine<X> {
    /// The predicates of the newest environments, the innermost first, each with the number of its
    /// environments. Control constructs are left out.
    fn active_preds(&mut self) -> Vec<(PredId, usize)> {
        let mut found: Vec<(PredId, usize)> = Vec::new();
        let mut add = |p: PredId| match found.iter_mut().find(|(q, _)| *q == p) {
            Some((_, count)) => *count += 1,
            None => found.push((p, 1)),
        };
        let (mut e, mut cp) = (self.e, self.cp);
        for _ in 0..FRAMES {
            // A call stands before it.
            if let Some(clause) = self.db.clause_containing(cp as u64 - 8) {
                add(clause.pred);
            }
            if e == 0 {
                break;
            }
            (cp, e) = (self.env.get(e + 8) as Code, self.env.get(e));
        }
        found.retain(|(p, _)| self.db.pred(*p).kind != PredicateKind::Control);
        found
    }

    /// Notes the predicate that is being called, for [`Machine::repeated_goals`].
    pub(in crate::machine) fn note_called(&mut self, p: PredId) {
        self.called = Some(p);
    }

    /// Records that no predicate is being called: one returns.
    #[cold]
    pub(in crate::machine) fn note_return(&mut self) {
        self.called = None;
    }

    /// The predicate indicators of the predicates that have filled the stack, or of the one that is being
    /// called: the context of `resource_error(memory)`.
    pub(in crate::machine) fn repeated_goals(&mut self) -> Option<Cell> {
        let active = self.active_preds();
        let repeated = active.iter().filter(|(_, n)| *n >= REPEATED);
        let mut preds: Vec<PredId> = repeated.map(|(p, _)| *p).take(NAMED).collect();
        if preds.is_empty() {
            preds.extend(self.called);
        }
        // Helpers of libraries are not named.
        preds.retain(|&p| X::is_known_to_programs(self, p));
        let names: Vec<Cell> = preds.into_iter().map(|p| self.indicator_of(p)).collect();
        match names[..] {
            [] => None,
            [one] => Some(one),
            _ => Some(self.heap.list(&names, Cell::NIL)),
        }
    }

    fn indicator_of(&mut self, p: PredId) -> Cell {
        let (name, arity) = (self.db.pred(p).name, self.db.pred(p).arity);
        self.indicator(name, arity)
    }

    /// Notes where the machine is when it is interrupted, for [`Machine::interrupted_in`].
    pub(in crate::machine) fn note_interrupt(&mut self) {
        let active = self.active_preds();
        let active = active.into_iter().map(|(p, _)| p);
        self.interrupted_in = self.called.into_iter().chain(active).collect();
    }

    /// The predicates that were called or run when the machine was interrupted last, the innermost first.
    pub(crate) fn interrupted_in(&self) -> &[PredId] {
        &self.interrupted_in
    }
}
