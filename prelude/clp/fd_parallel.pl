% Labeling on several threads: the search tree is divided into parts, and the solutions of the parts are given in
% their order.

:- module(fd_parallel, [parallel_labeling/5]).

:- meta_predicate parallel_labeling(?,?,?,:,?).

:- use_module(library(clpz)).
:- use_module(library(lists)).
:- use_module(library(threads)).

% The constraints of the variables go to the threads as residual goals. A part of the search tree is a path: the
% values of variables, X = V, and the values that they do not have, X \= V, by the number of the variable in the list.
% The paths are found as the search itself would go, so that their order is that of the search. A thread takes the next
% path, and puts its solutions, a batch at a time, into a queue of its own, which has a bound; because paths are taken
% in their order, the thread that has the first path which is still open is never kept waiting by later ones.

% The parts for each thread: parts differ in size.
parts_per_thread(8).

% The most solutions in a batch, and the most batches that wait.
batch(100).
batches(100).

%! parallel_labeling(+N, +Select, +Order, :Options, +Xs) is nondet.
%
%  As `labeling(Options, Xs)`, on `N` threads, where the next variable is chosen by `leftmost` or `ff`,
%  and its values `up` or `down`.
?- X in 1..3, Y in 1..3, X #< Y, labeling([parallel(2)], [X,Y]).
   X = 1, Y = 2
;  X = 1, Y = 3
;  X = 2, Y = 3
;  false.
?- length(L, 3), L ins 0..2, all_distinct(L), findall(L, labeling([parallel(2),ff,down], L), Ls).
   L = ..., Ls = [[2,1,0],[2,0,1],[1,2,0],[1,0,2],[0,2,1],[0,1,2]], ... .
?- X in 1..3, labeling([parallel(0)], [X]).
   error(domain_error(threads,0),labeling/2).
?- X in 1..3, labeling([parallel(2),minimize(X)], [X]).
   X = 1.
parallel_labeling(N, Select, Order, MOptions, Xs) :-
    strip_module(MOptions, M, Options),
    without_parallel(Options, Options1),
    parts_per_thread(K),
    Most is N*K,
    paths(Xs, Select, Order, Most, Paths),
    (   Paths = [_,_|_] ->
        copy_term(Xs, Ys, Goals),
        length(Paths, Count),
        Workers is min(N, Count),
        setup_call_cleanup(
            start(Workers, Paths, job(Ys,Goals,M:Options1), Jobs, Taken, Ids),
            solution(1, Count, Taken, Xs),
            stop(Ids, [Jobs,Taken])
        )
    ;   labeling(M:Options1, Xs)
    ).

without_parallel([], []).
without_parallel([O|Os], Rest) :-
    (   O = parallel(_) -> Rest = Rest1
    ;   Rest = [O|Rest1]
    ),
    without_parallel(Os, Rest1).

% Paths are the parts of the search tree in order: each round divides each part once, until there are enough.
paths(Xs, Select, Order, Most, Paths) :- divide([open([])], Xs, Select, Order, Most, Paths).

divide(Paths0, Xs, Select, Order, Most, Paths) :-
    length(Paths0, N),
    (   N >= Most -> Paths = Paths0
    ;   divide_each(Paths0, Xs, Select, Order, Paths1),
        (   Paths1 == Paths0 -> Paths = Paths0
        ;   divide(Paths1, Xs, Select, Order, Most, Paths)
        )
    ).

divide_each([], _, _, _, []).
divide_each([P|Ps], Xs, Select, Order, Paths) :-
    (   P = open(Path) ->
        findall(Part, part(Path, Xs, Select, Order, Part), Parts),
        append(Parts, Paths1, Paths)
    ;   Paths = [P|Paths1]
    ),
    divide_each(Ps, Xs, Select, Order, Paths1).

part(Path, Xs, Select, Order, Part) :-
    walk(Path, Xs),
    (   selected(Select, Xs, I, X) ->
        ( Order == up -> fd_inf(X, V) ; fd_sup(X, V) ),
        (   X = V,
            Part = open([I=V|Path])
        ;   X #\= V,
            Part = open([I\=V|Path])
        )
    ;   Part = closed(Path)
    ).

% The newest decision is the first one.
walk([], _).
walk([D|Ds], Xs) :-
    walk(Ds, Xs),
    decide(D, Xs).

decide(I=V, Xs) :- nth1(I, Xs, V).
decide(I\=V, Xs) :- nth1(I, Xs, X), X #\= V.

selected(leftmost, Xs, I, X) :- nth1(I, Xs, X), var(X), !.
selected(ff, Xs, I, X) :-
    findall(S-J, ( nth1(J, Xs, Y), var(Y), fd_size(Y, S) ), Sizes),
    keysort(Sizes, [_-I|_]),
    nth1(I, Xs, X).

start(Workers, Paths, Job, Jobs, Taken, Ids) :-
    message_queue_create(Jobs),
    message_queue_create(Taken),
    send_paths(Paths, 1, Jobs),
    catch(
        workers(Workers, Job, Jobs, Taken, Ids),
        Ball,
        ( message_queue_destroy(Jobs), message_queue_destroy(Taken), throw(Ball) )
    ).

send_paths([], _, _).
send_paths([P|Ps], I, Jobs) :-
    arg(1, P, Path),
    thread_send_message(Jobs, path(I,Path)),
    I1 is I+1,
    send_paths(Ps, I1, Jobs).

workers(0, _, _, _, []) :- !.
workers(N, Job, Jobs, Taken, [worker(Id,Queue)|Ids]) :-
    batches(Most),
    message_queue_create(Queue, [max_size(Most)]),
    thread_create(fd_parallel:work(Job, Jobs, Taken, Queue), Id, []),
    thread_send_message(Jobs, done),
    N1 is N-1,
    workers(N1, Job, Jobs, Taken, Ids).

work(job(Xs,Goals,Options), Jobs, Taken, Queue) :-
    catch(
        (   call_each(Goals),
            search_parts(Jobs, Xs, Options, Taken, Queue)
        ),
        Ball,
        ( thread_send_message(Taken, ball(Ball)), thread_send_message(Queue, ball(Ball)) )
    ).

call_each([]).
call_each([G|Gs]) :- call(G), call_each(Gs).

search_parts(Jobs, Xs, Options, Taken, Queue) :-
    thread_get_message(Jobs, Job),
    (   Job = path(I,Path) ->
        thread_send_message(Taken, taken(I,Queue)),
        \+ search_part(Path, Xs, Options, Queue),
        thread_send_message(Queue, end),
        search_parts(Jobs, Xs, Options, Taken, Queue)
    ;   true
    ).

% Sends the solutions of a part in batches, and fails.
search_part(Path, Xs, Options, Queue) :-
    walk(Path, Xs),
    batch(Size),
    State = batch(0,[]),
    (   labeling(Options, Xs),
        State = batch(N,Found),
        N1 is N+1,
        (   N1 >= Size ->
            reverse([Xs|Found], Batch),
            thread_send_message(Queue, found(Batch)),
            nb_setarg(1, State, 0),
            nb_setarg(2, State, [])
        ;   nb_setarg(1, State, N1),
            nb_setarg(2, State, [Xs|Found])
        ),
        fail
    ;   State = batch(N,Found),
        N > 0,
        reverse(Found, Batch),
        thread_send_message(Queue, found(Batch)),
        fail
    ).

% The solutions from part I on.
solution(I, Count, Taken, Xs) :-
    part_queue(I, Taken, Queue),
    solution_of_part(Queue, I, Count, Taken, Xs).

part_queue(I, Taken, Queue) :-
    (   thread_peek_message(Taken, ball(Ball)) -> throw(Ball)
    ;   thread_get_message(Taken, taken(I,Queue), [timeout(0.1)]) -> true
    ;   part_queue(I, Taken, Queue)
    ).

solution_of_part(Queue, I, Count, Taken, Xs) :-
    thread_get_message(Queue, Message),
    (   Message = found(Batch) ->
        (   member(Xs, Batch)
        ;   solution_of_part(Queue, I, Count, Taken, Xs)
        )
    ;   Message = ball(Ball) -> throw(Ball)
    ;   I < Count,
        I1 is I+1,
        solution(I1, Count, Taken, Xs)
    ).

stop(Workers, Queues) :-
    signal_each(Workers),
    join_each(Workers),
    destroy_each(Queues).

signal_each([]).
signal_each([worker(Id,_)|Ws]) :-
    catch(thread_signal(Id, thread_exit(stopped)), error(existence_error(_, _), _), true),
    signal_each(Ws).

join_each([]).
join_each([worker(Id,Queue)|Ws]) :-
    catch(thread_join(Id, _), error(_, _), true),
    message_queue_destroy(Queue),
    join_each(Ws).

destroy_each([]).
destroy_each([Q|Qs]) :- message_queue_destroy(Q), destroy_each(Qs).
