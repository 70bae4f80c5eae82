//! Search: strategies, depth-first search, branch and bound, restarts.

pub(crate) mod depth_first;
pub(crate) mod impacts;
pub(crate) mod objective;
pub(crate) mod restart;
pub(crate) mod strategy;
