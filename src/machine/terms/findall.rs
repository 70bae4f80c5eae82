//! Collecting answers outside the heap, for `findall/3`.
//!
//! A collection is one run of words: the list of its terms, with addresses relative to its start. Closing it copies
//! the whole run to the heap.

use crate::machine::state::collections::Collection;
use crate::machine::{Attributes, Cell, Extension, Machine};

impl<X: Extension> Machine<X> {
    /// Opens a collection of answers.
    pub(crate) fn findall_push(&mut self) {
        let below = self.findall_bytes();
        self.findall.push(Collection {
            below,
            ..Collection::default()
        });
    }

    /// The size of all open collections in bytes.
    pub(crate) fn findall_bytes(&self) -> u64 {
        let newest = self.findall.last();
        newest.map_or(0, |c| c.below + 8 * c.words.len() as u64)
    }

    /// The number of open collections.
    pub(crate) fn findall_depth(&self) -> usize {
        self.findall.len()
    }

    /// Adds a copy of a term to the newest collection. Returns its offset in bytes from the first cell
    /// of the list that [`Machine::findall_pop`] creates.
    pub(crate) fn findall_add(&mut self, term: Cell) -> u64 {
        let Some(c) = self.findall.last_mut() else {
            return 0;
        };
        let term = self.heap.deref(term);
        let at = c.words.len();
        c.words.extend([term.bits(), Cell::NIL.bits()]);
        if at > 0 {
            c.words[c.last] = Cell::list(8 * at as u64).bits();
        }
        c.last = at + 1;
        if !(term.is_atom() || term.is_int()) {
            let words = std::mem::take(&mut c.words);
            c.words = self
                .heap
                .add_image(words, term, 8 * at as u64, Attributes::Copy);
        }
        8 * at as u64
    }

    /// Closes the newest collection: its terms as a list that ends in `tail`.
    pub(crate) fn findall_pop(&mut self, tail: Cell) -> Cell {
        match self.findall.pop() {
            Some(c) if !c.words.is_empty() => {
                let base = self.heap.place_image(&c.words);
                self.heap.set(base + 8 * c.last as u64, tail);
                Cell::list(base)
            }
            _ => tail,
        }
    }
}
