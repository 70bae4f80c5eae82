% Clauses that begin with a comparison are passed over when it fails. Nothing but the number of choice points may
% show that.

:- use_module(library(freeze)).

sign(X, positive) :- X > 0.
sign(X, negative) :- X < 0.
sign(X, zero) :- X =:= 0.

?- sign(3, S).
   S = positive.
?- sign(-3, S).
   S = negative.
?- sign(0, S).
   S = zero.
?- sign(0.0, S).
   S = zero.
?- X is 10**30, sign(X, S).
   X = 1000000000000000000000000000000, S = positive
;  false.
?- sign(1+1, S).
   S = positive
;  false.
?- sign(_, _).
   error(instantiation_error,(>)/2).
?- sign(a, _).
   error(type_error(evaluable,a/0),(>)/2).

% The head is unified before the guard: if it fails, the guard throws no error.

at_least(a, X) :- X >= 10.
at_least(b, X) :- X >= 20.

?- at_least(b, 15).
   false.
?- at_least(b, 25).
   true.
?- at_least(c, _).
   false.
?- at_least(W, 15).
   W = a.
?- at_least(a, _).
   error(instantiation_error,(>=)/2).

% Goals of attributed variables that the head binds run before the guard.

copied(X, Y, Z, Z) :- X > Y.
copied(X, Y, _, none) :- X =< Y.

?- copied(1, 2, a, R).
   R = none.
?- freeze(R, throw(woken(R))), copied(1, 2, a, R).
   throw(woken(a)).
?- freeze(A, throw(woken(A))), copied(1, 2, A, R).
   R = none, freeze:freeze(A,user:throw(woken(A))).
?- freeze(A, throw(woken(A))), copied(1, 2, A, a).
   throw(woken(a)).

% Two arguments that are one variable.

chained(X, Y, Y, Z, Z) :- X > 10.
chained(_, _, _, _, end).
constant(X, Y, Y, a) :- X > 10.
constant(_, _, _, _).

?- freeze(A, throw(woken)), freeze(B, throw(woken)), chained(1, A, V, B, V).
   V = end, freeze:freeze(A,user:throw(woken)), freeze:freeze(B,user:throw(woken)).
?- freeze(A, throw(woken)), constant(1, A, V, V).
   throw(woken).
?- constant(1, A, V, V).
   true.
?- constant(11, A, V, V).
   A = a, V = a
;  true.

% Lists, and arguments that the head has moved.

split([], _, [], []).
split([X|Xs], P, [X|Ls], Rs) :- X =< P, !, split(Xs, P, Ls, Rs).
split([X|Xs], P, Ls, [X|Rs]) :- split(Xs, P, Ls, Rs).

?- split([3,1,4,1,5,9,2,6], 3, Ls, Rs).
   Ls = [3,1,1,2], Rs = [4,5,9,6].

larger(X, Y, Z) :- Y > X, !, Z = Y.
larger(X, _, X).

?- larger(1, 2, Z).
   Z = 2.
?- larger(2, 1, Z).
   Z = 2.
?- larger(2.0, 1, Z).
   Z = 2.0.

% Many arguments and registers: runs of moves are one instruction.

turn(A, B, C, D, E, F, G) :- keep(G, A, B, C, D, E, F), keep(B, C, D, E, F, G, A).
keep(A, B, C, D, E, F, G) :- A >= 0, turned(G, F, E, D, C, B, A).
keep(A, B, C, D, E, F, G) :- A < 0, turned(A, B, C, D, E, F, G).
turned(t(A,B,C), t(D,E,F), _, _, _, _, _) :- !, A = B, C = D, E = F.
turned(_, _, _, _, _, _, _).

?- turn(1, 2, 3, 4, 5, 6, 7).
   true.
?- turn(1, 2, 3, 4, 5, 6, x).
   error(type_error(evaluable,x/0),(>=)/2).
