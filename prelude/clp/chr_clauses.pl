% The clauses that library(chr) makes of constraint handling rules, by the refined operational semantics: an
% active constraint tries its occurrences in order; for each it joins partners from the store, asks the guard,
% removes and stores constraints and runs the body.
%
% A constraint `c/n` becomes the predicates `c/n` (the call), `'c/n 1'` to `'c/n k'` (its occurrences, and the end),
% `'c/n + '` (storing) and `'c/n - '` (removing). The last argument `S` of an occurrence is the suspension, or a
% variable as long as the constraint is not stored: it is stored as late as possible, before the first body that
% could observe it. A join has a predicate for each partner, whose first argument is the rest of a list of the store.

:- module(chr_clauses, [program_clauses/5]).

:- use_module(library(chr_plan)).

%! program_clauses(+Key, +Module, +Constraints, +Rules, -Clauses) is det.
%
%  Unifies `Clauses` with the clauses of a program.
?- chr_clauses:program_clauses(key, m, [], [], Cs), length(Cs, N).
   Cs = ..., N = 7.
program_clauses(K, M, Cs, Rules, Clauses) :-
    % Loads the library, so that the check of the clauses knows the predicates that they call.
    chr_store:emptied(K),
    chr_plan:planned(Cs, Rules, Plans),
    numbered_containers(Plans, 2, 2, Containers),
    removable(Rules, Removable),
    Env = env(K,M,Plans,Containers,Removable),
    runtime_clauses(Env, Clauses, Clauses1),
    constraints_clauses(Plans, Env, Clauses1, []).

% A container of the store for each index, and for arguments that may be variables a slot of attributes.
numbered_containers([], _, _, []).
numbered_containers([plan(PI,_,_,_,Is,_,_)|Ps], N0, Slot0, Cs) :-
    index_containers(Is, PI, 1, N0, N, Slot0, Slot, Cs, Cs1),
    numbered_containers(Ps, N, Slot, Cs1).

index_containers([], _, _, N, N, S, S, Cs, Cs).
index_containers([I|Is], PI, Field, N0, N, S0, S, [container(PI,I,Field,N0,S0)|Cs0], Cs) :-
    N1 is N0+1,
    Field1 is Field+1,
    (   I = any(_) -> S1 is S0+1
    ;   S1 = S0
    ),
    index_containers(Is, PI, Field1, N1, N, S1, S, Cs0, Cs).

removable(Rules, PIs) :-
    findall(N/A, ( member(rule(_,Hs,_,_), Rules), member(head(removed,G,_), Hs), functor(G, N, A) ), PIs0),
    sort(PIs0, PIs).

%% What the store calls

runtime_clauses(env(K,M,Plans,Cs,_), Clauses0, Clauses) :-
    container_kinds(Cs, Kinds),
    any_slots(Cs, 1, Slots),
    length(Vs, Slots),
    all_empty(Vs),
    V =.. [v|Vs],
    enumerated(Plans, Cs, Is),
    Clauses0 = [
        (:- nb_setval(K, [])), (:- discontiguous([K:detach/2,K:attach/2,K:wake/2,K:shown/2])),
        K:containers(Kinds), K:slots(V), K:kinds(Is),
        (K:attr_unify_hook(Atts, Value) :- chr_store:bound(K, Atts, Value)),
        (K:attribute_goals(X, Gs0, Gs) :- chr_store:store_goals(K, X, Gs1), lists:append(Gs1, Gs, Gs0))
        |Clauses1
    ],
    suspension_clauses(Plans, K, M, Cs, Clauses1, Clauses).

container_kinds([], []).
container_kinds([container(_,I,_,_,_)|Cs], [Kind|Kinds]) :-
    (   I == all -> Kind = list
    ;   Kind = table
    ),
    container_kinds(Cs, Kinds).

any_slots([], N, N).
any_slots([container(_,I,_,_,_)|Cs], N0, N) :-
    (   I = any(_) -> N1 is N0+1
    ;   N1 = N0
    ),
    any_slots(Cs, N1, N).

all_empty([]).
all_empty([[]|Vs]) :- all_empty(Vs).

enumerated([], _, []).
enumerated([plan(PI,_,_,_,Is,Stored,_)|Ps], Cs, Ns) :-
    (   Stored == never -> Ns = Ns1
    ;   (   memberchk(all, Is) -> I = all
        ;   member(I, Is), I = ground(_) -> true
        ),
        memberchk(container(PI,I,_,N,_), Cs),
        Ns = [N|Ns1]
    ),
    enumerated(Ps, Cs, Ns1).

suspension_clauses([], _, _, _, Clauses, Clauses).
suspension_clauses([plan(_,_,_,_,_,never,_)|Ps], K, M, Cs, Clauses0, Clauses) :- !,
    suspension_clauses(Ps, K, M, Cs, Clauses0, Clauses).
suspension_clauses([P|Ps], K, M, Cs, Clauses0, Clauses) :-
    P = plan(N/A,_,Os,Wake,Is,_,_),
    suspension(P, live, _, _, _, Nodes, Args, S),
    Goal =.. [N|Args],
    Clauses0 = [K:shown(S, M:Goal)|Clauses1],
    (   Wake = [], \+ memberchk(any(_), Is) -> Clauses1 = Clauses3
    ;   (   ( Wake = [] ; Os = [] ) -> Woken = true
        ;   occurrence_goal(P, 1, Args, W, Woken0), Woken = M:Woken0
        ),
        % The first argument is for the index.
        Clauses1 = [(K:wake(S, W) :- Woken), (K:attach(S, T) :- Attached), (K:detach(S, _) :- Detached)|Clauses2],
        reattached(Is, Nodes, 1, N/A, K, Cs, T, Args, Attached0),
        wake_goals(P, K, Args, T, WakeNodes, WakeGoals, [setarg(4, T, WakeNodes)]),
        append(Attached0, WakeGoals, AttachedGoals),
        conjunction([b_getval(K, Store)|AttachedGoals], Attached),
        nth_stores(AttachedGoals, Store),
        detached(Is, Nodes, DetachGoals),
        S =.. [_,_,_,_,OldWake|_],
        conjunction([chr_store:unlink_each(OldWake)|DetachGoals], Detached),
        Clauses2 = Clauses3
    ),
    suspension_clauses(Ps, K, M, Cs, Clauses3, Clauses).

nth_stores([], _).
nth_stores([G|Gs], Store) :-
    (   G = arg(_, Store0, _), var(Store0) -> Store0 = Store
    ;   true
    ),
    nth_stores(Gs, Store).

reattached([], _, _, _, _, _, _, _, []).
reattached([I|Is], [_|Nodes], Field, PI, K, Cs, S, Args, Gs) :-
    (   I = any(Pos) ->
        memberchk(container(PI,I,_,C,Slot), Cs),
        nth1(Pos, Args, Arg),
        At is Field+4,
        Gs = [arg(C, _, T), chr_store:link_any(K, Slot, T, Arg, S, Node), setarg(At, S, Node)|Gs1]
    ;   Gs = Gs1
    ),
    Field1 is Field+1,
    reattached(Is, Nodes, Field1, PI, K, Cs, S, Args, Gs1).

detached([], _, []).
detached([I|Is], [Node|Nodes], Gs) :-
    (   I = any(_) -> Gs = [chr_store:unlink(Node)|Gs1]
    ;   Gs = Gs1
    ),
    detached(Is, Nodes, Gs1).

% The suspension of a constraint, with variables for its nodes and arguments.
suspension(plan(N/A,_,_,_,Is,_,_), State, Id, History, Wake, Nodes, Args, S) :-
    length(Args, A),
    length(Is, I),
    length(Nodes, I),
    append(Nodes, Args, Rest),
    S =.. [N,State,Id,History,Wake|Rest].

% The goals that put a suspension on variables whose binding matters, but which are in no index.
wake_goals(plan(_,_,_,Wake,Is,_,_), K, Args, S, Nodes, Gs0, Gs) :-
    wake_args(Wake, Is, Args, Indexed, Others),
    (   Wake == [] -> Nodes = [], Gs0 = Gs
    ;   Goal = chr_store:wake_list(K, Others, Indexed, S, Nodes),
        (   Others == [] ->
            all_tested(Indexed, Tests),
            conjunction(Tests, Test),
            Gs0 = [( Test -> Nodes = [] ; Goal )|Gs]
        ;   Gs0 = [Goal|Gs]
        )
    ).

all_tested([], []).
all_tested([A|As], [var(A)|Ts]) :- all_tested(As, Ts).

wake_args([], _, _, [], []).
wake_args([W|Ws], Is, Args, Indexed, Others) :-
    nth1(W, Args, A),
    (   memberchk(any(W), Is) -> Indexed = [A|Indexed1], Others = Others1
    ;   Indexed = Indexed1, Others = [A|Others1]
    ),
    wake_args(Ws, Is, Args, Indexed1, Others1).

conjunction([], true).
conjunction([G|Gs], C) :-
    (   G == true -> conjunction(Gs, C)
    ;   conjunction(Gs, C1),
        (   C1 == true -> C = G
        ;   C = (G,C1)
        )
    ).

%% Constraints

constraints_clauses([], _, Clauses, Clauses).
constraints_clauses([P|Ps], Env, Clauses0, Clauses) :-
    P = plan(N/A,_,Os,_,_,Stored,_),
    length(Args, A),
    Call =.. [N|Args],
    occurrence_goal(P, 1, Args, _, First),
    Clauses0 = [(Call :- First)|Clauses1],
    occurrences_clauses(Os, 1, P, false, Env, Clauses1, Clauses2),
    (   Stored == never -> Clauses2 = Clauses3
    ;   storing_clauses(P, Env, Clauses2, Clauses3)
    ),
    constraints_clauses(Ps, Env, Clauses3, Clauses).

occurrence_goal(P, J, Args, S, Goal) :- derived_goal(P, J, [], Args, S, Goal).

% The goal of a predicate of a constraint, with its arguments before those of the constraint.
derived_goal(plan(N/A,_,_,_,_,Stored,_), Suffix, Before, Args, S, Goal) :-
    derived_name(N/A, Suffix, Name),
    (   Stored == never -> append(Before, Args, All)
    ;   append(Args, [S], Args1),
        append(Before, Args1, All)
    ),
    Goal =.. [Name|All].

derived_name(N/A, Suffix, Name) :- atomic_list_concat([N,/,A,' ',Suffix], Name).

storing_clauses(P, Env, [(Insert :- Body), (Remove :- S1 = Susp1, Removed)|Clauses], Clauses) :-
    Env = env(K,_,_,Cs,_),
    P = plan(PI,_,_,Wake,Is,_,Numbered),
    derived_goal(P, +, [], Args, S, Insert),
    suspension(P, live, Id, [], WakeNodes, Nodes, Args, Susp),
    (   Numbered == true -> Number = [arg(1, Store, Id), Id1 is Id+1, setarg(1, Store, Id1)]
    ;   Id = 0, Number = []
    ),
    linked(Is, Nodes, PI, K, Cs, Store, S, Args, LinkGoals),
    wake_goals(P, K, Args, S, WakeNodes, WakeGoals, []),
    store_goals_of(K, Store, StoreGoals),
    % A variable in a term is bound by what follows: the suspension comes before its nodes.
    append([StoreGoals,Number,[S = Susp],LinkGoals,WakeGoals], Gs),
    conjunction(Gs, Body),
    derived_name(PI, -, RemoveName),
    Remove =.. [RemoveName,S1],
    suspension(P, _, _, _, W1, Nodes1, _, Susp1),
    unlinked(Nodes1, UnlinkGoals),
    (   Wake == [] -> WakeGone = []
    ;   WakeGone = [( W1 == [] -> true ; chr_store:unlink_each(W1) )]
    ),
    append([[setarg(1, S1, dead)],UnlinkGoals,WakeGone], RemoveGoals),
    conjunction(RemoveGoals, Removed).

store_goals_of(K, Store, [b_getval(K, Store0), ( Store0 == [] -> chr_store:new_store(K, Store) ; Store = Store0 )]).

linked([], _, _, _, _, _, _, _, []).
linked([I|Is], [Node|Nodes], PI, K, Cs, Store, S, Args, Gs) :-
    memberchk(container(PI,I,_,C,Slot), Cs),
    (   I == all -> Gs = [arg(C, Store, L)|Gs1], link_goals(L, S, Node, Gs1, Gs2)
    ;   I = any(Pos) ->
        nth1(Pos, Args, Arg),
        Gs = [arg(C, Store, T), chr_store:link_any(K, Slot, T, Arg, S, Node)|Gs2]
    ;   I = ground(Ps),
        key_of(Ps, Args, Key),
        Gs = [arg(C, Store, T), chr_store:key_list(T, Key, L)|Gs1],
        link_goals(L, S, Node, Gs1, Gs2)
    ),
    linked(Is, Nodes, PI, K, Cs, Store, S, Args, Gs2).

link_goals(L, S, Node, Gs, Gs1) :-
    Gs = [
        L = n(_,First,_), Node = n(S,First,L), setarg(2, L, Node),
        ( First == [] -> true ; setarg(3, First, Node) )
        |Gs1
    ].

unlinked([], []).
unlinked([Node|Nodes], Gs0) :-
    Gs0 = [
        Node = n(_,Next,Previous), setarg(2, Previous, Next),
        ( Next == [] -> true ; setarg(3, Next, Previous) )
        |Gs
    ],
    unlinked(Nodes, Gs).

key_of([P], Args, Key) :- !, nth1(P, Args, Key).
key_of(Ps, Args, Key) :- args_at(Ps, Args, As), Key =.. [k|As].

args_at([], _, []).
args_at([P|Ps], Args, [A|As]) :- nth1(P, Args, A), args_at(Ps, Args, As).

%% Occurrences

occurrences_clauses([], J, P, Kept, _, Clauses0, Clauses) :-
    (   ends(P) -> Clauses0 = Clauses
    ;   P = plan(_/A,_,_,Wake,_,_,_),
        length(Args, A),
        occurrence_goal(P, J, Args, S, Head),
        derived_goal(P, +, [], Args, S, Insert),
        (   Kept == false, Wake == [] -> Body = Insert
        ;   Body = ( var(S) -> Insert ; true )
        ),
        Clauses0 = [(Head :- Body)|Clauses]
    ).
occurrences_clauses([O0|Os], J, P, Kept, Env, Clauses0, Clauses) :-
    copy_term(O0, O),
    P = plan(_/A,_,_,_,_,_,_),
    length(Args, A),
    J1 is J+1,
    (   Os == [], ends(P) -> Next = fail
    ;   occurrence_goal(P, J1, Args, S, Next)
    ),
    occurrence_goal(P, J, Args, S, Head),
    occurrence_clauses(O, Head, Next, Args, S, at(P,J,Kept), Env, Clauses0, Clauses1),
    (   stores(O) -> Kept1 = true
    ;   Kept1 = Kept
    ),
    occurrences_clauses(Os, J1, P, Kept1, Env, Clauses1, Clauses).

% The last occurrence always applies and removes.
ends(plan(_,_,Os,_,_,_,_)) :-
    append(_, [occurrence(rule(_,[head(removed,G,_)],true,_),_,_)], Os),
    G =.. [_|As],
    term_variables(As, Vs),
    Vs == As.

stores(occurrence(rule(_,Hs,_,Body),I,_)) :- nth1(I, Hs, head(kept,_,_)), Body \== true.

% `At` is at(Plan, Number, Kept): Kept is true if an earlier occurrence may have stored the constraint.
occurrence_clauses(occurrence(Rule,I,Join), Head, Next, Args, S, At, Env, [(Head :- Body)|Clauses0], Clauses) :-
    Rule = rule(_,Hs,Guard,_),
    nth1(I, Hs, head(_,G,_)),
    G =.. [_|Patterns],
    matched(Patterns, Args, [], Known, Tests0, Tests1),
    guard_list(Guard, Guards),
    term_variables(Hs, HeadVars),
    guards_at(Join, Guards, Known, HeadVars, Guards1, Tests1, []),
    Context = context(Rule,I,Args,S,At,HeadVars,Env,Next),
    active_number(Context, Join, Max, MaxGoal),
    levels(Join, 1, Context, Max, Known, Guards1, [active(I,S,Max)], Levels, Partners),
    firing(Context, Max, Partners, Fire),
    term_variables(Args-S-Max-Tests0-MaxGoal, Known1),
    level_clauses(Levels, Context, Fire, Known1, Entry, Clauses0, Clauses),
    conjunction(Tests0, Test),
    conjunction([MaxGoal,Entry], Then),
    (   Test == true -> Body = Then
    ;   Body = ( Test -> Then ; Next )
    ).

% matched(Patterns, Values, Known0, Known, Tests0, Tests): one-way matching; a variable's first occurrence takes
% the value.
matched([], _, Known, Known, Ts, Ts).
matched([P|Ps], [V|Vs], Known0, Known, Ts0, Ts) :-
    (   var(P) ->
        (   is_known(P, Known0) -> Ts0 = [V == P|Ts1], Known1 = Known0
        ;   P = V, Known1 = [V|Known0], Ts0 = Ts1
        )
    ;   atomic(P) -> Ts0 = [V == P|Ts1], Known1 = Known0
    ;   functor(P, N, A),
        functor(T, N, A),
        T =.. [_|Us],
        P =.. [_|Qs],
        Ts0 = [nonvar(V), V = T|Ts2],
        matched(Qs, Us, Known0, Known1, Ts2, Ts1)
    ),
    matched(Ps, Vs, Known1, Known, Ts1, Ts).

is_known(V, Known) :- member(W, Known), W == V, !.

guard_list(G, Gs) :-
    (   G == true -> Gs = []
    ;   nonvar(G), G = (A,B) -> guard_list(A, As), guard_list(B, Bs), append(As, Bs, Gs)
    ;   Gs = [G]
    ).

% Takes the guards that can be asked when `Known` are known, up to the first that cannot.
guards_at(Later, Guards0, Known, HeadVars, Guards, Ts0, Ts) :-
    (   Guards0 = [G|Guards1], askable(Later, G, Known, HeadVars) ->
        ask(G, HeadVars, Ts0, Ts1),
        guards_at(Later, Guards1, Known, HeadVars, Guards, Ts1, Ts)
    ;   Guards = Guards0, Ts0 = Ts
    ).

askable([], _, _, _) :- !.
askable(_, G, Known, HeadVars) :-
    term_variables(G, Vs),
    locals(Vs, HeadVars, Fresh),
    chr_plan:simple_guard(G, Fresh),
    \+ ( member(V, Vs), is_known(V, HeadVars), \+ is_known(V, Known) ).

locals([], _, []).
locals([V|Vs], HeadVars, Ls) :-
    (   is_known(V, HeadVars) -> Ls = Ls1
    ;   Ls = [V|Ls1]
    ),
    locals(Vs, HeadVars, Ls1).

% A guard that may bind variables of heads is compared with them before and after.
ask(G, HeadVars, Ts0, Ts) :-
    term_variables(G, Vs),
    locals(Vs, HeadVars, Fresh),
    (   chr_plan:simple_guard(G, Fresh) -> Ts0 = [G|Ts]
    ;   shared(Vs, HeadVars, Shared),
        (   Shared == [] -> Ts0 = [G|Ts]
        ;   Ts0 = [chr_store:asking(Shared, Before), G, chr_store:asked(Shared, Before)|Ts]
        )
    ).

shared([], _, []).
shared([V|Vs], HeadVars, Ss) :-
    (   is_known(V, HeadVars) -> Ss = [V|Ss1]
    ;   Ss = Ss1
    ),
    shared(Vs, HeadVars, Ss1).

%% Joins

% The number of the active constraint, with which those of partners are compared; a very large one as long as it
% has none.
active_number(context(rule(_,Hs,_,_),I,_,S,at(P,_,_),_,env(_,_,Plans,_,_),_), Join, Max, Goal) :-
    Rule = rule(_,Hs,_,_),
    nth1(I, Hs, head(_,G,_)),
    functor(G, N, A),
    chr_plan:needs_history(Rule, Plans, History),
    (   Join = [_|_], ( memberchk(step(N/A,_,_,_), Join) ; History == order ) ->
        suspension(P, _, Id, _, _, _, _, Susp),
        Goal = ( var(S) -> Max = 1000000000000000000 ; S = Susp, Max = Id )
    ;   Goal = true, Max = none
    ).

% levels(Join, ..., Partners0, Levels, Partners): a level is level(Number, Lookup, First, Partner, Next,
% Pattern, Tests).
levels([], _, _, _, _, _, Partners, [], Partners).
levels([step(PI,I,Index,Key)|Join], L, Context, Max, Known0, Guards0, Partners0, [Level|Levels], Partners) :-
    Level = level(L,Lookup,First,Partner,_,Susp,Tests),
    Context = context(Rule,_,_,_,_,HeadVars,Env,_),
    Env = env(K,_,Plans,Cs,_),
    Rule = rule(_,Hs,_,_),
    nth1(I, Hs, head(_,G,_)),
    chr_plan:constraint_plan(PI, Plans, Plan),
    suspension(Plan, State, Id, _, _, _, Args, Susp),
    memberchk(container(PI,Index,_,C,Slot), Cs),
    lookup_goals(Index, K, C, Slot, Key, First, Lookup),
    chr_plan:needs_history(Rule, Plans, History),
    numbers_differ(Partners0, PI, Id, Hs, Max, History, Tests1, Tests2),
    Tests0 = [State == live|Tests1],
    G =.. [_|Patterns],
    unindexed(Index, 1, Patterns, Args, Ps, Vs),
    matched(Ps, Vs, Known0, Known, Tests2, Tests3),
    guards_at(Join, Guards0, Known, HeadVars, Guards, Tests3, []),
    conjunction(Tests0, Tests),
    L1 is L+1,
    append(Partners0, [partner(I,Partner,Id,L,Plan)], Partners1),
    levels(Join, L1, Context, Max, Known, Guards, Partners1, Levels, Partners).

lookup_goals(all, K, C, _, _, First, Goals) :-
    store_goals_of(K, Store, Gs),
    append(Gs, [arg(C, Store, L), L = n(_,First,_)], Goals).
lookup_goals(ground(_), K, C, _, Key, First, Goals) :-
    store_goals_of(K, Store, Gs),
    append(Gs, [arg(C, Store, T), chr_store:key_first(T, Key, First)], Goals).
lookup_goals(any(_), K, C, Slot, Key, First, Goals) :-
    store_goals_of(K, Store, Gs),
    append(Gs, [arg(C, Store, T), chr_store:first_any(K, Slot, T, Key, First)], Goals).

% The list of a key has only constraints with that key.
unindexed(ground(Ps), I, Patterns, Args, Qs, Vs) :- !, not_at(Patterns, Args, I, Ps, Qs, Vs).
unindexed(_, _, Patterns, Args, Patterns, Args).

not_at([], [], _, _, [], []).
not_at([P|Ps], [A|As], I, Is, Qs, Vs) :-
    I1 is I+1,
    (   memberchk(I, Is) -> not_at(Ps, As, I1, Is, Qs, Vs)
    ;   Qs = [P|Qs1], Vs = [A|Vs1],
        not_at(Ps, As, I1, Is, Qs1, Vs1)
    ).

% Constraints of one kind must be different ones; with the history `order`, partners are older than the active
% constraint.
numbers_differ([], _, _, _, _, _, Ts, Ts).
numbers_differ([active(I,_,_)|Ps], PI, Id, Hs, Max, History, Ts0, Ts) :-
    nth1(I, Hs, head(_,G,_)),
    functor(G, N, A),
    (   History == order -> Ts0 = [Id < Max|Ts1]
    ;   PI == N/A -> Ts0 = [Id =\= Max|Ts1]
    ;   Ts0 = Ts1
    ),
    numbers_differ(Ps, PI, Id, Hs, Max, History, Ts1, Ts).
numbers_differ([partner(_,_,Id0,_,plan(PI0,_,_,_,_,_,_))|Ps], PI, Id, Hs, Max, History, Ts0, Ts) :-
    (   PI == PI0 -> Ts0 = [Id =\= Id0|Ts1]
    ;   Ts0 = Ts1
    ),
    numbers_differ(Ps, PI, Id, Hs, Max, History, Ts1, Ts).

% The clauses of the levels. In the goals of a firing, '$loop'(L, Max0, Max) stands for going on in level L with Max
% in the place of Max0, '$next' for the next occurrence, and '$goal'(G) for G itself.
level_clauses([], Context, Goals, _, Entry, Clauses, Clauses) :-
    Context = context(_,_,_,_,_,_,_,Next),
    conjunction(Goals, Fire),
    replaced(Fire, [], Next, Entry).
level_clauses([Level|Levels], Context, Goals, Known, Entry, Clauses0, Clauses) :-
    Context = context(_,_,_,_,at(Plan,J,_),_,_,Next),
    conjunction(Goals, Fire),
    loop_calls([Level|Levels], Known, Fire, Next, Plan, J, Calls),
    Level = level(_,Lookup,First,_,_,_,_),
    Calls = [Call|_],
    loop_call(Call, First, Goal),
    append(Lookup, [Goal], EntryGoals),
    conjunction(EntryGoals, Entry),
    loop_clauses([Level|Levels], Calls, Calls, Fire, Next, Clauses0, Clauses).

% call(Level, Name, Next, Vs): going on in a level is a goal with name Name, whose arguments are a list of the store
% and the variables Vs: those of the goals that are known before the level.
loop_calls([], _, _, _, _, _, []).
loop_calls([Level|Levels], Known, Fire, Outer, Plan, J, [call(L,Name,Next,Vs)|Calls]) :-
    Level = level(L,_,_,Partner,Next,Susp,Tests),
    term_variables(Outer-Tests-Levels-Fire, Used),
    shared(Used, Known, Vs),
    Plan = plan(PI,_,_,_,_,_,_),
    atomic_list_concat([J,'.',L], Suffix),
    derived_name(PI, Suffix, Name),
    term_variables(Vs-Next-Partner-Susp-Tests, Known1),
    loop_calls(Levels, Known1, Fire, Vs-Next, Plan, J, Calls).

loop_call(call(_,Name,_,Vs), List, Goal) :- Goal =.. [Name,List|Vs].

loop_clauses([], [], _, _, _, Clauses, Clauses).
loop_clauses([Level|Levels], [Call|Calls], All, Fire, Outer, Clauses1, Clauses) :-
    Clauses1 = [(Empty :- Outer), (Head :- Partner = Susp, Body)|Clauses0],
    Level = level(_,_,_,Partner,Next,Susp,Tests),
    loop_call(Call, [], Empty),
    loop_call(Call, n(Partner,Next,_), Head),
    loop_call(Call, Next, Again),
    (   Levels == [] -> replaced(Fire, All, '$none', Then)
    ;   Levels = [level(_,Lookup,First,_,_,_,_)|_],
        Calls = [InnerCall|_],
        loop_call(InnerCall, First, Inner),
        append(Lookup, [Inner], Gs),
        conjunction(Gs, Then)
    ),
    Body = ( Tests -> Then ; Again ),
    loop_clauses(Levels, Calls, All, Fire, Again, Clauses0, Clauses).

replaced(T, Calls, Next, U) :-
    (   var(T) -> U = T
    ;   T == '$next' -> U = Next
    ;   T = '$loop'(L,Max0,Max) ->
        memberchk(call(L,Name,List,Vs0), Calls),
        exchanged(Vs0, Max0, Max, Vs),
        U =.. [Name,List|Vs]
    ;   T = '$goal'(G) -> U = G
    ;   T = (A,B) -> replaced(A, Calls, Next, A1), replaced(B, Calls, Next, B1), U = (A1,B1)
    ;   T = (A->B) -> replaced(B, Calls, Next, B1), U = (A->B1)
    ;   T = (A;B) -> replaced(A, Calls, Next, A1), replaced(B, Calls, Next, B1), U = (A1;B1)
    ;   U = T
    ).

exchanged([], _, _, []).
exchanged([V|Vs], V0, V1, [W|Ws]) :-
    (   V == V0 -> W = V1
    ;   W = V
    ),
    exchanged(Vs, V0, V1, Ws).

%% Firing

firing(context(Rule,I,Args,S,at(P,_,Kept),_,Env,_), Max, [_|Partners], Goals) :-
    Rule = rule(Nr,Hs,_,Body),
    Env = env(_,_,Plans,_,Removable),
    P = plan(PI,_,_,Wake,_,IsStored,_),
    nth1(I, Hs, head(Kind,_,_)),
    removals(Partners, Hs, Removals),
    derived_goal(P, +, [], Args, S, Insert),
    chr_plan:needs_history(Rule, Plans, History),
    Run = '$goal'(Body),
    (   Kind == removed ->
        (   ( IsStored == never ; Kept == false, Wake == [] ) -> Gone = true
        ;   derived_name(PI, -, Name),
            Removal =.. [Name,S],
            Gone = ( var(S) -> true ; Removal )
        ),
        append(Removals, [Gone,Run], Goals)
    ;   Body == true ->
        resumption(Partners, Hs, Removable, Max, Max, Resume),
        append(Removals, [Resume], Goals)
    ;   suspension(P, State, Id, _, _, _, _, Susp),
        new_number(Max, Id, Max1),
        resumption(Partners, Hs, Removable, Max, Max1, Resume),
        (   memberchk(PI, Removable) -> GoOn = ( State == live -> Resume ; true )
        ;   GoOn = Resume
        ),
        (   ( memberchk(PI, Removable) ; Max \== none ) -> Check = [S = Susp, GoOn]
        ;   Check = [GoOn]
        ),
        append([Run], Check, AfterGoals),
        Stored = ( var(S) -> Insert ; true ),
        (   History == table ->
            history_goals(Partners, Nr, I, S, P, Hs, New, HistoryGoals),
            conjunction(AfterGoals, After),
            innermost(Partners, Max, Innermost),
            append([Stored|HistoryGoals], [( New == true -> After ; Innermost )], Goals)
        ;   append([Removals,[Stored],AfterGoals], Goals)
        )
    ).

new_number(Max, Id, Max1) :-
    (   Max == none -> Max1 = none
    ;   Max1 = Id
    ).

removals([], _, []).
% A constraint that is never stored is never found as a partner.
removals([partner(I,Partner,_,_,plan(PI,_,_,_,_,Stored,_))|Ps], Hs, Gs) :-
    (   Stored \== never, nth1(I, Hs, head(removed,_,_)) ->
        derived_name(PI, -, Name),
        G =.. [Name,Partner],
        Gs = [G|Gs1]
    ;   Gs = Gs1
    ),
    removals(Ps, Hs, Gs1).

% Going on after a body: in the outermost level whose partner is gone, else in the innermost level.
resumption([], _, _, _, _, '$next').
resumption([partner(I,Partner,_,L,Plan)|Ps], Hs, Removable, Max0, Max, Resume) :-
    Loop = '$loop'(L,Max0,Max),
    (   ( Ps == [] ; nth1(I, Hs, head(removed,_,_)) ) -> Resume = Loop
    ;   resumption(Ps, Hs, Removable, Max0, Max, Resume1),
        Plan = plan(PI,_,_,_,_,_,_),
        (   memberchk(PI, Removable) ->
            suspension(Plan, State, _, _, _, _, _, Susp),
            Resume = ( '$goal'(Partner = Susp), ( State == live -> Resume1 ; Loop ) )
        ;   Resume = Resume1
        )
    ).

innermost([], _, '$next').
innermost([P|Ps], Max, Loop) :-
    append(_, [partner(_,_,_,L,_)], [P|Ps]), !,
    Loop = '$loop'(L,Max,Max).

history_goals([], Nr, I, S, _, _, New, [chr_store:fired(S, Code, New)]) :- code(Nr, I, Code).
history_goals([partner(I1,P1,Id1,_,_)], Nr, I, S, Plan, _, New, Gs) :- !,
    Gs = [S = Susp, chr_store:fired(S, Id, Code, P1, Id1, Code1, New)],
    suspension(Plan, _, Id, _, _, _, _, Susp),
    code(Nr, I, Code),
    code(Nr, I1, Code1).
history_goals([P|Ps], Nr, I, S, Plan, Hs, New, [S = Susp, chr_store:fired_all(All, New)]) :-
    suspension(Plan, _, Id, _, _, _, _, Susp),
    length(Hs, N),
    findall(J, between(1, N, J), Js),
    by_head(Js, I, h(Id,Code,S), Nr, [P|Ps], All),
    code(Nr, I, Code).

by_head([], _, _, _, _, []).
by_head([J|Js], I, Active, Nr, Ps, [H|Hs]) :-
    (   J =:= I -> H = Active
    ;   memberchk(partner(J,P,Id,_,_), Ps),
        code(Nr, J, Code),
        H = h(Id,Code,P)
    ),
    by_head(Js, I, Active, Nr, Ps, Hs).

code(Nr, I, Code) :- Code is 64*Nr+I.
