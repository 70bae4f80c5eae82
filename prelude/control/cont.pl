% Delimited continuations (Felleisen 1988; Schrijvers, Demoen, Desouter, Wielemaker 2013).

:- module(cont, [reset/3, shift_for_copy/1]).

:- meta_predicate reset(0,?,?).

%! reset(:Goal, ?Ball, -Continuation) is nondet.
%
%  `Goal`, with `Continuation` 0 when it has an answer. If it calls `shift(Ball1)` and `Ball1` unifies with `Ball`, then
%  reset/3 is true at once, and `Continuation` is a goal: what `Goal` would have done after that. It can be called any number of times.
%  A cut in it cuts what it did itself, and a `catch/3` that it was in has ended.
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

:- meta_predicate '$called'(0,?).

% The frame that waits for this call is found by it; the signal stands in that frame, because it is needed after the call.
'$called'(G, _) :- call(G).

arrived('$signal'(_,C0), C, Cont) :-
    (   var(C0) -> Cont = 0
    ;   Cont = C
    ).

%! shift_for_copy(+Ball) is nondet.
%
%  As shift/1.
?- shift_for_copy(a).
   error(existence_error(reset,a),shift/1).
shift_for_copy(Ball) :- shift(Ball).
