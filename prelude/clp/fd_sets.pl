% Sets of integers with the interface of SICStus Prolog, connections between constrained variables,
% and counters of the solver.
%
% A set is a list of intervals `[Min|Max]`, in ascending order and with gaps between them; `Min` may
% be `inf` and `Max` may be `sup`. A variable is constrained to a set by (in_set)/2 of
% library(clpz).

:- module(fd_sets, [
    fd_set/2, is_fdset/1, empty_fdset/1, fdset_parts/4,
    empty_interval/2, fdset_interval/3, fdset_singleton/2,
    fdset_min/2, fdset_max/2, fdset_size/2,
    list_to_fdset/2, fdset_to_list/2, range_to_fdset/2, fdset_to_range/2,
    fdset_add_element/3, fdset_del_element/3,
    fdset_disjoint/2, fdset_intersect/2, fdset_intersection/2, fdset_intersection/3,
    fdset_member/2, fdset_eq/2, fdset_subset/2, fdset_subtract/3,
    fdset_union/2, fdset_union/3, fdset_complement/2,
    fd_neighbors/2, fd_closure/2, fd_statistics/0, fd_statistics/2
]).

:- op(700, xfx, in).
:- op(700, xfx, in_set).
:- op(700, xfx, #>).
:- op(450, xfx, ..).

%! fd_set(?X, ?Set) is semidet.
%
%  Unifies `Set` with the domain of `X`.
?- X #> 3, fd_set(X, S), X = 5.
   X = 5, S = [[4|sup]].
fd_set(X, S) :- '$fd_set'(X, S).

%! is_fdset(@Set) is semidet.
%
%  True if `Set` is a set.
?- is_fdset([[1|3],[5|sup]]).
   true.
?- is_fdset([[1|3],[4|5]]).
   false.
is_fdset(S) :- '$fdset_is'(S).

%! empty_fdset(?Set) is semidet.
%
%  True if `Set` is the empty set.
?- empty_fdset(S).
   S = [].
empty_fdset([]).

%! fdset_parts(?Set, ?Min, ?Max, ?Rest) is semidet.
%
%  True if `Set` consists of the first interval from `Min` to `Max` and the other intervals `Rest`.
?- fdset_parts([[1|3],[5|sup]], A, B, Rest).
   A = 1, B = 3, Rest = [[5|sup]].
?- fdset_parts(S, 1, 3, [[5|7]]).
   S = [[1|3],[5|7]].
fdset_parts(S, Min, Max, Rest) :-
    (   var(S) ->
        S0 = [[Min|Max]|Rest],
        '$fdset_check'(S0, fdset_parts/4),
        S = S0
    ;   '$fdset_check'(S, fdset_parts/4),
        S = [[Min|Max]|Rest]
    ).

%! empty_interval(+Min, +Max) is semidet.
%
%  True if the interval from `Min` to `Max` is empty.
?- empty_interval(3, 2).
   true.
?- empty_interval(inf, 2).
   false.
empty_interval(Min, Max) :- '$fdset_range'(Min, Max, []).

%! fdset_interval(?Set, ?Min, ?Max) is semidet.
%
%  True if `Set` is the non-empty interval from `Min` to `Max`.
?- fdset_interval(S, 1, sup).
   S = [[1|sup]].
?- fdset_interval([[1|3]], A, B).
   A = 1, B = 3.
fdset_interval(S, Min, Max) :-
    (   var(S) ->
        '$fdset_range'(Min, Max, S0),
        S0 = [_],
        S = S0
    ;   '$fdset_check'(S, fdset_interval/3),
        S = [[Min|Max]]
    ).

%! fdset_singleton(?Set, ?Element) is semidet.
%
%  True if `Element` is the only element of `Set`.
?- fdset_singleton(S, 3).
   S = [[3|3]].
?- fdset_singleton([[3|3]], X).
   X = 3.
fdset_singleton(S, X) :-
    (   var(S) ->
        must_be(integer, X),
        S = [[X|X]]
    ;   '$fdset_check'(S, fdset_singleton/2),
        S = [[X|X]],
        integer(X)
    ).

%! fdset_min(+Set, ?Min) is semidet.
%
%  Unifies `Min` with the least element of `Set`, or `inf`.
?- fdset_min([[1|3],[5|sup]], M).
   M = 1.
?- fdset_min([], M).
   false.
fdset_min(S, Min) :-
    '$fdset_check'(S, fdset_min/2),
    S = [[Min|_]|_].

%! fdset_max(+Set, ?Max) is semidet.
%
%  Unifies `Max` with the greatest element of `Set`, or `sup`.
?- fdset_max([[1|3],[5|sup]], M).
   M = sup.
fdset_max(S, Max) :-
    '$fdset_check'(S, fdset_max/2),
    greatest(S, Max).

greatest([[_|M0]|S], M) :- greatest(S, M0, M).

greatest([], M, M).
greatest([[_|M1]|S], _, M) :- greatest(S, M1, M).

%! fdset_size(+Set, ?Size) is semidet.
%
%  Unifies `Size` with the number of elements, or `sup`.
?- fdset_size([[1|3],[5|5]], N).
   N = 4.
?- fdset_size([[inf|3]], N).
   N = sup.
fdset_size(S, N) :- '$fdset_size'(S, N).

%! list_to_fdset(+Xs, ?Set) is semidet.
%
%  Unifies `Set` with the set of the integers of the list `Xs`.
?- list_to_fdset([3,1,2,7,1], S).
   S = [[1|3],[7|7]].
list_to_fdset(Xs, S) :- '$fdset_of_list'(Xs, S).

%! fdset_to_list(+Set, ?Xs) is semidet.
%
%  Unifies `Xs` with the list of the elements in ascending order. False if there are infinitely
%  many.
?- fdset_to_list([[1|3],[7|7]], Xs).
   Xs = [1,2,3,7].
?- fdset_to_list([[1|sup]], Xs).
   false.
fdset_to_list(S, Xs) :- '$fdset_to_list'(S, Xs).

%! range_to_fdset(+Range, ?Set) is semidet.
%
%  Unifies `Set` with the set that a domain term describes, see (in)/2.
?- range_to_fdset(1..3\/{7,9}\/5..5, S).
   S = [[1|3],[5|5],[7|7],[9|9]].
range_to_fdset(R, S) :- '$fdset_of_range'(R, S).

%! fdset_to_range(+Set, ?Range) is semidet.
%
%  Unifies `Range` with the domain term of a set.
?- fdset_to_range([[1|3],[7|7]], R).
   R = 1..3\/7.
?- fdset_to_range([[1|1]], R).
   R = 1.
?- fdset_to_range([], R).
   R = 1..0.
fdset_to_range(S, R) :-
    '$fdset_to_range'(S, R0),
    (   R0 = A..B, A == B -> R = A
    ;   R = R0
    ).

%! fdset_add_element(+Set, +X, ?Set1) is semidet.
%
%  Unifies `Set1` with `Set` and the element `X`.
?- fdset_add_element([[1|3]], 4, S).
   S = [[1|4]].
fdset_add_element(S0, X, S) :-
    must_be(integer, X),
    '$fdset_op'(union, S0, [[X|X]], S).

%! fdset_del_element(+Set, +X, ?Set1) is semidet.
%
%  Unifies `Set1` with `Set` without the element `X`.
?- fdset_del_element([[1|3]], 2, S).
   S = [[1|1],[3|3]].
fdset_del_element(S0, X, S) :-
    must_be(integer, X),
    '$fdset_op'(subtract, S0, [[X|X]], S).

%! fdset_disjoint(+A, +B) is semidet.
%
%  True if the sets have no common element.
?- fdset_disjoint([[1|3]], [[4|sup]]).
   true.
fdset_disjoint(A, B) :- '$fdset_op'(intersection, A, B, []).

%! fdset_intersect(+A, +B) is semidet.
%
%  True if the sets have a common element.
?- fdset_intersect([[1|3]], [[3|sup]]).
   true.
fdset_intersect(A, B) :- '$fdset_op'(intersection, A, B, [_|_]).

%! fdset_intersection(+A, +B, ?C) is semidet.
%
%  Unifies `C` with the intersection of two sets.
?- fdset_intersection([[1|3]], [[2|sup]], S).
   S = [[2|3]].
fdset_intersection(A, B, C) :- '$fdset_op'(intersection, A, B, C).

%! fdset_intersection(+Sets, ?Set) is semidet.
%
%  Unifies `Set` with the intersection of a list of sets.
?- fdset_intersection([[[1|3]],[[2|sup]]], S).
   S = [[2|3]].
fdset_intersection(Sets, S) :-
    must_be(list, Sets),
    all_of(Sets, intersection, [[inf|sup]], S).

all_of([], _, S, S).
all_of([A|As], Op, S0, S) :-
    '$fdset_op'(Op, S0, A, S1),
    all_of(As, Op, S1, S).

%! fdset_member(?X, +Set) is nondet.
%
%  True if `X` is an element of `Set`. Enumerates the elements in ascending order.
?- fdset_member(X, [[1|2],[7|7]]).
   X = 1
;  X = 2
;  X = 7.
?- fdset_member(X, [[8|sup]]).
   X = 8
;  X = 9
;  ... .
fdset_member(X, S) :-
    can_be(integer, X),
    '$fdset_check'(S, fdset_member/2),
    (   integer(X) -> '$fdset_op'(intersection, S, [[X|X]], [_])
    ;   S = [I|Is],
        element_of(Is, I, X)
    ).

element_of([], [Min|Max], X) :- element_between(Min, Max, X).
element_of([I|Is], J, X) :- element_of_first(J, I, Is, X).

element_of_first([Min|Max], _, _, X) :- element_between(Min, Max, X).
element_of_first(_, I, Is, X) :- element_of(Is, I, X).

element_between(Min, Max, X) :-
    (   Min == inf -> throw(error(instantiation_error, fdset_member/2))
    ;   Max == sup -> between(Min, inf, X)
    ;   between(Min, Max, X)
    ).

%! fdset_eq(+A, +B) is semidet.
%
%  True if the sets are equal.
?- fdset_eq([[1|3]], [[1|3]]).
   true.
fdset_eq(A, B) :-
    '$fdset_check'(A, fdset_eq/2),
    '$fdset_check'(B, fdset_eq/2),
    A == B.

%! fdset_subset(+A, +B) is semidet.
%
%  True if `A` is a subset of `B`.
?- fdset_subset([[2|3]], [[1|sup]]).
   true.
fdset_subset(A, B) :- '$fdset_op'(subtract, A, B, []).

%! fdset_subtract(+A, +B, ?C) is semidet.
%
%  Unifies `C` with the set of the elements of `A` that are not in `B`.
?- fdset_subtract([[inf|sup]], [[1|3]], S).
   S = [[inf|0],[4|sup]].
fdset_subtract(A, B, C) :- '$fdset_op'(subtract, A, B, C).

%! fdset_union(+A, +B, ?C) is semidet.
%
%  Unifies `C` with the union of two sets.
?- fdset_union([[1|3]], [[4|7]], S).
   S = [[1|7]].
fdset_union(A, B, C) :- '$fdset_op'(union, A, B, C).

%! fdset_union(+Sets, ?Set) is semidet.
%
%  Unifies `Set` with the union of a list of sets.
?- fdset_union([[[1|3]],[[5|5]],[]], S).
   S = [[1|3],[5|5]].
fdset_union(Sets, S) :-
    must_be(list, Sets),
    all_of(Sets, union, [], S).

%! fdset_complement(+A, ?B) is semidet.
%
%  Unifies `B` with the set of all integers that are not in `A`.
?- fdset_complement([[1|3]], S).
   S = [[inf|0],[4|sup]].
fdset_complement(A, B) :- '$fdset_op'(subtract, [[inf|sup]], A, B).

%% Connections

%! fd_neighbors(?X, ?Xs) is semidet.
%
%  Unifies `Xs` with the list of the variables that share a constraint with `X`.
?- X #> Y, Z #> 1, fd_neighbors(X, Ns), X = 2, Y = 1, Z = 2.
   X = 2, Y = 1, Z = 2, Ns = [1].
fd_neighbors(X, Xs) :- '$fd_neighbors'(X, Xs).

%! fd_closure(+Xs, ?Ys) is semidet.
%
%  Unifies `Ys` with the list of `Xs` and all variables that are connected with them by constraints.
?- X #> Y, Y #> Z, V #> 1, fd_closure([X], Ys), [X,Y,Z] = [3,2,1], V = 5.
   X = 3, Y = 2, Z = 1, V = 5, Ys = [3,2,1].
fd_closure(Xs, Ys) :- '$fd_closure'(Xs, Ys).

%% Counters

%! fd_statistics(?Key, ?Number) is nondet.
%
%  Unifies `Number` with a counter of the solver since the last query of it: `propagations`,
%  `entailments`, `prunings`, `backtracks`, `restarts`, `solutions`, `optimalities`, `propagators`,
%  `variables`, and, under older names, `constraints` and `resumptions`. The query resets the
%  counter to zero; statistics/2 gives its value since the start.
?- fd_statistics(propagators, _), X #> Y, fd_statistics(propagators, N), X = 1, Y = 0.
   X = 1, Y = 0, N = 1.
?- fd_statistics(variables, _), X in 1..3, fd_statistics(variables, N), X = 1.
   X = 1, N = 1.
fd_statistics(K, N) :-
    can_be(atom, K),
    (   atom(K) -> '$fd_statistics'(K, N)
    ;   '$fd_statistics_keys'(Ks),
        '$element'(Ks, K),
        '$fd_statistics'(K, N)
    ).

%! fd_statistics is det.
%
%  Writes all counters to `user_error` and resets them to zero.
?- fd_statistics(K, _), K == prunings, !.
   K = prunings.
fd_statistics :-
    '$fd_statistics_keys'(Ks),
    written(Ks).

written([]).
written([K|Ks]) :-
    '$fd_statistics'(K, N),
    format(user_error, "~a: ~d~n", [K,N]),
    written(Ks).
