//! L1: what compiled code is made of: instructions, keys, clauses as the compiler hands them over.
//!
//! Knows no cells and no addresses; the machine gives code its place.

pub mod instr;
pub mod listing;
pub mod pred;
