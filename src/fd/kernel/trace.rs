//! What propagation and search report to a listener: constraints posted, values removed and by which
//! constraint, decisions, failures, backtracking, solutions.
//!
//! Without a listener it costs nothing: a domain that is watched carries a bit that its subscribers'
//! conditions are tested with anyway, and everything else asks once a run of propagation or a node of
//! a search. A listener changes neither the order of propagation nor that of search. Knows no terms:
//! variables go by labels that the layer above gives.

use crate::base::int::Int;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::request::AnyConstraint;
use crate::fd::kernel::slot::VarId;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The name of a variable.
pub(crate) type Label = Arc<str>;

/// So many events are kept apart until they are taken; in one run of propagation that goes on beyond
/// that, what a constraint removes from a variable is summed up.
const KEPT_APART: usize = 100_000;

/// A constraint and the names of its variables when it was first reported.
#[derive(Debug)]
pub(crate) struct Statement {
    /// Behind a lock, because some constraints have room for their work, which threads cannot share.
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

/// Why values went, or why there is no solution.
#[derive(Clone, Debug)]
pub(crate) enum Cause {
    /// A decision of a search.
    Decision,
    /// The program said so: a domain, a comparison with an integer, a unification.
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
        /// What went.
        values: Domain,
        /// Why.
        by: Cause,
    },
    /// Values came back on backtracking.
    Restored {
        /// The variable that got them.
        var: Label,
        /// What came back.
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
    /// What happened since some earlier point was taken back, constraints included.
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
pub(crate) struct Asleep(pub(super) Box<Watch>);

/// The state of a trace.
#[derive(Default, Debug)]
pub(crate) struct Watch {
    /// The domains as they were reported last.
    pub(super) reported: Vec<Domain>,
    pub(super) labels: Vec<Option<Label>>,
    /// By propagator, those that were spoken of.
    pub(super) statements: Vec<Option<Arc<Statement>>>,
    /// Variables that have changed since the last report, some of them repeatedly.
    pub(super) changed: Vec<VarId>,
    /// The marks before the decisions that are in force.
    pub(super) decisions: Vec<u64>,
    pub(super) log: Vec<Event>,
    /// Where removals were summed up, once there are too many events.
    pub(super) sums: FxHashMap<(VarId, usize), usize>,
    /// What found the last contradiction, when it is not a propagator.
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

    /// The name of a variable in a constraint: its value, if it has no other name.
    fn spoken(&mut self, v: VarId) -> Label {
        let value = self.reported.get(v.at()).and_then(Domain::value);
        match (self.labels.get(v.at()), value) {
            (Some(Some(label)), _) => label.clone(),
            (_, Some(value)) => value.to_string().into(),
            _ => self.label(v),
        }
    }

    /// A constraint with what its variables are called.
    pub(super) fn state(&mut self, constraint: Box<dyn AnyConstraint>) -> Arc<Statement> {
        let mut labels = Vec::new();
        constraint.each_var(&mut |v| labels.push((v, self.spoken(v))));
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
