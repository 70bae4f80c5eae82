% ISO/IEC 13211-1, 8.8.1: clause/2.

:- include('support/animals.pl').

% 8.8.1 clause/2

?- clause(cat, true).
   true.
?- clause(dog, true).
   true.
?- clause(legs(I, 6), Body).
   Body = insect(I).
?- clause(legs(C, 7), Body).
   Body = (call(C),call(C)).
?- clause(insect(I), T).
   I = ant, T = true
;  I = bee, T = true.
?- clause(x, Body).
   false.
?- clause(_, B).
   instantiation_error.
?- clause(4, X).
   type_error(callable,4).
?- clause(elk(N), Body).
   permission_error(access,private_procedure,elk/1).
?- clause(atom(_), Body).
   permission_error(access,private_procedure,atom/1).
?- clause(legs(A, 6), insect(f(A))).
   A = f(A).
?- clause(f(_), 5).
   type_error(callable,5).

?- clause(insect(X), true).
   X = ant
;  X = bee.
?- clause(dog, B).
   B = true.
?- clause(no_such(_), _).
   false.
?- clause(X, true).
   instantiation_error.
?- clause(f(_), 4).
   type_error(callable,4).
?- clause(1.5, _).
   type_error(callable,1.5).
?- clause(elk(_), _).
   permission_error(access,private_procedure,elk/1).
?- clause((_, _), _).
   permission_error(access,private_procedure,(',')/2).
?- clause(is(_, _), _).
   permission_error(access,private_procedure,(is)/2).

% A fact whose arguments are atoms and small integers is kept without its term.

:- dynamic(flat/2).
flat(a, 1).
flat(-1, []).
flat(_, 2).

?- clause(flat(A, B), Body).
   A = a, B = 1, Body = true
;  A = -1, B = [], Body = true
;  B = 2, Body = true.
?- clause(flat(b, B), true).
   B = 2.
?- clause(flat(a, 2), true).
   true.
?- assertz(flat_fact(a, 1152921504606846975)), assertz(flat_fact(a, 1152921504606846976)).
   true.
?- clause(flat_fact(a, X), true).
   X = 1152921504606846975
;  X = 1152921504606846976.
?- retract(flat_fact(A, 1152921504606846975)).
   A = a
;  false.
?- assertz(flat_fact), clause(flat_fact, B), retract(flat_fact), \+ flat_fact.
   B = true.
?- forall(between(1, 1000, I), assertz(flat_many(I, I))), \+ \+ ( predicate_property(flat_many(_, _), size(S)), S < 160000 ).
   true.
