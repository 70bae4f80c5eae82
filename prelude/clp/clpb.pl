% Constraints over Boolean values: satisfiability, tautology, counting, labeling and optimization.
% The constraints are kept as ordered binary decision diagrams, library(bdd).

:- module(clpb, [
    op(300, fy, ~), op(500, yfx, #),
    sat/1, taut/2, labeling/1, sat_count/2, weighted_maximum/3, random_labeling/2
]).

:- use_module(library(bdd)).
:- use_module(library(clpb_expressions)).

% Variables that occur in a common constraint form a component
%
%     comp(Into, Root, Table, Vars, Formulas)
%
% where `Root` is the diagram of the conjunction of its constraints, `Table` the nodes of its
% diagrams, `Vars` the list of `Index-Var` in ascending order of indexes, and `Formulas` a tree of
% the constraints as they were posted, for residual goals. A component that became part of another
% one has that one as `Into`; otherwise `Into` is `[]`. All of these are changed by setarg/3. The
% attribute of a variable is `v(Index, Comp)`, or `v(Index, bound)` if it is quantified in a formula.
%
% An atom is a parameter, for all of whose values the constraints must be satisfiable. Parameters
% have negative indexes, and stand therefore above all variables: the constraints are satisfiable
% if no parameter's node has the leaf 0 as a child.

%! sat(+Expr) is semidet.
%
%  True if the Boolean expression `Expr` is satisfiable together with the constraints posted before,
%  which it then becomes one of. Variables that have only one admissible value are bound to it, and
%  variables that are equivalent are unified. Expressions are:
%
%    - `0` (false), `1` (true), variables, and atoms, which stand for any truth value: the expression
%      must be satisfiable for all values of them;
%    - `~E`, `E+F` (or), `E*F` (and), `E#F` (exclusive or), `X^E` (there is a value of `X`);
%    - `E=:=F`, `E=\=F` (the same as `#`), `E=<F` (implication), `E>=F`, `E<F`, `E>F`;
%    - `card(Is,Es)`: the number of true expressions in `Es` is in the list `Is` of integers and
%      ranges `From-To`;
%    - `+(Es)` and `*(Es)`: disjunction and conjunction of a list.
%
%  Throws an instantiation error if a list in `Expr` is partial, and a domain error if `Expr` is not
%  an expression.
?- use_module(library(clpb)).
   true.
?- sat(X*Y).
   X = 1, Y = 1.
?- sat(X+Y).
   clpb:sat(X=\=X*Y#Y).
?- sat(X =:= Y).
   X = Y, clpb:sat(Y=:=Y).
?- sat(X * ~X).
   false.
?- sat(X =< Y), sat(Y =< Z), sat(Z =< X), X = 1.
   X = 1, Y = 1, Z = 1.
?- sat(X =:= a).
   clpb:sat(X=:=a).
?- sat(X =:= a), X = 1.
   false.
?- sat(card([2],[X,Y,Z])), X = 0.
   X = 0, Y = 1, Z = 1.
?- sat(X+2).
   error(domain_error(clpb_expr,X+2),sat/1).
?- sat(+[X|_]).
   error(instantiation_error,sat/1).
sat(E0) :-
    boolean_expression(E0, sat/1, E),
    joined(E, C),
    arg(3, C, T),
    built(E, T, F),
    (   F == 1 -> true
    ;   arg(2, C, R0),
        bdd_and(R0, F, T, R),
        arg(5, C, Fs),
        setarg(5, C, and(Fs,E)),
        constrained(R, C)
    ).

%! taut(+Expr, -Truth) is semidet.
%
%  Unifies `Truth` with 1 if `Expr` is true in all solutions of the constraints, and with 0 if it
%  cannot be satisfied together with them. False otherwise.
?- taut(X + ~X, T).
   T = 1, clpb:sat(X=:=X).
?- taut(X * ~X, T).
   T = 0, clpb:sat(X=:=X).
?- taut(X, T).
   false.
?- sat(X =< Y), sat(Y =< Z), taut(X =< Z, T).
   T = 1, clpb:sat(X=:=X*Y), clpb:sat(Y=:=Y*Z).
taut(E0, Truth) :-
    boolean_expression(E0, taut/2, E),
    findall(Value, verdict(E, Value), [Truth0]),
    term_variables(E0, Vs),
    booleans(Vs),
    Truth = Truth0.

verdict(E, Value) :-
    joined(E, C),
    arg(2, C, R),
    arg(3, C, T),
    built(E, T, F),
    bdd_and(R, F, T, Both),
    (   \+ satisfiable(Both) -> Value = 0
    ;   Both == R -> Value = 1
    ).

%! labeling(+Vars) is multi.
%
%  Binds each variable of `Vars` to 0 or 1, such that all constraints hold. All solutions are found
%  on backtracking, in lexicographic order.
?- sat(X =\= Y), labeling([X,Y]).
   X = 0, Y = 1
;  X = 1, Y = 0.
?- labeling([a]).
   error(domain_error(clpb_variable,a),labeling/1).
labeling(Vs) :-
    variables(Vs, labeling/1),
    booleans(Vs),
    label(Vs).

label([]).
label([V|Vs]) :-
    (   var(V) -> ( V = 0 ; V = 1 )
    ;   true
    ),
    label(Vs).

%! sat_count(+Expr, -Count) is det.
%
%  Unifies `Count` with the number of assignments of truth values to the variables of `Expr` that
%  make `Expr` true and are consistent with the constraints. `sat_count(+[1|Vs], Count)` counts the
%  admissible assignments to `Vs`.
?- sat_count(X+Y, N).
   N = 3, clpb:sat(X=:=X), clpb:sat(Y=:=Y).
?- length(Vs, 120), sat_count(+[1|Vs], N), labeling(Vs), !.
   Vs = [0|...], N = 1329227995784915872903807060280344576.
sat_count(E0, Count) :-
    boolean_expression(E0, sat_count/2, E),
    free_boolean_variables(E, Vs),
    booleans(Vs),
    findall(N, count(E, Vs, N), [Count]).

count(E, Vs, N) :-
    joined(E, C),
    arg(2, C, R),
    arg(3, C, T),
    built(E, T, F),
    bdd_and(R, F, T, Both),
    indexes(Vs, Is),
    projected(Both, Is, C, P0),
    bdd_forall_below(0, P0, T, P),
    length(Is, Size),
    All is 1<<Size,
    bdd_share(P, All, N).

%! weighted_maximum(+Weights, +Vars, -Maximum) is nondet.
%
%  Unifies `Maximum` with the maximum of the sum of the products of the integers `Weights` and the
%  variables `Vars` over all admissible assignments, and binds `Vars` to an assignment where it is
%  attained. All such assignments are found on backtracking.
?- sat(A#B), weighted_maximum([1,2,1], [A,B,C], M).
   A = 0, B = 1, C = 1, M = 3.
?- sat(A+B), weighted_maximum([-1,-1], [A,B], M).
   A = 0, B = 1, M = -1
;  A = 1, B = 0, M = -1.
weighted_maximum(Ws, Vs, Max) :-
    must_be(list(integer), Ws),
    variables(Vs, weighted_maximum/3),
    (   same_length(Ws, Vs) -> true
    ;   domain_error(list_of_equal_length, Vs, weighted_maximum/3)
    ),
    booleans(Vs),
    weights(Ws, Vs, IWs0, 0, Constant),
    keysort(IWs0, IWs1),
    summed(IWs1, IWs, Constant, Base),
    components(Vs, Cs),
    indexes(Vs, Is),
    best(Cs, Is, IWs, Base, Max0, Choices),
    Max = Max0,
    bindings(Choices, Values),
    assign(Values).

% `Constant` is the sum of the weights of the variables that are already 1.
weights([], [], [], S, S).
weights([W|Ws], [V|Vs], IWs, S0, S) :-
    (   var(V) ->
        get_attr(V, clpb, v(I,_)),
        IWs = [I-W|IWs1],
        S1 = S0
    ;   IWs = IWs1,
        S1 is S0+V*W
    ),
    weights(Ws, Vs, IWs1, S1, S).

% One weight for each variable; `Base` is increased by the positive ones.
summed([], [], B, B).
summed([I-W0|IWs0], IWs, B0, B) :-
    (   IWs0 = [J-W1|IWs1], I =:= J ->
        W is W0+W1,
        summed([I-W|IWs1], IWs, B0, B)
    ;   IWs = [I-W0|IWs2],
        B1 is B0+max(W0,0),
        summed(IWs0, IWs2, B1, B)
    ).

best([], _, _, Max, Max, []).
best([C|Cs], Is, IWs, Max0, Max, [choice(P2,Own,Vars)|Choices]) :-
    arg(2, C, R),
    arg(3, C, T),
    arg(4, C, Vars0),
    projected(R, Is, C, P),
    own(Vars0, Is, Vars),
    own(IWs, Is, Vars, Own),
    bdd_forall_below(0, P, T, P1),
    bdd_table(Fresh),
    bdd_copy(P1, Fresh, P2),
    bdd_least_penalty(P2, Own, Loss),
    Max1 is Max0-Loss,
    best(Cs, Is, IWs, Max1, Max, Choices).

own([], _, []).
own([I-V|Vs], Is, Ws) :-
    (   member(J, Is), J =:= I -> Ws = [I-V|Ws1]
    ;   Ws = Ws1
    ),
    own(Vs, Is, Ws1).

own([], _, _, []).
own([I-W|IWs], Is, Vars, Own) :-
    (   member(J-_, Vars), J =:= I -> Own = [I-W|Own1]
    ;   Own = Own1
    ),
    own(IWs, Is, Vars, Own1).

bindings([], []).
bindings([choice(P,IWs,Vars)|Cs], [Bs-Vars|Rest]) :-
    bdd_least_assignment(P, IWs, Bs),
    bindings(Cs, Rest).

assign([]).
assign([Bs-Vars|Rest]) :-
    bind(Vars, Bs),
    assign(Rest).

bind([], []).
bind([_-V|Vs], [B|Bs]) :- V = B, bind(Vs, Bs).

%! random_labeling(+Seed, +Vars) is det.
%
%  Binds each variable of `Vars` to 0 or 1. Each admissible assignment is equally likely; the choice
%  depends only on the integer `Seed`, the constraints and `Vars`.
?- sat(X+Y), random_labeling(7, [X,Y]), sat(X+Y).
   ... .
random_labeling(Seed, Vs) :-
    must_be(integer, Seed),
    variables(Vs, random_labeling/2),
    booleans(Vs),
    components(Vs, Cs),
    indexes(Vs, Is),
    draw(Cs, Is, Seed, Values),
    assign(Values).

draw([], _, _, []).
draw([C|Cs], Is, S0, [Bs-Vars|Rest]) :-
    arg(2, C, R),
    arg(4, C, Vars0),
    projected(R, Is, C, P),
    own(Vars0, Is, Vars),
    pairs_keys(Vars, Js),
    bdd_random_assignment(P, Js, S0, S, Bs),
    draw(Cs, Is, S, Rest).

%% Components

% The diagram of what `Root` says about the variables with the indexes `Is` of the component `C`.
projected(Root, Is, C, P) :-
    arg(3, C, T),
    arg(4, C, Vars),
    others(Vars, Is, Js),
    bdd_exists(Js, Root, T, P).

others([], _, []).
others([I-_|Vs], Is, Js) :-
    later(Is, I, Is1),
    (   Is1 = [J|_], J =:= I -> Js = Js1
    ;   Js = [I|Js1]
    ),
    others(Vs, Is1, Js1).

later([J|Js], I, Ks) :- J < I, !, later(Js, I, Ks).
later(Js, _, Js).

indexes(Vs, Is) :- variable_indexes(Vs, Is0), sort(Is0, Is).

variable_indexes([], []).
variable_indexes([V|Vs], Is) :-
    (   var(V), get_attr(V, clpb, v(I,_)) -> Is = [I|Is1]
    ;   Is = Is1
    ),
    variable_indexes(Vs, Is1).

variables(Vs, PI) :-
    (   proper_list(Vs, PI) -> boolean_list(Vs, PI)
    ;   type_error(list, Vs, PI)
    ).

boolean_list([], _).
boolean_list([V|Vs], PI) :-
    (   var(V) -> true
    ;   truth_value(V) -> true
    ;   domain_error(clpb_variable, V, PI)
    ),
    boolean_list(Vs, PI).

% Makes the new variables of a list Boolean.
booleans(Vs) :-
    unseen(Vs, New0),
    term_variables(New0, New),
    singletons(New).

unseen([], []).
unseen([V|Vs], New) :-
    (   var(V), \+ get_attr(V, clpb, _) -> New = [V|New1]
    ;   New = New1
    ),
    unseen(Vs, New1).

singletons([]).
singletons([V|Vs]) :-
    new_index(I),
    bdd_table(T),
    put_attr(V, clpb, v(I,comp([],1,T,[I-V],none))),
    singletons(Vs).

new_index(I) :-
    (   nb_current('$clpb_index', I0) -> I is I0+1
    ;   I = 1
    ),
    b_setval('$clpb_index', I).

% The distinct components of variables.
components(Vs, Cs) :-
    variable_components(Vs, Cs0),
    distinct(Cs0, [], Cs).

variable_components([], []).
variable_components([V|Vs], Cs) :-
    (   var(V), get_attr(V, clpb, v(_,C0)), C0 \== bound ->
        component(C0, C),
        Cs = [C|Cs1]
    ;   Cs = Cs1
    ),
    variable_components(Vs, Cs1).

component(C0, C) :-
    arg(1, C0, Into),
    (   Into == [] -> C = C0
    ;   component(Into, C)
    ).

% The lowest index of their variables distinguishes components.
distinct(Cs, _, Ds) :-
    first_indexes(Cs, ICs0),
    keysort(ICs0, ICs),
    without_repetition(ICs, Ds).

first_indexes([], []).
first_indexes([C|Cs], [I-C|ICs]) :-
    arg(4, C, Vars),
    (   Vars = [I-_|_] -> true
    ;   I = 0
    ),
    first_indexes(Cs, ICs).

without_repetition([], []).
without_repetition([I-C|ICs], [C|Cs]) :- skip(ICs, I, ICs1), without_repetition(ICs1, Cs).

skip([I-_|ICs0], I, ICs) :- !, skip(ICs0, I, ICs).
skip(ICs, _, ICs).

% Makes one component of those of the variables of an expression, and of its new variables.
joined(E, C) :-
    quantified_variables(E, Qs0, []),
    sort(Qs0, Qs),
    term_variables(E, Vs),
    new_variables(Vs, Qs, New, INs),
    components(Vs, Cs),
    (   Cs = [C|Others] -> joined_all(Others, C)
    ;   bdd_table(T),
        C = comp([],1,T,[],none)
    ),
    attach(New, INs, C),
    arg(4, C, Vars0),
    append(Vars0, INs, Vars),
    setarg(4, C, Vars).

new_variables([], _, [], []).
new_variables([V|Vs], Qs, New, INs) :-
    (   get_attr(V, clpb, _) -> New = New1, INs = INs1
    ;   new_index(I),
        (   identical_member(Qs, V) ->
            put_attr(V, clpb, v(I,bound)),
            New = New1,
            INs = INs1
        ;   New = [V|New1],
            INs = [I-V|INs1]
        )
    ),
    new_variables(Vs, Qs, New1, INs1).

attach([], [], _).
attach([V|Vs], [I-_|INs], C) :- put_attr(V, clpb, v(I,C)), attach(Vs, INs, C).

joined_all([], _).
joined_all([D|Ds], C) :- join(D, C), joined_all(Ds, C).

% `D` becomes part of `C`.
join(D, C) :-
    D = comp(_,RootD,_,VarsD,FsD),
    C = comp(_,RootC,T,VarsC,FsC),
    bdd_copy(RootD, T, R),
    bdd_and(RootC, R, T, Root),
    merged(VarsC, VarsD, Vars),
    setarg(1, D, C),
    setarg(2, C, Root),
    setarg(4, C, Vars),
    (   FsD == none -> true
    ;   setarg(5, C, and(FsC,FsD))
    ).

merged([], Ys, Ys).
merged([X|Xs], Ys, Zs) :- merged(Ys, X, Xs, Zs).

merged([], X, Xs, [X|Xs]).
merged([Y|Ys], X, Xs, Zs) :-
    X = I-_,
    Y = J-_,
    (   I < J -> Zs = [X|Zs1], merged(Xs, [Y|Ys], Zs1)
    ;   Zs = [Y|Zs1], merged(Ys, X, Xs, Zs1)
    ).

%% Propagation

% Makes `Root` the diagram of the component `C`, and binds variables accordingly.
constrained(Root, C) :-
    satisfiable(Root),
    findall(Es-Size, bdd_entailed(Root, Es, Size), [Es0-Size]),
    arg(3, C, T),
    (   Es0 == [] ->
        setarg(2, C, Root),
        Bindings = []
    ;   sort(Es0, Es),
        bdd_drop(Es, Root, T, Root1),
        setarg(2, C, Root1),
        arg(4, C, Vars0),
        entailed_bindings(Es, Vars0, Vars0, Vars, Bindings),
        setarg(4, C, Vars)
    ),
    (   bdd_wasteful(T, Size) ->
        arg(2, C, Root2),
        bdd_table(T1),
        bdd_copy(Root2, T1, Root3),
        setarg(2, C, Root3),
        setarg(3, C, T1)
    ;   true
    ),
    equated(Bindings).

satisfiable(1).
satisfiable(n(_,V,L,H,_,_)) :-
    (   V >= 0 -> true
    ;   satisfiable(L),
        satisfiable(H)
    ).

% `Es` has elements `Index-0`, `Index-1` and `Index-same(Other)`. Variables that are known no longer
% belong to the component, so that binding them does not wake it again.
entailed_bindings([], Vars, _, Vars, []).
entailed_bindings([I-E|Es], [J-V|Vars0], All, Vars, Bs) :-
    (   J =:= I ->
        Bs = [V=X|Bs1],
        (   E = same(K) -> of_index(All, K, X)
        ;   X = E
        ),
        released(V, I),
        entailed_bindings(Es, Vars0, All, Vars, Bs1)
    ;   Vars = [J-V|Vars1],
        entailed_bindings([I-E|Es], Vars0, All, Vars1, Bs)
    ).

released(V, I) :-
    (   var(V), get_attr(V, clpb, v(J,_)), J =:= I -> del_attr(V, clpb)
    ;   true
    ).

of_index([I-V|Vars], J, X) :-
    (   I =:= J -> X = V
    ;   of_index(Vars, J, X)
    ).

without_index([], _, []).
without_index([I-V|Vars0], J, Vars) :-
    (   I =:= J -> Vars = Vars0
    ;   Vars = [I-V|Vars1],
        without_index(Vars0, J, Vars1)
    ).

equated([]).
equated([X=X|Bs]) :- equated(Bs).

attr_unify_hook(v(_,bound), _) :- !.
attr_unify_hook(v(I,C0), X) :-
    component(C0, C),
    (   var(X), get_attr(X, clpb, v(J,D0)) ->
        component(D0, D),
        arg(4, C, [First-_|_]),
        (   arg(4, D, [First-_|_]) -> true
        ;   join(D, C)
        ),
        substituted(C, I, J)
    ;   var(X) ->
        put_attr(X, clpb, v(I,C))
    ;   truth_value(X) ->
        arg(2, C, R0),
        arg(3, C, T),
        bdd_restrict(R0, I, X, T, R),
        forgotten(C, I),
        constrained(R, C)
    ;   atom(X) ->
        parameter(X, J),
        substituted(C, I, J)
    ).

forgotten(C, I) :-
    arg(4, C, Vars0),
    without_index(Vars0, I, Vars),
    setarg(4, C, Vars).

% Replaces the variable with the index `I` by the one with the index `J`.
substituted(C, I, J) :-
    arg(2, C, R0),
    arg(3, C, T),
    bdd_substitute(R0, I, J, T, R),
    forgotten(C, I),
    constrained(R, C).

parameter(A, I) :-
    (   nb_current('$clpb_parameters', Ps) -> true
    ;   Ps = []
    ),
    (   member(A-I0, Ps) -> I = I0
    ;   length(Ps, N),
        I is -N-1,
        b_setval('$clpb_parameters', [A-I|Ps])
    ).

%% Expressions

% The diagram of an expression whose variables have indexes.
built(V, T, F) :- var(V), !, get_attr(V, clpb, v(I,_)), bdd_literal(I, T, F).
built(I, _, F) :- integer(I), !, F = I.
built(A, T, F) :- atom(A), !, parameter(A, I), bdd_literal(I, T, F).
built(~E, T, F) :- !, built(E, T, G), bdd_not(G, T, F).
built(+Es, T, F) :- !, fold(Es, or, T, F).
built(*(Es), T, F) :- !, fold(Es, and, T, F).
built(X^E, T, F) :- !, get_attr(X, clpb, v(I,_)), built(E, T, G), bdd_exists([I], G, T, F).
built(card(Is,Es), T, F) :- !, all_built(Es, T, Gs), bdd_cardinality(Is, Gs, T, F).
built(A+B, T, F) :- !, operands(A+B, or, Es, []), fold(Es, or, T, F).
built(A*B, T, F) :- !, operands(A*B, and, Es, []), fold(Es, and, T, F).
built(A#B, T, F) :- !, operands(A#B, xor, Es, []), fold(Es, xor, T, F).
built(E, T, F) :-
    E =.. [Op,A,B],
    built(A, T, F1),
    built(B, T, F2),
    related(Op, F1, F2, T, F).

related(=:=, A, B, T, F) :- bdd_xor(A, B, T, G), bdd_not(G, T, F).
related(=\=, A, B, T, F) :- bdd_xor(A, B, T, F).
related(=<, A, B, T, F) :- bdd_not(A, T, N), bdd_or(N, B, T, F).
related(>=, A, B, T, F) :- related(=<, B, A, T, F).
related(<, A, B, T, F) :- bdd_not(A, T, N), bdd_and(N, B, T, F).
related(>, A, B, T, F) :- related(<, B, A, T, F).

operands(E, Op, Es0, Es) :-
    (   nonvar(E), operation(E, Op, A, B) -> operands(A, Op, Es0, Es1), operands(B, Op, Es1, Es)
    ;   Es0 = [E|Es]
    ).

operation(A+B, or, A, B).
operation(A*B, and, A, B).
operation(A#B, xor, A, B).

all_built([], _, []).
all_built([E|Es], T, [F|Fs]) :- built(E, T, F), all_built(Es, T, Fs).

% From the last operand, which has the variables that are lowest in the diagram.
fold([], or, _, 0).
fold([], xor, _, 0).
fold([], and, _, 1).
fold([E|Es], Op, T, F) :-
    fold(Es, Op, T, F2),
    built(E, T, F1),
    combined(Op, F1, F2, T, F).

combined(or, A, B, T, F) :- bdd_or(A, B, T, F).
combined(and, A, B, T, F) :- bdd_and(A, B, T, F).
combined(xor, A, B, T, F) :- bdd_xor(A, B, T, F).

%% Residual goals

% A constraint is shown once, for the first of its variables, as an exclusive or of products. If it
% has too many products, it is shown as it was posted. A variable without constraints is shown as a
% tautology.
attribute_goals(V) -->
    { get_attr(V, clpb, v(_,C0)) },
    (   { C0 == bound } -> []
    ;   { component(C0, C),
          arg(5, C, Fs),
          shown(Fs, V, false, Seen, Gs, []) },
        list(Gs),
        (   { Seen == true } -> []
        ;   [sat(V=:=V)]
        )
    ).

list([]) --> [].
list([G|Gs]) --> [G], list(Gs).

shown(none, _, Seen, Seen, Gs, Gs).
shown(and(A,B), V, Seen0, Seen, Gs0, Gs) :-
    shown(A, V, Seen0, Seen1, Gs0, Gs1),
    shown_formula(B, V, Seen1, Seen, Gs1, Gs).

shown_formula(B, V, Seen0, Seen, Gs0, Gs) :-
    (   nonvar(B), B = and(_,_) -> shown(B, V, Seen0, Seen, Gs0, Gs)
    ;   term_variables(B, Vs),
        identical_member(Vs, V),
        findall(Is-Ps, products(B, Is, Ps), [Is-Ps]),
        of_variables(Is, Vs, Ws),
        identical_member(Ws, V) ->
        Seen = true,
        (   Ws = [First|_], First == V -> formula_goal(Ps, Is, Ws, B, Gs0, Gs)
        ;   Gs0 = Gs
        )
    ;   Seen = Seen0,
        Gs0 = Gs
    ).

products(B, Is, Ps) :-
    bdd_table(T),
    built(B, T, F),
    bdd_support(F, Is0),
    positive(Is0, Is),
    (   bdd_products(F, 300, Ps0) -> Ps = Ps0
    ;   Ps = many
    ).

positive([], []).
positive([I|Is], Js) :-
    (   I > 0 -> Js = [I|Js1]
    ;   Js = Js1
    ),
    positive(Is, Js1).

of_variables([], _, []).
of_variables([I|Is], Vs, [W|Ws]) :-
    has_index(Vs, I, W),
    of_variables(Is, Vs, Ws).

has_index([V|Vs], I, W) :-
    (   get_attr(V, clpb, v(J,_)), J =:= I -> W = V
    ;   has_index(Vs, I, W)
    ).

formula_goal(many, _, _, B, [sat(B)|Gs], Gs) :- !.
formula_goal(Ps0, Is, Ws, _, [sat(G)|Gs], Gs) :-
    (   nb_current('$clpb_parameters', Params) -> true
    ;   Params = []
    ),
    (   select([], Ps0, Ps1) -> Relation = (=:=)
    ;   Ps1 = Ps0, Relation = (=\=)
    ),
    (   select([I], Ps1, Ps2), I > 0 -> P = [I]
    ;   Ps1 = [P|Ps2]
    ),
    product(P, Is, Ws, Params, Left),
    sum_of_products(Ps2, Is, Ws, Params, Right),
    G =.. [Relation,Left,Right].

sum_of_products([], _, _, _, 0).
sum_of_products([P|Ps], Is, Ws, Params, S) :-
    product(P, Is, Ws, Params, M),
    more_products(Ps, Is, Ws, Params, M, S).

more_products([], _, _, _, S, S).
more_products([P|Ps], Is, Ws, Params, S0, S) :-
    product(P, Is, Ws, Params, M),
    more_products(Ps, Is, Ws, Params, S0#M, S).

product([I|Is], Js, Ws, Params, P) :-
    factor(I, Js, Ws, Params, F),
    more_factors(Is, Js, Ws, Params, F, P).

more_factors([], _, _, _, P, P).
more_factors([I|Is], Js, Ws, Params, P0, P) :-
    factor(I, Js, Ws, Params, F),
    more_factors(Is, Js, Ws, Params, P0*F, P).

factor(I, Js, Ws, Params, F) :-
    (   I < 0 -> once(member(F-I, Params))
    ;   same_place(Js, Ws, I, F)
    ).

same_place([J|Js], [W|Ws], I, F) :-
    (   I =:= J -> F = W
    ;   same_place(Js, Ws, I, F)
    ).
