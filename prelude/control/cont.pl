% Delimited continuations (Felleisen 1988; Schrijvers, Demoen, Desouter, Wielemaker 2013).

:- module(cont, [reset/3, shift_for_copy/1]).

:- meta_predicate '$called'(0,?).
:- meta_predicate reset(0,?,?).

%! reset(:Goal, ?Ball, -Continuation) is nondet.
%
%  Calls `Goal`. If `Goal` succeeds, `Continuation` is unified with 0. If `Goal` calls
%  `shift(Ball1)` and `Ball1` unifies with `Ball`, reset/3 succeeds immediately, and `Continuation`
%  is a goal that represents the rest of `Goal` after the call of shift/1.
%
%  The continuation can be called any number of times. A cut in it is local to the continuation. A
%  catch/3 that surrounded the call of shift/1 is not part of the continuation. A call of shift/1
%  without a matching reset/3 throws an existence error.
?- reset(( X = 1, shift(got(X)), write(after) ), got(Y), Cont), call(Cont).
   X = 1, Y = 1, Cont = ..., outputs("after").
?- reset(true, B, Cont).
   Cont = 0.
?- reset(shift(a), b, Cont).
   error(existence_error(reset,a),shift/1).
reset(G, Ball, Cont) :-
    S = '$signal'(Ball,Cont0),
    '$called'(G, S),
    arrived(S, Cont0, Cont).

% The search for the frame of this call finds it by this goal. The signal is kept in that frame
% because it is needed after the call.
'$called'(G, _) :- call(G).

arrived('$signal'(_,C0), C, Cont) :-
    (   var(C0) -> Cont = 0
    ;   Cont = C
    ).

%! shift_for_copy(+Ball) is nondet.
%
%  As shift/1. Throws an existence error if there is no matching reset/3.
?- shift_for_copy(a).
   error(existence_error(reset,a),shift/1).
shift_for_copy(Ball) :- shift(Ball).
