//! A cleanup goal of `setup_call_cleanup/3` that is due because its guard was removed.

use crate::machine::memory::cell::Cell;
use crate::machine::memory::record::Record;

/// A cleanup goal whose guard is gone.
pub(in crate::machine) enum DueCleanup {
    /// After a cut: the goal itself, so that its bindings stay.
    InPlace(Cell),
    /// While the heap is being undone: a copy.
    Copied(Record),
}
