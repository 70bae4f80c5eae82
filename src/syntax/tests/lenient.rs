//! Text of program files that the standard forbids.

use super::{Session, canonical};
use crate::syntax::Lenience;
use crate::syntax::read::{read_leniently, read_term};

/// Texts, the terms that they are read as (in functional notation), and the portable texts of the places at fault.
#[rustfmt::skip]
const TEXTS: &[(&str, &str, &[&str])] = &[
    ("x = *", "=(x,*)", &["(*)"]),
    ("[mod=1]", "'.'(=(mod,1),[])", &["(mod)"]),
    ("w(is=i)", "w(=(is,i))", &["(is)"]),
    ("r = -->", "=(r,-->)", &["(-->)"]),
    ("- = x", "=(-,x)", &["(-)"]),
    ("\\+ = x", "=(\\+,x)", &["(\\+)"]),
    ("- * 2", "*(-,2)", &["(-)"]),
    ("* = *", "=(*,*)", &["(*)", "(*)"]),
    ("p :- = , q", ":-(p,','(=,q))", &["(=)"]),
    ("mod mod mod", "mod(mod,mod)", &["(mod)", "(mod)"]),
    ("- -", "-(-)", &["(-)"]),
    ("f(a:-b)", "f(:-(a,b))", &["(a:-b)"]),
    ("f(:- a, b)", "f(:-(a),b)", &["(:- a)"]),
    ("f(a->b, c)", "f(->(a,b),c)", &["(a->b)"]),
    ("f(a|b)", "f('|'(a,b))", &["(a|b)"]),
    ("[a:-b|t]", "'.'(:-(a,b),t)", &["(a:-b)"]),
    ("[a|b:-c]", "'.'(a,:-(b,c))", &["(b:-c)"]),
    ("dynamic a/1", "dynamic(/(a,1))", &[":- dynamic ..."]),
    ("p :- dynamic a/1", ":-(p,dynamic(/(a,1)))", &["dynamic(...)"]),
    ("'a\tb'", "'a\\tb'", &["'a\\tb'"]),
    ("'a\nb'", "'a\\nb'", &["'a\\nb'"]),
    ("'a\r\nb'", "'a\\r\\nb'", &["'a\\r\\nb'"]),
    ("'\\e[0m'", "'\\x1b\\[0m'", &["'\\x1b\\[0m'"]),
    ("'a\\c\n   b'", "ab", &["'ab'"]),
    ("'\\x41'", "'A'", &["'A'"]),
    ("'\\101'", "'A'", &["'A'"]),
    ("0''", "39", &["0'''"]),
    ("x = 0''", "=(x,39)", &["0'''"]),
    ("0'\t", "9", &["0'\\t"]),
    ("0'\\e", "27", &["0'\\x1b\\"]),
    ("1e10", "10000000000.0", &["1.0e10"]),
    ("1E-5 + 2e3", "+(0.00001,2000.0)", &["1.0e-5", "2.0e3"]),
    ("8'40", "32", &["0o40"]),
    ("16'FF", "255", &["0xFF"]),
    ("36'ZZ", "1295", &["1295"]),
    ("f(1 000 000, 12 345)", "f(1000000,12345)", &["1000000", "12345"]),
    ("`ab`", "'.'(97,'.'(98,[]))", &[":- set_prolog_flag(back_quotes, codes)."]),
];

/// Texts that have no sensible meaning.
const NO_TERMS: &[&str] = &[
    "x = \\+a",
    "x = a = b",
    "a:-b:-c",
    "f(a:-b:-c)",
    "f(,)",
    "= (a,b)",
    "a b",
    "(a",
    "'\\q'",
    "'abc",
    "37'A",
    "2'2",
    "1e",
    "1e5x",
    "0'",
    "[a|b,c]",
    "f(a",
    "x = :- a",
    "\"a\" \"b\"",
    "f (a)",
];

#[test]
fn what_other_systems_read() {
    let mut s = Session::new();
    s.read.lenience = Lenience::Allowed;
    for &(text, canonical_text, portable) in TEXTS {
        let text = format!("{text} . next.");
        let strict = read_term(&text, 0, &s.ops, &mut s.atoms, &s.read);
        assert!(strict.is_err(), "{text:?} follows the standard");
        let (t, next) = match read_leniently(&text, 0, &s.ops, &mut s.atoms, &s.read) {
            Ok(Some(read)) => read,
            other => panic!("{text:?}: {other:?}"),
        };
        assert_eq!(&text[next..], " next.", "{text:?}");
        assert_eq!(s.show(&t, &canonical()), canonical_text, "{text:?}");
        let places: Vec<&str> = t.departures.iter().map(|d| &*d.portable).collect();
        assert_eq!(places, portable, "{text:?}");
    }
}

#[test]
fn what_has_no_sensible_meaning() {
    let mut s = Session::new();
    s.read.lenience = Lenience::Allowed;
    for text in NO_TERMS {
        let text = format!("{text}.\nnext.");
        let strict = read_term(&text, 0, &s.ops, &mut s.atoms, &s.read).expect_err(&text);
        let lenient = read_leniently(&text, 0, &s.ops, &mut s.atoms, &s.read).expect_err(&text);
        assert_eq!(
            (lenient.kind, lenient.at),
            (strict.kind, strict.at),
            "{text:?}"
        );
    }
}

#[test]
fn the_portable_text_of_an_operand_is_read_by_the_standard() {
    let mut s = Session::new();
    for &(text, canonical_text, portable) in TEXTS {
        let &[portable] = portable else { continue };
        let source = portable.trim_start_matches('(').trim_end_matches(')');
        if portable.starts_with('(') && text.matches(source).count() == 1 {
            let text = text.replace(source, portable);
            assert_eq!(
                s.canonical(&format!("{text} .")),
                canonical_text,
                "{text:?}"
            );
        }
    }
}

#[test]
fn a_query_and_the_strict_options_refuse_it() {
    let mut s = Session::new();
    s.read.lenience = Lenience::Allowed;
    assert!(read_leniently("?- X = * .", 0, &s.ops, &mut s.atoms, &s.read).is_err());
    s.read.lenience = Lenience::Refused;
    assert!(read_leniently("p(X) :- X = * .", 0, &s.ops, &mut s.atoms, &s.read).is_err());
}
