% Goals that fail or do not end, one for each construct: the fragments that explain them are tested.

:- use_module(library(clpz)).

p(1).
p(3).

negated(X) :- \+ p(X), atom(X).

committed(X, Y) :- p(X), !, p(Y), Y > 5.
committed(_, 9) :- fail.

branches(X) :- ( X > 5 -> p(2) ; X > 2 -> p(X), p(5) ; p(1) ), atom(X).

mapped(Xs) :- maplist(small, Xs).

small(X) :- X < 10.

:- table reached/2.
reached(X, Z) :- reached(X, Y), edge(Y, Z).
reached(X, Y) :- edge(X, Y).

edge(a, b).
edge(b, c).
edge(c, a).

by_rules(X) :- p(X), ruled(X).

ruled(X), X > 3 => true.
ruled(_) => fail.

:- dynamic(empty/1).

nothing(X) :- p(X), empty(X).

written(X) :- write(X), nl, X > 3.

down(N) :- ( N =:= 0 -> true ; N1 is N-1, down(N1) ).

ping(X) :- pong(X), p(X).
pong(X) :- ping(X).
pong(_).

walk(X, Y) :- edge(X, Y).
walk(X, Z) :- edge(X, Y), walk(Y, Z).
