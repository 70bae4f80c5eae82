//! What the machines of several threads share of the limits of a host: the rest of the counts of a query, and the memory
//! of all threads.
//!
//! A machine draws a little of a count, spends it, and draws again: the counts of each machine need no atomic operations,
//! and all machines together never spend more than the limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most that a machine draws beyond what it needs. Another machine cannot spend what this one holds.
const DRAWN: u64 = 1000;

/// The rest of the limits of a query, which the query and the threads that it makes spend together.
#[derive(Debug)]
pub(crate) struct SharedLimits {
    pub(in crate::machine) inferences: LimitShare,
    pub(in crate::machine) propagations: LimitShare,
    /// Bytes of text that are written.
    pub(crate) output: LimitShare,
}

/// The rest of one limit; the greatest number if there is no limit.
#[derive(Debug)]
pub(crate) struct LimitShare(AtomicU64);

impl SharedLimits {
    pub(in crate::machine) fn new(inferences: u64, propagations: u64, output: u64) -> SharedLimits {
        let [inferences, propagations, output] =
            [inferences, propagations, output].map(|rest| LimitShare(AtomicU64::new(rest)));
        SharedLimits {
            inferences,
            propagations,
            output,
        }
    }

    /// Grants more inferences; without a number, removes the limit.
    pub(crate) fn grant_inferences(&self, more: Option<u64>) {
        self.inferences.grant(more);
    }

    /// Grants more propagations; without a number, removes the limit.
    pub(crate) fn grant_propagations(&self, more: Option<u64>) {
        self.propagations.grant(more);
    }
}

impl LimitShare {
    /// Takes so many from the rest. Returns false if there are fewer.
    pub(crate) fn take(&self, count: u64) -> bool {
        let taken = |left: u64| match left {
            u64::MAX => Some(left),
            left => left.checked_sub(count),
        };
        let order = Ordering::SeqCst;
        self.0.fetch_update(order, order, taken).is_ok()
    }

    /// Takes `need` or a little more from the rest. Returns the number; `None` if there are fewer.
    pub(in crate::machine) fn draw(&self, need: u64) -> Option<u64> {
        // The smaller the rest, the less of it is held by machines that do not spend it.
        let more = self.0.load(Ordering::SeqCst) / 8;
        let count = need.max(more.min(DRAWN));
        if self.take(count) {
            return Some(count);
        }
        // Another machine has drawn meanwhile.
        self.take(need).then_some(need)
    }

    /// Adds to the rest; without a number, removes the limit.
    pub(crate) fn grant(&self, more: Option<u64>) {
        let granted = |left: u64| match more {
            Some(more) => left.saturating_add(more),
            None => u64::MAX,
        };
        let order = Ordering::SeqCst;
        let update = self
            .0
            .fetch_update(order, order, |left| Some(granted(left)));
        debug_assert!(update.is_ok(), "the update is never refused");
    }
}

/// The memory that the machine of a thread has reserved of what all threads of its host's machine may take together.
pub(in crate::machine) struct MemoryReservation {
    /// The bytes that all threads have reserved.
    total: Arc<AtomicU64>,
    /// The bytes that this one has reserved.
    own: u64,
    /// The size of the program with which the thread began: it shares it with the machine that has made it.
    pub(in crate::machine) program: u64,
}

impl MemoryReservation {
    pub(in crate::machine) fn new(total: Arc<AtomicU64>, program: u64) -> MemoryReservation {
        MemoryReservation {
            total,
            own: 0,
            program,
        }
    }

    /// Changes the reservation to so many bytes. Returns false, and changes nothing, if the threads would have more
    /// than `most` together.
    pub(in crate::machine) fn set(&mut self, bytes: u64, most: u64) -> bool {
        match bytes.checked_sub(self.own) {
            None => {
                self.total.fetch_sub(self.own - bytes, Ordering::SeqCst);
            }
            Some(more) => {
                let fits = |total: u64| total.checked_add(more).filter(|&sum| sum <= most);
                let order = Ordering::SeqCst;
                if self.total.fetch_update(order, order, fits).is_err() {
                    return false;
                }
            }
        }
        self.own = bytes;
        true
    }
}

impl Drop for MemoryReservation {
    fn drop(&mut self) {
        self.total.fetch_sub(self.own, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::{MemoryReservation, SharedLimits};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn no_more_is_drawn_than_there_is() {
        let shared = SharedLimits::new(10_000, u64::MAX, 5);
        let mut drawn = 0;
        while let Some(count) = shared.inferences.draw(1) {
            drawn += count;
        }
        assert_eq!(drawn, 10_000);
        shared.grant_inferences(Some(3));
        assert_eq!(shared.inferences.draw(3), Some(3));
        assert_eq!(shared.inferences.draw(1), None);
        shared.grant_inferences(None);
        assert_eq!(shared.inferences.draw(1 << 40), Some(1 << 40));
        assert!(shared.propagations.draw(7).is_some_and(|n| n >= 7));
        assert!(!shared.output.take(6) && shared.output.take(5) && !shared.output.take(1));
    }

    #[test]
    fn reservations_end_with_their_owners() {
        let total = Arc::new(AtomicU64::new(0));
        let mut first = MemoryReservation::new(total.clone(), 0);
        let mut second = MemoryReservation::new(total.clone(), 0);
        assert!(first.set(60, 100) && !second.set(50, 100) && second.set(40, 100));
        assert!(first.set(10, 100) && second.set(90, 100) && !first.set(11, 100));
        drop(second);
        assert_eq!(total.load(Ordering::SeqCst), 10);
        drop(first);
        assert_eq!(total.load(Ordering::SeqCst), 0);
    }
}
