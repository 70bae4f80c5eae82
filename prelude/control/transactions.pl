% Goals whose changes to the clauses of dynamic predicates are undone.

:- module(transactions, [transaction/1, transaction/2, snapshot/1]).

:- meta_predicate transaction(0), transaction(0,+), snapshot(0).

%! transaction(:Goal) is semidet.
%
%  Calls `once(Goal)`. If it fails or throws an exception, the clauses of all dynamic predicates of the program are
%  again those from before the call. This takes time and memory in proportion to their number. A clause that was
%  retracted and is put back is a new clause, with another reference. The recorded database, global variables and what
%  libraries keep are not restored.
?- retractall(tr(_)), assertz(tr(1)), assertz(tr(2)),
   \+ transaction(( retract(tr(1)), assertz(tr(3)), fail )), findall(X, tr(X), Xs).
   Xs = [1,2].
?- retractall(tr(_)), catch(transaction(( assertz(tr(3)), throw(stop) )), stop, true), \+ tr(_).
   true.
?- retractall(tr(_)), transaction(( assertz(tr(3)), \+ transaction(( assertz(tr(4)), fail )) )), findall(X, tr(X), Xs).
   Xs = [3].
transaction(G) :-
    clauses_now(State),
    (   catch(G, E, ( restore(State), throw(E) )) -> true
    ;   restore(State),
        fail
    ).

%! transaction(:Goal, +Options) is semidet.
%
%  As transaction/1; the options have no effect.
?- retractall(tr(_)), transaction(assertz(tr(1)), [bulk(true)]), tr(X).
   X = 1.
transaction(G, Os) :-
    must_be(list, Os),
    transaction(G).

%! snapshot(:Goal) is semidet.
%
%  As transaction/1, but the clauses are restored if the goal succeeds, too.
?- retractall(tr(_)), snapshot(( assertz(tr(1)), tr(X) )), \+ tr(_).
   X = 1.
snapshot(G) :-
    clauses_now(State),
    (   catch(G, E, ( restore(State), throw(E) )) -> restore(State)
    ;   restore(State),
        fail
    ).

% The dynamic predicates of the program, as state(Module, Head, References, Clauses).
clauses_now(States) :-
    findall(
        state(M,H,Rs,Cs),
        (   dynamic_predicate(M, H),
            findall(R-(H1:-B), clause(M:H, H1, B, R), RCs),
            pairs_keys_values(RCs, Rs, Cs)
        ),
        States).

dynamic_predicate(M, H) :-
    current_module(M),
    M \== system,
    \+ '$library'(M),
    current_predicate(M:N/A),
    functor(H, N, A),
    predicate_property(M:H, dynamic),
    \+ predicate_property(M:H, imported_from(_)).

clause(M:H, H1, B, R) :- copy_term(H, H1), clause(M:H1, B, R).

restore(States) :-
    restore_each(States),
    forall(
        (   dynamic_predicate(M, H),
            \+ ( member(state(M,H0,_,_), States), H0 =@= H )
        ),
        retractall(M:H)).

restore_each([]).
restore_each([state(M,H,Rs0,Cs)|States]) :-
    findall(R, clause(M:H, _, _, R), Rs),
    (   Rs == Rs0 -> true
    ;   % Clauses that were only added are removed, and the others keep their references.
        append(Before, Rs1, Rs), append(Rs0, After, Rs1) ->
        erase_each(Before),
        erase_each(After)
    ;   erase_each(Rs),
        add_each(Cs, M)
    ),
    restore_each(States).

erase_each([]).
erase_each([R|Rs]) :- erase(R), erase_each(Rs).

add_each([], _).
add_each([C|Cs], M) :- assertz(M:C), add_each(Cs, M).
