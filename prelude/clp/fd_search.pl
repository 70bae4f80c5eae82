% Search over constrained integers: labeling, optimisation, and the building blocks of user-defined
% search.

:- module(fd_search, [
    label/1, labeling/2, indomain/1, solve/2,
    minimize/2, minimize/3, maximize/2, maximize/3,
    first_bound/2, later_bound/2, fd_setrand/1, fd_getrand/1
]).

:- meta_predicate labeling(:,?), solve(:,?).
:- meta_predicate minimize(0,?), minimize(0,?,?), maximize(0,?), maximize(0,?,?).

:- op(700, xfx, in).
:- op(700, xfx, ins).
:- op(450, xfx, ..).
:- op(700, xfx, #=).
:- op(700, xfx, #\=).
:- op(700, xfx, #<).

%! label(+Xs) is nondet.
%
%  As `labeling([], Xs)`.
?- X in 1..2, label([X]).
   X = 1
;  X = 2.
label(Xs) :- labeling([], Xs).

%! indomain(?X) is nondet.
%
%  Enumerates the values of `X` in ascending order.
?- X in 1..2, indomain(X).
   X = 1
;  X = 2.
indomain(X) :- labeling([], [X]).

%! labeling(:Options, +Xs) is nondet.
%
%  Enumerates the solutions of `Xs` by systematic search. For each of the following choices there is
%  at most one option; the first one of each list is the default.
%
%  - The next variable: `leftmost`, `ff`, `ffc`, `min`, `max`, `anti_first_fail`, `occurrence`,
%    `max_regret`, `dom_deg`, `dom_w_deg`, `afc`, `impact`, `random_variable`,
%    `random_variable(Seed)`, or `variable(Sel)`, called as `Sel(Vars, Selected, Rest)`; other names:
%    `input_order`, `first_fail`, `most_constrained`, `smallest`, `largest`.
%  - The first value: `up`, `down`, `median`, `middle`, `random`, `random(Seed)`.
%  - Branching: `step` (`X = V` or `X \= V`), `enum` (each value), `bisect`, `interval`, or
%    `value(Enum)`, called as `Enum(X, Rest, BB0, BB)`, see first_bound/2.
%  - The order of the branches: `in`, or `out` for the reverse order.
%  - `min(Expr)`, `max(Expr)`, which may be repeated: all solutions in the order of the value of the
%    expression.
%  - Branch and bound: `satisfy`, `minimize(E)`, `maximize(E)`, `lex_minimize(Es)`,
%    `lex_maximize(Es)`, `pareto_minimize(Es)`, `pareto_maximize(Es)`. The last one of these is
%    used. The Pareto options give all solutions that are not dominated.
%  - The answers of branch and bound: `best`, or `all` for each improving solution.
%  - After an improvement: `bab` continues the search, `restart` restarts it.
%  - Restarts after many failures: `restart_constant(Scale)`, `restart_linear(Scale)`,
%    `restart_geometric(Base,Scale)`, `restart_luby(Scale)`; only for selections that learn or are
%    random.
%  - `relax_and_reconstruct(Xs,Percent)`, `relax_and_reconstruct(Xs,Percent,Ys)`: large
%    neighbourhood search that keeps a random part of the last solution, or of `Ys`.
%  - `time_out(Milliseconds,Flag)`: `Flag` is `optimality`, `success` or `time_out`;
%    `assumptions(N)`: the number of choices on the path to the solution; `discrepancy(D)`: the
%    first branch is left at most `D` times.
%  - `parallel(N)`: `N` threads search parts of the search tree, with the same answers in the same
%    order, if the search has no other option than `leftmost` or `ff`, `up` or `down`, and the way of
%    branching (`interval` excepted, and with `ff` `bisect` as well); any other search is not divided.
?- [X,Y] ins 0..1, X #\= Y, labeling([down], [X,Y]).
   X = 1, Y = 0
;  X = 0, Y = 1.
?- X in 1..9, labeling([max(X*(8-X))], [X]), !.
   X = 4.
?- [X,Y] ins 0..9, X+Y #= 9, Z #= X*Y, labeling([maximize(Z)], [X,Y]).
   X = 4, Y = 5, Z = 20.
?- [X,Y] ins 0..9, X+Y #= 9, labeling([minimize(abs(X-2*Y))], [X,Y]).
   X = 6, Y = 3.
labeling(Os, Xs) :-
    '$fd_labeling'(Os, Xs, Mode),
    (   Mode = parallel(N,Select,Order) -> parallel_labeling(N, Select, Order, Os, Xs)
    ;   go(Mode)
    ).

%! solve(:Options, +Searches) is nondet.
%
%  Runs several goals `labeling(Os, Xs)` or `indomain(X)`, or a single one, as one search. Options
%  for the search as a whole are taken from `Options`.
?- X in 1..3, Y in 1..3, C #= X-Y, solve([maximize(C)], [labeling([down],[X]),indomain(Y)]).
   X = 3, Y = 1, C = 2.
solve(Os, Goals) :-
    '$skip_list'(Goals, _, Tail),
    (   Tail == [], searches(Goals, Parts) -> true
    ;   searches([Goals], Parts)
    ),
    '$fd_solve'(Os, Parts, Mode),
    go(Mode).

searches([], []).
searches([G|Gs], [P|Ps]) :-
    (   var(G) -> throw(error(instantiation_error, solve/2))
    ;   search_part(G, P) -> true
    ;   throw(error(domain_error(search_goal,G), solve/2))
    ),
    searches(Gs, Ps).

search_part(labeling(Os,Xs), Os-Xs).
search_part(indomain(X), []-[X]).
search_part(label(Xs), []-Xs).
search_part(M:G, P) :-
    atom(M), nonvar(G),
    (   G = labeling(Os,Xs) -> P = (M:Os)-Xs
    ;   search_part(G, P)
    ).

go(done).
go(search(Id)) :- search(Id).
go(search(Id,Flag,N)) :- search(Id, Flag, N).
go(steps(L)) :- run(L).
go(ordered(L,Optima,Way)) :- optimise(Optima, L, Way).
go(walk(Ps,O,All,D,End,Flag,N)) :- walk_all(Ps, O, All, D, End, Flag, N).

%% Searches in the kernel: this choice point stands for all choices of the search

search(Id) :-
    again,
    find(Id, How, _, _),
    (   How == more -> true
    ;   How == last -> !
    ;   !, fail
    ),
    '$fd_merge'.

search(Id, Flag, N) :-
    again,
    find(Id, How, F, C),
    (   How == more -> true
    ;   How == last -> !
    ;   How == time_out -> !
    ;   !, fail
    ),
    Flag = F,
    (   How == time_out -> true
    ;   N = C,
        '$fd_merge'
    ).

again.
again :- again.

% The search pauses so that the machine can handle interrupts and limits.
find(Id, How, Flag, N) :-
    '$fd_find'(Id, H, F, C),
    (   H == paused -> find(Id, How, Flag, N)
    ;   How = H, Flag = F, N = C
    ).

%% All solutions in the order of their cost

optimise([], L, Way) :- solutions(Way, L).
optimise([O|Os], L, Way) :-
    cost(O, S, C),
    in_order(S, C, Os, L, Way, effort(0,1000)).

cost(min(E), min, C) :- '$fd_eq'(C, E).
cost(max(E), max, C) :- '$fd_eq'(C, E).

solutions(native, L) :-
    '$fd_search'(L, true, Id),
    search(Id).
solutions(blind, L) :-
    '$fd_search'(L, false, Id),
    search(Id).
solutions(steps, L) :- run(L).

% The solutions with the best cost, then those with worse cost. The effort is effort(Choices,Due): the choices that the
% searches for the best costs have made so far, and the number from which on all costs are searched for at once.
in_order(S, C, Os, L, Way, Effort) :-
    best(Way, S, L, C, B, N),
    (   nothing_beyond(Way, S, L, C, B, N) ->
        '$fd_assign'(C, B),
        optimise(Os, L, Way)
    ;   best_first(S, C, B, Os, L, Way, N, Effort)
    ).

% Further solutions follow in any case, so the search need not determine the last one.
best_first(_, C, B, Os, L, Way, _, _) :-
    '$fd_assign'(C, B),
    blind(Way, W),
    optimise(Os, L, W).
best_first(S, C, B, Os, L, Way, N, Effort0) :-
    beyond(S, C, B),
    costs(Way, S, L, C, N, Effort0, Effort, Costs),
    (   Costs = all(Fs) -> by_cost(Fs, C, Os, L, Way)
    ;   in_order(S, C, Os, L, Way, Effort)
    ).

% After a cost, the search for the next one begins anew, and may pass through the same solutions. So all solutions are
% searched once, without a bound on their cost, if that takes no more choices than all searches so far. The attempts
% take no more than twice these together, since the number doubles from one to the next.
costs(steps, _, _, _, _, Effort, Effort, none) :- !.
costs(_, S, L, C, N, effort(Sum0,Due0), effort(Sum,Due), Costs) :-
    choices(N, Choices),
    % A search counts for some choices, even if it makes none.
    Sum is Sum0+Choices+50,
    (   Sum < Due0 -> Due = Due0, Costs = none
    ;   Due is 2*Sum,
        (   '$fd_costs'(L, C, S, Sum, Fs) -> Costs = all(Fs)
        ;   Costs = none
        )
    ).

choices(worse(N), N) :- !.
choices(N, N).

% The solutions that were found, in the order of their costs.
by_cost([F|Fs], C, Os, L, Way) :- by_cost(Fs, F, C, Os, L, Way).

by_cost([], F, C, Os, L, Way) :- of_cost(F, C, Os, L, Way).
by_cost([_|_], F, C, Os, L, Way) :-
    blind(Way, W),
    of_cost(F, C, Os, L, W).
by_cost([F|Fs], _, C, Os, L, Way) :- by_cost(Fs, F, C, Os, L, Way).

% The only solution of its cost is known; those that share a cost come in the order of the search.
of_cost(B-Found, C, Os, L, Way) :-
    (   Os == [], Found = only(L0) -> L = L0
    ;   '$fd_assign'(C, B),
        optimise(Os, L, Way)
    ).

beyond(min, C, B) :- '$fd_above'(C, B).
beyond(max, C, B) :- B1 is B-1, '$fd_at_most'(C, B1).

blind(native, blind).
blind(blind, blind).
blind(steps, steps).

best(blind, S, L, C, B, N) :- best(native, S, L, C, B, N).
best(native, S, L, C, B, N) :-
    '$fd_seek'(L, C, S, Id),
    seek(Id, B, N).
best(steps, Sense, L, C, B, 0) :-
    nothing_found(State),
    L =.. [_,S|Vars],
    (   walk([part(S,Vars,[],[])], bound([C],Sense,lex,State), sup, bb(0,sup), _),
        known_cost([C]),
        nb_setval(State, [[C]-[]]),
        fail
    ;   nb_getval(State, [[B]-_])
    ).

seek(Id, B, N) :-
    '$fd_seek_on'(Id, How, B0, N0),
    (   How == paused -> seek(Id, B, N)
    ;   How == last, B = B0, N = N0
    ).

nothing_beyond(native, S, L, C, B, N) :- integer(N), '$fd_last'(L, C, S, B, N).
nothing_beyond(steps, S, _, C, B, _) :- \+ beyond(S, C, B).

%% Single steps: all delayed goals run before the next step

run(L) :-
    '$fd_next'(L, How, X, V),
    branch(How, X, V, L).

branch(done, _, _, _).
branch(step, X, V, L) :- step(X, V, L).
branch(differ, X, V, L) :- differ(X, V, L).
branch(enum, X, V, L) :- next_value(enum, X, V, L).
branch(down, X, V, L) :- next_value(down, X, V, L).
branch(low, X, V, L) :- low(X, V, L).
branch(high, X, V, L) :- high(X, V, L).

step(X, V, L) :- '$fd_assign'(X, V), run(L).
step(X, V, L) :- '$fd_differ'(X, V), run(L).

differ(X, V, L) :- '$fd_differ'(X, V), run(L).
differ(X, V, L) :- '$fd_assign'(X, V), run(L).

next_value(How, X, V, L) :-
    (   '$fd_after'(How, X, V, W) -> values(X, V, How, W, L)
    ;   '$fd_assign'(X, V),
        run(L)
    ).

values(X, V, _, _, L) :- '$fd_assign'(X, V), run(L).
values(X, _, How, W, L) :- next_value(How, X, W, L).

low(X, V, L) :- '$fd_at_most'(X, V), run(L).
low(X, V, L) :- '$fd_above'(X, V), run(L).

high(X, V, L) :- '$fd_above'(X, V), run(L).
high(X, V, L) :- '$fd_at_most'(X, V), run(L).

%% Single steps with all options of labeling/2

% The state bb(Choices,Discrepancies) is threaded through the search; the bound on solutions is
% bound(Costs,Sense,Comparison,Key), where the solutions found are the value of the global variable
% Key.
walk_all(Ps, [], _, D, End, Flag, N) :-
    catch(walk(Ps, [], End, bb(0,D), bb(N0,_)), '$fd_time_out', Late = true),
    (   Late == true -> Flag = time_out
    ;   Flag = success, N = N0
    ).
walk_all(Ps, objective(Cs,Sense,Comparison), all, D, End, Flag, N) :-
    nothing_found(State),
    catch(walk(Ps, bound(Cs,Sense,Comparison,State), End, bb(0,D), bb(N0,_)), '$fd_time_out', Late = true),
    (   Late == true -> Flag = time_out
    ;   keep(Comparison, Sense, Cs, [], State),
        Flag = success, N = N0
    ).
walk_all(Ps, objective(Cs,Sense,Comparison), best, D, End, Flag, N) :-
    nothing_found(State),
    walked(Ps, Vs),
    (   catch(walk(Ps, bound(Cs,Sense,Comparison,State), End, bb(0,D), bb(N0,_)), '$fd_time_out', Late = true),
        (   Late == true -> Flag0 = success
        ;   keep(Comparison, Sense, Cs, Vs-N0, State),
            fail
        )
    ;   Flag0 = optimality
    ),
    !,
    nb_getval(State, Found),
    nb_setval(State, []),
    (   Found = [] -> Flag0 == success, Flag = time_out
    ;   Flag = Flag0,
        '$element'(Found, Cs-(Vs-N))
    ).

nothing_found(Key) :-
    gensym('$fd_found_', Key),
    nb_setval(Key, []).

walked([], []).
walked([part(_,Vs,_,_)|Ps], [Vs|Vss]) :- walked(Ps, Vss).

keep(Comparison, Sense, Cs, Values, State) :-
    known_cost(Cs),
    nb_getval(State, Found0),
    kept(Comparison, Found0, Sense, Cs, Found),
    put_last(Found, Cs-Values, Found1),
    nb_setval(State, Found1).

put_last([], X, [X]).
put_last([Y|Ys], X, [Y|Zs]) :- put_last(Ys, X, Zs).

known_cost([]).
known_cost([C|Cs]) :-
    (   integer(C) -> true
    ;   throw(error(instantiation_error, labeling/2))
    ),
    known_cost(Cs).

% The previous solutions that a new solution does not dominate.
kept(lex, _, _, _, []).
kept(pareto, Found0, Sense, Cs, Found) :- undominated(Found0, Sense, Cs, Found).

undominated([], _, _, []).
undominated([F|Fs], Sense, Cs, Found) :-
    F = Old-_,
    (   somewhere_better(Old, Cs, Sense) -> Found = [F|Found1]
    ;   Found = Found1
    ),
    undominated(Fs, Sense, Cs, Found1).

somewhere_better([O|Os], [C|Cs], Sense) :-
    (   Sense == min, O < C -> true
    ;   Sense == max, O > C -> true
    ;   somewhere_better(Os, Cs, Sense)
    ).

walk([], _, _, BB, BB) :- '$fd_solved'.
walk([P|Ps], Bound, End, BB0, BB) :-
    walk_part(P, Bound, End, BB0, BB1),
    walk(Ps, Bound, End, BB1, BB).

walk_part(P, Bound, End, BB0, BB) :-
    in_time(End),
    tightened(Bound),
    P = part(S,Vs,Sel,Enum),
    (   chosen(Sel, S, Vs, X, Rest, Vs1) ->
        narrowed(Enum, S, X, Rest, BB0, BB1),
        walk_part(part(S,Vs1,Sel,Enum), Bound, End, BB1, BB)
    ;   BB = BB0
    ).

in_time(sup) :- !.
in_time(End) :-
    statistics(walltime, [Now|_]),
    (   Now < End -> true
    ;   throw('$fd_time_out')
    ).

tightened([]).
tightened(bound(Cs,Sense,Comparison,State)) :-
    nb_getval(State, Found),
    '$fd_tighten'(Cs, Sense, Comparison, Found).

% The selected variable, the other ones, and all that remain.
chosen([], S, Vs, X, Rest, Vs) :-
    '$fd_select'(S, Vs, X),
    without(Vs, X, Rest).
chosen(M:Sel, S, Vs, X, Rest, Vs1) :-
    '$fd_select'(S, Vs, _),
    without(Vs, [], Open),
    (   call(M:Sel, Open, X, Rest) -> true
    ;   fail
    ),
    Vs1 = [X|Rest].

% The variables other than one.
without([], _, []).
without([V|Vs], X, Rest) :-
    (   integer(V) -> Rest = Rest1
    ;   V == X -> Rest = Rest1
    ;   Rest = [V|Rest1]
    ),
    without(Vs, X, Rest1).

narrowed(M:Enum, _, X, Rest, BB0, BB) :-
    (   integer(X) -> BB = BB0
    ;   call(M:Enum, X, Rest, BB0, BB)
    ).
narrowed([], S, X, _, BB0, BB) :-
    (   integer(X) -> BB = BB0
    ;   '$fd_choice'(S, X, How, V),
        move(How, X, V, BB0, BB)
    ).

move(step, X, V, BB0, BB) :- either(BB0, BB, First), moved(First, '$fd_assign', '$fd_differ', X, V).
move(differ, X, V, BB0, BB) :- either(BB0, BB, First), moved(First, '$fd_differ', '$fd_assign', X, V).
move(low, X, V, BB0, BB) :- either(BB0, BB, First), moved(First, '$fd_at_most', '$fd_above', X, V).
move(high, X, V, BB0, BB) :- either(BB0, BB, First), moved(First, '$fd_above', '$fd_at_most', X, V).
move(enum, X, V, BB0, BB) :- each(enum, first, X, V, BB0, BB).
move(down, X, V, BB0, BB) :- each(down, first, X, V, BB0, BB).

either(BB0, BB, first) :- first_bound(BB0, BB).
either(BB0, BB, later) :- later_bound(BB0, BB).

moved(first, G, _, X, V) :- call(G, X, V).
moved(later, _, G, X, V) :- call(G, X, V).

each(How, Which, X, V, BB0, BB) :-
    (   '$fd_after'(How, X, V, W) -> each(How, Which, X, V, W, BB0, BB)
    ;   bounded(Which, BB0, BB),
        '$fd_assign'(X, V)
    ).

each(_, Which, X, V, _, BB0, BB) :- bounded(Which, BB0, BB), '$fd_assign'(X, V).
each(How, _, X, _, W, BB0, BB) :- each(How, later, X, W, BB0, BB).

bounded(first, BB0, BB) :- first_bound(BB0, BB).
bounded(later, BB0, BB) :- later_bound(BB0, BB).

%! first_bound(+BB0, -BB) is det.
%
%  Called by the predicate of the option `value(Enum)` in its first branch. That predicate is called
%  as `Enum(X, Rest, BB0, BB)` and reduces the domain of `X` in several branches; `Rest` are the
%  other variables.
?- X in 1..3, labeling([value([X,_,B0,B]>>( fd_max(X, M), ( first_bound(B0, B), X = M ; later_bound(B0, B), X #< M ) ))], [X]).
   X = 3
;  X = 2
;  X = 1.
first_bound(bb(N0,D), bb(N,D)) :- N is N0+1.

%! later_bound(+BB0, -BB) is semidet.
%
%  As first_bound/2, for any other branch.
?- later_bound(bb(0,1), B).
   B = bb(1,0).
later_bound(bb(N0,D0), bb(N,D)) :-
    N is N0+1,
    (   D0 == sup -> D = sup
    ;   D0 > 0,
        D is D0-1
    ).

%! fd_setrand(+Seed) is det.
%
%  Sets the seed of the random choices of labeling/2.
?- fd_setrand(7), fd_getrand(S).
   S = 7.
fd_setrand(S) :-
    (   integer(S) -> '$fd_setrand'(S)
    ;   var(S) -> throw(error(instantiation_error, fd_setrand/1))
    ;   throw(error(type_error(integer,S), fd_setrand/1))
    ).

%! fd_getrand(-Seed) is det.
%
%  Unifies `Seed` with the seed that continues the random choices of labeling/2 from the current
%  state.
?- fd_getrand(S), fd_setrand(S), fd_getrand(T), S == T.
   S = ..., T = ... .
fd_getrand(S) :- '$fd_getrand'(S).

%% Optimisation of any goal

%! minimize(:Goal, ?X) is semidet.
%
%  As `minimize(Goal, X, [best])`.
?- X in 3..9, minimize(indomain(X), X).
   X = 3.
minimize(G, X) :- best(G, X, '$fd_lt', minimize/2).

%! minimize(:Goal, ?X, +Options) is nondet.
%
%  Calls `Goal`, which must bind `X`, repeatedly with a decreasing bound on `X`. With `[best]`,
%  succeeds for the answer with the least `X`; with `[all]`, for each answer that improves on the
%  previous one.
?- X in 3..5, minimize(labeling([down],[X]), X, [all]).
   X = 5
;  X = 4
;  X = 3
;  false.
minimize(G, X, Os) :- extremum(Os, G, X, '$fd_lt', minimize/3).

%! maximize(:Goal, ?X) is semidet.
%
%  As `maximize(Goal, X, [best])`.
?- X in 3..9, maximize(indomain(X), X).
   X = 9.
maximize(G, X) :- best(G, X, '$fd_gt', maximize/2).

%! maximize(:Goal, ?X, +Options) is nondet.
%
%  As minimize/3, with an increasing bound.
?- X in 3..5, maximize(indomain(X), X, [best]).
   X = 5.
maximize(G, X, Os) :- extremum(Os, G, X, '$fd_gt', maximize/3).

extremum(Os, G, X, Op, Context) :-
    (   nonvar(Os), Os = [O], nonvar(O), extent(O) ->
        extremum_(O, G, X, Op, Context)
    ;   Os == [] -> extremum_(best, G, X, Op, Context)
    ;   term_variables(Os, [_|_]) -> throw(error(instantiation_error, Context))
    ;   throw(error(domain_error(optimization_option,Os), Context))
    ).

extent(best).
extent(all).

extremum_(best, G, X, Op, Context) :- best(G, X, Op, Context).
extremum_(all, G, X, Op, Context) :- improving(G, X, Op, none, Context).

best(G, X, Op, Context) :-
    bettered(G, X, Op-none, Copy-V),
    cost_known(V, Context),
    best_from(G, X, Op, Copy, V, Context).

best_from(G, X, Op, Copy, V, Context) :-
    (   bettered(G, X, Op-V, Copy1-V1) ->
        cost_known(V1, Context),
        best_from(G, X, Op, Copy1, V1, Context)
    ;   G-X = Copy-V
    ).

improving(G, X, Op, Bound, Context) :-
    bettered(G, X, Op-Bound, Copy-V),
    cost_known(V, Context),
    (   G-X = Copy-V
    ;   improving(G, X, Op, V, Context)
    ).

% The first answer of a goal that is better than a bound.
bettered(G, X, Op-Bound, Answer) :-
    findall(G-X, ( within(Bound, Op, X), once(G) ), [Answer]).

within(none, _, _) :- !.
within(Bound, Op, X) :- call(Op, X, Bound).

cost_known(V, Context) :-
    (   integer(V) -> true
    ;   var(V) -> throw(error(instantiation_error, Context))
    ;   throw(error(type_error(integer,V), Context))
    ).
