% Predicates of hProlog on lists that the other libraries do not have.

:- module(hprolog, [
    substitute_eq/4, memberchk_eq/2, intersect_eq/3, list_difference_eq/3, take/3, drop/3, split_at/4,
    max_go_list/2, or_list/2, bounded_sublist/3, chr_delete/3
]).

%! substitute_eq(+Old, +List, +New, -NewList) is det.
%
%  Unifies `NewList` with `List` in which `New` replaces the elements that are identical to `Old`.
?- hprolog:substitute_eq(X, [a,X,Y], b, L).
   L = [a,b,Y].
substitute_eq(_, [], _, []).
substitute_eq(X, [A|As], Y, [B|Bs]) :-
    ( A == X -> B = Y ; B = A ),
    substitute_eq(X, As, Y, Bs).

%! memberchk_eq(?Element, +List) is semidet.
%
%  True if an element of `List` is identical to `Element`.
?- hprolog:memberchk_eq(X, [Y,X]).
   true.
memberchk_eq(X, [Y|Ys]) :- ( X == Y -> true ; memberchk_eq(X, Ys) ).

%! intersect_eq(+List1, +List2, -Intersection) is det.
%
%  Unifies `Intersection` with the elements of `List1` that are identical to one of `List2`.
?- hprolog:intersect_eq([X,a,Y], [Y,a], L).
   L = [a,Y].
intersect_eq([], _, []).
intersect_eq([X|Xs], Ys, Zs) :-
    ( memberchk_eq(X, Ys) -> Zs = [X|Zs1] ; Zs = Zs1 ),
    intersect_eq(Xs, Ys, Zs1).

%! list_difference_eq(+List1, +List2, -Difference) is det.
%
%  Unifies `Difference` with the elements of `List1` that are identical to none of `List2`.
?- hprolog:list_difference_eq([X,a,Y], [Y,a], L).
   L = [X].
list_difference_eq([], _, []).
list_difference_eq([X|Xs], Ys, Zs) :-
    ( memberchk_eq(X, Ys) -> Zs = Zs1 ; Zs = [X|Zs1] ),
    list_difference_eq(Xs, Ys, Zs1).

%! take(+N, +List, -Front) is semidet.
%
%  Unifies `Front` with the first `N` elements of `List`. False if it has fewer.
?- hprolog:take(2, [a,b,c], L).
   L = "ab".
take(N, Xs, Front) :- split_at(N, Xs, Front, _).

%! drop(+N, +List, -Rest) is semidet.
%
%  Unifies `Rest` with `List` without its first `N` elements. False if it has fewer.
?- hprolog:drop(2, [a,b,c], L).
   L = "c".
drop(N, Xs, Rest) :- split_at(N, Xs, _, Rest).

%! split_at(+N, +List, -Front, -Rest) is semidet.
%
%  Unifies `Front` with the first `N` elements of `List` and `Rest` with the others. False if it has
%  fewer.
?- hprolog:split_at(1, [a,b,c], F, R).
   F = "a", R = "bc".
split_at(N, Xs, Front, Rest) :-
    must_be(not_less_than_zero, N),
    length(Front, N),
    append(Front, Rest, Xs).

%! max_go_list(+List, -Max) is semidet.
%
%  Unifies `Max` with the last element of `List` in the standard order. False for the empty list.
?- hprolog:max_go_list([b,c,a], M).
   M = c.
max_go_list([X|Xs], Max) :- max_member(Max, [X|Xs]).

%! or_list(+Integers, -Or) is det.
%
%  Unifies `Or` with the bitwise disjunction of `Integers`.
?- hprolog:or_list([1,4,5], N).
   N = 5.
or_list(Is, Or) :- foldl([I,A0,A]>>(A is A0\/I), Is, 0, Or).

%! bounded_sublist(?Sublist, +List, +Max) is nondet.
%
%  True if `Sublist` has the elements of `List` at some places, in this order, and at most `Max`.
?- findall(S, hprolog:bounded_sublist(S, [a,b], 1), Ss).
   Ss = [[],"b","a"].
bounded_sublist([], [], _).
bounded_sublist(S, [X|Xs], Max) :-
    (   bounded_sublist(S, Xs, Max)
    ;   Max > 0,
        Max1 is Max-1,
        S = [X|S1],
        bounded_sublist(S1, Xs, Max1)
    ).

%! chr_delete(+List, +Element, -Rest) is det.
%
%  Unifies `Rest` with the elements of `List` that are not identical to `Element`.
?- hprolog:chr_delete([X,a,X], X, L).
   L = "a".
chr_delete(Xs, X, Ys) :- list_difference_eq(Xs, [X], Ys).
