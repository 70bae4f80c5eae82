//! Nested limits on inferences and on time: each has its own ball, thrown when it is exceeded.

use super::cell::Cell;
use super::{Ball, Extension, Machine};
use std::time::{Duration, Instant};

/// How many inferences go by between two looks at the clock.
const SLICE: u64 = 128;

/// A limit in force.
struct Budget {
    token: u64,
    /// The count of inferences that it allows, or, of a limit on time, at which the clock is looked at.
    until: u64,
    /// When the time is up.
    deadline: Option<Instant>,
}

impl Budget {
    fn overdue(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether the limit is exceeded after so many inferences.
    fn exceeded(&mut self, inferences: u64) -> bool {
        if self.until >= inferences {
            return false;
        }
        if self.deadline.is_some() && !self.overdue() {
            self.until = inferences + SLICE;
            return false;
        }
        true
    }
}

/// The limits in force, the innermost last.
#[derive(Default)]
pub(super) struct Budgets {
    list: Vec<Budget>,
    last_token: u64,
}

impl Budgets {
    /// Whether every call must be looked at.
    pub(super) fn any(&self) -> bool {
        !self.list.is_empty()
    }

    /// Whether the time of a limit is up.
    pub(super) fn overdue(&self) -> bool {
        self.list.iter().any(Budget::overdue)
    }
}

impl<X: Extension> Machine<X> {
    /// Allows `n` more inferences; beyond, the ball `'$inference_limit'(Token)` is thrown. Returns the
    /// token.
    pub fn push_budget(&mut self, n: u64) -> u64 {
        self.budgets.last_token += 1;
        let token = self.budgets.last_token;
        self.resume_budget(token, n);
        token
    }

    /// Puts a limit in force again with `n` inferences left.
    pub fn resume_budget(&mut self, token: u64, n: u64) {
        let until = self.inferences.saturating_add(n);
        self.budgets.list.push(Budget {
            token,
            until,
            deadline: None,
        });
        self.want_attention();
    }

    /// Allows so much time from now on; then the ball `'$inference_limit'(Token)` is thrown. Returns
    /// the token. A time that no clock can tell is no limit.
    pub fn push_deadline(&mut self, time: Duration) -> u64 {
        self.budgets.last_token += 1;
        let token = self.budgets.last_token;
        let deadline = Instant::now().checked_add(time);
        self.budgets.list.push(Budget {
            token,
            until: deadline.map_or(u64::MAX, |_| self.inferences),
            deadline,
        });
        self.note_deadline();
        self.want_attention();
        token
    }

    /// Lifts a limit, and those that were set inside it and are still there. Returns what was left.
    pub fn pop_budget(&mut self, token: u64) -> u64 {
        let Some(i) = self.budgets.list.iter().position(|b| b.token == token) else {
            return 0;
        };
        let left = self.budgets.list[i].until.saturating_sub(self.inferences);
        self.budgets.list.truncate(i);
        self.note_deadline();
        left
    }

    /// Lets those know who may not look at the limits themselves.
    fn note_deadline(&self) {
        let first = self.budgets.list.iter().filter_map(|b| b.deadline).min();
        self.attention.set_deadline(first);
    }

    /// The ball of the outermost limit that is exceeded, which is lifted.
    pub(super) fn exceeded_budget(&mut self) -> Option<Ball> {
        let now = self.inferences;
        let i = self.budgets.list.iter_mut().position(|b| b.exceeded(now))?;
        Some(self.lift(i))
    }

    /// The ball of the outermost time limit that is over, which is lifted: for work that makes no calls.
    pub(super) fn overdue_budget(&mut self) -> Option<Ball> {
        let i = self.budgets.list.iter().position(Budget::overdue)?;
        Some(self.lift(i))
    }

    fn lift(&mut self, i: usize) -> Ball {
        let token = self.budgets.list[i].token;
        self.budgets.list.truncate(i);
        self.note_deadline();
        let t = self.compound("$inference_limit", &[Cell::int(token as i64)]);
        self.ball(t)
    }
}
