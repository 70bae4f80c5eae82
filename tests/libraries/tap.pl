% Files whose clauses are tests of library(tap), loaded, run and loaded again.

:- use_module(library(files)).
:- use_module(library(readutil)).

:- dynamic(main/0).

% main/0 runs the tests of all files: those of the quads before are forgotten.
with_file(Lines, Goal, F) :-
    retractall(tap:test_case(_, _)),
    tmp_file(tap_test, F0),
    atom_concat(F0, '.pl', F),
    rewrite(F, Lines),
    call_cleanup(once(Goal), delete_file(F)).

rewrite(F, Lines) :-
    setup_call_cleanup(open(F, write, S), forall(member(L, Lines), format(S, "~w~n", [L])), close(S)).

% What main/0 writes, without the time.
report(Lines) :-
    with_output_to(string(S), main),
    split_string(S, "\n", "", All),
    findall(A, ( member(L, All), \+ sub_string(L, 0, _, _, "# time"), atom_string(A, L) ), Lines).

loaded(F, Lines) :- consult(F), report(Lines).

loaded_again(F, New, Lines) :-
    consult(F),
    rewrite(F, New),
    consult(F),
    report(Lines).

?- with_file([':- use_module(library(tap)).',
              '''two plus two'' :- 4 is 2+2.',
              '''is not''(fail) :- atom(1).',
              '''is thrown''(throws(x)) :- throw(x).',
              '''some day''(todo) :- fail.',
              '''wrong'' :- 5 is 2+2.',
              '''two answers'' :- member(_, [a,b]).',
              'atom(a).'], loaded(F, Ls), F),
   maplist(portray_clause, Ls).
   F = ..., Ls = ..., outputs("'TAP version 13'.\n'1..7'.\n'ok 1 - two plus two'.\n'ok 2 - is not'.\n'ok 3 - is thrown'.\n'not ok 4 - some day # TODO'.\n'not ok 5 - wrong # fail'.\n'not ok 6 - two answers # left unexpected choice points'.\n'ok 7 - atom(a)'.\n''.\n'# tests 7'.\n'# pass  4'.\n'# fail  3'.\n''.\n").
% Clauses before the import are no tests; auxiliary predicates stand there.
?- with_file(['double(X, Y) :- Y is 2*X.',
              ':- use_module([library(lists),library(tap)]).',
              'doubled :- double(2, 4).'], loaded(F, Ls), F).
   F = ..., Ls = ['TAP version 13','1..1','ok 1 - doubled','','# tests 1','# pass  1',''].
% A file that is loaded again has its new tests alone.
?- with_file([':- use_module(library(tap)).', 'one :- true.', 'two :- true.'],
             loaded_again(F, [':- use_module(library(tap)).', 'three :- true.'], Ls), F).
   F = ..., Ls = ['TAP version 13','1..1','ok 1 - three','','# tests 1','# pass  1',''].
