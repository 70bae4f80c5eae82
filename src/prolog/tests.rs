//! The rules of answer printing and the host API.

use crate::machine::Cell;

use super::{Answer, Error, FromTerm, Int, Machine, Shape, Value};

/// A machine whose predicate `p` has one clause.
fn machine(head: &str, body: &str) -> Machine {
    let mut m = Machine::new();
    define(&mut m, head, body);
    m
}

fn define(m: &mut Machine, head: &str, body: &str) {
    let loaded = m.consult_str("t.pl", &format!("{head} :- {body}."));
    assert!(loaded.is_ok(), "{head} :- {body}");
}

/// The text of the one answer to a query whose predicate has this body.
fn shown(m: &mut Machine, query: &str, body: &str) -> String {
    define(m, query, body);
    m.answers(query)
}

fn answer(query: &str, body: &str) -> Answer {
    let mut m = machine(query, body);
    let mut query = m.query(query).expect("a query");
    query.next().expect("an answer").expect("no error")
}

const PROGRAM: &str = r"
    p([2,0,3,1]).
    p([1,3,0,2]).
    p(_) :- fail.
    q(1).
    q(&&).
    boom :- throw(error(type_error(evaluable,a/0),(is)/2)).
    late(1).
    late(X) :- throw(my_ball(X,'A b')).
    hello :- write(hello).
    pretty(1) :- write('\na.\n\n').
    pretty(2) :- write('\nb.\n\n').
    pretty(_) :- fail.
    bye :- halt(3).
";

#[test]
fn streams() {
    let mut m = Machine::new();
    m.consult_str("t.pl", PROGRAM).expect("a program");
    let p = "   Qs = [2,0,3,1]\n;  Qs = [1,3,0,2]\n;  false.\n";
    assert_eq!(m.answers("p(Qs)."), p);
    assert_eq!(m.answers("?- p(Qs)"), p);
    assert_eq!(m.first_answers("p(Qs)", 1), "   Qs = [2,0,3,1]\n;  ... .\n");
    assert_eq!(m.answers("q(X)"), "   X = 1\n;  X = && .\n");
    assert_eq!(m.answers("fail"), "   false.\n");
    assert_eq!(m.answers("true"), "   true.\n");
    assert_eq!(m.answers("_ = 1"), "   true.\n");
    assert_eq!(m.answers("_X = 1"), "   _X = 1.\n");
    assert_eq!(
        m.answers("boom"),
        "   error(type_error(evaluable,a/0),(is)/2).\n"
    );
    assert_eq!(
        m.answers("late(X)"),
        "   X = 1\n;  throw(my_ball(_A,'A b')).\n"
    );
    assert_eq!(m.answers("hello"), "hello\n   true.\n");
    let pretty = "\na.\n\n   Qs = 1\n;  \nb.\n\nQs = 2\n;  false.\n";
    assert_eq!(m.answers("pretty(Qs)"), pretty);
    assert_eq!(
        m.answers("p(Qs"),
        "error(syntax_error(incomplete_reduction),read_term/3:1).\n"
    );
    assert!(matches!(m.run("bye"), Err(Error::Halted(3))));
    assert!(matches!(m.run("fail"), Ok(false)));
}

#[test]
fn bindings_and_aliases() {
    let mut m = Machine::new();
    assert_eq!(
        shown(&mut m, "p(X,Y,Z)", "Y = X, Z = X"),
        "   X = Y, Z = X.\n"
    );
    assert_eq!(
        shown(&mut m, "p(X,Y)", "X = f(A,B,A), Y = g(B,C)"),
        "   X = f(_A,_B,_A), Y = g(_B,_C).\n"
    );
    assert_eq!(
        shown(&mut m, "p(X,Y,Z)", "X = f(Y,_), Z = 1"),
        "   X = f(Y,_A), Z = 1.\n"
    );
    assert_eq!(shown(&mut m, "p(X,Y)", "true"), "   true.\n");
    assert_eq!(shown(&mut m, "p(_A,X)", "X = [_,_]"), "   X = [_B,_C].\n");
    assert_eq!(
        shown(&mut m, "p(X,Y)", "X = a, Y = a"),
        "   X = a, Y = a.\n"
    );
}

#[test]
fn values_beside_equals() {
    let mut m = Machine::new();
    let rows = [
        ("X = (+)", "X = (+)"),
        ("X = (mod)", "X = (mod)"),
        ("X = (;)", "X = (;)"),
        ("X = dynamic", "X = dynamic"),
        ("X = (a:-b)", "X = (a:-b)"),
        ("X = (a=b)", "X = (a=b)"),
        ("X = (a,b)", "X = (a,b)"),
        ("X = (\\+a)", "X = (\\+a)"),
        ("X = (:-a)", "X = (:-a)"),
        ("X = 1- -1", "X = 1- -1"),
        ("X = - (1)", "X = - (1)"),
        ("X = {a,b}", "X = {a,b}"),
        ("X = '$VAR'(1)", "X = '$VAR'(1)"),
        ("X = [a,b,c|T]", "X = [a,b,c|_A]"),
        ("X = [+,-]", "X = \"+-\""),
        ("X = \"\"", "X = []"),
        ("X = \"a\\nb\\\"\"", "X = \"a\\nb\\\"\""),
        ("X = 1.0e-5", "X = 0.00001"),
    ];
    for (given, expected) in rows {
        assert_eq!(shown(&mut m, "p(X)", given), format!("   {expected}.\n"));
    }
    assert_eq!(shown(&mut m, "p(X)", "X = (+), X = (+)"), "   X = (+).\n");
}

#[test]
fn cyclic_answers_are_equations() {
    let mut m = Machine::new();
    let rows = [
        ("X = f(X)", "X = f(X)"),
        ("X = [a|X]", "X = [a|X]"),
        (
            "X = f(X,g(Y),g(Y)), Y = g(Y)",
            "X = f(X,g(Y),g(Y)), Y = g(Y)",
        ),
        (
            "X = f(X,h(Y),h(Y)), Y = g(Y)",
            "X = f(X,h(Y),h(Y)), Y = g(Y)",
        ),
        ("X = f(A), A = [a|A]", "X = f(_A), _A = [a|_A]"),
        (
            "X = f(A,B), A = g(B), B = g(A)",
            "X = f(_A,g(_A)), _A = g(g(_A))",
        ),
        ("X = [a|Y], Y = [b|X]", "X = [a|Y], Y = [b|X]"),
        ("X = [a|X], Y = X", "X = [a|X], Y = [a|X]"),
    ];
    for (given, expected) in rows {
        assert_eq!(shown(&mut m, "p(X,Y)", given), format!("   {expected}.\n"));
    }
}

#[test]
fn the_depth_limit_is_twenty() {
    let list = |n: i32| (1..=n).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
    let mut m = Machine::new();
    let mut of = |value: String| shown(&mut m, "p(X)", &format!("X = {value}"));
    assert_eq!(
        of(format!("[{}]", list(20))),
        format!("   X = [{}].\n", list(20))
    );
    assert_eq!(
        of(format!("[{}]", list(25))),
        format!("   X = [{}|...].\n", list(20))
    );
    assert_eq!(
        of(format!("[{}|T]", list(20))),
        format!("   X = [{}|_A].\n", list(20))
    );
    let nested = |n: usize, inner: &str| format!("{}{inner}{}", "f(".repeat(n), ")".repeat(n));
    assert_eq!(
        of(nested(20, "a")),
        format!("   X = {}.\n", nested(20, "a"))
    );
    assert_eq!(
        of(nested(21, "a")),
        format!("   X = {}.\n", nested(20, "..."))
    );
    // The element at position 20 has no level left.
    let tail = format!("[{},f(a)]", list(19));
    assert_eq!(of(tail), format!("   X = [{},...].\n", list(19)));
    assert_eq!(
        of("\"12345678901234567890\"".into()),
        "   X = \"12345678901234567890\".\n"
    );
    assert_eq!(
        of("\"123456789012345678901\"".into()),
        "   X = \"12345678901234567890\"||... .\n"
    );
    assert_eq!(
        of("f(\"123456789012345678901\")".into()),
        "   X = f(\"1234567890123456789\"||...).\n"
    );
    let a = answer("p(X)", &format!("X = [{}|T]", list(30)));
    assert!(a.is_shortened());
    assert_eq!(a.full_text(), format!("X = [{}|_A]", list(30)));
    let vars: Vec<String> = (0..25).map(|i| format!("V{i}")).collect();
    let a = answer("p(X)", &format!("X = [{}]", vars.join(",")));
    assert!(a.to_string().ends_with(",_S,_T|...]"));
    assert!(a.full_text().ends_with(",_T,_U,_V,_W,_X,_Y]"));
}

#[test]
fn residual_goals_follow_the_bindings() {
    let mut m = Machine::new();
    assert_eq!(
        shown(&mut m, "p(X)", "clpz:(X in 0..3)"),
        "   clpz:(X in 0..3).\n"
    );
    assert_eq!(
        shown(
            &mut m,
            "p(X,Y)",
            "X = f(Z), clpz:(Z in 0..3), dif:dif(Z,Y), dif:dif(Z,W)"
        ),
        "   X = f(_A), clpz:(_A in 0..3), dif:dif(_A,Y), dif:dif(_A,_B).\n"
    );
    let a = answer("p(X)", "freeze:freeze(X,true)");
    let goals: Vec<String> = a.residual_goals().map(|g| g.to_string()).collect();
    assert_eq!(goals, ["freeze:freeze(X,user:true)"]);
    assert!(!a.is_true());
}

#[test]
fn values_for_host_programs() {
    let a = answer(
        "p(I,L,S,A,F,P,V,C)",
        "I = 42, L = [1,2,3], S = \"text\", A = 'an atom', F = 1.5, P = k-1, C = f([x],\"s\",-7)",
    );
    assert_eq!(a.get::<i64>("I").expect("fits"), 42);
    assert_eq!(a.get::<Vec<i64>>("L").expect("a list"), [1, 2, 3]);
    assert_eq!(a.get::<String>("S").expect("text"), "text");
    assert_eq!(a.get::<String>("A").expect("text"), "an atom");
    assert_eq!(a.get::<f64>("F").expect("a float"), 1.5);
    assert_eq!(a.get::<(String, u8)>("P").expect("a pair"), ("k".into(), 1));
    assert_eq!(a.get::<Option<i64>>("V").expect("a variable"), None);
    let names: Vec<&str> = a.bindings().map(|(n, _)| n).collect();
    assert_eq!(names, ["I", "L", "S", "A", "F", "P", "V", "C"]);
    let c = a.get::<Value>("C").expect("a value");
    let text = Value::String("s".into());
    let x = Value::String("x".into());
    let args = vec![x, text, Value::Integer(Int::from(-7))];
    assert_eq!(c, Value::Compound("f".into(), args));
    let e = a.get::<u8>("L").expect_err("a list is not a byte");
    assert_eq!(
        e.to_string(),
        "expected an unsigned 8-bit integer, found [1,2,3]"
    );
    assert!(matches!(
        a.get::<i64>("Nope"),
        Err(Error::NoSuchVariable(_))
    ));
    assert_eq!(a.term("A").expect("bound").to_string(), "'an atom'");
    assert!(matches!(
        a.term("V").expect("there").shape(),
        Shape::Var(name) if name == "V"
    ));
}

#[test]
fn deep_terms_are_values_too() {
    let n = 200_000;
    let text = format!("X = {}a{}", "g(".repeat(n), ")".repeat(n));
    let mut m = Machine::new();
    let a = m.query(&text).expect("a query").next();
    let a = a.expect("an answer").expect("no error");
    assert!(a.is_shortened());
    assert_eq!(a.full_text().len(), 4 + 3 * n + 1);
    let x = a.term("X").expect("bound");
    assert!(Value::from_term(x).is_err());
    drop(a);
}

#[test]
fn answers_and_machines_cross_threads() {
    fn is_send<T: Send>() {}
    is_send::<Answer>();
    is_send::<Error>();
    is_send::<Machine>();
}

#[test]
fn queries_that_are_not_terms_are_errors() {
    let mut m = machine("a", "true");
    for text in ["", "a. b.", "foo(", "X = = 1.", "\"abc", "a :- "] {
        match m.query(text) {
            Err(Error::Syntax(d)) => assert!(d.to_string().contains("syntax error"), "{text}"),
            Err(e) => panic!("{text}: {e}"),
            Ok(_) => panic!("{text} is not a query"),
        };
    }
    assert!(m.run("a").expect("a query"));
    let mut consulted = |text| {
        m.prepare(text)
            .expect("a query")
            .consulted()
            .map(String::from)
    };
    assert_eq!(consulted("[user].").as_deref(), Some("user"));
    assert_eq!(consulted("['a.pl',b]."), None);
    let names = m.predicate_names();
    assert!(names.is_sorted() && names.contains(&"append".to_string()));
    assert!(!names.iter().any(|n| n.starts_with('$')));
}

#[test]
fn a_dropped_query_leaves_the_machine_ready() {
    let mut m = machine("p(X)", "( X = 1 ; X = 2 )");
    for _ in 0..2 {
        let first = m.query("p(X)").expect("a query").next();
        let answer = first.expect("an answer").expect("no error");
        assert_eq!(answer.get::<i64>("X").expect("a number"), 1);
    }
    let all: Result<Vec<i64>, Error> = m
        .query("p(X)")
        .expect("a query")
        .map(|a| a.and_then(|a| a.get("X")))
        .collect();
    assert_eq!(all.expect("numbers"), [1, 2]);
}

/// The words of dead slots are any: an outline may not follow one to where no cell is.
#[test]
fn outlines_of_words_that_are_no_cells() {
    let mut m = Machine::new();
    let vm = m.engine.vm_mut();
    let big = Int::from(i64::MIN) * Int::from(i64::MIN);
    let items = [
        vm.heap.float(-1.5),
        vm.int_cell(&big),
        vm.heap.string("string"),
    ];
    let list = vm.heap.list(&items, Cell::NIL);
    // Words of numbers that look like headers, and texts with characters of each length.
    for bits in [
        0x0000_0001_0000_0314_u64,
        0x0fff_0314,
        0xffff_ffff_0000_0014,
        0x0000_0001_0000_010c,
        0x3434_3434,
    ] {
        vm.heap.float(f64::from_bits(bits));
    }
    let chars = vm.heap.chars("größer, 日本語 and 😀 packed", list);
    let top = vm.heap.top() + 64;
    let mut words = vec![0, u64::MAX, chars.bits()];
    for tag in 0..8 {
        for high in [0, 1 << 4, 2 << 32, 0xffff_ffff << 32] {
            words.extend((0..16).map(|bits| bits << 60 | high | tag));
        }
        for at in (0..top).step_by(8) {
            words.extend((0..16).map(|bits| bits << 60 | at | tag));
        }
    }
    assert!(vm.outlined(&words) > 100);
}
