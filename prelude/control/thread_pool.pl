% Pools that bound the number of threads for one purpose.

:- module(thread_pool, [
    thread_pool_create/3, thread_pool_destroy/1, thread_create_in_pool/4, thread_pool_property/2, current_thread_pool/1
]).

:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(library(threads)).

:- meta_predicate thread_create_in_pool(+,0,-,:).

% A pool is a message queue with a message `place` for each thread that may be made, and `size(N)`.

%! thread_pool_create(+Pool, +Size, +Options) is det.
%
%  Makes a pool, an atom, of at most `Size` threads at a time. All threads of the machine see it.
?- thread_pool_create(p, 1, []), thread_create_in_pool(p, true, Id, []), thread_join(Id), thread_pool_destroy(p).
   Id = ... .
thread_pool_create(Pool, Size, Options) :-
    must_be(atom, Pool),
    must_be(positive_integer, Size),
    must_be(list, Options),
    queue_of(Pool, Queue),
    catch(
        message_queue_create(_, [alias(Queue)]),
        error(permission_error(_, _, _), _),
        throw(error(permission_error(create, thread_pool, Pool), thread_pool_create/3))
    ),
    thread_send_message(Queue, size(Size)),
    places(Size, Queue).

queue_of(Pool, Queue) :- atom_concat('thread_pool ', Pool, Queue).

places(0, _) :- !.
places(N, Queue) :-
    thread_send_message(Queue, place),
    N1 is N-1,
    places(N1, Queue).

%! thread_pool_destroy(+Pool) is det.
%
%  Removes a pool. Its threads go on.
?- thread_pool_destroy(no_pool).
   error(existence_error(thread_pool,no_pool),thread_pool_destroy/1).
thread_pool_destroy(Pool) :-
    pool_queue(Pool, Queue, thread_pool_destroy/1),
    message_queue_destroy(Queue).

pool_queue(Pool, Queue, PI) :-
    must_be(atom, Pool),
    queue_of(Pool, Queue),
    (   message_queue_property(Queue0, alias(Queue)), Queue0 == Queue -> true
    ;   throw(error(existence_error(thread_pool, Pool), PI))
    ).

%! thread_create_in_pool(+Pool, :Goal, -Id, :Options) is det.
%
%  As thread_create/3, after waiting until the pool has room for another thread. With the option
%  `wait(false)` it throws a resource error if it has none.
?- thread_pool_create(q, 1, []), thread_create_in_pool(q, thread_get_message(go), Id, []),
   catch(thread_create_in_pool(q, true, _, [wait(false)]), error(E, _), true),
   thread_send_message(Id, go), thread_join(Id), thread_pool_destroy(q).
   Id = ..., E = resource_error(threads_in_pool(q)).
thread_create_in_pool(Pool, Goal, Id, MOptions) :-
    strip_module(MOptions, M, Options),
    pool_queue(Pool, Queue, thread_create_in_pool/4),
    must_be(list, Options),
    (   select(wait(Wait), Options, Options1) -> true
    ;   Wait = true,
        Options1 = Options
    ),
    (   Wait == false ->
        (   thread_get_message(Queue, place, [timeout(0)]) -> true
        ;   throw(error(resource_error(threads_in_pool(Pool)), thread_create_in_pool/4))
        )
    ;   thread_get_message(Queue, place)
    ),
    (   select(at_exit(AtExit), Options1, Options2) -> AtExit1 = M:AtExit
    ;   AtExit1 = true,
        Options2 = Options1
    ),
    catch(
        thread_create(Goal, Id, [at_exit(thread_pool:leave(AtExit1, Queue))|Options2]),
        Ball,
        ( thread_send_message(Queue, place), throw(Ball) )
    ).

leave(AtExit, Queue) :-
    catch(ignore(AtExit), _, true),
    catch(thread_send_message(Queue, place), error(existence_error(_, _), _), true).

%! thread_pool_property(?Pool, ?Property) is nondet.
%
%  True if a pool has a property: `size(N)`, `free(N)`, `running(N)`, `backlog(0)`: a thread that finds no place waits for it.
?- thread_pool_create(r, 2, []), findall(P, thread_pool_property(r, P), Ps), thread_pool_destroy(r).
   Ps = [size(2),free(2),running(0),backlog(0)].
thread_pool_property(Pool, Property) :-
    current_thread_pool(Pool),
    queue_of(Pool, Queue),
    thread_peek_message(Queue, size(Size)),
    message_queue_property(Queue, size(Messages)),
    Free is Messages-1,
    Running is Size-Free,
    member(Property, [size(Size),free(Free),running(Running),backlog(0)]).

%! current_thread_pool(?Pool) is nondet.
%
%  True if there is such a pool.
?- thread_pool_create(s, 1, []), current_thread_pool(s), thread_pool_destroy(s).
   true.
current_thread_pool(Pool) :-
    findall(P, ( message_queue_property(_, alias(Q)), atom_concat('thread_pool ', P, Q) ), Ps),
    member(Pool, Ps).
