//! L1: the parts of compiled code: instructions, index keys, clauses.
//!
//! Imports only `base`: code holds no cells and no addresses.

pub(crate) mod instr;
pub(crate) mod listing;
pub(crate) mod pred;
