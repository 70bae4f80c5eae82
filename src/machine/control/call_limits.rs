//! Nested limits on inferences and on time: each has its own ball, thrown when it is exceeded.

use crate::machine::state::limits::CallLimit;
use crate::machine::{Ball, Cell, Extension, Machine};
use std::time::{Duration, Instant};

impl<X: Extension> Machine<X> {
    /// Allows `n` more inferences; beyond, the ball `'$inference_limit'(Token)` is thrown. Returns the
    /// token.
    pub fn push_budget(&mut self, n: u64) -> u64 {
        self.call_limits.last_token += 1;
        let token = self.call_limits.last_token;
        self.resume_budget(token, n);
        token
    }

    /// Puts a limit in force again with `n` inferences left.
    pub fn resume_budget(&mut self, token: u64, n: u64) {
        let until = self.inferences.saturating_add(n);
        self.call_limits.list.push(CallLimit {
            token,
            until,
            deadline: None,
        });
        self.signal();
    }

    /// Allows so much time from now on; then the ball `'$inference_limit'(Token)` is thrown. Returns
    /// the token. A time that no clock can tell is no limit.
    pub fn push_deadline(&mut self, time: Duration) -> u64 {
        self.call_limits.last_token += 1;
        let token = self.call_limits.last_token;
        let deadline = Instant::now().checked_add(time);
        self.call_limits.list.push(CallLimit {
            token,
            until: deadline.map_or(u64::MAX, |_| self.inferences),
            deadline,
        });
        self.note_deadline();
        self.signal();
        token
    }

    /// Lifts a limit, and those that were set inside it and are still there. Returns what was left.
    pub fn pop_budget(&mut self, token: u64) -> u64 {
        let Some(i) = self.call_limits.list.iter().position(|b| b.token == token) else {
            return 0;
        };
        let left = self.call_limits.list[i]
            .until
            .saturating_sub(self.inferences);
        self.call_limits.list.truncate(i);
        self.note_deadline();
        left
    }

    /// Lets those know who may not look at the limits themselves.
    fn note_deadline(&self) {
        let first = self
            .call_limits
            .list
            .iter()
            .filter_map(|b| b.deadline)
            .min();
        self.signals.set_deadline(first);
    }

    /// The ball of the outermost limit that is exceeded, which is lifted.
    pub(in crate::machine) fn exceeded_budget(&mut self) -> Option<Ball> {
        let now = self.inferences;
        let i = self
            .call_limits
            .list
            .iter_mut()
            .position(|b| b.exceeded(now))?;
        Some(self.lift(i))
    }

    /// The ball of the outermost time limit that is over, which is lifted: for work that makes no calls.
    pub(in crate::machine) fn overdue_budget(&mut self) -> Option<Ball> {
        let i = self.call_limits.list.iter().position(CallLimit::overdue)?;
        Some(self.lift(i))
    }

    fn lift(&mut self, i: usize) -> Ball {
        let token = self.call_limits.list[i].token;
        self.call_limits.list.truncate(i);
        self.note_deadline();
        let name = self.atoms.intern("$inference_limit");
        let f = self.functors.intern(name, 1);
        let t = self.heap.structure(f, &[Cell::int(token as i64)]);
        self.ball(t)
    }
}
