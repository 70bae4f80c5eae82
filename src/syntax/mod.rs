//! L1: text to terms and back. Knows owned terms and names, never a heap cell.

pub mod quad;
