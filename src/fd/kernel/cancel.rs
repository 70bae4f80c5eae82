//! Cancelling one long run of a propagator. The run counts its steps; every so many steps the host's check is called.
//! If the check returns true, the run returns as if no solution were left, and the propagator is queued again. The
//! values that it has removed so far are rightly removed.

use crate::fd::kernel::slot::{Inconsistent, Narrowed};
use std::cell::Cell;
use std::fmt;

/// Steps between two calls of the check; a step takes some nanoseconds.
const OFTEN: usize = 1 << 18;

/// Returns true if long runs are to be cancelled.
pub(crate) type CancelCheck = Box<dyn Fn() -> bool + Send>;

/// The check, and whether it has cancelled a run.
#[derive(Default)]
pub(crate) struct Cancellation {
    check: Option<CancelCheck>,
    steps: Cell<usize>,
    /// True while a cancelled run returns.
    stopped: Cell<bool>,
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancellation").finish_non_exhaustive()
    }
}

impl Cancellation {
    /// Installs the check. Returns the one before.
    pub(crate) fn set_check(&mut self, check: Option<CancelCheck>) -> Option<CancelCheck> {
        std::mem::replace(&mut self.check, check)
    }

    /// Clears the flag. Returns true if it was set.
    #[inline]
    pub(crate) fn take(&self) -> bool {
        self.stopped.take()
    }

    /// Counts steps of a run, and calls the check every so many.
    #[inline]
    pub(crate) fn worked(&self, steps: usize) -> Narrowed {
        let sum = self.steps.get().saturating_add(steps);
        self.steps.set(sum);
        if sum < OFTEN {
            return Ok(());
        }
        self.run_check()
    }

    #[cold]
    #[inline(never)]
    fn run_check(&self) -> Narrowed {
        self.steps.set(0);
        if self.check.as_ref().is_some_and(|is_due| is_due()) {
            self.stopped.set(true);
            return Err(Inconsistent);
        }
        Ok(())
    }
}
