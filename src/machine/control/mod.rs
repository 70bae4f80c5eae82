//! Control: environments and choice points, queries, exceptions, wake-ups, limits.

mod account;
mod argument_checks;
mod arith_error;
mod backtrace;
mod boot;
mod call_limits;
mod continuation;
mod counting;
mod cycle_watch;
mod depth_limit;
mod engines;
mod errors;
pub(crate) mod fixed_code;
pub(crate) mod flow;
mod poll;
pub(super) mod query;
mod sharing;
pub(crate) mod stacks;
mod throw;
mod tracing;
mod turns;
mod wake_ups;
mod whereabouts;
