% The clauses that the examples of ISO/IEC 13211-1, 8.8 and 8.9, are about.

:- dynamic(cat/0).
cat.

:- dynamic(dog/0).
dog :- true.

elk(X) :- moose(X).

:- dynamic(legs/2).
legs(A, 6) :- insect(A).
legs(A, 7) :- A, call(A).

:- dynamic(insect/1).
insect(ant).
insect(bee).

:- dynamic(x/1).

moose(_).
