//! The constraints: each is one file that says what it means, how it filters, how it is posted and
//! how it is shown.

pub mod abs;
mod addends;
pub mod all_different;
pub mod boolean;
pub mod constraint;
pub(crate) mod core;
pub mod distance;
pub mod divmod;
pub mod exact;
pub mod global;
pub mod indexical;
pub mod linear;
pub mod minmax;
pub mod modulo;
pub mod normal;
pub(crate) mod posting;
pub mod power;
pub mod prop;
pub mod reification;
pub mod reified;
pub mod relation;
pub mod scale;
pub mod show;
#[cfg(test)]
pub(crate) mod spec;
pub mod square_sum;
pub(crate) mod support;
pub mod times;
pub mod unit_sum;

/// The rows of the oracle.
#[cfg(test)]
pub(crate) const SPECS: &[&spec::Spec] = &[
    &linear::SPEC,
    &unit_sum::SPEC,
    &relation::SPEC,
    &distance::SPEC,
    &scale::SPEC,
    &exact::SPEC,
    &all_different::SPEC,
    &times::SPEC,
    &divmod::SPEC,
    &modulo::SPEC,
    &power::SPEC,
    &abs::SPEC,
    &minmax::SPEC,
    &boolean::SPEC,
    &reified::SPEC,
];
