% A program with constraints of its own and of a module.

:- use_module(library(chr)).
:- use_module(orders).

handler own.
constraints less/2, total(+int), cost(+int).

less(X,X) <=> fail.
less(X,Y) ==> leq(X, Y).
add @ total(S), cost(C) <=> T is S+C, total(T).
