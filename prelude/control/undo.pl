% Goals that run on backtracking.

:- module(undo, [undo/1]).

:- meta_predicate undo(0).

%! undo(:Goal) is det.
%
%  Lets `ignore(Goal)` run when the machine backtracks to here: before the alternative is tried, after a failure or a ball. Of
%  several goals, the one that was added last runs first. A cut does not remove them. `Goal` runs with the bindings that its
%  variables have at the call of undo/1. Its error is thrown, unless another ball is being thrown already.
?- ( undo(write(back)), write(forth), fail ; write(' again') ).
   outputs("forthback again").
?- ( X = 1, undo(( write(X), nl )), undo(write(2-Y)), !, Y = y, fail ; true ).
   false.
?- \+ ( undo(write(a)), undo(write(b)), fail ).
   outputs("ba").
?- catch(( undo(write(undone)), throw(ball) ), B, true).
   outputs("undone"), B = ball.
?- ( undo(throw(late)), fail ; true ).
   throw(late).
?- undo(_).
   error(instantiation_error,undo/1).
undo(Goal) :-
    strip_module(Goal, M, G),
    (   var(G) -> throw(error(instantiation_error, undo/1))
    ;   callable(G) -> '$undo_push'(M:G)
    ;   throw(error(type_error(callable,G), undo/1))
    ).
