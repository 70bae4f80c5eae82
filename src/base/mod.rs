//! L0: atoms, numbers, arithmetic and owned terms, for all layers above.
//!
//! Imports no other folder. Order of the files, each importing only earlier ones: `number_set`, `paged`, `atom`, `int`,
//! `leading_digits`, `convert`, `number`, `tree`; `arith`, `elementary`, `special`, `evaluable`, `float_env`;
//! `splitmix`, `lines` and `clock` alone.

pub(crate) mod arith;
pub(crate) mod atom;
pub(crate) mod clock;
pub(crate) mod convert;
pub(crate) mod elementary;
pub(crate) mod evaluable;
pub(crate) mod float_env;
pub(crate) mod int;
pub(crate) mod leading_digits;
pub(crate) mod lines;
pub(crate) mod number;
pub(crate) mod number_set;
pub(crate) mod paged;
pub(crate) mod special;
pub(crate) mod splitmix;
pub(crate) mod tree;

#[cfg(test)]
mod tests;
