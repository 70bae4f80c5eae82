//! The kernel: domains, variables, trail, subscriptions, the queue and the store. It knows no
//! particular propagator or constraint: the store is generic over the type of its propagators.

pub(crate) mod bound;
pub(crate) mod cancel;
pub(crate) mod conflict_counts;
pub(crate) mod cycle;
pub(crate) mod domain;
pub(crate) mod domain_ops;
pub(crate) mod event;
pub(crate) mod int_math;
pub(crate) mod propagation;
pub(crate) mod propagator;
pub(crate) mod queue;
pub(crate) mod request;
pub(crate) mod slot;
pub(crate) mod store;
pub(crate) mod store_flags;
pub(crate) mod store_gc;
pub(crate) mod subscription;
pub(crate) mod trace;
pub(crate) mod trace_report;
pub(crate) mod trail;
pub(crate) mod undo;
pub(crate) mod unify_vars;
pub(crate) mod var;
pub(crate) mod windows;
