% Measuring and limiting the time of goals.

:- module(time, [
    time/1, call_time/2, call_time/3, max_sleep_time/1,
    call_with_time_limit/2, call_with_time_limit/3, time_out/3
]).

:- meta_predicate time(0), call_time(0,?), call_time(0,?,?).
:- meta_predicate call_with_time_limit(?,0), call_with_time_limit(?,0,?), time_out(0,?,?).
:- meta_predicate timed(0,?), within(?,0,?), finished(0,?,?).

%! time(:Goal) is nondet.
%
%  Calls `Goal` and writes to the standard error, at each answer and at the end, the inferences, the CPU time and the
%  elapsed time since the last report, the share of CPU time, and the logical inferences per second
%  of CPU time. If constraints were propagated, a second line reports on the solver.
?- time(true).
   true.
?- with_output_to(chars(Cs), time(write(a))).
   Cs = "a".
time(G) :-
    State = since(0, 0, 0, 0, 0, 0, 0),
    restart(State, 14),
    catch(timed(G, State), E, ( report(State), throw(E) )).

timed(G, State) :-
    (   call_det(G, Det),
        report(State),
        (   Det == true -> !
        ;   again(State)
        )
    ;   report(State),
        fail
    ).

again(_).
again(State) :- restart(State, 6), fail.

% The inferences of the measurement itself are not counted.
restart(State, Own) :-
    statistics(propagations, P),
    statistics(prunings, R),
    statistics(backtracks, B),
    statistics(constraints, C),
    nb_setarg(3, State, P),
    nb_setarg(4, State, R),
    nb_setarg(5, State, B),
    nb_setarg(6, State, C),
    get_time(W),
    nb_setarg(7, State, W),
    statistics(cputime, T),
    nb_setarg(1, State, T),
    statistics(inferences, I0),
    I is I0+Own,
    nb_setarg(2, State, I).

report(State) :-
    statistics(cputime, T1),
    statistics(inferences, I1),
    get_time(W1),
    State = since(T0,I0,P0,_,_,_,W0),
    T is T1-T0,
    W is max(0, W1-W0),
    I is max(0, I1-I0),
    ( W > 0 -> Share is min(100, round(100*T/W)) ; Share = 100 ),
    ( T > 0 -> Lips is truncate(I/T) ; Lips = 'Infinite' ),
    noun(I, inference, inferences, Noun),
    format(user_error, "% ~D ~w, ~3f CPU in ~3f seconds (~d% CPU, ~w Lips)~n", [I,Noun,T,W,Share,Lips]),
    statistics(propagations, P1),
    (   P1 =:= P0 -> true
    ;   report_constraints(State, P1)
    ),
    restart(State, 6).

report_constraints(since(_,_,P0,R0,B0,C0,_), P1) :-
    statistics(prunings, R1),
    statistics(backtracks, B1),
    statistics(constraints, C1),
    P is P1-P0, R is R1-R0, B is B1-B0, C is C1-C0,
    noun(P, propagation, propagations, Ps),
    noun(R, pruning, prunings, Rs),
    noun(B, backtrack, backtracks, Bs),
    noun(C, constraint, constraints, Cs),
    format(user_error, "% ~D ~w, ~D ~w, ~D ~w, ~D ~w~n", [P,Ps,R,Rs,B,Bs,C,Cs]).

% noun(N, One, Others, Noun): the form of a noun that follows a number.
noun(N, One, Others, Noun) :- ( N =:= 1 -> Noun = One ; Noun = Others ).

%! call_time(:Goal, -Time) is semidet.
%
%  Calls `once(Goal)` and unifies `Time` with `time(Seconds, Inferences)`, where `Seconds` is CPU
%  time.
?- call_time(true, time(T,I)).
   T = ..., I = ... .
call_time(G, time(T,I)) :-
    statistics(cputime, T0),
    statistics(inferences, I0),
    once(G),
    statistics(inferences, I1),
    statistics(cputime, T1),
    T is T1-T0,
    I is max(0, I1-I0-4).

%! call_with_time_limit(+Seconds, :Goal) is semidet.
%
%  Calls `once(Goal)`. Throws `time_limit_exceeded` if it takes longer than `Seconds`. A single
%  builtin operation, such as the propagation of a constraint, is not interrupted.
?- call_with_time_limit(10, true).
   true.
?- call_with_time_limit(0.01, ( repeat, fail )).
   throw(time_limit_exceeded).
call_with_time_limit(T, G) :-
    must_be(number, T),
    within(T, G, R),
    (   R == time_out -> throw(time_limit_exceeded)
    ;   true
    ).

%! call_with_time_limit(+Seconds, :Goal, +Context) is semidet.
%
%  As call_with_time_limit/2, but throws `time_limit_exceeded(Context)`.
?- call_with_time_limit(0.01, ( repeat, fail ), c).
   throw(time_limit_exceeded(c)).
call_with_time_limit(T, G, C) :-
    must_be(number, T),
    within(T, G, R),
    (   R == time_out -> throw(time_limit_exceeded(C))
    ;   true
    ).

%! time_out(:Goal, +Milliseconds, -Result) is semidet.
%
%  Calls `once(Goal)` and unifies `Result` with `success`, or with `time_out` if it takes longer
%  than `Milliseconds`.
?- time_out(X = 1, 1000, R).
   X = 1, R = success.
?- time_out(( repeat, fail ), 10, R).
   R = time_out.
time_out(G, Ms, R) :-
    must_be(integer, Ms),
    T is Ms/1000,
    within(T, G, R).

within(T, G, R) :-
    (   T =< 0 -> R = time_out
    ;   '$call_limited'(once(G), inf, T, R0),
        (   R0 = exceeded(_) -> R = time_out
        ;   R = success
        )
    ).

%! max_sleep_time(-Seconds) is det.
%
%  Unifies `Seconds` with the longest time for which sleep/1 can wait.
?- max_sleep_time(T).
   T = 18446744073709550591.
max_sleep_time(0xfffffffffffffbff).

%! call_time(:Goal, -Time, -Result) is det.
%
%  As call_time/2; unifies `Result` with `true`, `false`, or the exception of `Goal`.
?- call_time(fail, T, R).
   T = ..., R = false.
call_time(G, time(T,I), R) :-
    statistics(cputime, T0),
    statistics(inferences, I0),
    (   catch(G, E, true) -> ( var(E) -> R = true ; R = E )
    ;   R = false
    ),
    statistics(inferences, I1),
    statistics(cputime, T1),
    T is T1-T0,
    I is max(0, I1-I0-6).
