//! The row of a constraint family from which the oracle derives its tests.

use crate::fd::constraints::constraint::Constraint;
use crate::fd::kernel::var::VarId;

/// Samples of one family of constraints.
pub(crate) struct Spec {
    /// The family's name in test reports.
    pub(crate) name: &'static str,
    /// The number of variables that the samples are about.
    pub(crate) arity: usize,
    /// Instances over the given variables.
    pub(crate) samples: fn(&[VarId]) -> Vec<Constraint>,
}
