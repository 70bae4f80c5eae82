//! A cleanup goal of `setup_call_cleanup/3` that is due because its guard was removed.

use super::constrained_copy::ConstrainedCopy;
use crate::machine::memory::cell::Cell;

/// A cleanup goal whose guard is gone.
pub(in crate::machine) enum DueCleanup {
    /// After a cut: the goal itself, so that its bindings stay.
    InPlace(Cell),
    /// While the heap is being undone: a copy.
    Copied(ConstrainedCopy),
}
