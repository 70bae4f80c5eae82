//! L1: the parts of compiled code: instructions, index keys, clauses.
//!
//! Imports only `base`: code holds no cells and no addresses.

pub mod instr;
pub mod listing;
pub mod pred;
