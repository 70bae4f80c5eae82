//! Nested limits on inferences and on time: each throws a ball of its own when it is exceeded.

use crate::machine::state::limits::CallLimit;
use crate::machine::{Ball, Cell, Extension, Machine};
use std::time::{Duration, Instant};

impl<X: Extension> Machine<X> {
    /// Sets a limit of `n` more inferences, which throws `'$inference_limit'(Token)`. Returns the
    /// token.
    pub(crate) fn push_inference_limit(&mut self, n: u64) -> u64 {
        self.call_limits.last_token += 1;
        let token = self.call_limits.last_token;
        self.resume_inference_limit(token, n);
        token
    }

    /// Puts a limit in force again with `n` inferences left.
    pub(crate) fn resume_inference_limit(&mut self, token: u64, n: u64) {
        let until = self.inferences.saturating_add(n);
        self.call_limits.list.push(CallLimit {
            token,
            until,
            deadline: None,
        });
        self.signal();
    }

    /// Sets a time limit from now on, which throws `'$inference_limit'(Token)`. Returns the token. A
    /// time beyond the range of the clock is not a limit.
    pub(crate) fn push_deadline(&mut self, time: Duration) -> u64 {
        self.call_limits.last_token += 1;
        let token = self.call_limits.last_token;
        let deadline = Instant::now().checked_add(time);
        self.call_limits.list.push(CallLimit {
            token,
            until: u64::MAX,
            deadline,
        });
        self.publish_deadline();
        self.signal();
        token
    }

    /// Removes a limit and those set inside it. Returns the inferences that were left.
    pub(crate) fn pop_call_limit(&mut self, token: u64) -> u64 {
        let Some(i) = self.call_limits.list.iter().position(|b| b.token == token) else {
            return 0;
        };
        let left = self.call_limits.list[i]
            .until
            .saturating_sub(self.inferences);
        self.call_limits.list.truncate(i);
        self.publish_deadline();
        left
    }

    /// Copies the earliest deadline to the part that other threads can access, and sets the timer.
    pub(in crate::machine) fn publish_deadline(&mut self) {
        let nested = self.call_limits.list.iter().filter_map(|b| b.deadline);
        let first = nested.chain(self.limits.deadline).min();
        self.signals.set_deadline(first);
        self.timer.set(&self.signals);
    }

    /// The ball of the outermost limit that is exceeded, which is removed.
    pub(in crate::machine) fn exceeded_limit(&mut self) -> Option<Ball> {
        let now = self.inferences;
        let i = self.call_limits.list.iter().position(|b| b.exceeded(now))?;
        Some(self.lift(i))
    }

    /// The ball of the outermost time limit that has expired, which is removed: for long work without
    /// calls.
    pub(in crate::machine) fn expired_limit(&mut self) -> Option<Ball> {
        let i = self
            .call_limits
            .list
            .iter()
            .position(CallLimit::is_expired)?;
        Some(self.lift(i))
    }

    fn lift(&mut self, i: usize) -> Ball {
        let token = self.call_limits.list[i].token;
        self.call_limits.list.truncate(i);
        self.publish_deadline();
        // The timer announces a deadline once, and another one may have passed with it.
        self.signals.look_at_clock();
        let name = self.atoms.intern("$inference_limit");
        let f = self.functors.intern(name, 1);
        let t = self.heap.structure(f, &[Cell::int(token as i64)]);
        self.ball(t)
    }
}
