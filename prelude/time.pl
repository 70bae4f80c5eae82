% Time and how long goals take.

:- module(time, [time/1, call_time/2]).

:- meta_predicate time(0), call_time(0,?).
:- meta_predicate timed(0,?).

%! time(:Goal) is nondet.
%
%  Calls `Goal` and writes, at each answer and at the end, the CPU time and
%  the inferences since the last report.
?- time(true).
   true.
time(G) :-
    statistics(cputime, T0),
    statistics(inferences, I0),
    State = since(T0, I0),
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
    statistics(cputime, T),
    statistics(inferences, I),
    nb_setarg(1, State, T),
    nb_setarg(2, State, I).

% The inferences of the measurement itself do not count.
report(State) :-
    statistics(cputime, T1),
    statistics(inferences, I1),
    State = since(T0,I0),
    T is T1-T0,
    I is max(0, I1-I0-5),
    format("   % CPU time: ~3fs, ~D inferences~n", [T,I]),
    restart(State).

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
