//! L2: the constraint kernel. Variables over unbounded integers, propagators, search.
//!
//! Knows no terms, cells or atoms: the bridge in `clpz` translates. The way in is
//! [`store::Store`]: make variables, [`store::Store::post`] constraints, [`store::Store::propagate`],
//! [`store::Store::drain_fixed`]; take [`store::Store::mark`]s between and undo to them.

pub mod bound;
pub mod constraint;
mod cycle;
pub mod domain;
mod equate;
pub mod event;
pub mod events;
mod failures;
pub mod global;
pub mod indexical;
pub mod label;
#[cfg(test)]
mod models;
pub mod narrow;
pub mod objective;
#[cfg(test)]
mod oracle;
pub mod propagator;
pub mod props;
mod queue;
pub mod reclaim;
pub mod reify;
pub mod restart;
pub mod round;
pub mod search;
pub mod stop;
pub mod store;
mod subscription;
mod trail;
pub mod var;
