% clpb_pigeons: eight pigeons do not fit into seven holes (library(clpb)).

:- use_module(library(clpb)).

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, \+ housed(8, 7), N1 is N-1, bench(N1).

check :- \+ housed(4, 3), housed(3, 3).

housed(P, H) :-
    rows(P, H, Rows),
    each_in_a_hole(Rows),
    none_together(Rows, H).

rows(0, _, []) :- !.
rows(P, H, [Row|Rows]) :- length(Row, H), P1 is P-1, rows(P1, H, Rows).

each_in_a_hole([]).
each_in_a_hole([Row|Rows]) :- sat(card([1], Row)), each_in_a_hole(Rows).

none_together(_, 0) :- !.
none_together(Rows, H) :- column(Rows, H, C), sat(card([0,1], C)), H1 is H-1, none_together(Rows, H1).

column([], _, []).
column([Row|Rows], H, [X|Xs]) :- nth1(H, Row, X), column(Rows, H, Xs).
