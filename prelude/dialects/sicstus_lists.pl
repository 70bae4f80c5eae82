% Predicates on lists that library(lists) of SICStus Prolog has. Their names are likely to be those of programs,
% so that they are there only when the library is imported: `library(sicstus_lists)`, `library(samsort)`.

:- module(sicstus_lists, [
    samsort/2, samsort/3, rev/2, append_length/3, append_length/4, prefix_length/3, suffix_length/3,
    proper_prefix/2, proper_suffix/2, suffix/2, segment/2, proper_segment/2, sublist/3, sublist/4, sublist/5,
    subseq0/2, subseq1/2, remove_dups/2, no_doubles/1, nonmember/2, delete/4, correspond/4, one_longer/2, shorter_list/2,
    substitute/4, keyclumped/2, keyclumps/2, clumps/2, add_element/3, del_element/3, disjoint/2,
    some/2, somechk/2, scanlist/4, cumlist/4, foldr/4, group/4, pairfrom/4, perm/2, perm2/4, sumlist/3, numlist/5, max_min_list/3
]).

:- meta_predicate samsort(2,?,?), some(1,?), somechk(1,?), scanlist(3,?,?,?), cumlist(3,?,?,?), foldr(3,?,?,?), group(1,?,?,?).
:- meta_predicate merged(2,?,?,?), sorted(?,2,?,?), cumulated(?,3,?,?), folded(?,3,?,?), grouped(?,1,?,?), scanned(?,3,?,?).

%! samsort(+List, -Sorted) is det.
%
%  In the standard order, with duplicates.
?- sicstus_lists:samsort([b,a,b], L).
   L = "abb".
samsort(L, S) :- msort(L, S).

%! samsort(:Order, +List, -Sorted) is det.
%
%  So that `call(Order, X, Y)` for each element and the next; stable, with duplicates.
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
?- sicstus_lists:rev([a,b], L).
   L = "ba".
rev(L, R) :- reverse(L, R).

%! append_length(?Suffix, ?List, ?Length) is nondet.
%
%  `List` without its first `Length` elements is `Suffix`.
?- sicstus_lists:append_length(S, [a,b,c], 2).
   S = "c".
append_length(S, L, N) :- append_length(_, S, L, N).

%! append_length(?Prefix, ?Suffix, ?List, ?Length) is nondet.
?- sicstus_lists:append_length(P, S, [a,b,c], 1).
   P = "a", S = "bc".
append_length(P, S, L, N) :-
    (   integer(N) -> length(P, N), append(P, S, L), !
    ;   append(P, S, L),
        length(P, N)
    ).

%! prefix_length(+List, ?Prefix, ?Length) is nondet.
?- sicstus_lists:prefix_length([a,b,c], P, 2).
   P = "ab".
prefix_length(L, P, N) :- append_length(P, _, L, N).

%! suffix_length(+List, ?Suffix, ?Length) is nondet.
?- sicstus_lists:suffix_length([a,b,c], S, 2).
   S = "bc"
;  false.
suffix_length(L, S, N) :- append(_, S, L), length(S, N).

%! proper_prefix(+List, ?Prefix) is nondet.
?- sicstus_lists:proper_prefix([a], P).
   P = []
;  false.
proper_prefix(L, P) :- append(P, [_|_], L).

%! proper_suffix(+List, ?Suffix) is nondet.
?- sicstus_lists:proper_suffix([a], S).
   S = []
;  false.
proper_suffix(L, S) :- append([_|_], S, L).

%! suffix(+List, ?Suffix) is nondet.
?- sicstus_lists:suffix([a], S).
   S = "a"
;  S = []
;  false.
suffix(L, S) :- append(_, S, L).

%! segment(+List, ?Segment) is nondet.
%
%  `Segment` stands somewhere in `List`; the empty one once.
?- sicstus_lists:segment([a,b], S).
   S = []
;  S = "a"
;  S = "ab"
;  S = "b"
;  false.
segment(_, []).
segment(L, [X|Xs]) :- append(_, Rest, L), append([X|Xs], _, Rest).

%! proper_segment(+List, ?Segment) is nondet.
?- sicstus_lists:proper_segment([a], S).
   S = []
;  false.
proper_segment(L, S) :- segment(L, S), \+ same_length(L, S).

%! sublist(+List, ?Part, ?Before) is nondet.
?- sicstus_lists:sublist([a,b], [b], B).
   B = 1
;  false.
sublist(L, P, B) :- sublist(L, P, B, _, _).

%! sublist(+List, ?Part, ?Before, ?Length) is nondet.
?- sicstus_lists:sublist([a,b,c], P, 1, 1).
   P = "b"
;  false.
sublist(L, P, B, N) :- sublist(L, P, B, N, _).

%! sublist(+List, ?Part, ?Before, ?Length, ?After) is nondet.
%
%  As sub_atom/5.
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
?- sicstus_lists:subseq0([a], S).
   S = "a"
;  S = []
;  false.
subseq0(L, L).
subseq0(L, S) :- subseq1(L, S).

%! subseq1(+List, ?Sub) is nondet.
%
%  Some elements in their order, but not all.
?- sicstus_lists:subseq1([a], S).
   S = []
;  false.
subseq1([X|Xs], S) :- subseq1_(Xs, X, S).

subseq1_(Xs, _, S) :- subseq0(Xs, S).
subseq1_([Y|Ys], X, [X|S]) :- subseq1_(Ys, Y, S).

%! remove_dups(+List, -Set) is det.
%
%  Sorted, without duplicates.
?- sicstus_lists:remove_dups([b,a,b], S).
   S = "ab".
remove_dups(L, S) :- sort(L, S).

%! no_doubles(+List) is semidet.
?- sicstus_lists:no_doubles([a,b]).
   true.
no_doubles(L) :- \+ ( append(_, [X|Xs], L), member(X, Xs) ).

%! nonmember(+Element, +List) is semidet.
?- sicstus_lists:nonmember(c, [a,b]).
   true.
nonmember(X, L) :- \+ member(X, L).

%! delete(+List, +Element, +Count, -Rest) is det.
%
%  Without the first `Count` elements that are identical to `Element`.
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
%  `X` stands in `Xs` where `Y` stands in `Ys`.
?- sicstus_lists:correspond(b, [a,b], [1,2], Y).
   Y = 2.
correspond(X, [X|_], [Y|_], Y) :- !.
correspond(X, [_|Xs], [_|Ys], Y) :- correspond(X, Xs, Ys, Y).

%! one_longer(?Longer, ?Shorter) is nondet.
?- sicstus_lists:one_longer([a,b], [x]).
   true.
one_longer([_|Xs], Ys) :- same_length(Xs, Ys).

%! shorter_list(?Short, ?Long) is nondet.
?- sicstus_lists:shorter_list([a], [x,y]).
   true.
shorter_list([], [_|_]).
shorter_list([_|Xs], [_|Ys]) :- shorter_list(Xs, Ys).

%! substitute(+Old, +List, +New, -Changed) is det.
?- sicstus_lists:substitute(a, [a,b,a], x, L).
   L = "xbx".
substitute(Old, L, New, Ls) :- substituted(L, Old, New, Ls).

substituted([], _, _, []).
substituted([X|Xs], Old, New, [Y|Ys]) :-
    ( X == Old -> Y = New ; Y = X ),
    substituted(Xs, Old, New, Ys).

%! keyclumped(+Pairs, -Groups) is det.
%
%  `Key-Values` of neighbours with identical keys.
?- sicstus_lists:keyclumped([a-1,a-2,b-3], G).
   G = [a-[1,2],b-[3]].
keyclumped([], []).
keyclumped([K-V|Ps], [K-[V|Vs]|Gs]) :- same_key(Ps, K, Vs, Rest), keyclumped(Rest, Gs).

same_key([K1-V|Ps], K, [V|Vs], Rest) :- K1 == K, !, same_key(Ps, K, Vs, Rest).
same_key(Ps, _, [], Ps).

%! keyclumps(+Pairs, -Lists) is det.
?- sicstus_lists:keyclumps([a-1,a-2,b-3], Ls).
   Ls = [[a-1,a-2],[b-3]].
keyclumps([], []).
keyclumps([K-V|Ps], [[K-V|Qs]|Ls]) :- same_pairs(Ps, K, Qs, Rest), keyclumps(Rest, Ls).

same_pairs([K1-V|Ps], K, [K1-V|Qs], Rest) :- K1 == K, !, same_pairs(Ps, K, Qs, Rest).
same_pairs(Ps, _, [], Ps).

%! clumps(+List, -Lists) is det.
?- sicstus_lists:clumps([a,a,b], Ls).
   Ls = ["aa","b"].
clumps([], []).
clumps([X|Xs], [[X|Ys]|Ls]) :- same_elements(Xs, X, Ys, Rest), clumps(Rest, Ls).

same_elements([Y|Ys], X, [Y|Zs], Rest) :- Y == X, !, same_elements(Ys, X, Zs, Rest).
same_elements(Ys, _, [], Ys).

%! add_element(+Element, +Set, -NewSet) is det.
?- sicstus_lists:add_element(a, [b], S).
   S = "ab".
add_element(X, S, T) :- ( memberchk(X, S) -> T = S ; T = [X|S] ).

%! del_element(+Element, +Set, -NewSet) is det.
?- sicstus_lists:del_element(a, [b,a], S).
   S = "b".
del_element(X, S, T) :- ( selectchk(X, S, T0) -> T = T0 ; T = S ).

%! disjoint(+Set1, +Set2) is semidet.
?- sicstus_lists:disjoint([a], [b]).
   true.
disjoint(S, T) :- \+ ( member(X, S), memberchk(X, T) ).

%! some(:Goal, +List) is nondet.
?- sicstus_lists:some(==(b), [a,b]).
   true.
some(G, L) :- member(X, L), call(G, X).

%! somechk(:Goal, +List) is semidet.
?- sicstus_lists:somechk(atom, [1,a]).
   true.
somechk(G, L) :- member(X, L), call(G, X), !.

%! scanlist(:Goal, +List, +V0, -V) is nondet.
%
%  As foldl/4.
?- sicstus_lists:scanlist(plus, [1,2], 0, S).
   S = 3.
scanlist(G, L, V0, V) :- scanned(L, G, V0, V).

scanned([], _, V, V).
scanned([X|Xs], G, V0, V) :- call(G, X, V0, V1), scanned(Xs, G, V1, V).

%! cumlist(:Goal, +List, +V0, -Vs) is nondet.
%
%  All intermediate results.
?- sicstus_lists:cumlist(plus, [1,2,3], 0, Vs).
   Vs = [1,3,6].
cumlist(G, L, V0, Vs) :- cumulated(L, G, V0, Vs).

cumulated([], _, _, []).
cumulated([X|Xs], G, V0, [V|Vs]) :- call(G, X, V0, V), cumulated(Xs, G, V, Vs).

%! foldr(:Goal, +List, +V0, -V) is nondet.
%
%  As foldl/4 from the end.
?- sicstus_lists:foldr([X,L0,[X|L0]]>>true, [a,b], [], L).
   L = "ab".
foldr(G, L, V0, V) :- folded(L, G, V0, V).

folded([], _, V, V).
folded([X|Xs], G, V0, V) :- folded(Xs, G, V0, V1), call(G, X, V1, V).

%! group(:Goal, +List, -Front, -Back) is det.
%
%  `Front` are the first elements for which `Goal` holds.
?- sicstus_lists:group(atom, [a,b,1,c], F, B).
   F = "ab", B = [1,c].
group(G, L, F, B) :- grouped(L, G, F, B).

grouped([X|Xs], G, [X|F], B) :- call(G, X), !, grouped(Xs, G, F, B).
grouped(B, _, [], B).

%! pairfrom(?List, ?X, ?Y, ?Rest) is nondet.
%
%  Two different places of a list, in their order.
?- sicstus_lists:pairfrom([a,b], X, Y, R).
   X = a, Y = b, R = []
;  false.
pairfrom(L, X, Y, R) :- append(F, [X|Xs], L), select(Y, Xs, Ys), append(F, Ys, R).

%! perm(+List, ?Permutation) is nondet.
?- sicstus_lists:perm([a,b], P).
   P = "ab"
;  P = "ba"
;  false.
perm(L, P) :- permutation(L, P).

%! perm2(?A, ?B, ?C, ?D) is nondet.
%
%  `{A,B}` and `{C,D}` are the same.
?- sicstus_lists:perm2(a, b, X, Y).
   X = a, Y = b
;  X = b, Y = a.
perm2(A, B, A, B).
perm2(A, B, B, A).

%! sumlist(+List, +Sum0, -Sum) is det.
?- sicstus_lists:sumlist([1,2], 3, S).
   S = 6.
sumlist(L, S0, S) :- sum_list(L, S1), S is S0+S1.

%! numlist(+Low, +Step, +High, -List, ?Tail) is det.
?- sicstus_lists:numlist(1, 2, 5, L, []).
   L = [1,3,5].
numlist(L, Step, H, Ns, T) :-
    (   L > H -> Ns = T
    ;   Ns = [L|Ns1],
        L1 is L+Step,
        numlist(L1, Step, H, Ns1, T)
    ).

%! max_min_list(+List, -Max, -Min) is semidet.
?- sicstus_lists:max_min_list([2,3,1], X, N).
   X = 3, N = 1.
max_min_list(L, X, N) :- max_list(L, X), min_list(L, N).
