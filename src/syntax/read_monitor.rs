//! What ends the reading of a long text before its end.

use crate::base::int::Int;
use std::fmt::Debug;

/// The number of digits from which on the value of an integer takes long to compute.
pub(crate) const LONG_INTEGER: usize = 100_000;

/// The system on behalf of which a text is read. It may have reading given up.
pub(crate) trait ReadMonitor: Debug + Send + Sync {
    /// Returns true if reading is to be given up.
    fn is_due(&self) -> bool;

    /// The value of at least [`LONG_INTEGER`] decimal digits; `None` if reading is to be given up meanwhile, or if memory
    /// does not suffice.
    fn integer(&self, digits: &str) -> Option<Int>;
}
