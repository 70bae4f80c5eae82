//! Copying terms: onto the heap (`copy_term/2`) or into an image outside it (records, balls).
//!
//! While a term is copied, its variables and the first cells of its compounds hold forwarding marks
//! with the addresses of the copies; they are removed at the end. This keeps sharing and cycles. An
//! explicit stack holds the pending arguments.

use crate::machine::memory::cell::{Addr, Cell};
use crate::machine::memory::heap::Heap;
use crate::machine::memory::packed::TextRuns;

/// The treatment of attributed variables in a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Attributes {
    /// The copy has the attributes, which are copied too.
    Copy,
    /// The copy has plain variables.
    Drop,
}

/// The target of a copy, and the heap that holds the source.
trait CopyTarget {
    fn heap(&mut self) -> &mut Heap;
    fn alloc(&mut self, cells: u64) -> Addr;
    fn write(&mut self, a: Addr, c: Cell);
}

struct OnHeap<'a>(&'a mut Heap);

impl CopyTarget for OnHeap<'_> {
    fn heap(&mut self) -> &mut Heap {
        self.0
    }
    fn alloc(&mut self, cells: u64) -> Addr {
        self.0.ensure(cells);
        let a = self.0.top;
        self.0.top += 8 * cells;
        a
    }
    fn write(&mut self, a: Addr, c: Cell) {
        self.0.set(a, c);
    }
}

struct InImage<'a> {
    heap: &'a mut Heap,
    words: Vec<u64>,
}

impl CopyTarget for InImage<'_> {
    fn heap(&mut self) -> &mut Heap {
        self.heap
    }
    fn alloc(&mut self, cells: u64) -> Addr {
        let a = 8 * self.words.len() as u64;
        self.words.resize(self.words.len() + cells as usize, 0);
        a
    }
    fn write(&mut self, a: Addr, c: Cell) {
        self.words[(a / 8) as usize] = c.0;
    }
}

struct Copier<P: CopyTarget> {
    place: P,
    attributes: Attributes,
    /// Marked source cells and their old contents.
    marks: Vec<(Addr, Cell)>,
    /// Source and target of argument runs still to be copied, and their lengths.
    work: Vec<(Addr, Addr, u32)>,
    /// The runs of text words that have been copied, each with the address of its copy. A run ends at the tail, or at
    /// a run that was copied before.
    texts: TextRuns<Addr>,
}

impl<P: CopyTarget> Copier<P> {
    fn mark(&mut self, at: Addr, old: Cell, mark: Cell) {
        self.marks.push((at, old));
        self.place.heap().set(at, mark);
    }

    /// Copies the cell that stands at source `s` to target `d`.
    fn location(&mut self, s: Addr, d: Addr) {
        let c = self.place.heap().get(s);
        match c.as_moved_var().or(c.as_moved_compound()) {
            Some(v) => self.place.write(d, Cell::reference(v)),
            None => self.value(c, d),
        }
    }

    /// Copies the value `c` to target `d`.
    fn value(&mut self, mut c: Cell, mut d: Addr) {
        loop {
            while c.is_ref() {
                let next = self.place.heap().get(c.addr());
                if let Some(v) = next.as_moved_var().or(next.as_moved_compound()) {
                    return self.place.write(d, Cell::reference(v));
                }
                if next == c {
                    return self.variable(c, d);
                }
                c = next;
            }
            if !c.is_list() {
                if c.is_packed() && !self.place.heap().get(c.pointee()).is_text() {
                    // The text word was spilled. Forwarding marks are in first cells only, and this is not one.
                    c = self.place.heap().list_of_spilled(c);
                    continue;
                }
                return self.plain(c, d);
            }
            let first = self.place.heap().get(c.addr());
            if let Some(v) = first.as_moved_compound() {
                return self.place.write(d, Cell::list(v));
            }
            let new = self.place.alloc(2);
            self.place.write(d, Cell::list(new));
            self.mark(c.addr(), first, Cell::moved_compound(new));
            self.work.push((c.addr() + 8, new + 8, 1));
            if first == Cell::reference(c.addr()) {
                return self.place.write(new, Cell::reference(new));
            }
            if let Some(v) = first.as_moved_var() {
                return self.place.write(new, Cell::reference(v));
            }
            // The head's cell holds the mark now, so its value is copied before anything else.
            (c, d) = (first, new);
        }
    }

    /// Copies a value that is neither a variable nor a list.
    fn plain(&mut self, c: Cell, d: Addr) {
        if c.is_structure() {
            let first = self.place.heap().get(c.addr());
            if let Some(v) = first.as_moved_compound() {
                return self.place.write(d, Cell::structure(v));
            }
            let n = first.header_arity();
            let new = self.place.alloc(1 + u64::from(n));
            self.place.write(d, Cell::structure(new));
            self.place.write(new, first);
            self.mark(c.addr(), first, Cell::moved_compound(new));
            self.work.push((c.addr() + 8, new + 8, n));
        } else if c.is_packed() {
            self.packed(c, d);
        } else if c.is_box() {
            let header = self.place.heap().get(c.addr());
            let n = 1 + header.box_words();
            let new = self.place.alloc(n);
            self.place.write(d, c.with_addr(new));
            for i in 0..n {
                let w = Cell(self.place.heap().region.get(c.addr() + 8 * i));
                self.place.write(new + 8 * i, w);
            }
        } else {
            self.place.write(d, c);
        }
    }

    /// Copies a packed list from its first character on; words that have been copied are shared.
    fn packed(&mut self, c: Cell, d: Addr) {
        let from = c.pointee();
        if let Some((start, _, copy)) = self.texts.containing(from) {
            return self.place.write(d, c.with_addr(copy + (from - start)));
        }
        let (end, next) = self.texts.words_between(self.place.heap(), from);
        let words = (end - from) / 8;
        let new = self.place.alloc(words + 1);
        self.place.write(d, c.with_addr(new));
        for i in 0..words {
            let word = self.place.heap().get(from + 8 * i);
            self.place.write(new + 8 * i, word);
        }
        self.texts.add(from, end, new);
        let tail = new + 8 * words;
        match next {
            Some((_, copy)) => self.place.write(tail, Cell::packed(copy, 0)),
            None => self.work.push((end, tail, 1)),
        }
    }

    fn variable(&mut self, c: Cell, d: Addr) {
        if c.is_attvar() && self.attributes == Attributes::Copy {
            let new = self.place.alloc(2);
            let heap = self.place.heap();
            heap.copied_attvars = heap.copied_attvars.min(new);
            self.place.write(new, Cell::attvar(new));
            self.place.write(d, Cell::reference(new));
            self.mark(c.addr(), c, Cell::moved_var(new));
            self.work.push((c.addr() + 8, new + 8, 1));
        } else {
            self.place.write(d, Cell::reference(d));
            self.mark(c.addr(), c, Cell::moved_var(d));
        }
    }

    /// Copies the term `root` to target `d`, and removes the marks.
    fn run(mut self, root: Cell, d: Addr) -> P {
        self.value(root, d);
        while let Some((s, t, n)) = self.work.pop() {
            if n > 1 {
                self.work.push((s + 8, t + 8, n - 1));
            }
            self.location(s, t);
        }
        let heap = self.place.heap();
        while let Some((a, old)) = self.marks.pop() {
            heap.set(a, old);
        }
        heap.copying = (self.marks, self.work);
        self.place
    }
}

impl<P: CopyTarget> Copier<P> {
    fn new(mut place: P, attributes: Attributes) -> Copier<P> {
        let (marks, work) = std::mem::take(&mut place.heap().copying);
        Copier {
            place,
            attributes,
            marks,
            work,
            texts: TextRuns::default(),
        }
    }
}

impl Heap {
    /// A copy of a term with new variables.
    pub(crate) fn copy(&mut self, root: Cell, attributes: Attributes) -> Cell {
        let root = self.deref(root);
        if root.is_atomic() {
            return root;
        }
        self.ensure(1);
        let d = self.top;
        self.top += 8;
        Copier::new(OnHeap(self), attributes).run(root, d);
        self.get(d)
    }

    /// Appends the copy of a term to words in relative addresses; its root goes to address `d`.
    pub(in crate::machine) fn add_image(
        &mut self,
        mut words: Vec<u64>,
        root: Cell,
        d: Addr,
        attributes: Attributes,
    ) -> Vec<u64> {
        let keeps_attributes = attributes == Attributes::Copy;
        if self.add_small_image(&mut words, root, (d / 8) as usize, keeps_attributes) {
            return words;
        }
        let place = InImage { heap: self, words };
        Copier::new(place, attributes).run(root, d).words
    }

    /// Copies an image onto the heap. Returns its root.
    pub(in crate::machine) fn instantiate(&mut self, image: &[u64]) -> Cell {
        let root = Cell(image[0]);
        if image.len() == 1 && !root.is_ref() {
            return root;
        }
        let base = self.place_image(image);
        self.get(base)
    }

    /// Copies words with relative addresses onto the heap. Returns their address.
    pub(in crate::machine) fn place_image(&mut self, image: &[u64]) -> Addr {
        self.ensure(image.len() as u64);
        let base = self.top;
        self.region.write(base, image);
        self.top += 8 * image.len() as u64;
        let mut a = base;
        while a < self.top {
            let c = self.get(a);
            if c.is_box_header() {
                a += 8 * c.box_words();
            } else if c.is_pointer() {
                if c.is_attvar() {
                    self.copied_attvars = self.copied_attvars.min(base);
                }
                self.set(a, c.with_addr(c.pointee() + base));
            }
            a += 8;
        }
        base
    }
}
