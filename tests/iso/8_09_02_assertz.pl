% ISO/IEC 13211-1, 8.9.2: assertz/1.

:- include('support/animals.pl').

% 8.9.2 assertz/1

?- assertz((foo(X) :- X, call(X))), clause(foo(Y), B).
   B = (call(Y),call(Y)).
?- assertz(_).
   instantiation_error.
?- assertz((_ :- true)).
   instantiation_error.
?- assertz(4).
   type_error(callable,4).
?- assertz((foo :- 4)).
   type_error(callable,4).
?- assertz((atom(_) :- true)).
   permission_error(modify,static_procedure,atom/1).
?- assertz((a, b)).
   permission_error(modify,static_procedure,(',')/2).
?- assertz((elk(a) :- true)).
   permission_error(modify,static_procedure,elk/1).

?- assertz(az(1)), assertz(az(2)), findall(X, az(X), L).
   L = [1,2].
?- assertz((foo2 :- 4)).
   type_error(callable,4).
?- assertz((foo2 :- (a ; 4))).
   type_error(callable,(a;4)).
?- assertz((foo2 :- X)), clause(foo2, B).
   B = call(_A).
?- assertz(1).
   type_error(callable,1).
?- assertz("ab").
   permission_error(modify,static_procedure,'.'/2).
?- assertz((elk(_) :- true)).
   permission_error(modify,static_procedure,elk/1).
?- assertz((a -> b)).
   permission_error(modify,static_procedure,(->)/2).
?- assertz((a ; b)).
   permission_error(modify,static_procedure,(;)/2).
?- assertz(!).
   permission_error(modify,static_procedure,!/0).
?- assertz(true).
   permission_error(modify,static_procedure,true/0).
?- assertz(call(_)).
   permission_error(modify,static_procedure,call/1).
