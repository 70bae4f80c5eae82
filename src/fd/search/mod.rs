//! Search: labeling, branch and bound, restarts, and the trace of a search.

pub mod branching;
pub mod labeling;
pub mod objective;
pub mod restart;
