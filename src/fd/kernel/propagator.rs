//! Propagators: the trait of one, the result of its run, and the interface of the type that holds
//! any of them. Knows the variables, neither the queue that runs it nor a particular propagator.

pub(crate) use crate::fd::kernel::event::Cost;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::request::AnyConstraint;
use crate::fd::kernel::slot::{Inconsistent, VarId};
use crate::fd::kernel::subscription::{OnFixed, Subs};
use crate::fd::kernel::var::Vars;
use std::fmt;

/// The claim of a run of a propagator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Running again at once would change nothing.
    Fix,
    /// Running again may change something.
    NoFix,
    /// Every assignment that is left satisfies the constraint.
    Subsumed,
}

impl Status {
    /// The status of a filter that must run until it removes nothing; `before` counts the removals before its run.
    #[inline]
    pub(crate) fn since(vars: &Vars, before: u64) -> Status {
        if vars.prunings == before {
            Status::Fix
        } else {
            Status::NoFix
        }
    }
}

/// The result of a run of a propagator.
pub(crate) type Propagated = Result<Status, Inconsistent>;

/// A filtering algorithm for one posted constraint. It never changes after posting: a run reads all its input from
/// the domains.
pub(crate) trait Propagator {
    /// The priority of its runs.
    fn cost(&self) -> Cost;

    /// Names each variable with the condition under which the propagator must run again.
    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond));

    /// Removes values that occur in no solution of the constraint.
    fn propagate(&self, vars: &mut Vars) -> Propagated;
}

/// A function that receives the subscriptions of an advisor: variable, other variable, data, action.
pub(crate) type Advice<'a> = dyn FnMut(VarId, VarId, i64, OnFixed) + 'a;

/// A propagator whose subscriptions do all the work when a variable becomes fixed, so that it is
/// never queued (Schulte and Tack's *advisors*).
pub(crate) trait Advisor {
    /// Names each variable with the action that its becoming fixed triggers.
    fn advise(&self, on: &mut Advice<'_>);
}

/// A difference that a propagator enforces: `x ≤ y + c`, or `x = y + c` if `equal`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Difference {
    /// The lesser side.
    pub x: VarId,
    /// The other side.
    pub y: VarId,
    /// The offset.
    pub c: i64,
    /// True for an equation.
    pub equal: bool,
}

/// The type that holds any propagator of a store. The queue calls it with a type known at compile time, so
/// that frequent propagators run without an indirect call.
pub(crate) trait Dispatch: Sized + fmt::Debug {
    /// Buffers that posting keeps from one constraint to the next.
    type Buffers: Default + fmt::Debug;

    /// See [`Propagator::cost`].
    fn cost(&self) -> Cost;

    /// See [`Propagator::subscribe`].
    fn each(&self, on: impl FnMut(VarId, PropCond));

    /// See [`Propagator::propagate`].
    fn propagate(&self, vars: &mut Vars) -> Propagated;

    /// Runs a propagator of [`Cost::Immediate`] during the delivery of an event; `None` if it must be
    /// queued.
    fn run_immediately(&self, vars: &mut Vars) -> Option<Propagated>;

    /// The advisor that it is, if any.
    fn advisor(&self) -> Option<&dyn Advisor>;

    /// Returns true if it is never queued and has nothing left to do.
    fn is_done(&self, vars: &Vars) -> bool;

    /// Returns true if its subscriptions name all of its variables.
    fn subscribes_to_all(&self) -> bool;

    /// Removes its subscriptions, which are the last of their lists. `p` is its number.
    fn unsubscribe(&self, p: u32, subs: &mut [Subs]);

    /// The difference that it enforces, if any. With `reified`, also one that a truth value enforces.
    fn difference(&self, vars: &Vars, reified: bool) -> Option<Difference>;

    /// Removes the value of `v` from the other variables of a group of different ones.
    fn remove_from_others(&self, v: VarId, value: i64, vars: &mut Vars)
    -> Result<(), Inconsistent>;

    /// [`Dispatch::remove_from_others`] for the value that `v` has, whether a word or not.
    fn remove_value_from_others(&self, v: VarId, vars: &mut Vars) -> Result<(), Inconsistent>;

    /// In a group of different variables, puts `new` in the place of `old`; fails if the group has both.
    /// `None` for other propagators.
    fn substitute(&mut self, old: VarId, new: VarId) -> Option<Result<(), Inconsistent>>;

    /// The constraint that it stands for.
    fn constraint(&self) -> Box<dyn AnyConstraint>;
}
