//! What a propagator is: the trait, its results, its row for the oracle. Knows the variables, not
//! the queue that runs it.
//!
//! # How to add one
//! 1. A variant of [`Constraint`] with its meaning in `Constraint::holds`.
//! 2. A file in `props/` with the propagator, its `post`, and its `SPEC`.
//! 3. Its line in `props/mod.rs`. The oracle checks the rest.

use crate::fd::constraints::constraint::Constraint;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// What a run of a propagator claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Running again at once would change nothing.
    Fix,
    /// Running again may change something.
    NoFix,
    /// Every assignment that is left satisfies the constraint.
    Subsumed,
}

impl Status {
    /// What a filter says that is to run until it removes nothing; `before` counts the removals before its run.
    #[inline]
    pub(crate) fn since(vars: &Vars, before: u64) -> Status {
        if vars.prunings == before {
            Status::Fix
        } else {
            Status::NoFix
        }
    }
}

/// What a run of a propagator returns.
pub type Propagated = Result<Status, Inconsistent>;

/// How expensive a run is; cheaper propagators run first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cost {
    /// So little that it runs as soon as something happens, and is never queued.
    AtOnce,
    /// Constant time, two variables.
    Binary,
    /// Constant time, three variables.
    Ternary,
    /// Linear in the number of variables.
    Linear,
    /// Constant time, but with multiplications, divisions, roots.
    Nonlinear,
    /// Anything worse.
    Expensive,
}

impl Cost {
    /// How many levels there are.
    pub const LEVELS: usize = 6;

    /// That of going through the bounds of so many variables once.
    pub(crate) fn of_sum(count: usize) -> Cost {
        if count <= 3 {
            Cost::Ternary
        } else {
            Cost::Linear
        }
    }
}

/// A filtering algorithm for one posted constraint. It never changes after posting: what a run
/// knows, it reads from the domains.
pub trait Propagator {
    /// When it runs, relative to others.
    fn cost(&self) -> Cost;

    /// Names each variable with the condition under which the propagator must run again.
    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond));

    /// Removes values that occur in no solution of the constraint.
    fn propagate(&self, vars: &mut Vars) -> Propagated;

    /// The constraint in question, for residual goals.
    fn describe(&self) -> Constraint;
}

/// The row of a constraint family from which the oracle derives its tests.
pub struct Spec {
    /// The family's name in test reports.
    pub name: &'static str,
    /// How many variables the samples are about.
    pub arity: usize,
    /// Instances over the given variables.
    pub samples: fn(&[VarId]) -> Vec<Constraint>,
}
