% Sets as ordered lists: sorted in the standard order of terms, without duplicates.

:- module(ordsets, [
    list_to_ord_set/2, is_ordset/1, ord_empty/1, ord_memberchk/2, ord_insert/3,
    ord_add_element/3, ord_del_element/3, ord_union/2, ord_union/3, ord_union/4,
    ord_subtract/3, ord_intersection/2, ord_intersection/3, ord_intersection/4, ord_symdiff/3,
    ord_seteq/2, ord_subset/2, ord_disjoint/2, ord_intersect/2, ord_intersect/3,
    ord_max/2, ord_min/2, ord_selectchk/3, ord_product/3
]).

%! list_to_ord_set(+Xs, -Set) is det.
%
%  Unifies `Set` with the ordered set of the elements of `Xs`.
?- list_to_ord_set([b,a,b], Set).
   Set = "ab".
list_to_ord_set(Xs, Set) :- sort(Xs, Set).

%! is_ordset(@Term) is semidet.
%
%  True if `Term` is an ordered set.
?- is_ordset([b,a]).
   false.
is_ordset(T) :-
    '$skip_list'(T, _, Tail),
    Tail == [],
    ascending(T).

ascending([]).
ascending([X|Xs]) :- ascending(Xs, X).

ascending([], _).
ascending([Y|Ys], X) :- X @< Y, ascending(Ys, Y).

%! ord_empty(?Set) is semidet.
%
%  True if `Set` is the empty set.
?- ord_empty(S).
   S = [].
ord_empty([]).

%! ord_memberchk(+X, +Set) is semidet.
%
%  True if `Set` has an element identical (==) to `X`.
?- ord_memberchk(b, "abc").
   true.
ord_memberchk(X, [Y|Ys]) :-
    compare(O, X, Y),
    found(O, X, Ys).

found(=, _, _).
found(>, X, [Y|Ys]) :- compare(O, X, Y), found(O, X, Ys).

%! ord_insert(+Set, +X, -Set1) is det.
%
%  Unifies `Set1` with `Set` and the element `X`.
?- ord_insert([a,c], b, S).
   S = "abc".
ord_insert([], X, [X]).
ord_insert([Y|Ys], X, Zs) :- compare(O, X, Y), insert(O, X, Y, Ys, Zs).

insert(<, X, Y, Ys, [X,Y|Ys]).
insert(=, _, Y, Ys, [Y|Ys]).
insert(>, X, Y, Ys, [Y|Zs]) :- ord_insert(Ys, X, Zs).

%! ord_add_element(+Set, +X, -Set1) is det.
%
%  As ord_insert/3.
?- ord_add_element([a], a, S).
   S = "a".
ord_add_element(Xs, X, Ys) :- ord_insert(Xs, X, Ys).

%! ord_del_element(+Set, +X, -Set1) is det.
%
%  Unifies `Set1` with `Set` without the element `X`.
?- ord_del_element("abc", b, S).
   S = "ac".
ord_del_element([], _, []).
ord_del_element([Y|Ys], X, Zs) :- compare(O, X, Y), del(O, X, Y, Ys, Zs).

del(<, _, Y, Ys, [Y|Ys]).
del(=, _, _, Ys, Ys).
del(>, X, Y, Ys, [Y|Zs]) :- ord_del_element(Ys, X, Zs).

%! ord_selectchk(+X, +Set, -Rest) is semidet.
%
%  As ord_del_element/3, but false if `X` is not an element of `Set`.
?- ord_selectchk(b, "abc", Rest).
   Rest = "ac".
ord_selectchk(X, Xs, Rest) :- ord_memberchk(X, Xs), ord_del_element(Xs, X, Rest).

%! ord_union(+Sets, -Union) is det.
%
%  Unifies `Union` with the union of a list of sets.
?- ord_union(["ab",[c],"ac"], S).
   S = "abc".
ord_union(Sets, Union) :- append(Sets, Xs), sort(Xs, Union).

%! ord_union(+Xs, +Ys, -Union) is det.
%
%  Unifies `Union` with the union of two sets.
?- ord_union("ac", "bc", S).
   S = "abc".
ord_union([], Ys, Ys).
ord_union([X|Xs], Ys, Zs) :- union_(Ys, X, Xs, Zs).

union_([], X, Xs, [X|Xs]).
union_([Y|Ys], X, Xs, Zs) :- compare(O, X, Y), union_(O, X, Xs, Y, Ys, Zs).

union_(<, X, Xs, Y, Ys, [X|Zs]) :- union_(Xs, Y, Ys, Zs).
union_(=, X, Xs, _, Ys, [X|Zs]) :- ord_union(Xs, Ys, Zs).
union_(>, X, Xs, Y, Ys, [Y|Zs]) :- union_(Ys, X, Xs, Zs).

%! ord_union(+Xs, +Ys, -Union, -New) is det.
%
%  As ord_union/3; `New` is the set of the elements of `Ys` that are not in `Xs`.
?- ord_union("ac", "bc", S, New).
   S = "abc", New = "b".
ord_union(Xs, Ys, Union, New) :- ord_union(Xs, Ys, Union), ord_subtract(Ys, Xs, New).

%! ord_subtract(+Xs, +Ys, -Zs) is det.
%
%  Unifies `Zs` with the elements of `Xs` that are not in `Ys`.
?- ord_subtract("abc", "b", S).
   S = "ac".
ord_subtract([], _, []).
ord_subtract([X|Xs], Ys, Zs) :- subtract_(Ys, X, Xs, Zs).

subtract_([], X, Xs, [X|Xs]).
subtract_([Y|Ys], X, Xs, Zs) :- compare(O, X, Y), subtract_(O, X, Xs, Y, Ys, Zs).

subtract_(<, X, Xs, Y, Ys, [X|Zs]) :- ord_subtract(Xs, [Y|Ys], Zs).
subtract_(=, _, Xs, _, Ys, Zs) :- ord_subtract(Xs, Ys, Zs).
subtract_(>, X, Xs, _, Ys, Zs) :- subtract_(Ys, X, Xs, Zs).

%! ord_intersection(+Sets, -Intersection) is det.
%
%  Unifies `Intersection` with the intersection of a list of sets; that of the empty list is the
%  empty set.
?- ord_intersection(["abc","bc","bd"], S).
   S = "b".
ord_intersection([], []).
ord_intersection([Xs|Sets], S) :- intersect_all(Sets, Xs, S).

intersect_all([], S, S).
intersect_all([Xs|Sets], S0, S) :- ord_intersection(S0, Xs, S1), intersect_all(Sets, S1, S).

%! ord_intersection(+Xs, +Ys, -Zs) is det.
%
%  Unifies `Zs` with the intersection of two sets.
?- ord_intersection("abc", "bd", S).
   S = "b".
ord_intersection([], _, []).
ord_intersection([X|Xs], Ys, Zs) :- intersection_(Ys, X, Xs, Zs).

intersection_([], _, _, []).
intersection_([Y|Ys], X, Xs, Zs) :- compare(O, X, Y), intersection_(O, X, Xs, Y, Ys, Zs).

intersection_(<, _, Xs, Y, Ys, Zs) :- intersection_(Xs, Y, Ys, Zs).
intersection_(=, X, Xs, _, Ys, [X|Zs]) :- ord_intersection(Xs, Ys, Zs).
intersection_(>, X, Xs, _, Ys, Zs) :- intersection_(Ys, X, Xs, Zs).

%! ord_intersection(+Set1, +Set2, -Intersection, -Difference) is det.
%
%  As ord_intersection/3; `Difference` is the set of the elements of `Set2` that are not in `Set1`.
?- ord_intersection("abc", "bcd", I, D).
   I = "bc", D = "d".
ord_intersection(S1, S2, I, D) :- ord_intersection(S1, S2, I), ord_subtract(S2, S1, D).

%! ord_symdiff(+Xs, +Ys, -Zs) is det.
%
%  Unifies `Zs` with the symmetric difference: the elements that are in exactly one of the sets.
?- ord_symdiff("ab", "bc", S).
   S = "ac".
ord_symdiff(Xs, Ys, Zs) :-
    ord_subtract(Xs, Ys, As),
    ord_subtract(Ys, Xs, Bs),
    ord_union(As, Bs, Zs).

%! ord_seteq(+Xs, +Ys) is semidet.
%
%  True if the sets have the same elements.
?- ord_seteq("ab", "ab").
   true.
ord_seteq(Xs, Ys) :- Xs == Ys.

%! ord_subset(+Xs, +Ys) is semidet.
%
%  True if each element of `Xs` is in `Ys`.
?- ord_subset("ac", "abc").
   true.
ord_subset(Xs, Ys) :- ord_subtract(Xs, Ys, []).

%! ord_disjoint(+Xs, +Ys) is semidet.
%
%  True if the sets have no common element.
?- ord_disjoint("ab", "bc").
   false.
ord_disjoint(Xs, Ys) :- ord_intersection(Xs, Ys, []).

%! ord_intersect(+Xs, +Ys) is semidet.
%
%  True if the sets have a common element.
?- ord_intersect("ab", "bc").
   true.
ord_intersect(Xs, Ys) :- ord_intersection(Xs, Ys, [_|_]).

%! ord_intersect(+Xs, +Ys, -Zs) is det.
%
%  As ord_intersection/3.
?- ord_intersect("ab", "bc", S).
   S = "b".
ord_intersect(Xs, Ys, Zs) :- ord_intersection(Xs, Ys, Zs).

%! ord_max(+Set, -X) is semidet.
%
%  Unifies `X` with the last element of `Set`.
?- ord_max("abc", X).
   X = c.
ord_max(Set, X) :- last(Set, X).

%! ord_min(+Set, -X) is semidet.
%
%  Unifies `X` with the first element of `Set`.
?- ord_min("abc", X).
   X = a.
ord_min([X|_], X).

%! ord_product(+Xs, +Ys, -Pairs) is det.
%
%  Unifies `Pairs` with the ordered set of all pairs `X-Y` of elements of `Xs` and `Ys`.
?- ord_product("ab", [1,2], Ps).
   Ps = [a-1,a-2,b-1,b-2].
ord_product([], _, []).
ord_product([X|Xs], Ys, Ps) :- pair_with(Ys, X, Ps, Ps1), ord_product(Xs, Ys, Ps1).

pair_with([], _, Ps, Ps).
pair_with([Y|Ys], X, [X-Y|Ps0], Ps) :- pair_with(Ys, X, Ps0, Ps).
