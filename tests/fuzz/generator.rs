//! Random goals in the common part of Prolog systems, and the program that shows their solutions.

use crate::Random;

/// Runs goals one after the other, and writes the solutions of each on a line of its own, in a notation that
/// does not depend on operators or names of variables.
pub(crate) const RUNNER: &str = r"
:- set_prolog_flag(occurs_check, true).
:- dynamic(d/1).
run(N, Vs, G) :-
    retractall(d(_)), assertz(d(1)), assertz(d(b)), assertz(d(f(_))),
    write(N), write(':'),
    catch(( findall(Vs, G, L), show_all(L, 0) ), E, error_of(E)),
    nl.
error_of(error(_, _)) :- !, write(' error').
error_of(E) :- write(' ball '), show(E).
show_all([], _).
show_all([X|Xs], N) :- N < 20, !, write(' '), show(X), M is N+1, show_all(Xs, M).
show_all(_, _) :- write(' more').
show(T) :- copy_term(T, C, _), numbered(C, 0, _), shown(C).
numbered(T, N, M) :- var(T), !, T = '$v'(N), M is N+1.
numbered(T, N, N) :- atomic(T), !.
numbered(T, N, M) :- T =.. [_|As], all_numbered(As, N, M).
all_numbered([], N, N).
all_numbered([A|As], N, M) :- numbered(A, N, K), all_numbered(As, K, M).
shown('$v'(N)) :- integer(N), !, write('_'), write(N).
shown(T) :- atomic(T), !, writeq(T).
shown([H|T]) :- !, write('['), shown(H), shown_tail(T).
shown(T) :- T =.. [F|[A|As]], writeq(F), write('('), shown(A), shown_arguments(As), write(')').
shown_tail(T) :- T == [], !, write(']').
shown_tail([H|T]) :- !, write(','), shown(H), shown_tail(T).
shown_tail(T) :- write('|'), shown(T), write(']').
shown_arguments([]).
shown_arguments([A|As]) :- write(','), shown(A), shown_arguments(As).
p(1). p(a). p(f(X)) :- q(X, _). p([1,2]).
q(a, b). q(X, X). q(b, Y) :- ( Y = 1 ; Y = 2 ), Y > 1. q(c, Z) :- \+ Z = c, !. q(c, d). q(_, e).
r([], []). r([X|Xs], [X|Ys]) :- r(Xs, Ys). r([_|Xs], Ys) :- r(Xs, Ys).
s(X) :- p(X), !. s(z).
";

const VARIABLES: &[&str] = &["X", "Y", "Z", "W"];

/// A random term.
fn term(r: &mut Random, depth: usize) -> String {
    if depth > 0 {
        match r.below(6) {
            0 => return format!("f({})", term(r, depth - 1)),
            1 => return format!("g({},{})", term(r, depth - 1), term(r, depth - 1)),
            2 => return format!("[{}|{}]", term(r, depth - 1), term(r, depth - 1)),
            3 => return format!("[{},{}]", term(r, depth - 1), term(r, depth - 1)),
            _ => {}
        }
    }
    match r.below(5) {
        0 | 1 => r.of(VARIABLES).to_string(),
        2 => r.of(&["a", "b", "c", "'A b'", "[]"]).to_string(),
        _ => (r.below(8) as i64 - 2).to_string(),
    }
}

/// A random arithmetic expression over small integers.
fn expression(r: &mut Random, depth: usize) -> String {
    if depth > 0 && r.below(3) > 0 {
        let (a, b) = (expression(r, depth - 1), expression(r, depth - 1));
        let op = r.of(&["+", "-", "*", "//", " mod ", " rem ", "/\\", "\\/", " div "]);
        return format!("({a} {op} {b})");
    }
    match r.below(4) {
        0 => r.of(VARIABLES).to_string(),
        _ => (r.below(12) as i64 - 3).to_string(),
    }
}

/// A list of integers and atoms.
fn list(r: &mut Random) -> String {
    let n = r.below(4);
    let items: Vec<&str> = (0..n).map(|_| r.of(&["1", "2", "3", "a", "b"])).collect();
    format!("[{}]", items.join(","))
}

fn simple_goal(r: &mut Random) -> String {
    let (a, b) = (term(r, 2), term(r, 2));
    let v = r.of(VARIABLES);
    match r.below(30) {
        0..=4 => format!("{a} = {b}"),
        5 => format!("{a} \\= {b}"),
        6 => format!("{a} == {b}"),
        7 => format!("{a} \\== {b}"),
        8 => format!("{v} is {}", expression(r, 2)),
        9 => format!(
            "{} {} {}",
            expression(r, 1),
            r.of(&["<", ">=", "=:=", "=\\="]),
            expression(r, 1)
        ),
        10 => format!(
            "{}({a})",
            r.of(&[
                "var", "nonvar", "atom", "integer", "compound", "atomic", "callable", "ground",
                "is_list"
            ])
        ),
        11 => format!("functor(f({a}),U,{})", r.of(VARIABLES)),
        12 => format!("arg({},{a},_)", r.below(3)),
        // Another term than a list is a type error here (8.5.3.3), and fails there.
        13 => format!("( ( var(U) ; is_list(U) ) -> {a} =.. U ; true )"),
        14 => format!("copy_term({a},U)"),
        15 => format!("p({a})"),
        16 => format!("q({a},{b})"),
        17 => format!("r({},{v})", list(r)),
        18 => format!("member(U,[{b},{v},a,1])"),
        19 => format!("append(U,_,{})", list(r)),
        20 => format!("length({},_)", list(r)),
        21 => format!("{}({},_)", r.of(&["msort", "sort", "length"]), list(r)),
        22 => format!("between(1,{},{v})", r.below(4)),
        23 => format!("d({a})"),
        24 => format!("{}(d({a}))", r.of(&["assertz", "asserta", "retract"])),
        25 => format!("s({a})"),
        26 => format!("throw({})", r.of(&["a", "b", "f(X)"])),
        27 => r.of(&["true", "fail", "!"]).to_string(),
        28 => format!("atom_length({},_)", r.of(&["a", "abc", "'A b'"])),
        _ => format!("nth0(_,{},_)", list(r)),
    }
}

/// A random goal.
pub(crate) fn goal(r: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return simple_goal(r);
    }
    let mut sub = || goal(r, depth - 1);
    let (a, b, c) = (sub(), sub(), sub());
    let v = r.of(VARIABLES);
    match r.below(16) {
        0..=4 => format!("({a},{b})"),
        5 | 6 => format!("({a};{b})"),
        7 => format!("({a} -> {b} ; {c})"),
        8 => format!("({a} *-> {b} ; {c})"),
        9 => format!("\\+ ({a})"),
        10 => format!("findall({v},{a},[{}|_])", r.of(VARIABLES)),
        11 => format!("once({a})"),
        12 => format!("catch({a},{},{b})", r.of(&["a", "f(_)", "_", "b"])),
        13 => format!("call(({a},{b}))"),
        14 => format!("forall({a},{b})"),
        _ => format!("(freeze({v},({a})),{b})"),
    }
}

/// The text of a program whose `main/0` runs `count` random goals.
pub(crate) fn program(seed: u64, count: usize) -> String {
    let mut r = Random::new(seed);
    let mut text = RUNNER.to_string();
    let mut calls = Vec::new();
    for i in 0..count {
        text.push_str(&format!(
            "goal{i}([X,Y,Z,W]) :- {}, t(X,Y,Z,W).\n",
            goal(&mut r, 2)
        ));
        calls.push(format!("run({i},V{i},goal{i}(V{i}))"));
    }
    // The builtins of the systems differ in what the flag means for them.
    text.push_str("t(X,Y,Z,W) :- acyclic_term([X,Y,Z,W]).\n");
    text.push_str(&format!("main :- {}.\n", calls.join(",\n    ")));
    text
}
