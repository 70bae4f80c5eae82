//! Every answer can be pasted back: its text, as a query, has the same answer.

use horn::Machine;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};

const VARIABLES: [&str; 4] = ["X", "Y", "Z", "_"];

/// Names that take quotes, operators, blanks or none of these.
const ATOMS: [&str; 24] = [
    "a", "[]", "{}", "'A b'", "'it''s'", "'\\n'", "''", "+", "-", "\\", "'→'", "'日本'", "'Ünï'",
    "&&", "'.'", "(:-)", "mod", "is", "dynamic", "','", "'|'", "!", ";", "'\\\\'",
];

const NUMBERS: [&str; 10] = [
    "0",
    "-1",
    "7",
    "123456789012345678901234567890",
    "-98765432109876543210",
    "1.5",
    "-2.0e10",
    "1.0e-7",
    "0'a",
    "1.0Inf",
];

/// Functors of one and of two arguments, as they stand before a parenthesis.
const UNARY: [&str; 8] = ["f", "-", "\\", "'→'", "{}", "dynamic", "'A b'", "?"];
const BINARY: [&str; 14] = [
    "f", "+", "-", "*", "^", "=", ":-", "','", "'|'", "->", "mod", "'→'", ":", "'[|]'",
];

fn term() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => select(&VARIABLES[..]).prop_map(str::to_string),
        3 => select(&ATOMS[..]).prop_map(|a| format!("({a})")),
        2 => select(&NUMBERS[..]).prop_map(|n| format!("({n})")),
        1 => select(&["\"\"", "\"abc\"", "\"a\\\"\\n'日\""][..]).prop_map(str::to_string),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let some = prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            (select(&UNARY[..]), inner.clone()).prop_map(|(f, x)| format!("{f}({x})")),
            (select(&BINARY[..]), inner.clone(), inner.clone())
                .prop_map(|(f, x, y)| format!("{f}({x},{y})")),
            some.clone().prop_map(|xs| format!("[{}]", xs.join(","))),
            (some, inner).prop_map(|(xs, t)| format!("[{}|{t}]", xs.join(","))),
        ]
    })
}

/// A goal that binds a variable, or leaves a residual goal, or a cycle.
fn goal() -> impl Strategy<Value = String> {
    let variable = || select(&VARIABLES[..3]);
    prop_oneof![
        4 => (variable(), term()).prop_map(|(v, t)| format!("{v} = {t}")),
        1 => (variable(), term()).prop_map(|(v, t)| format!("freeze({v}, g({t}))")),
        1 => (variable(), term()).prop_map(|(v, t)| format!("dif({v}, {t})")),
        1 => (variable(), variable(), term())
            .prop_map(|(v, w, t)| format!("when((nonvar({v});ground({w})), g({t}))")),
        1 => (variable(), -9..9i32, 0..20i32)
            .prop_map(|(v, low, n)| format!("clpz:({v} in {low}..{})", low + n)),
        1 => (variable(), variable(), variable(), -3..4i32)
            .prop_map(|(x, y, z, i)| format!("clpz:({x}+{i}*{y} #>= {z})")),
        1 => (variable(), variable(), variable())
            .prop_map(|(x, y, z)| format!("clpz:({x}*{y} #= {z})")),
    ]
}

/// The text of the first answer, and its parts in a fixed order: residual goals need not come in the same one.
/// `None` if there is no answer, or an error.
fn first(m: &mut Machine, query: &str) -> Option<(String, Vec<String>)> {
    let answer = m.query(query).ok()?.next()?.ok()?;
    let text = answer.full_text();
    let mut parts: Vec<String> = text.split(", ").map(str::to_string).collect();
    parts.sort();
    Some((text, parts))
}

#[test]
fn can_be_pasted_back() {
    let mut m = Machine::new();
    // Waiting goals may run.
    m.consult_str("g.pl", "g(_).").expect("a program");
    m.run("use_module(library(clpz)), use_module(library(dif)), use_module(library(when))")
        .expect("libraries");
    let mut runner = TestRunner::new(Config {
        cases: 400,
        failure_persistence: None,
        ..Config::default()
    });
    let queries = prop::collection::vec(goal(), 1..4).prop_map(|goals| goals.join(", "));
    let machine = std::cell::RefCell::new(m);
    let result = runner.run(&queries, |query| {
        let mut m = machine.borrow_mut();
        if let Some((answer, parts)) = first(&mut m, &query) {
            let again = first(&mut m, &answer).map(|a| a.1);
            prop_assert_eq!(again, Some(parts), "of {}", query);
        }
        Ok(())
    });
    if let Err(e) = result {
        panic!("{e}");
    }
}

#[test]
fn balls_leave_nothing_for_later_answers() {
    let mut m = Machine::new();
    m.consult_str("g.pl", "g(_).").expect("a program");
    for query in [
        "freeze(Y, g(_)), throw(f(Y))",
        "freeze(Y, g(_)), X is Y+foo(Y)",
    ] {
        let found = m.query(query).expect("a query").next();
        assert!(matches!(found, Some(Err(_))));
        assert_eq!(first(&mut m, "X = X").map(|a| a.0).as_deref(), Some("true"));
    }
}
