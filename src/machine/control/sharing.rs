//! The limits of a host that a query and the threads that it makes keep together.

use crate::machine::state::shared_limits::{MemoryReservation, SharedLimits};
use crate::machine::{Extension, Machine};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The heap of a thread may grow by this many bytes until its next collection, where memory is short.
const SHORT: u64 = 1 << 20;

impl<X: Extension> Machine<X> {
    /// Makes the query spend what is left of its limits together with the threads that it makes from now on; `output` is
    /// what is left of the limit on output, the greatest number if there is none. From now on, this machine has drawn
    /// nothing.
    pub(crate) fn share_limits(&mut self, output: u64) {
        let (inferences, propagations) = (self.inferences, self.ext.propagations());
        let limits = &mut self.limits;
        let rest = |limit: &mut u64, count: u64| match *limit {
            u64::MAX => u64::MAX,
            whole => {
                *limit = whole.min(count);
                whole.saturating_sub(count)
            }
        };
        let inferences = rest(&mut limits.inferences, inferences);
        let propagations = rest(&mut limits.propagations, propagations);
        let shared = SharedLimits::new(inferences, propagations, output);
        limits.shared = Some(Arc::new(shared));
        self.signal();
    }

    /// Gives back what this machine has drawn of shared limits and not spent.
    pub(crate) fn give_back_limits(&mut self) {
        let propagations = self.ext.propagations();
        self.limits.give_back(self.inferences, propagations);
    }

    /// Returns true if the query may have made so many propagations as it has; draws more from the rest that threads
    /// share.
    pub(in crate::machine) fn admits_propagations(&mut self) -> bool {
        let propagations = self.ext.propagations();
        self.limits.admits_propagations(propagations)
    }

    /// Counts the inferences of a thread that has ended. If it has drawn them from `limits`, those of this query or of an
    /// earlier one, they count there, and not once more.
    pub(crate) fn count_thread(&mut self, inferences: u64, limits: Option<&Arc<SharedLimits>>) {
        self.inferences = self.inferences.saturating_add(inferences);
        if limits.is_some() {
            let limit = &mut self.limits.inferences;
            *limit = limit.saturating_add(inferences);
        }
        self.signal();
    }

    /// Makes the machine, which is one of a thread, reserve its memory from what all threads may take together, without
    /// the bytes of the program. Returns false if there is not enough left.
    pub(crate) fn begin_reservation(&mut self, total: Arc<AtomicU64>, program: u64) -> bool {
        self.account.reservation = Some(MemoryReservation::new(total, program));
        self.set_gc_threshold();
        self.reserve(0)
    }

    /// Reserves the memory that the machine takes and so many bytes more. Returns false if it is one of a thread, and
    /// the threads would take more together than the host allows.
    #[inline]
    pub(crate) fn reserve(&mut self, bytes: u64) -> bool {
        self.account.reservation.is_none() || self.reserve_as_thread(bytes)
    }

    #[cold]
    fn reserve_as_thread(&mut self, bytes: u64) -> bool {
        let Some(mut reservation) = self.account.reservation.take() else {
            return true;
        };
        // The heap grows up to the next collection without further checks.
        let heap = self.gc_at.max(self.heap.top) + self.engines.asking_bytes;
        let stacks = self.env.size() + self.choice.size() + self.trail.size();
        let program = self.program_bytes().saturating_sub(reservation.program);
        let all = heap + stacks + program + self.stored_bytes() + self.ext.constraint_bytes();
        let fits = reservation.set(all.saturating_add(bytes), self.limits.most_bytes);
        self.account.reservation = Some(reservation);
        fits
    }

    /// Reserves the memory that the machine takes, with little room for the heap if there is no more. Returns false if
    /// there is not even that.
    pub(in crate::machine) fn reserve_after_growth(&mut self) -> bool {
        if self.reserve(0) {
            return true;
        }
        self.gc_at = self.gc_at.min(self.heap.top + SHORT);
        let fits = self.reserve(0);
        // All threads together have the limit of the host, also if the program has set a lower one for each.
        self.limits.memory_is_final |= !fits && self.limits.most_is_final;
        fits
    }
}
