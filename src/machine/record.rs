//! Terms kept outside the heap: collected answers, balls, global values, clause sources.

use super::cell::Cell;
use super::copy::Attributes;
use super::heap::Heap;

/// A term outside the heap. Its variables are its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Record(Box<[u64]>);

impl Record {
    /// Copies a term off the heap.
    pub fn new(heap: &mut Heap, term: Cell, attributes: Attributes) -> Record {
        let term = heap.deref(term);
        if term.is_int() || term.is_atom() {
            return Record(Box::new([term.0]));
        }
        Record(heap.image(term, attributes).into_boxed_slice())
    }

    /// A copy of the term on the heap, with new variables.
    pub fn restore(&self, heap: &mut Heap) -> Cell {
        heap.instantiate(&self.0)
    }

    /// The term itself, if it is an atom or small integer.
    pub fn atomic(&self) -> Option<Cell> {
        let c = Cell(self.0[0]);
        (c.is_atom() || c.is_int()).then_some(c)
    }

    /// Its words in relative addresses, the root first.
    pub(super) fn image(&self) -> &[u64] {
        &self.0
    }

    /// How many words it takes.
    pub fn words(&self) -> usize {
        self.0.len()
    }
}
