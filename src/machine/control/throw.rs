//! Throwing: the choice stack is unwound to the catcher.

use super::fixed_code::{CALL1, ENGINE_FAIL, FAIL_CATCH, HALT_FAIL};
use super::stacks::field;
use crate::machine::{Ball, Cell, Code, Extension, Machine};

impl<X: Extension> Machine<X> {
    /// Throws the ball that is set: unwinds the choice stack to the newest `catch/3` of this run whose catcher
    /// unifies with it, and returns the code of the recovery goal. Returns `None` if there is no such catcher:
    /// the run ends, and the ball stays set for what called it.
    #[cold]
    ///
    /// `p` is the address after the instruction that threw. Before anything is undone, the place of the throw is taken,
    /// unless the ball is caught.
    pub(in crate::machine) fn unwind(&mut self, p: Code) -> Option<Code> {
        self.wake.clear();
        self.tracing.shielded = false;
        if self.ball.as_ref().is_some_and(|ball| ball.0.is_exhaustion) {
            self.leave_to_cleanups();
        }
        if self.limits.begin_cleanups() {
            self.publish_deadline();
        }
        self.copy_cleanups();
        let mut e = self.e;
        let polled = std::mem::take(&mut self.pausing.has_raised);
        // True while nothing was undone.
        let mut is_intact = true;
        loop {
            let bp = self.b_get(field::BP) as Code;
            if bp == HALT_FAIL.as_ptr() {
                if is_intact {
                    self.note_throw(p, polled);
                }
                return None;
            }
            if bp == ENGINE_FAIL.as_ptr() {
                if std::mem::take(&mut is_intact) {
                    self.note_throw(p, polled);
                }
                // The ball continues in the caller of `engine_next/2`.
                self.abandon_engine();
                e = self.e;
                continue;
            }
            if bp == FAIL_CATCH.as_ptr() && self.ball.as_ref().is_some_and(|b| b.reaches(self.b)) {
                let own = self.b_get(field::E);
                while e > own {
                    e = self.env.get(e);
                }
                if e == own {
                    if std::mem::take(&mut is_intact) && !self.may_catch(own) {
                        self.note_throw(p, polled);
                    }
                    if let Some(code) = self.try_catcher() {
                        return Some(code);
                    }
                }
            }
            let below = self.b_get(field::PREV);
            if self.cleanups.last().is_some_and(|c| c.1 > below) {
                if std::mem::take(&mut is_intact) {
                    self.note_throw(p, polled);
                }
                // The bindings of the goal are undone before its cleanup runs.
                self.restore_choice();
                self.collect_cleanups(below);
                self.copy_cleanups();
            }
            self.b = below;
        }
    }

    /// At an active catch frame: unifies the ball; on success returns the code of the recovery goal.
    fn try_catcher(&mut self) -> Option<Code> {
        self.restore_choice();
        let depth = self.b_get(field::POS) as usize;
        let ball = self.ball.take()?;
        // The catch's own choice point stays until the ball unifies, so that a failed attempt is
        // undone.
        match self.unify_with_catcher(&ball) {
            Ok(true) => {}
            Ok(false) => return self.leave_catcher(ball),
            Err(other) => return self.leave_catcher(other),
        }
        let caught_at = self.b;
        self.findall.truncate(depth);
        self.b = self.b_get(field::PREV);
        self.hb = self.b_get(field::H);
        let recovery = self.y(1);
        self.pop_env();
        let at = self.protect(recovery);
        self.lift_limits_inside(caught_at);
        let cleaned = self.run_cleanups_after(&ball);
        let recovery = self.protected(at);
        self.unprotect(at);
        if let Err(ball) = cleaned {
            self.ball = Some(ball);
            return None;
        }
        self.set_x(0, recovery);
        self.b0 = self.b;
        Some(self.db.entries[CALL1.0 as usize])
    }

    /// Undoes the unification with a catcher; the ball goes on to the next one.
    fn leave_catcher(&mut self, ball: Ball) -> Option<Code> {
        self.wake.clear();
        self.restore_choice();
        self.ball = Some(ball);
        None
    }

    /// The catcher of a program in a dialect whose errors have other contexts, in `'$dialect_catcher'(Catcher)`.
    pub(in crate::machine) fn dialect_catcher(&self, catcher: Cell) -> Option<Cell> {
        let catcher = self.heap.deref(catcher);
        let wraps = catcher.is_structure()
            && self.heap.functor_of(catcher).0 == self.well_known.dialect_catcher;
        wraps.then(|| self.heap.deref(self.heap.argument(catcher, 0)))
    }

    /// Unifies a ball with the catcher of the catch frame. Returns true if they unify, and the constraints and delayed
    /// goals of both allow it: a ball that its catcher's recovery goal could only fail with is not caught.
    ///
    /// # Errors
    /// Those of constraints and delayed goals, limits and interrupts.
    fn unify_with_catcher(&mut self, ball: &Ball) -> Result<bool, Ball> {
        let term = self.restore_constrained(&ball.0.term)?;
        let (catcher, term) = match self.dialect_catcher(self.y(0)) {
            Some(catcher) => (catcher, X::error_of_dialect(self, term)),
            None => (self.y(0), term),
        };
        if !self.unify_or_fail(catcher, term) {
            return Ok(false);
        }
        let woken = self.wake.clone();
        Ok(!self.wake_ups_fail(&woken)?)
    }
}
