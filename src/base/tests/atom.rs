//! The atom table.

use crate::base::atom::{Atom, AtomTable, atoms};

#[test]
fn one_character_names_need_no_entry() {
    let mut t = AtomTable::new();
    let n = t.len();
    assert_eq!(t.intern("é"), Atom::from_char('é'));
    assert_eq!(t.len(), n);
    assert_eq!(&*t.text(Atom::from_char('é')), "é");
}

#[test]
fn transient_atoms_are_swept_and_their_places_used_again() {
    let mut t = AtomTable::new();
    let (a, b) = (
        t.intern_transient("only for now"),
        t.intern_transient("kept later"),
    );
    assert_eq!(t.intern("kept later"), b);
    assert_eq!(t.transient(), 1);
    t.sweep(&rustc_hash::FxHashSet::default());
    assert_eq!((t.transient(), t.lookup("only for now")), (0, None));
    assert_eq!(t.intern_transient("another"), a);
    assert_eq!(&*t.text(b), "kept later");
}

#[test]
fn known_atoms_are_where_they_say() {
    let mut t = AtomTable::new();
    assert_eq!(t.intern("[]"), atoms::NIL);
    assert_eq!(&*t.text(atoms::TYPE_ERROR), "type_error");
    let a = t.intern("hello");
    assert_eq!(t.intern("hello"), a);
}
