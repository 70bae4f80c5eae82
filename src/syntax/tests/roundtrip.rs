//! The output of `writeq/1` reads back as the same term, for random terms and operators.

use super::Session;
use crate::base::atom::{AtomTable, atoms};
use crate::base::int::Int;
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::Notation;
use crate::syntax::TokenKind;
use crate::syntax::chars::is_printable;
use crate::syntax::lexer::Lexer;
use crate::syntax::ops::OpType;
use crate::syntax::read::read_term;
use crate::syntax::writer::{Spacing, WriteOptions, term_text};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;

#[derive(Clone, Debug)]
enum T {
    Var(u8),
    Atom(String),
    Int(i64),
    Big(i128),
    Rat(i64, u8),
    Float(f64),
    Compound(String, Vec<T>),
    List(Vec<T>, Box<T>),
}

const NAMES: &[&str] = &[
    "-",
    "+",
    "*",
    "\\",
    "^",
    ":-",
    "-->",
    "?-",
    ";",
    "|",
    ",",
    "->",
    "=",
    "is",
    "mod",
    "rdiv",
    "dynamic",
    "table",
    "[]",
    "{}",
    "!",
    ".",
    "..",
    "...",
    ".(",
    "%",
    "/*",
    "//*",
    "*/",
    "'",
    "\"",
    "`",
    "",
    " ",
    "a",
    "b",
    "foo",
    "A",
    "_",
    "_a",
    "0",
    "1",
    "0'a",
    "e",
    "e5",
    "x1",
    "r3",
    "Inf",
    "a b",
    "a\nb",
    "\t",
    "\0",
    "\x1b",
    "\\n",
    "é",
    "É",
    "λx",
    "→",
    "≤",
    "\u{a0}",
    "\u{200b}",
    "\u{301}",
    "😀",
    "²",
    "$VAR",
    "end_of_file",
    "(",
    ")",
    "[",
    "{",
    "a.",
    "''",
    "$",
    "&",
    "#",
    "@",
    "~",
    "b2",
    "o7",
    "xF",
    "'x",
    "||",
    "\u{e000}",
];

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => select(NAMES).prop_map(str::to_string),
        2 => "[-+*/\\\\^<>=~:.?@#&$]{1,3}",
        1 => "[a-c]{1,2}",
        1 => "\\PC{0,3}",
        1 => any::<String>().prop_map(|s| s.chars().take(4).collect()),
    ]
}

fn float() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>(),
        select(
            &[
                0.0,
                -0.0,
                1.0,
                -1.0,
                1e15,
                1e16,
                1e-5,
                1e22,
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::NAN
            ][..]
        ),
    ]
}

fn term() -> impl Strategy<Value = T> {
    let leaf = prop_oneof![
        5 => name().prop_map(T::Atom),
        2 => (0..4u8).prop_map(T::Var),
        3 => (-3..20i64).prop_map(T::Int),
        1 => any::<i64>().prop_map(T::Int),
        1 => any::<i128>().prop_map(T::Big),
        1 => (any::<i64>(), 2..200u8).prop_map(|(n, d)| T::Rat(n, d)),
        2 => float().prop_map(T::Float),
    ];
    leaf.prop_recursive(6, 40, 3, |inner| {
        let args = |n| proptest::collection::vec(inner.clone(), n);
        let tail = prop_oneof![3 => Just(T::Atom("[]".into())), 1 => inner.clone()];
        prop_oneof![
            4 => (name(), args(1..2)).prop_map(|(f, a)| T::Compound(f, a)),
            6 => (name(), args(2..3)).prop_map(|(f, a)| T::Compound(f, a)),
            1 => (name(), args(3..4)).prop_map(|(f, a)| T::Compound(f, a)),
            1 => args(1..2).prop_map(|a| T::Compound("{}".into(), a)),
            1 => (args(1..3), tail).prop_map(|(a, t)| T::List(a, Box::new(t))),
            1 => proptest::collection::vec(any::<char>(), 1..4).prop_map(|cs| {
                let chars = cs.into_iter().map(|c| T::Atom(c.to_string())).collect();
                T::List(chars, Box::new(T::Atom("[]".into())))
            }),
        ]
    })
}

fn operators() -> impl Strategy<Value = Vec<(u16, OpType, String)>> {
    let priority = select(&[0, 1, 9, 200, 201, 699, 700, 999, 1000, 1001, 1199, 1200][..]);
    let ty = select(
        &[
            OpType::Xfx,
            OpType::Xfy,
            OpType::Yfx,
            OpType::Fy,
            OpType::Fx,
            OpType::Xf,
            OpType::Yf,
        ][..],
    );
    proptest::collection::vec((priority, ty, name()), 0..8)
}

fn build(t: &T, tree: &mut Tree, atoms: &mut AtomTable) -> NodeId {
    match t {
        T::Var(v) => {
            while tree.var_count() <= usize::from(*v) {
                let name = format!("V{}", tree.var_count());
                tree.new_var(Some(&name));
            }
            tree.var(u32::from(*v))
        }
        T::Atom(a) => {
            let a = atoms.intern(a);
            tree.atom(a)
        }
        T::Int(i) => tree.int(*i),
        T::Big(i) => tree.int(*i),
        T::Rat(n, d) => {
            let r = RBig::from_parts(IBig::from(*n), UBig::from(*d));
            match r.denominator().is_one() {
                true => tree.int(Int::from(r.numerator().clone())),
                false => tree.leaf(Node::Rat(Box::new(r))),
            }
        }
        T::Float(f) => tree.leaf(Node::Float(*f)),
        T::Compound(name, args) => {
            let args: Vec<_> = args.iter().map(|t| build(t, tree, atoms)).collect();
            let name = atoms.intern(name);
            tree.compound(name, &args)
        }
        T::List(items, tail) => {
            let items: Vec<_> = items.iter().map(|t| build(t, tree, atoms)).collect();
            let tail = build(tail, tree, atoms);
            tree.list(&items, tail)
        }
    }
}

/// Returns true if two terms are equal up to the numbers of variables; their names count.
fn equal(a: &Tree, m: NodeId, b: &Tree, n: NodeId) -> bool {
    match (a.node(m), b.node(n)) {
        (Node::Var(v), Node::Var(w)) => a.var_name(*v) == b.var_name(*w),
        (Node::Float(f), Node::Float(g)) => f.to_bits() == g.to_bits() || f.is_nan() && g.is_nan(),
        (Node::Compound { name: f, .. }, Node::Compound { name: g, .. }) => {
            let (xs, ys) = (a.args(m), b.args(n));
            f == g && xs.len() == ys.len() && xs.iter().zip(ys).all(|(&x, &y)| equal(a, x, b, y))
        }
        (x, y) => x == y,
    }
}

fn check(s: &mut Session, tree: &Tree, root: NodeId, opts: &WriteOptions) {
    let text = term_text(tree, root, &s.atoms, &s.ops, opts);
    assert!(
        text.chars().all(is_printable),
        "{text:?} shows a character that is none"
    );
    let clause = format!("{text} .");
    match read_term(&clause, 0, &s.ops, &mut s.atoms, &s.read) {
        Ok(Some((t, next))) => {
            let same = equal(tree, root, &t.tree, t.tree.root());
            let read = term_text(
                &t.tree,
                t.tree.root(),
                &s.atoms,
                &s.ops,
                &WriteOptions::canonical(),
            );
            assert!(same, "{text} reads as {read}");
            assert_eq!(next, clause.len());
        }
        Ok(None) => panic!("{text:?} is empty"),
        Err(e) => panic!("{text}: {e}"),
    }
}

/// Comments and white space may stand between any two tokens but a functor and its bracket, and
/// each part of a term is where its span says.
fn check_layout(s: &mut Session, tree: &Tree, root: NodeId, opts: &WriteOptions) {
    const GAPS: [&str; 4] = [" ", "\n", " /* a. 'b */ ", " % c\"\n"];
    let text = format!("{} .", term_text(tree, root, &s.atoms, &s.ops, opts));
    let (mut spaced, mut lexer, mut count) = (String::new(), Lexer::new(&text, 0), 0);
    loop {
        let t = lexer.next_token().expect("a token");
        if t.kind == TokenKind::Eof {
            break;
        }
        // A minus and a number are one term only as long as nothing else is between them.
        if t.layout || !matches!(t.kind, TokenKind::Punct('(')) {
            spaced.push_str(GAPS[count % GAPS.len()]);
        }
        count += 1;
        spaced.push_str(&text[t.start..t.end]);
    }
    s.read.positions = true;
    let read = read_term(&spaced, 0, &s.ops, &mut s.atoms, &s.read);
    s.read.positions = false;
    let t = match read {
        Ok(Some((t, _))) => t,
        Ok(None) => panic!("{spaced:?} is empty"),
        Err(e) => panic!("{spaced:?}: {e}"),
    };
    assert!(
        equal(tree, root, &t.tree, t.tree.root()),
        "{spaced:?} is another term"
    );
    let positions = t.positions.as_ref().expect("asked for");
    assert_eq!(positions.spans.len(), t.tree.len());
    for (i, (span, notation)) in positions.spans.iter().zip(&positions.notations).enumerate() {
        let node = NodeId(i as u32);
        let text = format!("({}) .", &spaced[span.start..span.end]);
        // A list's later cells and the elements of a text stand nowhere by themselves.
        let whole = match t.tree.node(node) {
            Node::Compound { name, .. } => *name != atoms::DOT || *notation != Notation::Token,
            _ => false,
        };
        if whole {
            match read_term(&text, 0, &s.ops, &mut s.atoms, &s.read) {
                Ok(Some((part, _))) => assert!(
                    equal(&t.tree, node, &part.tree, part.tree.root()),
                    "{text:?} in {spaced:?}"
                ),
                _ => panic!("{text:?} in {spaced:?} is no term"),
            }
        }
    }
}

fn check_all(t: &T, ops: &[(u16, OpType, String)]) {
    let mut s = Session::new();
    for (priority, ty, name) in ops {
        let name = s.atoms.intern(name);
        // Some of these op/3 must refuse.
        let _ = s.ops.add(*priority, *ty, name);
    }
    let mut tree = Tree::new();
    let root = build(t, &mut tree, &mut s.atoms);
    let quoted = WriteOptions {
        quoted: true,
        ..WriteOptions::default()
    };
    let strings = WriteOptions {
        double_quotes: true,
        spacing: Spacing::NextArgument,
        ..quoted.clone()
    };
    let operand = WriteOptions {
        operand: true,
        priority: 0,
        ..quoted.clone()
    };
    for opts in [&quoted, &strings, &operand, &WriteOptions::canonical()] {
        check(&mut s, &tree, root, opts);
    }
    check_layout(&mut s, &tree, root, &quoted);
    // As a directive, and as an argument.
    let directive = tree.compound(atoms::NECK, &[root]);
    check(&mut s, &tree, directive, &quoted);
    let list = tree.compound(atoms::DOT, &[root, root]);
    check(&mut s, &tree, list, &quoted);
}

proptest! {
    #![proptest_config(proptest::test_runner::Config {
        cases: 3000,
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn standard_operators(t in term()) {
        check_all(&t, &[]);
    }

    #[test]
    fn strings(text in proptest::collection::vec(any::<char>(), 0..20)) {
        let text: String = text.into_iter().collect();
        let mut s = Session::new();
        s.read.double_quotes = crate::syntax::QuotedAs::String;
        let mut tree = Tree::new();
        let string = tree.leaf(Node::String(text.into()));
        let root = tree.list(&[string, string], string);
        let quoted = WriteOptions { quoted: true, ..WriteOptions::default() };
        check(&mut s, &tree, root, &quoted);
    }

    #[test]
    fn any_operators(t in term(), ops in operators()) {
        check_all(&t, &ops);
    }

    #[test]
    fn any_text_reads_or_fails(text in "\\PC{0,40}") {
        let mut s = Session::new();
        let mut at = 0;
        while at < text.len() {
            at = match read_term(&text, at, &s.ops, &mut s.atoms, &s.read) {
                Ok(Some((_, next))) => next,
                Ok(None) => break,
                Err(e) => e.resume,
            };
        }
    }

    #[test]
    fn token_soup_reads_or_fails(
        tokens in proptest::collection::vec(select(NAMES), 0..30),
        gaps in proptest::collection::vec(select(&["", " ", "\n", ". ", "%", "/*", "*/"][..]), 30),
    ) {
        let text: String = tokens.iter().zip(&gaps).flat_map(|(t, g)| [*t, *g]).collect();
        let mut s = Session::new();
        let mut at = 0;
        let mut first = None;
        while at < text.len() {
            let next = match read_term(&text, at, &s.ops, &mut s.atoms, &s.read) {
                Ok(Some((_, next))) => next,
                Ok(None) => break,
                Err(e) => e.resume,
            };
            assert!(next > at);
            first.get_or_insert(next);
            at = next;
        }
        // The scanner for streams sees the same end, if there is one before the text's.
        let found = crate::syntax::EndFinder::new(0).find(&text, true);
        if let (Some(end), Some(first)) = (found, first) {
            assert_eq!(end, first, "{text:?}");
            let mut f = crate::syntax::EndFinder::new(0);
            let mut stops = text.char_indices().map(|(i, c)| i + c.len_utf8());
            let growing = stops.find_map(|i| f.find(&text[..i], i == text.len()));
            assert_eq!(growing, Some(end), "{text:?} by characters");
        }
    }
}
