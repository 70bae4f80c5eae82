%   What it shows:  the cost of five programs for N queens, in inferences, backtracks and time. The
%   table of docs/documents.md was made with this program.
%   How to run it:  horn programs/queens_table.pl   then
%                   ?- cost(okeefe, all, 8, Cost).
%                   ?- row(okeefe, first, 20).

:- use_module(library(lists)).
:- use_module(library(format)).
:- use_module(library(clpfd)).
:- use_module(scheme).

:- prolog_load_context(directory, Folder), assertz(folder(Folder)).

% Each program is loaded into a module of its own, because several define queens/2.
:- initialization(load_programs).

load_programs :-
    forall(program_file(Program, File), (
        folder(Folder),
        atomic_list_concat([Folder, /, File], Path),
        Program:consult(Path)
    )),
    scheme_file('sicp_queens.scm').

program_file(fruehwirth, 'fruehwirth.pl').
program_file(okeefe, 'okeefe_queens.pl').
program_file(sicp, 'sicp_queens.pl').
program_file(triska, 'triska_queens.pl').
program_file(sicstus, 'sicstus_queens.pl').

%! solution(+Program, +N, -Queens) is nondet.
%
%  Enumerates the solutions of the program, called as its document calls it, without output.
solution(fruehwirth, N, Qs) :- fruehwirth:n_queens(N, Qs).
solution(okeefe, N, Ps) :- okeefe:make_initial_table(N, Table), okeefe:place(Table, Ps).
solution(sicp, N, Qs) :- sicp:queens(N, Qs).
solution(triska, N, Qs) :- triska:n_queens(N, Qs), labeling([ff], Qs).
solution(sicstus, N, Qs) :- sicstus:queens(N, Qs, [ff]).

%! cost(+Program, +What, +N, -Cost) is det.
%
%  Measures a program. `What` is `first` or `all`; `Cost` is `cost(Solutions, Inferences,
%  Backtracks, Seconds)`. Backtracks are the failures of the constraint solver, and for programs
%  without constraints the dead ends: partial placements that leave a queen without a square. Boards
%  of size four are solved first, to exclude the time of loading libraries.
?- cost(fruehwirth, all, 6, cost(S, I, B, T)).
   S = 4, I = ..., B = 46, T = ... .
?- cost(okeefe, all, 6, cost(S, I, B, T)).
   S = 4, I = ..., B = 36, T = ... .
?- cost(scheme, all, 6, cost(S, I, B, T)).
   S = 4, I = ..., B = 46, T = ... .
?- cost(triska, first, 20, cost(S, I, B, T)).
   S = 1, I = ..., B = 33, T = ... .
cost(Program, What, N, cost(Solutions, Inferences, Backtracks, Seconds)) :-
    count(Program, What, 4, _),
    statistics(backtracks, B0),
    get_time(T0),
    statistics(inferences, I0),
    count(Program, What, N, Solutions),
    statistics(inferences, I1),
    get_time(T1),
    statistics(backtracks, B1),
    Inferences is I1-I0,
    Seconds is T1-T0,
    (   memberchk(Program, [triska,sicstus]) -> Backtracks is B1-B0
    ;   dead_ends(Program, What, N, Backtracks)
    ).

% The Scheme program always computes all solutions.
count(Program, What, N, Solutions) :-
    (   Program == scheme ->
        What == all,
        format(chars(Form), "(length (queens ~d))", [N]),
        scheme_value(Form, Solutions)
    ;   What == first -> ( solution(Program, N, _) -> Solutions = 1 ; Solutions = 0 )
    ;   aggregate_all(count, solution(Program, N, _), Solutions)
    ).

%! row(+Program, +What, +N) is det.
%
%  Prints the cost.
row(Program, What, N) :-
    cost(Program, What, N, cost(Solutions, Inferences, Backtracks, Seconds)),
    format("~w ~w ~d: ~D solutions, ~D inferences, ~D backtracks, ~4f s~n",
        [Program,What,N,Solutions,Inferences,Backtracks,Seconds]).

% Dead ends: the search of the program, with a counter for queens without a square.

dead_ends(Program, What, N, Count) :-
    nb_setval(dead_ends, 0),
    (   What == first -> ( again(Program, N) -> true ; true )
    ;   forall(again(Program, N), true)
    ),
    nb_getval(dead_ends, Count).

again(okeefe, N) :- okeefe:make_initial_table(N, Table), place(Table).
again(fruehwirth, N) :- length(Qs, N), queens(N, Qs, _, _).
again(sicp, N) :- fill(N, N, _).
again(scheme, N) :- fill(N, N, _).

dead_end :- nb_getval(dead_ends, C0), C is C0+1, nb_setval(dead_ends, C), fail.

% At least one answer, otherwise a dead end.
:- meta_predicate or_dead_end(0).
or_dead_end(Goal) :-
    Any = any(no),
    (   Goal, nb_setarg(1, Any, yes)
    ;   Any = any(no), dead_end
    ).

place([]).
place(Unplaced) :-
    okeefe:least_room_to_move(Unplaced, Queen, Columns, Others),
    or_dead_end(member(Col, Columns)),
    okeefe:prune(Others, Queen, Col, Remaining),
    place(Remaining).

queens(0, _, _, _).
queens(N, Qs, Ups, [_|Downs]) :-
    N > 0, N1 is N-1,
    queens(N1, Qs, [_|Ups], Downs),
    or_dead_end(fruehwirth:queen(N1, Qs, Ups, Downs)).

fill(0, _, []).
fill(K, N, Rows) :-
    K > 0, K1 is K-1,
    fill(K1, N, Rest),
    or_dead_end(( between(1, N, Row), sicp:safe(Rest, Row, K1) )),
    append(Rest, [Row], Rows).
