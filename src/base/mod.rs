//! L0: what every layer above needs and what needs none of them.
//!
//! Knows nothing of syntax, code, heaps or constraints.

pub mod atom;
pub mod int;
pub mod number;
pub mod tree;
