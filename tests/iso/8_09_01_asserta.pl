% ISO/IEC 13211-1, 8.9.1: asserta/1.

:- include('support/animals.pl').

% 8.9.1 asserta/1

?- asserta(legs1(octopus, 8)), asserta((legs1(A, 6) :- insect(A))), findall(B-N, clause(legs1(_, N), B), L).
   L = [insect(_A)-6,true-8].
?- asserta(_).
   instantiation_error.
?- asserta(4).
   type_error(callable,4).
?- asserta((foo :- 4)).
   type_error(callable,4).
?- asserta((foo :- b, 4)).
   type_error(callable,(b,4)).
?- asserta((atom(_) :- true)).
   permission_error(modify,static_procedure,atom/1).

?- asserta(aa(1)), asserta(aa(2)), findall(X, aa(X), L).
   L = [2,1].
?- asserta((ab(X) :- X > 1)), ab(2).
   true.
?- asserta(_).
   instantiation_error.
?- asserta((_ :- a)).
   instantiation_error.
?- asserta(1.5).
   type_error(callable,1.5).
?- asserta((1 :- a)).
   type_error(callable,1).
?- asserta((a :- 1)).
   type_error(callable,1).
?- asserta((a :- b, 1)).
   type_error(callable,(b,1)).
?- asserta((atom(_) :- true)).
   permission_error(modify,static_procedure,atom/1).
?- asserta((elk(_) :- true)).
   permission_error(modify,static_procedure,elk/1).
?- asserta((a, b)).
   permission_error(modify,static_procedure,(',')/2).
?- asserta((a :- b :- c)).
   syntax_error(...).
