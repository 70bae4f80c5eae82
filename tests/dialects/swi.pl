% A text of SWI-Prolog.

:- expects_dialect(swi).
:- use_module(library(lists)).

:- dynamic counter/1.
:- predicate_options(assignment/3, 1, [pass_to(nothing/1, 1)]).

assignment(X := Y, X, Y).
chosen(X as Y, X, Y).
codes(`ab`).

?- assignment(A, x, 1).
   A = :=(x,1).
?- chosen(A, x, y).
   A = as(x,y).
?- codes(Cs).
   Cs = [97,98].

grouped(1 000 000).

?- grouped(N).
   N = 1000000.
