//! Small benchmarks of the hot paths, through the host API: `cargo bench`, or `cargo bench nrev` for some.
//!
//! Each has a machine that has loaded what the query needs; a round is one run of the query.

use divan::{Bencher, black_box};
use horn::Machine;

const PROGRAM: &str = "
    :- use_module(library(clpz)).

    nrev([], []).
    nrev([X|Xs], R) :- nrev(Xs, R0), app(R0, [X], R).

    app([], L, L).
    app([X|Xs], L, [X|R]) :- app(Xs, L, R).

    tak(X, Y, Z, A) :-
        (   X =< Y
        ->  Z = A
        ;   X1 is X-1, Y1 is Y-1, Z1 is Z-1,
            tak(X1, Y, Z, A1), tak(Y1, Z, X, A2), tak(Z1, X, Y, A3),
            tak(A1, A2, A3, A)
        ).

    tree(0, _) :- !.
    tree(N, f(T, T)) :- M is N-1, tree(M, T).

    queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs).

    safe([]).
    safe([Q|Qs]) :- apart(Qs, Q, 1), safe(Qs).

    apart([], _, _).
    apart([P|Ps], Q, D) :-
        Q #\\= P, abs(Q-P) #\\= D,
        D1 is D+1,
        apart(Ps, Q, D1).

    steps([_]).
    steps([X,Y|Xs]) :- Y - X #=< 1, steps([Y|Xs]).

    latin(N, Rows) :-
        length(Rows, N),
        maplist([Row]>>(length(Row, N), Row ins 1..N, all_distinct(Row)), Rows),
        transpose(Rows, Columns),
        maplist(all_distinct, Columns).

    :- dynamic(fact/2).
";

fn main() {
    divan::main();
}

/// A machine that has run `setup`.
fn machine(setup: &str) -> Machine {
    let mut machine = Machine::new();
    machine
        .consult_str("hot_paths.pl", PROGRAM)
        .expect("a program");
    assert!(machine.run(setup).expect("no error"), "{setup}");
    machine
}

/// Measures a query that succeeds, after `setup`.
fn measure(bencher: Bencher, setup: &str, query: &str) {
    let mut machine = machine(setup);
    // The first run loads the libraries that it needs.
    assert!(machine.run(query).expect("no error"), "{query}");
    bencher.bench_local(|| machine.run(black_box(query)).expect("no error"));
}

/// Text to terms.
#[divan::bench]
fn read_terms(bencher: Bencher) {
    let clauses: String = (0..200)
        .map(|i| {
            format!("p({i}, X, 'a b', [1,2.5|T], Y) :- q(X, \"text\"), Y is {i} * (X + 1), r(T).\n")
        })
        .collect();
    let mut machine = Machine::new();
    bencher.bench_local(|| {
        machine
            .consult_str("terms.pl", black_box(&clauses))
            .expect("it loads")
    });
}

/// Terms to text.
#[divan::bench]
fn write_terms(bencher: Bencher) {
    let setup = "length(L, 500), maplist(=(f(X+Y*2-a,'B c',[X|Y])), L), nb_setval(term, L)";
    let mut machine = machine(setup);
    bencher.bench_local(|| {
        machine.capture();
        let done = machine
            .run("nb_getval(term, L), writeq(L)")
            .expect("no error");
        assert!(done);
        machine.end_capture()
    });
}

#[divan::bench]
fn nrev(bencher: Bencher) {
    measure(
        bencher,
        "numlist(1, 400, L), nb_setval(list, L)",
        "nb_getval(list, L), nrev(L, _)",
    );
}

#[divan::bench]
fn tak(bencher: Bencher) {
    measure(bencher, "true", "tak(14, 10, 5, _)");
}

/// Two shared trees of 2^16 leaves each.
#[divan::bench]
fn unify(bencher: Bencher) {
    measure(bencher, "true", "tree(16, S), tree(16, T), S = T");
}

#[divan::bench]
fn findall(bencher: Bencher) {
    measure(bencher, "true", "findall(X-f(X), between(1, 10000, X), _)");
}

#[divan::bench]
fn assertz(bencher: Bencher) {
    let query = "forall(between(1, 2000, I), assertz(fact(I, f(I)))), fact(1999, _), retractall(fact(_, _))";
    measure(bencher, "true", query);
}

/// Constraints that are stated and not searched.
#[divan::bench]
fn post_linear(bencher: Bencher) {
    measure(
        bencher,
        "true",
        "length(Xs, 200), Xs ins 0..9, sum(Xs, #=, 450), steps(Xs)",
    );
}

#[divan::bench]
fn label_queens(bencher: Bencher) {
    measure(bencher, "true", "queens(12, Qs), labeling([ff], Qs)");
}

#[divan::bench]
fn all_distinct(bencher: Bencher) {
    measure(
        bencher,
        "true",
        "latin(8, Rows), append(Rows, Xs), labeling([ff], Xs)",
    );
}

/// A host's question: the text of a query in, the text of its answers out.
#[divan::bench]
fn query_round_trip(bencher: Bencher) {
    let mut machine = machine("true");
    bencher.bench_local(|| machine.answers(black_box("member(X, [a,b,c])")));
}
