% Threads as SWI-Prolog has them: all of a machine share its program. In modules of the dialect `swi`, the names without
% `sharing_` mean these.

:- module(swi_threads, [
    sharing_thread_create/1, sharing_thread_create/2, sharing_thread_create/3, sharing_thread_create_in_pool/4,
    sharing_concurrent/3, sharing_concurrent_maplist/2, sharing_concurrent_maplist/3, sharing_concurrent_maplist/4,
    sharing_concurrent_forall/2, sharing_concurrent_forall/3, sharing_concurrent_and/2, sharing_concurrent_and/3,
    sharing_first_solution/3,
    thread_wait/1, thread_wait/2, thread_update/1, thread_update/2
]).

:- use_module(library(threads)).
:- use_module(library(thread_pool)).
:- use_module(library(thread)).

:- meta_predicate sharing_thread_create(0), sharing_thread_create(0,-), sharing_thread_create(0,-,:),
    sharing_thread_create_in_pool(+,0,-,:), sharing_concurrent(+,:,:), sharing_concurrent_maplist(1,+),
    sharing_concurrent_maplist(2,?,?), sharing_concurrent_maplist(3,?,?,?), sharing_concurrent_forall(0,0),
    sharing_concurrent_forall(0,0,+), sharing_concurrent_and(0,0), sharing_concurrent_and(0,0,+),
    sharing_first_solution(-,:,:), thread_wait(0), thread_wait(0,:), thread_update(0), thread_update(0,:).

%! sharing_thread_create(:Goal) is det.
%
%  As thread_create/1, with the option `shared(true)`.
?- thread_self(Me), swi_threads:sharing_thread_create(thread_send_message(Me, hello)), thread_get_message(M).
   Me = main, M = hello.
sharing_thread_create(Goal) :- thread_create(Goal, _, [detached(true),shared(true)]).

%! sharing_thread_create(:Goal, -Id) is det.
%
%  As thread_create/3 with the option `shared(true)`.
?- swi_threads:sharing_thread_create(assertz(swi_threads:made), Id), thread_join(Id), retract(swi_threads:made).
   Id = ... .
sharing_thread_create(Goal, Id) :- thread_create(Goal, Id, [shared(true)]).

%! sharing_thread_create(:Goal, -Id, :Options) is det.
%
%  As thread_create/3, with the option `shared(true)` unless `Options` say otherwise.
?- swi_threads:sharing_thread_create(assertz(swi_threads:made), Id, [shared(false)]), thread_join(Id),
   \+ catch(swi_threads:made, _, fail).
   Id = ... .
sharing_thread_create(Goal, Id, Options0) :- sharing(Options0, Options), thread_create(Goal, Id, Options).

%! sharing_thread_create_in_pool(+Pool, :Goal, -Id, :Options) is det.
%
%  As thread_create_in_pool/4, with the option `shared(true)` unless `Options` say otherwise.
?- thread_pool_create(shared_pool, 1, []),
   swi_threads:sharing_thread_create_in_pool(shared_pool, assertz(swi_threads:made), Id, []), thread_join(Id),
   thread_pool_destroy(shared_pool), retract(swi_threads:made).
   Id = ... .
sharing_thread_create_in_pool(Pool, Goal, Id, Options0) :-
    sharing(Options0, Options),
    thread_create_in_pool(Pool, Goal, Id, Options).

sharing(MOs, M:Os) :-
    strip_module(MOs, M, Os0),
    (   is_list(Os0), \+ memberchk(shared(_), Os0) -> Os = [shared(true)|Os0]
    ;   Os = Os0
    ).

%! sharing_concurrent(+N, :Goals, :Options) is semidet.
%
%  As concurrent/3, on threads that share the program unless `Options` say otherwise: what the goals add to it stays.
%  With `shared(false)` the goals run on several processors.
?- swi_threads:sharing_concurrent(2, [assertz(swi_threads:made),X = 1], []), retract(swi_threads:made).
   X = 1.
sharing_concurrent(N, Goals, Options0) :-
    sharing(Options0, _:Options),
    concurrent(N, Goals, Options).

%! sharing_concurrent_maplist(:Goal, +List) is semidet.
%
%  As concurrent_maplist/2, on threads that share the program.
?- swi_threads:sharing_concurrent_maplist([X]>>assertz(swi_threads:seen(X)), [1,2,3]),
   findall(X, swi_threads:seen(X), Xs0), sort(Xs0, Xs), retractall(swi_threads:seen(_)).
   Xs0 = ..., Xs = [1,2,3].
sharing_concurrent_maplist(G, L) :- thread:map_parts(G, [L], [shared(true)]).

%! sharing_concurrent_maplist(:Goal, ?List1, ?List2) is semidet.
%
%  As concurrent_maplist/3, on threads that share the program.
?- swi_threads:sharing_concurrent_maplist([X,Y]>>(Y is X*X), [1,2,3], L).
   L = [1,4,9].
sharing_concurrent_maplist(G, L1, L2) :-
    same_length(L1, L2),
    thread:map_parts(G, [L1,L2], [shared(true)]).

%! sharing_concurrent_maplist(:Goal, ?List1, ?List2, ?List3) is semidet.
%
%  As concurrent_maplist/4, on threads that share the program.
?- swi_threads:sharing_concurrent_maplist([X,Y,Z]>>(Z is X+Y), [1,2], [3,4], L).
   L = [4,6].
sharing_concurrent_maplist(G, L1, L2, L3) :-
    same_length(L1, L2),
    same_length(L1, L3),
    thread:map_parts(G, [L1,L2,L3], [shared(true)]).

%! sharing_concurrent_forall(:Generate, :Test) is semidet.
%
%  As concurrent_forall/2, on threads that share the program.
?- swi_threads:sharing_concurrent_forall(member(X, [1,2]), assertz(swi_threads:seen(X))),
   findall(X, retract(swi_threads:seen(X)), Xs0), sort(Xs0, Xs).
   Xs0 = ..., Xs = [1,2].
sharing_concurrent_forall(Generate, Test) :- sharing_concurrent_forall(Generate, Test, []).

%! sharing_concurrent_forall(:Generate, :Test, +Options) is semidet.
%
%  As concurrent_forall/3, on threads that share the program.
?- swi_threads:sharing_concurrent_forall(member(X, [1,2]), X > 1, [threads(2)]).
   false.
sharing_concurrent_forall(Generate, Test, Options) :- thread:test_all(Generate, Test, Options, [shared(true)]).

%! sharing_concurrent_and(:Generate, :Action) is nondet.
%
%  As concurrent_and/2, on threads that share the program.
?- swi_threads:sharing_concurrent_and(member(X, [1,2]), Y is X*X).
   X = 1, Y = 1
;  X = 2, Y = 4.
sharing_concurrent_and(Generate, Action) :- sharing_concurrent_and(Generate, Action, []).

%! sharing_concurrent_and(:Generate, :Action, +Options) is nondet.
%
%  As concurrent_and/3, on threads that share the program.
?- swi_threads:sharing_concurrent_and(member(X, [1,2]), member(Y, [a,b]), [threads(2)]), Y == b.
   X = 1, Y = b
;  X = 2, Y = b.
sharing_concurrent_and(Generate, Action, Options) :- thread:all_answers_of(Generate, Action, Options, [shared(true)]).

%! sharing_first_solution(-X, :Goals, :Options) is semidet.
%
%  As first_solution/3, on threads that share the program unless `Options` say otherwise.
?- swi_threads:sharing_first_solution(X, [( repeat, fail ), X = second], []).
   X = second.
sharing_first_solution(X, Goals, Options0) :-
    sharing(Options0, _:Options),
    first_solution(X, Goals, Options).

%! thread_wait(:Goal) is semidet.
%
%  As thread_wait/2, without options.
?- thread_wait(true).
   true.
thread_wait(Goal) :- thread_wait(Goal, []).

%! thread_wait(:Goal, :Options) is semidet.
%
%  Waits until `Goal` is true, which is called again when a dynamic predicate has changed, or after thread_update/2. Only
%  threads that share the program can change it. Options: `timeout(Seconds)`, after which it fails;
%  `retry_every(Seconds)`, after which `Goal` is called again in any case, 1 by default; `modified(List)`, which is
%  unified with `[]`. Others have no effect.
?- thread_wait(fail, [timeout(0.01)]).
   false.
?- retractall(swi_threads:ready(_)),
   thread_create(( sleep(0.02), assertz(swi_threads:ready(yes)) ), Id, [shared(true)]),
   thread_wait(swi_threads:ready(R), [timeout(5)]), thread_join(Id), retractall(swi_threads:ready(_)).
   Id = ..., R = yes.
thread_wait(Goal, MOptions) :-
    strip_module(MOptions, _, Options),
    must_be(list, Options),
    ignore(memberchk(modified([]), Options)),
    (   memberchk(retry_every(Every), Options) -> must_be(number, Every)
    ;   Every = 1
    ),
    (   memberchk(timeout(Seconds), Options) ->
        must_be(number, Seconds),
        get_time(Now),
        End is Now+Seconds
    ;   End = inf
    ),
    wait_for(Goal, Every, End).

wait_for(Goal, Every, End) :-
    '$program_generation'(Generation),
    (   call(Goal) -> true
    ;   time_left(End, Every, Left),
        '$await_change'(Generation, Left, _),
        wait_for(Goal, Every, End)
    ).

time_left(inf, Every, Every) :- !.
time_left(End, Every, Left) :-
    get_time(Now),
    Now < End,
    Left is min(Every, End-Now).

%! thread_update(:Goal) is semidet.
%
%  As thread_update/2, without options.
?- thread_update(X = 1).
   X = 1.
thread_update(Goal) :- thread_update(Goal, []).

%! thread_update(:Goal, :Options) is semidet.
%
%  Calls `Goal` once; then the threads that wait in thread_wait/2 call their goals again. `Options` have no effect.
?- thread_update(fail, [notify(broadcast)]).
   false.
thread_update(Goal, _) :-
    once(Goal),
    '$note_change'.
