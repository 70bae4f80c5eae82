//! Depth-first search inside the store, without the Prolog machine: labeling, branch and bound, restarts, limited
//! discrepancies. It serves searches of which a program observes only the solutions.
//!
//! The search keeps its choice points as marks of the store. Between two calls of
//! [`Search::next`] the caller may change the store, provided that it undoes its changes, down to
//! [`Search::newest_mark`], before the next call.

use crate::base::int::Int;
use crate::base::splitmix::SplitMix64;
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::ModEvent;
use crate::fd::kernel::trace::{By, Cause};
use crate::fd::kernel::var::{INF, SUP, VarId};
use crate::fd::search::impacts::{Impacts, log_size};
use crate::fd::search::objective::Objective;
use crate::fd::search::restart::{Cutoff, Neighborhood};
use crate::fd::search::strategy::{
    Branch, Choice, Learning, Move, Order, Select, Strategy, choose, next_value, select,
};

/// The result of [`Search::next`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchOutcome {
    /// All variables are fixed; with an objective, the solution is better than all before.
    Solution,
    /// There is no further solution; the store is as it was before the search.
    Exhausted,
    /// The budget is used up; call again.
    Paused,
    /// A variable to be labeled has an infinite domain, or a cost is not fixed by a labeling.
    Infinite(VarId),
}

/// Propagator runs that a call takes at most, whatever its budget of choices.
const MAX_RUNS: u64 = 100_000;
/// Events after which a call pauses, so that they are delivered.
const MAX_EVENTS: usize = 1_000;

/// Variables that are labeled with one strategy.
#[derive(Clone, Debug, Default)]
pub(crate) struct LabelingSegment {
    /// In the order that the caller gave.
    pub vars: Vec<VarId>,
    /// Their strategy.
    pub strategy: Strategy,
}

/// The settings of a search; the default is an enumeration of all solutions.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchSettings {
    /// Only solutions that are better than those before.
    pub objective: Option<Objective>,
    /// The number of times that a path may leave the first branch.
    pub discrepancies: Option<u64>,
    /// Restart after each improvement.
    pub restart: bool,
    /// Restart after many failures.
    pub cutoff: Cutoff,
    /// Keep a part of the last solution on a restart.
    pub neighborhood: Option<Neighborhood>,
    /// Keep the path, for [`Search::is_last`].
    pub replays: bool,
}

/// A position on the path of a search.
#[derive(Clone, Copy, Debug, Default)]
struct PathPosition {
    /// The segment that is being labeled.
    segment: usize,
    /// Its variables before this one are fixed.
    first: usize,
    /// Choices on the path.
    depth: u64,
    /// Discrepancies: choices that left the first branch.
    discrepancies: u64,
    /// Length of the path.
    steps: usize,
}

/// A choice point: the state to return to, and the alternative.
#[derive(Clone, Debug)]
struct ChoicePoint {
    mark: u64,
    /// Length of the log of fixed variables.
    log: usize,
    place: PathPosition,
    var: VarId,
    alternative: Alternative,
}

/// The branch that was taken at a choice point, from which the remaining ones follow.
#[derive(Clone, Debug)]
enum Alternative {
    /// A move; its opposite remains.
    Move(Move, Int),
    /// `var = value`; the next values remain. True if this one was the first.
    Each(Int, Order, bool),
    /// `var = value`. The other branch, `var ≠ value`, would run no propagator, and the strategy would select the same
    /// variable again: so the next value remains.
    SilentAssign(i64, Order),
}

/// A search in progress.
#[derive(Debug)]
pub(crate) struct Search {
    segments: Vec<LabelingSegment>,
    settings: SearchSettings,
    frames: Vec<ChoicePoint>,
    place: PathPosition,
    /// The mark where the search began.
    base: u64,
    /// True if the search must backtrack next.
    failed: bool,
    /// True if the last call found a solution.
    found: bool,
    /// True if any call found a solution.
    solved: bool,
    /// True if this run keeps a part of the last solution.
    relaxed: bool,
    /// Failures in this run.
    failures: u64,
    /// Failures after which the run ends.
    limit: Option<u64>,
    run: u64,
    /// True if two runs may differ.
    varies: bool,
    /// The variables that became fixed on the path.
    log: Vec<VarId>,
    /// The moves of the path, if it is kept.
    path: Vec<(VarId, Move, Int)>,
    nodes: u64,
    impacts: Impacts,
}

impl Search {
    /// A search that starts from the store's present state, which is a fixpoint.
    pub(crate) fn new(
        store: &mut Store,
        segments: Vec<LabelingSegment>,
        settings: SearchSettings,
    ) -> Search {
        let learns = |s: &LabelingSegment| s.strategy.select.learning() == Learning::Failures;
        if segments.iter().any(learns) {
            store.learn_failures();
        }
        Search {
            limit: settings.cutoff.limit(1),
            varies: settings.neighborhood.is_some() || segments.iter().any(|s| s.strategy.varies()),
            segments,
            settings,
            frames: Vec::new(),
            place: PathPosition::default(),
            base: store.new_mark(),
            failed: false,
            found: false,
            solved: false,
            relaxed: false,
            failures: 0,
            run: 1,
            log: Vec::new(),
            path: Vec::new(),
            nodes: 0,
            impacts: Impacts::default(),
        }
    }

    /// Returns true if there may be another solution.
    pub(crate) fn has_choices(&self) -> bool {
        !self.frames.is_empty() || (self.found && self.settings.restart) || self.relaxed
    }

    /// The number of choices made.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The number of choices on the path to the last solution.
    pub(crate) fn depth(&self) -> u64 {
        self.place.depth
    }

    /// The objective.
    pub(crate) fn objective(&self) -> Option<&Objective> {
        self.settings.objective.as_ref()
    }

    /// The mark where the search began.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// The mark that the store must be undone to before the next call.
    pub(crate) fn newest_mark(&self) -> u64 {
        self.frames.last().map_or(self.base, |f| f.mark)
    }

    /// Continues to the next solution, for at most `budget` choices.
    pub(crate) fn next(
        &mut self,
        store: &mut Store,
        random: &mut SplitMix64,
        budget: u64,
    ) -> SearchOutcome {
        let outer = std::mem::replace(&mut store.vars.in_search, true);
        let outcome = self.advance_to_solution(store, random, budget);
        store.vars.in_search = outer;
        outcome
    }

    fn advance_to_solution(
        &mut self,
        store: &mut Store,
        random: &mut SplitMix64,
        budget: u64,
    ) -> SearchOutcome {
        store.vars.fixed_log.clone_from(&self.log);
        store.set_newest_mark(self.newest_mark());
        let end = self.nodes.saturating_add(budget.max(1));
        let enough = store.counters.propagations.saturating_add(MAX_RUNS);
        let reports = store.is_traced();
        if store.is_paused() {
            self.reach_fixpoint(store, Ok(()));
        }
        if self.found {
            self.failed = true;
        }
        loop {
            if self.nodes >= end
                || store.is_paused()
                || store.counters.propagations > enough
                || (reports && store.has_pending_events(MAX_EVENTS))
            {
                return self.pause(store, SearchOutcome::Paused);
            }
            if self.failed {
                if !self.backtrack(store, random) {
                    store.counters.optimalities += 1;
                    self.leave(store);
                    return SearchOutcome::Exhausted;
                }
                self.found = false;
                continue;
            }
            let Some(var) = self.open_var(store, random) else {
                return self.solution(store);
            };
            let strategy = self.segments[self.place.segment].strategy;
            if let Some(i) = self.silent_value(store, var, strategy) {
                self.open_frame(store, var, Alternative::SilentAssign(i, strategy.order));
                self.assign(store, var, i);
                continue;
            }
            match choose(store, var, strategy, random) {
                Some(Choice::Two(m, i)) => self.advance(store, var, Alternative::Move(m, i)),
                Some(Choice::Each(i, order)) => {
                    self.advance(store, var, Alternative::Each(i, order, true));
                }
                None => return self.pause(store, SearchOutcome::Infinite(var)),
            }
        }
    }

    /// Undoes the search in the store.
    pub(crate) fn leave(&mut self, store: &mut Store) {
        store.undo_to(self.base);
        self.frames.clear();
        self.log.clear();
        self.path.clear();
        self.place = PathPosition::default();
    }

    /// Returns true if no solution follows the one that was just found; `None` if more than `budget` choices are
    /// needed to tell. The store remains at the solution. Needs [`SearchSettings::replays`].
    pub(crate) fn is_last(
        &mut self,
        store: &mut Store,
        random: &mut SplitMix64,
        budget: u64,
    ) -> Option<bool> {
        if !self.has_choices() {
            return Some(true);
        }
        let (frames, path, place) = (self.frames.clone(), self.path.clone(), self.place);
        let mut ahead = Search {
            segments: std::mem::take(&mut self.segments),
            settings: SearchSettings {
                replays: true,
                ..SearchSettings::default()
            },
            frames: std::mem::take(&mut self.frames),
            path: std::mem::take(&mut self.path),
            log: std::mem::take(&mut self.log),
            impacts: std::mem::take(&mut self.impacts),
            ..*self
        };
        let found = store.without_events(|s| {
            s.undo_to(ahead.newest_mark());
            ahead.next(s, random, budget)
        });
        let last = match found {
            SearchOutcome::Exhausted => Some(true),
            SearchOutcome::Solution => Some(false),
            SearchOutcome::Paused | SearchOutcome::Infinite(_) => None,
        };
        self.segments = ahead.segments;
        self.impacts = ahead.impacts;
        if last == Some(true) {
            self.frames.clear();
            self.path = path;
        } else {
            (self.frames, self.path) = (frames, path);
        }
        self.place = place;
        store.without_events(|s| self.replay(s));
        last
    }

    /// Makes the moves of the path again.
    fn replay(&mut self, store: &mut Store) {
        let outer = std::mem::replace(&mut store.vars.in_search, true);
        self.replay_moves(store);
        store.vars.in_search = outer;
    }

    fn replay_moves(&mut self, store: &mut Store) {
        store.undo_to(self.base);
        store.set_newest_mark(self.base);
        let mut next = 0;
        for (step, (v, m, i)) in self.path.iter().enumerate() {
            if let Some(frame) = self.frames.get_mut(next)
                && frame.place.steps == step
            {
                frame.mark = store.mark();
                frame.log = store.vars.fixed_log.len();
                store.set_newest_mark(frame.mark);
                next += 1;
            }
            store.report_decision(*v, *m, i);
            let again = m.make(store, *v, i);
            store.report_decided();
            let again = again.and_then(|()| store.propagate());
            debug_assert!(again.is_ok(), "the same moves from the same state");
        }
        self.log.clone_from(&store.vars.fixed_log);
    }

    /// Returns the store to the caller.
    fn pause(&mut self, store: &mut Store, outcome: SearchOutcome) -> SearchOutcome {
        self.log.clone_from(&store.vars.fixed_log);
        if outcome != SearchOutcome::Solution {
            store.vars.fixed_log.clear();
        }
        outcome
    }

    fn solution(&mut self, store: &mut Store) -> SearchOutcome {
        if let Some(objective) = &mut self.settings.objective {
            if let Some(v) = objective.open_cost(store) {
                return self.pause(store, SearchOutcome::Infinite(v));
            }
            let all = self.segments.iter().flat_map(|s| s.vars.iter().copied());
            objective.record(store, all);
        }
        if let Some(neighborhood) = &mut self.settings.neighborhood {
            neighborhood.record(store);
        }
        store.counters.solutions += 1;
        store.report_solution();
        self.found = true;
        self.solved = true;
        self.pause(store, SearchOutcome::Solution)
    }

    /// The variable to branch on; `None` when all are fixed.
    fn open_var(&mut self, store: &Store, random: &mut SplitMix64) -> Option<VarId> {
        while let Some(segment) = self.segments.get(self.place.segment) {
            let vars = &segment.vars;
            let first = &mut self.place.first;
            while vars.get(*first).is_some_and(|v| store.vars.is_fixed(*v)) {
                *first += 1;
            }
            if segment.strategy.select == Select::Leftmost {
                if let Some(v) = vars.get(*first) {
                    return Some(*v);
                }
            } else if let Some(i) = select(
                store,
                vars,
                *first,
                segment.strategy.select,
                &self.impacts,
                random,
            ) {
                return Some(vars[i]);
            }
            if self.place.segment + 1 == self.segments.len() {
                return None;
            }
            self.place.segment += 1;
            self.place.first = 0;
        }
        None
    }

    /// The first value of a variable, if its removal would run no propagator and the strategy would select the
    /// same variable then: the branch `var ≠ value` needs no choice point of its own.
    #[inline]
    fn silent_value(&self, store: &Store, var: VarId, by: Strategy) -> Option<i64> {
        let slot = store.vars.slot(var);
        if !matches!(by.select, Select::Leftmost | Select::FirstFail)
            || by.branch != Branch::Step
            || by.out
            || slot.min == INF
            || slot.max == SUP
            || self.settings.objective.is_some()
            || self.settings.discrepancies.is_some()
            || store.is_watched()
        {
            return None;
        }
        let (event, value) = match by.order {
            Order::Up => (ModEvent::MIN, slot.min),
            Order::Down => (ModEvent::MAX, slot.max),
            Order::Median | Order::Middle | Order::Random => return None,
        };
        (!event.intersects(slot.subscribed & !ModEvent::WATCHED)).then_some(value)
    }

    /// Makes a choice point and takes its first branch.
    fn advance(&mut self, store: &mut Store, var: VarId, alternative: Alternative) {
        let (m, i) = match &alternative {
            Alternative::Move(m, i) => (*m, i.clone()),
            Alternative::Each(i, _, _) => (Move::Assign, i.clone()),
            Alternative::SilentAssign(i, _) => (Move::Assign, Int::Small(*i)),
        };
        self.open_frame(store, var, alternative);
        self.make(store, var, m, i);
    }

    /// Makes a choice point.
    fn open_frame(&mut self, store: &mut Store, var: VarId, alternative: Alternative) {
        self.nodes += 1;
        let mark = store.mark();
        store.set_newest_mark(mark);
        self.frames.push(ChoicePoint {
            mark,
            log: store.vars.fixed_log.len(),
            place: self.place,
            var,
            alternative,
        });
        self.place.depth += 1;
    }

    /// [`Search::make`] of `var = i` for a variable that is not fixed.
    fn assign(&mut self, store: &mut Store, var: VarId, i: i64) {
        if self.settings.replays || store.is_watched() {
            return self.make(store, var, Move::Assign, Int::Small(i));
        }
        store.vars.fix_inside(var, i);
        self.reach_fixpoint(store, Ok(()));
    }

    /// Makes a move and propagates.
    fn make(&mut self, store: &mut Store, var: VarId, m: Move, i: Int) {
        let impact = m == Move::Assign && self.learns_impacts();
        let before = if impact { self.log_size(store) } else { 0.0 };
        store.report_decision(var, m, &i);
        // After a solution, the tightened objective alone usually fails.
        let narrowed = match self.failed {
            true => self.tighten(store),
            false => Ok(()),
        };
        let narrowed = narrowed.and_then(|()| m.make(store, var, &i));
        if narrowed.is_ok() {
            store.report_decided();
        }
        self.reach_fixpoint(store, narrowed);
        if impact && !store.is_paused() {
            let after = match self.failed {
                true => f64::NEG_INFINITY,
                false => self.log_size(store),
            };
            self.impacts.record(var, after - before);
        }
        if self.settings.replays {
            self.path.push((var, m, i));
            self.place.steps = self.path.len();
        }
    }

    /// Returns true if the strategy of the present segment reads impacts.
    fn learns_impacts(&self) -> bool {
        let segment = self.segments.get(self.place.segment);
        segment.is_some_and(|s| s.strategy.select.learning() == Learning::Impacts)
    }

    fn log_size(&self, store: &Store) -> f64 {
        log_size(store, self.segments.iter().flat_map(|s| &s.vars))
    }

    /// Removes the costs of solutions that are not better.
    #[inline]
    fn tighten(&self, store: &mut Store) -> Narrowed {
        let Some(objective) = &self.settings.objective else {
            return Ok(());
        };
        let narrowed = objective.tighten(store);
        store.report(By::Cost);
        if narrowed.is_err() {
            store.set_failure_cause(Cause::Cost);
        }
        narrowed
    }

    /// Returns true if the bounds of the costs exclude better solutions, and the other values of a variable need not
    /// fail one by one: a trace shows these failures, restarts count them, and impacts depend on them.
    #[inline]
    fn is_beaten(&self, store: &Store) -> bool {
        let Some(objective) = &self.settings.objective else {
            return false;
        };
        let unseen = self.limit.is_none() && !store.is_watched() && !self.learns_impacts();
        unseen && objective.is_beaten(&store.vars)
    }

    /// Propagates the constraints and the objective to a fixpoint.
    fn reach_fixpoint(&mut self, store: &mut Store, narrowed: Narrowed) {
        if narrowed.is_err() {
            store.forget_queue();
            store.count_dead_end();
        }
        let mut result = narrowed.and_then(|()| store.propagate_some());
        if self.settings.objective.is_some() {
            while result.is_ok() && !store.is_paused() {
                let before = store.vars.prunings;
                result = self.tighten(store);
                if result.is_err() {
                    store.forget_queue();
                    store.count_dead_end();
                } else if store.vars.prunings == before {
                    break;
                } else {
                    result = store.propagate_some();
                }
            }
        }
        self.failed = result.is_err();
        self.failures += u64::from(self.failed);
    }

    /// Leaves a failed state or a solution. Returns false if the search space is exhausted.
    fn backtrack(&mut self, store: &mut Store, random: &mut SplitMix64) -> bool {
        let optimises = self.settings.objective.is_some();
        let improving = self.found && optimises && self.settings.restart;
        let cut_off = self.varies
            && self.limit.is_some_and(|n| self.failures >= n)
            && (optimises || !self.solved);
        if improving || cut_off {
            self.restart(store, random);
            return true;
        }
        if self.next_branch(store) {
            return true;
        }
        // A run that keeps a part of a solution searches a part of the space.
        if self.relaxed && (optimises || !self.solved) {
            self.restart(store, random);
            return true;
        }
        false
    }

    /// Starts a new run from the root.
    fn restart(&mut self, store: &mut Store, random: &mut SplitMix64) {
        self.leave(store);
        store.set_newest_mark(self.base);
        store.counters.restarts += 1;
        store.report_restart();
        self.nodes += 1;
        self.run += 1;
        self.failures = 0;
        self.limit = self.settings.cutoff.limit(self.run);
        self.relaxed = false;
        let mut narrowed = Ok(());
        if let Some(neighborhood) = &self.settings.neighborhood {
            match neighborhood.reconstruct(store, random) {
                Ok(kept) => self.relaxed = kept,
                Err(e) => {
                    self.relaxed = true;
                    narrowed = Err(e);
                }
            }
        }
        self.reach_fixpoint(store, narrowed);
    }

    /// [`Search::next_branch`] to a choice point whose alternative is [`Alternative::SilentAssign`]: assigns the next
    /// value. Returns false if the newest choice point is another one.
    #[inline]
    fn next_branch_silently(&mut self, store: &mut Store) -> bool {
        let Some(frame) = self.frames.last_mut() else {
            return false;
        };
        let Alternative::SilentAssign(i, order) = frame.alternative else {
            return false;
        };
        store.undo_entries(frame.mark);
        store.vars.fixed_log.truncate(frame.log);
        self.path.truncate(frame.place.steps);
        let var = frame.var;
        // The depth counts `var ≠ i` as a move.
        frame.place.depth += 1;
        self.place = frame.place;
        self.failed = true;
        let Some(next) = store.vars.value_beyond(var, i, order == Order::Down) else {
            self.frames.pop();
            store.set_newest_mark(self.newest_mark());
            return true;
        };
        if store
            .vars
            .value_beyond(var, next, order == Order::Down)
            .is_some()
        {
            frame.alternative = Alternative::SilentAssign(next, order);
            self.nodes += 1;
            self.place.depth += 1;
            store.set_newest_mark(frame.mark);
        } else {
            self.frames.pop();
            store.set_newest_mark(self.newest_mark());
        }
        self.assign(store, var, next);
        true
    }

    /// Returns to the newest choice point and takes its next branch. Returns false if there is none.
    fn next_branch(&mut self, store: &mut Store) -> bool {
        if self.next_branch_silently(store) {
            return true;
        }
        let Some(frame) = self.frames.pop() else {
            return false;
        };
        store.undo_entries(frame.mark);
        store.vars.fixed_log.truncate(frame.log);
        store.set_newest_mark(self.newest_mark());
        self.place = frame.place;
        self.path.truncate(frame.place.steps);
        self.failed = true;
        // A variable counts as one discrepancy, however many of its values are tried after the first.
        let first = !matches!(frame.alternative, Alternative::Each(_, _, false));
        self.place.discrepancies += u64::from(first);
        let limit = self.settings.discrepancies;
        if limit.is_some_and(|most| self.place.discrepancies > most) {
            return true;
        }
        let var = frame.var;
        match frame.alternative {
            Alternative::Move(m, i) => {
                self.place.depth += 1;
                self.make(store, var, m.opposite(), i);
            }
            // If no value that is left can be better, none is tried.
            Alternative::Each(..) if self.is_beaten(store) => {
                self.failures += 1;
                store.count_dead_end();
            }
            Alternative::Each(i, order, _) => {
                let Some(next) = next_value(store, var, &i, order) else {
                    return true;
                };
                if next_value(store, var, &next, order).is_some() {
                    self.advance(store, var, Alternative::Each(next, order, false));
                } else {
                    self.place.depth += 1;
                    self.make(store, var, Move::Assign, next);
                }
            }
            // Handled above.
            Alternative::SilentAssign(_, _) => {}
        }
        true
    }
}
