//! Unit tests of the machine.

mod cells;
mod functors;
mod packed_lists;
mod strings;
