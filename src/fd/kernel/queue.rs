//! The queue of propagators: one first-in, first-out list per cost.

use crate::fd::kernel::event::Cost;
use crate::fd::kernel::store_flags::{QUEUED, SUBSUMED};

/// After how many changes in a row that only inequalities and disequalities made they count as runs.
pub(super) const CHANGES: usize = 512;

/// How many fifos there are: more than costs, so that three bits always say which.
const SLOTS: usize = 8;
const _: () = assert!(Cost::LEVELS <= SLOTS);

/// Propagators of one cost, first in, first out. It is empty so often that those taken need not
/// make room before.
#[derive(Default, Debug)]
pub(super) struct Fifo {
    pub(super) waiting: Vec<u32>,
    /// How many of them were taken.
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
    /// By cost; there is room for as many as the bits of `filled`.
    pub(super) fifos: [Fifo; SLOTS],
    /// Which fifos are not empty, by bit.
    pub(super) filled: u8,
    /// Runs of this fixpoint, and how many of them are no reason to worry.
    pub(super) steps: u64,
    pub(super) patience: u64,
    /// After how many of them something must be done, and after how many to pause.
    pub(super) alarm: u64,
    pub(super) pause: u64,
    /// Set while a fixpoint is not finished.
    pub(super) paused: bool,
    /// Set while a fixpoint takes too long.
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
