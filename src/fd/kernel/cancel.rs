//! How one long run of a propagator ends before its time: it says from time to time how much it
//! has done, and hears when whoever waits for it wants it stopped. It then returns as if no
//! solution were left, and the queue, which knows better, has it wait for another run: what it
//! has removed until then is removed rightly.

use crate::fd::kernel::slot::{Inconsistent, Narrowed};
use std::cell::Cell;
use std::fmt;

/// After how many steps somebody is asked; a step takes some nanoseconds.
const OFTEN: usize = 1 << 18;

/// Whether somebody wants to stop.
pub type Wish = Box<dyn Fn() -> bool + Send>;

/// Who is asked, and what became of it.
#[derive(Default)]
pub(crate) struct Stop {
    asked: Option<Wish>,
    steps: Cell<usize>,
    /// Set while a run that was stopped returns.
    stopped: Cell<bool>,
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop").finish_non_exhaustive()
    }
}

impl Stop {
    /// Says who is to be asked. Returns who was asked before.
    pub(crate) fn ask(&mut self, whom: Option<Wish>) -> Option<Wish> {
        std::mem::replace(&mut self.asked, whom)
    }

    /// Whether a run has returned because it was stopped. It is so once.
    #[inline]
    pub(crate) fn take(&self) -> bool {
        self.stopped.take()
    }

    /// Counts steps of a run, and asks from time to time.
    #[inline]
    pub(crate) fn worked(&self, steps: usize) -> Narrowed {
        let sum = self.steps.get().saturating_add(steps);
        self.steps.set(sum);
        if sum < OFTEN {
            return Ok(());
        }
        self.look()
    }

    #[cold]
    #[inline(never)]
    fn look(&self) -> Narrowed {
        self.steps.set(0);
        if self.asked.as_ref().is_some_and(|wish| wish()) {
            self.stopped.set(true);
            return Err(Inconsistent);
        }
        Ok(())
    }
}
