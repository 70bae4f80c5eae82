% Predicates whose clauses are stored under another name, since a clause that a declaration makes stands under their own.

:- module(renamed_clauses, [store_clauses_as/5]).

%! store_clauses_as(+Module, +Name, +Arity, +NewName, +Tabled) is det.
%
%  Stores the clauses of a static predicate of the program, those that it has and those that its text has later, under `NewName`. The
%  predicate itself has no clauses then. `Tabled` is `true` if the declaration tables it. Throws a permission error if the predicate is
%  no static one of the program, or if its clauses cannot be had.
?- store_clauses_as(lists, append, 3, other, false).
   error(permission_error(modify,static_procedure,append/3),_A).
store_clauses_as(M, N, A, New, Tabled) :-
    functor(H, N, A),
    (   '$open_static'(M, H) ->
        findall(H-B, '$static_from'(0, M, H, B), Cs),
        ( Cs == [] -> true ; '$remove_clauses'(M, N, A) )
    ;   Cs = []
    ),
    '$rename_clauses'(M, N, A, New, Tabled),
    add_clauses(Cs, M, New).

add_clauses([], _, _).
add_clauses([H0-B|Cs], M, New) :-
    H0 =.. [_|Xs],
    H =.. [New|Xs],
    '$add_clause'(M, (H:-B)),
    add_clauses(Cs, M, New).
