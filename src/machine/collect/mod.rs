//! The collectors of the heap and of atoms.

mod atoms;
mod heap;
mod mark;
mod slide;
