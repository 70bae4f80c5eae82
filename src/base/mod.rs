//! L0: what every layer above needs and what needs none of them.
//!
//! Knows nothing of syntax, code, heaps or constraints.

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
