//! The queue of propagators: one first-in, first-out list per cost.

use crate::fd::kernel::event::Cost;
use crate::fd::kernel::store_flags::{QUEUED, SUBSUMED};

/// The number of changes in a row, made by inequalities and disequalities without a run of the queue, after which they
/// are counted as runs.
pub(super) const CHANGES: usize = 512;

/// The number of fifos: more than costs, so that three bits are always the index of one, and no access is checked.
const SLOTS: usize = 8;
const _: () = assert!(Cost::LEVELS <= SLOTS);

/// Propagators of one cost, first in, first out. Those that were taken stay in front until the list is empty or has
/// many of them, so that taking one moves no others.
#[derive(Default, Debug)]
pub(super) struct Fifo {
    pub(super) waiting: Vec<u32>,
    /// The number of those at the front that were taken.
    pub(super) taken: usize,
}

impl Fifo {
    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        let p = self.waiting.get(self.taken).copied();
        self.taken += 1;
        if self.taken >= self.waiting.len() {
            self.waiting.clear();
            self.taken = 0;
        } else if self.taken == CHANGES {
            self.waiting.drain(..CHANGES);
            self.taken = 0;
        }
        p
    }
}

/// Propagators that must run.
#[derive(Default, Debug)]
pub(crate) struct Queue {
    /// By cost; as many as `filled` has bits.
    pub(super) fifos: [Fifo; SLOTS],
    /// One bit for each fifo: set if it is not empty.
    pub(super) filled: u8,
    /// The number of runs of this fixpoint.
    pub(super) steps: u64,
    /// The number of runs from which on the fixpoint counts as a long one.
    pub(super) step_limit: u64,
    /// The lower one of `step_limit` and `pause`: the loop compares with this number alone.
    pub(super) alarm: u64,
    /// The number of runs at which the fixpoint pauses.
    pub(super) pause: u64,
    /// True while a fixpoint is not finished.
    pub(super) paused: bool,
    /// True while a fixpoint takes too long: changes of bounds of large domains are not delivered.
    pub(super) coarse: bool,
}

impl Queue {
    /// Queues a propagator unless it is queued or subsumed.
    #[inline]
    pub(crate) fn push(&mut self, p: u32, level: usize, flags: &mut [u8]) {
        let flag = &mut flags[p as usize];
        if *flag & (QUEUED | SUBSUMED) == 0 {
            *flag |= QUEUED;
            self.fifos[level & (SLOTS - 1)].waiting.push(p);
            self.filled |= 1 << (level & (SLOTS - 1));
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        let level = self.filled.trailing_zeros() as usize;
        let fifo = self.fifos.get_mut(level)?;
        let p = fifo.pop()?;
        if fifo.waiting.is_empty() {
            self.filled &= self.filled - 1;
        }
        Some(p)
    }
}
