% ISO/IEC 13211-1, 8.9.5: retractall/1.

:- include('support/animals.pl').

% 8.9.5 retractall/1

?- assertz(s(a,1)), assertz(s(b,2)), assertz(s(c,Y)), retractall(s(_,2)), findall(X, s(X,_), Xs).
   Xs = [a].
?- retractall(s(_,_)), s(_,_).
   false.
?- retractall(never_seen(_)), never_seen(_).
   false.
?- retractall(3).
   type_error(callable,3).
?- retractall(_).
   instantiation_error.
?- retractall(atom(_)).
   permission_error(modify,static_procedure,atom/1).
?- retractall(elk(_)).
   permission_error(modify,static_procedure,elk/1).

% Numbers of all kinds, long and nested terms are stored unchanged.

?- assertz(kept(1.5, 123456789012345678901234567890, -1, "abc", f(g(X),[Y|Z],X))),
   kept(A, B, C, D, E), retract(kept(_,123456789012345678901234567890,_,_,f(g(1),_,1))), \+ kept(_,_,_,_,_).
   A = 1.5, B = 123456789012345678901234567890, C = -1, D = "abc", E = f(g(_A),[_B|_C],_A).
?- assertz(kept1(1.5)), ( retract(kept1(2.5)) ; retract(kept1(1.5)) ).
   true.

?- assertz(ra(1, a)), assertz(ra(2, b)), assertz((ra(3, _) :- a)), retractall(ra(_, b)), findall(X, clause(ra(X, _), _), L).
   L = [1].
?- retractall(ra(_, _)), \+ ra(_, _).
   true.
?- retractall(fresh(_)), \+ fresh(_).
   true.
?- retractall(_).
   instantiation_error.
?- retractall(1.5).
   type_error(callable,1.5).
?- retractall((atom(_) :- true)).
   permission_error(modify,static_procedure,(:-)/2).
