% Which conditional answers of tables are true, false and undefined under the well-founded semantics
% (Van Gelder, Ross, Schlipf 1991).
%
% The conditional answers of tables that depend on each other are a propositional program: an answer
% is an atom, and each of its conditions the body of a clause. Truth values are propagated
% along occurrences as in Dowling and Gallier's algorithm. When nothing can be
% propagated, the atoms that depend on each other without end through positive literals alone (an
% unfounded set) are false, and propagation goes on. The atoms that remain have the truth value undefined.

:- module(well_founded, [resolve/1, literal_goal/2, answer_condition/3]).

%! resolve(+Tables) is det.
%
%  Determines the value of each conditional answer of the tables, which must be all the tables with
%  such answers that depend on each other.
?- well_founded:resolve([]).
   true.
resolve(Ts) :-
    (   number_answers(Ts, 0, N, Places, []),
        findall(C, clause_of(Ts, C), Cs),
        solved(N, Cs, Values),
        conditions_of(Places, 1, Values, Cs, Results),
        store(Results),
        finish(Ts),
        fail
    ;   true
    ).

% Stores with each conditional answer the number of its atom.
number_answers([], N, N, Ps, Ps).
number_answers([T|Ts], N0, N, Ps0, Ps) :-
    '$table_size'(T, Size),
    number_places(0, Size, T, N0, N1, Ps0, Ps1),
    number_answers(Ts, N1, N, Ps1, Ps).

number_places(I, Size, T, N0, N, Ps0, Ps) :-
    (   I =:= Size -> N = N0, Ps0 = Ps
    ;   I1 is I+1,
        (   '$table_value'(T, I, maybe) ->
            N1 is N0+1,
            '$table_set_value'(T, I, atom(N1)),
            Ps0 = [T-I|Ps1],
            number_places(I1, Size, T, N1, N, Ps1, Ps)
        ;   number_places(I1, Size, T, N0, N, Ps0, Ps)
        )
    ).

% Enumerates the clauses `c(Atom, Literals, Unknown, Condition)`: Literals has `p(N)` and `n(N)` for the atoms,
% Unknown is the number of literals that are undefined whatever the atoms are.
clause_of(Ts, c(N,Ls,U,Ds)) :-
    member(T, Ts),
    '$table_field'(T, 8, C),
    Conditions is C-1,
    '$table_size'(Conditions, Size),
    Last is Size-1,
    between(0, Last, J),
    '$table_get'(Conditions, J, c(I,Ds)),
    '$table_value'(T, I, atom(N)),
    literals(Ds, 0, U, Ls, []).

% Fails if a literal is false.
literals([], U, U, Ls, Ls).
literals([D|Ds], U0, U, Ls0, Ls) :-
    literal(D, U0, U1, Ls0, Ls1),
    literals(Ds, U1, U, Ls1, Ls).

literal(u, U0, U, Ls, Ls) :- U is U0+1.
literal(p(T,I), U0, U, Ls0, Ls) :-
    state(T, I, S),
    positive(S, U0, U, Ls0, Ls).
literal(n(T), U0, U, Ls0, Ls) :-
    (   T == u -> U is U0+1, Ls0 = Ls
    ;   '$table_size'(T, Size),
        negative(0, Size, T, U0, U, Ls0, Ls)
    ).

positive(true, U, U, Ls, Ls).
positive(undefined(_), U0, U, Ls, Ls) :- U is U0+1.
positive(atom(N), U, U, [p(N)|Ls], Ls).

negative(I, Size, T, U0, U, Ls0, Ls) :-
    (   I =:= Size -> U = U0, Ls0 = Ls
    ;   state(T, I, S),
        negative(S, U0, U1, Ls0, Ls1),
        I1 is I+1,
        negative(I1, Size, T, U1, U, Ls1, Ls)
    ).

negative(false, U, U, Ls, Ls).
negative(undefined(_), U0, U, Ls, Ls) :- U is U0+1.
negative(atom(N), U, U, [n(N)|Ls], Ls).

state(T, I, S) :-
    (   '$table_value'(T, I, S0), \+ S0 = [_|_] -> S = S0
    ;   S = true
    ).

%% Propagation

% solved(+N, +Clauses, -Values). `Values` has for each atom `t`, `f` or `u`.
solved(N, Cs, Values) :-
    length(Cs, M),
    array(N, u, Values),
    array(N, [], Positive),         % for each atom, the clauses with it as positive literal
    array(N, [], Negative),
    array(N, 0, Supports),          % for each atom, the number of its clauses that may become true
    array(M, 0, Heads),
    array(M, 0, Open),              % for each clause, the literals that are not known to be true; -1: false
    array(M, 0, Links),             % for each clause, its positive literals not known to be true
    S = s(Values,Positive,Negative,Supports,Heads,Open,Links),
    entered(Cs, 1, S, Facts),
    unsupported(N, Supports, Falsities),
    settled(Facts, S),
    settled(Falsities, S),
    founded(N, M, S).

array(N, X, A) :-
    (   N =:= 0 -> A = a
    ;   functor(A, a, N),
        filled(N, A, X)
    ).

filled(I, A, X) :-
    (   I =:= 0 -> true
    ;   arg(I, A, X),
        I1 is I-1,
        filled(I1, A, X)
    ).

entered([], _, _, []).
entered([c(N,Ls,U,_)|Cs], C, S, Facts) :-
    S = s(_,_,_,Supports,Heads,Open,Links),
    setarg(C, Heads, N),
    increment(N, Supports),
    occurrences(Ls, C, S, 0, Links1, U, Open1),
    setarg(C, Open, Open1),
    setarg(C, Links, Links1),
    (   Open1 =:= 0 -> Facts = [N-t|Facts1]
    ;   Facts = Facts1
    ),
    C1 is C+1,
    entered(Cs, C1, S, Facts1).

increment(I, A) :- arg(I, A, X0), X is X0+1, setarg(I, A, X).

occurrences([], _, _, P, P, O, O).
occurrences([L|Ls], C, S, P0, P, O0, O) :-
    S = s(_,Positive,Negative,_,_,_,_),
    (   L = p(N) -> arg(N, Positive, Os), setarg(N, Positive, [C|Os]), P1 is P0+1
    ;   L = n(N), arg(N, Negative, Os), setarg(N, Negative, [C|Os]), P1 = P0
    ),
    O1 is O0+1,
    occurrences(Ls, C, S, P1, P, O1, O).

unsupported(N, Supports, Fs) :-
    (   N =:= 0 -> Fs = []
    ;   ( arg(N, Supports, 0) -> Fs = [N-f|Fs1] ; Fs = Fs1 ),
        N1 is N-1,
        unsupported(N1, Supports, Fs1)
    ).

% settled(+Values, +State). Propagates a list of `Atom-Value`.
settled([], _).
settled([N-V|Q0], S) :-
    S = s(Values,Positive,Negative,_,_,_,_),
    (   arg(N, Values, u) ->
        setarg(N, Values, V),
        arg(N, Positive, Ps),
        arg(N, Negative, Ns),
        (   V == t ->
            satisfied(Ps, 1, S, Q0, Q1),
            falsified(Ns, S, Q1, Q)
        ;   falsified(Ps, S, Q0, Q1),
            satisfied(Ns, 0, S, Q1, Q)
        )
    ;   Q = Q0
    ),
    settled(Q, S).

satisfied([], _, _, Q, Q).
satisfied([C|Cs], Link, S, Q0, Q) :-
    S = s(_,_,_,_,Heads,Open,Links),
    arg(C, Open, O0),
    (   O0 > 0 ->
        O is O0-1,
        setarg(C, Open, O),
        arg(C, Links, L0),
        L is L0-Link,
        setarg(C, Links, L),
        (   O =:= 0 -> arg(C, Heads, N), Q1 = [N-t|Q0]
        ;   Q1 = Q0
        )
    ;   Q1 = Q0
    ),
    satisfied(Cs, Link, S, Q1, Q).

falsified([], _, Q, Q).
falsified([C|Cs], S, Q0, Q) :-
    S = s(_,_,_,Supports,Heads,Open,_),
    arg(C, Open, O),
    (   O > 0 ->
        setarg(C, Open, -1),
        arg(C, Heads, N),
        arg(N, Supports, K0),
        K is K0-1,
        setarg(N, Supports, K),
        (   K =:= 0 -> Q1 = [N-f|Q0]
        ;   Q1 = Q0
        )
    ;   Q1 = Q0
    ),
    falsified(Cs, S, Q1, Q).

%% Unfounded sets

founded(N, M, S) :-
    S = s(Values,_,_,_,Heads,Open,Links),
    (   linked(M, Open, Links) ->
        duplicate_term(Links, Left),
        array(N, no, Founded),
        first_founded(M, Heads, Open, Links, First),
        found(First, S, Left, Founded),
        unfounded(N, Values, Founded, Fs),
        (   Fs == [] -> true
        ;   settled(Fs, S),
            founded(N, M, S)
        )
    ;   true
    ).

% True if a clause that may become true has a positive literal.
linked(M, Open, Links) :-
    M > 0,
    (   arg(M, Links, L), L > 0, arg(M, Open, O), O > 0 -> true
    ;   M1 is M-1,
        linked(M1, Open, Links)
    ).

first_founded(M, Heads, Open, Links, Ns) :-
    (   M =:= 0 -> Ns = []
    ;   (   arg(M, Links, 0), arg(M, Open, O), O > 0 -> arg(M, Heads, N), Ns = [N|Ns1]
        ;   Ns = Ns1
        ),
        M1 is M-1,
        first_founded(M1, Heads, Open, Links, Ns1)
    ).

found([], _, _, _).
found([N|Ns0], S, Left, Founded) :-
    S = s(Values,Positive,_,_,Heads,Open,_),
    (   arg(N, Founded, no),
        arg(N, Values, u) ->        % true atoms have been subtracted from the links
        setarg(N, Founded, yes),
        arg(N, Positive, Cs),
        reached(Cs, Heads, Open, Left, Ns0, Ns)
    ;   Ns = Ns0
    ),
    found(Ns, S, Left, Founded).

reached([], _, _, _, Ns, Ns).
reached([C|Cs], Heads, Open, Left, Ns0, Ns) :-
    arg(C, Open, O),
    (   O > 0 ->
        arg(C, Left, L0),
        L is L0-1,
        setarg(C, Left, L),
        (   L =:= 0 -> arg(C, Heads, N), Ns1 = [N|Ns0]
        ;   Ns1 = Ns0
        )
    ;   Ns1 = Ns0
    ),
    reached(Cs, Heads, Open, Left, Ns1, Ns).

unfounded(N, Values, Founded, Fs) :-
    (   N =:= 0 -> Fs = []
    ;   (   arg(N, Values, u), arg(N, Founded, no) -> Fs = [N-f|Fs1]
        ;   Fs = Fs1
        ),
        N1 is N-1,
        unfounded(N1, Values, Founded, Fs1)
    ).

%% Results

% The clauses of each atom stand together, in the order of its table's conditions; they are collected by atom.
conditions_of(Places, _, Values, Cs, Results) :-
    functor(Values, _, N),
    array(N, [], Bodies),
    bodies(Cs, Values, Bodies),
    results(Places, 1, Values, Bodies, Results).

bodies([], _, _).
bodies([c(N,_,_,Ds0)|Cs], Values, Bodies) :-
    (   arg(N, Values, u), left(Ds0, Values, Ds) ->
        arg(N, Bodies, Bs),
        setarg(N, Bodies, [Ds|Bs])
    ;   true
    ),
    bodies(Cs, Values, Bodies).

% The literals of a condition that are not true. Fails if one is false.
left([], _, []).
left([D|Ds], Values, Ls) :-
    literals([D], 0, U, As, []),
    unresolved(As, Values, no, R),
    (   U =:= 0, R == no -> Ls = Ls1
    ;   Ls = [D|Ls1]
    ),
    left(Ds, Values, Ls1).

unresolved([], _, R, R).
unresolved([A|As], Values, R0, R) :-
    arg(1, A, N),
    arg(N, Values, V),
    functor(A, Sign, 1),
    (   V == u -> R1 = yes
    ;   holds(Sign, V), R1 = R0
    ),
    unresolved(As, Values, R1, R).

holds(p, t).
holds(n, f).

results([], _, _, _, []).
results([P|Ps], N, Values, Bodies, [P-R|Rs]) :-
    arg(N, Values, V),
    (   V == t -> R = true
    ;   V == f -> R = false
    ;   arg(N, Bodies, Bs0),
        sort(Bs0, Bs),
        R = undefined(Bs)
    ),
    N1 is N+1,
    results(Ps, N1, Values, Bodies, Rs).

store([]).
store([(T-I)-V|Rs]) :-
    '$table_set_value'(T, I, V),
    store(Rs).

finish([]).
finish([T|Ts]) :-
    '$table_field'(T, 8, C),
    Conditions is C-1,
    '$table_delete'(Conditions),
    '$table_set_field'(T, 8, -1),
    finish(Ts).

%% Literals as goals

%! literal_goal(+Literal, -Goal) is det.
%
%  Unifies `Goal` with the goal that a delayed literal stands for.
?- well_founded:literal_goal(u, G).
   G = tabling:undefined.
literal_goal(u, tabling:undefined).
literal_goal(p(T,I), M:H) :-
    '$table_variant'(T, M:H),
    term_variables(H, Vs),
    A =.. [a|Vs],
    '$table_get'(T, I, A).
literal_goal(n(T), G) :-
    (   T == u -> G = tabling:tnot(tabling:undefined)
    ;   '$table_variant'(T, V),
        (   V = tabling:some(P) -> G = tabling:not_exists(P)
        ;   G = tabling:tnot(V)
        )
    ).

%! answer_condition(+Table, +Place, -Condition) is semidet.
%
%  Unifies `Condition` with `true`, or for an undefined answer with a disjunction of conjunctions of
%  goals. False for an answer that is false.
?- well_founded:answer_condition(0x7fffffff, 0, C).
   C = true.
answer_condition(T, I, Condition) :-
    (   '$table_value'(T, I, V), \+ V = [_|_] ->
        (   V == true -> Condition = true
        ;   V = undefined(Bodies),
            disjunction(Bodies, Condition)
        )
    ;   Condition = true
    ).

disjunction([B|Bs], C) :-
    conjunction(B, C1),
    (   Bs == [] -> C = C1
    ;   C = (C1;C2),
        disjunction(Bs, C2)
    ).

conjunction([D|Ds], C) :-
    literal_goal(D, G),
    (   Ds == [] -> C = G
    ;   C = (G,C1),
        conjunction(Ds, C1)
    ).
