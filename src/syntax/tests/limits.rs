//! Deep and long terms: nothing recurses and nothing is quadratic.

use super::Session;
use crate::base::int::Int;
use crate::base::tree::Tree;
use crate::syntax::ops::OpType;
use crate::syntax::writer::{WriteOptions, term_text};
use crate::syntax::{ErrorKind, ReadMonitor};
use std::sync::Arc;

const N: usize = 1_000_000;

fn same(text: &str) {
    let mut s = Session::new();
    s.op(700, OpType::Fy, "q");
    let out = s.writeq(&format!("{text}."));
    assert!(out == text, "{} bytes became {}", text.len(), out.len());
}

#[test]
fn a_million_levels() {
    same(&format!("{}a{}", "f(".repeat(N), ")".repeat(N)));
    same(&format!("{}a{}", "[".repeat(N), "]".repeat(N)));
    same(&format!("{}a{}", "{".repeat(N), "}".repeat(N)));
    same(&format!("{}a", "q ".repeat(N)));
    let mut s = Session::new();
    let parens = format!("{}a{}.", "(".repeat(N), ")".repeat(N));
    assert_eq!(s.writeq(&parens), "a");
}

#[test]
fn a_million_operators() {
    same(&vec!["1"; N].join("+"));
    same(&vec!["1"; N].join("^"));
    same(&vec!["a"; N].join(","));
    same(&format!("[{}]", vec!["a"; N].join(",")));
    same(&format!("f({})", vec!["a"; N].join(",")));
}

#[test]
fn a_long_string_and_a_long_number() {
    let mut s = Session::new();
    let text = format!("\"{}\"", "x".repeat(N));
    let t = s.term(&format!("{text}."));
    let opts = WriteOptions {
        double_quotes: true,
        ..WriteOptions::writeq()
    };
    assert!(s.show(&t, &opts) == text);
    let digits = "7".repeat(20_000);
    assert!(s.writeq(&format!("{digits}.")) == digits);
}

/// Has reading given up after so many looks, and before any long integer.
#[derive(Debug)]
struct Impatient(std::sync::atomic::AtomicU32);

impl ReadMonitor for Impatient {
    fn is_due(&self) -> bool {
        self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 1
    }

    fn integer(&self, _: &str) -> Option<Int> {
        None
    }
}

#[test]
fn reading_is_given_up() {
    let mut s = Session::new();
    s.read.monitor = Some(Arc::new(Impatient(3.into())));
    let numbers = format!("[{}].", vec!["1"; N].join(","));
    let digits = "7".repeat(N);
    for text in [numbers, format!("f({digits})."), format!("{digits}.")] {
        let read = super::read_term(&text, 0, &s.ops, &mut s.atoms, &s.read);
        let e = read.expect_err("given up");
        assert_eq!((e.kind, e.incomplete), (ErrorKind::GivenUp, false));
    }
}

#[test]
fn many_errors_in_one_text() {
    // Each clause is resumed at its own end.
    let mut s = Session::new();
    let text = "a b. ".repeat(2000);
    let (mut at, mut errors) = (0, 0);
    while at < text.trim_end().len() {
        let read = super::read_term(&text, at, &s.ops, &mut s.atoms, &s.read);
        at = read.expect_err("two atoms").resume;
        errors += 1;
    }
    assert_eq!(errors, 2000);
}

#[test]
fn a_million_shared_cells_as_a_depth_limited_term() {
    let s = Session::new();
    let mut t = Tree::new();
    let mut n = t.nil();
    for _ in 0..N {
        n = t.cons(n, n);
    }
    let opts = WriteOptions {
        max_depth: 3,
        ..WriteOptions::writeq()
    };
    let text = term_text(&t, n, &s.atoms, &s.ops, &opts);
    assert_eq!(text, "[[[...|...],...|...],[...|...],...|...]");
}
