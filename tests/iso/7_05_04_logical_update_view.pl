% ISO/IEC 13211-1, 7.5.4: the logical database during a call.

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

% 7.5.4 the logical database during a call

:- dynamic(n/1).
n(1).
n(2).

?- n(X), Y is X+2, assertz(n(Y)).
   X = 1, Y = 3
;  X = 2, Y = 4.
?- findall(X, n(X), L).
   L = [1,2,3,4].
?- retract(n(X)), retractall(n(_)).
   X = 1
;  ... .
?- n(_).
   false.
