//! Loading clauses of FD predicates: how they are read, what is wrong with them, what loading again does.

use super::load::{answer, at, loaded, messages, quiet};
use crate::builtins::boot::new_vm;
use crate::system::load::consult_text;

const USE: &str = ":- use_module(library(clpfd)).\n";

/// The one message of a load of this clause.
fn complaint(clause: &str) -> String {
    let mut vm = loaded(&format!("{USE}{clause}\n"));
    let all = vm.ext.loader.take_diagnostics();
    let shown: Vec<String> = all
        .iter()
        .map(|d| format!("{}:{}: {}", at(d).line, at(d).column, d.message))
        .collect();
    shown.join(" | ")
}

#[test]
fn what_is_wrong_and_where() {
    let cases = [
        (
            "p(X,Y) +: X in foo(Y).",
            "2:16: unknown range expression foo/1",
        ),
        (
            "p(X,Y) +: X in bar \\/ dom(Y).",
            "2:16: unknown range expression bar/0",
        ),
        (
            "p(X) +: X in min(_)..3.",
            "2:18: variable _ is not in the head",
        ),
        (
            "p(X) +: X in 1..2, Z in dom(Z).",
            "2:20: variable Z is not in the head",
        ),
        (
            "p(X) +: a in dom(X).",
            "2:9: a variable of the head is expected here",
        ),
        (
            "p(X,X) +: X in 1..2.",
            "2:5: the arguments of an FD predicate's head are different variables",
        ),
        (
            "p(X,3) +: X in 1..2.",
            "2:5: the arguments of an FD predicate's head are variables",
        ),
        ("p(X,Y) +: X in Y.", "2:16: a range is expected here"),
        (
            "p(X,Y) +: X in min(Y).",
            "2:16: this is a value, but a range is expected here",
        ),
        (
            "p(X,Y) +: X in 1..Y/2.",
            "2:19: unknown value expression //2",
        ),
        (
            "p(X,Y) +: X in 1..foo(Y).",
            "2:19: unknown value expression foo/1",
        ),
        (
            "p(X,Y) +: X in 1..foo, X in dom(Y).",
            "2:19: foo is not a value",
        ),
        (
            "p(X,Y) +: X in dom(Y)..3.",
            "2:16: this is a range, but a value is expected here",
        ),
        (
            "p(X,Y) +: X in 1..1.5, X in {Y}.",
            "2:19: a value is expected here",
        ),
        (
            "p(X,Y) +? X in {Y}, Y in {X}.",
            "2:11: the body after +? is a single indexical",
        ),
        ("p(X) +: write(X).", "2:9: an indexical X in R is expected"),
        (
            "p(X) +: true, X in 1..2.",
            "2:9: an indexical X in R is expected",
        ),
        (
            "p +: true.",
            "2:1: the head of an FD predicate has arguments",
        ),
        (
            "p(X,Y) +: X in {Y}, X #> 3.",
            "2:11: comparisons stand alone in the body of an FD predicate, after +:",
        ),
        (
            "p(X,Y) -: X #> Y.",
            "2:11: comparisons stand alone in the body of an FD predicate, after +:",
        ),
        (
            "p(X,Y) +: X in unionof(Y,1..2,{Y}).",
            "2:24: the variable of unionof/3 is a new one",
        ),
        (
            "p(X,Y) +: X in switch(Y,[1-{1},1-{2}]).",
            "2:32: this key is in the map already",
        ),
        (
            "p(X,Y) +: X in switch(Y,a).",
            "2:25: a list is expected here",
        ),
        (
            "p(X,Y) +: X in switch(Y,[a]).",
            "2:26: a pair Integer-Range is expected here",
        ),
        (
            "p(X,Y) +: X in switch(Y,[a-{1}]).",
            "2:26: the keys of a map are integers",
        ),
        (
            "p(X,Y) +: element(X,[a],Y).",
            "2:22: element/3 of an FD predicate takes integers",
        ),
        (
            "p(X) +: X in 1..2.\np(X) +: X in 1..3.",
            "3:1: p/1 has a clause with +: already",
        ),
        (
            "p(X) +: X in 1..2.\np(1).",
            "3:1: p/1 is an FD predicate: this clause cannot add to it",
        ),
        (
            "p(1).\np(X) +: X in 1..2.",
            "3:1: p/1 has a clause with :- already",
        ),
        (
            "p(X) +: X in 1..2.\nq(1).\np(X) -: X in \\(1..2).",
            "4:1: clauses of p/1 are not together",
        ),
        (
            "1 +: 2.",
            "2:1: this cannot be the head of a clause: type_error(callable,…)",
        ),
    ];
    for (clause, expected) in cases {
        assert_eq!(complaint(clause), expected, "{clause}");
    }
}

#[test]
fn intervals_have_less_priority_than_sums() {
    let mut vm = quiet(&format!(
        "{USE}p(X,Y,Z) +: X in min(Y)+1..max(Z)-1.\n\
         q(X,Y) +: X in \\ {{Y}} \\/ {{Y+1}}.\n\
         r(X,Y) +: X in 1..2 \\/ 4..5, Y in {{X}}.\n"
    ));
    assert_eq!(
        answer(&mut vm, "Y in 1..9, Z in 3..8, p(V, Y, Z), fd_dom(V, X)"),
        "2..7"
    );
    // `\\` takes the whole union.
    assert_eq!(answer(&mut vm, "q(V, 4), fd_dom(V, X)"), "inf..3\\/6..sup");
    // What cannot be read so is read as elsewhere.
    assert_eq!(answer(&mut vm, "r(V, _), fd_dom(V, X)"), "1..2\\/4..5");
}

#[test]
fn without_the_library_the_necks_mean_nothing() {
    let mut vm = quiet("'+:'(p(1), 2).\n");
    assert_eq!(answer(&mut vm, "'+:'(X, 2)"), "p(1)");
}

#[test]
fn loading_again_replaces() {
    let mut vm = new_vm();
    let mut load = |text: &str| {
        assert!(consult_text(&mut vm, "t.pl", &format!("{USE}{text}")).is_ok());
        let found = messages(&mut vm);
        assert!(found.is_empty(), "{}", found.join("\n"));
        (
            answer(&mut vm, "catch((p(V), fd_dom(V, X)), error(X,_), true)"),
            answer(&mut vm, "catch(p(5) #<=> X, error(X,_), true)"),
        )
    };
    let unknown = "domain_error(clpz_reifiable_expression,p(5))";
    let shown = |a: &str, b: &str| (a.to_string(), b.to_string());
    assert_eq!(load("p(X) +: X in 1..3.\n"), shown("1..3", "0"));
    assert_eq!(load("p(X) +: X in 4..5.\n"), shown("4..5", "1"));
    assert_eq!(load("p(X) :- X in 7..9.\n"), shown("7..9", unknown));
    assert_eq!(load("p(X) +: X #> 3, X #< 6.\n"), shown("4..5", unknown));
}

#[test]
fn modules_have_their_own() {
    let mut vm = quiet(&format!(
        ":- module(m, [p/1, same/2]).\n{USE}\
         p(X) +: X in 1..3.\n\
         same(X, B) :- hidden(X) #<=> B.\n\
         hidden(X) +: X in 4..5.\n"
    ));
    assert_eq!(answer(&mut vm, "p(V), clpz:fd_sup(V, X)"), "3");
    assert_eq!(answer(&mut vm, "m:hidden(V), clpz:fd_sup(V, X)"), "5");
    assert_eq!(answer(&mut vm, "same(4, X)"), "1");
    assert_eq!(answer(&mut vm, "m:hidden(7) #<=> X"), "0");
    assert_eq!(
        answer(&mut vm, "catch(hidden(_), error(X,_), true)"),
        "existence_error(procedure,hidden/1)"
    );
    // The goals that an answer shows can be posted again.
    let again = "(m:hidden(V) #<=> B), copy_term(V-B, W-X, Gs), maplist(call, Gs), W = 4";
    assert_eq!(answer(&mut vm, again), "1");
}

#[test]
fn a_quad_after_a_clause_is_a_quad() {
    quiet(&format!(
        "{USE}p(X) +: X in 1..3.\n?- p(X).\n   clpz:(X in 1..3).\np(X) -: X in \\(1..3).\n"
    ));
}
