//! How one long run of a propagator ends before its time: it says from time to time how much it
//! has done, and hears when whoever waits for it wants it stopped. It then returns as if no
//! solution were left, and the queue, which knows better, has it wait for another run: what it
//! has removed until then is removed rightly.

use crate::fd::kernel::domain_ops::Narrowed;
use crate::fd::kernel::var::{Inconsistent, Vars};
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

impl Vars {
    /// A propagator has done so many steps, of which each takes little time. An error ends its
    /// run; only `Propagator::propagate` may pass it on.
    #[inline]
    pub(crate) fn worked(&self, steps: usize) -> Narrowed {
        let sum = self.stop.steps.get().saturating_add(steps);
        self.stop.steps.set(sum);
        if sum < OFTEN {
            return Ok(());
        }
        self.stop.look()
    }
}

#[cfg(test)]
mod tests {
    use crate::fd::constraints::constraint::Constraint;
    use crate::fd::constraints::global::distinct::{Distinct, Strength};
    use crate::fd::kernel::store::Store;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn a_stopped_run_is_made_up_for() {
        let mut s = Store::new();
        let wanted = Arc::new(AtomicBool::new(true));
        let seen = wanted.clone();
        s.ask_to_stop(Some(Box::new(move || seen.load(Ordering::SeqCst))));
        // Element number 0 has the only value that the others, of which there are too many for a
        // word, leave: their own.
        let first = s.new_range(1, 1000);
        let mut xs = vec![first];
        xs.extend((1..1000).map(|_| s.new_range(2, 1000)));
        let all = Constraint::global(Distinct::new(&xs, Strength::Domain));
        s.post(&all).expect("possible");
        s.propagate_some().expect("possible");
        assert!(s.is_paused());
        assert_eq!(s.vars().word(first), None);
        s.propagate_some().expect("possible");
        assert!(s.is_paused());
        wanted.store(false, Ordering::SeqCst);
        s.propagate().expect("possible");
        assert!(!s.is_paused());
        assert_eq!(s.vars().word(first), Some(1));
    }
}
