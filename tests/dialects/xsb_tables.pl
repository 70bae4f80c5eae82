% Modules of XSB, and predicates on tables.

:- expects_dialect(xsb).
:- import area/2 from xsb_shapes.
:- import get_calls/3, get_returns/2, get_residual/2 from tables.
:- import ord_setproduct/3 from ordsets.

side(of_this_file, 0).

path(X, Y) :- path(X, Z), edge(Z, Y).
path(X, Y) :- edge(X, Y).
:- table path/2.
edge(1, 2).
edge(2, 1).

:- table p/1, q/0.
p(1).
p(2) :- tnot(q).
q :- tnot(q).

reached(Ys) :- setof(Y, path(1, Y), Ys).
residues(L) :- ( p(_), fail ; true ), setof(X-Ds, get_residual(p(X), Ds), L).
returns(L) :- reached(_), get_calls(path(1,_), T, _), setof(R, get_returns(T, R), L).

?- area(square(3), A).
   A = 9.
?- side(S, X).
   S = of_this_file, X = 0.
?- reached(Ys).
   Ys = [1,2].
?- returns(L).
   L = [ret(1),ret(2)].
?- residues(L).
   L = [1-[],2-[tnot(q)]].
?- sk_not(path(3, _)).
   true.
?- ord_setproduct([X], [1,2], P).
   P = [X-1,X-2].
