//! The atom table.

use crate::base::atom::{Atom, AtomTable, Object, atoms};
use crate::base::number_set::NumberSet;

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
    t.sweep(&NumberSet::below(0));
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

#[test]
fn copies_of_a_large_table_share_its_index() {
    let mut t = AtomTable::new();
    let names: Vec<String> = (0..40_000).map(|i| format!("name {i}")).collect();
    let numbers: Vec<Atom> = names.iter().map(|n| t.intern_transient(n)).collect();
    t.share_index();
    let mut copy = t.clone();
    for table in [&t, &copy] {
        assert!(
            names
                .iter()
                .zip(&numbers)
                .all(|(n, &a)| table.lookup(n) == Some(a))
        );
        assert_eq!(table.lookup(""), Some(atoms::EMPTY));
        assert_eq!(table.lookup("name"), None);
    }
    // The copy loses the names; their places are used for others, and for values of the host.
    let other = copy.intern("an older name");
    copy.sweep(&NumberSet::below(0));
    let object: Object = std::sync::Arc::new(7);
    copy.intern_object(&object, "value");
    let again: Vec<Atom> = names[..20_000]
        .iter()
        .map(|n| copy.intern_transient(n))
        .collect();
    for table in [&copy, &copy.clone()] {
        assert!(
            names[..20_000]
                .iter()
                .zip(&again)
                .all(|(n, &a)| table.lookup(n) == Some(a))
        );
        assert!(names[20_000..].iter().all(|n| table.lookup(n).is_none()));
        assert_eq!(table.lookup("<value 1>"), None);
        assert_eq!(table.lookup(""), Some(atoms::EMPTY));
        assert_eq!(table.lookup("an older name"), Some(other));
        assert!(
            again
                .iter()
                .zip(&names)
                .all(|(&a, n)| *table.text(a) == **n)
        );
    }
    copy.share_index();
    assert!(
        names[..20_000]
            .iter()
            .zip(&again)
            .all(|(n, &a)| copy.intern(n) == a)
    );
    assert!(names[20_000..].iter().all(|n| copy.lookup(n).is_none()));
    assert_eq!(copy.lookup("<value 1>"), None);
    assert!(names.iter().zip(&numbers).all(|(n, &a)| t.intern(n) == a));
}
