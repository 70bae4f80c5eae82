% Signals and handlers: send_signal/1 calls a handler of a surrounding intercept/3 at the place
% where the signal is sent, and execution can continue there.

:- module(intercept, [
    intercept/3, intercept/4, send_signal/1, send_silent_signal/1, intercept_all/4, nb_intercept_all/4
]).

:- meta_predicate collected(?,?,0,?,?), within(?,0).
:- meta_predicate intercept(0,?,0), intercept(0,?,1,?), intercept_all(?,0,?,?), nb_intercept_all(?,0,?,?).

% The handlers of the running goals, innermost first, are the value of the backtrackable global
% variable '$intercepts'.

%! intercept(:Goal, ?Signal, :Handler) is nondet.
%
%  Calls `Goal`. If a signal that is sent during its execution unifies with `Signal`, a copy of
%  `Handler` is called at that point.
?- intercept(( X = 1, send_signal(s(X)) ), s(Y), ( write(got(Y)), nl )).
   outputs("got(1)\n"), X = 1.
?- intercept(send_signal(b), a, true).
   error(unintercepted_signal(b),send_signal/1).
intercept(G, Signal, Handler) :- within(handler(Signal,Handler), G).

%! intercept(:Goal, ?Signal, :Handler, +Argument) is nondet.
%
%  As intercept/3, where the handler is `call(Copy, Argument)` for a copy of `Handler`. `Argument`
%  is not copied.
?- intercept(send_signal(x(1)), x(N), =(N), R).
   R = 1.
intercept(G, Signal, Handler, Argument) :- within(handler(Signal,Handler,Argument), G).

within(H, G) :-
    ( '$global'('$intercepts', Hs) -> true ; Hs = [] ),
    b_setval('$intercepts', [H|Hs]),
    call_det(G, Det),
    (   Det == true -> !
    ;   true
    ),
    b_setval('$intercepts', Hs).

%! send_signal(+Signal) is semidet.
%
%  Calls the handlers for `Signal`, innermost first, until one succeeds without sending the signal
%  again. Throws an error if no handler matches.
?- send_signal(s).
   error(unintercepted_signal(s),send_signal/1).
send_signal(S) :-
    (   sent(S) -> true
    ;   throw(error(unintercepted_signal(S), send_signal/1))
    ).

%! send_silent_signal(+Signal) is det.
%
%  As send_signal/1, but true if no handler matches.
?- send_silent_signal(s).
   true.
send_silent_signal(S) :- ( sent(S) -> true ; true ).

sent(S) :-
    '$global'('$intercepts', Hs),
    handled(Hs, S).

handled([H|Hs], S) :-
    (   fits(H, S, G) ->
        % Signals that the handler sends go to the outer handlers.
        '$global'('$intercepts', All),
        b_setval('$intercepts', Hs),
        call(G), !,
        b_setval('$intercepts', All)
    ;   handled(Hs, S)
    ).

fits(handler(S0,H0), S, H) :- copy_term(S0-H0, S-H).
fits(handler(S0,H0,A), S, call(H,A)) :- copy_term(S0-H0, S-H).
fits(collector(S0,T0,Seen), S, intercept:noted(T,Seen)) :- copy_term(S0-T0, S-T).

%! intercept_all(+Template, :Goal, ?Signal, -List) is nondet.
%
%  Calls `Goal` and unifies `List` with the list of the instances of `Template` for the signals sent
%  on the way to its answer.
?- intercept_all(X, ( member(Y,[1,2]), send_signal(x(Y)) ), x(X), L).
   Y = 1, L = [1]
;  Y = 2, L = [2].
intercept_all(T, G, S, L) :- collected(seen(undone,[]), T, G, S, L).

collected(Seen, T, G, S, L) :-
    within(collector(S,T,Seen), G),
    arg(2, Seen, R),
    reverse(R, L).

noted(T, Seen) :-
    Seen = seen(How,L),
    (   How == kept -> nb_setarg(2, Seen, [T|L])
    ;   setarg(2, Seen, [T|L])
    ).

%! nb_intercept_all(+Template, :Goal, ?Signal, -List) is nondet.
%
%  As intercept_all/4, including the signals that were sent in branches on which `Goal` backtracked.
?- nb_intercept_all(X, forall(member(Y,[a,b]), send_signal(x(Y))), x(X), L).
   L = "ab".
nb_intercept_all(T, G, S, L) :- collected(seen(kept,[]), T, G, S, L).
