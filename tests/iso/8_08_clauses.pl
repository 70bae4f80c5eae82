% ISO/IEC 13211-1, 8.8 and 8.9: clause retrieval and information, creation and destruction.

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

% 8.8.2 current_predicate/1

?- current_predicate(dog/0).
   true.
?- current_predicate(current_predicate/1).
   false.
?- current_predicate(elk/Arity).
   Arity = 1.
?- current_predicate(foo/A).
   false.
?- current_predicate(4).
   type_error(predicate_indicator,4).
?- current_predicate(dog).
   type_error(predicate_indicator,dog).
?- current_predicate(0/dog).
   type_error(predicate_indicator,0/dog).

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

% 7.5.4: a call sees the clauses that were there when it began.

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

% 8.9.3 retract/1

:- dynamic(r/1).
r(1).
r(2) :- r(1).
r(3).

?- retract(r(1)), \+ r(1).
   true.
?- retract((r(X) :- B)).
   X = 2, B = r(1)
;  X = 3, B = true.
?- r(_).
   false.
?- retract(r(_)).
   false.
?- retract((x :- in_win95(X))).
   false.
?- retract((_ :- true)).
   instantiation_error.
?- retract(_).
   instantiation_error.
?- retract((4 :- X)).
   type_error(callable,4).
?- retract((atom(X) :- X == '[]')).
   permission_error(modify,static_procedure,atom/1).
?- retract((f(_) :- 4)).
   type_error(callable,4).

% 8.9.4 abolish/1

?- assertz(gone(1)), abolish(gone/1), gone(_).
   error(existence_error(procedure,gone/1),_).
?- abolish(foo/_).
   instantiation_error.
?- abolish(foo).
   type_error(predicate_indicator,foo).
?- abolish(foo/a).
   type_error(integer,a).
?- abolish(5/2).
   type_error(atom,5).
?- abolish(foo/(-1)).
   domain_error(not_less_than_zero,-1).
?- abolish(abolish/1).
   permission_error(modify,static_procedure,abolish/1).
?- abolish(elk/1).
   permission_error(modify,static_procedure,elk/1).

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

% Numbers of all kinds, long and nested terms are kept as they are.

?- assertz(kept(1.5, 123456789012345678901234567890, -1, "abc", f(g(X),[Y|Z],X))),
   kept(A, B, C, D, E), retract(kept(_,123456789012345678901234567890,_,_,f(g(1),_,1))), \+ kept(_,_,_,_,_).
   A = 1.5, B = 123456789012345678901234567890, C = -1, D = "abc", E = f(g(_A),[_B|_C],_A).
?- assertz(kept1(1.5)), ( retract(kept1(2.5)) ; retract(kept1(1.5)) ).
   true.
