//! Checking and blessing quads.

use super::Strictness;
use crate::prolog::Machine;

const PROGRAM: &str = r#"
    p([2,0,3,1]).
    p([1,3,0,2]).
    p(_) :- fail.
    q(1, f(A,_,A)).
    q(2, 2).
    t.
    c(X, Y) :- X in 1..3, dif(X, Y), dif(Y, _).
    alias(X, X, f(X)).
    cyc(X, Y) :- X = f(X), Y = [a|A], A = [b|Y].
    boom(_) :- throw(error(type_error(evaluable,a/0),(is)/2)).
    ball :- throw(my(1,_)).
    out(1) :- write(a), nl.
    out(2) :- write(b), nl.
    pretty(1) :- write('\n"--".\n"0-".\n\n').
    pretty(2) :- write('\n"1-".\n\n').
    pretty(_) :- fail.
    long(L) :- numlist(1, 22, L).
    n(1).
    n(2).
    n(3).
    n(4).
    n(_) :- fail.
"#;

fn machine() -> Machine {
    let mut machine = Machine::new();
    machine
        .consult_str("program.pl", PROGRAM)
        .expect("a program");
    machine
}

/// The numbers of failures and of descriptions checked.
fn check(text: &str) -> (usize, usize) {
    let report = machine().check_quads("t.pl", text, Strictness::Exact);
    (report.failures.len(), report.checked)
}

#[test]
fn descriptions_that_hold() {
    for text in [
        "?- p(Qs).\n   Qs = [2,0,3,1]\n;  Qs = [1,3,0,2]\n;  false.\n",
        "?- p(Qs).\nQs = [2,0,3,1]\n; Qs = [1,3,0,2]\n; false.\n",
        "?- p(Qs).\n   Qs = [2|...]\n;  ... .\n",
        "?- p(Qs).\n   Qs = [2,0,...,1]\n;  ad_infinitum.\n",
        "?- p(Qs).\n   ...\n;  Qs = [1,3,0,2]\n;  false.\n",
        "?- q(X,Y).\n   X = 1, Y = f(_A,_B,_A)\n;  X = 2, Y = 2.\n",
        "?- q(X,Y).\n   Y = f(U,V,U), X = 1\n;  Y = X, X = 2.\n",
        "?- q(X,Y).\n   X = 1, Y = f(_A,_B,_A)\n;  X = 2, Y = 2\n;  false.\n",
        "?- fail.\n   false.\n",
        "?- t.\n   true.\n",
        "l1 ?- t.\n   true.\n   true | false.\n",
        "?- c(X,Y).\n   dif:dif(Y,_A), clpz:(X in 1..3), dif:dif(X,Y).\n",
        "?- c(X,Y).\n   clpz:(X in 1..3), ... .\n",
        "?- alias(X,Y,Z).\n   X = Y, Z = f(X).\n",
        "?- alias(X,Y,Z).\n   Y = X, Z = f(Y).\n",
        "?- cyc(X,Y).\n   X = f(X), Y = [a,b|Y].\n",
        "?- cyc(X,Y).\n   X = f(f(X)), Y = [a|_A], _A = [b|Y].\n",
        "?- boom(X).\n   error(type_error(evaluable,a/0),(is)/2).\n",
        "?- boom(X).\n   error(type_error(T,_),_).\n",
        "?- boom(X).\n   type_error(evaluable,a/0).\n",
        "?- boom(X).\n   false, unexpected.\n",
        "?- ball.\n   throw(my(1,_)).\n",
        "?- c(X,Y).\n   maybe.\n",
        "?- c(X,Y).\n   dif:dif(X,Y), maybe.\n",
        "?- out(X).\n   outputs(\"a\\n\"), X = 1\n;  X = 2, outputs(\"b\\n\").\n",
        "?- out(X).\n   X = 1\n;  X = 2.\n",
        "?- pretty(Qs).\n\"--\".\n\"0-\".\nQs = 1\n;\n\"1-\".\nQs = 2\n; false.\np(1).\n",
        "?- long(L).\n   L = [1,2,3|...].\n",
        "?- n(X).\n   X = 1\n;  ...\n;  X = 3\n;  ... .\n",
        "?- q(X,Y).\n   X = 2, Y = 2\n;  X = 1, Y = f(_A,_B,_A) | other_answer_sequence.\n",
    ] {
        let report = machine().check_quads("t.pl", text, Strictness::Exact);
        assert!(report.failures.is_empty(), "{}", report.failures[0]);
        assert!(report.checked > 0, "{text}");
        assert_eq!(report.blessed, text);
    }
    assert_eq!(check("?- t.\n   sto.\n:- dynamic(t/0).\n").1, 0);
}

#[test]
fn descriptions_that_do_not_hold() {
    for text in [
        "?- p(Qs).\n   Qs = [2,0,3,1]\n;  Qs = [1,3,0,2].\n",
        "?- p(Qs).\n   Qs = [2,0,3,1]\n;  false.\n",
        "?- p(Qs).\n   Qs = [1,3,0,2]\n;  ... .\n",
        "?- q(X,Y).\n   X = 1, Y = f(_A,_B,_C)\n;  X = 2, Y = 2.\n",
        "?- q(X,Y).\n   X = 1, Y = f(_A,_A,_A)\n;  X = 2, Y = 2.\n",
        "?- q(X,Y).\n   X = 1\n;  X = 2.\n",
        "?- fail.\n   true.\n",
        "?- t.\n   false.\n",
        "?- t.\n   true, unexpected.\n",
        "?- c(X,Y).\n   clpz:(X in 1..3), dif:dif(X,Y).\n",
        "?- c(X,Y).\n   clpz:(X in 1..3), dif:dif(X,Y), dif:dif(X,_A).\n",
        "?- t.\n   maybe.\n",
        "?- alias(X,Y,Z).\n   Z = f(X).\n",
        "?- alias(X,Y,Z).\n   X = Z, Z = f(X).\n",
        "?- cyc(X,Y).\n   X = f(X), Y = [a,b,b|Y].\n",
        "?- boom(X).\n   error(type_error(callable,_),_).\n",
        "?- boom(X).\n   throw(my_ball).\n",
        "?- out(X).\n   outputs(\"b\\n\"), X = 1\n;  X = 2.\n",
        "?- pretty(Qs).\n\"--\".\nQs = 1\n;\n\"1-\".\nQs = 2\n; false.\n",
        "?- n(X).\n   X = 1\n;  ...\n;  X = 5\n;  ... .\n",
    ] {
        assert_eq!(check(text), (1, 1), "{text}");
    }
}

#[test]
fn malformed_descriptions_are_reported_and_not_run() {
    for text in [
        "?- q(X,Y).\n   1 = X, Y = 2.\n",
        "?- q(X,Y).\n   X = 1, X = 2.\n",
        "?- q(X,Y).\n   X = 1, false.\n",
    ] {
        let report = machine().check_quads("t.pl", text, Strictness::Exact);
        assert!(report.failures[0].malformed.is_some(), "{text}");
        assert_eq!(report.blessed, text);
    }
}

#[test]
fn subset_mode_ignores_what_is_not_described() {
    let text = "?- q(X,Y).\n X = 1 ; X = 2.\n?- c(X,Y).\n dif:dif(X,Y).\n";
    let report = machine().check_quads("t.pl", text, Strictness::Subset);
    assert!(report.failures.is_empty(), "{}", report.failures[0]);
}

#[test]
fn blessing_replaces_stale_descriptions_only() {
    let text = "% One.\n?- p(Qs).   % keep\n   Qs = [0]\n;  false. % too\n\n?- t.\n   true.\n\
                a :- b.\n?- out(X). false.\n?- n(X).\n   X = 9\n;  ... .\n?- boom(X).\n   true.\n";
    let report = machine().check_quads("t.pl", text, Strictness::Exact);
    assert_eq!(report.failures.len(), 4);
    assert_eq!(report.failures[0].line, 3);
    let expected = "% One.\n?- p(Qs).   % keep\n   Qs = [2,0,3,1]\n;  Qs = [1,3,0,2]\n;  false. % too\n\n\
                    ?- t.\n   true.\na :- b.\n?- out(X).\n   outputs(\"a\\n\"), X = 1\n;  \
                    outputs(\"b\\n\"), X = 2.\n?- n(X).\n   X = 1\n;  ... .\n?- boom(X).\n   \
                    error(type_error(evaluable,a/0),(is)/2).\n";
    assert_eq!(report.blessed, expected);
    let again = machine().check_quads("t.pl", &report.blessed, Strictness::Exact);
    assert!(again.failures.is_empty(), "{}", again.failures[0]);
    assert_eq!(again.blessed, report.blessed);
}

#[test]
fn failures_show_both_sides() {
    let text = "?- p(Qs).\n   Qs = [0].\n";
    let report = machine().check_quads("t.pl", text, Strictness::Exact);
    let shown = "t.pl:1: ?- p(Qs).\nexpected:\n   Qs = [0].\nactual:\n   Qs = [2,0,3,1]\n;  \
                 Qs = [1,3,0,2]\n;  false.\n";
    assert_eq!(report.failures[0].to_string(), shown);
}
