//! Facts that are read byte by byte: the same as those that the parser reads.

use super::Session;
use crate::syntax::parser::Parser;
use crate::syntax::plain_fact::plain_fact;
use crate::syntax::read_buffers::ReadBuffers;
use crate::syntax::read_options::{QuotedAs, ReadTerm};
use crate::syntax::{WriteOptions, term_text};
use proptest::prelude::*;

/// A term with its place and the offset after it, as text.
fn shown(session: &mut Session, term: &ReadTerm, next: usize) -> String {
    let tree = &term.tree;
    let text = term_text(
        tree,
        tree.root(),
        &session.atoms,
        &session.ops,
        &WriteOptions::canonical(),
    );
    format!("{text} {:?} {next} {}", term.span, term.variables.len())
}

/// The term at the beginning of a text as it is read byte by byte, which must be what the parser reads. Returns false if
/// the text is left to the parser.
fn compare(session: &mut Session, text: &str) -> bool {
    let mut buffers = ReadBuffers::default();
    let (ops, opts) = (session.ops.clone(), session.read.clone());
    let atoms = &mut session.atoms;
    let Some((plain, next)) = plain_fact(text, 0, &ops, atoms, &opts, &mut buffers) else {
        return false;
    };
    let read = Parser::new(text, 0, &ops, atoms, &opts, &mut buffers).read();
    let (term, end) = read.expect("a term").expect("no end");
    let expected = shown(session, &term, end);
    assert_eq!(shown(session, &plain, next), expected, "{text}");
    true
}

#[test]
fn facts_of_plain_items() {
    let mut session = Session::new();
    for text in [
        "p(a).",
        " \n p( a , b1,_) .",
        "p(1, -1, 12345678901234567, 1.5, -0.25).\n",
        "p('A b', 'é', \"text é\", \"\").%",
        "p([], [ ], [a,[b,c],1], q(r(s,[t])), 'F'(x)). q.",
    ] {
        let is_plain = compare(&mut session, text);
        assert_eq!(is_plain, !text.contains('_'), "{text}");
    }
    for quotes in [QuotedAs::Codes, QuotedAs::Atom, QuotedAs::String] {
        session.read.double_quotes = quotes;
        assert!(compare(&mut session, "p(\"text é\")."));
    }
}

#[test]
fn other_texts_are_left_to_the_parser() {
    let mut session = Session::new();
    for text in [
        "p.",
        "p(X).",
        "p(a) :- q.",
        "p(a).b",
        "p(a)",
        "p(is).",
        "p(dynamic).",
        "p(- 1).",
        "p(-a).",
        "p(1.5e3).",
        "p(0'a).",
        "p(0x1F).",
        "p(1r3).",
        "p(1_000).",
        "p(12345678901234567890).",
        "p('it''s').",
        "p('a\\n').",
        "p(\"a\"||b).",
        "p(`a`).",
        "p([a|b]).",
        "p({a}).",
        "p(a/* c */).",
        "p(é).",
        "p(aé).",
        "P(a).",
        "'p'(a).",
        "p(a)(b).",
        "p(f ()).",
    ] {
        assert!(!compare(&mut session, text), "{text}");
    }
}

proptest! {
    #[test]
    fn texts_of_pieces(pieces in prop::collection::vec(prop::sample::select(vec![
        "a", "b1", "is", "-", "1", "23", "0.5", "1.", "'q'", "'A b'", "\"s\"", "\"\"", "[", "]", "[]", "(", ")", ",", " ", "\n",
        "f(", "é", "|", "X", "_", ".", "%", "0'", "e1", "{", "}", "\\",
    ]), 0..14)) {
        let mut session = Session::new();
        let text = format!("p({}). ", pieces.concat());
        compare(&mut session, &text);
    }

    #[test]
    fn lists_and_compounds(items in prop::collection::vec(prop::sample::select(vec![
        "a", "-1", "2.5", "'A b'", "\"s\"", "[]", "[a]", "[a,[b]]", "f(x)", "f([g(1)],\"t\")",
    ]), 1..9)) {
        let mut session = Session::new();
        let text = format!("p({}).", items.join(", "));
        assert!(compare(&mut session, &text));
    }
}
