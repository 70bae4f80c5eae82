//! Events of propagation and search, reported to the host program.

use super::session::Machine;
use crate::fd::kernel::trace::{Cause, Event, Label};

/// The cause of a change of a domain, or of a failure.
///
/// ```
/// use horn::{ConstraintEvent, EventCause, Machine};
/// use std::sync::mpsc::channel;
///
/// let mut machine = Machine::new();
/// let (to, events) = channel();
/// machine.listen(move |event| to.send(event.clone()).unwrap_or_default());
/// machine.run("X in 1..9, Y in 1..9, X #< Y")?;
/// let removed = ConstraintEvent::Removed {
///     variable: "X".to_string(),
///     values: "9".to_string(),
///     cause: EventCause::Constraint("X#=<Y+ -1".to_string()),
/// };
/// assert!(events.try_iter().any(|event| event == removed));
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EventCause {
    /// A decision of a search.
    Decision,
    /// The program: a domain constraint, a comparison with an integer, or a unification.
    Program,
    /// Branch and bound: a solution must be better than the best so far.
    Cost,
    /// A constraint, as a goal.
    Constraint(String),
}

/// A step of propagation or search.
///
/// Variables of the query have their names, the elements of its lists the name of the list and their position
/// (`Qs3`), and others names such as `_17`. Sets of values are written `1..3\/5`, constraints as the goals of an
/// answer.
///
/// ```
/// use horn::{ConstraintEvent, Machine};
/// use std::sync::mpsc::channel;
///
/// let mut machine = Machine::new();
/// let (to, events) = channel();
/// machine.listen(move |event| to.send(event.clone()).unwrap_or_default());
/// machine.run("[X,Y] ins 1..2, X #\\= Y, label([X,Y])")?;
/// let solutions = events.try_iter().filter(|event| matches!(event, ConstraintEvent::Solution { .. }));
/// assert_eq!(solutions.count(), 1);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConstraintEvent {
    /// A constraint was posted. Backtracking removes it.
    Posted(String),
    /// Values were removed from a domain.
    Removed {
        /// The variable.
        variable: String,
        /// The values.
        values: String,
        /// The cause.
        cause: EventCause,
    },
    /// Values were restored on backtracking.
    Restored {
        /// The variable.
        variable: String,
        /// The values.
        values: String,
    },
    /// A search made a decision, such as `X #= 3`.
    Branch {
        /// The number of decisions in force, this one included.
        depth: u64,
        /// The decision, as a goal.
        decision: String,
    },
    /// Propagation failed.
    Failed(EventCause),
    /// The program or a search backtracked.
    Backtrack {
        /// The number of decisions that remain in force.
        depth: u64,
    },
    /// A search has fixed all its variables.
    Solution {
        /// The number of decisions in force.
        depth: u64,
    },
    /// A search restarted.
    Restart,
}

impl Machine {
    /// Calls a function with each event of propagation and search from now on, in order. The events of a query
    /// arrive in batches before its next answer. The function replaces an earlier one.
    ///
    /// ```
    /// use horn::{ConstraintEvent, Machine};
    /// use std::sync::{Arc, Mutex};
    ///
    /// let mut machine = Machine::new();
    /// let events = Arc::new(Mutex::new(Vec::new()));
    /// let log = events.clone();
    /// machine.listen(move |event| {
    ///     if let Ok(mut log) = log.lock() {
    ///         log.push(event.clone());
    ///     }
    /// });
    /// machine.run("[X,Y] ins 1..2, X #\\= Y, label([X,Y])")?;
    /// machine.stop_listening();
    ///
    /// let events = events.lock().unwrap();
    /// let posted = ConstraintEvent::Posted("X#\\=Y".to_string());
    /// assert!(events.contains(&posted));
    /// let decision = ConstraintEvent::Branch { depth: 1, decision: "X #= 1".to_string() };
    /// assert!(events.contains(&decision));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn listen(&mut self, mut listener: impl FnMut(&ConstraintEvent) + Send + 'static) {
        let listener = move |event: &Event, constraint: Option<&str>| {
            if let Some(event) = host_event(event, constraint) {
                listener(&event);
            }
        };
        self.set_listener(Some(Box::new(listener)));
    }

    /// Ends the calls of the function given to [`Machine::listen`].
    ///
    /// ```
    /// use horn::Machine;
    /// use std::sync::mpsc::channel;
    ///
    /// let mut machine = Machine::new();
    /// let (to, events) = channel();
    /// machine.listen(move |event| to.send(event.clone()).unwrap_or_default());
    /// machine.stop_listening();
    /// machine.run("X in 1..9, label([X])")?;
    /// assert_eq!(events.try_iter().count(), 0);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn stop_listening(&mut self) {
        self.set_listener(None);
    }
}

/// The event as the host sees it; none for events that hosts do not get.
fn host_event(event: &Event, constraint: Option<&str>) -> Option<ConstraintEvent> {
    let text = |l: &Label| l.to_string();
    let cause = |by: &Cause| match by {
        Cause::Decision => EventCause::Decision,
        Cause::Program => EventCause::Program,
        Cause::Cost => EventCause::Cost,
        Cause::Constraint(_) => EventCause::Constraint(constraint.unwrap_or_default().to_string()),
    };
    Some(match event {
        // The domains at the start of a search; a host can ask for them in a query.
        Event::Known { .. } => return None,
        Event::Posted(_) => ConstraintEvent::Posted(constraint.unwrap_or_default().to_string()),
        Event::Removed { var, values, by } => ConstraintEvent::Removed {
            variable: text(var),
            values: values.to_string(),
            cause: cause(by),
        },
        Event::Restored { var, values } => ConstraintEvent::Restored {
            variable: text(var),
            values: values.to_string(),
        },
        Event::Branch {
            depth,
            var,
            made,
            value,
        } => ConstraintEvent::Branch {
            depth: *depth,
            decision: format!("{var} {} {value}", made.relation().name()),
        },
        Event::Failed(by) => ConstraintEvent::Failed(cause(by)),
        Event::Backtrack { depth } => ConstraintEvent::Backtrack { depth: *depth },
        Event::Solution { depth } => ConstraintEvent::Solution { depth: *depth },
        Event::Restart => ConstraintEvent::Restart,
    })
}
