//! The kernel: domains, variables, trail, subscriptions, the queue and the store. It knows no
//! particular propagator or constraint: the store is generic over the type of its propagators.

pub mod bound;
pub mod cancel;
pub(crate) mod conflict_counts;
pub(crate) mod cycle;
pub mod domain;
pub mod domain_ops;
pub mod event;
pub mod int_math;
pub(crate) mod propagation;
pub mod propagator;
pub(crate) mod queue;
pub mod request;
pub(crate) mod slot;
pub mod store;
pub(crate) mod store_flags;
pub mod store_gc;
pub mod subscription;
pub mod trace;
pub(crate) mod trace_report;
pub(crate) mod trail;
pub(crate) mod undo;
pub(crate) mod unify_vars;
pub mod var;
