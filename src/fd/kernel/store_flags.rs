//! The flags of a propagator.

/// Flag: the propagator is in the queue.
pub(crate) const QUEUED: u8 = 1;
/// Flag: the propagator is subsumed.
pub(crate) const SUBSUMED: u8 = 2;
/// Flag: a redundant propagator, hidden from residual goals and copies.
pub(crate) const REDUNDANT: u8 = 4;
