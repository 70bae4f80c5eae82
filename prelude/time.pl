% Time and how long goals take.

:- module(time, [time/1, call_time/2]).

:- meta_predicate time(0), call_time(0,?).
:- meta_predicate timed(0,?).

%! time(:Goal) is nondet.
%
%  Calls `Goal` and writes, at each answer and at the end, the CPU time and
%  the inferences since the last report; if constraints were at work, what
%  they did, too.
?- time(true).
   true.
time(G) :-
    State = since(0, 0, 0, 0, 0, 0),
    restart(State),
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
again(State) :- restart(State), fail.

restart(State) :-
    statistics(propagations, P),
    statistics(prunings, R),
    statistics(backtracks, B),
    statistics(constraints, C),
    nb_setarg(3, State, P),
    nb_setarg(4, State, R),
    nb_setarg(5, State, B),
    nb_setarg(6, State, C),
    statistics(cputime, T),
    nb_setarg(1, State, T),
    statistics(inferences, I),
    nb_setarg(2, State, I).

% The inferences of the measurement itself do not count.
report(State) :-
    statistics(cputime, T1),
    statistics(inferences, I1),
    State = since(T0,I0,P0,_,_,_),
    T is T1-T0,
    I is max(0, I1-I0-5),
    format("   % CPU time: ~3fs, ~D inferences~n", [T,I]),
    statistics(propagations, P1),
    (   P1 =:= P0 -> true
    ;   report_constraints(State, P1)
    ),
    restart(State).

report_constraints(since(_,_,P0,R0,B0,C0), P1) :-
    statistics(prunings, R1),
    statistics(backtracks, B1),
    statistics(constraints, C1),
    P is P1-P0, R is R1-R0, B is B1-B0, C is C1-C0,
    format("   % ~D propagations, ~D prunings, ~D backtracks, ~D constraints~n", [P,R,B,C]).

%! call_time(:Goal, -Time) is semidet.
%
%  `once(Goal)`; `Time` is `time(Seconds, Inferences)`, CPU time.
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
