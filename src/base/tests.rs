//! Unit tests: one file for each file of the folder that has any.

mod atom;
mod convert;
mod evaluable;
mod float_env;
mod int;
mod leading_digits;
mod number;
mod tree;
