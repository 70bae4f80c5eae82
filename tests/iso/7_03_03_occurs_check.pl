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
?- set_prolog_flag(occurs_check, false).
   true.
?- X = f(X).
   X = f(X).
