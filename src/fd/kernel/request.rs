//! Constraints as the kernel carries them, as opaque values with variables, and the requests of propagators to post
//! them.

use crate::fd::kernel::slot::VarId;
use std::any::Any;
use std::fmt;

/// The relation of a linear sum to its constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rel {
    /// `=`
    Eq,
    /// `≠`
    Ne,
    /// `≤`
    Le,
}

/// A constraint of the layer above. The kernel keeps it and hands it back.
pub(crate) trait AnyConstraint: Any + fmt::Debug + Send {
    /// Calls `f` with each variable, in order of first occurrence.
    fn each_var(&self, f: &mut dyn FnMut(VarId));

    /// Returns the same constraint with `new` in the place of `old`.
    fn substitute(&self, old: VarId, new: VarId) -> Box<dyn AnyConstraint>;
}

/// A constraint that a propagator asks the store to post once it has returned.
#[derive(Debug)]
pub(crate) enum Request {
    /// Any constraint.
    Any(Box<dyn AnyConstraint>),
    /// `x rel y + c`
    Offset(VarId, Rel, VarId, i64),
    /// `x + y = c`
    Sum(VarId, VarId, i64),
}
