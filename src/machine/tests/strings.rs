//! Strings on the heap.

use crate::machine::memory::copy::Attributes;
use crate::machine::memory::heap::Heap;
use crate::machine::{Cell, Record};

const TEXTS: [&str; 8] = [
    "",
    "a",
    "seven..",
    "eight...",
    "nine.....",
    "größe",
    "\0\0",
    "日本語 😀",
];

#[test]
fn texts_are_kept_byte_by_byte() {
    let mut heap = Heap::new();
    let cells = TEXTS.map(|text| heap.string(text));
    for (cell, text) in cells.into_iter().zip(TEXTS) {
        assert!(cell.is_string() && cell.is_atomic() && !cell.is_number() && !cell.is_atom());
        assert_eq!(heap.text(cell), text);
    }
}

#[test]
fn copies_and_records_have_the_same_text() {
    let mut heap = Heap::new();
    for text in TEXTS {
        let string = heap.string(text);
        let list = heap.list(&[string, Cell::int(1), string], Cell::NIL);
        let record = Record::new(&mut heap, list, Attributes::Copy);
        let copy = heap.copy(list, Attributes::Copy);
        let restored = record.restore(&mut heap);
        for term in [copy, restored] {
            let first = heap.deref(heap.get(term.addr()));
            assert_eq!(heap.text(first), text);
        }
        let alone = Record::new(&mut heap, string, Attributes::Drop).restore(&mut heap);
        assert_eq!(heap.text(heap.deref(alone)), text);
    }
}
