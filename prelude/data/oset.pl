% Ordered sets, under the names of library(oset).

:- module(oset, [
    oset_is/1, oset_union/3, oset_int/3, oset_diff/3, oset_dunion/2, oset_dint/2, oset_power/2,
    oset_addel/3, oset_delel/3
]).

%! oset_is(@Term) is semidet.
%
%  True if `Term` is a list that is sorted and without duplicates in the standard order.
?- oset_is([a,b]).
   true.
?- oset_is([a,a]).
   false.
oset_is(S) :- is_ordset(S).

%! oset_union(+Set1, +Set2, -Union) is det.
%
%  Unifies `Union` with the elements of both sets.
?- oset_union([a,c], [b], S).
   S = "abc".
oset_union(A, B, C) :- ord_union(A, B, C).

%! oset_int(+Set1, +Set2, -Intersection) is det.
%
%  Unifies `Intersection` with the elements that both sets contain.
?- oset_int([1,3], [2,3], S).
   S = [3].
oset_int(A, B, C) :- ord_intersection(A, B, C).

%! oset_diff(+Set, +Without, -Difference) is det.
%
%  Unifies `Difference` with the elements of `Set` that `Without` does not contain.
?- oset_diff([1,2,3], [2], S).
   S = [1,3].
oset_diff(A, B, C) :- ord_subtract(A, B, C).

%! oset_dunion(+Sets, -Union) is det.
%
%  Unifies `Union` with the elements of all sets in the set `Sets`.
?- oset_dunion([[1],[2,3]], S).
   S = [1,2,3].
oset_dunion(Ss, S) :- ord_union(Ss, S).

%! oset_dint(+Sets, -Intersection) is semidet.
%
%  Unifies `Intersection` with the elements that all sets in the set `Sets` contain. False for the
%  empty set.
?- oset_dint([[1,2],[2]], S).
   S = [2].
oset_dint([S|Ss], I) :- ord_intersection([S|Ss], I).

%! oset_power(+Set, -Subsets) is det.
%
%  Unifies `Subsets` with the set of all subsets of `Set`.
?- oset_power([1,2], Ss).
   Ss = [[],[1],[1,2],[2]].
oset_power(S, Ss) :-
    subsets(S, Ss0, []),
    sort(Ss0, Ss).

% The subsets of a list as a difference list.
subsets([], [[]|Ss], Ss).
subsets([X|Xs], Ss, Rest) :-
    subsets(Xs, Ss0, []),
    with_each(Ss0, X, Ss, Rest).

with_each([], _, Ss, Ss).
with_each([S|Ss0], X, [S,[X|S]|Ss], Rest) :- with_each(Ss0, X, Ss, Rest).

%! oset_addel(+Set, +Element, -NewSet) is det.
%
%  Unifies `NewSet` with `Set` and `Element`.
?- oset_addel([1,3], 2, S).
   S = [1,2,3].
oset_addel(S0, X, S) :- ord_add_element(S0, X, S).

%! oset_delel(+Set, +Element, -NewSet) is det.
%
%  Unifies `NewSet` with `Set` without `Element`.
?- oset_delel([1,2,3], 2, S).
   S = [1,3].
oset_delel(S0, X, S) :- ord_del_element(S0, X, S).
