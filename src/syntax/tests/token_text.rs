//! Quoting of atoms, names of variables.

use crate::syntax::token_text::{quoted_atom, var_letter};

#[test]
fn atoms_are_quoted_as_iso_asks() {
    let cases = [
        ("a", "a"),
        ("aB_1", "aB_1"),
        ("A", "'A'"),
        ("_", "'_'"),
        ("", "''"),
        ("[]", "[]"),
        ("{}", "{}"),
        (";", ";"),
        ("!", "!"),
        (",", "','"),
        ("|", "'|'"),
        (".", "'.'"),
        (".+", ".+"),
        ("/*", "'/*'"),
        ("//*", "//*"),
        ("*/", "*/"),
        ("\\", "\\"),
        ("^`", "'^`'"),
        (";;", "';;'"),
        ("a b", "'a b'"),
        ("it's", "'it\\'s'"),
        ("\u{8}\r\u{c}\t\n", "'\\b\\r\\f\\t\\n'"),
        ("\0", "'\\x0\\'"),
        ("é", "é"),
        ("É", "'É'"),
        ("→", "→"),
        ("\u{a0}", "'\\xa0\\'"),
    ];
    for (name, text) in cases {
        assert_eq!(quoted_atom(name), text);
    }
}

#[test]
fn variable_names_go_on_after_z() {
    assert_eq!([0, 25, 26, 53].map(var_letter), ["A", "Z", "A1", "B2"]);
}
