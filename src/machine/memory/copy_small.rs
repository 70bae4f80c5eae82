//! Copying small terms into an image.
//!
//! Breadth first, as in Cheney's collector: the cells of a compound are appended when it is its turn, each as the copy of
//! what it stands for, and the compounds among them wait in a queue. Only variables are marked: compounds that occur twice
//! are copied twice. That is why the size is bounded: larger and cyclic terms are left to the copier of `copy`, which
//! keeps sharing.

use crate::machine::memory::cell::{Addr, Cell};
use crate::machine::memory::heap::Heap;

/// The most words of a copy.
const MOST: usize = 256;

/// The state of a copy.
struct SmallCopy<'w> {
    words: &'w mut Vec<u64>,
    /// The variables that are marked.
    marks: Vec<(Addr, Cell)>,
    /// The compounds that wait: the cell, and the word that refers to it.
    queue: Vec<(Addr, Addr, u32)>,
    keeps_attributes: bool,
}

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
        let (marks, queue) = std::mem::take(&mut self.copying);
        let mut copy = SmallCopy {
            words,
            marks,
            queue,
            keeps_attributes,
        };
        let fits = self.copy_queue(&mut copy, root, d, start + MOST).is_some();
        while let Some((a, old)) = copy.marks.pop() {
            self.set(a, old);
        }
        if !fits {
            copy.words.truncate(start);
        }
        copy.queue.clear();
        self.copying = (copy.marks, copy.queue);
        fits
    }

    /// Copies a term to word `d`, and what it leads to. Returns `None` if there are to be more than `most` words, or if
    /// the term cannot be copied in this way.
    #[inline]
    fn copy_queue(
        &mut self,
        copy: &mut SmallCopy<'_>,
        root: Cell,
        d: usize,
        most: usize,
    ) -> Option<()> {
        copy.words[d] = self.copied_cell(copy, root, d)?;
        let mut next = 0;
        while let Some(&(cell, at, _)) = copy.queue.get(next) {
            next += 1;
            let mut c = Cell(cell);
            if c.is_packed() {
                c = self.settled(c);
            }
            let (raw, cells) = self.raw_and_cells(c);
            let new = copy.words.len();
            if new + raw + cells > most {
                return None;
            }
            copy.words[at as usize] = c.with_addr(8 * new as u64).0;
            let from = c.pointee();
            for i in 0..raw as u64 {
                copy.words.push(self.get(from + 8 * i).0);
            }
            for i in raw..raw + cells {
                let source = self.get(from + 8 * i as u64);
                let word = self.copied_cell(copy, source, new + i)?;
                copy.words.push(word);
            }
        }
        Some(())
    }

    /// The words of a compound or a number that are copied as they are, and the cells that follow them.
    #[inline(always)]
    fn raw_and_cells(&self, c: Cell) -> (usize, usize) {
        if c.is_list() {
            (0, 2)
        } else if c.is_structure() {
            (1, self.get(c.addr()).header_arity() as usize)
        } else if c.is_packed() {
            (self.text_words(c), 1)
        } else {
            (1 + self.get(c.addr()).box_words() as usize, 0)
        }
    }

    /// The number of text words of a packed list, or more than [`MOST`].
    #[cold]
    #[inline(never)]
    fn text_words(&self, list: Cell) -> usize {
        let is_text = |n: &usize| self.get(list.pointee() + 8 * *n as u64).is_text();
        1 + (1..=MOST).take_while(is_text).count()
    }

    /// The copy of a cell that goes to word `at`. A compound or a large number goes there later: it is queued.
    #[inline(always)]
    fn copied_cell(&mut self, copy: &mut SmallCopy<'_>, cell: Cell, at: usize) -> Option<u64> {
        let mut c = cell;
        while c.is_ref() {
            let target = self.get(c.addr());
            if target == c {
                if c.is_attvar() && copy.keeps_attributes {
                    return None;
                }
                let new = 8 * at as u64;
                copy.marks.push((c.addr(), c));
                self.set(c.addr(), Cell::moved_var(new));
                return Some(Cell::reference(new).0);
            }
            c = target;
        }
        if let Some(v) = c.as_moved_var() {
            return Some(Cell::reference(v).0);
        }
        if c.is_compound() || c.is_box() {
            copy.queue.push((c.0, at as u64, 0));
        }
        Some(c.0)
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
