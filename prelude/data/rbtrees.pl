% Balanced trees with the interface of library(rbtrees). They are the AVL trees of library(assoc),
% which give the same guarantees as red-black trees.

:- module(rbtrees, [
    rb_new/1, rb_empty/1, rb_lookup/3, rb_update/4, rb_update/5, rb_apply/4,
    rb_insert/4, rb_insert_new/4, rb_delete/3, rb_delete/4, rb_visit/2, rb_keys/2,
    rb_map/2, rb_map/3, rb_partial_map/4, rb_fold/4, rb_clone/3,
    rb_min/3, rb_max/3, rb_del_min/4, rb_del_max/4, rb_next/4, rb_previous/4,
    list_to_rbtree/2, ord_list_to_rbtree/2, is_rbtree/1, rb_size/2, rb_in/3
]).

:- meta_predicate rb_apply(?,?,2,?), rb_map(?,1), rb_map(?,2,?), rb_partial_map(?,?,2,?), rb_fold(3,?,?,?).
:- meta_predicate map_keys(?,?,2,?).

%! rb_new(-Tree) is det.
%
%  Unifies `Tree` with the empty tree.
?- rb_new(T), rb_size(T, N).
   T = t, N = 0.
rb_new(T) :- empty_assoc(T).

%! rb_empty(?Tree) is semidet.
%
%  Unifies `Tree` with the empty tree.
?- rb_empty(T).
   T = t.
rb_empty(T) :- empty_assoc(T).

%! rb_lookup(+Key, ?Value, +Tree) is semidet.
%
%  Unifies `Value` with the value of `Key`. False if `Tree` does not contain `Key`.
?- list_to_rbtree([a-1,b-2], T), rb_lookup(b, V, T).
   T = ..., V = 2.
rb_lookup(K, V, T) :- get_assoc(K, T, V).

%! rb_update(+Tree, +Key, +Value, -NewTree) is semidet.
%
%  Unifies `NewTree` with `Tree` in which `Key` has the value `Value`. False if `Tree` does not
%  contain `Key`.
?- rb_new(T), rb_update(T, a, 1, T1).
   false.
rb_update(T0, K, V, T) :- get_assoc(K, T0, _), put_assoc(K, T0, V, T).

%! rb_update(+Tree, +Key, ?Old, ?New, -NewTree) is semidet.
%
%  As rb_update/4; unifies `Old` with the previous value of `Key`.
?- list_to_rbtree([a-1], T), rb_update(T, a, X, 2, T1), rb_visit(T1, L).
   T = ..., X = 1, T1 = ..., L = [a-2].
rb_update(T0, K, Old, New, T) :- get_assoc(K, T0, Old), put_assoc(K, T0, New, T).

%! rb_apply(+Tree, +Key, :Goal, -NewTree) is semidet.
%
%  Unifies `NewTree` with `Tree` in which the value of `Key` is replaced by the result of
%  `call(Goal, Old, New)`. False if `Tree` does not contain `Key`.
?- list_to_rbtree([a-1], T), rb_apply(T, a, succ, T1), rb_visit(T1, L).
   T = ..., T1 = ..., L = [a-2].
rb_apply(T0, K, G, T) :- get_assoc(K, T0, V0), call(G, V0, V), !, put_assoc(K, T0, V, T).

%! rb_insert(+Tree, +Key, ?Value, -NewTree) is det.
%
%  Unifies `NewTree` with `Tree` in which `Key` has the value `Value`, replacing a previous value.
?- rb_new(T0), rb_insert(T0, a, 1, T1), rb_insert(T1, a, 2, T2), rb_visit(T2, L).
   T0 = ..., T1 = ..., T2 = ..., L = [a-2].
rb_insert(T0, K, V, T) :- put_assoc(K, T0, V, T).

%! rb_insert_new(+Tree, +Key, ?Value, -NewTree) is semidet.
%
%  Unifies `NewTree` with `Tree` and the new pair. False if `Tree` already contains `Key`.
?- list_to_rbtree([a-1], T), rb_insert_new(T, a, 2, T1).
   false.
rb_insert_new(T0, K, V, T) :- \+ get_assoc(K, T0, _), put_assoc(K, T0, V, T).

%! rb_delete(+Tree, +Key, -NewTree) is semidet.
%
%  Unifies `NewTree` with `Tree` without `Key`. False if `Tree` does not contain `Key`.
?- list_to_rbtree([a-1], T), rb_delete(T, a, T1).
   T = ..., T1 = t.
rb_delete(T0, K, T) :- del_assoc(K, T0, _, T).

%! rb_delete(+Tree, +Key, -Value, -NewTree) is semidet.
%
%  As rb_delete/3; unifies `Value` with the value of `Key`.
?- list_to_rbtree([a-1], T), rb_delete(T, a, V, T1).
   T = ..., V = 1, T1 = t.
rb_delete(T0, K, V, T) :- del_assoc(K, T0, V, T).

%! rb_visit(+Tree, -Pairs) is det.
%
%  Unifies `Pairs` with the list of the pairs `Key-Value` in the order of the keys.
?- list_to_rbtree([b-2,a-1], T), rb_visit(T, Ps).
   T = ..., Ps = [a-1,b-2].
rb_visit(T, Ps) :- assoc_to_list(T, Ps).

%! rb_keys(+Tree, -Keys) is det.
%
%  Unifies `Keys` with the list of the keys in their order.
?- list_to_rbtree([b-2,a-1], T), rb_keys(T, Ks).
   T = ..., Ks = "ab".
rb_keys(T, Ks) :- assoc_to_keys(T, Ks).

%! rb_map(+Tree, :Goal) is semidet.
%
%  True if `call(Goal, V)` is true for all values `V`.
?- list_to_rbtree([a-1], T), rb_map(T, integer).
   T = ... .
rb_map(T, G) :- assoc_to_values(T, Vs), maplist(G, Vs).

%! rb_map(+Tree, :Goal, -NewTree) is semidet.
%
%  Unifies `NewTree` with `Tree` in which each value is replaced by the result of `call(Goal, Old,
%  New)`.
?- list_to_rbtree([a-1], T), rb_map(T, succ, T1), rb_visit(T1, L).
   T = ..., T1 = ..., L = [a-2].
rb_map(T0, G, T) :- map_assoc(G, T0, T).

%! rb_partial_map(+Tree, +Keys, :Goal, -NewTree) is semidet.
%
%  As rb_map/3, for the values of `Keys` only: an ordered list of different keys, all of them in
%  `Tree`.
?- list_to_rbtree([a-1,b-1], T), ( Ks = [b,a] ; Ks = [a,a] ; Ks = [z] ), rb_partial_map(T, Ks, succ, _).
   false.
?- list_to_rbtree([a-1,b-1], T), rb_partial_map(T, [b], succ, T1), rb_visit(T1, L).
   T = ..., T1 = ..., L = [a-1,b-2].
rb_partial_map(T0, Ks, G, T) :- map_keys(Ks, T0, G, T).

map_keys([], T, _, T).
map_keys([K|Ks], T0, G, T) :-
    ( Ks = [Next|_] -> K @< Next ; true ),
    get_assoc(K, T0, V0),
    call(G, V0, V),
    put_assoc(K, T0, V, T1),
    map_keys(Ks, T1, G, T).

%! rb_fold(:Goal, +Tree, +S0, -S) is semidet.
%
%  Folds the pairs in the order of the keys: `call(Goal, Key-Value, S0, S1)` for the first pair, and
%  so on up to `S`.
?- list_to_rbtree([a-1,b-2], T), rb_fold([_-V,S0,S]>>(S is S0+V), T, 0, Sum).
   T = ..., Sum = 3.
rb_fold(G, T, S0, S) :- assoc_to_list(T, Ps), foldl(G, Ps, S0, S).

%! rb_clone(+Tree, -NewTree, -Pairs) is det.
%
%  Unifies `NewTree` with a tree that has the same keys and new variables as values, and `Pairs`
%  with the list of its pairs.
?- list_to_rbtree([a-1], T), rb_clone(T, T1, Ps).
   T = ..., T1 = ..., Ps = [a-_A].
rb_clone(T0, T, Ps) :-
    assoc_to_keys(T0, Ks),
    fresh(Ks, Ps),
    ord_list_to_assoc(Ps, T).

fresh([], []).
fresh([K|Ks], [K-_|Ps]) :- fresh(Ks, Ps).

%! rb_min(+Tree, -Key, -Value) is semidet.
%
%  Unifies `Key` and `Value` with the pair with the least key. False for the empty tree.
?- list_to_rbtree([a-1,b-2], T), rb_min(T, K, V).
   T = ..., K = a, V = 1.
rb_min(T, K, V) :- min_assoc(T, K, V).

%! rb_max(+Tree, -Key, -Value) is semidet.
%
%  Unifies `Key` and `Value` with the pair with the greatest key. False for the empty tree.
?- list_to_rbtree([a-1,b-2], T), rb_max(T, K, V).
   T = ..., K = b, V = 2.
rb_max(T, K, V) :- max_assoc(T, K, V).

%! rb_del_min(+Tree, -Key, -Value, -NewTree) is semidet.
%
%  As rb_min/3; unifies `NewTree` with the tree of the other pairs.
?- list_to_rbtree([a-1], T), rb_del_min(T, K, V, T1).
   T = ..., K = a, V = 1, T1 = t.
rb_del_min(T0, K, V, T) :- del_min_assoc(T0, K, V, T).

%! rb_del_max(+Tree, -Key, -Value, -NewTree) is semidet.
%
%  As rb_max/3; unifies `NewTree` with the tree of the other pairs.
?- list_to_rbtree([a-1], T), rb_del_max(T, K, V, T1).
   T = ..., K = a, V = 1, T1 = t.
rb_del_max(T0, K, V, T) :- del_max_assoc(T0, K, V, T).

%! rb_next(+Tree, +Key, -Next, -Value) is semidet.
%
%  Unifies `Next` and `Value` with the pair that follows `Key`, a key of `Tree`. False if there is
%  none. Throws an instantiation error if `Tree` is a variable.
?- list_to_rbtree([a-1,c-3], T), rb_next(T, a, K, V).
   T = ..., K = c, V = 3.
?- rb_next(T, a, K, V).
   error(instantiation_error,get_assoc/3).
rb_next(T, K0, K, V) :-
    get_assoc(K0, T, _),
    assoc_to_list(T, Ps),
    member(K-V, Ps),
    K @> K0, !.

%! rb_previous(+Tree, +Key, -Previous, -Value) is semidet.
%
%  Unifies `Previous` and `Value` with the pair that precedes `Key`, a key of `Tree`. False if there
%  is none.
?- list_to_rbtree([a-1,c-3], T), rb_previous(T, c, K, V).
   T = ..., K = a, V = 1.
rb_previous(T, K0, K, V) :-
    get_assoc(K0, T, _),
    assoc_to_list(T, Ps0),
    reverse(Ps0, Ps),
    member(K-V, Ps),
    K @< K0, !.

%! list_to_rbtree(+Pairs, -Tree) is det.
%
%  Unifies `Tree` with the tree of the list `Pairs`. Of pairs with the same key, the last is used.
?- list_to_rbtree([a-1,a-2], T), rb_visit(T, L).
   T = ..., L = [a-2].
list_to_rbtree(Ps, T) :-
    must_be(list, Ps),
    empty_assoc(T0),
    put_all(Ps, T0, T).

put_all([], T, T).
put_all([P|Ps], T0, T) :-
    (   nonvar(P), P = K-V -> true
    ;   type_error(pair, P, list_to_rbtree/2)
    ),
    put_assoc(K, T0, V, T1),
    put_all(Ps, T1, T).

%! ord_list_to_rbtree(+Pairs, -Tree) is det.
%
%  Unifies `Tree` with the tree of the list `Pairs`, which is sorted by keys that are all different.
?- ord_list_to_rbtree([a-1,b-2], T), rb_size(T, N).
   T = ..., N = 2.
ord_list_to_rbtree(Ps, T) :- ord_list_to_assoc(Ps, T).

%! is_rbtree(@Term) is semidet.
%
%  True if `Term` is a tree of this library.
?- is_rbtree(a).
   false.
is_rbtree(T) :- nonvar(T), is_assoc(T).

%! rb_size(+Tree, -Size) is det.
%
%  Unifies `Size` with the number of keys.
?- list_to_rbtree([a-1], T), rb_size(T, N).
   T = ..., N = 1.
rb_size(T, N) :- assoc_to_keys(T, Ks), length(Ks, N).

%! rb_in(?Key, ?Value, +Tree) is nondet.
%
%  True if `Tree` maps `Key` to `Value`. Enumerates the pairs in the order of the keys if `Key` is
%  not ground.
?- list_to_rbtree([a-1,b-2], T), rb_in(K, V, T).
   T = ..., K = a, V = 1
;  T = ..., K = b, V = 2.
rb_in(K, V, T) :-
    (   ground(K) -> get_assoc(K, T, V)
    ;   assoc_to_list(T, Ps),
        member(K-V, Ps)
    ).
