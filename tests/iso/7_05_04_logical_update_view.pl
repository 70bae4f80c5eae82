% ISO/IEC 13211-1, 7.5.4: the logical database during a call.

:- include('support/animals.pl').

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
