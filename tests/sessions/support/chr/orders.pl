% A module that exports its constraints.

:- module(orders, [leq/2, known/1]).

:- use_module(library(chr)).

:- chr_constraint leq(?any,?any), known(?any), hidden(+int).

leq(X,X) <=> true.
leq(X,Y), leq(Y,X) <=> X = Y.
leq(X,Y) \ leq(X,Y) <=> true.
leq(X,Y), leq(Y,Z) ==> leq(X,Z).
known(X) ==> nonvar(X) | named(X, N), hidden(N).

named(a, 1).
named(b, 2).
