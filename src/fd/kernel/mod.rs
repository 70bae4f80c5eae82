//! The kernel: domains, variables, trail, subscriptions, the queue and the store.

pub mod bound;
pub mod cancel;
pub(crate) mod conflict_counts;
pub(crate) mod cycle;
pub mod domain;
pub mod domain_ops;
pub mod event;
pub mod int_math;
pub mod propagator;
pub(crate) mod queue;
pub mod store;
pub mod store_gc;
pub(crate) mod subscription;
pub(crate) mod trail;
pub(crate) mod unify_vars;
pub mod var;
