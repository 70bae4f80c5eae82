% Tests that report in the Test Anything Protocol, with the interface of the pack `tap` for SWI-Prolog.
%
% In a file that is no module, each clause below `:- use_module(library(tap)).` is a test: its head is the
% description, whose arguments say what is expected, and its body is the goal. A fact is a goal without a description.
% At the end of the file, main/0 is defined, which runs the tests of all files.

:- module(tap, [
    tap_header/1, tap_footer/3, tap_call/1, tap_call/3, tap_state/1, diag/2, register_test/1, is_test_running/0
]).

:- meta_predicate tap_call(0), tap_call(0,?,?), outcome(0,?).

% test_case(File, Goal): the tests in their order; testing(File): the clauses that are read are tests, from the import
% of this library on; finished(File): the end of the file was read. The import that loads this library cannot be seen:
% the next term belongs to the file that has it (`import_pending`).
:- dynamic(test_case/2).
:- dynamic(testing/1).
:- dynamic(import_pending/0).
:- dynamic(finished/1).
:- dynamic(running/0).

expansion(T, Cs) :-
    nonvar(T),
    prolog_load_context(module, user),
    prolog_load_context(source, File),
    (   retract(import_pending) -> begin_tests(File)
    ;   true
    ),
    (   T == end_of_file -> at_end(File), fail
    ;   T = (:- Directive) -> imports_tap(Directive), begin_tests(File), fail
    ;   \+ testing(File) -> fail
    ;   T = (Head :- _) -> callable(Head), Head \== main, add_test(Head), fail
    ;   is_fact(T) ->
        format(atom(Name), "~w", [T]),
        add_test(Name),
        Cs = (Name :- T)
    ).

begin_tests(File) :-
    (   testing(File) -> true
    ;   assertz(testing(File))
    ).

% The directive names this library, also in a list of libraries.
imports_tap(T) :-
    nonvar(T),
    (   T = library(L) -> L == tap
    ;   compound(T),
        arg(_, T, Part),
        imports_tap(Part)
    ), !.

is_fact(T) :-
    callable(T),
    functor(T, F, A),
    \+ memberchk(F/A, [(?-)/1,(-->)/2,(=>)/2]).

% Runs of clauses for one description are one test.
add_test(Head) :-
    (   prolog_load_context(source, File) -> true
    ;   File = user
    ),
    (   retract(finished(File)) -> retractall(test_case(File, _))
    ;   true
    ),
    (   test_case(File, Head0), Head0 =@= Head -> true
    ;   assertz(test_case(File, Head))
    ).

at_end(File) :-
    retractall(testing(File)),
    (   test_case(File, _), \+ finished(File) ->
        assertz(finished(File)),
        % A program that defines main/0 itself calls the tests itself.
        catch(( retractall(user:main), assertz((user:main :- tap:run_all)) ), error(permission_error(_,_,_),_), true)
    ;   true
    ).

run_all :-
    findall(Head, test_case(_, Head), Heads),
    length(Heads, N),
    tap_header(N),
    tap_state(State0),
    run_each(Heads, State0, State),
    tap_footer(N, State0, State).

run_each([], State, State).
run_each([Head|Heads], State0, State) :- tap_call(user:Head, State0, State1), run_each(Heads, State1, State).

%! register_test(+Head) is det.
%
%  Adds a test of the file that is being loaded: for a term_expansion/2 of the program that makes the clauses of tests.
?- tap:register_test(a), tap:test_case(_, a), retractall(tap:test_case(_, a)).
   true.
register_test(Head) :- must_be(callable, Head), add_test(Head).

%! tap_header(+N) is det.
%
%  Writes the version of the protocol and the plan for `N` tests.
?- tap:tap_header(2).
   outputs("TAP version 13\n1..2\n").
tap_header(N) :- format("TAP version 13~n1..~d~n", [N]).

%! tap_footer(+N, +State0, +State) is det.
%
%  Writes the time in milliseconds and the numbers of the `N` tests, of those that passed and, if there are any, of
%  those that failed between two states.
?- tap:tap_state(S), with_output_to(string(T), tap:tap_footer(1, S, S)),
   once(string_concat(_, "# tests 1\n# pass  0\n# fail  1\n", T)).
   S = ..., T = ... .
tap_footer(N, state(_,Passed0,T0), state(_,Passed1,T1)) :-
    Ms is (T1-T0)*1000,
    Passed is Passed1-Passed0,
    Failed is N-Passed,
    format("~n# time=~1fms~n# tests ~d~n# pass  ~d~n", [Ms,N,Passed]),
    (   Failed > 0 -> format("# fail  ~d~n", [Failed])
    ;   true
    ).

%! tap_state(-State) is det.
%
%  Unifies `State` with the state before the first test.
?- tap:tap_state(S).
   S = ... .
tap_state(state(1,0,T)) :- get_time(T).

%! tap_call(:Test) is det.
%
%  As tap_call/3, for a single test.
?- tap:tap_call(true).
   outputs("ok 1 - true\n").
?- tap:tap_call(member(_, [a,b])).
   outputs("not ok 1 - member # left unexpected choice points\n").
?- tap:tap_call(atom_length(_, _)).
   outputs("not ok 1 - atom_length # exception(error(instantiation_error,atom_length/2))\n").
tap_call(Test) :-
    tap_state(State),
    tap_call(Test, State, _).

%! tap_call(:Test, +State0, -State) is det.
%
%  Runs a test and writes a line about its result. The test must succeed without leaving choice points, unless one of
%  its arguments is `fail`, `throws(E)`, `error(E)`, `todo`, `todo(Why)` or `fixme(Why)`.
?- assertz(('no number'(fail) :- atom(1))), tap:tap_state(S), tap:tap_call('no number'(fail), S, _).
   S = ..., outputs("ok 1 - no number\n").
?- assertz(('throws it'(throws(b)) :- throw(b))), tap:tap_call('throws it'(throws(b))).
   outputs("ok 1 - throws it\n").
?- assertz(('some day'(todo(soon)) :- fail)), tap:tap_call('some day'(todo(soon))).
   outputs("not ok 1 - some day # TODO soon\n").
tap_call(MTest, State0, State) :-
    strip_module(MTest, _, Test),
    Test =.. [Name|Options],
    expected(Options, Expected),
    setup_call_cleanup(asserta(running), outcome(MTest, Outcome), retract(running)),
    (   judged(Expected, Outcome, Result, Comment) -> true
    ;   Result = 'not ok', Comment = ''
    ),
    State0 = state(N,Passed0,_),
    (   Comment == '' -> format("~w ~d - ~w~n", [Result,N,Name])
    ;   format("~w ~d - ~w # ~w~n", [Result,N,Name,Comment])
    ),
    ( Result == ok -> Passed is Passed0+1 ; Passed = Passed0 ),
    N1 is N+1,
    get_time(T),
    State = state(N1,Passed,T).

expected([], det).
expected([O|Os], E) :-
    (   expectation(O, E0) -> E = E0
    ;   expected(Os, E)
    ).

expectation(O, _) :- var(O), !, fail.
expectation(fail, fail).
expectation(todo, todo('')).
expectation(todo(Why), todo(Why)).
expectation(fixme(Why), todo(Why)).
expectation(throws(E), exception(E)).
expectation(error(E), exception(E)).


outcome(G, Outcome) :-
    (   catch(call_det(G, Det), E, true) ->
        (   nonvar(E) -> Outcome = exception(E)
        ;   Det == true -> Outcome = det
        ;   Outcome = choicepoints
        )
    ;   Outcome = fail
    ).

judged(todo(Why), Outcome, Result, Comment) :-
    ( Outcome == det -> Result = ok ; Result = 'not ok' ),
    ( Why == '' -> Comment = 'TODO' ; format(atom(Comment), "TODO ~w", [Why]) ).
judged(det, Outcome, Result, Comment) :-
    (   Outcome == det -> Result = ok, Comment = ''
    ;   Outcome == choicepoints -> Result = 'not ok', Comment = 'left unexpected choice points'
    ;   Result = 'not ok', format(atom(Comment), "~q", [Outcome])
    ).
judged(fail, fail, ok, '').
judged(exception(E), exception(E), ok, '').

%! is_test_running is semidet.
%
%  True while a test runs.
?- tap:is_test_running.
   false.
is_test_running :- running, !.

%! diag(+Format, +Arguments) is det.
%
%  While a test runs, writes a message as a comment to `user_error`.
?- tap:diag("seen ~w", [x]).
   true.
diag(Format, Args) :-
    (   running -> format(atom(A), Format, Args), format(user_error, "# ~w~n", [A])
    ;   true
    ).

% The last directives: the clauses above are no tests.
:- assertz(import_pending).
:- assertz((system:term_expansion(T, Cs) :- tap:expansion(T, Cs))).
