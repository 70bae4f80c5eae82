//! The queue of propagators: one first-in, first-out list per cost.

use crate::fd::kernel::event::Cost;
use crate::fd::kernel::store_flags::{QUEUED, SUBSUMED};

/// The number of changes in a row, made by inequalities and disequalities alone, that count as that many runs.
pub(super) const CHANGES: usize = 512;

/// The number of fifos: more than costs, so that three bits are always the index of one, and no access is checked.
const SLOTS: usize = 8;
const _: () = assert!(Cost::LEVELS <= SLOTS);

/// Propagators of one cost, first in, first out. The propagators that were taken stay in front until the list is empty,
/// which it soon is, or until there are many of them.
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
    /// The number of runs of this fixpoint, and the number from which on it is taken for a long one.
    pub(super) steps: u64,
    pub(super) patience: u64,
    /// The number of runs at which one of the two limits is reached, and the number at which to pause.
    pub(super) alarm: u64,
    pub(super) pause: u64,
    /// True while a fixpoint is not finished.
    pub(super) paused: bool,
    /// True while a fixpoint takes too long: bounds of large domains are left alone.
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
