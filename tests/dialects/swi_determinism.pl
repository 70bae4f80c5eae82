% Predicates and goals that succeed exactly once.

:- module(swi_determinism_test, [size/2, first/2, known/2, one/1, none/1, committed/2, unchecked/2, only/1, down/1]).
:- expects_dialect(swi).

:- det(size/2).
size([], 0).
size([_|T], N) :- size(T, N0), N is N0+1.

:- det((first/2, known/2)).
first(Xs, X) :- member(X, Xs).
known(a, 1).
known(b, 2).

one(X) :- $member(X, [1]).
none(X) :- $member(X, [1,2]).

% A declaration after the clauses.
late(1).
late(2).
:- det(late/1).

?- size([a,b,c], N).
   N = 3.
?- first([1], X).
   X = 1.
?- first([1,2], _).
   error(determinism_error(swi_determinism_test:first/2,det,nondet,property),swi_determinism_test:first/2).
?- known(c, _).
   error(determinism_error(swi_determinism_test:known/2,det,fail,property),swi_determinism_test:known/2).
?- one(X).
   X = 1.
?- none(_).
   error(determinism_error(member(1,[1,2]),det,nondet,goal),($)/1).
?- swi_determinism_test:late(_).
   error(determinism_error(swi_determinism_test:late/1,det,nondet,property),swi_determinism_test:late/1).
?- swi_determinism_test:late(2).
   true.

committed(X, Y) :- member(X, [1,2]), ($), Y is X+1.
unchecked(X, Y) :- ($), member(Y, [X,b]).
only(X) :- member(X, [1,2]), ($).
down(0).
down(N) :- N > 0, ($), member(_, [a]), N1 is N-1, down(N1).

?- committed(X, Y).
   X = 1, Y = 2.
?- unchecked(a, Y).
   error(determinism_error(member(a,[a,b]),det,nondet,goal),_).
?- only(X).
   X = 1.
?- down(100000).
   true
;  false.
