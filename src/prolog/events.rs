//! What a host program hears of the propagation and the search that its queries cause.

use super::session::Machine;
use crate::fd::kernel::trace::{Cause, Event, Label};

/// Why values left a domain, or why there is no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EventCause {
    /// A decision of a search.
    Decision,
    /// The program gave a domain, compared with an integer, or unified.
    Told,
    /// A solution must be better than those before.
    Cost,
    /// A constraint, as a goal.
    Constraint(String),
}

/// Something that propagation or search did.
///
/// Variables of the query go by their names, and the elements of its lists by that of the list and
/// their position, `Qs3`; others are `_17` or the like. Sets of values are written `1..3\/5`,
/// constraints as the goals of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConstraintEvent {
    /// A constraint was posted; backtracking withdraws it.
    Posted(String),
    /// Values left a domain.
    Removed {
        /// The variable.
        variable: String,
        /// What left.
        values: String,
        /// Why.
        cause: EventCause,
    },
    /// Values came back on backtracking.
    Restored {
        /// The variable.
        variable: String,
        /// What came back.
        values: String,
    },
    /// A search made a decision, such as `X #= 3`.
    Branch {
        /// How many decisions are in force now.
        depth: u64,
        /// The decision, as a goal.
        decision: String,
    },
    /// There is no solution here.
    Failed(EventCause),
    /// The program or a search went back.
    Backtrack {
        /// How many decisions remain in force.
        depth: u64,
    },
    /// A search found values for all its variables.
    Solution {
        /// How many decisions are in force.
        depth: u64,
    },
    /// A search begins again.
    Restart,
}

impl Machine {
    /// From now on a function hears of everything that propagation and search do, in order. It is
    /// told in batches, before the query in question has its next answer. It replaces the one before.
    ///
    /// ```
    /// use horn::{ConstraintEvent, Machine};
    /// use std::sync::{Arc, Mutex};
    ///
    /// let mut machine = Machine::new();
    /// let heard = Arc::new(Mutex::new(Vec::new()));
    /// let log = heard.clone();
    /// machine.listen(move |event| {
    ///     if let Ok(mut log) = log.lock() {
    ///         log.push(event.clone());
    ///     }
    /// });
    /// machine.run("[X,Y] ins 1..2, X #\\= Y, label([X,Y])")?;
    /// machine.stop_listening();
    ///
    /// let heard = heard.lock().unwrap();
    /// let posted = ConstraintEvent::Posted("X#\\=Y".to_string());
    /// assert!(heard.contains(&posted));
    /// let decision = ConstraintEvent::Branch { depth: 1, decision: "X #= 1".to_string() };
    /// assert!(heard.contains(&decision));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn listen(&mut self, mut listener: impl FnMut(&ConstraintEvent) + Send + 'static) {
        let ear = move |event: &Event, constraint: Option<&str>| {
            if let Some(event) = told(event, constraint) {
                listener(&event);
            }
        };
        self.engine().set_listener(Some(Box::new(ear)));
    }

    /// The function given to [`Machine::listen`] hears no more.
    pub fn stop_listening(&mut self) {
        self.engine().set_listener(None);
    }
}

fn told(event: &Event, constraint: Option<&str>) -> Option<ConstraintEvent> {
    let text = |l: &Label| l.to_string();
    let cause = |by: &Cause| match by {
        Cause::Decision => EventCause::Decision,
        Cause::Told => EventCause::Told,
        Cause::Cost => EventCause::Cost,
        Cause::Constraint(_) => EventCause::Constraint(constraint.unwrap_or_default().to_string()),
    };
    Some(match event {
        // What a host wants to know before, it asks.
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
