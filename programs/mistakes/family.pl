% A family, with a mistake: the second clause goes from child to parent with the arguments in the wrong order.

ancestor(X, Z) :- parent(X, Z).
ancestor(X, Z) :- parent(Y, X), ancestor(Y, Z).

parent(abe, homer).
parent(homer, bart).
parent(homer, lisa).
parent(marge, lisa).
