//! L0: atoms, numbers, arithmetic and owned terms, for all layers above.
//!
//! Imports no other folder. Order of the files, each importing only earlier ones: `atom`, `int`,
//! `convert`, `number`, `tree`; `arith`, `elementary`, `special`, `evaluable`, `float_env`; `splitmix` alone.

pub mod arith;
pub mod atom;
pub mod convert;
pub mod elementary;
pub mod evaluable;
pub mod float_env;
pub mod int;
pub mod number;
pub mod special;
pub mod splitmix;
pub mod tree;

#[cfg(test)]
mod tests;
