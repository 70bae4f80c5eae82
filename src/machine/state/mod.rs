//! The parts of a machine: the data that its struct holds. No operation here needs the whole machine.

pub(in crate::machine) mod areas;
pub(crate) mod backtrace;
pub(crate) mod ball;
pub(crate) mod builtin;
pub(crate) mod collections;
pub(crate) mod collector_work;
pub(crate) mod constrained_copy;
pub(crate) mod counts;
pub(in crate::machine) mod cycle_watch;
pub(in crate::machine) mod due_cleanup;
pub(in crate::machine) mod engines;
pub(crate) mod evaluables;
pub(crate) mod functors;
pub(crate) mod global_values;
pub(crate) mod limits;
pub(crate) mod machine;
#[cfg(native_tier)]
pub(in crate::machine) mod native;
pub(crate) mod occurs_check;
pub(in crate::machine) mod pause;
pub(crate) mod shared_limits;
pub(crate) mod shared_program;
pub(crate) mod signals;
pub(in crate::machine) mod timer;
pub(crate) mod tracing;
pub(in crate::machine) mod undo_goals;
