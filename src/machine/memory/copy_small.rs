//! Copying small terms into an image.
//!
//! As in Cheney's collector, compounds are appended with their cells as they are, and a pass over the new words
//! replaces each cell by the copy of what it stands for. Only variables are marked: compounds that occur twice are
//! copied twice. That is why the size is bounded: larger and cyclic terms are left to the copier of `copy`, which
//! keeps sharing.

use crate::machine::memory::cell::{Addr, Cell};
use crate::machine::memory::heap::Heap;

/// The most words of a copy.
const MOST: usize = 256;

impl Heap {
    /// Appends the copy of a term to words in relative addresses; its root goes to word `d`. Returns true if it was
    /// small enough; else no word has been appended. A term with attributed variables is not copied if the copy has
    /// to keep them.
    pub(super) fn add_small_image(
        &mut self,
        words: &mut Vec<u64>,
        root: Cell,
        d: usize,
        keeps_attributes: bool,
    ) -> bool {
        let start = words.len();
        let (mut marks, work) = std::mem::take(&mut self.copying);
        words[d] = root.0;
        let mut at = d;
        let mut next = start;
        let fits = loop {
            let Some(raw) = self.copy_word(words, at, &mut marks, keeps_attributes) else {
                break false;
            };
            if words.len() - start > MOST {
                break false;
            }
            // The root is not among the words that follow.
            next += raw;
            at = next;
            next += 1;
            if at >= words.len() {
                break true;
            }
        };
        while let Some((a, old)) = marks.pop() {
            self.set(a, old);
        }
        if !fits {
            words.truncate(start);
        }
        self.copying = (marks, work);
        fits
    }

    /// Replaces word `at`, a cell of the heap, by its copy, and appends the words of the copied term. Returns the
    /// number of raw words that follow it, or `None` if the term cannot be copied in this way.
    #[inline(always)]
    fn copy_word(
        &mut self,
        words: &mut Vec<u64>,
        at: usize,
        marks: &mut Vec<(Addr, Cell)>,
        keeps_attributes: bool,
    ) -> Option<usize> {
        let mut c = Cell(words[at]);
        while c.is_ref() {
            let target = self.get(c.addr());
            if target == c {
                if c.is_attvar() && keeps_attributes {
                    return None;
                }
                let new = 8 * at as u64;
                words[at] = Cell::reference(new).0;
                marks.push((c.addr(), c));
                self.set(c.addr(), Cell::moved_var(new));
                return Some(0);
            }
            c = target;
        }
        let cells = if c.is_list() {
            2
        } else if c.is_structure() {
            1 + self.get(c.addr()).header_arity() as usize
        } else if c.is_box() {
            1 + self.get(c.addr()).box_words() as usize
        } else if c.is_packed() {
            return self.copy_packed(words, at, c);
        } else {
            words[at] = match c.as_moved_var() {
                Some(v) => Cell::reference(v).0,
                None => c.0,
            };
            let is_header = c.is_box_header();
            return Some(if is_header { c.box_words() as usize } else { 0 });
        };
        if cells > MOST {
            return None;
        }
        words[at] = c.with_addr(8 * words.len() as u64).0;
        words.extend_from_slice(self.region.slice(c.addr(), cells as u64));
        Some(0)
    }

    /// [`Heap::copy_word`] of a packed list: its text words and its tail are appended.
    #[cold]
    #[inline(never)]
    fn copy_packed(&self, words: &mut Vec<u64>, at: usize, list: Cell) -> Option<usize> {
        let list = self.settled(list);
        let mut cells = 2;
        if list.is_packed() {
            while self.get(list.pointee() + 8 * (cells - 1)).is_text() {
                cells += 1;
                if cells > MOST as u64 {
                    return None;
                }
            }
        }
        words[at] = list.with_addr(8 * words.len() as u64).0;
        words.extend_from_slice(self.region.slice(list.pointee(), cells));
        Some(0)
    }
}

#[cfg(test)]
mod tests {
    use super::MOST;
    use crate::code::pred::FunctorId;
    use crate::machine::memory::cell::Cell;
    use crate::machine::memory::copy::Attributes;
    use crate::machine::memory::heap::Heap;

    /// The image of a term.
    fn image(heap: &mut Heap, term: Cell) -> Vec<u64> {
        heap.add_image(vec![0], term, 0, Attributes::Copy)
    }

    #[test]
    fn variables_stay_shared_and_the_source_as_it_was() {
        let mut heap = Heap::new();
        let (x, y) = (heap.new_var(), heap.new_var());
        let number = heap.float(0.5);
        let inner = heap.structure(FunctorId(7), &[x, number, y]);
        let list = heap.list(&[y, Cell::int(1), inner], x);
        let term = heap.structure(FunctorId(3), &[x, list]);
        let before: Vec<Cell> = (0..heap.top() / 8).map(|i| heap.get(8 * i)).collect();
        let words = image(&mut heap, term);
        let after: Vec<Cell> = (0..heap.top() / 8).map(|i| heap.get(8 * i)).collect();
        assert_eq!(before, after);
        let copy = heap.instantiate(&words);
        let args = heap.args_at(copy);
        let (x1, list1) = (heap.deref(heap.get(args)), heap.deref(heap.get(args + 8)));
        assert!(x1.is_ref() && x1 != x);
        let elements: Vec<Cell> = (0..3)
            .scan(list1, |l, _| {
                let (head, tail) = (heap.get(l.addr()), heap.get(l.addr() + 8));
                *l = heap.deref(tail);
                Some(heap.deref(head))
            })
            .collect();
        let [y1, one, inner1] = elements[..] else {
            panic!("three elements");
        };
        assert!(y1.is_ref() && y1 != y && y1 != x1);
        assert_eq!(one, Cell::int(1));
        let args = heap.args_at(inner1);
        assert_eq!(heap.deref(heap.get(args)), x1);
        assert_eq!(heap.to_float(heap.deref(heap.get(args + 8))), Some(0.5));
        assert_eq!(heap.deref(heap.get(args + 16)), y1);
    }

    #[test]
    fn large_and_cyclic_terms_are_left_to_the_other_copier() {
        let mut heap = Heap::new();
        let items: Vec<Cell> = (0..MOST as i64).map(Cell::int).collect();
        let long = heap.list(&items, Cell::NIL);
        let mut words = vec![0];
        assert!(!heap.add_small_image(&mut words, long, 0, true));
        assert_eq!(words.len(), 1);
        let cyclic = heap.structure(FunctorId(1), &[Cell::NIL]);
        heap.set(heap.args_at(cyclic), cyclic);
        assert!(!heap.add_small_image(&mut words, cyclic, 0, true));
        assert_eq!(image(&mut heap, cyclic).len(), 3);
        assert_eq!(image(&mut heap, long).len(), 1 + 2 * MOST);
    }
}
