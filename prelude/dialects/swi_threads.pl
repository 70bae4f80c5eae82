% Threads as SWI-Prolog has them: all of a machine share its program. In modules of the dialect `swi`, the names without
% `sharing_` mean these.

:- module(swi_threads, [
    sharing_thread_create/1, sharing_thread_create/2, sharing_thread_create/3, sharing_thread_create_in_pool/4,
    thread_wait/1, thread_wait/2, thread_update/1, thread_update/2
]).

:- use_module(library(threads)).
:- use_module(library(thread_pool)).

:- meta_predicate sharing_thread_create(0), sharing_thread_create(0,-), sharing_thread_create(0,-,:),
    sharing_thread_create_in_pool(+,0,-,:), thread_wait(0), thread_wait(0,:), thread_update(0), thread_update(0,:).

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
