% Elimination of redundant checks. In the goals of a translated form, a variable that has been
% checked to be a pair or a number is not checked again, and a part of a pair that was just fetched
% is reused. The file uses the names of some primitives, and does not depend on forms.
%
% Known facts are a list of `number(X)` and `pair(X, A, B)`, where `A` and `B` are the parts of the
% pair, or `unknown`. A goal that may have an effect makes the parts unknown.

:- module(scheme_improver, [improved/2]).

:- use_module(library(lists)).

%! improved(+Goal0, -Goal) is det.
%
%  Unifies `Goal` with `Goal0` without the checks that are already decided.
?- improved((cdr(X,D,1), (D == [] -> car(X,V,2) ; cdr(X,E,3), f(E,V,4))), G).
   G = (cdr(X,D,1),(D==[]->X=[V|_A];E=D,f(E,V,4))).
?- improved((numbers(X,Y,1), (X > Y -> V = [] ; +(X,1,Z,2), f(Z,V,3))), G).
   G = (numbers(X,Y,1),(X>Y->V=[];Z is X+1,f(Z,V,3))).
?- improved((cdr(X,A,1), f(A,B,2), cdr(X,V,3)), G).
   G = (cdr(X,A,1),f(A,B,2),X=[_A|V]).
improved(Goal0, Goal) :- improve(Goal0, [], _, Goal).

improve((A0, B0), K0, K, Goal) :- !,
    improve(A0, K0, K1, A),
    improve(B0, K1, K, B),
    ( A == true -> Goal = B ; Goal = (A, B) ).
improve(( C0 -> A0 ; B0 ), K0, K, ( C -> A ; B )) :- !,
    improve(C0, K0, K1, C),
    improve(A0, K1, _, A),
    improve(B0, K0, _, B),
    effect(K0, K).
improve(Goal0, K0, K, Goal) :-
    (   better(Goal0, K0, K1, Goal1) -> Goal = Goal1, K = K1
    ;   Goal = Goal0,
        learnt(Goal0, K0, K)
    ).

% Goals that can be replaced by others that are not calls.
better(car(X, V, _), K0, [pair(X, V, B)|K], Goal) :-
    known_pair(X, K0, A, B, K1),
    ( A == unknown -> Goal = ( X = [V|_] ), K = K1 ; Goal = ( V = A ), equal_to(A, V, K1, K) ).
better(cdr(X, V, _), K0, [pair(X, A, V)|K], Goal) :-
    known_pair(X, K0, A, B, K1),
    ( B == unknown -> Goal = ( X = [_|V] ), K = K1 ; Goal = ( V = B ), equal_to(B, V, K1, K) ).
better(numbers(X, Y, _), K, K, true) :- known_number(X, K), known_number(Y, K).
better(+(X, Y, V, _), K, [number(V)|K], V is X+Y) :- known_number(X, K), known_number(Y, K).
better(-(X, Y, V, _), K, [number(V)|K], V is X-Y) :- known_number(X, K), known_number(Y, K).
better(*(X, Y, V, _), K, [number(V)|K], V is X*Y) :- known_number(X, K), known_number(Y, K).

known_pair(X, K0, A, B, K) :- select(pair(Y, A0, B0), K0, K), X == Y, !, A = A0, B = B0.

known_number(X, K) :- ( number(X) -> true ; member(number(Y), K), X == Y -> true ).

% The facts that hold after a goal.
learnt(car(X, V, _), K, [pair(X, V, unknown)|K]) :- !.
learnt(cdr(X, V, _), K, [pair(X, unknown, V)|K]) :- !.
learnt(numbers(X, Y, _), K, [number(X), number(Y)|K]) :- !.
learnt(+(X, Y, V, _), K, [number(X), number(Y), number(V)|K]) :- !.
learnt(-(X, Y, V, _), K, [number(X), number(Y), number(V)|K]) :- !.
learnt(*(X, Y, V, _), K, [number(X), number(Y), number(V)|K]) :- !.
learnt(length(_, V, _), K, [number(V)|K]) :- !.
learnt(V = T, K0, K) :- !, equal_to(T, V, K0, K).
learnt(Goal, K0, K) :-
    (   effectless(Goal) -> K = K0
    ;   effect(K0, K)
    ).

equal_to(T, X, K0, K) :-
    (   known_number(T, K0) -> K = [number(X)|K0]
    ;   nonvar(T), T = [A|B], var(X) -> K = [pair(X, A, B)|K0]
    ;   K = K0
    ).

effectless(_ == _).
effectless(_ \== _).
effectless(_ =:= _).
effectless(_ < _).
effectless(_ > _).
effectless(_ =< _).
effectless(_ >= _).
effectless(true).
effectless(fail).
effectless(append(_, _, _, _)).

effect([], []).
effect([Fact0|Facts0], [Fact|Facts]) :-
    ( Fact0 = pair(X, _, _) -> Fact = pair(X, unknown, unknown) ; Fact = Fact0 ),
    effect(Facts0, Facts).
