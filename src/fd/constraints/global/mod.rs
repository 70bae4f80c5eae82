//! Global constraints: each is one file here that says what it means, how it filters and how it
//! shows, by the trait [`Constrain`].
//!
//! # How to add one
//! 1. A file here with a struct, its `impl Constrain`, and its `SPEC`.
//! 2. Its lines below: `mod` and the row in `SPECS`. The oracle checks the rest.
//! 3. Its row in the table of readers, `clpz/global/condition.rs`, by which formulas know it, and
//!    its predicate in the library, which calls `'$fd_post'/1`.
//!
//! [`Constrain`]: crate::fd::constraints::constraint::Constrain

pub mod among;
pub mod bin_packing;
pub mod bits;
pub mod bool_gates;
pub mod cardinality;
pub mod circuit;
pub mod count;
pub mod cumulative;
pub mod cumulatives;
pub mod diffn;
pub mod disjunctive;
pub mod distinct;
pub mod element;
pub mod except_set;
pub mod except_zero;
pub mod geost;
mod hall_intervals;
pub mod inverse;
pub mod lex;
mod matching;
mod matching_bits;
pub mod min_max;
pub mod multi_cumulative;
pub mod nvalue;
pub mod precede;
pub mod regular;
pub mod reified_global;
mod resource_profile;
mod scc;
pub mod sorting;
pub mod table;
mod theta_tree;

#[cfg(test)]
use crate::fd::constraints::spec::Spec;

/// The rows of the oracle.
#[cfg(test)]
pub(crate) const SPECS: &[&Spec] = &[
    &reified_global::SPEC,
    &distinct::SPEC,
    &among::SPEC,
    &except_set::SPEC,
    &except_zero::SPEC,
    &element::SPEC,
    &table::SPEC,
    &cardinality::SPEC,
    &count::SPEC,
    &lex::SPEC,
    &nvalue::SPEC,
    &circuit::SPEC,
    &inverse::SPEC,
    &precede::SPEC,
    &min_max::SPEC,
    &bool_gates::SPEC,
    &sorting::SPEC,
    &bin_packing::SPEC,
    &bits::SPEC,
    &diffn::SPEC,
    &multi_cumulative::SPEC,
    &cumulative::SPEC,
    &cumulatives::SPEC,
    &geost::SPEC,
    &regular::SPEC,
    &disjunctive::SPEC,
];
