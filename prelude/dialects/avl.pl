% AVL trees under the names of SICStus Prolog and YAP: the trees of library(assoc).

:- module(avl, [
    empty_avl/1, avl_to_list/2, is_avl/1, avl_domain/2, avl_range/2, avl_size/2, avl_height/2, avl_member/2,
    avl_member/3, avl_fetch/2, avl_fetch/3, avl_store/4, avl_delete/4, avl_incr/4, avl_min/2, avl_min/3, avl_max/2,
    avl_max/3, avl_map/2, avl_map/3, list_to_avl/2, ord_list_to_avl/2, avl_new/1, avl_insert/4, avl_lookup/3
]).

:- meta_predicate avl_map(1,?), avl_map(2,?,?).

%! empty_avl(?Tree) is semidet.
%
%  Unifies `Tree` with the empty tree.
?- empty_avl(T), avl_to_list(T, L).
   T = ..., L = [].
empty_avl(T) :- empty_assoc(T).

%! avl_new(-Tree) is det.
%
%  As empty_avl/1, under YAP's name.
?- avl_new(T), avl_size(T, N).
   T = ..., N = 0.
avl_new(T) :- empty_assoc(T).

%! is_avl(@Term) is semidet.
%
%  True if `Term` is a tree.
?- is_avl(a).
   false.
is_avl(T) :- is_assoc(T).

%! list_to_avl(+Pairs, -Tree) is det.
%
%  Unifies `Tree` with the tree of the list `Pairs` of `Key-Value`.
?- list_to_avl([b-1,a-2], T), avl_to_list(T, L).
   T = ..., L = [a-2,b-1].
list_to_avl(L, T) :- list_to_assoc(L, T).

%! ord_list_to_avl(+Pairs, -Tree) is det.
%
%  As list_to_avl/2, if the keys are ordered.
?- ord_list_to_avl([a-1,b-2], T), avl_domain(T, Ks).
   T = ..., Ks = "ab".
ord_list_to_avl(L, T) :- ord_list_to_assoc(L, T).

%! avl_to_list(+Tree, -Pairs) is det.
%
%  Unifies `Pairs` with the list of `Key-Value`, by key.
?- list_to_avl([b-1], T), avl_to_list(T, L).
   T = ..., L = [b-1].
avl_to_list(T, L) :- assoc_to_list(T, L).

%! avl_domain(+Tree, -Keys) is det.
%
%  Unifies `Keys` with the list of the keys.
?- list_to_avl([b-1], T), avl_domain(T, Ks).
   T = ..., Ks = "b".
avl_domain(T, Ks) :- assoc_to_keys(T, Ks).

%! avl_range(+Tree, -Values) is det.
%
%  Unifies `Values` with the sorted list of the values.
?- list_to_avl([a-2,b-1,c-2], T), avl_range(T, Vs).
   T = ..., Vs = [1,2].
avl_range(T, Vs) :- assoc_to_values(T, Vs0), sort(Vs0, Vs).

%! avl_size(+Tree, -Size) is det.
%
%  Unifies `Size` with the number of keys.
?- list_to_avl([b-1], T), avl_size(T, N).
   T = ..., N = 1.
avl_size(T, N) :- assoc_to_keys(T, Ks), length(Ks, N).

%! avl_height(+Tree, -Height) is det.
%
%  Unifies `Height` with the height of the tree.
?- list_to_avl([a-1,b-2], T), avl_height(T, H).
   T = ..., H = 2.
avl_height(t, H) :- !, H = 0.
avl_height(T, H) :-
    T = t(_,_,_,L,R),
    avl_height(L, HL),
    avl_height(R, HR),
    H is max(HL, HR)+1.

%! avl_member(?Key, +Tree) is nondet.
%
%  True if `Tree` has `Key`; enumerates the keys if `Key` is a variable.
?- list_to_avl([a-1,b-2], T), avl_member(K, T).
   T = ..., K = a
;  T = ..., K = b
;  false.
avl_member(K, T) :- avl_member(K, T, _).

%! avl_member(?Key, +Tree, ?Value) is nondet.
%
%  True if `Key` has `Value`; enumerates the keys if `Key` is a variable.
?- list_to_avl([a-1,b-2], T), avl_member(b, T, V).
   T = ..., V = 2.
avl_member(K, T, V) :- ( ground(K) -> get_assoc(K, T, V) ; gen_assoc(K, T, V) ).

%! avl_fetch(+Key, +Tree) is semidet.
%
%  True if `Tree` has `Key`.
?- empty_avl(T), avl_fetch(a, T).
   false.
avl_fetch(K, T) :- get_assoc(K, T, _).

%! avl_fetch(+Key, +Tree, ?Value) is semidet.
%
%  True if `Value` is the value of `Key`.
?- list_to_avl([a-1], T), avl_fetch(a, T, V).
   T = ..., V = 1.
avl_fetch(K, T, V) :- get_assoc(K, T, V).

%! avl_lookup(+Key, ?Value, +Tree) is semidet.
%
%  As avl_fetch/3, with YAP's name and order of arguments.
?- list_to_avl([a-1], T), avl_lookup(a, V, T).
   T = ..., V = 1.
avl_lookup(K, V, T) :- get_assoc(K, T, V).

%! avl_store(+Key, +Tree0, +Value, -Tree) is det.
%
%  Unifies `Tree` with `Tree0` with `Value` for `Key`.
?- empty_avl(T0), avl_store(a, T0, 1, T), avl_to_list(T, L).
   T0 = ..., T = ..., L = [a-1].
avl_store(K, T0, V, T) :- put_assoc(K, T0, V, T).

%! avl_insert(+Key, +Value, +Tree0, -Tree) is det.
%
%  As avl_store/4, with YAP's name and order of arguments.
?- avl_new(T0), avl_insert(a, 1, T0, T), avl_to_list(T, L).
   T0 = ..., T = ..., L = [a-1].
avl_insert(K, V, T0, T) :- put_assoc(K, T0, V, T).

%! avl_delete(+Key, +Tree0, ?Value, -Tree) is semidet.
%
%  Unifies `Tree` with `Tree0` without `Key`, and `Value` with its value. False if there is no such key.
?- list_to_avl([a-1,b-2], T0), avl_delete(a, T0, V, T), avl_to_list(T, L).
   T0 = ..., V = 1, T = ..., L = [b-2].
avl_delete(K, T0, V, T) :- del_assoc(K, T0, V, T).

%! avl_incr(+Key, +Tree0, +Increment, -Tree) is det.
%
%  Adds `Increment` to the number of `Key`, which is 0 if `Tree0` does not have it.
?- empty_avl(T0), avl_incr(a, T0, 2, T1), avl_incr(a, T1, 3, T), avl_to_list(T, L).
   T0 = ..., T1 = ..., T = ..., L = [a-5].
avl_incr(K, T0, I, T) :-
    ( get_assoc(K, T0, V0) -> V is V0+I ; V is I ),
    put_assoc(K, T0, V, T).

%! avl_min(+Tree, -Key) is semidet.
%
%  Unifies `Key` with the first key. False if `Tree` is empty.
?- list_to_avl([b-1,a-2], T), avl_min(T, K).
   T = ..., K = a.
avl_min(T, K) :- min_assoc(T, K, _).

%! avl_min(+Tree, -Key, -Value) is semidet.
%
%  Unifies `Key` with the first key and `Value` with its value.
?- list_to_avl([b-1,a-2], T), avl_min(T, K, V).
   T = ..., K = a, V = 2.
avl_min(T, K, V) :- min_assoc(T, K, V).

%! avl_max(+Tree, -Key) is semidet.
%
%  Unifies `Key` with the last key. False if `Tree` is empty.
?- list_to_avl([b-1,a-2], T), avl_max(T, K).
   T = ..., K = b.
avl_max(T, K) :- max_assoc(T, K, _).

%! avl_max(+Tree, -Key, -Value) is semidet.
%
%  Unifies `Key` with the last key and `Value` with its value.
?- list_to_avl([b-1,a-2], T), avl_max(T, K, V).
   T = ..., K = b, V = 1.
avl_max(T, K, V) :- max_assoc(T, K, V).

%! avl_map(:Goal, +Tree) is semidet.
%
%  True if `call(Goal, Value)` is true for each value.
?- list_to_avl([a-1,b-x], T), avl_map(integer, T).
   false.
avl_map(G, T) :- map_assoc(G, T).

%! avl_map(:Goal, +Tree0, -Tree) is semidet.
%
%  Unifies `Tree` with `Tree0` with each value `V` replaced by the one that `call(Goal, V0, V)` gives.
?- list_to_avl([a-1,b-2], T0), avl_map(succ, T0, T), avl_to_list(T, L).
   T0 = ..., T = ..., L = [a-2,b-3].
avl_map(G, T0, T) :- map_assoc(G, T0, T).
