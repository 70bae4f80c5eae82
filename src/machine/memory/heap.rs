//! The heap: cells by address, allocation, and constructors of terms.
//!
//! Compiled code writes into the reserve that the check at its last call guaranteed; every other
//! constructor here allocates its own room. Addresses stay valid when the heap grows; only a collection
//! moves cells, and collections happen at calls alone, never inside a builtin.

use crate::base::atom::Atom;
use crate::code::pred::{FunctorId, LEAST_PACKED};
use crate::machine::memory::cell::{Addr, BoxKind, Cell};
use crate::machine::memory::word_stack::WordStack;

/// The copier's stacks: marked source cells and their old contents; source, target and length of the
/// argument runs still to be copied.
pub(in crate::machine) type CopyStacks = (Vec<(Addr, Cell)>, Vec<(Addr, Addr, u32)>);

/// Bytes that are free above the limit whenever compiled code starts a chunk: the compiler emits
/// `ensure_heap` for larger needs.
pub(crate) const RESERVE: u64 = 1 << 19;

/// The address of two cells, the head and tail of the packed list that read mode reads. No cell refers to them.
pub(in crate::machine) const SCRATCH: Addr = 8;

/// The address of the first cell of terms.
pub(in crate::machine) const FIRST: Addr = SCRATCH + 16;

/// The heap of one machine.
pub(crate) struct Heap {
    pub(in crate::machine) region: WordStack,
    /// The next free address, `H`.
    pub(in crate::machine) top: Addr,
    /// The stacks of the copier, kept for reuse.
    pub(in crate::machine) copying: CopyStacks,
    /// The buffer in which images are built, kept for reuse.
    pub(in crate::machine) imaging: Vec<u64>,
    /// The least number of bytes of a text that becomes a packed list.
    pub(in crate::machine) least_packed: usize,
    /// The addresses of attributed variables, in the order in which they were made. Those that backtracking has removed
    /// are not among them, but those that are bound now.
    pub(in crate::machine) attvars: Vec<Addr>,
    /// The lowest address to which a term with attributed variables was copied; `Addr::MAX` if none was.
    pub(in crate::machine) copied_attvars: Addr,
}

/// The bytes of an empty heap: the room before its first collection, and what is kept in reserve.
const FIRST_SIZE: u64 = (5 << 20) + (1 << 16);

/// The words of a string's box, and the number of unused bytes in the last.
pub(in crate::machine) fn string_words(text: &str) -> (u8, impl ExactSizeIterator<Item = u64>) {
    let words = text.as_bytes().chunks(8).map(|bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_ne_bytes(word)
    });
    ((8 * words.len() - text.len()) as u8, words)
}

impl Heap {
    pub(in crate::machine) fn new() -> Heap {
        let mut region = WordStack::new(FIRST_SIZE);
        // Address 0 means "no address".
        for at in (0..FIRST).step_by(8) {
            region.set(at, Cell::NIL.0);
        }
        Heap {
            region,
            top: FIRST,
            least_packed: LEAST_PACKED,
            copying: Default::default(),
            imaging: Vec::new(),
            attvars: Vec::new(),
            copied_attvars: Addr::MAX,
        }
    }

    /// The cell at an address below the top. Every cell below the top has been written, and every
    /// address in a reachable cell is below the top, so an address taken from a term is always valid.
    #[inline(always)]
    pub(crate) fn get(&self, a: Addr) -> Cell {
        debug_assert!(a < self.top, "read above the heap's top");
        Cell(self.region.get(a))
    }

    /// Overwrites a cell, without a trail: for cells that the caller has just made.
    #[inline(always)]
    pub(crate) fn set(&mut self, a: Addr, c: Cell) {
        self.region.set(a, c.0);
    }

    /// The words of terms.
    pub(in crate::machine) fn words(&self) -> &[u64] {
        self.region.slice(FIRST, (self.top - FIRST) / 8)
    }

    /// The next free address.
    #[inline(always)]
    pub(crate) fn top(&self) -> Addr {
        self.top
    }

    /// Frees everything above `to`; nothing may refer to it.
    #[inline]
    pub(crate) fn release(&mut self, to: Addr) {
        debug_assert!(to <= self.top);
        self.top = to;
    }

    /// Appends a cell; the room must exist.
    #[inline(always)]
    pub(in crate::machine) fn push(&mut self, c: Cell) {
        self.region.set(self.top, c.0);
        self.top += 8;
    }

    /// Makes room for `cells` more cells besides the reserve.
    #[inline(always)]
    pub(crate) fn ensure(&mut self, cells: u64) {
        if self.top + 8 * cells + RESERVE > self.region.size() {
            self.grow(cells);
        }
    }

    /// Makes room for `cells` more cells besides the reserve. Returns false if there is not enough memory.
    pub(crate) fn try_ensure(&mut self, cells: u64) -> bool {
        let need = (self.top + 8 * cells + 2 * RESERVE).next_multiple_of(1 << 16);
        need <= self.region.size() || self.region.resize(need)
    }

    /// Returns memory to the system, if much was used once and little is used now. Returns true if it did.
    pub(crate) fn shrink(&mut self) -> bool {
        let less = self.region.shrink(self.top + 2 * RESERVE);
        if less {
            self.copying = Default::default();
            self.imaging = Vec::new();
        }
        less
    }

    #[cold]
    fn grow(&mut self, cells: u64) {
        let need = (self.top + 8 * cells + 2 * RESERVE).next_multiple_of(1 << 16);
        let size = self.region.size();
        self.region
            .grow(need.max((size + size / 2).next_multiple_of(1 << 16)), need);
    }

    /// Follows references to a value or an unbound variable.
    #[inline(always)]
    pub(crate) fn deref(&self, mut c: Cell) -> Cell {
        while c.is_ref() {
            let next = self.get(c.addr());
            if next == c {
                break;
            }
            c = next;
        }
        c
    }

    /// A new unbound variable.
    #[inline]
    pub(crate) fn new_var(&mut self) -> Cell {
        self.ensure(1);
        self.push_var()
    }

    /// A new unbound variable; the room must exist.
    #[inline(always)]
    pub(in crate::machine) fn push_var(&mut self) -> Cell {
        let v = Cell::reference(self.top);
        self.push(v);
        v
    }

    /// A list cell.
    #[inline]
    pub(crate) fn cons(&mut self, head: Cell, tail: Cell) -> Cell {
        self.ensure(2);
        let at = self.top;
        self.push(head);
        self.push(tail);
        Cell::list(at)
    }

    /// A structure; `args` is not empty and `f` is not `'.'/2`.
    pub(crate) fn structure(&mut self, f: FunctorId, args: &[Cell]) -> Cell {
        self.ensure(args.len() as u64 + 1);
        let at = self.top;
        self.push(Cell::functor(f, args.len() as u32));
        for &a in args {
            self.push(a);
        }
        Cell::structure(at)
    }

    /// A list of cells that ends in `tail`.
    pub(crate) fn list(&mut self, items: &[Cell], tail: Cell) -> Cell {
        if items.is_empty() {
            return tail;
        }
        self.ensure(2 * items.len() as u64);
        let at = self.top;
        for (i, &c) in items.iter().enumerate() {
            self.push(c);
            let next = if i + 1 == items.len() {
                tail
            } else {
                Cell::list(self.top + 8)
            };
            self.push(next);
        }
        Cell::list(at)
    }

    /// A list of one-character atoms that ends in `tail`, packed unless it is short.
    pub(crate) fn chars(&mut self, s: &str, tail: Cell) -> Cell {
        if self.packs(s) {
            return self.packed(s, tail);
        }
        self.text_list(s, tail, |c| Cell::atom(Atom::from_char(c)))
    }

    /// A list of character codes that ends in `tail`.
    pub(crate) fn codes(&mut self, s: &str, tail: Cell) -> Cell {
        self.text_list(s, tail, |c| Cell::int(i64::from(u32::from(c))))
    }

    fn text_list(&mut self, s: &str, tail: Cell, cell: impl Fn(char) -> Cell) -> Cell {
        self.ensure(2 * s.len() as u64);
        let at = self.top;
        let mut last = None;
        for c in s.chars() {
            self.push(cell(c));
            last = Some(self.top);
            self.push(Cell::list(self.top + 8));
        }
        match last {
            None => tail,
            Some(l) => {
                self.set(l, tail);
                Cell::list(at)
            }
        }
    }

    /// A box of raw words that are a number.
    pub(in crate::machine) fn boxed(&mut self, kind: BoxKind, extra: u8, words: &[u64]) -> Cell {
        self.ensure(words.len() as u64 + 1);
        let at = self.top;
        self.push(Cell::box_header(kind, extra, words.len() as u32));
        self.region.write(self.top, words);
        self.top += 8 * words.len() as u64;
        Cell::boxed(at)
    }

    /// A string.
    pub(crate) fn string(&mut self, text: &str) -> Cell {
        let (unused, words) = string_words(text);
        self.ensure(words.len() as u64 + 1);
        let at = self.top;
        self.push(Cell::box_header(
            BoxKind::String,
            unused,
            words.len() as u32,
        ));
        for word in words {
            self.push(Cell(word));
        }
        Cell::string(at)
    }

    /// The text of a string.
    pub(crate) fn text(&self, c: Cell) -> &str {
        debug_assert!(c.is_string());
        let (header, words) = self.unbox(c);
        let bytes = 8 * words.len() - usize::from(header.box_extra());
        // SAFETY: the words are initialized memory of the heap, which stays as it is while it is borrowed, and they
        // have at least as many bytes: at most 7 of the last word are unused.
        let bytes = unsafe { std::slice::from_raw_parts(words.as_ptr().cast::<u8>(), bytes) };
        // Words come from `string` and from images, which may be those of a file.
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// Header and raw words of a box.
    #[inline]
    pub(in crate::machine) fn unbox(&self, c: Cell) -> (Cell, &[u64]) {
        let header = self.get(c.addr());
        (header, self.region.slice(c.addr() + 8, header.box_words()))
    }

    /// A float.
    pub(crate) fn float(&mut self, f: f64) -> Cell {
        self.boxed(BoxKind::Float, 0, &[f.to_bits()])
    }

    /// The float in a boxed cell, if it is one.
    #[inline(always)]
    pub(crate) fn to_float(&self, c: Cell) -> Option<f64> {
        let header = self.get(c.addr());
        (header.box_kind() == BoxKind::Float).then(|| f64::from_bits(self.region.get(c.addr() + 8)))
    }

    /// Functor and arity of a structure.
    #[inline(always)]
    pub(crate) fn functor_of(&self, c: Cell) -> (FunctorId, u32) {
        let h = self.get(c.addr());
        (h.header_functor(), h.header_arity())
    }

    /// The address of the first argument of a list or structure; see [`Heap::exposed`] for packed lists.
    #[inline(always)]
    pub(crate) fn args_at(&self, c: Cell) -> Addr {
        if c.is_list() { c.addr() } else { c.addr() + 8 }
    }
}

impl Heap {
    /// The number of arguments of a list or structure.
    #[inline(always)]
    pub(crate) fn arity_of(&self, c: Cell) -> u32 {
        if c.is_any_list() {
            2
        } else {
            self.get(c.addr()).header_arity()
        }
    }
}
