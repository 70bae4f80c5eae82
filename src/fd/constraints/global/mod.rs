//! Global constraints: each is one file here that says what it means, how it filters and how it
//! shows, by the trait [`Constrain`].
//!
//! # How to add one
//! 1. A file here with a struct, its `impl Constrain`,
//!    its `SIGNATURE`, by which goals and formulas state it, and its `SPEC`, which the oracle checks.
//! 2. Its lines below: `mod` and the rows in `SIGNATURES` and `SPECS`.
//! 3. Its predicate in the library, which calls `'$fd_post'/1`.
//!
//! A constraint whose arguments are of other kinds than those of `signature.rs` has no signature, but a
//! row in the table of readers, `clpz/global/condition.rs`.
//!
//! [`Constrain`]: crate::fd::constraints::constraint::Constrain

pub(crate) mod among;
pub(crate) mod bin_packing;
pub(crate) mod bits;
pub(crate) mod bool_gates;
pub(crate) mod cardinality;
pub(crate) mod circuit;
pub(crate) mod count;
pub(crate) mod cumulative;
pub(crate) mod cumulatives;
pub(crate) mod diffn;
pub(crate) mod disjunctive;
pub(crate) mod distinct;
pub(crate) mod element;
pub(crate) mod except_set;
pub(crate) mod except_zero;
pub(crate) mod geost;
mod hall_intervals;
pub(crate) mod inverse;
pub(crate) mod lex;
mod matching;
mod matching_bits;
mod matching_words;
pub(crate) mod member;
pub(crate) mod min_max;
pub(crate) mod multi_cumulative;
pub(crate) mod not_all_equal;
pub(crate) mod nvalue;
pub(crate) mod precede;
pub(crate) mod regular;
mod resource_profile;
mod scc;
pub(crate) mod signature;
pub(crate) mod sorting;
pub(crate) mod table;
mod theta_tree;

#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use signature::Signature;

/// The goals that state constraints.
pub(crate) const SIGNATURES: &[&Signature] = &[
    &distinct::SIGNATURES[0],
    &distinct::SIGNATURES[1],
    &among::SIGNATURE,
    &count::SIGNATURE,
    &except_set::SIGNATURE,
    &member::SIGNATURE,
    &not_all_equal::SIGNATURE,
    &nvalue::SIGNATURE,
];

/// The rows of the oracle.
#[cfg(test)]
pub(crate) const SPECS: &[&Spec] = &[
    &distinct::SPEC,
    &among::SPEC,
    &except_set::SPEC,
    &except_zero::SPEC,
    &element::SPEC,
    &table::SPEC,
    &cardinality::SPEC,
    &count::SPEC,
    &lex::SPEC,
    &member::SPEC,
    &not_all_equal::SPEC,
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
