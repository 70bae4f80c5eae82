//! Cells: 64-bit tagged words. Tag bits are used in this file only.
//!
//! Addresses are byte offsets into the heap, multiples of 8, so that a pointer cell is `address | tag` and the heap
//! can move.
//!
//! | tag | cell | rest |
//! |---|---|---|
//! | 0 | reference; to itself: an unbound variable | address |
//! | 1 | attributed variable; to itself: unbound; its attributes in the next cell | address |
//! | 2 | list | address of head, tail |
//! | 3 | structure | address of functor header, arguments |
//! | 4 | atom, and headers that only stand in the heap | see `HEADER_*` |
//! | 5 | small integer | 61 bits and sign |
//! | 6 | string | address of a box header, raw words |
//! | 6, bit 60 | packed list of characters | address of a text word; in bits 61 to 63 the place of the character in it |
//! | 7 | boxed number | address of a box header, raw words |
//!
//! A packed list is a run of text words, each with up to seven bytes of whole characters in UTF-8, and the cell of
//! its tail after them; see `packed.rs`. A text word is no pointer and no header of a box: a walk over the heap from
//! cell to cell passes over it.

use crate::base::atom::Atom;
use crate::code::pred::FunctorId;

/// A byte offset into the heap.
pub(crate) type Addr = u64;

/// A tagged word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub(crate) struct Cell(pub(in crate::machine) u64);

const REF: u64 = 0;
const ATT: u64 = 1;
const LST: u64 = 2;
const STR: u64 = 3;
const ATM: u64 = 4;
const INT: u64 = 5;
const TXT: u64 = 6;
const NUM: u64 = 7;
const TAG: u64 = 7;

/// Distinguishes packed lists from strings.
const PACKED: u64 = 1 << 60;
/// The lowest bit of the place in a text word.
const PLACE: u32 = 61;
/// The bits that are not part of an address.
const NO_ADDRESS: u64 = TAG | 15 << 60;

/// Headers share the tag of atoms. Bits 3 and 4 distinguish headers from atoms, and bit 5 distinguishes text words
/// from headers of boxes.
const HEADER: u64 = 31;
const HEADER_FUNCTOR: u64 = 8 | ATM;
const HEADER_BOX: u64 = 16 | ATM;
const HEADER_TEXT: u64 = 32 | HEADER_BOX;
/// Forwarding mark of a cell that has been copied: the address of its copy.
const HEADER_MOVED: u64 = 24 | ATM;

/// The kinds of boxes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum BoxKind {
    /// A big integer: sign in the header, magnitude in little-endian words.
    Int = 0,
    /// A float: its bits.
    Float = 1,
    /// A rational: header, numerator words, denominator words; see `number.rs`.
    Rat = 2,
    /// A string: its bytes in UTF-8; the header has the number of unused bytes at the end.
    String = 3,
}

/// The kinds of dereferenced cells, in the order of the tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Tag {
    /// Unbound variable.
    Var,
    /// Unbound attributed variable.
    AttVar,
    /// List cell.
    List,
    /// Structure.
    Struct,
    /// Atom.
    Atom,
    /// Small integer.
    Int,
    /// String.
    String,
    /// Boxed number.
    Num,
    /// Packed list of characters.
    Packed,
}

/// The smallest integer in a cell.
pub(crate) const MIN_SMALL: i64 = -(1 << 60);
/// The largest integer in a cell.
pub(crate) const MAX_SMALL: i64 = (1 << 60) - 1;

impl Cell {
    /// The tag of strings and packed lists, for machine code.
    #[cfg(native_tier)]
    pub(in crate::machine) const TEXT_TAG: u64 = TXT;
    /// The number of the bit that distinguishes packed lists from strings, for machine code.
    #[cfg(native_tier)]
    pub(in crate::machine) const PACKED_BIT: u32 = PACKED.trailing_zeros();

    /// The empty list.
    pub(crate) const NIL: Cell = Cell::atom(crate::base::atom::atoms::NIL);

    /// Returns true if the tags alone show that two different cells, neither of them a variable, are
    /// not equal.
    #[inline(always)]
    pub(in crate::machine) const fn differs_by_tag(self, other: Cell) -> bool {
        // The lower bits of the tag suffice, and packed lists have those of lists.
        (self.0 ^ other.0) & 3 != 0 || self.0 & (TAG - 1) == ATM
    }

    /// A reference to `a`; at `a` itself, an unbound variable.
    #[inline(always)]
    pub(crate) const fn reference(a: Addr) -> Cell {
        Cell(a | REF)
    }
    /// An attributed variable at `a`.
    #[inline(always)]
    pub(crate) const fn attvar(a: Addr) -> Cell {
        Cell(a | ATT)
    }
    /// A list whose head is at `a`.
    #[inline(always)]
    pub(crate) const fn list(a: Addr) -> Cell {
        Cell(a | LST)
    }
    /// A structure whose functor is at `a`.
    #[inline(always)]
    pub(crate) const fn structure(a: Addr) -> Cell {
        Cell(a | STR)
    }
    /// A number whose box is at `a`.
    #[inline(always)]
    pub(crate) const fn boxed(a: Addr) -> Cell {
        Cell(a | NUM)
    }
    /// A string whose box is at `a`.
    #[inline(always)]
    pub(in crate::machine) const fn string(a: Addr) -> Cell {
        Cell(a | TXT)
    }
    /// A packed list whose first character is in the text word at `a`, after `place` bytes.
    #[inline(always)]
    pub(in crate::machine) const fn packed(a: Addr, place: u32) -> Cell {
        Cell(a | PACKED | (place as u64) << PLACE | TXT)
    }
    /// A text word of at most seven bytes.
    pub(in crate::machine) fn text(bytes: &[u8]) -> Cell {
        debug_assert!(bytes.len() <= 7);
        let mut word = [0xff; 8];
        word[0] = HEADER_TEXT as u8;
        word[1..=bytes.len()].copy_from_slice(bytes);
        Cell(u64::from_le_bytes(word))
    }
    /// An atom.
    #[inline(always)]
    pub(crate) const fn atom(a: Atom) -> Cell {
        Cell((a.index() as u64) << 32 | ATM)
    }
    /// A small integer; the value must fit.
    #[inline(always)]
    pub(crate) const fn int(i: i64) -> Cell {
        debug_assert!(i >= MIN_SMALL && i <= MAX_SMALL);
        Cell((i << 3) as u64 | INT)
    }
    /// A small integer, if the value fits.
    #[inline(always)]
    pub(crate) const fn try_int(i: i64) -> Option<Cell> {
        if i >= MIN_SMALL && i <= MAX_SMALL {
            Some(Cell((i << 3) as u64 | INT))
        } else {
            None
        }
    }
    /// The header of a structure.
    #[inline(always)]
    pub(crate) const fn functor(f: FunctorId, arity: u32) -> Cell {
        Cell((f.0 as u64) << 32 | (arity as u64) << 8 | HEADER_FUNCTOR)
    }
    /// The header of a box of `words` raw words.
    #[inline(always)]
    pub(crate) const fn box_header(kind: BoxKind, extra: u8, words: u32) -> Cell {
        Cell((words as u64) << 32 | (extra as u64) << 16 | (kind as u64) << 8 | HEADER_BOX)
    }
    /// The forwarding mark of a compound whose copy is at `a`.
    #[inline(always)]
    pub(in crate::machine) const fn moved_compound(a: Addr) -> Cell {
        Cell(a << 8 | HEADER_MOVED)
    }
    /// The forwarding mark of a variable whose copy is at `a`.
    #[inline(always)]
    pub(in crate::machine) const fn moved_var(a: Addr) -> Cell {
        Cell(a << 8 | 32 | HEADER_MOVED)
    }
    /// The address in a compound's forwarding mark.
    #[inline(always)]
    pub(in crate::machine) const fn as_moved_compound(self) -> Option<Addr> {
        if self.0 & 63 == HEADER_MOVED {
            Some(self.0 >> 8)
        } else {
            None
        }
    }
    /// The address in a variable's forwarding mark.
    #[inline(always)]
    pub(in crate::machine) const fn as_moved_var(self) -> Option<Addr> {
        if self.0 & 63 == 32 | HEADER_MOVED {
            Some(self.0 >> 8)
        } else {
            None
        }
    }

    /// The tag of a dereferenced cell.
    #[inline(always)]
    pub(crate) fn tag(self) -> Tag {
        match self.0 & TAG {
            REF => Tag::Var,
            ATT => Tag::AttVar,
            LST => Tag::List,
            STR => Tag::Struct,
            ATM => Tag::Atom,
            INT => Tag::Int,
            TXT if self.0 & PACKED != 0 => Tag::Packed,
            TXT => Tag::String,
            _ => Tag::Num,
        }
    }
    /// Returns true for a reference or an attributed variable.
    #[inline(always)]
    pub(crate) const fn is_ref(self) -> bool {
        self.0 & 6 == 0
    }
    /// Returns true for a plain reference.
    #[inline(always)]
    pub(crate) const fn is_plain_ref(self) -> bool {
        self.0 & TAG == REF
    }
    /// Returns true for an attributed variable.
    #[inline(always)]
    pub(crate) const fn is_attvar(self) -> bool {
        self.0 & TAG == ATT
    }
    /// Returns true for a list cell.
    #[inline(always)]
    pub(crate) const fn is_list(self) -> bool {
        self.0 & TAG == LST
    }
    /// Returns true for a structure (not a list).
    #[inline(always)]
    pub(crate) const fn is_structure(self) -> bool {
        self.0 & TAG == STR
    }
    /// Returns true for a list, packed or not, or a structure.
    #[inline(always)]
    pub(crate) const fn is_compound(self) -> bool {
        self.0 & 6 == LST || self.is_packed()
    }
    /// Returns true for a packed list of characters.
    #[inline(always)]
    pub(crate) const fn is_packed(self) -> bool {
        self.0 & (PACKED | TAG) == PACKED | TXT
    }
    /// Returns true for a list, packed or not.
    #[inline(always)]
    pub(crate) const fn is_any_list(self) -> bool {
        self.is_list() || self.is_packed()
    }
    /// Returns true if both are lists that are not packed, or both structures.
    #[inline(always)]
    pub(in crate::machine) const fn both_with_cells(a: Cell, b: Cell) -> bool {
        (a.0 ^ b.0) & TAG == 0 && a.0 & 6 == LST
    }
    /// Returns true for an atom.
    #[inline(always)]
    pub(crate) const fn is_atom(self) -> bool {
        self.0 & TAG == ATM
    }
    /// Returns true for a small integer.
    #[inline(always)]
    pub(crate) const fn is_int(self) -> bool {
        self.0 & TAG == INT
    }
    /// Returns true for a boxed number.
    #[inline(always)]
    pub(crate) const fn is_boxed(self) -> bool {
        self.0 & TAG == NUM
    }
    /// Returns true for a string.
    #[inline(always)]
    pub(crate) const fn is_string(self) -> bool {
        self.0 & (PACKED | TAG) == TXT
    }
    /// Returns true for a boxed number or a string.
    #[inline(always)]
    pub(in crate::machine) const fn is_box(self) -> bool {
        self.is_boxed() || self.is_string()
    }
    /// Returns true for any number.
    #[inline(always)]
    pub(crate) const fn is_number(self) -> bool {
        self.0 & INT == INT
    }
    /// Returns true for an atom, a number or a string.
    #[inline(always)]
    pub(crate) const fn is_atomic(self) -> bool {
        self.0 & TAG >= ATM && !self.is_packed()
    }
    /// The address in a pointer cell that is not a packed list.
    #[inline(always)]
    pub(crate) const fn addr(self) -> Addr {
        debug_assert!(!self.is_packed(), "a packed list has no cell of its own");
        self.0 & !TAG
    }
    /// The address in a pointer cell; of a packed list, that of its text word.
    #[inline(always)]
    pub(in crate::machine) const fn pointee(self) -> Addr {
        self.0 & !NO_ADDRESS
    }
    /// The place of a packed list's first character in its text word, in bytes.
    #[inline(always)]
    pub(in crate::machine) const fn place(self) -> u32 {
        (self.0 >> PLACE) as u32
    }
    /// The same cell with another address.
    #[inline(always)]
    pub(in crate::machine) const fn with_addr(self, a: Addr) -> Cell {
        Cell(a | self.0 & NO_ADDRESS)
    }
    /// Returns true if the cell points into the heap.
    #[inline(always)]
    pub(in crate::machine) const fn is_pointer(self) -> bool {
        let t = self.0 & TAG;
        t <= STR || t >= TXT
    }
    /// Returns true for a cell that is a pointer and has no other bits than a pointer has: a word that is not known to be a
    /// cell may have them.
    pub(in crate::machine) const fn is_pure_pointer(self) -> bool {
        self.is_pointer() && (self.is_packed() || self.0 & NO_ADDRESS == self.0 & TAG)
    }
    /// The atom; the cell must be one.
    #[inline(always)]
    pub(crate) const fn as_atom(self) -> Atom {
        debug_assert!(self.0 & HEADER == ATM);
        Atom::from_index((self.0 >> 32) as u32)
    }
    /// The atom, if the cell is one.
    #[inline(always)]
    pub(crate) fn to_atom(self) -> Option<Atom> {
        self.is_atom().then(|| self.as_atom())
    }
    /// The small integer; the cell must be one.
    #[inline(always)]
    pub(crate) const fn as_int(self) -> i64 {
        debug_assert!(self.is_int());
        self.0 as i64 >> 3
    }
    /// Returns true if this is an atom; unlike `is_atom`, false for headers.
    #[inline(always)]
    pub(in crate::machine) const fn is_plain_atom(self) -> bool {
        self.0 & HEADER == ATM
    }
    /// The functor in a structure's header.
    #[inline(always)]
    pub(crate) const fn header_functor(self) -> FunctorId {
        debug_assert!(self.0 & HEADER == HEADER_FUNCTOR);
        FunctorId((self.0 >> 32) as u32)
    }
    /// The arity in a structure's header.
    #[inline(always)]
    pub(crate) const fn header_arity(self) -> u32 {
        debug_assert!(self.0 & HEADER == HEADER_FUNCTOR);
        (self.0 >> 8) as u32 & 0xff_ffff
    }
    /// Returns true if this is the header of a structure.
    #[inline(always)]
    pub(in crate::machine) const fn is_functor_header(self) -> bool {
        self.0 & HEADER == HEADER_FUNCTOR
    }
    /// Returns true if this is the header of a box.
    #[inline(always)]
    pub(in crate::machine) const fn is_box_header(self) -> bool {
        self.0 & (HEADER | 32) == HEADER_BOX
    }
    /// Returns true if this is a text word.
    #[inline(always)]
    pub(in crate::machine) const fn is_text(self) -> bool {
        self.0 & 0xff == HEADER_TEXT
    }
    /// The bytes of a text word, the first one lowest; bytes of 255 follow the last character.
    #[inline(always)]
    pub(in crate::machine) const fn text_bytes(self) -> u64 {
        self.0 >> 8
    }
    /// The raw words after a box header.
    #[inline(always)]
    pub(in crate::machine) const fn box_words(self) -> u64 {
        self.0 >> 32
    }
    /// The kind of a box.
    #[inline(always)]
    pub(in crate::machine) const fn box_kind(self) -> BoxKind {
        match (self.0 >> 8) as u8 {
            0 => BoxKind::Int,
            1 => BoxKind::Float,
            2 => BoxKind::Rat,
            _ => BoxKind::String,
        }
    }
    /// The byte that is specific to the kind: the sign; the number of unused bytes.
    #[inline(always)]
    pub(in crate::machine) const fn box_extra(self) -> u8 {
        (self.0 >> 16) as u8
    }
    /// Returns true if both are small integers.
    #[inline(always)]
    pub(in crate::machine) const fn both_int(a: Cell, b: Cell) -> bool {
        ((a.0 ^ INT) | (b.0 ^ INT)) & TAG == 0
    }
    /// The sum of two small integers, if it is small.
    #[inline(always)]
    pub(in crate::machine) const fn add_small(a: Cell, b: Cell) -> Option<Cell> {
        match (a.0 as i64 - INT as i64).checked_add(b.0 as i64) {
            Some(s) => Some(Cell(s as u64)),
            None => None,
        }
    }
    /// The difference of two small integers, if it is small.
    #[inline(always)]
    pub(in crate::machine) const fn sub_small(a: Cell, b: Cell) -> Option<Cell> {
        match (a.0 as i64).checked_sub(b.0 as i64 - INT as i64) {
            Some(s) => Some(Cell(s as u64)),
            None => None,
        }
    }
    /// The product of two small integers, if it is small.
    #[inline(always)]
    pub(in crate::machine) const fn mul_small(a: Cell, b: Cell) -> Option<Cell> {
        match (a.0 as i64 - INT as i64).checked_mul(b.0 as i64 >> 3) {
            Some(s) => Some(Cell(s as u64 | INT)),
            None => None,
        }
    }
    /// Orders two small integers like their values.
    #[inline(always)]
    pub(in crate::machine) const fn int_bits(self) -> i64 {
        self.0 as i64
    }
    /// The cell with this raw word.
    #[inline(always)]
    pub(in crate::machine) const fn from_word(w: u64) -> Cell {
        Cell(w)
    }
    /// The raw word, for stamps and hashes.
    #[inline(always)]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.tag() {
            Tag::Int => write!(f, "int {}", self.as_int()),
            Tag::Atom => write!(f, "atom/header {:x}", self.0),
            t => write!(f, "{t:?} @{}", self.pointee() / 8),
        }
    }
}
