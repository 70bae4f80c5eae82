% Facts that are kept in a file: each change is appended to a journal, which is read when the file is attached.
%
% The journal has the terms `created(Time)`, `assert(Fact)`, `asserta(Fact)`, `retract(Fact)` and
% `retractall(Fact,Count)`, as that of SWI-Prolog.

:- module(persistency, [
    (persistent)/1, current_persistent_predicate/1, db_attach/2, db_attached/1, db_detach/0, db_sync/1, db_sync_all/1,
    op(1150, fx, persistent)
]).

:- meta_predicate persistent(:), current_persistent_predicate(:), db_attach(:,?), db_attached(:), db_sync(:).

% declared(Module, Head, Types).
:- dynamic(declared/3).
% attached(Module, File, Mode, Changes): `Changes` counts the entries of the journal that a smaller one would not have.
:- dynamic(attached/4).
% journal(Module, Stream).
:- dynamic(journal/2).

%! persistent(:Specs) is det.
%
%  Declares persistent predicates. Used as a directive. `Specs` is `Name(Arg, ...)` or several of these in a list or
%  joined by commas; `Arg` is `Name:Type`, with a type of must_be/2, or only a name. For a
%  predicate `p`, this defines `assert_p`, `asserta_p`, `retract_p` and `retractall_p` of the
%  same arity, which change the facts and the file.
%
%  Throws a type error for another specification.
?- persistent(3).
   error(type_error(callable,3),(persistent)/1).
persistent(S0) :-
    strip_module(S0, M, S),
    persistent(S, M).

persistent(S, _) :- var(S), !, instantiation_error((persistent)/1).
persistent([], _) :- !.
persistent([S|Ss], M) :- !, persistent(S, M), persistent(Ss, M).
persistent((S,Ss), M) :- !, persistent(S, M), persistent(Ss, M).
persistent(M:S, _) :- !, persistent(S, M).
persistent(S, M) :-
    (   callable(S) -> true
    ;   type_error(callable, S, (persistent)/1)
    ),
    S =.. [N|As],
    types(As, Ts),
    functor(S, N, A),
    functor(H, N, A),
    retractall(declared(M, H, _)),
    assertz(declared(M, H, Ts)),
    dynamic(M:N/A),
    H =.. [_|Xs],
    define(M, assert_, N, Xs, persistency:added(assert, M, H)),
    define(M, asserta_, N, Xs, persistency:added(asserta, M, H)),
    define(M, retract_, N, Xs, persistency:removed(M, H)),
    define(M, retractall_, N, Xs, persistency:all_removed(M, H)).

types([], []).
types([A|As], [T|Ts]) :-
    (   nonvar(A), A = _:T0 -> T = T0
    ;   T = any
    ),
    types(As, Ts).

define(M, Prefix, N, Xs, Body) :-
    atom_concat(Prefix, N, Name),
    Head =.. [Name|Xs],
    length(Xs, A),
    (   '$defined'(M, Name, A) -> true
    ;   '$add_clause'(M, (Head :- Body))
    ).

%! current_persistent_predicate(:PI) is nondet.
%
%  True if `PI` is the predicate indicator of a persistent predicate.
?- current_persistent_predicate(user:no_such_predicate/A).
   false.
current_persistent_predicate(PI0) :-
    strip_module(PI0, M, N/A),
    declared(M, H, _),
    functor(H, N, A).

%! db_attach(:File, +Options) is det.
%
%  Reads the facts of the persistent predicates of a module from the journal `File`, which need not exist, and
%  appends the changes to it from now on. Facts that the module has are kept. Options are `sync(S)`: `flush`
%  (default) writes each change at once, `close` also closes the file after each, `none` leaves
%  writing to db_sync/1 and db_detach/0; `access(read_only)`: changes are permission errors.
%
%  Throws a permission error if another file is attached or the machine has no access to the file, and an
%  existence error if the journal has a fact of a predicate that is not persistent.
?- db_attach(_, []).
   error(instantiation_error,db_attach/2).
db_attach(F0, Os) :-
    strip_module(F0, M, F),
    (   ground(F) -> true
    ;   instantiation_error(db_attach/2)
    ),
    must_be(list, Os),
    option(sync(Sync), Os, flush),
    must_be(oneof([none,flush,close]), Sync),
    (   option(access(read_only), Os) -> Mode = read_only
    ;   Mode = Sync
    ),
    absolute_file_name(F, File),
    (   attached(M, File, _, _) -> true
    ;   attached(M, Other, _, _) -> permission_error(attach, db, Other, db_attach/2)
    ;   (   exists_file(File) -> read_journal(M, File, Entries)
        ;   Mode == read_only -> existence_error(file, File, db_attach/2)
        ;   Entries = 0
        ),
        live(M, Live),
        Changes is Entries-Live,
        assertz(attached(M, File, Mode, Changes))
    ).

read_journal(M, File, N) :-
    setup_call_cleanup(
        open(File, read, S, [encoding(utf8)]),
        ( read_term(S, T, [module(M)]), replay(T, S, M, 0, N) ),
        close(S)
    ).

replay(T, S, M, N0, N) :-
    (   T == end_of_file -> N = N0
    ;   T = created(_) -> next(S, M, N0, N)
    ;   replayed(T, M),
        N1 is N0+1,
        next(S, M, N1, N)
    ).

next(S, M, N0, N) :-
    read_term(S, T, [module(M)]),
    replay(T, S, M, N0, N).

replayed(assert(F), M) :- !, known(M, F), assertz(M:F).
replayed(asserta(F), M) :- !, known(M, F), asserta(M:F).
replayed(retract(F), M) :- !, known(M, F), ( retract(M:F) -> true ; true ).
replayed(retractall(F,_), M) :- !, known(M, F), retractall(M:F).
replayed(T, _) :- domain_error(journal_entry, T, db_attach/2).

known(M, F) :-
    (   callable(F), declared(M, F, _) -> true
    ;   callable(F) -> functor(F, N, A), existence_error(persistent_predicate, N/A, db_attach/2)
    ;   type_error(callable, F, db_attach/2)
    ).

live(M, N) :- aggregate_all(count, ( declared(M, H, _), M:H ), N).

%! db_attached(:File) is semidet.
%
%  True if `File` is the attached file of the module, as an absolute path.
?- db_attached(F).
   false.
db_attached(F0) :-
    strip_module(F0, M, F),
    attached(M, F, _, _).

%! db_detach is det.
%
%  Closes the journals of all modules: later changes are not kept. The facts stay.
?- db_detach.
   true.
db_detach :-
    (   journal(M, _),
        closed(M),
        fail
    ;   retractall(attached(_, _, _, _))
    ).

closed(M) :-
    (   retract(journal(M, S)) -> close(S)
    ;   true
    ).

%% Changes

added(How, M, F) :-
    declared(M, F, Ts), !,
    F =.. [_|Xs],
    checked(Ts, Xs),
    writable(M, F, How),
    (   How == assert -> assertz(M:F)
    ;   asserta(M:F)
    ),
    Entry =.. [How,F],
    recorded(M, Entry, 0).

checked([], []).
checked([T|Ts], [X|Xs]) :-
    (   T == any -> true
    ;   must_be(T, X)
    ),
    checked(Ts, Xs).

% Throws an error if changes cannot be recorded.
writable(M, F, How) :-
    (   attached(M, _, Mode, _), Mode \== read_only -> true
    ;   functor(F, N, A),
        atomic_list_concat([How,'_',N], Name),
        (   attached(M, _, _, _) -> permission_error(modify, persistent_predicate, N/A, Name/A)
        ;   existence_error(db_file, M, Name/A)
        )
    ).

removed(M, F) :-
    writable(M, F, retract),
    retract(M:F),
    recorded(M, retract(F), 2).

all_removed(M, F) :-
    writable(M, F, retractall),
    aggregate_all(count, clause(M:F, true), Count),
    (   Count =:= 0 -> true
    ;   retractall(M:F),
        More is Count+1,
        recorded(M, retractall(F,Count), More)
    ).

% Appends an entry, by which `More` entries are not needed any more.
recorded(M, Entry, More) :-
    retract(attached(M, File, Mode, C0)), !,
    C is C0+More,
    assertz(attached(M, File, Mode, C)),
    journal_stream(M, File, S),
    written(S, M, Entry),
    (   Mode == flush -> flush_output(S)
    ;   Mode == close -> closed(M)
    ;   true
    ).

journal_stream(M, File, S) :-
    (   journal(M, S) -> true
    ;   ( exists_file(File) -> New = no ; New = yes ),
        open(File, append, S, [encoding(utf8)]),
        assertz(journal(M, S)),
        (   New == yes -> get_time(T), written(S, M, created(T))
        ;   true
        )
    ).

written(S, M, T) :-
    write_term(S, T, [quoted(true),module(M)]),
    write(S, '.\n').

%! db_sync(:What) is det.
%
%  Brings the file of a module up to date. `What` is `flush`: what is buffered is written; `close`: the file is closed
%  until the next change; `reload`: facts are read anew; `gc`, `gc(Percent)` or `gc(always)`: the journal is
%  written anew without the entries of facts that were removed, if these are more than `Percent` (50 by default) of
%  the number of facts. Without an attached file, this has no effect.
?- db_sync(gc).
   true.
?- db_sync(all).
   error(domain_error(db_sync_option,all),db_sync/1).
db_sync(W0) :-
    strip_module(W0, M, W),
    (   var(W) -> instantiation_error(db_sync/1)
    ;   memberchk(W, [flush,close,reload,gc,gc(_)]) -> true
    ;   domain_error(db_sync_option, W, db_sync/1)
    ),
    (   attached(M, File, Mode, C) -> sync(W, M, File, Mode, C)
    ;   true
    ).

sync(flush, M, _, _, _) :- ( journal(M, S) -> flush_output(S) ; true ).
sync(close, M, _, _, _) :- closed(M).
sync(reload, M, File, Mode, _) :-
    closed(M),
    (   declared(M, H, _),
        retractall(M:H),
        fail
    ;   retractall(attached(M, _, _, _)),
        ( Mode == read_only -> Os = [access(read_only)] ; Os = [sync(Mode)] ),
        db_attach(M:File, Os)
    ).
sync(gc, M, File, Mode, C) :- sync(gc(50), M, File, Mode, C).
sync(gc(When), M, File, Mode, C) :-
    (   Mode == read_only -> true
    ;   When \== always,
        live(M, Live),
        C*100 =< Live*When -> true
    ;   closed(M),
        atom_concat(File, '.new', New),
        setup_call_cleanup(
            open(New, write, S, [encoding(utf8)]),
            all_written(S, M),
            close(S)
        ),
        rename_file(New, File),
        retractall(attached(M, _, _, _)),
        assertz(attached(M, File, Mode, 0))
    ).

all_written(S, M) :-
    get_time(T),
    written(S, M, created(T)),
    (   declared(M, H, _),
        M:H,
        written(S, M, assert(H)),
        fail
    ;   true
    ).

%! db_sync_all(+What) is det.
%
%  As db_sync/1, for each module with an attached file.
?- db_sync_all(gc).
   true.
db_sync_all(W) :-
    findall(M, attached(M, _, _, _), Ms),
    sync_each(Ms, W).

sync_each([], _).
sync_each([M|Ms], W) :- db_sync(M:W), sync_each(Ms, W).
