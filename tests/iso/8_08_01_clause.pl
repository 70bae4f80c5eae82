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
