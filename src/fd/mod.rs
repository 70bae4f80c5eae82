//! The constraint solver: variables over unbounded integers, propagators, search. It has no terms,
//! cells or atoms; `clpz` translates between terms and constraints.
//!
//! The entry point is [`constraints::prop::Store`]: make variables, post constraints, propagate, read the
//! variables that were fixed; take marks and undo to them.

pub(crate) mod constraints;
pub(crate) mod kernel;
pub(crate) mod search;
#[cfg(test)]
mod tests;
