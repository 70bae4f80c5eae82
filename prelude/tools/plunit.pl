% Unit tests with the interface of library(plunit): clauses test/1 and test/2 between begin_tests/1
% and end_tests/1.

:- module(plunit, [
    begin_tests/1, begin_tests/2, end_tests/1,
    run_tests/0, run_tests/1, run_tests/2, set_test_options/1, load_test_files/1,
    running_tests/0, test_report/1, current_test/5, current_test_unit/2, current_unit/4
]).

:- meta_predicate with_unification(?,0).
:- meta_predicate around(?,?,?,?,0,?).

% The clauses of a unit become clauses of a module of their own, two for each test, by
% term_expansion/2 of that module.

% unit(Name, Module, Options), in the order of loading.
:- dynamic(unit/3).
:- dynamic(open_unit/2).
:- dynamic(test_option/1).

%! begin_tests(+Unit) is det.
%
%  Begins a unit. Used as a directive: the clauses up to end_tests/1 are tests `test(Name) :- Body`
%  or `test(Name, Options) :- Body`. They belong to the module `plunit_Unit`, which inherits from
%  module `user`. `Options` is one or a list of
%
%  - `true` (the default), `true(Cond)` or a comparison;
%  - `fail`, `throws(Ball)`, `error(Formal)`, `error(Formal,Context)`;
%  - `all(T == L)`, `set(T == L)`, `bag(T == L)`;
%  - `nondet`: a choice point may be left, without a warning;
%  - `forall(Generator)`, `setup(G)`, `cleanup(G)`, `condition(G)`, `blocked(Why)`, `fixme(Why)`;
%  - `sto(finite_trees)` and `sto(rational_trees)`: with and without the occurs check.
?- begin_tests(U).
   error(instantiation_error,must_be/2).
begin_tests(Unit) :- begin_tests(Unit, []).

%! begin_tests(+Unit, +Options) is det.
%
%  As begin_tests/1, with the options `setup(G)`, `cleanup(G)`, `condition(G)` and `blocked(Why)`
%  for the whole unit.
?- begin_tests(U, []).
   error(instantiation_error,must_be/2).
begin_tests(Unit, Os) :-
    must_be(atom, Unit),
    listed(Os, Options),
    atom_concat('plunit_', Unit, Module),
    (   prolog_load_context(module, Old) -> true
    ;   permission_error(begin, test_unit, Unit, begin_tests/2)
    ),
    retractall(unit(Unit, _, _)),
    assertz(unit(Unit, Module, Options)),
    asserta(open_unit(Unit, Old)),
    '$enter_module'(Module, Old),
    '$declare'(dynamic, Module, term_expansion, 2),
    '$declare'(discontiguous, Module, '$test', 3),
    retractall(Module:term_expansion(_, _)),
    assertz((Module:term_expansion(T, Cs) :- plunit:unit_clauses(Module, Old, T, Cs))).

% The clauses that a term of a unit becomes. The hook of the module around the unit applies, and may give tests.
unit_clauses(M, _, T, Cs) :- test_clauses(M, T, Cs), !.
unit_clauses(M, Old, T, Cs) :-
    '$defined'(Old, term_expansion, 2),
    Old:term_expansion(T, Ts0),
    listed(Ts0, Ts),
    clauses_of_each(Ts, M, Cs).

clauses_of_each([], _, []).
clauses_of_each([T|Ts], M, Cs) :-
    (   test_clauses(M, T, Cs0) -> append(Cs0, Cs1, Cs)
    ;   Cs = [T|Cs1]
    ),
    clauses_of_each(Ts, M, Cs1).

% The clauses of a test: its description and its body; the first argument of both is its number.
test_clauses(M, T, Cs) :-
    nonvar(T),
    (   T = (H:-B) -> true
    ;   H = T,
        B = true
    ),
    nonvar(H),
    (   H = test(N) -> Os = []
    ;   H = test(N,Os0),
        must_be(nonvar, Os0),
        listed(Os0, Os)
    ),
    numbered(Id),
    (   source_location(F, L) -> true
    ;   F = M, L = 0
    ),
    term_variables(N+Os+B, Vs),
    V =.. [v|Vs],
    Cs = ['$test'(Id,test(N,Os,F,L),V), ('$test'(Id,body,V):-B)].

:- dynamic(last_number/1).
last_number(0).

numbered(Id) :-
    retract(last_number(Id0)),
    Id is Id0+1,
    assertz(last_number(Id)).

%! end_tests(+Unit) is det.
%
%  Ends a unit. Used as a directive. Throws an existence error if there is no such unit.
?- end_tests(none).
   error(existence_error(test_unit,none),end_tests/1).
end_tests(Unit) :-
    (   retract(open_unit(Unit, Old)) -> '$enter_module'(Old, Old)
    ;   existence_error(test_unit, Unit, end_tests/1)
    ).

%! set_test_options(+Options) is det.
%
%  Sets options of run_tests/0: with `verbose(true)` or `output(always)`, each test is named when it
%  is run. Other options have no effect.
?- set_test_options([silent(true)]).
   true.
set_test_options(Os) :-
    must_be(list, Os),
    set_each(Os).

set_each([]).
set_each([O|Os]) :-
    functor(O, N, A),
    functor(G, N, A),
    retractall(test_option(G)),
    assertz(test_option(O)),
    set_each(Os).

%! load_test_files(+Options) is det.
%
%  Loads the file `file.plt` of each loaded file `file.pl`.
?- load_test_files([]).
   true.
load_test_files(_) :-
    findall(T, ( source_file(F), atom_concat(Base, '.pl', F), atom_concat(Base, '.plt', T), exists_file(T) ), Ts0),
    sort(Ts0, Ts),
    load_each(Ts).

load_each([]).
load_each([T|Ts]) :- user:consult(T), load_each(Ts).

%! running_tests is det.
%
%  Reports the running tests. There are none when this is called.
?- running_tests.
   true.
running_tests.

%! test_report(+What) is det.
%
%  Accepted without effect: run_tests/0 reports everything.
?- test_report(fixme).
   true.
test_report(_).

%! current_test_unit(?Unit, ?Options) is nondet.
%
%  True if `Unit` is a loaded unit with `Options`.
?- current_test_unit(none, Os).
   false.
current_test_unit(U, Os) :- unit(U, _, Os).

%! current_unit(?Unit, ?Module, ?Super, ?Options) is nondet.
%
%  True if `Unit` is a loaded unit with the module `Module`.
?- current_unit(none, M, S, Os).
   false.
current_unit(U, M, user, Os) :- unit(U, M, Os).

%! current_test(?Unit, ?Name, ?Line, ?Body, ?Options) is nondet.
%
%  Enumerates the loaded tests. `Line` is 0 if it is not known.
?- current_test(none, N, L, B, Os).
   false.
current_test(U, N, L, B, Os) :-
    unit(U, M, _),
    test_clause(M, N, Os, B, L, _).

% The tests of a module, in textual order.
test_clause(M, N, Os, '$test'(Id,body,V), Line, File) :-
    '$defined'(M, '$test', 3),
    M:'$test'(Id, test(N,Os,File,Line), V).

listed(Os, L) :- ( is_list(Os) -> L = Os ; L = [Os] ).

%! run_tests is semidet.
%
%  Runs the tests of all units and reports failures with their positions to `user_error`. False if a
%  test failed.
?- run_tests.
   true.
run_tests :- run_tests(all, []).

%! run_tests(+Tests) is semidet.
%
%  Runs the tests of `Tests`: `all`, a unit, `Unit:Test`, `Unit:Tests`, or a list of these. Throws
%  an existence error if there is no such unit.
?- run_tests(none).
   error(existence_error(test_unit,none),run_tests/1).
run_tests(Ts) :- run_tests(Ts, []).

%! run_tests(+Tests, +Options) is semidet.
%
%  As run_tests/1, with the options of set_test_options/1.
?- run_tests(all, []).
   true.
run_tests(Ts, Os) :-
    set_test_options(Os),
    (   Ts == all -> findall(U-all, unit(U, _, _), Runs)
    ;   listed(Ts, L),
        runs(L, Runs)
    ),
    State = done(0, 0, 0, 0),
    run_units(Runs, State),
    summary(State),
    State = done(_, 0, _, _).

runs([], []).
runs([S|Ss], [U-Ns|Rs]) :-
    (   S = U:N -> listed(N, Ns)
    ;   U = S,
        Ns = all
    ),
    (   unit(U, _, _) -> true
    ;   existence_error(test_unit, U, run_tests/1)
    ),
    runs(Ss, Rs).

count(State, I) :- arg(I, State, N0), N is N0+1, nb_setarg(I, State, N).

summary(done(Passed,Failed,Blocked,_)) :-
    Total is Passed+Failed,
    (   Total =:= 0, Blocked =:= 0 -> true
    ;   Failed =:= 0 -> ( Passed =:= 1 -> say('% The test passed', []) ; say('% All ~D tests passed', [Passed]) )
    ;   Total =:= 1 -> say('% The test failed', [])
    ;   say('% ~D of ~D tests failed', [Failed,Total])
    ),
    (   Blocked =:= 0 -> true
    ;   Blocked =:= 1 -> say('% 1 test is blocked', [])
    ;   say('% ~D tests are blocked', [Blocked])
    ).

say(F, As) :- format(user_error, F, As), nl(user_error).

run_units([], _).
run_units([U-Ns|Rs], State) :-
    unit(U, M, Os),
    (   memberchk(blocked(Why), Os) -> say('% unit ~q is blocked: ~w', [U,Why])
    ;   member(condition(C), Os), \+ holds(M, C) -> true
    ;   around(unit, U, M, Os, run_tests_of(U, M, Ns, State), State)
    ),
    run_units(Rs, State).

run_tests_of(U, M, Ns, State) :-
    findall(t(N,Os,B,L,F), ( test_clause(M, N, Os, B, L, F), wanted(Ns, N) ), Ts),
    run_each(Ts, U, M, State).

wanted(all, _) :- !.
wanted(Ns, N) :- ground(N), memberchk(N, Ns).

run_each([], _, _, _).
run_each([T|Ts], U, M, State) :-
    copy_term(T, T1),
    run_test(T1, U, M, State),
    run_each(Ts, U, M, State).

run_test(t(N,Os,B,L,F), U, M, State) :-
    Place = at(U,N,F,L),
    (   member(O, Os), ( O = blocked(Why) ; O = fixme(Why) ) ->
        count(State, 3),
        ( O = blocked(_) -> true ; say('% ~w: fixme: ~w', [Place,Why]) )
    ;   member(condition(C), Os), \+ holds(M, C) -> true
    ;   select(forall(G), Os, Os1) ->
        findall(t(N,Os1,B), catch(M:G, _, fail), Cases),
        run_cases(Cases, Place, M, State)
    ;   run_case(Os, B, Place, M, State)
    ).

run_cases([], _, _, _).
run_cases([t(N,Os,B)|Cs], Place, M, State) :-
    Place = at(U,_,F,L),
    run_case(Os, B, at(U,N,F,L), M, State),
    run_cases(Cs, Place, M, State).

run_case(Os, B, Place, M, State) :-
    (   test_option(verbose(true)) -> Place = at(U,N,_,_), say('% ~q:~q', [U,N])
    ;   true
    ),
    with_unification(Os, around(test, Place, M, Os, judged(Os, B, Place, M, State), State)).

% Runs a test with the unification that it is about.
with_unification(Os, G) :-
    (   member(sto(Trees), Os), occurs_check(Trees, Value) ->
        current_prolog_flag(occurs_check, Old),
        setup_call_cleanup(set_prolog_flag(occurs_check, Value), G, set_prolog_flag(occurs_check, Old))
    ;   call(G)
    ).

occurs_check(rational_trees, false).
occurs_check(finite_trees, true).

% Runs setup and cleanup around a unit or a test, which share the bindings of the setup. If the
% setup fails, the tests are not run.
around(What, Place, M, Os, Goal, State) :-
    (   each_setup(Os, M, What, Place, State) ->
        call(Goal),
        (   member(cleanup(C), Os) -> ignore(quietly(M, C, What, cleanup, Place, State))
        ;   true
        )
    ;   true
    ).

each_setup([], _, _, _, _).
each_setup([O|Os], M, What, Place, State) :-
    (   O = setup(S) -> quietly(M, S, What, setup, Place, State)
    ;   true
    ),
    each_setup(Os, M, What, Place, State).

quietly(M, G, What, Part, Place, State) :-
    catch(( M:G -> R = true ; R = false ), E, R = threw(E)),
    (   R == true -> true
    ;   failed(State, Place, '~w of ~w: ~p', [Part,What,R]),
        fail
    ).

holds(M, G) :- catch(M:G, _, fail), !.

failed(State, Place, F, As) :-
    count(State, 2),
    place(Place, P),
    format(chars(Cs), F, As),
    say('~wtest ~s', [P,Cs]).

place(at(U,N,F,L), P) :- !,
    (   L =:= 0 -> format(atom(P), '~q:~q: ', [U,N])
    ;   format(atom(P), '~w:~d: ~q:~q: ', [F,L,U,N])
    ).
place(U, P) :- format(atom(P), '~q: ', [U]).

%% Expectations

judged(Os, B, Place, M, State) :-
    expected(Os, Expected),
    outcome(Expected, Os, B, M, Verdict),
    (   Verdict == passed -> count(State, 1)
    ;   Verdict == choices ->
        count(State, 1),
        place(Place, P),
        say('~wtest succeeded with a choice point left', [P])
    ;   Verdict = wrong(F, As),
        failed(State, Place, F, As)
    ).

expected(Os, E) :- ( member(O, Os), expectation(O, E) -> true ; E = true(true) ).

expectation(O, _) :- var(O), !, instantiation_error(test/2).
expectation(fail, fail).
expectation(false, fail).
expectation(true, true(true)).
expectation(true(G), true(G)).
expectation(throws(B), throws(B)).
expectation(exception(B), throws(B)).
expectation(error(F), throws(error(F,_))).
% The second argument of an error is implementation dependent (ISO 7.12.2): what SWI-Prolog has there is not expected.
expectation(error(F,C0), throws(error(F,C))) :-
    (   nonvar(C0), C0 = context(_,_) -> true
    ;   C = C0
    ).
expectation(all(G), collected(all,G)).
expectation(bag(G), collected(bag,G)).
expectation(set(G), collected(set,G)).
expectation(A==B, true(A==B)).
expectation(A=B, true(A=B)).
expectation(A=:=B, true(A=:=B)).
expectation('=@='(A,B), true('=@='(A,B))).
expectation(A=\=B, true(A=\=B)).
expectation(A\==B, true(A\==B)).
expectation(A\=B, true(A\=B)).
expectation(A is B, true(A is B)).

outcome(true(G), Os, B, M, V) :-
    catch(( call_det(M:B, Det) -> R = yes ; R = no ), E, R = threw(E)),
    (   R = threw(E) -> V = wrong('threw ~p', [E])
    ;   R == no -> V = wrong('failed', [])
    ;   catch(( M:G -> C = yes ; C = no ), E2, C = threw(E2)),
        (   C == yes ->
            (   ( Det == true ; memberchk(nondet, Os) ) -> V = passed
            ;   V = choices
            )
        ;   C == no -> V = wrong('succeeded, but not ~p', [G])
        ;   V = wrong('threw ~p in ~p', [E2,G])
        )
    ).
outcome(fail, _, B, M, V) :-
    catch(( M:B -> R = yes ; R = no ), E, R = threw(E)),
    (   R == no -> V = passed
    ;   R == yes -> V = wrong('succeeded, must fail: ~p', [B])
    ;   V = wrong('threw ~p, must fail', [E])
    ).
outcome(throws(Ball), _, B, M, V) :-
    catch(( M:B -> R = yes ; R = no ), E, R = threw(E)),
    (   R = threw(E) ->
        (   ( subsumes_term(Ball, E) ; in_dialect(E, E1), subsumes_term(Ball, E1) ) -> V = passed
        ;   V = wrong('threw ~p, not ~p', [E,Ball])
        )
    ;   R == yes -> V = wrong('succeeded, must throw ~p', [Ball])
    ;   V = wrong('failed, must throw ~p', [Ball])
    ).
outcome(collected(How,G), _, B, M, V) :-
    G =.. [Op,T,L],
    catch(( findall(T, M:B, Ts), R = yes ), E, R = threw(E)),
    (   R = threw(E) -> V = wrong('threw ~p', [E])
    ;   arranged(How, Ts, Found),
        arranged(How, L, Wanted),
        C =.. [Op,Found,Wanted],
        (   M:C -> V = passed
        ;   V = wrong('answers ~p, not ~p', [Found,Wanted])
        )
    ).

% A ball as programs of the dialect `swi` catch it.
in_dialect(Ball, Ball1) :- catch(throw(Ball), '$dialect_catcher'(Ball1), true).

arranged(all, Ts, Ts).
arranged(bag, Ts0, Ts) :- msort(Ts0, Ts).
arranged(set, Ts0, Ts) :- sort(Ts0, Ts).
