//! The demands of answers on the writer: depth limits, strings, names, cycles, hooks.

use super::Session;
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{TermView, View};
use crate::syntax::ops::OpType;
use crate::syntax::writer::{Spacing, WriteOptions, Writer};

fn answer() -> WriteOptions {
    WriteOptions {
        quoted: true,
        max_depth: 20,
        double_quotes: true,
        priority: 699,
        operand: true,
        ..WriteOptions::default()
    }
}

fn shown(text: &str, opts: &WriteOptions) -> String {
    let mut s = Session::new();
    s.op(700, OpType::Xfx, "in").op(450, OpType::Yfx, "..");
    let t = s.term(text);
    s.show(&t, opts)
}

#[test]
fn values_in_answers() {
    for (text, expected) in [
        ("+ .", "(+)"),
        ("(mod).", "(mod)"),
        (";.", "(;)"),
        ("a:-b.", "(a:-b)"),
        ("a=b.", "(a=b)"),
        ("\\+a.", "(\\+a)"),
        ("1-2.", "1-2"),
        ("dynamic.", "dynamic"),
        ("[+,-].", "\"+-\""),
        ("[a,b,1].", "[a,b,1]"),
        ("\"\".", "[]"),
        ("\"a\\\\\\\"'\\n\".", "\"a\\\\\\\"'\\n\""),
        ("1.0e20.", "1.0e20"),
        ("[a,b|T].", "[a,b|T]"),
        ("X in 1..3.", "(X in 1..3)"),
        ("1 rdiv 3.", "1 rdiv 3"),
        ("f(- 1,-(1),1 - -1).", "f(-1,- (1),1- -1)"),
    ] {
        assert_eq!(shown(text, &answer()), expected, "{text}");
    }
}

#[test]
fn depth_20() {
    let list = |n: usize| format!("[{}]", vec!["1"; n].join(","));
    assert_eq!(shown(&format!("{}.", list(20)), &answer()), list(20));
    let cut = format!("[{}|...]", vec!["1"; 20].join(","));
    assert_eq!(shown(&format!("{}.", list(25)), &answer()), cut);

    let string = |n: usize| format!("\"{}\"", "x".repeat(n));
    assert_eq!(shown(&format!("{}.", string(20)), &answer()), string(20));
    let cut = format!("{}||...", string(20));
    assert_eq!(shown(&format!("{}.", string(21)), &answer()), cut);
    assert_eq!(
        shown(&format!("{cut} ."), &WriteOptions::writeq()).len(),
        2 * 20 + 5
    );

    let deep = |n: usize, x: &str| format!("{}{x}{}", "f(".repeat(n), ")".repeat(n));
    assert_eq!(
        shown(&format!("{}.", deep(20, "a")), &answer()),
        deep(20, "a")
    );
    assert_eq!(
        shown(&format!("{}.", deep(25, "a")), &answer()),
        deep(20, "...")
    );
    let opts = WriteOptions {
        max_depth: 2,
        ..WriteOptions::writeq()
    };
    assert_eq!(shown("1+2+3+4.", &opts), "... +3+4");
    assert_eq!(shown("-(-(-(a))).", &opts), "- - ...");
    assert_eq!(shown("[f(g(x)),f(x)].", &opts), "[f(...),...]");
}

#[test]
fn options_of_write_term() {
    let mut opts = WriteOptions {
        spacing: Spacing::NextArgument,
        ..WriteOptions::writeq()
    };
    assert_eq!(
        shown("f(a,[b,c|d],(e,f)).", &opts),
        "f(a, [b, c|d], (e, f))"
    );
    opts.variable_names.insert(0, "Foo".into());
    assert_eq!(shown("f(X,Y).", &opts), "f(Foo, Y)");
    let dots = WriteOptions {
        dotlists: Some(true),
        ..WriteOptions::writeq()
    };
    assert_eq!(shown("[a,b]+c.", &dots), "'.'(a,'.'(b,[]))+c");
    let braces = WriteOptions {
        brace_terms: true,
        ..WriteOptions::canonical()
    };
    assert_eq!(shown("{a-b}.", &braces), "{-(a,b)}");
    assert_eq!(
        shown("'hello world'+'A'.", &WriteOptions::write()),
        "hello world+A"
    );
    assert_eq!(shown("['\\n',a].", &WriteOptions::write()), "[\n,a]");
}

#[test]
fn portray_replaces_subterms() {
    let mut s = Session::new();
    let t = s.term("- secret+f(secret).");
    let secret = s.atoms.intern("secret");
    let opts = WriteOptions::writeq();
    let mut hook = |id, _: u16| match t.tree.view(id) {
        View::Atom(a) if a == secret => Some("***".to_string()),
        _ => None,
    };
    let mut out = String::new();
    Writer::new(&t.tree, &s.atoms, &s.ops, &opts)
        .portray(&mut hook)
        .write(t.tree.root(), &mut out)
        .expect("writes");
    assert_eq!(out, "- *** +f(***)");
}

/// `X = f(X)` as node 0, `L = [a|L]` as node 1, and the atom as node 2.
struct Cyclic;

impl TermView for Cyclic {
    type Id = u32;
    fn view(&self, t: u32) -> View<'_> {
        match t {
            0 => View::Compound(Atom::from_char('f'), 1),
            1 => View::Compound(atoms::DOT, 2),
            _ => View::Atom(Atom::from_char('a')),
        }
    }
    fn arg(&self, t: u32, i: usize) -> u32 {
        match (t, i) {
            (0, _) => 0,
            (_, 0) => 2,
            _ => 1,
        }
    }
    fn var_name(&self, _: u32) -> Option<&str> {
        None
    }
}

#[test]
fn cyclic_terms_end() {
    let s = Session::new();
    let show = |t, opts: &WriteOptions, alias: bool| {
        let name = |id: u32| alias.then(|| format!("X{id}"));
        let mut out = String::new();
        Writer::new(&Cyclic, &s.atoms, &s.ops, opts)
            .alias(&name)
            .write(t, &mut out)
            .expect("writes");
        out
    };
    let cyclic = WriteOptions {
        cyclic: true,
        double_quotes: true,
        ..WriteOptions::writeq()
    };
    assert_eq!(show(0, &cyclic, false), "f(...)");
    assert_eq!(show(1, &cyclic, false), "[a|...]");
    assert_eq!(show(0, &answer(), true), "f(X0)");
    assert_eq!(show(1, &answer(), true), "[a|X1]");
    let limited = show(1, &answer(), false);
    assert_eq!(limited, format!("[{}|...]", ["a"; 20].join(",")));
}
