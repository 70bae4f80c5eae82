% List predicates of SICStus Prolog whose names many programs use for their own predicates. They are
% available only after an import of `library(sicstus_lists)` or `library(samsort)`.

:- module(sicstus_lists, [
    samsort/2, samsort/3, rev/2, append_length/3, append_length/4, prefix_length/3, suffix_length/3,
    proper_prefix/2, proper_suffix/2, suffix/2, segment/2, proper_segment/2, sublist/3, sublist/4, sublist/5,
    subseq0/2, subseq1/2, remove_dups/2, no_doubles/1, nonmember/2, delete/4, correspond/4, one_longer/2, shorter_list/2,
    substitute/4, keyclumped/2, keyclumps/2, clumps/2, add_element/3, del_element/3, disjoint/2,
    some/2, somechk/2, scanlist/4, cumlist/4, foldr/4, group/4, pairfrom/4, perm/2, perm2/4, sumlist/3, numlist/5, max_min_list/3,
    prefix/2, last/3, head/2, tail/2, cons/3, partition/5, rotate_list/2, rotate_list/3, map_product/4, scanlist/5, scanlist/6
]).

:- meta_predicate samsort(2,?,?), some(1,?), somechk(1,?), scanlist(3,?,?,?), cumlist(3,?,?,?), foldr(3,?,?,?), group(1,?,?,?), partition(2,?,?,?,?), map_product(3,?,?,?),
    scanlist(4,?,?,?,?), scanlist(5,?,?,?,?,?).
:- meta_predicate partitioned(?,2,?,?,?), products(?,?,3,?,?), product_row(?,?,3,?,?), merged(2,?,?,?), sorted(?,2,?,?), folded(?,3,?,?), grouped(?,1,?,?).

%! samsort(+List, -Sorted) is det.
%
%  Sorts `List` by the standard order of terms, keeping duplicates.
?- sicstus_lists:samsort([b,a,b], L).
   L = "abb".
samsort(L, S) :- msort(L, S).

%! samsort(:Order, +List, -Sorted) is det.
%
%  Sorts `List` so that `call(Order, X, Y)` is true for adjacent elements. Stable; keeps duplicates.
?- sicstus_lists:samsort(@>=, [1,3,2,3], L).
   L = [3,3,2,1].
samsort(O, L, S) :-
    must_be(list, L),
    length(L, N),
    (   N =:= 0 -> S = []
    ;   sorted(N, O, L-[], S-_)
    ).

sorted(N, O, L0-L, S-_) :-
    (   N =:= 1 -> L0 = [X|L1], S = [X], L = L1
    ;   H is N//2,
        R is N-H,
        sorted(H, O, L0-L1, S1-_),
        sorted(R, O, L1-L, S2-_),
        merged(O, S1, S2, S)
    ).

merged(_, [], Ys, Ys) :- !.
merged(_, Xs, [], Xs) :- !.
merged(O, [X|Xs], [Y|Ys], Zs) :-
    (   call(O, X, Y) -> Zs = [X|Zs1], merged(O, Xs, [Y|Ys], Zs1)
    ;   Zs = [Y|Zs1],
        merged(O, [X|Xs], Ys, Zs1)
    ).

%! rev(+List, -Reversed) is det.
%
%  As reverse/2.
?- sicstus_lists:rev([a,b], L).
   L = "ba".
rev(L, R) :- reverse(L, R).

%! append_length(?Suffix, ?List, ?Length) is nondet.
%
%  True if `Suffix` is `List` without its first `Length` elements.
?- sicstus_lists:append_length(S, [a,b,c], 2).
   S = "c".
append_length(S, L, N) :- append_length(_, S, L, N).

%! append_length(?Prefix, ?Suffix, ?List, ?Length) is nondet.
%
%  True if `List` is the concatenation of `Prefix`, of length `Length`, and `Suffix`.
?- sicstus_lists:append_length(P, S, [a,b,c], 1).
   P = "a", S = "bc".
append_length(P, S, L, N) :-
    (   integer(N) -> length(P, N), append(P, S, L), !
    ;   append(P, S, L),
        length(P, N)
    ).

%! prefix_length(+List, ?Prefix, ?Length) is nondet.
%
%  True if `Prefix` is a prefix of `List` of length `Length`.
?- sicstus_lists:prefix_length([a,b,c], P, 2).
   P = "ab".
prefix_length(L, P, N) :- append_length(P, _, L, N).

%! suffix_length(+List, ?Suffix, ?Length) is nondet.
%
%  True if `Suffix` is a suffix of `List` of length `Length`.
?- sicstus_lists:suffix_length([a,b,c], S, 2).
   S = "bc"
;  false.
suffix_length(L, S, N) :- append(_, S, L), length(S, N).

%! proper_prefix(+List, ?Prefix) is nondet.
%
%  True if `Prefix` is a prefix of `List` other than `List` itself.
?- sicstus_lists:proper_prefix([a], P).
   P = []
;  false.
proper_prefix(L, P) :- append(P, [_|_], L).

%! proper_suffix(+List, ?Suffix) is nondet.
%
%  True if `Suffix` is a suffix of `List` other than `List` itself.
?- sicstus_lists:proper_suffix([a], S).
   S = []
;  false.
proper_suffix(L, S) :- append([_|_], S, L).

%! suffix(+List, ?Suffix) is nondet.
%
%  True if `Suffix` is a suffix of `List`.
?- sicstus_lists:suffix([a], S).
   S = "a"
;  S = []
;  false.
suffix(L, S) :- append(_, S, L).

%! segment(+List, ?Segment) is nondet.
%
%  True if `Segment` is a contiguous part of `List`. The empty segment is enumerated once.
?- sicstus_lists:segment([a,b], S).
   S = []
;  S = "a"
;  S = "ab"
;  S = "b"
;  false.
segment(_, []).
segment(L, [X|Xs]) :- append(_, Rest, L), append([X|Xs], _, Rest).

%! proper_segment(+List, ?Segment) is nondet.
%
%  As segment/2, without `List` itself.
?- sicstus_lists:proper_segment([a], S).
   S = []
;  false.
proper_segment(L, S) :- segment(L, S), \+ same_length(L, S).

%! sublist(+List, ?Part, ?Before) is nondet.
%
%  As sublist/5.
?- sicstus_lists:sublist([a,b], [b], B).
   B = 1
;  false.
sublist(L, P, B) :- sublist(L, P, B, _, _).

%! sublist(+List, ?Part, ?Before, ?Length) is nondet.
%
%  As sublist/5.
?- sicstus_lists:sublist([a,b,c], P, 1, 1).
   P = "b"
;  false.
sublist(L, P, B, N) :- sublist(L, P, B, N, _).

%! sublist(+List, ?Part, ?Before, ?Length, ?After) is nondet.
%
%  True if `Part` is the contiguous part of `List` with `Length` elements that has `Before` elements
%  before it and `After` elements after it, as in sub_atom/5.
?- sicstus_lists:sublist([a,b,c], P, 1, N, 0).
   P = "bc", N = 2
;  false.
sublist(L, P, B, N, A) :-
    append(Front, Rest, L),
    length(Front, B),
    append(P, Back, Rest),
    length(P, N),
    length(Back, A).

%! subseq0(+List, ?Sub) is nondet.
%
%  True if `Sub` is a subsequence of `List`.
?- sicstus_lists:subseq0([a], S).
   S = "a"
;  S = []
;  false.
subseq0(L, L).
subseq0(L, S) :- subseq1(L, S).

%! subseq1(+List, ?Sub) is nondet.
%
%  True if `Sub` is a subsequence of `List` other than `List` itself.
?- sicstus_lists:subseq1([a], S).
   S = []
;  false.
subseq1([X|Xs], S) :- subseq1_(Xs, X, S).

subseq1_(Xs, _, S) :- subseq0(Xs, S).
subseq1_([Y|Ys], X, [X|S]) :- subseq1_(Ys, Y, S).

%! remove_dups(+List, -Set) is det.
%
%  Unifies `Set` with the sorted list of the elements without duplicates.
?- sicstus_lists:remove_dups([b,a,b], S).
   S = "ab".
remove_dups(L, S) :- sort(L, S).

%! no_doubles(+List) is semidet.
%
%  True if the list has no identical elements.
?- sicstus_lists:no_doubles([a,b]).
   true.
no_doubles(L) :- \+ ( append(_, [X|Xs], L), member(X, Xs) ).

%! nonmember(+Element, +List) is semidet.
%
%  True if `Element` is not an element of `List`.
?- sicstus_lists:nonmember(c, [a,b]).
   true.
nonmember(X, L) :- \+ member(X, L).

%! delete(+List, +Element, +Count, -Rest) is det.
%
%  Unifies `Rest` with `List` without the first `Count` elements that are identical to `Element`.
?- sicstus_lists:delete([a,b,a,a], a, 2, L).
   L = "ba".
delete([], _, _, []).
delete([X|Xs], E, N, L) :-
    (   N > 0, X == E -> N1 is N-1, delete(Xs, E, N1, L)
    ;   L = [X|L1],
        delete(Xs, E, N, L1)
    ).

%! correspond(?X, ?Xs, ?Ys, ?Y) is nondet.
%
%  True if `X` is at the same position in `Xs` as `Y` in `Ys`.
?- sicstus_lists:correspond(b, [a,b], [1,2], Y).
   Y = 2.
correspond(X, [X|_], [Y|_], Y) :- !.
correspond(X, [_|Xs], [_|Ys], Y) :- correspond(X, Xs, Ys, Y).

%! one_longer(?Longer, ?Shorter) is nondet.
%
%  True if `Longer` has one element more than `Shorter`.
?- sicstus_lists:one_longer([a,b], [x]).
   true.
one_longer([_|Xs], Ys) :- same_length(Xs, Ys).

%! shorter_list(?Short, ?Long) is nondet.
%
%  True if `Short` has fewer elements than `Long`.
?- sicstus_lists:shorter_list([a], [x,y]).
   true.
shorter_list([], [_|_]).
shorter_list([_|Xs], [_|Ys]) :- shorter_list(Xs, Ys).

%! substitute(+Old, +List, +New, -Changed) is det.
%
%  Unifies `Changed` with `List` in which each element identical to `Old` is replaced by `New`.
?- sicstus_lists:substitute(a, [a,b,a], x, L).
   L = "xbx".
substitute(Old, L, New, Ls) :- substituted(L, Old, New, Ls).

substituted([], _, _, []).
substituted([X|Xs], Old, New, [Y|Ys]) :-
    ( X == Old -> Y = New ; Y = X ),
    substituted(Xs, Old, New, Ys).

%! keyclumped(+Pairs, -Groups) is det.
%
%  Unifies `Groups` with a list of `Key-Values` for adjacent pairs with identical keys.
?- sicstus_lists:keyclumped([a-1,a-2,b-3], G).
   G = [a-[1,2],b-[3]].
keyclumped(Ps, Gs) :- group_pairs_by_key(Ps, Gs).

%! keyclumps(+Pairs, -Lists) is det.
%
%  Unifies `Lists` with the lists of adjacent pairs with identical keys.
?- sicstus_lists:keyclumps([a-1,a-2,b-3], Ls).
   Ls = [[a-1,a-2],[b-3]].
keyclumps([], []).
keyclumps([K-V|Ps], [[K-V|Qs]|Ls]) :- same_pairs(Ps, K, Qs, Rest), keyclumps(Rest, Ls).

same_pairs([K1-V|Ps], K, [K1-V|Qs], Rest) :- K1 == K, !, same_pairs(Ps, K, Qs, Rest).
same_pairs(Ps, _, [], Ps).

%! clumps(+List, -Lists) is det.
%
%  Unifies `Lists` with the lists of adjacent identical elements.
?- sicstus_lists:clumps([a,a,b], Ls).
   Ls = ["aa","b"].
clumps([], []).
clumps([X|Xs], [[X|Ys]|Ls]) :- same_elements(Xs, X, Ys, Rest), clumps(Rest, Ls).

same_elements([Y|Ys], X, [Y|Zs], Rest) :- Y == X, !, same_elements(Ys, X, Zs, Rest).
same_elements(Ys, _, [], Ys).

%! add_element(+Element, +Set, -NewSet) is det.
%
%  Unifies `NewSet` with `Set` and the element `Element`.
?- sicstus_lists:add_element(a, [b], S).
   S = "ab".
add_element(X, S, T) :- ( memberchk(X, S) -> T = S ; T = [X|S] ).

%! del_element(+Element, +Set, -NewSet) is det.
%
%  Unifies `NewSet` with `Set` without the element `Element`.
?- sicstus_lists:del_element(a, [b,a], S).
   S = "b".
del_element(X, S, T) :- ( selectchk(X, S, T0) -> T = T0 ; T = S ).

%! disjoint(+Set1, +Set2) is semidet.
%
%  True if the sets have no common element.
?- sicstus_lists:disjoint([a], [b]).
   true.
disjoint(S, T) :- \+ ( member(X, S), memberchk(X, T) ).

%! some(:Goal, +List) is nondet.
%
%  True if `call(Goal, X)` is true for an element `X` of `List`.
?- sicstus_lists:some(==(b), [a,b]).
   true.
some(G, L) :- member(X, L), call(G, X).

%! somechk(:Goal, +List) is semidet.
%
%  As some/2, for the first such element only.
?- sicstus_lists:somechk(atom, [1,a]).
   true.
somechk(G, L) :- member(X, L), call(G, X), !.

%! scanlist(:Goal, +List, +V0, -V) is nondet.
%
%  As foldl/4.
?- sicstus_lists:scanlist(plus, [1,2], 0, S).
   S = 3.
scanlist(G, L, V0, V) :- foldl(G, L, V0, V).

%! cumlist(:Goal, +List, +V0, -Vs) is nondet.
%
%  As foldl/4, where `Vs` is the list of all results, without `V0`.
?- sicstus_lists:cumlist(plus, [1,2,3], 0, Vs).
   Vs = [1,3,6].
cumlist(G, L, V0, Vs) :- scanl(G, L, V0, [_|Vs]).

%! foldr(:Goal, +List, +V0, -V) is nondet.
%
%  As foldl/4, from the right.
?- sicstus_lists:foldr([X,L0,[X|L0]]>>true, [a,b], [], L).
   L = "ab".
foldr(G, L, V0, V) :- folded(L, G, V0, V).

folded([], _, V, V).
folded([X|Xs], G, V0, V) :- folded(Xs, G, V0, V1), call(G, X, V1, V).

%! group(:Goal, +List, -Front, -Back) is det.
%
%  Divides `List` into `Front`, the longest prefix for whose elements `Goal` is true, and `Back`.
?- sicstus_lists:group(atom, [a,b,1,c], F, B).
   F = "ab", B = [1,c].
group(G, L, F, B) :- grouped(L, G, F, B).

grouped([X|Xs], G, [X|F], B) :- call(G, X), !, grouped(Xs, G, F, B).
grouped(B, _, [], B).

%! pairfrom(?List, ?X, ?Y, ?Rest) is nondet.
%
%  True if `X` and `Y` are elements at two different positions of `List`, in this order, and `Rest`
%  has the others.
?- sicstus_lists:pairfrom([a,b], X, Y, R).
   X = a, Y = b, R = []
;  false.
pairfrom(L, X, Y, R) :- append(F, [X|Xs], L), select(Y, Xs, Ys), append(F, Ys, R).

%! perm(+List, ?Permutation) is nondet.
%
%  As permutation/2.
?- sicstus_lists:perm([a,b], P).
   P = "ab"
;  P = "ba"
;  false.
perm(L, P) :- permutation(L, P).

%! perm2(?A, ?B, ?C, ?D) is nondet.
%
%  True if `C` and `D` are `A` and `B` in either order.
?- sicstus_lists:perm2(a, b, X, Y).
   X = a, Y = b
;  X = b, Y = a.
perm2(A, B, A, B).
perm2(A, B, B, A).

%! sumlist(+List, +Sum0, -Sum) is det.
%
%  Unifies `Sum` with the sum of `Sum0` and the elements of `List`.
?- sicstus_lists:sumlist([1,2], 3, S).
   S = 6.
sumlist(L, S0, S) :- sum_list(L, S1), S is S0+S1.

%! numlist(+Low, +Step, +High, -List, ?Tail) is det.
%
%  Unifies `List` with the integers from `Low` to `High` in steps of `Step`, followed by `Tail`.
?- sicstus_lists:numlist(1, 2, 5, L, []).
   L = [1,3,5].
numlist(L, Step, H, Ns, T) :-
    (   L > H -> Ns = T
    ;   Ns = [L|Ns1],
        L1 is L+Step,
        numlist(L1, Step, H, Ns1, T)
    ).

%! max_min_list(+List, -Max, -Min) is semidet.
%
%  Unifies `Max` and `Min` with the greatest and least number of `List`. False for the empty list.
?- sicstus_lists:max_min_list([2,3,1], X, N).
   X = 3, N = 1.
max_min_list(L, X, N) :- max_list(L, X), min_list(L, N).

%! prefix(?List, ?Prefix) is nondet.
%
%  True if `Prefix` is a prefix of `List`. library(lists) has the arguments in the other order.
?- sicstus_lists:prefix([a], P).
   P = []
;  P = "a".
prefix(L, P) :- append(P, _, L).

%! last(?Front, ?Last, ?List) is nondet.
%
%  True if `Last` is the last element of `List`, and `Front` has the others.
?- sicstus_lists:last(F, X, [a,b]).
   F = "a", X = b
;  false.
last(F, X, L) :- append(F, [X], L).

%! head(?List, ?Head) is semidet.
%
%  True if `Head` is the first element of `List`.
?- sicstus_lists:head([a,b], X).
   X = a.
head([X|_], X).

%! tail(?List, ?Tail) is semidet.
%
%  True if `Tail` is `List` without its first element.
?- sicstus_lists:tail([a,b], T).
   T = "b".
tail([_|T], T).

%! cons(?Head, ?Tail, ?List) is det.
%
%  True if `List` is `[Head|Tail]`.
?- sicstus_lists:cons(a, [b], L).
   L = "ab".
cons(X, T, [X|T]).

%! partition(:Order, +List, -Less, -Equal, -Greater) is det.
%
%  Divides `List` by the results `<`, `=` and `>` of `call(Order, X, Result)`.
?- sicstus_lists:partition([X,O]>>compare(O,X,2), [1,2,3], L, E, G).
   L = [1], E = [2], G = [3].
partition(P, Xs, Ls, Es, Gs) :- partitioned(Xs, P, Ls, Es, Gs).

partitioned([], _, [], [], []).
partitioned([X|Xs], P, Ls, Es, Gs) :-
    call(P, X, O),
    (   O == (<) -> Ls = [X|Ls1], Es = Es1, Gs = Gs1
    ;   O == (=) -> Ls = Ls1, Es = [X|Es1], Gs = Gs1
    ;   Ls = Ls1, Es = Es1, Gs = [X|Gs1]
    ),
    partitioned(Xs, P, Ls1, Es1, Gs1).

%! rotate_list(?List, ?Rotated) is nondet.
%
%  True if `Rotated` is `List` with its first element at the end.
?- sicstus_lists:rotate_list([a,b,c], R).
   R = "bca".
rotate_list([X|Xs], R) :- append(Xs, [X], R).

%! rotate_list(+Amount, +List, -Rotated) is det.
%
%  Unifies `Rotated` with `List`, rotated by `Amount` places to the left; to the right if `Amount` is negative.
?- sicstus_lists:rotate_list(-1, [a,b,c], R).
   R = "cab".
rotate_list(N, L, R) :-
    must_be(integer, N),
    length(L, Length),
    (   Length =:= 0 -> R = L
    ;   K is N mod Length,
        length(F, K),
        append(F, B, L),
        append(B, F, R)
    ).

%! map_product(:Goal, +Xs, +Ys, -Zs) is nondet.
%
%  Unifies `Zs` with the list of the results of `call(Goal, X, Y, Z)` for all pairs of elements of `Xs` and `Ys`.
?- sicstus_lists:map_product([X,Y,X-Y]>>true, [1,2], [a,b], Zs).
   Zs = [1-a,1-b,2-a,2-b].
map_product(G, Xs, Ys, Zs) :- products(Xs, Ys, G, Zs, []).

products([], _, _, Zs, Zs).
products([X|Xs], Ys, G, Zs0, Zs) :-
    product_row(Ys, X, G, Zs0, Zs1),
    products(Xs, Ys, G, Zs1, Zs).

product_row([], _, _, Zs, Zs).
product_row([Y|Ys], X, G, [Z|Zs0], Zs) :-
    call(G, X, Y, Z),
    product_row(Ys, X, G, Zs0, Zs).

%! scanlist(:Goal, +Xs, +Ys, +V0, -V) is nondet.
%
%  As foldl/5.
?- sicstus_lists:scanlist([X,Y,V0,V]>>(V is V0+X*Y), [1,2], [3,4], 0, V).
   V = 11.
scanlist(G, Xs, Ys, V0, V) :- foldl(G, Xs, Ys, V0, V).

%! scanlist(:Goal, +Xs, +Ys, +Zs, +V0, -V) is nondet.
%
%  As foldl/6.
?- sicstus_lists:scanlist([X,Y,Z,V0,V]>>(V is V0+X*Y*Z), [1], [3], [2], 0, V).
   V = 6.
scanlist(G, Xs, Ys, Zs, V0, V) :- foldl(G, Xs, Ys, Zs, V0, V).
