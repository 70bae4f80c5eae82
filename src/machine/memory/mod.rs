//! Memory: cells, the heap and the stacks as words, terms as images outside the heap.

pub mod cell;
pub(crate) mod copy;
pub(crate) mod heap;
pub(crate) mod record;
pub(crate) mod word_stack;
