//! A run that a limit has stopped and that can be continued.

use crate::base::atom::Atom;

/// The state of a run that a limit has stopped before a call, or before the continuation of one.
#[derive(Debug)]
pub(in crate::machine) struct Pause {
    /// The limit that was reached.
    pub(in crate::machine) resource: Atom,
    /// The address at which the run continues.
    pub(in crate::machine) code: u64,
    /// The number of registers that hold arguments.
    pub(in crate::machine) arity: u32,
    /// True if the call has been counted and not run.
    pub(in crate::machine) counted: bool,
}

/// Whether the present run may pause, and the state of a run that has paused.
#[derive(Default)]
pub(in crate::machine) struct Pausing {
    /// True while the run is that of the host's query, and not one inside a builtin.
    pub(in crate::machine) allowed: bool,
    /// True if such a run pauses when it is interrupted, too.
    pub(in crate::machine) at_interrupts: bool,
    /// True if polling has raised the ball that is set.
    pub(in crate::machine) has_raised: bool,
    /// The state of the run that pauses now.
    pub(in crate::machine) state: Option<Pause>,
}
