//! What propagation and search report to a listener: constraints posted, values removed and by which
//! constraint, decisions, failures, backtracking, solutions.
//!
//! Nobody listens, nothing is paid: a domain that is watched carries a bit that its subscribers'
//! conditions are tested with anyway, and everything else asks once a run of propagation or a node of
//! a search. A listener changes neither the order of propagation nor that of search. Knows no terms:
//! variables go by labels that the layer above gives.

use crate::base::int::Int;
use crate::fd::constraints::Prop;
use crate::fd::constraints::constraint::Constraint;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::ModEvent;
use crate::fd::kernel::store::Store;
use crate::fd::kernel::trail::Entry;
use crate::fd::kernel::var::{VarId, Vars};
use crate::fd::search::strategy::Move;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What a variable is called.
pub type Label = Arc<str>;

/// So many events are kept apart until they are taken; in one run of propagation that goes on beyond
/// that, what a constraint removes from a variable is summed up.
const KEPT_APART: usize = 100_000;

/// A constraint and what its variables were called when it was first spoken of.
#[derive(Debug)]
pub struct Statement {
    /// Behind a lock, because some constraints have room for their work, which threads cannot share.
    constraint: Mutex<Constraint>,
    /// Its variables in order of first occurrence.
    pub labels: Vec<(VarId, Label)>,
}

impl Statement {
    /// The constraint.
    pub fn constraint(&self) -> Constraint {
        let held = self.constraint.lock();
        held.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What a variable of it is called.
    pub fn label(&self, v: VarId) -> Option<&Label> {
        self.labels.iter().find(|l| l.0 == v).map(|l| &l.1)
    }
}

/// Why values went, or why there is no solution.
#[derive(Clone, Debug)]
pub enum Cause {
    /// A decision of a search.
    Decision,
    /// The program said so: a domain, a comparison with an integer, a unification.
    Told,
    /// A solution must be better than those before.
    Cost,
    /// A constraint.
    Constraint(Arc<Statement>),
}

/// What happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// What is known of a variable when the listener begins to listen.
    Known {
        /// The variable.
        var: Label,
        /// Its values.
        domain: Domain,
    },
    /// A constraint was posted. Backtracking withdraws it.
    Posted(Arc<Statement>),
    /// Values went.
    Removed {
        /// The variable that lost them.
        var: Label,
        /// What went.
        values: Domain,
        /// Why.
        by: Cause,
    },
    /// Values came back on backtracking.
    Restored {
        /// The variable that got them.
        var: Label,
        /// What came back.
        values: Domain,
    },
    /// A search made a decision; its alternative, if any, is another decision at the same depth.
    Branch {
        /// How many decisions are in force, this one included.
        depth: u64,
        /// What the decision is about.
        var: Label,
        /// What is decided.
        made: Move,
        /// The value in question.
        value: Int,
    },
    /// There is no solution here.
    Failed(Cause),
    /// What happened since some earlier point was taken back, constraints included.
    Backtrack {
        /// How many decisions remain in force.
        depth: u64,
    },
    /// A search found values for all its variables.
    Solution {
        /// How many decisions are in force.
        depth: u64,
    },
    /// A search begins again from where it began.
    Restart,
}

/// What the kernel knows of the cause when it changes something.
#[derive(Clone, Copy)]
pub(crate) enum By {
    Decision,
    Told,
    Cost,
    Prop(u32),
}

/// What is kept while nobody listens who did before.
#[derive(Debug)]
pub struct SuspendedTrace(Box<Watch>);

/// What is kept while somebody listens.
#[derive(Default, Debug)]
pub(crate) struct Watch {
    /// The domains as they were reported last.
    reported: Vec<Domain>,
    labels: Vec<Option<Label>>,
    /// By propagator, those that were spoken of.
    statements: Vec<Option<Arc<Statement>>>,
    /// Variables that have changed since the last report, some of them repeatedly.
    changed: Vec<VarId>,
    /// The marks before the decisions that are in force.
    decisions: Vec<u64>,
    log: Vec<Event>,
    /// Where removals were summed up, once there are too many events.
    sums: FxHashMap<(VarId, usize), usize>,
    /// What found the last contradiction, when it is not a propagator.
    culprit: Option<Cause>,
    /// Nothing is reported for now.
    muted: bool,
    /// What is posted follows from other constraints.
    implied: bool,
}

impl Watch {
    fn push(&mut self, event: Event) {
        if !self.muted {
            self.log.push(event);
        }
    }

    fn label(&mut self, v: VarId) -> Label {
        if self.labels.len() <= v.at() {
            self.labels.resize(v.at() + 1, None);
        }
        self.labels[v.at()]
            .get_or_insert_with(|| format!("_{}", v.0).into())
            .clone()
    }

    /// What a variable is called in a constraint: by its value, if that is all there is.
    fn spoken(&mut self, v: VarId) -> Label {
        let value = self.reported.get(v.at()).and_then(Domain::value);
        match (self.labels.get(v.at()), value) {
            (Some(Some(label)), _) => label.clone(),
            (_, Some(value)) => value.to_string().into(),
            _ => self.label(v),
        }
    }

    fn state(&mut self, constraint: Constraint) -> Arc<Statement> {
        let labels = constraint.vars().into_iter();
        let labels = labels.map(|v| (v, self.spoken(v))).collect();
        Arc::new(Statement {
            constraint: Mutex::new(constraint),
            labels,
        })
    }

    fn cause(&mut self, by: By, props: &[Prop]) -> Cause {
        let p = match by {
            By::Decision => return Cause::Decision,
            By::Told => return Cause::Told,
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
            return Cause::Told;
        };
        let s = self.state(prop.describe());
        self.statements[p] = Some(s.clone());
        Cause::Constraint(s)
    }

    fn removed(&mut self, v: VarId, values: Domain, by: Cause) {
        if self.log.len() >= KEPT_APART && !self.muted {
            let key = match &by {
                Cause::Decision => 0,
                Cause::Told => 1,
                Cause::Cost => 2,
                Cause::Constraint(s) => Arc::as_ptr(s) as usize,
            };
            if let Some(at) = self.sums.get(&(v, key))
                && let Some(Event::Removed { values: sum, .. }) = self.log.get_mut(*at)
            {
                *sum = sum.union(&values);
                return;
            }
            self.sums.insert((v, key), self.log.len());
        }
        let var = self.label(v);
        self.push(Event::Removed { var, values, by });
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

    /// Makes a new variable a watched one; its domain is what was known of it before.
    #[cold]
    pub(crate) fn watch_new(&mut self, v: VarId) {
        self.slots[v.at()].wanted |= ModEvent::WATCHED;
        let d = self.domain(v);
        if let Some(w) = &mut self.watch {
            w.reported.truncate(v.at());
            w.labels.truncate(v.at());
            w.reported.push(d);
        }
    }

    /// Reports what has changed since the last report.
    #[cold]
    pub(crate) fn report(&mut self, by: By, props: &[Prop]) {
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

impl Store {
    /// Begins to report, or goes on with it.
    pub fn listen(&mut self) {
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
            slot.wanted |= ModEvent::WATCHED;
        }
    }

    /// Ends it. Events that were not taken are lost.
    pub fn end_listening(&mut self) {
        let vars = &mut self.vars;
        vars.watch = None;
        if vars.is_marked {
            vars.is_marked = false;
            for slot in vars.slots.iter_mut().chain(&mut vars.trail.saved_slots) {
                slot.wanted &= !ModEvent::WATCHED;
            }
        }
    }

    /// Whether somebody listens.
    #[inline]
    pub fn is_watched(&self) -> bool {
        self.vars.watch.is_some()
    }

    /// Whether what happens now will be told.
    pub(crate) fn reports(&self) -> bool {
        self.vars.watch.as_ref().is_some_and(|w| !w.muted)
    }

    /// Calls a variable something. With `tells`, also reports what is known of it.
    pub fn label(&mut self, v: VarId, label: Label, tells: bool) {
        let domain = self.domain(v);
        if let Some(w) = &mut self.vars.watch {
            if w.labels.len() <= v.at() {
                w.labels.resize(v.at() + 1, None);
            }
            if tells && domain != Domain::all() {
                let var = label.clone();
                w.push(Event::Known { var, domain });
            }
            w.labels[v.at()] = Some(label);
        }
    }

    /// Whether events wait to be taken.
    pub fn has_events(&self) -> bool {
        self.vars.watch.as_ref().is_some_and(|w| !w.log.is_empty())
    }

    /// How many events wait to be taken.
    pub fn event_count(&self) -> usize {
        self.vars.watch.as_ref().map_or(0, |w| w.log.len())
    }

    /// What happened since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        match &mut self.vars.watch {
            Some(w) => {
                w.sums.clear();
                std::mem::take(&mut w.log)
            }
            None => Vec::new(),
        }
    }

    /// Does something that no listener hears of. It must leave the store as it was, except for what it
    /// undoes of it.
    pub(crate) fn untraced<R>(&mut self, f: impl FnOnce(&mut Store) -> R) -> R {
        let before = self.mute(true);
        let r = f(self);
        self.mute(before);
        r
    }

    fn mute(&mut self, now: bool) -> bool {
        match &mut self.vars.watch {
            Some(w) => std::mem::replace(&mut w.muted, now),
            None => false,
        }
    }

    /// Posts something that follows from other constraints and is nobody's business.
    pub(crate) fn unannounced<R>(&mut self, f: impl FnOnce(&mut Store) -> R) -> R {
        let implied = |s: &mut Store, now: bool| match &mut s.vars.watch {
            Some(w) => std::mem::replace(&mut w.implied, now),
            None => false,
        };
        let before = implied(self, true);
        let r = f(self);
        implied(self, before);
        r
    }

    /// Whether the listeners had better hear of what there is, before more comes.
    pub(crate) fn has_backlog(&self, much: usize) -> bool {
        let watch = self.vars.watch.as_ref();
        watch.is_some_and(|w| w.log.len() >= much)
    }

    /// Reports a constraint that is being posted, before it removes anything.
    #[cold]
    pub(crate) fn announce(&mut self, prop: &Prop) -> Option<Arc<Statement>> {
        self.vars.report(By::Told, &self.props);
        let w = self.vars.watch.as_mut()?;
        let s = w.state(prop.describe());
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
    pub fn report_decision(&mut self, v: VarId, made: Move, value: &Int) {
        if self.is_watched() {
            self.decide(v, made, value);
        }
    }

    #[cold]
    fn decide(&mut self, v: VarId, made: Move, value: &Int) {
        self.vars.report(By::Told, &self.props);
        let mark = self.mark();
        // Nothing that is taken back later than the decision has its mark.
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
    pub fn report_decided(&mut self) {
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
        let told = w.culprit.take().unwrap_or(Cause::Told);
        let cause = match culprit {
            Some(p) => w.cause(By::Prop(p), &self.props),
            None => told,
        };
        w.push(Event::Failed(cause));
    }

    /// From now on a contradiction that no constraint found comes from this.
    pub(crate) fn suspect(&mut self, cause: Cause) {
        if let Some(w) = &mut self.vars.watch {
            w.culprit = Some(cause);
        }
    }

    /// Reports a solution.
    pub fn report_solution(&mut self) {
        self.report(By::Told);
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

    /// [`Store::undo_entries`] while somebody listens.
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
                Entry::Dom(v) => Some(*v),
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

    /// Ends listening for a while: nothing is reported until [`Store::resume_trace`], and by then the store
    /// must be as it is now.
    pub fn suspend_trace(&mut self) -> Option<SuspendedTrace> {
        self.vars.watch.take().map(SuspendedTrace)
    }

    /// Goes on with what [`Store::suspend_trace`] ended.
    pub fn resume_trace(&mut self, watch: SuspendedTrace) {
        let mut w = watch.0;
        w.reported.truncate(self.vars.slots.len());
        w.labels.truncate(self.vars.slots.len());
        w.statements.truncate(self.props.len());
        // Decisions among variables that nobody can reach any more.
        let mark = self.mark();
        for d in w.decisions.iter_mut().rev().take_while(|d| **d > mark) {
            *d = mark;
        }
        self.vars.watch = Some(w);
    }
}
