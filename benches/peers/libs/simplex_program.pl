% simplex_program: a linear program of 25 rows and 25 unknowns (library(simplex)).

:- use_module(library(simplex)).

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, solve(25, _), N1 is N-1, bench(N1).

check :-
    gen_state(S0),
    constraint([x] =< 2, S0, S1),
    constraint([x,y] =< 3, S1, S2),
    maximize([x,2*y], S2, S),
    objective(S, 6).

solve(N, O) :- gen_state(S0), rows(N, N, S0, S1), maximum(N, Es), maximize(Es, S1, S), objective(S, O).

maximum(0, []) :- !.
maximum(J, [C*x(J)|Es]) :- C is 1+J mod 5, J1 is J-1, maximum(J1, Es).

rows(0, _, S, S) :- !.
rows(I, N, S0, S) :-
    row(N, I, Es),
    B is 100+I,
    constraint(Es =< B, S0, S1),
    I1 is I-1,
    rows(I1, N, S1, S).

row(0, _, []) :- !.
row(J, I, [C*x(J)|Es]) :- C is 1+(I*7+J*5+I*J) mod 11, J1 is J-1, row(J1, I, Es).
