//! Unit tests of the machine.

mod cells;
mod packed_lists;
mod strings;
