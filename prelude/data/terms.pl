% Comparing, measuring and transforming terms.

:- module(terms, [
    variant/2, subsumes/2, subsumes_chk/2, term_size/2,
    mapargs/3, mapsubterms/3, mapsubterms_var/3, foldsubterms/4, foldsubterms/5,
    same_functor/2, same_functor/3, same_functor/4, term_subsumer/3, term_factorized/3,
    sub_term/2, sub_var/2, contains_term/2, contains_var/2, free_of_term/2, free_of_var/2,
    occurrences_of_term/3, occurrences_of_var/3, sub_term_shared_variables/3,
    copy_term/4, copy_term_nat/4, term_depth/2, depth_bound/2, term_order/3, term_variables_set/2, term_variables_bag/2
]).

:- meta_predicate mapargs(2,?,?), mapsubterms(2,?,?), mapsubterms_var(2,?,?), foldsubterms(3,?,?,?), foldsubterms(4,?,?,?,?).
:- meta_predicate with_variables_(?,2,?), rebuilding(4,?,?,?,?), rebuilding_(?,4,?,?,?).
:- meta_predicate foldsubterms_(?,3,?,?), mapargs(?,?,2,?,?), mapsubterms_(?,2,?).

%! variant(@A, @B) is semidet.
%
%  True if the terms are identical up to the names of variables.
?- variant(f(X,Y), f(A,B)).
   true.
variant(A, B) :- '=@='(A, B).

%! subsumes_chk(@General, @Specific) is semidet.
%
%  True if `Specific` is an instance of `General`. Binds no variables.
?- subsumes_chk(f(_), f(a)).
   true.
subsumes_chk(G, S) :- subsumes_term(G, S).

%! subsumes(+General, @Specific) is semidet.
%
%  Unifies `General` with `Specific` if that does not instantiate `Specific`; else fails.
?- subsumes(f(X), f(Y)).
   X = Y.
subsumes(G, S) :- subsumes_term(G, S), G = S.

%! term_size(@Term, -Size) is det.
%
%  Unifies `Size` with the number of cells of the term's tree: one for each compound term and one
%  for each argument.
?- term_size(f(a,g(b)), N).
   N = 5.
term_size(T, N) :- term_size([T|Ts], Ts, 0, N).

term_size(Todo, End, N0, N) :-
    (   Todo == End -> N = N0
    ;   Todo = [T|Ts],
        (   compound(T) ->
            functor(T, _, A),
            N1 is N0+A+1,
            T =.. [_|As],
            append(As, Ts, Todo1)
        ;   N1 = N0,
            Todo1 = Ts
        ),
        term_size(Todo1, End, N1, N)
    ).

%! mapargs(:Goal, ?T1, ?T2) is nondet.
%
%  True if both terms have the same functor and `call(Goal, A1, A2)` is true for each pair of
%  arguments.
?- mapargs(succ, f(1,2), T).
   T = f(2,3).
mapargs(G, T1, T2) :-
    same_functor(T1, T2, _, N),
    mapargs(1, N, G, T1, T2).

mapargs(I, N, G, T1, T2) :-
    (   I > N -> true
    ;   arg(I, T1, A1),
        arg(I, T2, A2),
        call(G, A1, A2),
        I1 is I+1,
        mapargs(I1, N, G, T1, T2)
    ).

%! mapsubterms(:Goal, +T1, -T2) is det.
%
%  Unifies `T2` with `T1` in which each outermost subterm `S` for which `call(Goal, S, R)` succeeds
%  is replaced by `R`.
?- mapsubterms([X,Y]>>(integer(X), Y is -X), f(1,g(2)), T).
   T = f(-1,g(-2)).
mapsubterms(G, T1, T2) :-
    (   nonvar(T1), call(G, T1, T) -> T2 = T
    ;   compound(T1) ->
        T1 =.. [F|As],
        mapsubterms_(As, G, Bs),
        T2 =.. [F|Bs]
    ;   T2 = T1
    ).

mapsubterms_([], _, []).
mapsubterms_([A|As], G, [B|Bs]) :- mapsubterms(G, A, B), mapsubterms_(As, G, Bs).

%! foldsubterms(:Goal, +Term, +S0, -S) is det.
%
%  Folds the outermost subterms for which it succeeds with `call(Goal, Sub, S0, S1)`.
?- foldsubterms([X,S0,S]>>(integer(X), S is S0+X), f(1,g(2)), 0, S).
   S = 3.
foldsubterms(G, T, S0, S) :-
    (   call(G, T, S0, S1) -> S = S1
    ;   compound(T) ->
        T =.. [_|As],
        foldsubterms_(As, G, S0, S)
    ;   S = S0
    ).

foldsubterms_([], _, S, S).
foldsubterms_([A|As], G, S0, S) :- foldsubterms(G, A, S0, S1), foldsubterms_(As, G, S1, S).

%! same_functor(?T1, ?T2) is semidet.
%
%  True if both terms have the same name and arity. If one of them is a variable, it is bound to the
%  most general term with the functor of the other.
?- same_functor(f(a), T).
   T = f(_A).
same_functor(T1, T2) :- same_functor(T1, T2, _, _).

%! same_functor(?T1, ?T2, ?Name, ?Arity) is semidet.
%
%  As same_functor/2, with the name and arity of both terms.
?- same_functor(f(a), f(b), N, A).
   N = f, A = 1.
same_functor(T1, T2, N, A) :-
    (   nonvar(T1) -> functor(T1, N, A), functor(T2, N, A)
    ;   functor(T2, N, A),
        functor(T1, N, A)
    ).

%! same_functor(?T1, ?T2, ?Arity) is semidet.
%
%  As same_functor/2, with the arity of both terms.
?- same_functor(f(a), f(b), A).
   A = 1.
same_functor(T1, T2, A) :- same_functor(T1, T2, _, A).

%! mapsubterms_var(:Goal, +T1, -T2) is det.
%
%  As mapsubterms/3, but `Goal` is also called for variables.
?- mapsubterms_var([X,v]>>var(X), f(_,a), T).
   T = f(v,a).
mapsubterms_var(G, T1, T2) :-
    (   call(G, T1, T) -> T2 = T
    ;   compound(T1) ->
        T1 =.. [F|As],
        with_variables_(As, G, Bs),
        T2 =.. [F|Bs]
    ;   T2 = T1
    ).

with_variables_([], _, []).
with_variables_([A|As], G, [B|Bs]) :- mapsubterms_var(G, A, B), with_variables_(As, G, Bs).

%! foldsubterms(:Goal, +T1, -T2, +S0, -S) is semidet.
%
%  As foldsubterms/4 with `call(Goal, Sub, New, S0, S1)`; `T2` is `T1` in which each such `Sub` is
%  replaced by `New`.
?- foldsubterms([X,Y,S0,S]>>(integer(X), Y is -X, S is S0+X), f(1,g(2)), T, 0, S).
   T = f(-1,g(-2)), S = 3.
foldsubterms(G, T1, T2, S0, S) :- rebuilding(G, T1, T2, S0, S).

rebuilding(G, T1, T2, S0, S) :-
    (   call(G, T1, T, S0, S1) -> T2 = T, S = S1
    ;   compound(T1) ->
        T1 =.. [F|As],
        rebuilding_(As, G, Bs, S0, S),
        T2 =.. [F|Bs]
    ;   T2 = T1,
        S = S0
    ).

rebuilding_([], _, [], S, S).
rebuilding_([A|As], G, [B|Bs], S0, S) :- rebuilding(G, A, B, S0, S1), rebuilding_(As, G, Bs, S1, S).

%! term_subsumer(+T1, +T2, -General) is det.
%
%  Unifies `General` with the most specific term of which both terms are instances.
?- term_subsumer(f(a,a,c), f(b,b,c), T).
   T = f(_A,_A,c).
term_subsumer(T1, T2, T) :- generalised(T1, T2, T, [], _).

generalised(A, B, T, Vs0, Vs) :-
    (   A == B -> T = A, Vs = Vs0
    ;   compound(A), compound(B), functor(A, F, N), functor(B, F, N) ->
        A =.. [F|As],
        B =.. [F|Bs],
        generalised_each(As, Bs, Ts, Vs0, Vs),
        T =.. [F|Ts]
    ;   known_pair(Vs0, A, B, V) -> T = V, Vs = Vs0
    ;   Vs = [p(A,B,T)|Vs0]
    ).

generalised_each([], [], [], Vs, Vs).
generalised_each([A|As], [B|Bs], [T|Ts], Vs0, Vs) :-
    generalised(A, B, T, Vs0, Vs1),
    generalised_each(As, Bs, Ts, Vs1, Vs).

known_pair([p(A1,B1,V1)|Ps], A, B, V) :- ( A1 == A, B1 == B -> V = V1 ; known_pair(Ps, A, B, V) ).

%! term_factorized(+Term, -Skeleton, -Substitution) is det.
%
%  Unifies `Skeleton` with `Term` in which compound terms that occur more than once are replaced by
%  variables, and `Substitution` with the list of `Variable = Subterm` for these variables.
?- term_factorized(f(g(a),g(a)), T, S).
   T = f(_A,_A), S = [_A=g(a)].
?- X = f(X), term_factorized(X, T, S).
   X = f(X), T = _A, S = [_A=f(_A)].
term_factorized(T, Skeleton, Substitution) :- cyclic_term(T), !,
    unfolded(T, Skeleton, [], Seen0),
    reverse(Seen0, Seen),
    definitions(Seen, Substitution).
term_factorized(T, Skeleton, Substitution) :-
    compounds(T, Cs0, []),
    msort(Cs0, Cs),
    repeated(Cs, Rs),
    factored(T, Rs, Skeleton),
    right_sides(Rs, Rs, Substitution).

% Each of the different compound terms once, as seen(Compound, Var, Definition, Again).
unfolded(T, V, Seen0, Seen) :-
    (   \+ compound(T) -> V = T, Seen = Seen0
    ;   member(seen(T1,V1,_,Again), Seen0), T1 == T -> V = V1, Again = again, Seen = Seen0
    ;   T =.. [F|As],
        unfolded_each(As, Bs, [seen(T,V,D,_)|Seen0], Seen),
        D =.. [F|Bs]
    ).

unfolded_each([], [], Seen, Seen).
unfolded_each([A|As], [B|Bs], Seen0, Seen) :- unfolded(A, B, Seen0, Seen1), unfolded_each(As, Bs, Seen1, Seen).

definitions([], []).
definitions([seen(_,V,D,Again)|Seen], Ds) :-
    (   Again == again -> Ds = [V=D|Ds1]
    ;   V = D,
        Ds = Ds1
    ),
    definitions(Seen, Ds1).

compounds(T, Cs0, Cs) :-
    (   compound(T) -> Cs0 = [T|Cs1], T =.. [_|As], compounds_each(As, Cs1, Cs)
    ;   Cs0 = Cs
    ).

compounds_each([], Cs, Cs).
compounds_each([A|As], Cs0, Cs) :- compounds(A, Cs0, Cs1), compounds_each(As, Cs1, Cs).

repeated([], []).
repeated([C|Cs], Rs) :-
    (   Cs = [D|_], D == C -> Rs = [C-_|Rs1], beyond(Cs, C, Ds), repeated(Ds, Rs1)
    ;   repeated(Cs, Rs)
    ).

beyond([D|Ds], C, Es) :- D == C, !, beyond(Ds, C, Es).
beyond(Ds, _, Ds).

factored(T, Rs, S) :-
    (   compound(T) -> ( factor(Rs, T, V) -> S = V ; rebuilt(T, Rs, S) )
    ;   S = T
    ).

factor([C-V0|Rs], T, V) :- ( C == T -> V = V0 ; factor(Rs, T, V) ).

rebuilt(T, Rs, S) :- T =.. [F|As], factored_each(As, Rs, Bs), S =.. [F|Bs].

factored_each([], _, []).
factored_each([A|As], Rs, [B|Bs]) :- factored(A, Rs, B), factored_each(As, Rs, Bs).

right_sides([], _, []).
right_sides([C-V|Rs], All, [V=S|Ss]) :- rebuilt(C, All, S), right_sides(Rs, All, Ss).

%! sub_term(-Sub, +Term) is nondet.
%
%  Enumerates `Term` itself and all its subterms.
?- sub_term(X, f(a)).
   X = f(a)
;  X = a.
sub_term(X, T) :-
    (   compound(T) -> ( X = T ; arg(_, T, A), sub_term(X, A) )
    ;   X = T
    ).

%! sub_var(@Variable, +Term) is semidet.
%
%  True if `Variable` occurs in `Term`, as contains_var/2.
?- sub_var(X, f(X)).
   true.
sub_var(X, T) :- contains_var(X, T).

%! contains_term(+Sub, +Term) is semidet.
%
%  True if some subterm unifies with `Sub`.
?- contains_term(g(_), f(g(a))).
   true.
contains_term(S, T) :- \+ free_of_term(S, T).

%! contains_var(@Sub, +Term) is semidet.
%
%  True if some subterm is identical to `Sub`.
?- contains_var(X, f(X)).
   true.
contains_var(S, T) :- \+ free_of_var(S, T).

%! free_of_term(+Sub, +Term) is semidet.
%
%  True if no subterm unifies with `Sub`.
?- free_of_term(h(_), f(g(a))).
   true.
free_of_term(S, T) :- \+ ( sub_term(X, T), \+ X \= S ).

%! free_of_var(@Sub, +Term) is semidet.
%
%  True if no subterm is identical to `Sub`.
?- free_of_var(X, f(Y)).
   true.
free_of_var(S, T) :- \+ ( sub_term(X, T), X == S ).

%! occurrences_of_term(@Sub, +Term, -Count) is det.
%
%  Unifies `Count` with the number of subterms that are instances of `Sub`.
?- occurrences_of_term(g(_), f(g(a),g(b)), N).
   N = 2.
occurrences_of_term(S, T, N) :- countall(( sub_term(X, T), subsumes_term(S, X) ), N).

%! occurrences_of_var(@Sub, +Term, -Count) is det.
%
%  Unifies `Count` with the number of subterms that are identical to `Sub`.
?- occurrences_of_var(X, f(X,g(X)), N).
   N = 2.
occurrences_of_var(S, T, N) :- countall(( sub_term(X, T), X == S ), N).

%! sub_term_shared_variables(+Sub, +Term, -Variables) is det.
%
%  Unifies `Variables` with the list of the variables of `Sub` that also occur elsewhere in `Term`.
?- S = g(X,Y), sub_term_shared_variables(S, f(S,X), Vs).
   S = g(X,Y), Vs = [X].
sub_term_shared_variables(S, T, Vs) :-
    term_variables(S, Us),
    shared(Us, S, T, Vs).

shared([], _, _, []).
shared([U|Us], S, T, Vs) :-
    occurrences_of_var(U, S, N),
    occurrences_of_var(U, T, M),
    (   M > N -> Vs = [U|Vs1]
    ;   Vs = Vs1
    ),
    shared(Us, S, T, Vs1).

%! copy_term(+Variables, ?Term, ?NewVariables, -Copy) is det.
%
%  Unifies `Copy` with a copy of `Term` in which only the variables of `Variables` are renamed, and
%  `NewVariables` with the corresponding copy of `Variables`.
?- copy_term([X], f(X,Y), Vs, T).
   Vs = [_A], T = f(_A,Y).
?- copy_term(X, f(X,Y), a, T).
   T = f(a,Y).
copy_term(Vars, T, NewVars, C) :-
    copied(Vars, T, NewVars0, C0, Vs, New),
    copy_term(Vs, New),
    NewVars = NewVars0,
    C = C0.

%! copy_term_nat(+Variables, ?Term, ?NewVariables, -Copy) is det.
%
%  As copy_term/4; the new variables have no attributes.
?- copy_term_nat([X], f(X,Y), Vs, T).
   Vs = [_A], T = f(_A,Y).
copy_term_nat(Vars, T, NewVars, C) :- copied(Vars, T, NewVars, C, _, _).

% Unrenamed parts are shared with the copy; attributes come from a separate copy.
copied(Vars, T, NewVars, C, Vs, New) :-
    term_variables(Vars, Vs),
    term_variables(Vars+T, All),
    findall(N, ( nth1(N, All, V), \+ ( member(W, Vs), V == W ) ), Ns),
    chosen(Ns, 1, All, Keep),
    copy_term_nat(Keep+Vs+Vars+T, Keep+New+NewVars+C).

chosen([], _, _, []).
chosen([N|Ns], I, [V|Vs], Xs) :-
    I1 is I+1,
    (   I =:= N -> Xs = [V|Xs1], chosen(Ns, I1, Vs, Xs1)
    ;   chosen([N|Ns], I1, Vs, Xs)
    ).

%! term_depth(+Term, -Depth) is det.
%
%  Unifies `Depth` with the depth of nesting of `Term`, 0 if it is not compound.
?- term_depth(f(g(a)), D).
   D = 2.
term_depth(T, D) :-
    (   compound(T) ->
        T =.. [_|As],
        deepest(As, 0, D0),
        D is D0+1
    ;   D = 0
    ).

deepest([], D, D).
deepest([A|As], D0, D) :- term_depth(A, D1), D2 is max(D0, D1), deepest(As, D2, D).

%! depth_bound(+Term, +Bound) is semidet.
%
%  True if the depth of nesting of `Term` is at most `Bound`.
?- depth_bound(f(a), 1).
   true.
depth_bound(T, B) :- term_depth(T, D), D =< B.

%! term_order(@T1, @T2, -Order) is det.
%
%  As compare/3, with the order as the last argument.
?- term_order(a, b, O).
   O = (<).
term_order(A, B, O) :- compare(O, A, B).

%! term_variables_set(@Term, -Set) is det.
%
%  Unifies `Set` with the ordered set of the variables of `Term`.
?- term_variables_set(f(X,Y,X), Vs).
   Vs = [X,Y].
term_variables_set(T, Vs) :- term_variables(T, Us), sort(Us, Vs).

%! term_variables_bag(@Term, -Variables) is det.
%
%  Unifies `Variables` with the list of the variables of `Term` in the order of their first
%  occurrence.
?- term_variables_bag(f(Y,X,Y), Vs).
   Vs = [Y,X].
term_variables_bag(T, Vs) :- term_variables(T, Vs).
