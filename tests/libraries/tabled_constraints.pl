% Tabled predicates and constraints: a goal may have constrained variables, an answer may not.

:- use_module(library(clpz)).
:- use_module(library(tabling)).

:- table seven/1.
seven(X) :- member(X, [3,7]).

:- table small/1.
small(X) :- X in 1..5.

:- table largest(_,max).
largest(a, X) :- X in 1..5.

:- table delayed/1.
delayed(X) :- dif(X, a).

?- X #> 5, seven(X).
   X = 7.
?- small(_).
   error(permission_error(store,constrained_variable,_),_).
?- largest(a, _).
   error(permission_error(store,constrained_variable,_),_).
?- delayed(X), X = b.
   X = b.
?- delayed(a).
   false.

% Copies outside the heap have no constraints either.
?- X in 1..5, T = t(a), nb_setarg(1, T, X).
   error(permission_error(store,constrained_variable,_),_).
?- X in 1..5, nb_setval(key, X).
   error(permission_error(store,constrained_variable,_),_).
?- X in 1..5, thread_self(Me), thread_send_message(Me, X).
   error(permission_error(store,constrained_variable,_),_).
