% A ball has the constraints of its variables, as a collected answer has.

:- use_module(library(clpz)).

thrower(Low, High) :- X in Low..High, throw(found(X)).

linked :- X #< Y, [X,Y] ins 1..4, throw(X-Y).

% 1. The catcher gets a copy with the constraints.
?- catch(thrower(1, 5), found(X), true).
   clpz:(X in 1..5).
?- catch(linked, Pair, true), Pair = X-Y, X = 3.
   Pair = 3-4, X = 3, Y = 4.
?- X in 1..5, catch(throw(f(X)), f(Y), true), Y = 7.
   false.
?- X in 1..5, catch(throw(f(X)), f(Y), true), Y = 2, X = 3.
   X = 3, Y = 2.

% 2. They decide whether it unifies with a catcher.
?- catch(catch(thrower(1, 5), found(7), true), found(X), true).
   clpz:(X in 1..5).
?- catch(thrower(1, 5), found(4), true).
   true.
?- catch(catch(thrower(1, 5), found(X), (X #> 2, throw(f(X)))), f(Y), true).
   clpz:(Y in 3..5).

% 3. A ball that passes a cleanup, a collection and an engine keeps them.
?- catch(setup_call_cleanup(true, thrower(1, 5), true), found(X), true).
   clpz:(X in 1..5).
?- catch(findall(x, thrower(1, 5), _), found(X), true).
   clpz:(X in 1..5).
?- engine_create(x, thrower(1, 5), E), catch(engine_next(E, _), found(X), true), X = 6.
   false.

% 4. A constraint that was posted after the call of catch/3 is undone for the original.
?- X in 1..9, catch((X #> 5, throw(f(X))), f(Y), true), X = 2, Y = 7.
   X = 2, Y = 7.
?- X in 1..9, catch((X #> 5, throw(f(X))), f(Y), true), X = 2, Y = 3.
   false.

% 5. Delayed goals and dif/2 decide, too: what fails in the recovery goal's place is not caught.
?- dif(X, a), catch(catch(throw(f(a)), f(X), Caught = inner), f(_), Caught = outer).
   Caught = outer, dif(X,a).
?- catch(catch((freeze(X, X == 9), throw(f(X))), f(7), Caught = inner), f(_), Caught = outer).
   Caught = outer, freeze:freeze(_A,user:(_A==9)).
?- catch(catch((freeze(X, X == 7), throw(f(X))), f(7), Caught = inner), f(_), Caught = outer).
   Caught = inner.

% 6. A cleanup goal that a later ball makes due is copied with the constraints of its variables.
?- X in 1..9, catch((setup_call_cleanup(true, member(_,[1,2]), (fd_dom(X,D), print(D))), throw(a)), a, true).
   outputs("1..9"), clpz:(X in 1..9).
?- dif(X, a), catch((setup_call_cleanup(true, member(_,[1,2]), (X = a -> print(same) ; print(other))), throw(a)), a, true).
   outputs("other"), dif(X,a).
