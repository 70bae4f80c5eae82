% Threads: machines of their own, with a copy of the program or the program itself, which exchange messages.

:- module(threads, [
    thread_create/1, thread_create/2, thread_create/3, thread_join/1, thread_join/2, thread_self/1, thread_exit/1,
    thread_detach/1, thread_alias/1, thread_property/2, thread_statistics/3, is_thread/1, thread_signal/2,
    thread_at_exit/1, thread_send_message/3, thread_get_message/3, thread_peek_message/1, thread_peek_message/2, message_queue_create/1, message_queue_create/2,
    message_queue_destroy/1, message_queue_property/2, mutex_create/1, mutex_create/2, mutex_destroy/1, mutex_lock/1,
    mutex_trylock/1, mutex_unlock/1, mutex_unlock_all/0, mutex_property/2, with_mutex/2, threads/0
]).

:- meta_predicate thread_create(0), thread_create(0,-), thread_create(0,-,:), thread_signal(+,0), thread_at_exit(0),
    with_mutex(+,0).

%! thread_create(:Goal) is det.
%
%  Starts a thread that runs `Goal` once and is removed when it ends.
?- thread_self(Me), thread_create(thread_send_message(Me, hello)), thread_get_message(M).
   Me = main, M = hello.
thread_create(Goal) :- thread_create(Goal, _, [detached(true)]).

%! thread_create(:Goal, -Id) is det.
%
%  As thread_create/3, without options.
?- thread_create(true, Id), thread_join(Id, S).
   Id = ..., S = true.
thread_create(Goal, Id) :- thread_create(Goal, Id, []).

%! thread_create(:Goal, -Id, :Options) is det.
%
%  Starts a thread that runs a copy of `Goal` once. It has a copy of the program as it is now, with its
%  clauses, flags and global variables: what either changes afterwards, the other does not see. With the
%  option `shared(true)`, it has the same clauses, operators, modules and streams, and threads run in turns.
%  Other options are `alias(Name)`; `detached(true)`: it is removed when it ends; `at_exit(Goal)`, which it
%  runs at its end; and `stack_limit(Bytes)`, its flag `stack_limit`. `Id` is bound in both goals.
?- thread_create(fail, _, [alias(worker)]), thread_join(worker, S).
   S = false.
?- thread_create(assertz(threads_made(1)), Id, [shared(true)]), thread_join(Id), retract(threads_made(X)).
   Id = ..., X = 1.
?- thread_create(throw(oops), Id), thread_join(Id, S).
   Id = ..., S = exception(oops).
?- thread_self(Me), thread_create(true, Id, [at_exit(thread_send_message(Me, over))]), thread_join(Id),
   thread_get_message(M).
   Me = main, Id = ..., M = over.
?- thread_self(Me), thread_create(thread_send_message(Me, in(Id)), Id, [at_exit(thread_send_message(Me, end(Id)))]),
   thread_join(Id), thread_get_message(in(Id)), thread_get_message(end(Id)).
   Me = main, Id = ... .
?- thread_create(true, named, [alias(named)]), thread_join(named).
   true.
?- thread_create(true, _, [alias(main)]).
   error(permission_error(create,thread,main),thread_create/3).
?- message_queue_create(taken), catch(thread_create(true, _, [alias(taken)]), error(E, _), true),
   message_queue_destroy(taken).
   E = permission_error(create,thread,taken).
?- thread_create(true, _, [at_exit(3)]).
   error(type_error(callable,3),must_be/2).
?- thread_create(numlist(1, 1000000, _), Id, [stack_limit(1000000)]), thread_join(Id, exception(error(E,_))).
   Id = ..., E = resource_error(memory).
?- thread_create(_, _).
   error(instantiation_error,thread_create/3).
thread_create(Goal, Id, MOptions) :-
    strip_module(MOptions, M, Options),
    must_be(list, Options),
    strip_module(Goal, _, Plain),
    (   var(Plain) -> throw(error(instantiation_error, thread_create/3))
    ;   must_be(callable, Plain)
    ),
    (   memberchk(alias(Alias), Options) -> must_be(atom, Alias)
    ;   Alias = []
    ),
    (   nonvar(Id), Id \== Alias -> throw(error(uninstantiation_error(Id), thread_create/3))
    ;   true
    ),
    (   memberchk(detached(Detached), Options) -> must_be(boolean, Detached)
    ;   Detached = false
    ),
    (   memberchk(at_exit(AtExit), Options) ->
        must_be(callable, AtExit),
        AtExit1 = M:AtExit
    ;   AtExit1 = []
    ),
    (   memberchk(shared(Shared), Options) -> must_be(boolean, Shared)
    ;   Shared = false
    ),
    (   memberchk(stack_limit(Bytes), Options) ->
        must_be(positive_integer, Bytes),
        Started = threads:limited(Bytes, Goal)
    ;   Started = Goal
    ),
    named('$thread_create'(Started, Id, Alias, Detached, Shared, AtExit1), thread_create/3).

limited(Bytes, Goal) :- set_prolog_flag(stack_limit, Bytes), call(Goal).

% Calls a builtin whose errors are to have the name of the predicate that a program calls.
named(G, PI) :- catch(G, error(Why, _), throw(error(Why, PI))).

%! thread_join(+Id) is det.
%
%  As thread_join/2, if the goal of the thread succeeds. Otherwise
%  `error(thread_error(Id, Status), _)` is thrown.
?- thread_create(true, Id), thread_join(Id).
   Id = ... .
?- thread_create(fail, _, [alias(f)]), thread_join(f).
   error(thread_error(f,false),_A).
thread_join(Id) :-
    thread_join(Id, Status),
    (   Status == true -> true
    ;   throw(error(thread_error(Id, Status), _))
    ).

%! thread_join(+Id, -Status) is det.
%
%  Waits for the end of a thread and removes it. `Status` is `true` or `false` as its goal succeeds or
%  fails, `exception(Ball)`, or `exited(Term)` after thread_exit/1. Its inferences count as those of the
%  thread that joins.
?- thread_join(main, _).
   error(permission_error(join,thread,main),thread_join/2).
?- thread_join(no_thread, _).
   error(existence_error(thread,no_thread),thread_join/2).
?- thread_create(thread_exit(done), Id), thread_join(Id, S).
   Id = ..., S = exited(done).
thread_join(Id, Status) :-
    named('$thread_join'(Id, Status0), thread_join/2),
    (   Status0 == again -> thread_join(Id, Status)
    ;   Status = Status0
    ).

%! thread_self(-Id) is det.
%
%  Unifies `Id` with the alias or the number of the thread that runs: `main` for that of the host.
?- thread_self(T).
   T = main.
thread_self(Id) :- '$thread_self'(Id).

%! thread_exit(+Term) is det.
%
%  Ends the thread that runs; its status is `exited(Term)`.
?- thread_exit(done).
   error(permission_error(exit,thread,main),thread_exit/1).
thread_exit(Term) :- named('$thread_exit'(Term), thread_exit/1).

%! thread_detach(+Id) is det.
%
%  Lets a thread be removed when it ends.
?- thread_create(true, Id), thread_detach(Id), catch(thread_join(Id, _), error(Why, _), true), Why =.. [E|_],
   memberchk(E, [permission_error,existence_error]).
   Id = ..., Why = ..., E = ... .
thread_detach(Id) :- named('$thread_detach'(Id), thread_detach/1).

%! thread_alias(+Alias) is det.
%
%  Gives the thread that runs an alias, unless it has one already.
?- thread_alias(other).
   error(permission_error('re-alias',thread,main),thread_alias/1).
?- thread_self(M), thread_create(( thread_alias(me), thread_self(S), thread_send_message(M, S) ), _),
   thread_get_message(S), thread_join(me).
   M = main, S = me.
thread_alias(Alias) :-
    must_be(atom, Alias),
    named('$thread_alias'(Alias), thread_alias/1).

%! thread_property(?Id, ?Property) is nondet.
%
%  True if a thread has a property: `id(Number)`, `alias(Name)`, `status(Status)`, `detached(Boolean)`.
%  The status of a thread that runs its goals at exit is that of its goal. Throws a domain error if
%  `Property` is not the form of a property.
?- thread_self(Me),
   thread_create(throw(oops), Id, [at_exit(( thread_property(Id, status(S)), thread_send_message(Me, S) ))]),
   thread_join(Id, _), thread_get_message(Status).
   Me = main, Id = ..., Status = exception(oops).
?- thread_property(main, red).
   error(domain_error(thread_property,red),thread_property/2).
?- thread_property(main, P).
   P = id(1)
;  P = alias(main)
;  P = status(running)
;  P = detached(false).
thread_property(Id, Property) :-
    known_property(thread, Property),
    (   var(Id) ->
        '$threads'(Ids),
        member(Id, Ids)
    ;   true
    ),
    named('$thread_info'(Id, info(Alias, Status, Detached)), thread_property/2),
    '$thread_number'(Id, Number),
    thread_property(Property, Number, Alias, Status, Detached).

% The first argument decides: a property that is known leaves no choice.
thread_property(id(Number), Number, _, _, _).
thread_property(alias(Alias), _, Alias, _, _) :- Alias \== [].
thread_property(status(Status), _, _, Status, _).
thread_property(detached(Detached), _, _, _, Detached).

% Checks the form of a property. Some are those of SWI-Prolog only, and never hold here.
known_property(Kind, Property) :-
    (   var(Property) -> true
    ;   properties(Kind, Ps),
        \+ \+ memberchk(Property, Ps) -> true
    ;   atom_concat(Kind, '_property', Domain),
        throw(error(domain_error(Domain, Property), Domain/2))
    ).

properties(thread, [
    id(_), alias(_), status(_), detached(_), debug(_), engine(_), class(_), thread(_), size(_), stack_sizes(_),
    system_thread_id(_)
]).
properties(message_queue, [size(_), alias(_), max_size(_), waiting(_)]).
properties(mutex, [alias(_), status(_)]).

%! thread_statistics(+Id, +Key, -Value) is det.
%
%  As statistics/2 for the thread that runs. Of other threads, `inferences` is known, once they have
%  ended.
?- thread_statistics(main, inferences, N), N > 0.
   N = ... .
?- thread_statistics(no_thread, cputime, _).
   error(existence_error(thread,no_thread),thread_statistics/3).
thread_statistics(Id, Key, Value) :-
    named('$thread_info'(Id, _), thread_statistics/3),
    (   Key == inferences -> named('$thread_inferences'(Id, Value), thread_statistics/3)
    ;   thread_self(Me), '$thread_number'(Me, N), '$thread_number'(Id, N) -> statistics(Key, Value)
    ;   throw(error(domain_error(statistics_key, Key), thread_statistics/3))
    ).

%! is_thread(@Term) is semidet.
%
%  True if `Term` denotes a thread.
?- is_thread(main), \+ is_thread(no_thread), \+ is_thread(_).
   true.
is_thread(Id) :- '$thread_number'(Id, _).

%! threads is det.
%
%  Writes the threads with their status.
threads :-
    forall(
        thread_property(Id, status(Status)),
        ( write(Id), write(' '), print(Status), nl )
    ).

%! thread_signal(+Id, :Goal) is det.
%
%  Makes a thread call a copy of `Goal` before its next call. A ball that it throws, its goal may catch.
?- thread_create(( repeat, fail ), Id), thread_signal(Id, throw(stop)), thread_join(Id, S).
   Id = ..., S = exception(stop).
?- thread_create(sleep(60), Id), sleep(0.05), thread_signal(Id, throw(stop)), thread_join(Id, S).
   Id = ..., S = exception(stop).
?- thread_create(thread_get_message(_), Id), thread_signal(Id, throw(stop)), thread_join(Id, S).
   Id = ..., S = exception(stop).
thread_signal(Id, Goal) :- named('$thread_signal'(Id, Goal), thread_signal/2).

%! thread_at_exit(:Goal) is det.
%
%  Runs `Goal` when the thread that runs ends.
?- thread_at_exit(3).
   error(type_error(callable,3),must_be/2).
?- thread_self(M), thread_create(thread_at_exit(thread_send_message(M, over)), Id), thread_join(Id), thread_get_message(X).
   M = main, Id = ..., X = over.
thread_at_exit(Goal) :-
    strip_module(Goal, _, Plain),
    must_be(callable, Plain),
    '$thread_at_exit'(Goal).

%! thread_send_message(+QueueOrThread, +Term, +Options) is semidet.
%
%  As thread_send_message/2; with the option `timeout(Seconds)` or `deadline(Time)` it fails if the
%  queue is still full then.
?- message_queue_create(Q, [max_size(1)]), thread_send_message(Q, a, []),
   \+ thread_send_message(Q, b, [timeout(0.01)]), message_queue_destroy(Q).
   Q = ... .
thread_send_message(Queue, Term, Options) :-
    time_out(Options, Seconds, Options1),
    named('$queue_send'(Queue, Term, Seconds, Result), thread_send_message/3),
    (   Result == again -> thread_send_message(Queue, Term, Options1)
    ;   Result == done
    ).

% The seconds to wait, and the options for going on.
time_out(Options, Seconds, Options1) :-
    must_be(list, Options),
    get_time(Now),
    (   memberchk(timeout(Timeout), Options) ->
        must_be(number, Timeout),
        End is Now+Timeout,
        ( memberchk(deadline(Time0), Options) -> Time is min(Time0, End) ; Time = End )
    ;   ignore(memberchk(deadline(Time), Options))
    ),
    (   var(Time) -> Seconds = inf, Options1 = Options
    ;   Seconds is max(0, Time-Now), Options1 = [deadline(Time)]
    ).

%! thread_get_message(+Queue, ?Term, +Options) is semidet.
%
%  As thread_get_message/2; with the option `timeout(Seconds)` or `deadline(Time)` it fails if there is
%  no such message until then, with both if there is none until the earlier moment.
?- thread_get_message(main, none, [timeout(0)]).
   false.
?- get_time(T), thread_get_message(main, none, [deadline(T),timeout(60)]).
   false.
?- thread_self(Me), thread_send_message(Me, f(X,X,"s",1.5)), thread_get_message(f(A,B,C,D)).
   Me = main, A = B, C = "s", D = 1.5.
?- thread_send_message(no_queue, hello).
   error(existence_error(message_queue,no_queue),thread_send_message/2).
?- thread_self(Me), thread_send_message(Me, a(1)), thread_send_message(Me, b(2)), thread_get_message(b(B)),
   thread_get_message(A).
   Me = main, B = 2, A = a(1).
?- message_queue_create(Q), thread_create(thread_send_message(Q, hello), Id), thread_get_message(Q, M), thread_join(Id),
   message_queue_destroy(Q).
   Q = ..., Id = ..., M = hello.
?- thread_get_message(main, none, [timeout(0.01)]).
   false.
thread_get_message(Queue, Term, Options) :-
    time_out(Options, Seconds, Options1),
    named('$queue_get'(Queue, Term, Seconds, Result), thread_get_message/3),
    (   Result == again -> thread_get_message(Queue, Term, Options1)
    ;   Result == done
    ).

%! thread_peek_message(?Term) is semidet.
%
%  Unifies `Term` with a message to the thread that runs, which stays; fails if there is none.
?- thread_peek_message(_).
   false.
thread_peek_message(Term) :-
    thread_self(Me),
    thread_peek_message(Me, Term).

%! thread_peek_message(+Queue, ?Term) is semidet.
%
%  As thread_peek_message/1, for a queue.
?- message_queue_create(Q), thread_send_message(Q, a), thread_peek_message(Q, M), thread_get_message(Q, M),
   message_queue_destroy(Q).
   Q = ..., M = a.
?- thread_self(Me), thread_create(true, _, [alias(over),at_exit(thread_send_message(Me, over))]),
   thread_get_message(over), repeat, catch(( thread_peek_message(over, _), fail ), error(E, _), true), !,
   thread_join(over).
   Me = main, E = existence_error(thread,over).
thread_peek_message(Queue, Term) :- named('$queue_peek'(Queue, Term), thread_peek_message/2).

%! message_queue_create(?Queue) is det.
%
%  Makes a message queue. If `Queue` is an atom, it is its alias.
?- message_queue_create(mailbox), thread_send_message(mailbox, 1), thread_get_message(mailbox, X),
   message_queue_destroy(mailbox).
   X = 1.
message_queue_create(Queue) :- message_queue_create(Queue, []).

%! message_queue_create(-Queue, +Options) is det.
%
%  Makes a message queue. Options are `alias(Name)`, and `max_size(N)`: a thread that sends another
%  message waits. If `Queue` is an atom, it is the alias.
?- message_queue_create(Q, [alias(main)]).
   error(permission_error(create,message_queue,main),message_queue_create/2).
?- message_queue_create(f(x), []).
   error(type_error(message_queue,f(x)),message_queue_create/2).
?- message_queue_create(a, [alias(b)]).
   error(type_error(variable,a),message_queue_create/2).
message_queue_create(Queue, Options) :-
    must_be(list, Options),
    (   memberchk(alias(Alias), Options) ->
        must_be(atom, Alias),
        (   ( var(Queue) ; Queue == Alias ) -> true
        ;   throw(error(type_error(variable, Queue), message_queue_create/2))
        )
    ;   alias_or_none(Queue, message_queue, Alias, message_queue_create/2)
    ),
    (   memberchk(max_size(Most), Options) -> must_be(positive_integer, Most)
    ;   Most = 0
    ),
    named('$queue_create'(Queue, Alias, Most), message_queue_create/2).

% The alias that the first argument of a creation is: `[]`, if it is a variable.
alias_or_none(Id, Type, Alias, PI) :-
    (   var(Id) -> Alias = []
    ;   atom(Id) -> Alias = Id
    ;   throw(error(type_error(Type, Id), PI))
    ).

%! message_queue_destroy(+Queue) is det.
%
%  Removes a message queue. A thread that waits for its messages gets an existence error.
?- message_queue_destroy(main).
   error(permission_error(destroy,message_queue,main),message_queue_destroy/1).
message_queue_destroy(Queue) :- named('$queue_destroy'(Queue), message_queue_destroy/1).

%! message_queue_property(?Queue, ?Property) is nondet.
%
%  True if a message queue has a property: `alias(Name)`, `size(N)`, `max_size(N)`. Throws a domain
%  error if `Property` is not the form of a property.
?- message_queue_create(box), findall(P, message_queue_property(box, P), Ps), message_queue_destroy(box).
   Ps = [alias(box),size(0)].
?- message_queue_property(main, red).
   error(domain_error(message_queue_property,red),message_queue_property/2).
?- message_queue_create(Q), thread_send_message(Q, a), message_queue_property(Q, P), message_queue_destroy(Q).
   Q = ..., P = size(1).
message_queue_property(Queue, Property) :-
    known_property(message_queue, Property),
    (   var(Queue) ->
        '$queues'(Queues),
        member(Queue, Queues)
    ;   true
    ),
    named('$queue_info'(Queue, info(Alias, Size, Most)), message_queue_property/2),
    findall(P, queue_property(Alias, Size, Most, P), Ps),
    member(Property, Ps).

queue_property(Alias, _, _, alias(Alias)) :- Alias \== [].
queue_property(_, Size, _, size(Size)).
queue_property(_, _, Most, max_size(Most)) :- Most > 0.

%! mutex_create(?Mutex) is det.
%
%  Makes a mutex. If `Mutex` is an atom, it is its alias.
?- mutex_create(M), mutex_lock(M), mutex_unlock(M), mutex_destroy(M).
   M = ... .
mutex_create(Mutex) :- mutex_create(Mutex, []).

%! mutex_create(-Mutex, +Options) is det.
%
%  Makes a mutex. Option: `alias(Name)`. If `Mutex` is an atom, it is the alias.
?- mutex_create(3, []).
   error(type_error(mutex,3),mutex_create/2).
?- mutex_create(a, [alias(b)]).
   error(uninstantiation_error(a),mutex_create/2).
?- mutex_create(_, [alias(guard)]), catch(mutex_create(guard), error(E, _), true), mutex_destroy(guard).
   E = permission_error(create,mutex,guard).
mutex_create(Mutex, Options) :-
    must_be(list, Options),
    (   memberchk(alias(Alias), Options) ->
        must_be(atom, Alias),
        (   ( var(Mutex) ; Mutex == Alias ) -> true
        ;   throw(error(uninstantiation_error(Mutex), mutex_create/2))
        )
    ;   alias_or_none(Mutex, mutex, Alias, mutex_create/2)
    ),
    named('$mutex_create'(Mutex, Alias), mutex_create/2).

%! mutex_destroy(+Mutex) is det.
%
%  Removes a mutex; one that is locked, when it is unlocked.
?- mutex_create(M), mutex_destroy(M), catch(mutex_lock(M), error(existence_error(What, _), _), true).
   M = ..., What = mutex.
?- mutex_create(M), mutex_lock(M), mutex_destroy(M), mutex_unlock(M),
   catch(mutex_property(M, status(_)), error(existence_error(What, _), _), true).
   M = ..., What = mutex.
?- mutex_destroy(no_mutex).
   error(existence_error(mutex,no_mutex),mutex_destroy/1).
mutex_destroy(Mutex) :- named('$mutex_destroy'(Mutex), mutex_destroy/1).

%! mutex_lock(+Mutex) is det.
%
%  Waits until no other thread holds the mutex, and locks it. A thread may lock it several times. An
%  atom that denotes no mutex becomes the alias of a new one.
?- mutex_lock(m1), mutex_lock(m1), mutex_unlock(m1), mutex_unlock(m1), mutex_destroy(m1).
   true.
mutex_lock(Mutex) :-
    named('$mutex_lock'(Mutex, true, Result), mutex_lock/1),
    (   Result == again -> mutex_lock(Mutex)
    ;   true
    ).

%! mutex_trylock(+Mutex) is semidet.
%
%  As mutex_lock/1, but fails if another thread holds the mutex.
?- mutex_lock(m2), thread_create(mutex_trylock(m2), Id), thread_join(Id, S), mutex_unlock(m2), mutex_destroy(m2).
   Id = ..., S = false.
mutex_trylock(Mutex) :- named('$mutex_lock'(Mutex, false, done), mutex_trylock/1).

%! mutex_unlock(+Mutex) is det.
%
%  Unlocks a mutex once. Throws an existence error if there is no such mutex, and a permission error if
%  the thread that runs does not hold it.
?- mutex_unlock(no_mutex).
   error(existence_error(mutex,no_mutex),mutex_unlock/1).
?- mutex_create(m3), catch(mutex_unlock(m3), error(E, _), true), mutex_destroy(m3).
   E = permission_error(unlock,mutex,m3).
mutex_unlock(Mutex) :- named('$mutex_unlock'(Mutex), mutex_unlock/1).

%! mutex_unlock_all is det.
%
%  Unlocks all mutexes that the thread which runs holds.
?- mutex_lock(m4), mutex_unlock_all, mutex_property(m4, status(S)), mutex_destroy(m4).
   S = unlocked.
mutex_unlock_all :-
    thread_self(Me),
    '$mutexes'(All),
    forall(
        ( member(mutex(M, Me, Count), All), between(1, Count, _) ),
        mutex_unlock(M)
    ).

%! mutex_property(?Mutex, ?Property) is nondet.
%
%  True if a mutex has a property: `alias(Name)`, `status(unlocked)`, or `status(locked(Thread, Count))`.
%  Throws an existence error if there is no such mutex, and a domain error if `Property` is not the form
%  of a property.
?- mutex_lock(m5), mutex_property(m5, status(S)), mutex_unlock(m5), mutex_destroy(m5).
   S = locked(main,1).
?- mutex_create(_, [alias(m6)]), findall(P, mutex_property(m6, P), Ps), mutex_property(M, alias(m6)), mutex_destroy(M).
   Ps = [alias(m6),status(unlocked)], M = m6.
?- mutex_property(no_mutex, P).
   error(existence_error(mutex,no_mutex),mutex_property/2).
?- mutex_property(_, red).
   error(domain_error(mutex_property,red),mutex_property/2).
mutex_property(Mutex, Property) :-
    known_property(mutex, Property),
    '$mutexes'(All),
    (   var(Mutex) -> Found = All
    ;   memberchk(mutex(Mutex, Thread, Count), All) -> Found = [mutex(Mutex, Thread, Count)]
    ;   ( atom(Mutex) ; Mutex = '<mutex>'(_) ) -> throw(error(existence_error(mutex, Mutex), mutex_property/2))
    ;   throw(error(type_error(mutex, Mutex), mutex_property/2))
    ),
    findall(Mutex-Property, ( member(M, Found), property_of_mutex(M, Mutex, Property) ), Ps),
    member(Mutex-Property, Ps).

property_of_mutex(mutex(Mutex, _, _), Mutex, alias(Mutex)) :- atom(Mutex).
property_of_mutex(mutex(Mutex, Thread, Count), Mutex, status(Status)) :-
    (   Count =:= 0 -> Status = unlocked
    ;   Status = locked(Thread, Count)
    ).

%! with_mutex(+Mutex, :Goal) is semidet.
%
%  Calls `once(Goal)` while the mutex is locked.
?- with_mutex(m, X = 1), mutex_destroy(m).
   X = 1.
?- catch(with_mutex(m, throw(oops)), oops, true), mutex_property(m, status(S)), mutex_destroy(m).
   S = unlocked.
with_mutex(Mutex, Goal) :- setup_call_cleanup(mutex_lock(Mutex), once(Goal), mutex_unlock(Mutex)).
