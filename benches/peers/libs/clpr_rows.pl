% clpr_rows: a linear program of 200 rows and 30 unknowns, over floats (library(clpr)).

:- use_module(library(clpr)).

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, \+ \+ program(200, 30, _), N1 is N-1, bench(N1).

check :-
    { X >= 0, Y >= 0, X+2*Y =< 14, 3*X-Y >= 0, X-Y =< 2 },
    sup(3*X+4*Y, S),
    S > 33.999, S < 34.001.

:- include('linear_rows.inc').
