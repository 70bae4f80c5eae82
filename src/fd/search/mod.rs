//! Search: labeling, branch and bound, restarts, and the trace of a search.

pub mod depth_first;
pub mod objective;
pub mod restart;
pub mod strategy;
