//! The hook of the tracer: while it is set, calls of the program's predicates become calls of a predicate of the
//! library, with the goal as its argument.
//!
//! Compiled code is the same with and without it. While the hook is set, all calls poll, and the slow path of polling
//! diverts them.

use crate::base::atom::atoms;
use crate::code::pred::PredId;
use crate::machine::database::PredicateKind;
use crate::machine::state::tracing::{Diverted, TracingHook};
use crate::machine::{BallOrigin, Cell, Code, Extension, Machine};

impl<X: Extension> Machine<X> {
    /// Sets which calls are diverted, and to which predicate of one argument.
    pub(crate) fn divert_calls(&mut self, diverted: Diverted, to: PredId) {
        self.tracing = TracingHook {
            diverted,
            exempt: false,
            to: Some(to),
            ..self.tracing
        };
        self.signal();
    }

    /// Diverts the calls of the program from now on, and asks the tracer to stop at every goal.
    pub(crate) fn request_tracing(&mut self, to: PredId) {
        self.divert_calls(Diverted::Program, to);
        self.tracing.requested = true;
    }

    /// Defers interrupts while the tracer changes its state, or ends this. An error and the end of the query end it,
    /// too.
    pub(crate) fn shield_from_interrupts(&mut self, shielded: bool) {
        self.tracing.shielded = shielded;
        self.signal();
    }

    /// Returns true if the last interrupt was at a call of a predicate.
    pub(crate) fn is_interrupted_at(&self, p: PredId) -> bool {
        let last = self.backtrace().map(|b| b.origin);
        matches!(last, Some(BallOrigin::Poll(Some(q))) if q == p)
    }

    /// Takes the request of the host to stop at every goal. Returns true if there was one.
    pub(crate) fn take_tracing_request(&mut self) -> bool {
        std::mem::take(&mut self.tracing.requested)
    }

    /// Sets whether the next query is traced from its start, although goals are skipped now.
    pub(crate) fn set_tracing_resumes(&mut self, resumes: bool) {
        self.tracing.resumes = resumes;
    }

    /// Returns true if the next query is to be traced although goals are skipped now.
    pub(crate) fn tracing_resumes(&self) -> bool {
        self.tracing.resumes
    }

    /// The calls that are diverted.
    pub(crate) fn diverted_calls(&self) -> Diverted {
        self.tracing.diverted
    }

    /// Exempts the next call of a predicate.
    pub(crate) fn exempt_next_call(&mut self) {
        self.tracing.exempt = self.tracing.is_on();
    }

    /// If the call of a predicate, with its arguments in the registers, is diverted: loads the registers for
    /// the other predicate, and returns it.
    pub(in crate::machine) fn divert(&mut self, p: PredId) -> Option<PredId> {
        if !self.tracing.is_on() || self.db.pred(p).kind == PredicateKind::Control {
            return None;
        }
        if std::mem::take(&mut self.tracing.exempt) {
            return None;
        }
        let called = match self.db.pred(p).kind {
            PredicateKind::Alias(to) => to,
            // An import has no alias before its first call, which is diverted, too. An error is thrown when the call
            // is made.
            PredicateKind::Undefined => self.definition(p).ok().flatten()?,
            _ => p,
        };
        let pred = self.db.pred(called);
        let is_program = matches!(pred.kind, PredicateKind::Static | PredicateKind::Dynamic)
            && !pred.properties.library
            && pred.module != atoms::SYSTEM;
        if !(pred.properties.spied || is_program && self.tracing.diverted == Diverted::Program) {
            return None;
        }
        let to = self.tracing.to?;
        // The goal has the name that was called, so that its meta-arguments are qualified as usual.
        let (module, name, arity) = (self.db.pred(p).module, self.db.pred(p).name, pred.arity);
        let args: Vec<Cell> = (0..arity as u16).map(|i| self.reg(i)).collect();
        let goal = match args[..] {
            [] => Cell::atom(name),
            _ => self.compound(name, &args),
        };
        let goal = self
            .heap
            .structure(self.well_known.colon, &[Cell::atom(module), goal]);
        self.set_x(0, goal);
        Some(to)
    }

    /// The beginning of the code of a predicate.
    pub(in crate::machine) fn entry_of(&self, p: PredId) -> Code {
        self.db.entries[p.0 as usize]
    }
}
