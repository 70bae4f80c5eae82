% ISO/IEC 13211-1, 7.3.3: unification that would make a cyclic term: the flag occurs_check.

% 7.3.3 unification that would make a cyclic term: the flag occurs_check

:- set_prolog_flag(occurs_check, true).
oc_head(X, f(X)).
oc_body(X, Y) :- X = Y.
oc_not(X, Y) :- X \= Y.
oc_nested(X, Y) :- ( X = Y -> true ; \+ X \= Y ).
oc_list([X|Xs], X, Xs).
:- set_prolog_flag(occurs_check, false).
no_head(X, f(X)).
oc_rule(X) --> [f(X)].

?- X = f(X).
   X = f(X).
?- no_head(X, X).
   X = f(X).
?- set_prolog_flag(occurs_check, true).
   true.
?- X = f(X).
   false.
?- X = f(Y), Y = X.
   false.
?- f(X, Y) = f(g(Y), g(X)).
   false.
?- X \= f(X).
   true.
?- X = Y, Y = X.
   X = Y.
?- call(=, X, f(X)).
   false.
?- oc_head(X, X).
   false.
?- oc_head(X, f(Y)).
   X = Y.
?- oc_body(X, f(X)).
   false.
?- oc_body(X, f(Y)).
   X = f(Y).
?- oc_not(X, f(X)).
   true.
?- oc_nested(X, f(X)).
   false.
?- oc_list([A|B], A, B).
   true.
?- oc_list(L, L, Xs).
   false.
?- no_head(X, X).
   false.
?- no_head(X, f(Y)).
   X = Y.
?- X =.. [f,X].
   false.
?- X =.. [f,Y|T], T = [X].
   error(instantiation_error,_).
?- arg(1, f(X), g(X)).
   false.
?- functor(f(X), X, 1), functor(X, X, 0).
   X = f.
?- copy_term(f(Y), X), X = f(X).
   false.
?- copy_term(X+Y, X).
   X = _A+_B.
?- findall(Y, member(Y,[1,2]), [X|X]).
   false.
?- X = g(Y), findall(Z, Z = 1, [Y|Y]).
   false.
?- member(X, [f(X),a]).
   X = a.
?- memberchk(X, [f(X),a]).
   X = a.
?- append([X], [], X).
   false.
?- append(X, X, [X]).
   false.
?- select(X, [f(X),b], L).
   X = b, L = [f(b)].
?- length(L, 2), L = [L|_].
   false.
?- X = f(_), setarg(1, X, Y), Y = X.
   false.
?- nb_setval(oc, f(_)), b_setval(oc_b, X), b_getval(oc_b, g(X)).
   false.
?- assertz(oc_fact(A, f(A))), oc_fact(X, X).
   false.
?- retract((oc_fact(X, X) :- true)).
   false.
?- clause(oc_fact(X, X), true).
   false.
?- phrase(oc_rule(X), [X]).
   false.
?- catch(throw(f(_)), f(X), true), catch(throw(X-a), Y-Y, true).
   Y = a.
?- term_variables(f(X,Y), [X|Y]).
   false.
?- sort([X,Y], X).
   false.
?- keysort([X-1], X).
   false.
?- setof(X, member(X,[1,2]), [Y|Y]).
   false.
?- foldl([A,B,[A|B]]>>true, [X], X, X).
   false.
?- ?=(X, f(X)).
   true.
?- unifiable(X, f(X), L).
   false.
?- subsumes_term(X, f(X)).
   false.
?- put_attr(X, oc, 1), X = f(X).
   false.
?- put_attr(X, oc, 1), no_head(X, X).
   false.
?- X #> 3, no_head(X, f(Y)).
   X = Y, clpz:(X in 4..sup).
?- freeze(X, true), X = f(X).
   false.
?- dif(X, f(X)).
   true.
?- dif(f(X,Y), f(g(Y),g(X))).
   true.
?- length(L, 5000), L = [_|T], T = L.
   false.
?- X = f(X,X) ; X = done.
   X = done.
?- ( X = [X] -> Y = 1 ; Y = 2 ).
   Y = 2.
?- \+ X = [X].
   true.
?- X = Y, Y = Z, Z = f(X,Y).
   false.
?- assertz(oc_later(X, g(X))), oc_later(Y, Y).
   false.
?- set_prolog_flag(occurs_check, error).
   true.
?- X = f(X).
   error(occurs_check(_A,f(_A)),_).
?- X = f(Y).
   X = f(Y).
?- a = b.
   false.
?- oc_head(X, X).
   error(occurs_check(_,_),_).
?- no_head(X, X).
   error(occurs_check(_,_),_).
?- X =.. [f,X].
   error(occurs_check(_A,f(_A)),_).
?- member(X, [f(X)]).
   error(occurs_check(_A,f(_A)),_).
?- append([X], [], X).
   error(occurs_check(_,_),_).
?- arg(1, f(X), g(X)).
   error(occurs_check(_,_),_).
?- X = f(X), write(a).
   error(occurs_check(_A,f(_A)),_).
?- catch(( X = f(X), Y = 1 ), error(occurs_check(_,_),_), Y = 2).
   Y = 2.
?- ( X = [X] -> Y = 1 ; Y = 2 ).
   error(occurs_check(_,_),_).
?- \+ X = [X].
   error(occurs_check(_,_),_).
?- f(X, a) = f(g(X), b).
   false.
?- X \= f(X).
   true.
?- unify_with_occurs_check(X, f(X)).
   false.
?- unifiable(X, f(X), L).
   false.
?- dif(X, f(X)).
   true.
?- findall(Y, ( member(X,[1]), Y = f(Y) ), L).
   error(occurs_check(_,_),_).
?- put_attr(X, oc, 1), X = f(X).
   error(occurs_check(_,_),_).
?- set_prolog_flag(occurs_check, false).
   true.
?- X = f(X).
   X = f(X).
