% Alarms: goals that run at a later time, between two calls of the program.
%
% Each alarm has a thread, which waits and then signals its owner. The goal runs at the next call of the owner: an
% operation that takes long, such as sleep/1 or waiting for input, is not interrupted.

:- module(alarms, [
    alarm/3, alarm/4, alarm_at/3, alarm_at/4, remove_alarm/1, install_alarm/1, install_alarm/2, uninstall_alarm/1,
    current_alarm/4
]).

:- meta_predicate alarm(?,0,-), alarm(?,0,-,+), alarm_at(?,0,-), alarm_at(?,0,-,+), current_alarm(?,:,?,?).

% pending(Id, Time, Goal, Remove, Status): Status is `none`, `done`, or scheduled(Thread).
:- dynamic(pending/5).

%! alarm(+Seconds, :Goal, -Id, +Options) is det.
%
%  Makes an alarm that calls `Goal` once after `Seconds`. If the goal throws an exception, the program gets it; if it
%  fails, this has no effect. Options are `remove(true)`, if the alarm is removed after it has called its goal, and
%  `install(false)`, if it waits for install_alarm/1. Throws the error of thread_create/3 if the host grants no threads.
?- nb_setval(alarm_seen, no), alarm(0.01, nb_setval(alarm_seen, yes), Id, [remove(true)]),
   repeat, nb_getval(alarm_seen, yes), !, \+ current_alarm(_, _, Id, _).
   Id = ... .
?- catch(( alarm(0.01, throw(late), _, [remove(true)]), repeat, fail ), late, true).
   true.
?- nb_setval(alarm_seen, no), alarm(0, nb_setval(alarm_seen, yes), Id, [remove(true)]),
   repeat, nb_getval(alarm_seen, yes), !.
   Id = ... .
?- alarm(1, true, Id, [remove(x)]).
   error(type_error(boolean,x),must_be/2).
?- alarm(1, true, id, []).
   error(uninstantiation_error(id),alarm/4).
alarm(T, G, Id, Os) :-
    seconds(T, alarm/4),
    get_time(Now),
    At is Now+T,
    new_alarm(At, G, Id, Os, alarm/4).

seconds(T, PI) :-
    (   number(T) -> true
    ;   var(T) -> instantiation_error(PI)
    ;   type_error(number, T, PI)
    ).

new_alarm(At, G, Id, Os, PI) :-
    (   var(Id) -> true
    ;   throw(error(uninstantiation_error(Id), PI))
    ),
    strip_module(G, M, P),
    must_be(callable, P),
    must_be(list, Os),
    option(remove(Remove), Os, false),
    option(install(Install), Os, true),
    must_be(boolean, Remove),
    must_be(boolean, Install),
    (   nb_current('$alarms_made', N0) -> true
    ;   N0 = 0
    ),
    N is N0+1,
    nb_setval('$alarms_made', N),
    Id = '$alarm'(N),
    assertz(pending(Id, At, M:P, Remove, none)),
    (   Install == true -> catch(start(Id, At), E, ( retractall(pending(Id, _, _, _, _)), throw(E) ))
    ;   true
    ).

start(Id, At) :-
    get_time(Now),
    Wait is max(0, At-Now),
    thread_self(Owner),
    thread_create(alarms:wait(Id, Wait, Owner), Thread, [detached(true)]),
    retract(pending(Id, _, G, Remove, _)), !,
    assertz(pending(Id, At, G, Remove, scheduled(Thread))),
    thread_send_message(Thread, noted).

% The signal must not arrive before the owner has noted the thread: ring/1 would not know the alarm. A message ends the wait
% of an alarm that was removed. The owner may have ended, too.
wait(Id, Seconds, Owner) :-
    thread_self(Me),
    thread_get_message(Me, noted),
    (   thread_get_message(Me, remove, [timeout(Seconds)]) -> true
    ;   catch(thread_signal(Owner, alarms:ring(Id)), error(existence_error(_,_),_), true)
    ).

% Runs in the owner. An alarm that was removed meanwhile is no longer known.
ring(Id) :-
    (   retract(pending(Id, At, G, Remove, scheduled(_))) ->
        (   Remove == true -> true
        ;   assertz(pending(Id, At, G, Remove, done))
        ),
        ignore(G)
    ;   true
    ).

%! alarm(+Seconds, :Goal, -Id) is det.
%
%  As alarm/4, without options.
?- alarm(100, true, Id), current_alarm(_, true, Id, Status), remove_alarm(Id).
   Id = ..., Status = scheduled.
?- alarm(soon, true, Id).
   error(type_error(number,soon),alarm/4).
alarm(T, G, Id) :- alarm(T, G, Id, []).

%! alarm_at(+Time, :Goal, -Id, +Options) is det.
%
%  As alarm/4, for the time stamp `Time`.
?- get_time(T), T1 is T+100, alarm_at(T1, true, Id, [install(false)]), current_alarm(T2, G, Id, Status),
   remove_alarm(Id).
   T = ..., T1 = ..., Id = ..., T2 = ..., G = user:true, Status = scheduled.
alarm_at(At, G, Id, Os) :-
    seconds(At, alarm_at/4),
    new_alarm(At, G, Id, Os, alarm_at/4).

%! alarm_at(+Time, :Goal, -Id) is det.
%
%  As alarm_at/4, without options.
?- alarm_at(_, true, _).
   error(instantiation_error,alarm_at/4).
alarm_at(At, G, Id) :- alarm_at(At, G, Id, []).

%! remove_alarm(+Id) is det.
%
%  Removes an alarm. Does nothing if it has been removed already. Throws a type error if `Id` is not that of an alarm.
?- alarm(100, true, Id), remove_alarm(Id), \+ current_alarm(_, _, Id, _).
   Id = ... .
?- remove_alarm(a).
   error(type_error(alarm,a),remove_alarm/1).
remove_alarm(Id) :-
    is_alarm(Id, remove_alarm/1),
    (   retract(pending(Id, _, _, _, Status)) -> stop(Status)
    ;   true
    ).

is_alarm(Id, PI) :-
    (   var(Id) -> instantiation_error(PI)
    ;   Id = '$alarm'(N), integer(N) -> true
    ;   type_error(alarm, Id, PI)
    ).

stop(Status) :-
    (   Status = scheduled(Thread) -> catch(thread_send_message(Thread, remove), error(existence_error(_,_),_), true)
    ;   true
    ).

%! install_alarm(+Id) is det.
%
%  Starts an alarm that was made with the option `install(false)`, or stopped by uninstall_alarm/1.
?- alarm(100, true, Id, [install(false)]), install_alarm(Id), uninstall_alarm(Id), remove_alarm(Id).
   Id = ... .
install_alarm(Id) :-
    is_alarm(Id, install_alarm/1),
    (   pending(Id, At, _, _, Status), Status \= scheduled(_) -> start(Id, At)
    ;   permission_error(install, alarm, Id, install_alarm/1)
    ).

%! install_alarm(+Id, +Seconds) is det.
%
%  As install_alarm/1, with another time, counted from now.
?- alarm(100, true, Id, [install(false)]), install_alarm(Id, 200), remove_alarm(Id).
   Id = ... .
install_alarm(Id, T) :-
    is_alarm(Id, install_alarm/2),
    seconds(T, install_alarm/2),
    (   pending(Id, _, _, _, Status), Status \= scheduled(_) ->
        get_time(Now),
        At is Now+T,
        start(Id, At)
    ;   permission_error(install, alarm, Id, install_alarm/2)
    ).

%! uninstall_alarm(+Id) is det.
%
%  Stops an alarm without removing it.
?- alarm(100, true, Id), uninstall_alarm(Id), current_alarm(_, _, Id, S), remove_alarm(Id).
   Id = ..., S = scheduled.
uninstall_alarm(Id) :-
    is_alarm(Id, uninstall_alarm/1),
    (   retract(pending(Id, At, G, Remove, Status)) ->
        stop(Status),
        assertz(pending(Id, At, G, Remove, none))
    ;   true
    ).

%! current_alarm(?Time, :Goal, ?Id, ?Status) is nondet.
%
%  True if there is an alarm `Id` for the time stamp `Time`. `Status` is `done` if its goal has been called, and `scheduled`
%  otherwise.
?- current_alarm(_, _, '$alarm'(0), _).
   false.
current_alarm(At, MG, Id, Status) :-
    strip_module(MG, M, G),
    findall(alarm(T0,G0,I,S), pending(I, T0, G0, _, S), Alarms),
    member(alarm(At,M0:G1,Id,S1), Alarms),
    ( var(G) -> G = M0:G1 ; M0:G1 = M:G ),
    ( S1 == done -> Status = done ; Status = scheduled ).
