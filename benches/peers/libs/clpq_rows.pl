% clpq_rows: a linear program of 60 rows and 15 unknowns, over rationals (library(clpq)).

:- use_module(library(clpq)).

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, \+ \+ program(60, 15, _), N1 is N-1, bench(N1).

check :-
    { X >= 0, Y >= 0, X+2*Y =< 14, 3*X-Y >= 0, X-Y =< 2 },
    sup(3*X+4*Y, S),
    S =:= 34.

:- include('linear_rows.inc').
