//! Depth-first search inside the store, for when nothing outside has to be told of each step:
//! labeling, branch and bound, restarts, limited discrepancies.
//!
//! The search keeps its choice points as marks of the store. Between two calls of
//! [`Search::next`] the caller may change the store, provided that it undoes its changes, down to
//! [`Search::newest_mark`], before the next call. Knows no terms.

use crate::base::int::Int;
use crate::base::splitmix::SplitMix64;
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::event::ModEvent;
use crate::fd::kernel::trace::{By, Cause};
use crate::fd::kernel::var::{INF, SUP, VarId};
use crate::fd::search::objective::Objective;
use crate::fd::search::restart::{Cutoff, Relax};
use crate::fd::search::strategy::{
    Branch, Choice, Move, Order, Select, Strategy, choose, next_value, select,
};

/// What a call of [`Search::next`] came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All variables are fixed; if something is optimised, better than ever before.
    Solution,
    /// There is no further solution; the store is as it was before the search.
    Exhausted,
    /// The budget is used up; call again.
    Paused,
    /// A variable to be labeled has an infinite domain, or a cost is not fixed by a labeling.
    Infinite(VarId),
}

/// How many runs of propagators a call may take, whatever its budget of choices.
const WORK: u64 = 100_000;
/// How many events a listener is told of at a time, about.
const MUCH: usize = 1_000;

/// Variables that are labeled in one way.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    /// In the order that the caller gave.
    pub vars: Vec<VarId>,
    /// How they are chosen.
    pub strategy: Strategy,
}

/// What makes a search more than a walk through all solutions.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Only solutions that better those before.
    pub objective: Option<Objective>,
    /// How often a path may leave the branch that comes first.
    pub discrepancies: Option<u64>,
    /// Begin again after each solution that is to be bettered.
    pub restart: bool,
    /// Begin again after many contradictions.
    pub cutoff: Cutoff,
    /// Keep a part of the last solution then.
    pub relax: Option<Relax>,
    /// Keep the path, for [`Search::is_last`].
    pub replays: bool,
}

/// Where a search stands on its path.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// The segment that is being labeled.
    segment: usize,
    /// Its variables before this one are fixed.
    first: usize,
    /// Choices made so far.
    depth: u64,
    /// How many of them left the first branch.
    taken: u64,
    /// Steps of the path.
    steps: usize,
}

/// A choice point: where to return to, and what was tried.
#[derive(Clone, Debug)]
struct Frame {
    mark: u64,
    /// Length of the log of fixed variables.
    log: usize,
    place: Place,
    var: VarId,
    tried: Tried,
}

#[derive(Clone, Debug)]
enum Tried {
    /// A move; the alternative is its opposite.
    Move(Move, Int),
    /// `var = value`; the alternative is the next value. Whether this one was the first.
    Each(Int, Order, bool),
    /// `var = value`, or else `var ≠ value`, of which nobody would hear: then the same variable
    /// comes next, so the alternative is the next value.
    Unheard(i64, Order),
}

/// A search in progress.
#[derive(Debug)]
pub struct Search {
    segments: Vec<Segment>,
    settings: Settings,
    frames: Vec<Frame>,
    place: Place,
    /// Where the search began.
    base: u64,
    /// Whether the next move is to go back.
    failed: bool,
    /// Whether the last call found a solution.
    found: bool,
    /// Whether any call did.
    solved: bool,
    /// Whether this run kept a part of the last solution.
    relaxed: bool,
    /// Contradictions in this run, and how many there may be.
    failures: u64,
    limit: Option<u64>,
    run: u64,
    /// Whether two runs may differ.
    varies: bool,
    /// What became fixed on the way to the last solution.
    log: Vec<VarId>,
    /// The moves of the path, if it is kept.
    path: Vec<(VarId, Move, Int)>,
    nodes: u64,
}

impl Search {
    /// A search that starts from the store's present state, which is a fixpoint.
    pub fn new(store: &mut Store, segments: Vec<Segment>, settings: Settings) -> Search {
        if segments.iter().any(|s| s.strategy.learns()) {
            store.learn_failures();
        }
        Search {
            limit: settings.cutoff.limit(1),
            varies: settings.relax.is_some() || segments.iter().any(|s| s.strategy.varies()),
            segments,
            settings,
            frames: Vec::new(),
            place: Place::default(),
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
        }
    }

    /// Whether there may be another solution.
    pub fn has_choices(&self) -> bool {
        !self.frames.is_empty() || (self.found && self.settings.restart) || self.relaxed
    }

    /// How many choices were made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many choices lead to the last solution.
    pub fn depth(&self) -> u64 {
        self.place.depth
    }

    /// What is to be optimised.
    pub fn objective(&self) -> Option<&Objective> {
        self.settings.objective.as_ref()
    }

    /// Where the search began.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The mark that the store must be undone to before the next call.
    pub fn newest_mark(&self) -> u64 {
        self.frames.last().map_or(self.base, |f| f.mark)
    }

    /// Goes on to the next solution, for at most `budget` choices.
    pub fn next(&mut self, store: &mut Store, random: &mut SplitMix64, budget: u64) -> Outcome {
        store.vars.fixed_log.clone_from(&self.log);
        store.set_newest_mark(self.newest_mark());
        let end = self.nodes.saturating_add(budget.max(1));
        let enough = store.counters.propagations.saturating_add(WORK);
        let heard = store.is_heard();
        if store.is_paused() {
            self.settle(store, Ok(()));
        }
        if self.found {
            self.failed = true;
        }
        loop {
            if self.nodes >= end
                || store.is_paused()
                || store.counters.propagations > enough
                || (heard && store.has_much_to_tell(MUCH))
            {
                return self.pause(store, Outcome::Paused);
            }
            if self.failed {
                if !self.go_back(store, random) {
                    store.counters.optimalities += 1;
                    self.leave(store);
                    return Outcome::Exhausted;
                }
                self.found = false;
                continue;
            }
            let Some(var) = self.open_var(store, random) else {
                return self.solution(store);
            };
            let strategy = self.segments[self.place.segment].strategy;
            if let Some(i) = self.unheard(store, var, strategy) {
                self.open_frame(store, var, Tried::Unheard(i, strategy.order));
                self.assign(store, var, i);
                continue;
            }
            match choose(store, var, strategy, random) {
                Some(Choice::Two(m, i)) => self.advance(store, var, Tried::Move(m, i)),
                Some(Choice::Each(i, order)) => {
                    self.advance(store, var, Tried::Each(i, order, true));
                }
                None => return self.pause(store, Outcome::Infinite(var)),
            }
        }
    }

    /// Takes the store back to where the search began.
    pub fn leave(&mut self, store: &mut Store) {
        store.undo_to(self.base);
        self.frames.clear();
        self.log.clear();
        self.path.clear();
        self.place = Place::default();
    }

    /// Whether no solution follows the one that was just found; `None` if that takes more than
    /// `budget` choices to say. The store remains at the solution. Needs [`Settings::replays`].
    pub fn is_last(
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
            settings: Settings {
                replays: true,
                ..Settings::default()
            },
            frames: std::mem::take(&mut self.frames),
            path: std::mem::take(&mut self.path),
            log: std::mem::take(&mut self.log),
            ..*self
        };
        let found = store.aside(|s| {
            s.undo_to(ahead.newest_mark());
            ahead.next(s, random, budget)
        });
        let last = match found {
            Outcome::Exhausted => Some(true),
            Outcome::Solution => Some(false),
            Outcome::Paused | Outcome::Infinite(_) => None,
        };
        self.segments = ahead.segments;
        if last == Some(true) {
            self.frames.clear();
            self.path = path;
        } else {
            (self.frames, self.path) = (frames, path);
        }
        self.place = place;
        store.aside(|s| self.replay(s));
        last
    }

    /// Makes the moves of the path again.
    fn replay(&mut self, store: &mut Store) {
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

    /// Leaves the store to the caller.
    fn pause(&mut self, store: &mut Store, outcome: Outcome) -> Outcome {
        self.log.clone_from(&store.vars.fixed_log);
        if outcome != Outcome::Solution {
            store.vars.fixed_log.clear();
        }
        outcome
    }

    fn solution(&mut self, store: &mut Store) -> Outcome {
        if let Some(objective) = &mut self.settings.objective {
            if let Some(v) = objective.open_cost(store) {
                return self.pause(store, Outcome::Infinite(v));
            }
            let all = self.segments.iter().flat_map(|s| s.vars.iter().copied());
            objective.record(store, all);
        }
        if let Some(relax) = &mut self.settings.relax {
            relax.record(store);
        }
        store.counters.solutions += 1;
        store.report_solution();
        self.found = true;
        self.solved = true;
        self.pause(store, Outcome::Solution)
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
            } else if let Some(i) = select(store, vars, *first, segment.strategy.select, random) {
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

    /// The first value of a variable, if nobody would hear of its going and the same variable would be
    /// chosen then.
    #[inline]
    fn unheard(&self, store: &Store, var: VarId, by: Strategy) -> Option<i64> {
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
        (!event.is_wanted(slot.wanted & !ModEvent::WATCHED)).then_some(value)
    }

    /// Makes a choice point and takes its first branch.
    fn advance(&mut self, store: &mut Store, var: VarId, tried: Tried) {
        let (m, i) = match &tried {
            Tried::Move(m, i) => (*m, i.clone()),
            Tried::Each(i, _, _) => (Move::Assign, i.clone()),
            Tried::Unheard(i, _) => (Move::Assign, Int::Small(*i)),
        };
        self.open_frame(store, var, tried);
        self.make(store, var, m, i);
    }

    /// Makes a choice point.
    fn open_frame(&mut self, store: &mut Store, var: VarId, tried: Tried) {
        self.nodes += 1;
        let mark = store.mark();
        store.set_newest_mark(mark);
        self.frames.push(Frame {
            mark,
            log: store.vars.fixed_log.len(),
            place: self.place,
            var,
            tried,
        });
        self.place.depth += 1;
    }

    /// [`Search::make`] of `var = i` for a variable that is not fixed.
    fn assign(&mut self, store: &mut Store, var: VarId, i: i64) {
        if self.settings.replays || store.is_watched() {
            return self.make(store, var, Move::Assign, Int::Small(i));
        }
        store.vars.fix_inside(var, i);
        self.settle(store, Ok(()));
    }

    /// Makes a move and propagates.
    fn make(&mut self, store: &mut Store, var: VarId, m: Move, i: Int) {
        store.report_decision(var, m, &i);
        // After a solution, this alone tells mostly that there is no better one here.
        let narrowed = match self.failed {
            true => self.tighten(store),
            false => Ok(()),
        };
        let narrowed = narrowed.and_then(|()| m.make(store, var, &i));
        if narrowed.is_ok() {
            store.report_decided();
        }
        self.settle(store, narrowed);
        if self.settings.replays {
            self.path.push((var, m, i));
            self.place.steps = self.path.len();
        }
    }

    /// Removes costs that only solutions have which are not worth finding.
    #[inline]
    fn tighten(&self, store: &mut Store) -> Narrowed {
        let Some(objective) = &self.settings.objective else {
            return Ok(());
        };
        let told = objective.tighten(store);
        store.report(By::Cost);
        if told.is_err() {
            store.suspect(Cause::Cost);
        }
        told
    }

    /// Propagates; what is to be bettered counts as a constraint.
    fn settle(&mut self, store: &mut Store, narrowed: Narrowed) {
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

    /// Leaves a state that failed or was a solution; false when there is nowhere to go.
    fn go_back(&mut self, store: &mut Store, random: &mut SplitMix64) -> bool {
        let optimises = self.settings.objective.is_some();
        let bettering = self.found && optimises && self.settings.restart;
        let tired = self.varies
            && self.limit.is_some_and(|n| self.failures >= n)
            && (optimises || !self.solved);
        if bettering || tired {
            self.restart(store, random);
            return true;
        }
        if self.retreat(store) {
            return true;
        }
        // Only a part of the space was searched.
        if self.relaxed && (optimises || !self.solved) {
            self.restart(store, random);
            return true;
        }
        false
    }

    /// Begins again from the top.
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
        if let Some(relax) = &self.settings.relax {
            match relax.reconstruct(store, random) {
                Ok(kept) => self.relaxed = kept,
                Err(e) => {
                    self.relaxed = true;
                    narrowed = Err(e);
                }
            }
        }
        self.settle(store, narrowed);
    }

    /// Returns to the newest choice point and takes its next branch; false when there is none.
    fn retreat(&mut self, store: &mut Store) -> bool {
        if let Some(frame) = self.frames.last_mut()
            && let Tried::Unheard(i, order) = frame.tried
        {
            store.undo_entries(frame.mark);
            store.vars.fixed_log.truncate(frame.log);
            self.path.truncate(frame.place.steps);
            let var = frame.var;
            // As if `var ≠ i` had been a move.
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
                frame.tried = Tried::Unheard(next, order);
                self.nodes += 1;
                self.place.depth += 1;
                store.set_newest_mark(frame.mark);
            } else {
                self.frames.pop();
                store.set_newest_mark(self.newest_mark());
            }
            self.assign(store, var, next);
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
        let first = !matches!(frame.tried, Tried::Each(_, _, false));
        self.place.taken += u64::from(first);
        let limit = self.settings.discrepancies;
        if limit.is_some_and(|most| self.place.taken > most) {
            return true;
        }
        let var = frame.var;
        match frame.tried {
            Tried::Move(m, i) => {
                self.place.depth += 1;
                self.make(store, var, m.opposite(), i);
            }
            Tried::Each(i, order, _) => {
                let Some(next) = next_value(store, var, &i, order) else {
                    return true;
                };
                if next_value(store, var, &next, order).is_some() {
                    self.advance(store, var, Tried::Each(next, order, false));
                } else {
                    self.place.depth += 1;
                    self.make(store, var, Move::Assign, next);
                }
            }
            // Dealt with above.
            Tried::Unheard(_, _) => {}
        }
        true
    }
}
