% Functions on dicts that a module defines: the example of SWI-Prolog's manual, and variants.

:- module(point, []).
:- expects_dialect(swi).

M.multiply(F) := point{x: X, y: Y} :- X is M.x*F, Y is M.y*F.
M.len() := Len :- Len is sqrt(M.x**2 + M.y**2).
_.origin() := point{x: 0, y: 0}.
M.twice() := M.multiply(2).
M.each() := V :- V = M.x.
M.each() := V :- V = M.y.

:- initialization(nb_setval(length, point{x: 3, y: 4}.len())).

?- true.
   true.
