//! The reports of propagation and search to a listener: constraints posted, values removed and by which constraint,
//! decisions, failures, backtracking, solutions.
//!
//! Without a listener they cost nothing: the domains that are watched have one more bit in a test that is made
//! anyway, and all other reports are tested for once in a run of propagation or a node of a search. A listener
//! changes neither the order of propagation nor that of search. Knows no terms: the layer above gives variables their
//! labels.

use crate::base::int::Int;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::request::AnyConstraint;
use crate::fd::kernel::slot::VarId;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The name of a variable.
pub(crate) type Label = Arc<str>;

/// The number of events that are kept separate until they are taken. In a run of propagation that produces more, the
/// removals of one constraint from one variable are summed up.
const KEPT_APART: usize = 100_000;

/// A constraint and the names of its variables when it was first reported.
#[derive(Debug)]
pub(crate) struct Statement {
    /// Behind a lock, because some constraints have buffers in cells, which threads cannot share.
    constraint: Mutex<Box<dyn AnyConstraint>>,
    /// Its variables in order of first occurrence.
    pub labels: Vec<(VarId, Label)>,
}

impl Statement {
    /// Calls `f` with the constraint.
    pub(crate) fn with_constraint<R>(&self, f: impl FnOnce(&dyn AnyConstraint) -> R) -> R {
        let held = self.constraint.lock();
        f(&**held.unwrap_or_else(PoisonError::into_inner))
    }
}

/// The cause of a removal of values or of a contradiction.
#[derive(Clone, Debug)]
pub(crate) enum Cause {
    /// A decision of a search.
    Decision,
    /// The program: a domain, a comparison with an integer, a unification.
    Program,
    /// A solution must be better than those before.
    Cost,
    /// A constraint.
    Constraint(Arc<Statement>),
}

/// The effect of a branch on a variable and a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    /// `X = V`
    Assign,
    /// `X ≠ V`
    Differ,
    /// `X ≤ V`
    AtMost,
    /// `X > V`
    Above,
}

/// An event of propagation or search.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// The domain of a variable when the trace begins.
    Known {
        /// The variable.
        var: Label,
        /// Its values.
        domain: Domain,
    },
    /// A constraint was posted. Backtracking withdraws it.
    Posted(Arc<Statement>),
    /// Values went.
    Removed {
        /// The variable that lost them.
        var: Label,
        /// The removed values.
        values: Domain,
        /// Why.
        by: Cause,
    },
    /// Values came back on backtracking.
    Restored {
        /// The variable that got them.
        var: Label,
        /// The restored values.
        values: Domain,
    },
    /// A search made a decision; its alternative, if any, is another decision at the same depth.
    Branch {
        /// The number of decisions in force, this one included.
        depth: u64,
        /// The variable of the decision.
        var: Label,
        /// The decision.
        made: Move,
        /// The value in question.
        value: Int,
    },
    /// There is no solution here.
    Failed(Cause),
    /// Backtracking: the effects of all events since an earlier one were undone, constraints included.
    Backtrack {
        /// The number of decisions that remain in force.
        depth: u64,
    },
    /// A search found values for all its variables.
    Solution {
        /// The number of decisions in force.
        depth: u64,
    },
    /// A search begins again from where it began.
    Restart,
}

/// The cause of a change, as the kernel knows it.
#[derive(Clone, Copy)]
pub(crate) enum By {
    Decision,
    Program,
    Cost,
    Prop(u32),
}

/// The state of a suspended trace.
#[derive(Debug)]
pub(crate) struct SuspendedTrace(pub(super) Box<Watch>);

/// The state of a trace.
#[derive(Default, Debug)]
pub(crate) struct Watch {
    /// The domains as they were reported last.
    pub(super) reported: Vec<Domain>,
    pub(super) labels: Vec<Option<Label>>,
    /// The statements of the propagators that were reported, by propagator.
    pub(super) statements: Vec<Option<Arc<Statement>>>,
    /// Variables that have changed since the last report, some of them repeatedly.
    pub(super) changed: Vec<VarId>,
    /// The marks before the decisions that are in force.
    pub(super) decisions: Vec<u64>,
    pub(super) log: Vec<Event>,
    /// The places of the summed removals among the events.
    pub(super) sums: FxHashMap<(VarId, usize), usize>,
    /// The cause of the last contradiction, if it is not a propagator.
    pub(super) culprit: Option<Cause>,
    /// True while nothing is reported.
    pub(super) muted: bool,
    /// True while redundant constraints are posted.
    pub(super) implied: bool,
}

impl Watch {
    pub(super) fn push(&mut self, event: Event) {
        if !self.muted {
            self.log.push(event);
        }
    }

    pub(super) fn label(&mut self, v: VarId) -> Label {
        if self.labels.len() <= v.at() {
            self.labels.resize(v.at() + 1, None);
        }
        self.labels[v.at()]
            .get_or_insert_with(|| format!("_{}", v.0).into())
            .clone()
    }

    /// The label of a variable in a constraint; its value, if it has no other.
    fn label_or_value(&mut self, v: VarId) -> Label {
        let value = self.reported.get(v.at()).and_then(Domain::value);
        match (self.labels.get(v.at()), value) {
            (Some(Some(label)), _) => label.clone(),
            (_, Some(value)) => value.to_string().into(),
            _ => self.label(v),
        }
    }

    /// A constraint with the labels of its variables.
    pub(super) fn state(&mut self, constraint: Box<dyn AnyConstraint>) -> Arc<Statement> {
        let mut labels = Vec::new();
        constraint.each_var(&mut |v| labels.push((v, self.label_or_value(v))));
        Arc::new(Statement {
            constraint: Mutex::new(constraint),
            labels,
        })
    }

    pub(super) fn removed(&mut self, v: VarId, values: Domain, by: Cause) {
        if self.log.len() >= KEPT_APART && !self.muted {
            let key = match &by {
                Cause::Decision => 0,
                Cause::Program => 1,
                Cause::Cost => 2,
                Cause::Constraint(s) => Arc::as_ptr(s) as usize,
            };
            if let Some(at) = self.sums.get(&(v, key))
                && let Some(Event::Removed { values: sum, .. }) = self.log.get_mut(*at)
            {
                *sum = sum.union(&values);
                return;
            }
            self.sums.insert((v, key), self.log.len());
        }
        let var = self.label(v);
        self.push(Event::Removed { var, values, by });
    }
}
