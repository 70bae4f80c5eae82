//! The elements of a list on the heap.

use crate::machine::memory::cell::Cell;
use crate::machine::memory::heap::Heap;

/// Iterates over the elements of a list, dereferenced, up to the first term that is not a list cell. It does not end
/// for a cyclic list.
pub(crate) struct ListElements<'h> {
    heap: &'h Heap,
    rest: Cell,
}

impl ListElements<'_> {
    /// The term after the elements so far, dereferenced.
    pub(crate) fn rest(&self) -> Cell {
        self.rest
    }
}

impl Iterator for ListElements<'_> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let (head, tail) = self.heap.uncons(self.rest)?;
        self.rest = self.heap.deref(tail);
        Some(self.heap.deref(head))
    }
}

impl Heap {
    /// The elements of a list.
    pub(crate) fn elements(&self, list: Cell) -> ListElements<'_> {
        ListElements {
            heap: self,
            rest: self.deref(list),
        }
    }
}
