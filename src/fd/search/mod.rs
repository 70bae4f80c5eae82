//! Search: strategies, depth-first search, branch and bound, restarts.

pub mod depth_first;
pub mod impacts;
pub mod objective;
pub mod restart;
pub mod strategy;
