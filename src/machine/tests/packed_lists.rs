//! Packed lists on the heap.

use crate::base::atom::Atom;
use crate::machine::memory::copy::Attributes;
use crate::machine::memory::heap::Heap;
use crate::machine::{Cell, PackedPieces, Record};

const TEXTS: [&str; 10] = [
    "a",
    "seven..",
    "eight...",
    "größe",
    "\0\0\0\0\0\0\0\0\0\0",
    "日本語 😀",
    "😀😀😀",
    "aaaaa😀",
    "aaaaaa日",
    "aaaaaaäa\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}",
];

/// The characters of a list that ends in `tail`.
fn chars(heap: &Heap, list: Cell, tail: Cell) -> String {
    let mut elements = heap.elements(list);
    let text = elements
        .by_ref()
        .map(|c| c.to_atom().and_then(Atom::as_char).expect("a character"))
        .collect();
    assert_eq!(elements.rest(), tail);
    text
}

#[test]
fn elements_are_the_characters() {
    let mut heap = Heap::new();
    for text in TEXTS {
        let list = heap.packed(text, Cell::NIL);
        assert!(list.is_packed() && list.is_any_list() && list.is_compound());
        assert!(!list.is_list() && !list.is_atomic() && !list.is_string() && !list.is_number());
        assert_eq!(chars(&heap, list, Cell::NIL), text);
        let mut unpacked = String::new();
        assert_eq!(heap.unpack_to(list, &mut unpacked), Cell::NIL);
        assert_eq!(unpacked, text);
        let open = heap.new_var();
        let partial = heap.packed(text, open);
        assert_eq!(chars(&heap, partial, open), text);
    }
}

#[test]
fn each_rest_is_a_list() {
    let mut heap = Heap::new();
    for text in TEXTS {
        let mut list = heap.packed(text, Cell::NIL);
        for (at, c) in text.char_indices() {
            assert_eq!(chars(&heap, list, Cell::NIL), text[at..]);
            let (head, rest) = heap.uncons(list).expect("a list");
            assert_eq!(head, Cell::atom(Atom::from_char(c)));
            list = heap.deref(rest);
        }
        assert_eq!(list, Cell::NIL);
    }
}

#[test]
fn copies_have_the_same_characters_and_share_them() {
    let mut heap = Heap::new();
    for text in TEXTS {
        let tail = heap.new_var();
        let list = heap.packed(text, tail);
        let (_, rest) = heap.uncons(list).expect("a list");
        for terms in [[list, rest, tail], [rest, list, tail], [tail, rest, list]] {
            let all = heap.list(&terms, Cell::NIL);
            let record = Record::new(&mut heap, all, Attributes::Copy);
            let before = heap.top();
            let copy = heap.copy(all, Attributes::Copy);
            let words = (heap.top() - before) / 8;
            assert!(
                words <= text.len() as u64 / 4 + 11,
                "{words} words for {text}"
            );
            for term in [copy, record.restore(&mut heap)] {
                let copies: Vec<Cell> = heap.elements(term).collect();
                let place = |c: Cell| terms.iter().position(|&t| t == c).expect("a term");
                let end = copies[place(tail)];
                assert!(end.is_ref() && end != tail);
                assert_eq!(chars(&heap, copies[place(list)], end), text);
                let first = text.chars().next().map_or(0, char::len_utf8);
                assert_eq!(chars(&heap, copies[place(rest)], end), text[first..]);
            }
        }
    }
}

#[test]
fn spilled_words_are_lists_of_the_same_characters() {
    let mut heap = Heap::new();
    for text in TEXTS {
        for spilled_at in 0..text.chars().count() {
            let list = heap.packed(text, Cell::NIL);
            let mut rests = vec![list];
            while let Some(rest) = heap
                .rest(rests[rests.len() - 1])
                .filter(|c| *c != Cell::NIL)
            {
                rests.push(rest);
            }
            let cell = heap.spilled(rests[spilled_at]);
            assert!(cell.is_list());
            for ((at, _), &rest) in text.char_indices().zip(&rests) {
                assert_eq!(chars(&heap, rest, Cell::NIL), text[at..]);
                let copy = heap.copy(rest, Attributes::Copy);
                assert_eq!(chars(&heap, copy, Cell::NIL), text[at..]);
            }
            // Each list that begins before the cell has what is written to it.
            heap.set(cell.addr(), Cell::int(1));
            let at = text.char_indices().nth(spilled_at).map_or(0, |(at, _)| at);
            let before: Vec<Cell> = heap.elements(list).collect();
            assert_eq!(before[spilled_at], Cell::int(1));
            assert_eq!(before.len(), text.chars().count());
            let after = heap.elements(rests[spilled_at]).skip(1).count();
            assert_eq!(after, text[at..].chars().count() - 1);
        }
    }
}

#[test]
fn pieces_are_one_list() {
    let mut heap = Heap::new();
    let list = PackedPieces::begin(&heap);
    let mut whole = String::new();
    for text in TEXTS {
        list.add(&mut heap, text);
        whole.push_str(text);
    }
    let list = list.end(&mut heap, Cell::NIL);
    assert_eq!(chars(&heap, list, Cell::NIL), whole);
    let nothing = PackedPieces::begin(&heap).end(&mut heap, Cell::int(1));
    assert_eq!(nothing, Cell::int(1));
    let top = heap.top();
    let dropped = PackedPieces::begin(&heap);
    dropped.add(&mut heap, &whole);
    // An error is built on the heap while the list is incomplete.
    heap.new_var();
    assert_eq!(
        dropped.into_text(&mut heap, " and more"),
        Some(whole + " and more")
    );
    assert_eq!(heap.top(), top);
}

#[test]
fn long_texts_are_copied_once() {
    let mut heap = Heap::new();
    let text = "größe und € und 😀; ".repeat(500);
    let tail = heap.new_var();
    let list = heap.packed(&text, tail);
    let second = heap.rest(list).expect("a list");
    let all = heap.list(&[second, list, second, tail], Cell::NIL);
    let record = Record::new(&mut heap, all, Attributes::Copy);
    assert!(record.words() < text.len() / 4 + 20);
    let copy = record.restore(&mut heap);
    let copies: Vec<Cell> = heap.elements(copy).collect();
    assert_eq!(chars(&heap, copies[1], copies[3]), text);
    assert_eq!(chars(&heap, copies[0], copies[3]), text[1..]);
    assert_eq!(copies[0], copies[2]);
}
