//! Limits: on memory and inferences, on single goals (nested), on the depth of recursion.

use std::time::Instant;

/// Bounds on what a machine may use; going beyond throws `resource_error`.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The heap, in bytes.
    pub heap_bytes: u64,
    /// Each stack, in bytes.
    pub stack_bytes: u64,
    /// The count of inferences at which a query stops.
    pub inferences: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            heap_bytes: 4 << 30,
            stack_bytes: 4 << 30,
            inferences: u64::MAX,
        }
    }
}

/// How many inferences go by between two looks at the clock.
const SLICE: u64 = 128;

/// A limit in force.
pub(in crate::machine) struct CallLimit {
    pub(in crate::machine) token: u64,
    /// The count of inferences that it allows, or, of a limit on time, at which the clock is looked at.
    pub(in crate::machine) until: u64,
    /// When the time is up.
    pub(in crate::machine) deadline: Option<Instant>,
}

impl CallLimit {
    pub(in crate::machine) fn overdue(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether the limit is exceeded after so many inferences.
    pub(in crate::machine) fn exceeded(&mut self, inferences: u64) -> bool {
        if self.until >= inferences {
            return false;
        }
        if self.deadline.is_some() && !self.overdue() {
            self.until = inferences + SLICE;
            return false;
        }
        true
    }
}

/// The limits in force, the innermost last.
#[derive(Default)]
pub(in crate::machine) struct CallLimits {
    pub(in crate::machine) list: Vec<CallLimit>,
    pub(in crate::machine) last_token: u64,
}

impl CallLimits {
    /// Whether every call must be looked at.
    pub(in crate::machine) fn any(&self) -> bool {
        !self.list.is_empty()
    }

    /// Whether the time of a limit is up.
    pub(in crate::machine) fn overdue(&self) -> bool {
        self.list.iter().any(CallLimit::overdue)
    }
}

/// The limit in force.
#[derive(Default)]
pub(in crate::machine) struct DepthLimit {
    pub(in crate::machine) limit: Option<u64>,
    /// The greatest depth so far; beyond the limit, if it was exceeded.
    pub(in crate::machine) reached: u64,
    /// The environment that depth is counted from.
    pub(in crate::machine) base: u64,
}

impl DepthLimit {
    /// Whether every call must be looked at.
    pub(in crate::machine) fn any(&self) -> bool {
        self.limit.is_some()
    }
}
