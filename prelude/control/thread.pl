% Goals that run at the same time on several threads.

:- module(thread, [
    concurrent/3, concurrent_maplist/2, concurrent_maplist/3, concurrent_maplist/4, concurrent_forall/2,
    concurrent_forall/3, concurrent_and/2, concurrent_and/3, first_solution/3, call_in_thread/2
]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(threads)).

:- meta_predicate concurrent(+,:,+), concurrent_maplist(1,+), concurrent_maplist(2,?,?), concurrent_maplist(3,?,?,?),
    concurrent_forall(0,0), concurrent_forall(0,0,+), concurrent_and(0,0), concurrent_and(0,0,+), first_solution(-,:,+),
    call_in_thread(+,0).

%! concurrent(+N, :Goals, +Options) is semidet.
%
%  Calls each of a list of goals once, on at most `N` threads, and binds their variables as their first
%  answers do. Fails if one of them fails, and throws the ball of one that throws; the others are ended
%  then. A goal sees the bindings of others only if those have ended before the call. Options are those
%  of thread_create/3.
?- concurrent(2, [X = 1, Y = 2, Z = 3], []).
   X = 1, Y = 2, Z = 3.
?- concurrent(2, [X = 1, fail], []).
   false.
?- concurrent(2, [true, throw(oops)], []).
   throw(oops).
concurrent(N, MGoals, Options) :-
    strip_module(MGoals, M, Goals),
    must_be(positive_integer, N),
    must_be(list, Goals),
    length(Goals, Count),
    (   Count =< 1 -> once_each(Goals, M)
    ;   N =:= 1 -> once_each(Goals, M)
    ;   Workers is min(N, Count),
        jobs(Goals, M, 1, Jobs),
        run_jobs(Workers, Jobs, Options, Results),
        bind_results(Jobs, Results)
    ).

once_each([], _).
once_each([G|Gs], M) :- once(M:G), once_each(Gs, M).

jobs([], _, _, []).
jobs([G|Gs], M, I, [job(I,M:G,Vs)|Jobs]) :-
    term_variables(G, Vs),
    I1 is I+1,
    jobs(Gs, M, I1, Jobs).

bind_results([], []).
bind_results([job(I,_,Vs)|Jobs], [I-Vs|Results]) :- bind_results(Jobs, Results).

% Results are the bindings Number-Variables of all jobs, in order.
run_jobs(Workers, Jobs, Options, Results) :-
    setup_call_cleanup(
        start_workers(Workers, Jobs, Options, Queue, Done, Ids),
        results(Jobs, Done, Results0),
        stop_workers(Ids, [Queue,Done])
    ),
    keysort(Results0, Results).

start_workers(Workers, Jobs, Options, Queue, Done, Ids) :-
    message_queue_create(Queue),
    message_queue_create(Done),
    send_all(Jobs, Queue),
    catch(
        workers(Workers, Queue, Done, Options, Ids),
        Ball,
        ( message_queue_destroy(Queue), message_queue_destroy(Done), throw(Ball) )
    ).

send_all([], _).
send_all([M|Ms], Queue) :- thread_send_message(Queue, M), send_all(Ms, Queue).

workers(0, _, _, _, []) :- !.
workers(N, Queue, Done, Options, [Id|Ids]) :-
    thread_create(thread:work(Queue, Done), Id, Options),
    thread_send_message(Queue, done),
    N1 is N-1,
    workers(N1, Queue, Done, Options, Ids).

% The goal of a worker.
work(Queue, Done) :-
    thread_get_message(Queue, Job),
    (   Job = job(I,G,Vs) ->
        catch(
            (   G -> Result = answer(I,Vs)
            ;   Result = failed(I)
            ),
            Ball,
            Result = ball(I,Ball)
        ),
        thread_send_message(Done, Result),
        work(Queue, Done)
    ;   true
    ).

results([], _, []).
results([_|Jobs], Done, Results) :-
    thread_get_message(Done, Result),
    (   Result = answer(I,Vs) ->
        Results = [I-Vs|Results1],
        results(Jobs, Done, Results1)
    ;   Result = ball(_,Ball) -> throw(Ball)
    ;   fail
    ).

% Ends the workers: those that have no job any more are about to end.
stop_workers(Ids, Queues) :-
    stop_each(Ids),
    join_each(Ids),
    destroy_each(Queues).

stop_each([]).
stop_each([Id|Ids]) :-
    catch(thread_signal(Id, thread_exit(stopped)), error(existence_error(_, _), _), true),
    stop_each(Ids).

join_each([]).
join_each([Id|Ids]) :-
    catch(thread_join(Id, _), error(_, _), true),
    join_each(Ids).

destroy_each([]).
destroy_each([Q|Qs]) :- message_queue_destroy(Q), destroy_each(Qs).

% The number of threads that a library predicate uses.
processors(N) :-
    (   current_prolog_flag(cpu_count, N0) -> N = N0
    ;   N = 1
    ).

%! concurrent_maplist(:Goal, +List) is semidet.
%
%  As maplist/2, with parts of the list on several threads, one for each processor. Each call is made
%  once.
?- concurrent_maplist([X]>>(X > 0), [1,2,3]).
   true.
concurrent_maplist(G, L) :- map_parts(G, [L], []).

% Calls a goal for the elements of lists of the same length. Options are those of thread_create/3.
map_parts(G, Lists, Options) :-
    parts(Lists, Parts),
    part_goals(Parts, G, Goals),
    (   Goals = [Goal] -> call(Goal)
    ;   processors(N),
        concurrent(N, Goals, Options)
    ).

%! concurrent_maplist(:Goal, ?List1, ?List2) is semidet.
%
%  As maplist/3, with parts of the lists on several threads. Each call is made once.
?- concurrent_maplist([X,Y]>>(Y is X*X), [1,2,3], L).
   L = [1,4,9].
?- numlist(1, 100, Ns), concurrent_maplist([X,Y]>>(Y is X+1), Ns, L), sum_list(L, S).
   Ns = ..., L = ..., S = 5150.
concurrent_maplist(G, L1, L2) :-
    same_length(L1, L2),
    map_parts(G, [L1,L2], []).

%! concurrent_maplist(:Goal, ?List1, ?List2, ?List3) is semidet.
%
%  As maplist/4, with parts of the lists on several threads. Each call is made once.
?- concurrent_maplist([X,Y,Z]>>(Z is X+Y), [1,2], [3,4], L).
   L = [4,6].
concurrent_maplist(G, L1, L2, L3) :-
    same_length(L1, L2),
    same_length(L1, L3),
    map_parts(G, [L1,L2,L3], []).

once_call(G, A) :- call(G, A), !.
once_call(G, A, B) :- call(G, A, B), !.
once_call(G, A, B, C) :- call(G, A, B, C), !.

% Up to four parts of the lists for each processor: calls may take different times.
parts(Lists, Parts) :-
    Lists = [L|_],
    must_be(list, L),
    length(L, Length),
    processors(N),
    (   N =:= 1 -> Parts = [Lists]
    ;   \+ current_prolog_flag(threads, true) -> Parts = [Lists]
    ;   Length < 2 -> Parts = [Lists]
    ;   Size is max(1, (Length+4*N-1) // (4*N)),
        split(Length, Size, Lists, Parts)
    ).

split(Length, Size, Lists, Parts) :-
    (   Length =< Size -> Parts = [Lists]
    ;   fronts(Lists, Size, Part, Rest),
        Parts = [Part|Parts1],
        Length1 is Length-Size,
        split(Length1, Size, Rest, Parts1)
    ).

fronts([], _, [], []).
fronts([L|Ls], Size, [Front|Fronts], [Rest|Rests]) :-
    length(Front, Size),
    append(Front, Rest, L),
    fronts(Ls, Size, Fronts, Rests).

part_goals([], _, []).
part_goals([Part|Parts], G, [thread:Goal|Goals]) :-
    Goal =.. [maplist,thread:once_call(G)|Part],
    part_goals(Parts, G, Goals).

%! concurrent_forall(:Generate, :Test) is semidet.
%
%  As concurrent_forall/3, without options.
?- concurrent_forall(member(X, [1,2,3]), X > 0).
   true.
?- concurrent_forall(member(X, [1,2,3]), X > 1).
   false.
concurrent_forall(Generate, Test) :- concurrent_forall(Generate, Test, []).

%! concurrent_forall(:Generate, :Test, +Options) is semidet.
%
%  As `forall(Generate, Test)`, with the tests on several threads. The answers of `Generate` are found
%  first. Option: `threads(N)`, by default the number of processors.
?- concurrent_forall(between(1, 10, X), X < 11, [threads(2)]).
   true.
concurrent_forall(Generate, Test, Options) :- test_all(Generate, Test, Options, []).

% Like concurrent_forall/3, with options of thread_create/3.
test_all(Generate, Test, Options, ThreadOptions) :-
    threads_option(Options, N),
    findall(Test, Generate, Tests),
    ignoring_bindings(Tests, Goals),
    concurrent(N, Goals, ThreadOptions).

ignoring_bindings([], []).
ignoring_bindings([G|Gs], [\+ \+ G|Goals]) :- ignoring_bindings(Gs, Goals).

threads_option(Options, N) :-
    must_be(list, Options),
    (   memberchk(threads(N), Options) -> must_be(positive_integer, N)
    ;   processors(N)
    ).

%! concurrent_and(:Generate, :Action) is nondet.
%
%  As concurrent_and/3, without options.
?- concurrent_and(member(X, [1,2]), member(Y, [a,b])).
   X = 1, Y = a
;  X = 1, Y = b
;  X = 2, Y = a
;  X = 2, Y = b.
concurrent_and(Generate, Action) :- concurrent_and(Generate, Action, []).

%! concurrent_and(:Generate, :Action, +Options) is nondet.
%
%  As the conjunction of the goals, with its answers in the same order; `Action` is called on several
%  threads. The answers of `Generate` are found first, and all of `Action` for each of them. Option:
%  `threads(N)`.
?- concurrent_and(between(1, 3, X), Y is X*X, [threads(2)]), Y > 3.
   X = 2, Y = 4
;  X = 3, Y = 9.
concurrent_and(Generate, Action, Options) :- all_answers_of(Generate, Action, Options, []).

% Like concurrent_and/3, with options of thread_create/3.
all_answers_of(Generate, Action, Options, ThreadOptions) :-
    threads_option(Options, N),
    term_variables(Generate+Action, Vs),
    findall(Vs-Action, Generate, Actions),
    all_answers(Actions, Goals, Answers),
    concurrent(N, Goals, ThreadOptions),
    member(Found, Answers),
    member(Vs, Found).

all_answers([], [], []).
all_answers([Vs-G|Gs], [findall(Vs, G, Found)|Goals], [Found|Answers]) :- all_answers(Gs, Goals, Answers).

%! first_solution(-X, :Goals, +Options) is semidet.
%
%  Calls each goal on a thread of its own, with a copy of `X`, until one of them succeeds: `X` is what
%  it is then, and the other threads are ended. Options are `on_fail(continue)`, by which goals that fail
%  do not end the others (`stop` is the default), `on_error(continue)`, the same for errors, and those of
%  thread_create/3.
?- first_solution(X, [(repeat, fail), X = second], []).
   X = second.
?- first_solution(X, [fail, X = second], [on_fail(continue)]).
   X = second.
?- first_solution(X, [fail, (repeat, fail)], []).
   false.
?- first_solution(X, [throw(oops), (repeat, fail)], []).
   throw(oops).
first_solution(X, MGoals, Options) :-
    strip_module(MGoals, M, Goals),
    must_be(list, Goals),
    must_be(list, Options),
    first_option(on_fail, Options, OnFail),
    first_option(on_error, Options, OnError),
    setup_call_cleanup(
        start_solvers(Goals, M, X, Options, Done, Ids),
        ( length(Ids, N), first_result(N, Done, OnFail, OnError, Result) ),
        stop_workers(Ids, [Done])
    ),
    X = Result.

first_option(Name, Options, Value) :-
    Option =.. [Name,Value0],
    (   memberchk(Option, Options) -> Value = Value0
    ;   Value = stop
    ).

start_solvers(Goals, M, X, Options, Done, Ids) :-
    message_queue_create(Done),
    exclude(thread:own_option, Options, Options1),
    solvers(Goals, M, X, Done, Options1, Ids).

own_option(on_fail(_)).
own_option(on_error(_)).

solvers([], _, _, _, _, []).
solvers([G|Gs], M, X, Done, Options, [Id|Ids]) :-
    thread_create(thread:solve_first(M:G, X, Done), Id, Options),
    solvers(Gs, M, X, Done, Options, Ids).

solve_first(G, X, Done) :-
    catch(
        (   G -> Result = answer(X)
        ;   Result = failed
        ),
        Ball,
        Result = ball(Ball)
    ),
    thread_send_message(Done, Result).

first_result(N, Done, OnFail, OnError, Result) :-
    N > 0,
    thread_get_message(Done, Message),
    (   Message = answer(X) -> Result = X
    ;   Message = ball(Ball) ->
        (   OnError == stop -> throw(Ball)
        ;   next_result(N, Done, OnFail, OnError, Result)
        )
    ;   OnFail \== stop,
        next_result(N, Done, OnFail, OnError, Result)
    ).

next_result(N, Done, OnFail, OnError, Result) :-
    N1 is N-1,
    first_result(N1, Done, OnFail, OnError, Result).

%! call_in_thread(+Id, :Goal) is semidet.
%
%  Calls `Goal` once on another thread, which does so before its next call or while it waits, and binds
%  its variables as its answer does.
?- thread_create(thread_get_message(stop), Id), call_in_thread(Id, thread_self(S)), S == Id,
   thread_send_message(Id, stop), thread_join(Id).
   Id = ..., S = Id.
call_in_thread(Id, Goal) :-
    term_variables(Goal, Vs),
    setup_call_cleanup(
        message_queue_create(Done),
        ( thread_signal(Id, thread:solve_first(Goal, Vs, Done)), thread_get_message(Done, Message) ),
        message_queue_destroy(Done)
    ),
    (   Message = answer(Vs0) -> Vs = Vs0
    ;   Message = ball(Ball) -> throw(Ball)
    ;   fail
    ).
