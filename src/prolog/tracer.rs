//! The state of the tracer, which a top level shows and sets.

use super::query::Query;
use super::session::Machine;
use crate::builtins::tracing;

/// The state of the tracer.
///
/// ```
/// use horn::{Machine, Tracing};
///
/// let mut machine = Machine::new();
/// assert_eq!(machine.tracing(), Tracing::default());
/// machine.run("spy(append/3)")?;
/// assert_eq!(machine.tracing(), Tracing::AtSpyPoints);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Tracing {
    /// Nothing.
    #[default]
    Off,
    /// It stops at spy points.
    AtSpyPoints,
    /// It stops at every goal.
    AtEveryGoal,
}

impl Machine {
    /// The state of the tracer, as `trace/0` and `spy/1` set it.
    ///
    /// ```
    /// use horn::{Machine, Tracing};
    ///
    /// let mut machine = Machine::new();
    /// assert_eq!(machine.tracing(), Tracing::Off);
    /// machine.run("trace")?;
    /// assert_eq!(machine.tracing(), Tracing::AtEveryGoal);
    /// machine.run("notrace, spy(append/3)")?;
    /// assert_eq!(machine.tracing(), Tracing::AtSpyPoints);
    /// machine.run("nodebug")?;
    /// assert_eq!(machine.tracing(), Tracing::Off);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn tracing(&mut self) -> Tracing {
        match tracing::mode(self.engine.vm_mut()) {
            (false, false) => Tracing::Off,
            (false, true) => Tracing::AtSpyPoints,
            (true, _) => Tracing::AtEveryGoal,
        }
    }
}

impl Query<'_> {
    /// Turns the tracer on: a query that has paused goes on step by step.
    ///
    /// ```
    /// use horn::{Machine, Tracing};
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("member(X, [a,b])")?;
    /// query.trace();
    /// drop(query);
    /// assert_eq!(machine.tracing(), Tracing::AtEveryGoal);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn trace(&mut self) {
        tracing::enable(self.machine().engine.vm_mut());
    }
}
