//! Variables, positions, errors and where reading resumes; numbers from text; ends of terms.

use super::Session;
use crate::base::int::Int;
use crate::base::number::Number;
use crate::syntax::EndFinder;
use crate::syntax::SourceMap;
use crate::syntax::lexer::program_start;
use crate::syntax::read::{parse_number, read_term};

#[test]
fn variables_and_singletons() {
    let mut s = Session::new();
    let t = s.term("p(X,_,Y,X,_Z,__,É,_) :- q(Y).");
    let names: Vec<_> = t.variable_names().collect();
    let expected = [("X", 0), ("Y", 2), ("_Z", 3), ("__", 4), ("É", 5)];
    assert_eq!(names, expected);
    assert_eq!(t.tree.var_count(), 7);
    let single: Vec<_> = t.singletons().map(|v| t.name(v)).collect();
    assert_eq!(single, ["É"]);
    assert_eq!(t.variables[0].occurrences, 2);
    assert_eq!(t.variables[1].first_span.start, 6);
}

#[test]
fn clause_after_clause() {
    let text = "\u{FEFF}#!/usr/bin/env horn\n% one\nfoo. /* two */ bar(X):-\n  baz.\n% end";
    let mut s = Session::new();
    let mut at = program_start(text);
    let mut seen = Vec::new();
    let map = SourceMap::new(text);
    while let Some((t, next)) = read_term(text, at, &s.ops, &mut s.atoms, &s.read).expect("reads") {
        let p = map.position(t.span.start);
        seen.push((text[t.span.start..t.span.end].to_string(), p.line, p.column));
        at = next;
    }
    let expected = [
        ("foo".to_string(), 3, 1),
        ("bar(X):-\n  baz".to_string(), 3, 16),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn errors_have_two_positions_and_a_way_on() {
    let text = "ok.\n\n foo(é, X +\\ Y) :- bar.\nnext.";
    let mut s = Session::new();
    let e = read_term(text, 3, &s.ops, &mut s.atoms, &s.read).expect_err("no such operator");
    assert_eq!((e.term_start.line, e.term_start.column), (3, 2));
    assert_eq!((e.at.line, e.at.column), (3, 11));
    assert_eq!(e.found.as_deref(), Some("+\\"));
    assert!(!e.incomplete);
    assert_eq!(&text[e.resume..], "\nnext.");

    for (text, rest) in [
        ("a b. c.", " c."),
        ("f(a. c.", " c."),
        ("). c.", " c."),
        ("'a\\qb. c' x. d.", " d."),
        ("'abc\nd. e.", " e."),
        ("\"abc\nd. e.", " e."),
        ("X = mod. d.", " d."),
        ("a = b = c. d.", " d."),
        ("\u{1}. d.", " d."),
        ("\u{200b}\u{200b}. d.", " d."),
        ("X = 0'\\q. d.", " d."),
        ("/* open", ""),
        ("foo(", ""),
    ] {
        let e = read_term(text, 0, &s.ops, &mut s.atoms, &s.read).expect_err("wrong");
        assert_eq!(&text[e.resume..], rest, "{text:?}");
    }
}

#[test]
fn incomplete_input_is_told_from_wrong_input() {
    let mut s = Session::new();
    let mut incomplete = |text| {
        read_term(text, 0, &s.ops, &mut s.atoms, &s.read)
            .expect_err("not a term")
            .incomplete
    };
    for text in [
        "foo", "foo(", "foo(a,\n", "[a|", "X =", "'abc", "\"a", "/* x", "a /* x", "{", "0'", "-",
    ] {
        assert!(incomplete(text), "{text:?}");
    }
    for text in ["foo(.", "a b", ")", "foo(a]", "[a|b|"] {
        assert!(!incomplete(text), "{text:?}");
    }
    assert!(
        read_term(" % nothing\n", 0, &s.ops, &mut s.atoms, &s.read)
            .expect("fine")
            .is_none()
    );
}

#[test]
fn spans_of_subterms() {
    let mut s = Session::new();
    s.read.positions = true;
    let text = "foo(X, (a+b)) .";
    let t = s.term(text);
    let spans = &t.positions.as_ref().expect("asked for").spans;
    let args = t.tree.args(t.tree.root()).to_vec();
    let show = |n: crate::base::tree::NodeId| {
        let s = spans[n.0 as usize];
        &text[s.start..s.end]
    };
    assert_eq!(show(t.tree.root()), "foo(X, (a+b))");
    assert_eq!(show(args[0]), "X");
    assert_eq!(show(args[1]), "a+b");
    assert_eq!(spans.len(), t.tree.len());
}

#[test]
fn numbers_from_text() {
    let int = |i: i64| Number::Int(Int::Small(i));
    for (text, n) in [
        ("12", int(12)),
        (" \n-7", int(-7)),
        ("- 1", int(-1)),
        ("'-'1", int(-1)),
        ("/**/ 0'a", int(97)),
        ("0'''", int(39)),
        ("0x1F", int(31)),
        ("1_000", int(1000)),
        ("-1.5e3", Number::Float(-1500.0)),
    ] {
        assert_eq!(parse_number(text).expect("a number"), n, "{text:?}");
    }
    for text in [
        "", " ", "a", "1 ", "1a", "+1", "1.", "--1", "-", "1e5", "0'", "0''", "3 4", "1/**/", "0_ ",
    ] {
        assert!(parse_number(text).is_err(), "{text:?}");
    }
}

#[test]
fn the_end_of_a_term_is_found_as_text_arrives() {
    let cases = [
        "foo. bar.",
        "foo('a. b', \"c. d\", `e. f`). x",
        "X = 0'. . y",
        "X = \u{201c}abc\u{201d}. y",
        "X = 0'\\'. y",
        "X = 0'''. y",
        "a % not here. \n . y",
        "a /* nor. here **/ . y",
        "X = '\\x41\\'. y",
        "X = 'it''s. ok'. y",
        "X = 'two\\\n lines. '. y",
        "X =.. Y. z",
        "X = 1.5. z",
        "X = 0xFF. z",
        "X = 1.%c",
        "wrong 'ends\n here. z",
        "'\\q. ' . z",
        "é = → . z",
    ];
    // The scan reads only the last digits of a long number.
    let long = [". z", ".5. z", ".5e300. z", "_000. z", "r3. z", "x. z"];
    let long = long.map(|rest| format!("X = {}{rest}", "70".repeat(100)));
    let zeros = format!("X = {}x1. z", "0".repeat(200));
    let cases = cases.map(str::to_string).into_iter();
    for text in cases.chain(long).chain([zeros]) {
        let text = &*text;
        let mut s = Session::new();
        let read = read_term(text, 0, &s.ops, &mut s.atoms, &s.read);
        let end = match read {
            Ok(Some((_, next))) => next,
            Ok(None) => 0,
            Err(e) => e.resume,
        };
        assert_eq!(
            EndFinder::new(0).find(text, false),
            Some(end),
            "{text:?} at once"
        );
        let mut f = EndFinder::new(0);
        let stops = text.char_indices().map(|(i, c)| i + c.len_utf8());
        let found = stops.into_iter().find_map(|i| f.find(&text[..i], false));
        assert_eq!(found, Some(end), "{text:?} by characters");
    }
    let mut f = EndFinder::new(0);
    assert_eq!(f.find("foo.", false), None);
    assert_eq!(f.find("foo.", true), Some(4));
}
