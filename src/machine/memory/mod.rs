//! Memory: cells, the heap, stacks of words, and terms outside the heap.

pub(crate) mod cell;
pub(crate) mod copy;
mod copy_small;
pub(crate) mod heap;
mod large_pages;
pub(in crate::machine) mod list_elements;
pub(crate) mod packed;
pub(crate) mod record;
pub(in crate::machine) mod registers;
pub(crate) mod word_stack;
