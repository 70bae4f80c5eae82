% Comparing, measuring and rebuilding terms.

:- module(terms, [
    variant/2, subsumes/2, subsumes_chk/2, term_size/2,
    mapargs/3, mapsubterms/3, foldsubterms/4, same_functor/2, same_functor/4
]).

:- meta_predicate mapargs(2,?,?), mapsubterms(2,?,?), foldsubterms(3,?,?,?).
:- meta_predicate foldsubterms_(?,3,?,?), mapargs(?,?,2,?,?), mapsubterms_(?,2,?).

%! variant(@A, @B) is semidet.
%
%  The terms are the same up to the names of variables.
?- variant(f(X,Y), f(A,B)).
   true.
variant(A, B) :- '=@='(A, B).

%! subsumes_chk(@General, @Specific) is semidet.
?- subsumes_chk(f(_), f(a)).
   true.
subsumes_chk(G, S) :- subsumes_term(G, S).

%! subsumes(+General, @Specific) is semidet.
%
%  Instantiates `General` to `Specific` if that leaves `Specific` as it is.
?- subsumes(f(X), f(Y)).
   X = Y.
subsumes(G, S) :- subsumes_term(G, S), G = S.

%! term_size(@Term, -Size) is det.
%
%  The number of cells of the term's tree: one for each compound and one for
%  each argument.
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
%  `call(Goal, A1, A2)` for the arguments of two terms of the same functor.
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
%  `T2` is `T1` with each outermost subterm `S` for which `call(Goal, S, R)`
%  succeeds replaced by `R`.
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
%  `call(Goal, Sub, S0, S1)` for the outermost subterms for which it succeeds.
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
?- same_functor(f(a), T).
   T = f(_A).
same_functor(T1, T2) :- same_functor(T1, T2, _, _).

%! same_functor(?T1, ?T2, ?Name, ?Arity) is semidet.
?- same_functor(f(a), f(b), N, A).
   N = f, A = 1.
same_functor(T1, T2, N, A) :-
    (   nonvar(T1) -> functor(T1, N, A), functor(T2, N, A)
    ;   functor(T2, N, A),
        functor(T1, N, A)
    ).
