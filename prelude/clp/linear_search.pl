% Optimization for library(clpq) and library(clpr): vertices, and branch and bound for integers.

:- module(linear_search, [linear_optimum/5, linear_bb/6, linear_named/4]).

:- use_module(library(linear)).

%! linear_optimum(+Expr, +Field, +Vars, -Supremum, -Values) is semidet.
%
%  Unifies `Supremum` with the least upper bound of `Expr`, and `Values` with the values of `Vars` where
%  it is attained. False if there is none.
?- use_module(library(clpq)).
   true.
?- {X =< 3}, linear_optimum(2*X, q, [X], S, Vs).
   S = 6, Vs = [3], ... .
linear_optimum(E, F, Vs, Sup, Values) :-
    findall(Sup0-Values0, ( linear_supremum(E, F, Sup0), values(Vs, F, Values0) ), [Sup-Values]).

values([], _, []).
values([V|Vs], F, [X|Xs]) :- linear_value(V, F, X), values(Vs, F, Xs).

%! linear_bb(+Integers, +Expr, +Tolerance, +Field, -Infimum, -Values) is semidet.
%
%  Unifies `Infimum` with the least value of `Expr` where the variables `Integers` have the integers
%  `Values`, by branch and bound. False if there is none.
?- {2*X >= 3}, linear_bb([X], X, 0, q, I, Vs).
   I = 2, Vs = [2], ... .
linear_bb(Vs, E, Eps, F, Inf, Values) :-
    must_be(list, Vs),
    branch(Vs, E, Eps, F, none, best(Inf,Values)).

branch(Vs, E, Eps, F, Best0, Best) :-
    (   linear_optimum(-E, F, Vs, Sup, Values),
        Inf is -Sup,
        improves(Best0, Inf) ->
        (   fractional(Vs, Values, Eps, X, Value) ->
            Low is floor(Value),
            High is ceiling(Value),
            side(X =< Low, Vs, E, Eps, F, Best0, Best1),
            side(X >= High, Vs, E, Eps, F, Best1, Best)
        ;   rounded(Values, F, Ints),
            Best = best(Inf,Ints)
        )
    ;   Best = Best0
    ).

side(C, Vs, E, Eps, F, Best0, Best) :-
    (   findall(B, ( linear_post(C, F), branch(Vs, E, Eps, F, Best0, B) ), [Best1]) -> Best = Best1
    ;   Best = Best0
    ).

improves(none, _).
improves(best(I,_), Inf) :- Inf < I.

fractional([V|Vs], [X|Xs], Eps, W, Value) :-
    (   abs(X-round(X)) > Eps -> W = V, Value = X
    ;   fractional(Vs, Xs, Eps, W, Value)
    ).

rounded([], _, []).
rounded([X|Xs], F, [Y|Ys]) :-
    Y0 is round(X),
    linear:in_field(F, Y0, Y),
    rounded(Xs, F, Ys).

%! linear_named(+Term, +Vars, +Names, -Named) is det.
%
%  Unifies `Named` with `Term` where each of the variables `Vars` is replaced by the element of `Names` at
%  its place.
?- linear_named(f(X), [X], [x], T).
   T = f(x).
linear_named(T, Vs, Ns, N) :- var(T), !, named(Vs, Ns, T, N).
linear_named(T, Vs, Ns, N) :-
    (   compound(T) ->
        T =.. [F|As],
        all_named(As, Vs, Ns, Bs),
        N =.. [F|Bs]
    ;   N = T
    ).

all_named([], _, _, []).
all_named([A|As], Vs, Ns, [B|Bs]) :- linear_named(A, Vs, Ns, B), all_named(As, Vs, Ns, Bs).

named([], _, T, T).
named([V|Vs], [N|Ns], T, M) :-
    (   V == T -> M = N
    ;   named(Vs, Ns, T, M)
    ).
