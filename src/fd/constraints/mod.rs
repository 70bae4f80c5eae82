//! The constraints: one file each, with variables, meaning, posting, filtering, reification and residual goal.
//!
//! Each implements the trait [`Constrain`](constraint::Constrain). Frequent ones have propagators of other types: these
//! are in files that the constraint's file imports, such as those of `normal.rs`, which is about all linear ones.

pub(crate) mod abs;
mod addends;
pub(crate) mod affine;
pub(crate) mod all_different;
pub(crate) mod boolean;
pub(crate) mod constraint;
pub(crate) mod core;
pub(crate) mod distance;
pub(crate) mod divmod;
pub(crate) mod exact;
pub(crate) mod global;
pub(crate) mod indexical;
pub(crate) mod linear;
mod membership;
pub(crate) mod minmax;
mod modulo;
pub(crate) mod normal;
pub(crate) mod posting;
pub(crate) mod power;
pub(crate) mod prop;
pub(crate) mod reification;
pub(crate) mod reified;
pub(crate) mod relation;
pub(crate) mod scale;
#[cfg(test)]
pub(crate) mod spec;
pub(crate) mod square_sum;
pub(crate) mod support;
pub(crate) mod times;
pub(crate) mod unit_sum;

/// The rows of the oracle.
#[cfg(test)]
pub(crate) const SPECS: &[&spec::Spec] = &[
    &normal::SPEC,
    &linear::SPEC,
    &unit_sum::SPEC,
    &relation::SPEC,
    &distance::SPEC,
    &scale::SPEC,
    &exact::SPEC,
    &all_different::SPEC,
    &times::SPEC,
    &divmod::SPEC,
    &power::SPEC,
    &abs::SPEC,
    &minmax::SPEC,
    &boolean::SPEC,
    &membership::SPEC,
    &reified::SPEC,
    &reification::SPEC,
];
