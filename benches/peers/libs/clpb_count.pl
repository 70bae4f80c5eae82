% clpb_count: the number of independent sets of the grid of 6 times 6 (library(clpb)).

:- use_module(library(clpb)).

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, independent_sets(6, 5598861), N1 is N-1, bench(N1).

check :- independent_sets(2, 7), independent_sets(3, 63), independent_sets(4, 1234).

independent_sets(N, Count) :-
    grid(N, N, Rows),
    edges(Rows, E),
    sat_count(E, Count).

grid(0, _, []) :- !.
grid(I, N, [Row|Rows]) :- length(Row, N), I1 is I-1, grid(I1, N, Rows).

edges(Rows, A*B) :- along(Rows, A), down(Rows, B).

along([], 1).
along([Row|Rows], E*A) :- row(Row, E), along(Rows, A).

row([_], 1) :- !.
row([X,Y|Ys], ~(X*Y)*E) :- row([Y|Ys], E).

down([_], 1) :- !.
down([R,S|Rows], E*D) :- pairs(R, S, E), down([S|Rows], D).

pairs([], [], 1).
pairs([X|Xs], [Y|Ys], ~(X*Y)*E) :- pairs(Xs, Ys, E).
