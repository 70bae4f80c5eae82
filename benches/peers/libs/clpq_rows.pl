% clpq_rows: a linear program of 60 rows and 15 unknowns, over rationals (library(clpq)).

:- use_module(library(clpq)).

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, \+ \+ program(60, 15, _), N1 is N-1, bench(N1).

check :-
    { X >= 0, Y >= 0, X+2*Y =< 14, 3*X-Y >= 0, X-Y =< 2 },
    sup(3*X+4*Y, S),
    S =:= 34.

program(Rows, Columns, Sup) :-
    length(Xs, Columns),
    bounds(Xs),
    rows(Rows, Xs, 17),
    objective(Xs, 1, E),
    sup(E, Sup).

bounds([]).
bounds([X|Xs]) :- { X >= 0, X =< 100 }, bounds(Xs).

rows(0, _, _) :- !.
rows(R, Xs, S) :-
    terms(Xs, S, S1, E),
    B is 1000+S1 mod 1000,
    { E =< B },
    R1 is R-1,
    rows(R1, Xs, S1).

terms([], S, S, 0).
terms([X|Xs], S0, S, C*X+E) :-
    S1 is (S0*1103+12345) mod 65521,
    C is S1 mod 9,
    terms(Xs, S1, S, E).

objective([], _, 0).
objective([X|Xs], I, C*X+E) :- C is 1+I mod 7, I1 is I+1, objective(Xs, I1, E).
