//! The state of the tracer's hook.

use crate::code::pred::PredId;

/// The calls that are diverted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Diverted {
    /// None: the tracer is off.
    #[default]
    None,
    /// The goals of predicates with a spy point.
    Spied,
    /// These goals, and those of all predicates that no library defines.
    Program,
}

/// The state of the hook.
#[derive(Clone, Copy, Default)]
pub(in crate::machine) struct TracingHook {
    pub(in crate::machine) diverted: Diverted,
    /// The next call of a predicate is not diverted: the tracer makes it.
    pub(in crate::machine) exempt: bool,
    /// The predicate that gets the goals.
    pub(in crate::machine) to: Option<PredId>,
    /// Goals are skipped: the next query is traced from its start.
    pub(in crate::machine) resumes: bool,
    /// Interrupts are deferred: the tracer is between two consistent states.
    pub(in crate::machine) shielded: bool,
    /// The host has turned the tracer on, and the tracer has not read this yet.
    pub(in crate::machine) requested: bool,
}

impl TracingHook {
    /// Returns true if some calls are diverted.
    pub(in crate::machine) fn is_on(&self) -> bool {
        self.diverted != Diverted::None
    }
}
