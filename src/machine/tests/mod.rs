//! Unit tests of the machine.

mod cells;
mod strings;
