//! Nested limits on inferences: each is a count of inferences at which its own ball is thrown.

use super::cell::Cell;
use super::{Ball, Extension, Machine};

/// A limit in force.
struct Budget {
    token: u64,
    /// The count of inferences that it allows.
    until: u64,
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
        self.budgets.list.push(Budget { token, until });
        self.want_attention();
    }

    /// Lifts a limit, and those that were set inside it and are still there. Returns what was left.
    pub fn pop_budget(&mut self, token: u64) -> u64 {
        let Some(i) = self.budgets.list.iter().position(|b| b.token == token) else {
            return 0;
        };
        let left = self.budgets.list[i].until.saturating_sub(self.inferences);
        self.budgets.list.truncate(i);
        left
    }

    /// The ball of the outermost limit that is exceeded, which is lifted.
    pub(super) fn exceeded_budget(&mut self) -> Option<Ball> {
        let i = self
            .budgets
            .list
            .iter()
            .position(|b| b.until < self.inferences)?;
        let token = self.budgets.list[i].token;
        self.budgets.list.truncate(i);
        let name = self.atoms.intern("$inference_limit");
        let f = self.functors.intern(name, 1);
        let t = self.heap.structure(f, &[Cell::int(token as i64)]);
        Some(self.ball(t))
    }
}
