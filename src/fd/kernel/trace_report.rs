//! Reporting: the hooks by which domains, the store and the queue report to a [`Watch`].

use crate::base::int::Int;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::ModEvent;
use crate::fd::kernel::propagator::Dispatch;
use crate::fd::kernel::slot::VarId;
use crate::fd::kernel::store::{Posting, Store};
use crate::fd::kernel::trace::{By, Cause, Event, Label, Move, Statement, SuspendedTrace, Watch};
use crate::fd::kernel::trail::StoreUndo;
use crate::fd::kernel::var::Vars;
use std::sync::Arc;

impl Watch {
    fn cause<P: Dispatch>(&mut self, by: By, props: &[P]) -> Cause {
        let p = match by {
            By::Decision => return Cause::Decision,
            By::Program => return Cause::Program,
            By::Cost => return Cause::Cost,
            By::Prop(p) => p as usize,
        };
        if self.statements.len() <= p {
            self.statements.resize(p + 1, None);
        }
        if let Some(s) = &self.statements[p] {
            return Cause::Constraint(s.clone());
        }
        let Some(prop) = props.get(p) else {
            return Cause::Program;
        };
        let s = self.state(prop.constraint());
        self.statements[p] = Some(s.clone());
        Cause::Constraint(s)
    }
}

impl Vars {
    /// Notes that a watched domain has changed.
    #[cold]
    pub(crate) fn note_change(&mut self, v: VarId) {
        if let Some(w) = &mut self.watch {
            w.changed.push(v);
        }
    }

    /// Makes a new variable a watched one, with its present domain as the last known one.
    #[cold]
    pub(crate) fn watch_new(&mut self, v: VarId) {
        self.slots[v.at()].subscribed |= ModEvent::WATCHED;
        let d = self.domain(v);
        if let Some(w) = &mut self.watch {
            w.reported.truncate(v.at());
            w.labels.truncate(v.at());
            w.reported.push(d);
        }
    }

    /// Reports what has changed since the last report.
    #[cold]
    pub(crate) fn report<P: Dispatch>(&mut self, by: By, props: &[P]) {
        let Some(mut w) = self.watch.take() else {
            return;
        };
        if !w.changed.is_empty() {
            let cause = w.cause(by, props);
            self.report_to(&mut w, &cause);
        }
        self.watch = Some(w);
    }

    fn report_to(&mut self, w: &mut Watch, by: &Cause) {
        let mut changed = std::mem::take(&mut w.changed);
        for v in changed.drain(..) {
            if v.at() >= self.slots.len().min(w.reported.len()) {
                continue;
            }
            let now = self.domain(v);
            let old = &mut w.reported[v.at()];
            if *old == now {
                continue;
            }
            let gone = old.difference(&now);
            *old = now;
            if !gone.is_empty() {
                w.removed(v, gone, by.clone());
            }
        }
        w.changed = changed;
    }
}

impl<P: Posting> Store<P> {
    /// Begins or continues reporting.
    pub(crate) fn listen(&mut self) {
        let vars = &mut self.vars;
        if vars.watch.is_some() {
            return;
        }
        let all = (0..vars.slots.len() as u32).map(VarId);
        let reported = all.map(|v| vars.domain(v)).collect();
        vars.watch = Some(Box::new(Watch {
            reported,
            ..Watch::default()
        }));
        vars.is_marked = true;
        for slot in vars.slots.iter_mut().chain(&mut vars.trail.saved_slots) {
            slot.subscribed |= ModEvent::WATCHED;
        }
    }

    /// Ends it. Events that were not taken are lost.
    pub(crate) fn end_listening(&mut self) {
        let vars = &mut self.vars;
        vars.watch = None;
        if vars.is_marked {
            vars.is_marked = false;
            for slot in vars.slots.iter_mut().chain(&mut vars.trail.saved_slots) {
                slot.subscribed &= !ModEvent::WATCHED;
            }
        }
    }

    /// Returns true if a trace is recorded.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.vars.watch.is_some()
    }

    /// Returns true if events are reported now.
    pub(crate) fn is_traced(&self) -> bool {
        self.vars.watch.as_ref().is_some_and(|w| !w.muted)
    }

    /// Gives a variable a label, and reports its domain.
    pub(crate) fn label(&mut self, v: VarId, label: Label) {
        let domain = self.domain(v);
        if let Some(w) = &mut self.vars.watch {
            if w.labels.len() <= v.at() {
                w.labels.resize(v.at() + 1, None);
            }
            if domain != Domain::all() {
                let var = label.clone();
                w.push(Event::Known { var, domain });
            }
            w.labels[v.at()] = Some(label);
        }
    }

    /// The events since the last call.
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        match &mut self.vars.watch {
            Some(w) => {
                w.sums.clear();
                std::mem::take(&mut w.log)
            }
            None => Vec::new(),
        }
    }

    /// Runs `f` without reporting. It must restore the store, except that it may undo further entries.
    pub(crate) fn without_events<R>(&mut self, f: impl FnOnce(&mut Store<P>) -> R) -> R {
        let before = self.set_muted(true);
        let r = f(self);
        self.set_muted(before);
        r
    }

    fn set_muted(&mut self, now: bool) -> bool {
        match &mut self.vars.watch {
            Some(w) => std::mem::replace(&mut w.muted, now),
            None => false,
        }
    }

    /// Posts a redundant constraint, which is not reported.
    pub(crate) fn without_report<R>(&mut self, f: impl FnOnce(&mut Store<P>) -> R) -> R {
        let implied = |s: &mut Store<P>, now: bool| match &mut s.vars.watch {
            Some(w) => std::mem::replace(&mut w.implied, now),
            None => false,
        };
        let before = implied(self, true);
        let r = f(self);
        implied(self, before);
        r
    }

    /// Returns true if so many events are waiting that they should be delivered before the search continues.
    pub(crate) fn has_pending_events(&self, limit: usize) -> bool {
        let watch = self.vars.watch.as_ref();
        watch.is_some_and(|w| w.log.len() >= limit)
    }

    /// Reports a constraint that is being posted, before it removes anything.
    #[cold]
    pub(crate) fn report_constraint(&mut self, prop: &P) -> Option<Arc<Statement>> {
        self.vars.report(By::Program, &self.props);
        let w = self.vars.watch.as_mut()?;
        let s = w.state(prop.constraint());
        if !w.implied {
            w.push(Event::Posted(s.clone()));
        }
        Some(s)
    }

    /// Reports what a constraint did when it was posted.
    #[cold]
    pub(crate) fn report_posting(&mut self, s: Arc<Statement>, added: Option<u32>, failed: bool) {
        let Some(mut w) = self.vars.watch.take() else {
            return;
        };
        let cause = Cause::Constraint(s.clone());
        self.vars.report_to(&mut w, &cause);
        if failed {
            w.culprit = Some(cause);
        } else if let Some(p) = added {
            w.statements.resize(p as usize, None);
            w.statements.push(Some(s));
        }
        self.vars.watch = Some(w);
    }

    /// Reports what has changed since the last report.
    pub(crate) fn report(&mut self, by: By) {
        if self.is_watched() {
            self.vars.report(by, &self.props);
        }
    }

    /// Reports a decision that is about to be made.
    pub(crate) fn report_decision(&mut self, v: VarId, made: Move, value: &Int) {
        if self.is_watched() {
            self.decide(v, made, value);
        }
    }

    #[cold]
    fn decide(&mut self, v: VarId, made: Move, value: &Int) {
        self.vars.report(By::Program, &self.props);
        let mark = self.mark();
        // The mark of the decision differs from all later ones.
        self.new_mark();
        if let Some(w) = &mut self.vars.watch {
            w.decisions.push(mark);
            let depth = w.decisions.len() as u64;
            let var = w.label(v);
            let value = value.clone();
            w.push(Event::Branch {
                depth,
                var,
                made,
                value,
            });
            w.culprit = Some(Cause::Decision);
        }
    }

    /// Reports the changes that a decision has made.
    pub(crate) fn report_decided(&mut self) {
        self.report(By::Decision);
        if let Some(w) = &mut self.vars.watch {
            w.culprit = None;
        }
    }

    /// Reports a contradiction.
    #[cold]
    pub(crate) fn report_failure(&mut self, culprit: Option<u32>) {
        let Some(w) = &mut self.vars.watch else {
            return;
        };
        let cause = w.culprit.take().unwrap_or(Cause::Program);
        let cause = match culprit {
            Some(p) => w.cause(By::Prop(p), &self.props),
            None => cause,
        };
        w.push(Event::Failed(cause));
    }

    /// Sets the cause of contradictions that are not found by a constraint.
    pub(crate) fn set_failure_cause(&mut self, cause: Cause) {
        if let Some(w) = &mut self.vars.watch {
            w.culprit = Some(cause);
        }
    }

    /// Reports a solution.
    pub(crate) fn report_solution(&mut self) {
        self.report(By::Program);
        if let Some(w) = &mut self.vars.watch {
            let depth = w.decisions.len() as u64;
            w.push(Event::Solution { depth });
        }
    }

    /// Reports that a search begins again.
    pub(crate) fn report_restart(&mut self) {
        if let Some(w) = &mut self.vars.watch {
            w.push(Event::Restart);
        }
    }

    /// [`Store::undo_entries`] while a trace is recorded.
    #[cold]
    pub(crate) fn undo_watched(&mut self, mark: u64) {
        let Some(mut w) = self.vars.watch.take() else {
            return;
        };
        if self.mark() <= mark {
            self.forget_queue();
            self.vars.watch = Some(w);
            return;
        }
        let entries = &self.vars.trail.entries[mark as usize..];
        let mut touched: Vec<u32> = entries
            .iter()
            .filter_map(|e| match e {
                StoreUndo::Dom(v) => Some(*v),
                _ => None,
            })
            .collect();
        touched.sort_unstable();
        touched.dedup();
        self.undo_entries(mark);
        w.changed.clear();
        w.sums.clear();
        w.culprit = None;
        let count = self.vars.slots.len();
        w.reported.truncate(count);
        w.labels.truncate(count);
        w.statements.truncate(self.props.len());
        while w.decisions.last().is_some_and(|d| *d >= mark) {
            w.decisions.pop();
        }
        let depth = w.decisions.len() as u64;
        w.push(Event::Backtrack { depth });
        for v in touched.into_iter().map(VarId) {
            if v.at() >= count {
                continue;
            }
            let now = self.vars.domain(v);
            let back = now.difference(&w.reported[v.at()]);
            w.reported[v.at()] = now;
            if !back.is_empty() {
                let var = w.label(v);
                w.push(Event::Restored { var, values: back });
            }
        }
        self.vars.watch = Some(w);
    }

    /// Suspends listening until [`Store::resume_trace`]; by then the store must be as it is now.
    pub(crate) fn suspend_trace(&mut self) -> Option<SuspendedTrace> {
        self.vars.watch.take().map(SuspendedTrace)
    }

    /// Resumes the listening that [`Store::suspend_trace`] suspended.
    pub(crate) fn resume_trace(&mut self, watch: SuspendedTrace) {
        let mut w = watch.0;
        w.reported.truncate(self.vars.slots.len());
        w.labels.truncate(self.vars.slots.len());
        w.statements.truncate(self.props.len());
        // Decisions among variables that are no longer reachable.
        let mark = self.mark();
        for d in w.decisions.iter_mut().rev().take_while(|d| **d > mark) {
            *d = mark;
        }
        self.vars.watch = Some(w);
    }
}
