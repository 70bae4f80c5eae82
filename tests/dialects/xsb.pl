% A text of XSB.

:- expects_dialect(xsb).
:- export p/1, path/2.
:- import append/3, member/2 from basics.
:- import get_assoc/3 from assoc_xsb.
:- compiler_options([optimize]).

:- table path/2.
path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).
edge(1, 2).
edge(2, 1).

p(X) :- member(X, "a"), not X = b.

?- p(X).
   X = 97.
?- setof(Y, path(1, Y), Ys).
   Ys = [1,2].
