//! Depth-first labeling inside the store, for when nothing outside has to be told of each step.
//!
//! The search keeps its choice points as marks of the store. Between two calls of
//! [`Search::next`] the caller may change the store, provided that it undoes its changes before
//! the next call. Knows no terms.

use super::bound::Bound;
use super::label::{Branch, Order, Select, first_value, middle, next_value, select};
use super::store::Store;
use super::var::{Inconsistent, VarId};
use crate::base::int::Int;

/// What a call of [`Search::next`] came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All variables are fixed.
    Solution,
    /// There is no further solution; the store is as it was before the search.
    Exhausted,
    /// The budget is used up; call again.
    Paused,
    /// A variable to be labeled has an infinite domain.
    Infinite(VarId),
}

/// A choice point: where to return to, and what was tried.
#[derive(Debug)]
struct Frame {
    mark: u64,
    /// Length of the log of fixed variables.
    log: usize,
    var: VarId,
    tried: Tried,
}

#[derive(Debug)]
enum Tried {
    /// `var = value`; the alternative is `var ≠ value`.
    Step(Int),
    /// `var = value`; the alternative is the next value.
    Enum(Int),
    /// `var ≤ value`; the alternative is `var > value`.
    Low(Int),
    /// `var > value`; the alternative is `var ≤ value`.
    High(Int),
}

/// A labeling in progress.
#[derive(Debug)]
pub struct Search {
    vars: Vec<VarId>,
    select: Select,
    order: Order,
    branch: Branch,
    frames: Vec<Frame>,
    /// The newest mark of the caller.
    outer: u64,
    /// Whether the next move is to go back.
    failed: bool,
    /// What became fixed on the way to the last solution.
    log: Vec<VarId>,
    nodes: u64,
}

impl Search {
    /// A labeling of the given variables, which starts from the store's present state.
    pub fn new(
        store: &Store,
        vars: Vec<VarId>,
        select: Select,
        order: Order,
        branch: Branch,
    ) -> Search {
        Search {
            vars,
            select,
            order,
            branch,
            frames: Vec::new(),
            outer: store.newest_mark(),
            failed: false,
            log: Vec::new(),
            nodes: 0,
        }
    }

    /// Whether there may be another solution.
    pub fn has_choices(&self) -> bool {
        !self.frames.is_empty()
    }

    /// How many choices were made.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The variables that became fixed since the search began, as of the last solution, in order.
    pub fn fixed(&self) -> &[VarId] {
        &self.log
    }

    /// Goes on to the next solution, for at most `budget` choices.
    pub fn next(&mut self, store: &mut Store, budget: u64) -> Outcome {
        store.vars.fixed_log.clone_from(&self.log);
        self.set_newest(store);
        let end = self.nodes.saturating_add(budget);
        loop {
            if self.failed {
                if !self.retreat(store) {
                    self.log.clear();
                    return Outcome::Exhausted;
                }
                continue;
            }
            let Some(at) = select(store, &self.vars, self.select) else {
                self.failed = true;
                return self.pause(store, Outcome::Solution);
            };
            if self.nodes >= end {
                return self.pause(store, Outcome::Paused);
            }
            let var = self.vars[at];
            let Some(tried) = self.first_try(store, var) else {
                return self.pause(store, Outcome::Infinite(var));
            };
            self.advance(store, var, tried);
        }
    }

    /// Leaves the store to the caller.
    fn pause(&mut self, store: &Store, outcome: Outcome) -> Outcome {
        self.log.clone_from(&store.vars.fixed_log);
        outcome
    }

    fn set_newest(&self, store: &mut Store) {
        store.set_newest_mark(self.frames.last().map_or(self.outer, |f| f.mark));
    }

    fn first_try(&self, store: &Store, var: VarId) -> Option<Tried> {
        if store.vars.is_infinite(var) {
            return None;
        }
        match self.branch {
            Branch::Step => first_value(store, var, self.order).map(Tried::Step),
            Branch::Enum => first_value(store, var, self.order).map(Tried::Enum),
            Branch::Bisect => middle(store, var).map(match self.order {
                Order::Up => Tried::Low,
                Order::Down => Tried::High,
            }),
        }
    }

    /// Makes a choice point and takes its first branch.
    fn advance(&mut self, store: &mut Store, var: VarId, tried: Tried) {
        self.nodes += 1;
        let mark = store.mark();
        store.set_newest_mark(mark);
        let log = store.vars.fixed_log.len();
        let narrowed = match &tried {
            Tried::Step(i) | Tried::Enum(i) => store.assign(var, i),
            Tried::Low(i) => store.remove_above(var, &Bound::Fin(i.clone())),
            Tried::High(i) => store.remove_below(var, &Bound::Fin(i + &Int::ONE)),
        };
        self.frames.push(Frame {
            mark,
            log,
            var,
            tried,
        });
        self.failed = narrowed.and_then(|()| store.propagate()).is_err();
    }

    /// Returns to the newest choice point and takes its next branch; false when there is none.
    fn retreat(&mut self, store: &mut Store) -> bool {
        let Some(frame) = self.frames.pop() else {
            return false;
        };
        let mut log = std::mem::take(&mut store.vars.fixed_log);
        store.undo_to(frame.mark);
        log.truncate(frame.log);
        store.vars.fixed_log = log;
        self.set_newest(store);
        let var = frame.var;
        self.failed = false;
        let narrowed = match &frame.tried {
            Tried::Step(i) => store.remove_value(var, i),
            Tried::Enum(i) => match next_value(store, var, i, self.order) {
                Some(next) if next_value(store, var, &next, self.order).is_none() => {
                    store.assign(var, &next)
                }
                Some(next) => {
                    self.advance(store, var, Tried::Enum(next));
                    return true;
                }
                None => Err(Inconsistent),
            },
            Tried::Low(i) => store.remove_below(var, &Bound::Fin(i + &Int::ONE)),
            Tried::High(i) => store.remove_above(var, &Bound::Fin(i.clone())),
        };
        self.failed = narrowed.and_then(|()| store.propagate()).is_err();
        true
    }
}
