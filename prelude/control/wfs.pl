% The conditions of undefined answers of tabled predicates, and the program that they form.

:- module(wfs, [
    call_delays/2, delays_residual_program/2, call_residual_program/2, answer_residual/2,
    answer_count_restraint/0, radial_restraint/0, abolish_table_subgoals/1,
    abolish_private_tables/0, abolish_shared_tables/0, abolish_module_tables/1
]).

:- meta_predicate call_delays(0,-), delays_residual_program(:,-), call_residual_program(0,-), answer_residual(:,-).

%! call_delays(:Goal, -Condition) is nondet.
%
%  Calls `Goal`. Unifies `Condition` with `true` if the answer is true, otherwise with the conjunction of
%  the undefined goals that it depends on.
?- call_delays(member(X,[a]), C).
   X = a, C = true.
?- call_delays(undefined, C).
   C = tabling:undefined, tabling:undefined.
call_delays(G, Condition) :-
    delays(Ds0),
    b_setval('$table_delays', []),
    call(G),
    delays(Ds1),
    append(Ds1, Ds0, Ds),
    b_setval('$table_delays', Ds),
    strip_module(G, M, _),
    reverse(Ds1, Ds2),
    goals(Ds2, M, Gs0),
    list_to_set(Gs0, Gs),
    conjoined(Gs, Condition).

delays(Ds) :- ( '$global'('$table_delays', Ds0) -> Ds = Ds0 ; Ds = [] ).

goals([], _, []).
goals([D|Ds], M, [G|Gs]) :-
    (   D = g(G0,_) -> true
    ;   well_founded:literal_goal(D, G0)
    ),
    seen_from(G0, M, G),
    goals(Ds, M, Gs).

conjoined([], true).
conjoined([G|Gs], C) :-
    (   Gs == [] -> C = G
    ;   C = (G,C1),
        conjoined(Gs, C1)
    ).

% The same goal, called in module `M`: without qualification where this is not needed.
seen_from((A0;B0), M, (A;B)) :- !, seen_from(A0, M, A), seen_from(B0, M, B).
seen_from((A0,B0), M, (A,B)) :- !, seen_from(A0, M, A), seen_from(B0, M, B).
seen_from(tabling:tnot(G0), M, tnot(G)) :- !, seen_from(G0, M, G).
seen_from(tabling:not_exists(G0), M, not_exists(G)) :- !, seen_from(G0, M, G).
seen_from(M:G, M, G) :- !.
seen_from(G, _, G).

%! delays_residual_program(:Condition, -Clauses) is det.
%
%  Unifies `Clauses` with the clauses `Head :- Condition` of the undefined goals that `Condition`
%  depends on.
?- delays_residual_program(true, Cs).
   Cs = [].
delays_residual_program(C0, Clauses) :-
    strip_module(C0, M, C),
    residual(C, M, M, Clauses, [], [], _).

% residual(+Goal, +Module, +Seen, -Clauses, -Rest, +Done0, -Done). The clauses of the predicates of `Goal`, as seen from
% module `Seen`. `Done` has the heads.
residual(G, _, _, _, _, _, _) :- var(G), !, instantiation_error(delays_residual_program/2).
residual(M:G, _, Seen, Cs0, Cs, D0, D) :- !, residual(G, M, Seen, Cs0, Cs, D0, D).
residual((A,B), M, Seen, Cs0, Cs, D0, D) :- !,
    residual(A, M, Seen, Cs0, Cs1, D0, D1),
    residual(B, M, Seen, Cs1, Cs, D1, D).
residual((A;B), M, Seen, Cs0, Cs, D0, D) :- !,
    residual((A,B), M, Seen, Cs0, Cs, D0, D).
residual(tnot(G), M, Seen, Cs0, Cs, D0, D) :- !, residual(G, M, Seen, Cs0, Cs, D0, D).
residual(not_exists(G), M, Seen, Cs0, Cs, D0, D) :-
    \+ tabling:tabled_goal(G, M, _, _, _, _), !,
    call_delays(M:G, C),
    residual(C, M, Seen, Cs0, Cs, D0, D).
residual(not_exists(G), M, Seen, Cs0, Cs, D0, D) :- !, residual(G, M, Seen, Cs0, Cs, D0, D).
residual(true, _, _, Cs, Cs, D, D) :- !.
residual(undefined, _, _, Cs, Cs, D, D) :- !.
residual(G, M0, Seen, Cs0, Cs, D0, D) :-
    findall((M:H)-C, answer(G, M0, M, H, C), As),
    residual_answers(As, Seen, Cs0, Cs, D0, D).

residual_answers([], _, Cs, Cs, D, D).
residual_answers([H0-C0|As], Seen, Cs0, Cs, D0, D) :-
    (   ( C0 == true ; member(H1, D0), H1 =@= H0 ) -> residual_answers(As, Seen, Cs0, Cs, D0, D)
    ;   seen_from(H0, Seen, H),
        seen_from(C0, Seen, C),
        Cs0 = [(H:-C)|Cs1],
        residual(C0, Seen, Seen, Cs1, Cs2, [H0|D0], D1),
        residual_answers(As, Seen, Cs2, Cs, D1, D)
    ).

% Enumerates the answers of a tabled goal that are not false, and their conditions.
answer(G, M0, M, H, Condition) :-
    (   callable(G) -> true
    ;   type_error(callable, G, answer_residual/2)
    ),
    (   tabling:tabled_goal(G, M0, M, Body, H, Modes) -> true
    ;   functor(G, N, Arity),
        permission_error(answer_residual, non_tabled_procedure, N/Arity, answer_residual/2)
    ),
    H = G,
    '$table'(M:H, Id),
    term_variables(H, Vs),
    tabling:answer(Modes, Vs, A),
    '$table_field'(Id, 0, State),
    tabling:evaluated(State, Id, M:Body, A),
    tabling:reading(Id),
    tabling:place(Id, I),
    (   A = moded(K,Values,_) -> '$table_get'(Id, I, K), '$table_value'(Id, I, Values)
    ;   '$table_get'(Id, I, A)
    ),
    well_founded:answer_condition(Id, I, Condition).

%! call_residual_program(:Goal, -Clauses) is nondet.
%
%  Calls `Goal`, and unifies `Clauses` with the clauses of the undefined goals that the answer depends on.
?- call_residual_program(undefined, Cs).
   Cs = [], tabling:undefined.
call_residual_program(G, Clauses) :-
    strip_module(G, M, _),
    call_delays(G, C),
    residual(C, M, M, Clauses, [], [], _).

%! answer_residual(:Goal, -Condition) is nondet.
%
%  Enumerates the answers of a tabled goal that are not false. `Condition` is `true`, or a disjunction of conjunctions
%  of the undefined goals that the answer depends on. The answer itself is not undefined.
?- answer_residual(append(_,_,_), C).
   error(permission_error(answer_residual,non_tabled_procedure,append/3),answer_residual/2).
answer_residual(G0, Condition) :-
    strip_module(G0, M, G),
    (   var(G) -> instantiation_error(answer_residual/2)
    ;   answer(G, M, _, G, C)
    ),
    seen_from(C, M, Condition).

%! answer_count_restraint is semidet.
%
%  As undefined/0: the condition of an answer that stands for those beyond the largest number of answers.
?- answer_count_restraint.
   tabling:undefined.
answer_count_restraint :- undefined.

%! radial_restraint is semidet.
%
%  As undefined/0: the condition of an answer that stands for those beyond the largest size of goals or answers.
?- radial_restraint.
   tabling:undefined.
radial_restraint :- undefined.

%! abolish_table_subgoals(@Goal) is det.
%
%  Discards the answers of all goals that unify with `Goal`, which are computed again when they are asked for; those of
%  other goals, too.
?- abolish_table_subgoals(member(_, _)).
   true.
?- abolish_table_subgoals(G).
   error(instantiation_error,abolish_table_subgoals/1).
abolish_table_subgoals(G) :-
    (   var(G) -> instantiation_error(abolish_table_subgoals/1)
    ;   abolish_all_tables
    ).

%! abolish_private_tables is det.
%
%  As abolish_all_tables/0.
?- abolish_private_tables.
   true.
abolish_private_tables :- abolish_all_tables.

%! abolish_shared_tables is det.
%
%  As abolish_all_tables/0.
?- abolish_shared_tables.
   true.
abolish_shared_tables :- abolish_all_tables.

%! abolish_module_tables(+Module) is det.
%
%  Discards the answers of all modules, not only of `Module`: they are computed again on demand.
?- abolish_module_tables(user).
   true.
abolish_module_tables(M) :- must_be(atom, M), abolish_all_tables.
