//! Terms kept outside the heap: collected answers, balls, global values, clause sources.

use crate::code::pred::FunctorId;
use crate::machine::memory::cell::Cell;
use crate::machine::memory::copy::Attributes;
use crate::machine::memory::heap::Heap;

/// The largest buffer, in words, that is kept for the next record.
const ROOM_KEPT: usize = 1 << 16;

/// A term outside the heap, with variables of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Record(Box<[u64]>);

impl Record {
    /// A copy of a term on the heap.
    pub(crate) fn new(heap: &mut Heap, term: Cell, attributes: Attributes) -> Record {
        let term = heap.deref(term);
        if term.is_int() || term.is_atom() {
            return Record(Box::new([term.0]));
        }
        let words = heap.image(term, attributes);
        let record = Record(words.as_slice().into());
        heap.keep_buffer(words);
        record
    }

    /// A copy of the term on the heap, with new variables.
    pub(crate) fn restore(&self, heap: &mut Heap) -> Cell {
        heap.instantiate(&self.0)
    }

    /// The functor of a compound with that many arguments or more, and its argument `n`, from 1, if that is an atom or a
    /// small integer.
    pub(in crate::machine) fn constant_argument(&self, n: u32) -> Option<(FunctorId, Cell)> {
        let root = Cell(self.0[0]);
        if !root.is_structure() {
            return None;
        }
        // Addresses in an image count bytes from its first word.
        let at = (root.addr() / 8) as usize;
        let header = Cell(self.0[at]);
        if n == 0 || n > header.header_arity() {
            return None;
        }
        let argument = Cell(self.0[at + n as usize]);
        (argument.is_atom() || argument.is_int()).then_some((header.header_functor(), argument))
    }

    /// The record of an image: words in relative addresses, the root first.
    pub(in crate::machine) fn of_image(words: Box<[u64]>) -> Record {
        Record(words)
    }

    /// Its words in relative addresses, the root first.
    pub(in crate::machine) fn image(&self) -> &[u64] {
        &self.0
    }

    /// Its size in words.
    pub(crate) fn words(&self) -> usize {
        self.0.len()
    }
}

impl Heap {
    /// The words of the record of a term. They should be given back with [`Heap::keep_buffer`].
    pub(crate) fn image(&mut self, term: Cell, attributes: Attributes) -> Vec<u64> {
        let mut words = self.take_buffer();
        words.push(0);
        self.add_image(words, term, 0, attributes)
    }

    /// An empty buffer for an image, which should be given back with [`Heap::keep_buffer`].
    pub(in crate::machine) fn take_buffer(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.imaging)
    }

    /// Keeps the buffer of an image for the next one.
    pub(crate) fn keep_buffer(&mut self, mut words: Vec<u64>) {
        if words.capacity() <= ROOM_KEPT {
            words.clear();
            self.imaging = words;
        }
    }
}
