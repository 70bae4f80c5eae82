//! Packed lists of characters: text in UTF-8 on the heap that every predicate sees as a list.
//!
//! A packed list is a run of text words, each with up to seven bytes of whole characters, followed by the cell of its
//! tail. A cell of such a list is the address of a text word and a position in this word, so a cell denotes any rest
//! of the list, and neither its first character nor its rest needs heap cells. No word belongs to two runs, and the
//! collector keeps a run from the first word to which a cell refers.
//!
//! Every other list cell has an address on the heap to which `setarg/3` may write; a packed list has none. Before the
//! first write, the text word is replaced by a list cell, [`Heap::spilled`]: the list of its characters is at the
//! address of that cell, 16 bytes for each byte of text. The words before it have this list as their tail; a cell
//! that refers to the word itself denotes the list cell of its position.

use crate::base::atom::Atom;
use crate::code::pred::LEAST_PACKED;
use crate::machine::memory::cell::{Addr, Cell};
use crate::machine::memory::heap::{FIRST, Heap, SCRATCH};
use std::collections::BTreeMap;

/// The most bytes of text in a word.
const IN_WORD: u32 = 7;

/// The cells of the list that a text word is spilled to.
pub(in crate::machine) const SPILLED_CELLS: u64 = 2 * IN_WORD as u64;

/// The byte after the last character of a word.
const UNUSED: u64 = 0xff;

/// The most words or characters that are compared before cycles are looked for.
const SKIPPED: u32 = 4096;

/// The character at a place of the bytes of a text word, and the place after it.
#[inline(always)]
fn decode(bytes: u64, place: u32) -> (char, u32) {
    let bytes = bytes >> (8 * place);
    let first = bytes as u32 & 0xff;
    if first < 0x80 {
        return (first as u8 as char, place + 1);
    }
    let next = |i: u32| (bytes >> (8 * i)) as u32 & 0x3f;
    let (code, length) = match first {
        0..0xe0 => ((first & 0x1f) << 6 | next(1), 2),
        0xe0..0xf0 => ((first & 0x0f) << 12 | next(1) << 6 | next(2), 3),
        _ => (
            (first & 7) << 18 | next(1) << 12 | next(2) << 6 | next(3),
            4,
        ),
    };
    // Words are made of the characters of a `str`, on this heap or on that of another machine.
    (char::from_u32(code).unwrap_or_default(), place + length)
}

/// Returns true if there is no character at this place of the bytes of a text word.
#[inline(always)]
fn is_end(bytes: u64, place: u32) -> bool {
    place == IN_WORD || bytes >> (8 * place) & 0xff == UNUSED
}

/// Returns true if a whole character of UTF-8 begins at this place of the bytes of a text word.
fn is_character(bytes: u64, place: u32) -> bool {
    if place >= IN_WORD || is_end(bytes, place) {
        return false;
    }
    let rest = &bytes.to_le_bytes()[place as usize..IN_WORD as usize];
    (1..=rest.len()).any(|n| std::str::from_utf8(&rest[..n]).is_ok())
}

/// The number of bytes of text among the first ones of a text word.
#[inline(always)]
fn used_bytes(bytes: u64, among: u32) -> usize {
    const HIGH_BITS: u64 = 0x80_8080_8080_8080;
    if bytes & HIGH_BITS == 0 {
        return among as usize;
    }
    let end = (0..among).find(|&place| is_end(bytes, place));
    end.unwrap_or(among) as usize
}

/// The first word of a text, at most seven bytes of whole characters, and the rest.
fn split_word(text: &str) -> (&str, &str) {
    let mut n = text.len().min(IN_WORD as usize);
    while !text.is_char_boundary(n) {
        n -= 1;
    }
    text.split_at(n)
}

/// The first character and the rest of a packed list in memory that `read` reads.
#[inline(always)]
pub(in crate::machine) fn split(read: impl Fn(Addr) -> Cell, c: Cell) -> (Cell, Cell) {
    let at = c.pointee();
    let word = read(at);
    if !word.is_text() {
        let at = word.pointee() + 16 * Addr::from(c.place());
        return (read(at), read(at + 8));
    }
    let bytes = word.text_bytes();
    let (first, place) = decode(bytes, c.place());
    let rest = if is_end(bytes, place) {
        position(&read, at + 8)
    } else {
        Cell::packed(at, place)
    };
    (Cell::atom(Atom::from_char(first)), rest)
}

/// The first character and the rest of a packed list of an image.
pub(in crate::machine) fn split_image(image: &[u64], c: Cell) -> (Cell, Cell) {
    split(|a| Cell::from_word(image[(a / 8) as usize]), c)
}

/// The list that begins with a text word, or the tail that stands there instead.
#[inline(always)]
fn position(read: impl Fn(Addr) -> Cell, at: Addr) -> Cell {
    let next = read(at);
    if next.is_text() {
        Cell::packed(at, 0)
    } else {
        next
    }
}

/// The number of words of a text.
fn words_of(text: &str) -> u64 {
    if text.is_ascii() {
        return text.len().div_ceil(IN_WORD as usize) as u64;
    }
    let (mut words, mut rest) = (0, text);
    while !rest.is_empty() {
        words += 1;
        rest = split_word(rest).1;
    }
    words
}

/// A packed list that is being built from the pieces of a text.
pub(crate) struct PackedPieces {
    first: Addr,
}

impl PackedPieces {
    /// Begins a packed list at the heap's top. Nothing else may be built on the heap until its end.
    pub(crate) fn begin(heap: &Heap) -> PackedPieces {
        PackedPieces { first: heap.top() }
    }

    /// Appends a piece.
    pub(crate) fn add(&self, heap: &mut Heap, piece: &str) {
        heap.ensure(words_of(piece) + 1);
        heap.push_text(piece);
    }

    /// The list, which ends in `tail`.
    pub(crate) fn end(self, heap: &mut Heap, tail: Cell) -> Cell {
        if heap.top() == self.first {
            return tail;
        }
        heap.ensure(1);
        heap.push(tail);
        Cell::packed(self.first, 0)
    }

    /// Frees the incomplete list, and what was built after it.
    pub(crate) fn release(self, heap: &mut Heap) {
        heap.release(self.first);
    }

    /// Frees the incomplete list, and what was built after it. Returns its text, followed by `last`; `None` if memory does
    /// not suffice for the text.
    pub(crate) fn into_text(self, heap: &mut Heap, last: &str) -> Option<String> {
        let words = (heap.top() - self.first) / 8;
        let mut text = Vec::new();
        let room = IN_WORD as usize * words as usize + last.len();
        let has_room = text.try_reserve_exact(room).is_ok();
        let mut at = self.first;
        while has_room && at < heap.top() {
            let word = heap.get(at);
            if !word.is_text() {
                break;
            }
            let bytes = word.text_bytes();
            text.extend_from_slice(&bytes.to_le_bytes()[..used_bytes(bytes, IN_WORD)]);
            at += 8;
        }
        heap.release(self.first);
        if !has_room {
            return None;
        }
        text.extend_from_slice(last.as_bytes());
        String::from_utf8(text).ok()
    }
}

/// The runs of text words that a walk over terms has met, so that it visits no word twice. Each has a value.
#[derive(Default)]
pub(in crate::machine) struct TextRuns<T = ()> {
    /// From the address of a run's first word to the end of the run, and its value.
    runs: BTreeMap<Addr, (Addr, T)>,
}

impl<T: Copy> TextRuns<T> {
    /// The run that contains the text word at `at`: its first address, its end and its value.
    pub(in crate::machine) fn containing(&self, at: Addr) -> Option<(Addr, Addr, T)> {
        let (&from, &(end, value)) = self.runs.range(..=at).next_back()?;
        (at < end).then_some((from, end, value))
    }

    /// The end of the text words from `at` on that no run contains, and the run that begins there, if any: its end
    /// and its value.
    pub(in crate::machine) fn words_between(
        &self,
        heap: &Heap,
        at: Addr,
    ) -> (Addr, Option<(Addr, T)>) {
        let next = self.runs.range(at..).next();
        let mut end = at;
        while heap.get(end).is_text() {
            if let Some((&from, &run)) = next
                && from == end
            {
                return (end, Some(run));
            }
            end += 8;
        }
        (end, None)
    }

    /// Adds a run from `at` to `end`.
    pub(in crate::machine) fn add(&mut self, at: Addr, end: Addr, value: T) {
        self.runs.insert(at, (end, value));
    }
}

impl TextRuns {
    /// The address of the tail after the text word at `at`.
    fn end(&mut self, heap: &Heap, at: Addr) -> Addr {
        if let Some((_, end, ())) = self.containing(at) {
            return end;
        }
        let (words_end, next) = self.words_between(heap, at);
        let end = next.map_or(words_end, |(end, ())| end);
        self.add(at, end, ());
        end
    }
}

/// The words of a text.
pub(in crate::machine) fn text_words(text: &str) -> impl Iterator<Item = Cell> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (word, after) = split_word(rest);
        rest = after;
        Some(Cell::text(word.as_bytes()))
    })
}

impl Heap {
    /// Returns true if the list of a text's characters is a packed one.
    #[inline]
    pub(in crate::machine) fn packs(&self, text: &str) -> bool {
        self.packs_bytes(text.len())
    }

    /// Returns true if the list of the characters of a text of so many bytes is a packed one.
    #[inline]
    pub(in crate::machine) fn packs_bytes(&self, bytes: usize) -> bool {
        bytes >= self.least_packed
    }

    /// Packs short texts, too, or only long ones again.
    pub(crate) fn pack_short_texts(&mut self, packs: bool) {
        self.least_packed = if packs { 1 } else { LEAST_PACKED };
    }

    /// The size in bytes of the list of a text's characters.
    pub(crate) fn bytes_of_chars(&self, text: &str) -> u64 {
        match self.packs(text) {
            true => 8 * (words_of(text) + 1),
            false => 16 * text.len() as u64,
        }
    }

    /// A packed list of the characters of a text that ends in `tail`.
    pub(in crate::machine) fn packed(&mut self, text: &str, tail: Cell) -> Cell {
        let list = PackedPieces::begin(self);
        list.add(self, text);
        list.end(self, tail)
    }

    /// Appends the words of a text; the room must exist.
    fn push_text(&mut self, text: &str) {
        for word in text_words(text) {
            self.push(word);
        }
    }

    /// The first character and the rest of a packed list.
    #[inline(always)]
    pub(crate) fn split(&self, c: Cell) -> (Cell, Cell) {
        debug_assert!(c.is_packed());
        split(|a| self.get(a), c)
    }

    /// The head and the tail of a dereferenced list, packed or not; `None` for any other term.
    #[inline(always)]
    pub(crate) fn uncons(&self, c: Cell) -> Option<(Cell, Cell)> {
        if c.is_list() {
            Some((self.get(c.addr()), self.get(c.addr() + 8)))
        } else if c.is_packed() {
            Some(self.split(c))
        } else {
            None
        }
    }

    /// Returns true if the word may be a cell of a packed list: it leads to a character of a text word, and another cell
    /// follows on the heap. For a word that is not known to be a cell.
    pub(in crate::machine) fn may_be_packed(&self, c: Cell) -> bool {
        let at = c.pointee();
        c.is_packed() && at >= FIRST && at + 16 <= self.top && {
            let word = self.get(at);
            word.is_text() && is_character(word.text_bytes(), c.place())
        }
    }

    /// The tail of a dereferenced list, dereferenced; `None` for any other term.
    #[inline(always)]
    pub(crate) fn rest(&self, c: Cell) -> Option<Cell> {
        self.uncons(c).map(|(_, tail)| self.deref(tail))
    }

    /// Writes the first character and the rest of a packed list to the cells from which read mode reads them, until
    /// the next list is read.
    #[cold]
    #[inline(never)]
    pub(in crate::machine) fn open_packed(&mut self, c: Cell) -> Addr {
        let (head, rest) = self.split(c);
        self.set(SCRATCH, head);
        self.set(SCRATCH + 8, rest);
        SCRATCH
    }

    /// A term whose arguments have addresses, if it is compound: a packed list becomes a list cell of its first
    /// character and its rest.
    #[inline(always)]
    pub(crate) fn exposed(&mut self, c: Cell) -> Cell {
        if c.is_packed() {
            let (head, rest) = self.split(c);
            return self.cons(head, rest);
        }
        c
    }

    /// Spills a packed list: returns the list cell that takes its place for all cells that refer to its characters.
    /// Backtracking must not free it.
    pub(in crate::machine) fn spilled(&mut self, c: Cell) -> Cell {
        let at = c.pointee();
        let word = self.get(at);
        if !word.is_text() {
            return self.list_of_spilled(c);
        }
        self.ensure(SPILLED_CELLS);
        let first = self.top();
        let bytes = word.text_bytes();
        for _ in 0..SPILLED_CELLS {
            self.push(Cell::NIL);
        }
        let mut place_of = 0;
        while !is_end(bytes, place_of) {
            let (char, next) = decode(bytes, place_of);
            let pair = first + 16 * Addr::from(place_of);
            let rest = if is_end(bytes, next) {
                position(|a| self.get(a), at + 8)
            } else {
                Cell::list(first + 16 * Addr::from(next))
            };
            self.set(pair, Cell::atom(Atom::from_char(char)));
            self.set(pair + 8, rest);
            place_of = next;
        }
        self.set(at, Cell::list(first));
        self.list_of_spilled(c)
    }

    /// The same list, with a spilled packed list as a list cell: if the result is packed, its head is a character.
    #[inline(always)]
    pub(in crate::machine) fn settled(&self, c: Cell) -> Cell {
        if c.is_packed() && !self.get(c.pointee()).is_text() {
            return self.list_of_spilled(c);
        }
        c
    }

    /// The list cell of a packed list whose text word was spilled.
    pub(in crate::machine) fn list_of_spilled(&self, c: Cell) -> Cell {
        Cell::list(self.get(c.pointee()).addr() + 16 * Addr::from(c.place()))
    }

    /// Argument `i` of a dereferenced compound, from 0.
    #[inline]
    pub(crate) fn argument(&self, c: Cell, i: u64) -> Cell {
        if c.is_packed() {
            let (head, rest) = self.split(c);
            return if i == 0 { head } else { rest };
        }
        self.get(self.args_at(c) + 8 * i)
    }

    /// The cells that a walk over a dereferenced compound visits: its arguments, or the tail of a packed list, whose
    /// characters have no cells.
    #[inline(always)]
    pub(in crate::machine) fn parts(&self, c: Cell, runs: &mut TextRuns) -> (Addr, u32) {
        if c.is_packed() {
            return self.parts_of_packed(c, runs);
        }
        (self.args_at(c), self.arity_of(c))
    }

    #[inline(never)]
    fn parts_of_packed(&self, c: Cell, runs: &mut TextRuns) -> (Addr, u32) {
        let at = c.pointee();
        match self.get(at).is_text() {
            true => (runs.end(self, at), 1),
            false => (self.list_of_spilled(c).addr(), 2),
        }
    }

    /// The tail of a packed list after all characters of its run, and the words of these; `None` if its first word was
    /// spilled.
    pub(crate) fn tail_of_run(&self, c: Cell) -> Option<(Cell, u64)> {
        let mut at = c.pointee();
        while self.get(at).is_text() {
            at += 8;
        }
        let words = (at - c.pointee()) / 8;
        (words > 0).then(|| (self.get(at), words))
    }

    /// The rests of a packed list in its run, from the last to the first, and their heads.
    pub(in crate::machine) fn reversed_run(&self, c: Cell) -> impl Iterator<Item = (Cell, Cell)> {
        let first = c.pointee();
        let words = self.tail_of_run(c).map_or(0, |(_, words)| words);
        (0..words).rev().flat_map(move |i| {
            let at = first + 8 * i;
            let bytes = self.get(at).text_bytes();
            let mut found = [None; IN_WORD as usize];
            let mut place = if i == 0 { c.place() } else { 0 };
            for slot in &mut found {
                if !is_end(bytes, place) {
                    let (char, next) = decode(bytes, place);
                    *slot = Some((Cell::packed(at, place), Cell::atom(Atom::from_char(char))));
                    place = next;
                }
            }
            found.into_iter().rev().flatten()
        })
    }

    /// Appends the characters of a packed list to a text, up to the end of its run. Returns the tail of this run.
    pub(crate) fn unpack_to(&self, c: Cell, text: &mut String) -> Cell {
        // Otherwise the word was spilled.
        let Some((tail, words)) = self.tail_of_run(c) else {
            return c;
        };
        let start = text.len();
        text.reserve((IN_WORD as usize + 1) * words as usize);
        // SAFETY: words are made of whole characters of a `str`, on this heap or on that of another machine, and the
        // place of a list cell is that of the first byte of a character, so that what is appended is UTF-8. There is room
        // for eight bytes a word; each word writes eight, of which the length includes at most seven.
        unsafe {
            let bytes = text.as_mut_vec();
            for i in 0..words {
                let place = if i == 0 { c.place() } else { 0 };
                let word = self.get(c.pointee() + 8 * i).text_bytes() >> (8 * place);
                let end = bytes.as_mut_ptr().add(bytes.len());
                end.cast::<[u8; 8]>().write(word.to_le_bytes());
                bytes.set_len(bytes.len() + used_bytes(word, IN_WORD - place));
            }
        }
        debug_assert!(std::str::from_utf8(&text.as_bytes()[start..]).is_ok());
        tail
    }

    /// The rests of two packed lists after equal characters. In long lists, not all equal characters are skipped.
    /// Adds the number of comparisons to `steps`.
    pub(crate) fn skip_equal(&self, a: Cell, b: Cell, steps: &mut u32) -> (Cell, Cell) {
        let (mut a, mut b) = (a, b);
        for _ in 0..SKIPPED {
            if a == b || !a.is_packed() || !b.is_packed() {
                break;
            }
            let (x, y) = (self.get(a.pointee()), self.get(b.pointee()));
            if !x.is_text() || !y.is_text() {
                break;
            }
            *steps = steps.saturating_add(1);
            if a.place() == 0 && b.place() == 0 && x == y {
                a = position(|at| self.get(at), a.pointee() + 8);
                b = position(|at| self.get(at), b.pointee() + 8);
                continue;
            }
            let ((c, rest), (d, other)) = (self.split(a), self.split(b));
            if c != d {
                break;
            }
            (a, b) = (rest, other);
        }
        (a, b)
    }
}
