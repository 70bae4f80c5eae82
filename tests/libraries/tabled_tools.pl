% What tools show of tabled predicates: their own clauses, not the call of the table.

:- use_module(library(listing)).

:- table path/2.
:- table cost(_,_,min).

edge(a, b).
edge(b, a).

path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).

cost(a, b, 2).

?- listing(path/2).
   outputs(":- table path/2.\n\npath(X,Y) :-\n    edge(X,Y).\npath(X,Y) :-\n    path(X,Z),\n    edge(Z,Y).\n").
?- listing(cost/3).
   outputs(":- table cost(index,index,min).\n\ncost(a,b,2).\n").
?- predicate_property(path(_,_), number_of_clauses(N)).
   N = 2.
?- predicate_property(path(_,_), line_count(N)).
   N = 11.
