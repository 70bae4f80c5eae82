% Goals that a module passes to predicates of a library that has not been read yet are goals of the module.

:- module(module_goals, [largest/2, printed/1]).
:- expects_dialect(sicstus4).
:- use_module(library(lists)).

smaller(X, Y) :- X < Y.
show(X) :- write(shown(X)).

largest(Xs, X) :- max_member(smaller, X, Xs).
printed(X) :- G = some(show, [X]), call(G).

?- largest([1,3,2], X).
   X = 3.
?- printed(1).
   outputs("shown(1)").
