% Red-black trees: maps from keys, in the standard order, to values.
%
% A tree is `t(Root)`. A node is `red(Left,Key,Value,Right)` or `black(Left,Key,Value,Right)`, a leaf `nil`. A red
% node has black children, each path from the root to a leaf has the same number of black nodes, and the root is
% black. Insertion balances as Okasaki's "Red-black trees in a functional setting" (1999) does; deletion reports
% whether the number of black nodes on the paths of a subtree became smaller.

:- module(rbtrees, [
    rb_new/1, rb_empty/1, rb_lookup/3, rb_update/4, rb_update/5, rb_apply/4,
    rb_insert/4, rb_insert_new/4, rb_delete/3, rb_delete/4, rb_visit/2, rb_keys/2,
    rb_map/2, rb_map/3, rb_partial_map/4, rb_fold/4, rb_clone/3,
    rb_min/3, rb_max/3, rb_del_min/4, rb_del_max/4, rb_next/4, rb_previous/4,
    list_to_rbtree/2, ord_list_to_rbtree/2, is_rbtree/1, rb_size/2, rb_in/3
]).

:- meta_predicate rb_apply(?,?,2,?), rb_map(?,1), rb_map(?,2,?), rb_partial_map(?,?,2,?), rb_fold(3,?,?,?).
:- meta_predicate apply_keys(?,?,2,?), each_value(?,1), each_value(?,2,?), folded(?,3,?,?).

no_rule(G) :-
    functor(G, N, A),
    throw(error(existence_error(matching_rule,rbtrees:G), N/A)).

is_root(T) :- nonvar(T), T = t(R), is_node(R).

is_node(nil).
is_node(black(_,_,_,_)).

%! rb_new(-Tree) is det.
%
%  Unifies `Tree` with the empty tree.
?- rb_new(T), rb_size(T, N).
   T = t(nil), N = 0.
rb_new(t(nil)).

%! rb_empty(?Tree) is semidet.
%
%  Unifies `Tree` with the empty tree.
?- rb_empty(T).
   T = t(nil).
rb_empty(t(nil)).

%! rb_lookup(+Key, ?Value, +Tree) is semidet.
%
%  Unifies `Value` with the value of `Key`. False if `Tree` does not contain `Key`.
%
%  As all predicates of this library, it throws `existence_error(matching_rule, Goal)` if `Tree` is not a tree.
?- list_to_rbtree([a-1,b-2], T), rb_lookup(b, V, T).
   T = ..., V = 2.
?- rb_lookup(b, V, _).
   error(existence_error(matching_rule,rbtrees:rb_lookup(b,V,_A)),rb_lookup/3).
rb_lookup(K, V, T) :-
    (   is_root(T) -> T = t(R), found(R, K, V)
    ;   no_rule(rb_lookup(K, V, T))
    ).

found(red(L,K0,V0,R), K, V) :- compare(O, K, K0), found(O, K, V, V0, L, R).
found(black(L,K0,V0,R), K, V) :- compare(O, K, K0), found(O, K, V, V0, L, R).

found(=, _, V, V, _, _).
found(<, K, V, _, L, _) :- found(L, K, V).
found(>, K, V, _, _, R) :- found(R, K, V).

%! rb_update(+Tree, +Key, +Value, -NewTree) is semidet.
%
%  Unifies `NewTree` with `Tree` in which `Key` has the value `Value`. False if `Tree` does not
%  contain `Key`.
?- rb_new(T), rb_update(T, a, 1, T1).
   false.
rb_update(T0, K, V, T) :-
    (   is_root(T0) -> T0 = t(R0), T = t(R), updated(R0, K, _, V, R)
    ;   no_rule(rb_update(T0, K, V, T))
    ).

%! rb_update(+Tree, +Key, ?Old, ?New, -NewTree) is semidet.
%
%  As rb_update/4; unifies `Old` with the previous value of `Key`.
?- list_to_rbtree([a-1], T), rb_update(T, a, X, 2, T1), rb_visit(T1, L).
   T = ..., X = 1, T1 = ..., L = [a-2].
rb_update(T0, K, Old, New, T) :-
    (   is_root(T0) -> T0 = t(R0), T = t(R), updated(R0, K, Old, New, R)
    ;   no_rule(rb_update(T0, K, Old, New, T))
    ).

updated(red(L,K0,V0,R), K, Old, New, red(L1,K0,V,R1)) :-
    compare(O, K, K0),
    updated(O, K, Old, New, L, V0, R, L1, V, R1).
updated(black(L,K0,V0,R), K, Old, New, black(L1,K0,V,R1)) :-
    compare(O, K, K0),
    updated(O, K, Old, New, L, V0, R, L1, V, R1).

updated(=, _, Old, New, L, Old, R, L, New, R).
updated(<, K, Old, New, L0, V, R, L, V, R) :- updated(L0, K, Old, New, L).
updated(>, K, Old, New, L, V, R0, L, V, R) :- updated(R0, K, Old, New, R).

%! rb_apply(+Tree, +Key, :Goal, -NewTree) is semidet.
%
%  Unifies `NewTree` with `Tree` in which the value of `Key` is replaced by the result of
%  `call(Goal, Old, New)`. False if `Tree` does not contain `Key`.
?- list_to_rbtree([a-1], T), rb_apply(T, a, succ, T1), rb_visit(T1, L).
   T = ..., T1 = ..., L = [a-2].
rb_apply(T0, K, G, T) :-
    (   is_root(T0) ->
        T0 = t(R0),
        updated(R0, K, Old, New, R),
        once(call(G, Old, New)),
        T = t(R)
    ;   no_rule(rb_apply(T0, K, G, T))
    ).

%! rb_insert(+Tree, +Key, ?Value, -NewTree) is det.
%
%  Unifies `NewTree` with `Tree` in which `Key` has the value `Value`, replacing a previous value.
?- rb_new(T0), rb_insert(T0, a, 1, T1), rb_insert(T1, a, 2, T2), rb_visit(T2, L).
   T0 = ..., T1 = ..., T2 = ..., L = [a-2].
rb_insert(T0, K, V, T) :-
    (   is_root(T0) -> T0 = t(R0), inserted(R0, K, V, _, R), blackened(R, R1), T = t(R1)
    ;   no_rule(rb_insert(T0, K, V, T))
    ).

%! rb_insert_new(+Tree, +Key, ?Value, -NewTree) is semidet.
%
%  Unifies `NewTree` with `Tree` and the new pair. False if `Tree` already contains `Key`.
?- list_to_rbtree([a-1], T), rb_insert_new(T, a, 2, T1).
   false.
rb_insert_new(T0, K, V, T) :-
    (   is_root(T0) -> T0 = t(R0), inserted(R0, K, V, new, R), blackened(R, R1), T = t(R1)
    ;   no_rule(rb_insert_new(T0, K, V, T))
    ).

% The fourth argument is `new`, or `old` if the key was there.
inserted(nil, K, V, new, red(nil,K,V,nil)).
inserted(red(L,K0,V0,R), K, V, New, T) :-
    compare(O, K, K0),
    inserted_red(O, L, K0, V0, R, K, V, New, T).
inserted(black(L,K0,V0,R), K, V, New, T) :-
    compare(O, K, K0),
    inserted_black(O, L, K0, V0, R, K, V, New, T).

inserted_red(=, L, K, _, R, _, V, old, red(L,K,V,R)).
inserted_red(<, L0, K0, V0, R, K, V, New, red(L,K0,V0,R)) :- inserted(L0, K, V, New, L).
inserted_red(>, L, K0, V0, R0, K, V, New, red(L,K0,V0,R)) :- inserted(R0, K, V, New, R).

inserted_black(=, L, K, _, R, _, V, old, black(L,K,V,R)).
inserted_black(<, L0, K0, V0, R, K, V, New, T) :- inserted(L0, K, V, New, L), left_red(L, K0, V0, R, T).
inserted_black(>, L, K0, V0, R0, K, V, New, T) :- inserted(R0, K, V, New, R), right_red(R, L, K0, V0, T).

% A black node whose left child may be a red node with a red child.
left_red(T, KZ, VZ, D, New) :-
    (   T = red(red(A,KX,VX,B),KY,VY,C) -> New = red(black(A,KX,VX,B),KY,VY,black(C,KZ,VZ,D))
    ;   T = red(A,KX,VX,red(B,KY,VY,C)) -> New = red(black(A,KX,VX,B),KY,VY,black(C,KZ,VZ,D))
    ;   New = black(T,KZ,VZ,D)
    ).

right_red(T, A, KX, VX, New) :-
    (   T = red(red(B,KY,VY,C),KZ,VZ,D) -> New = red(black(A,KX,VX,B),KY,VY,black(C,KZ,VZ,D))
    ;   T = red(B,KY,VY,red(C,KZ,VZ,D)) -> New = red(black(A,KX,VX,B),KY,VY,black(C,KZ,VZ,D))
    ;   New = black(A,KX,VX,T)
    ).

blackened(nil, nil).
blackened(black(L,K,V,R), black(L,K,V,R)).
blackened(red(L,K,V,R), black(L,K,V,R)).

%! rb_delete(+Tree, +Key, -NewTree) is semidet.
%
%  Unifies `NewTree` with `Tree` without `Key`. False if `Tree` does not contain `Key`.
?- list_to_rbtree([a-1], T), rb_delete(T, a, T1).
   T = ..., T1 = t(nil).
rb_delete(T0, K, T) :-
    (   is_root(T0) -> T0 = t(R0), deleted(R0, K, _, R, _), blackened(R, R1), T = t(R1)
    ;   no_rule(rb_delete(T0, K, T))
    ).

%! rb_delete(+Tree, +Key, -Value, -NewTree) is semidet.
%
%  As rb_delete/3; unifies `Value` with the value of `Key`.
?- list_to_rbtree([a-1], T), rb_delete(T, a, V, T1).
   T = ..., V = 1, T1 = t(nil).
rb_delete(T0, K, V, T) :-
    (   is_root(T0) -> T0 = t(R0), deleted(R0, K, V, R, _), blackened(R, R1), T = t(R1)
    ;   no_rule(rb_delete(T0, K, V, T))
    ).

% The last argument is `yes` if the paths of the new tree have one black node less.
deleted(red(L,K0,V0,R), K, V, T, Less) :- compare(O, K, K0), deleted(O, red, L, K0, V0, R, K, V, T, Less).
deleted(black(L,K0,V0,R), K, V, T, Less) :- compare(O, K, K0), deleted(O, black, L, K0, V0, R, K, V, T, Less).

deleted(=, C, L, _, V, R, _, V, T, Less) :- joined(C, L, R, T, Less).
deleted(<, C, L0, K0, V0, R, K, V, T, Less) :-
    deleted(L0, K, V, L, Less0),
    less_left(Less0, C, L, K0, V0, R, T, Less).
deleted(>, C, L, K0, V0, R0, K, V, T, Less) :-
    deleted(R0, K, V, R, Less0),
    less_right(Less0, C, L, K0, V0, R, T, Less).

% The subtrees of a node that is gone, as one tree.
joined(C, L, R, T, Less) :-
    (   L == nil -> only_child(C, R, T, Less)
    ;   R == nil -> only_child(C, L, T, Less)
    ;   first_deleted(R, K, V, R1, Less0),
        less_right(Less0, C, L, K, V, R1, T, Less)
    ).

% The one child of a black node is red, unless it is a leaf.
only_child(red, T, T, no).
only_child(black, T0, T, Less) :-
    (   T0 = red(L,K,V,R) -> T = black(L,K,V,R), Less = no
    ;   T = T0, Less = yes
    ).

first_deleted(red(L,K0,V0,R), K, V, T, Less) :- first_deleted(L, red, K0, V0, R, K, V, T, Less).
first_deleted(black(L,K0,V0,R), K, V, T, Less) :- first_deleted(L, black, K0, V0, R, K, V, T, Less).

first_deleted(L0, C, K0, V0, R, K, V, T, Less) :-
    (   L0 == nil -> K = K0, V = V0, only_child(C, R, T, Less)
    ;   first_deleted(L0, K, V, L, Less0),
        less_left(Less0, C, L, K0, V0, R, T, Less)
    ).

last_deleted(red(L,K0,V0,R), K, V, T, Less) :- last_deleted(R, red, L, K0, V0, K, V, T, Less).
last_deleted(black(L,K0,V0,R), K, V, T, Less) :- last_deleted(R, black, L, K0, V0, K, V, T, Less).

last_deleted(R0, C, L, K0, V0, K, V, T, Less) :-
    (   R0 == nil -> K = K0, V = V0, only_child(C, L, T, Less)
    ;   last_deleted(R0, K, V, R, Less0),
        less_right(Less0, C, L, K0, V0, R, T, Less)
    ).

node(red, L, K, V, R, red(L,K,V,R)).
node(black, L, K, V, R, black(L,K,V,R)).

% A node of a colour; with `yes`, the paths of its left subtree have one black node less than those of the right one.
less_left(no, C, L, K, V, R, T, no) :- node(C, L, K, V, R, T).
less_left(yes, C, L, K, V, R, T, Less) :- left_raised(R, C, L, K, V, T, Less).

left_raised(red(B,KY,VY,D), black, A, KX, VX, black(L,KY,VY,D), no) :-
    % The sibling becomes the parent; the node is red now and its right child black.
    left_raised(B, red, A, KX, VX, L, _).
left_raised(black(B,KY,VY,D), C, A, KX, VX, T, Less) :-
    (   D = red(L,KZ,VZ,R) -> node(C, black(A,KX,VX,B), KY, VY, black(L,KZ,VZ,R), T), Less = no
    ;   B = red(L,KZ,VZ,R) -> node(C, black(A,KX,VX,L), KZ, VZ, black(R,KY,VY,D), T), Less = no
    ;   T = black(A,KX,VX,red(B,KY,VY,D)),
        fewer(C, Less)
    ).

less_right(no, C, L, K, V, R, T, no) :- node(C, L, K, V, R, T).
less_right(yes, C, L, K, V, R, T, Less) :- right_raised(L, C, R, K, V, T, Less).

right_raised(red(A,KX,VX,B), black, D, KY, VY, black(A,KX,VX,R), no) :- right_raised(B, red, D, KY, VY, R, _).
right_raised(black(A,KX,VX,B), C, D, KY, VY, T, Less) :-
    (   A = red(L,KZ,VZ,R) -> node(C, black(L,KZ,VZ,R), KX, VX, black(B,KY,VY,D), T), Less = no
    ;   B = red(L,KZ,VZ,R) -> node(C, black(A,KX,VX,L), KZ, VZ, black(R,KY,VY,D), T), Less = no
    ;   T = black(red(A,KX,VX,B),KY,VY,D),
        fewer(C, Less)
    ).

% A red node that became black makes up for the black node that its subtrees lost.
fewer(red, no).
fewer(black, yes).

%! rb_visit(+Tree, -Pairs) is det.
%
%  Unifies `Pairs` with the list of the pairs `Key-Value` in the order of the keys.
?- list_to_rbtree([b-2,a-1], T), rb_visit(T, Ps).
   T = ..., Ps = [a-1,b-2].
rb_visit(T, Ps) :-
    (   is_root(T) -> T = t(R), pairs(R, Ps, [])
    ;   no_rule(rb_visit(T, Ps))
    ).

pairs(nil, Ps, Ps).
pairs(red(L,K,V,R), Ps0, Ps) :- pairs(L, Ps0, [K-V|Ps1]), pairs(R, Ps1, Ps).
pairs(black(L,K,V,R), Ps0, Ps) :- pairs(L, Ps0, [K-V|Ps1]), pairs(R, Ps1, Ps).

%! rb_keys(+Tree, -Keys) is det.
%
%  Unifies `Keys` with the list of the keys in their order.
?- list_to_rbtree([b-2,a-1], T), rb_keys(T, Ks).
   T = ..., Ks = "ab".
rb_keys(T, Ks) :-
    (   is_root(T) -> T = t(R), pairs(R, Ps, []), pairs_keys(Ps, Ks)
    ;   no_rule(rb_keys(T, Ks))
    ).

%! rb_map(+Tree, :Goal) is semidet.
%
%  True if `call(Goal, V)` is true for all values `V`.
?- list_to_rbtree([a-1], T), rb_map(T, integer).
   T = ... .
rb_map(T, G) :-
    (   is_root(T) -> T = t(R), each_value(R, G)
    ;   no_rule(rb_map(T, G))
    ).

each_value(nil, _).
each_value(red(L,_,V,R), G) :- each_value(L, G), once(call(G, V)), each_value(R, G).
each_value(black(L,_,V,R), G) :- each_value(L, G), once(call(G, V)), each_value(R, G).

%! rb_map(+Tree, :Goal, -NewTree) is nondet.
%
%  Unifies `NewTree` with `Tree` in which each value is replaced by the result of `call(Goal, Old,
%  New)`.
?- list_to_rbtree([a-1], T), rb_map(T, succ, T1), rb_visit(T1, L).
   T = ..., T1 = ..., L = [a-2].
rb_map(T0, G, T) :-
    (   is_root(T0) -> T0 = t(R0), each_value(R0, G, R), T = t(R)
    ;   no_rule(rb_map(T0, G, T))
    ).

each_value(nil, _, nil).
each_value(red(L0,K,V0,R0), G, red(L,K,V,R)) :-
    each_value(L0, G, L),
    call(G, V0, V),
    each_value(R0, G, R).
each_value(black(L0,K,V0,R0), G, black(L,K,V,R)) :-
    each_value(L0, G, L),
    call(G, V0, V),
    each_value(R0, G, R).

%! rb_partial_map(+Tree, +Keys, :Goal, -NewTree) is semidet.
%
%  As rb_map/3, for the values of `Keys` only: an ordered list of different keys, all of them in
%  `Tree`.
?- list_to_rbtree([a-1,b-1], T), ( Ks = [b,a] ; Ks = [a,a] ; Ks = [z] ), rb_partial_map(T, Ks, succ, _).
   false.
?- list_to_rbtree([a-1,b-1], T), rb_partial_map(T, [b], succ, T1), rb_visit(T1, L).
   T = ..., T1 = ..., L = [a-1,b-2].
rb_partial_map(T0, Ks, G, T) :-
    (   is_root(T0) -> T0 = t(R0), apply_keys(Ks, R0, G, R), T = t(R)
    ;   no_rule(rb_partial_map(T0, Ks, G, T))
    ).

apply_keys([], T, _, T).
apply_keys([K|Ks], T0, G, T) :-
    ( Ks = [Next|_] -> K @< Next ; true ),
    updated(T0, K, Old, New, T1),
    once(call(G, Old, New)),
    apply_keys(Ks, T1, G, T).

%! rb_fold(:Goal, +Tree, +S0, -S) is semidet.
%
%  Folds the pairs in the order of the keys: `call(Goal, Key-Value, S0, S1)` for the first pair, and
%  so on up to `S`.
?- list_to_rbtree([a-1,b-2], T), rb_fold([_-V,S0,S]>>(S is S0+V), T, 0, Sum).
   T = ..., Sum = 3.
rb_fold(G, T, S0, S) :-
    (   is_root(T) -> T = t(R), folded(R, G, S0, S)
    ;   no_rule(rb_fold(G, T, S0, S))
    ).

folded(nil, _, S, S).
folded(red(L,K,V,R), G, S0, S) :- folded(L, G, S0, S1), call(G, K-V, S1, S2), folded(R, G, S2, S).
folded(black(L,K,V,R), G, S0, S) :- folded(L, G, S0, S1), call(G, K-V, S1, S2), folded(R, G, S2, S).

%! rb_clone(+Tree, -NewTree, -Pairs) is det.
%
%  Unifies `NewTree` with a tree that has the same keys and new variables as values, and `Pairs`
%  with the list of its pairs.
?- list_to_rbtree([a-1], T), rb_clone(T, T1, Ps).
   T = ..., T1 = ..., Ps = [a-_A].
rb_clone(T0, T, Ps) :-
    (   is_root(T0) -> T0 = t(R0), T = t(R), each_value(R0, fresh, R), pairs(R, Ps, [])
    ;   no_rule(rb_clone(T0, T, Ps))
    ).

fresh(_, _).

%! rb_min(+Tree, -Key, -Value) is semidet.
%
%  Unifies `Key` and `Value` with the pair with the least key. False for the empty tree.
?- list_to_rbtree([a-1,b-2], T), rb_min(T, K, V).
   T = ..., K = a, V = 1.
rb_min(T, K, V) :-
    (   is_root(T) -> T = t(R), first(R, K, V)
    ;   no_rule(rb_min(T, K, V))
    ).

first(red(L,K0,V0,_), K, V) :- ( L == nil -> K = K0, V = V0 ; first(L, K, V) ).
first(black(L,K0,V0,_), K, V) :- ( L == nil -> K = K0, V = V0 ; first(L, K, V) ).

%! rb_max(+Tree, -Key, -Value) is semidet.
%
%  Unifies `Key` and `Value` with the pair with the greatest key. False for the empty tree.
?- list_to_rbtree([a-1,b-2], T), rb_max(T, K, V).
   T = ..., K = b, V = 2.
rb_max(T, K, V) :-
    (   is_root(T) -> T = t(R), last(R, K, V)
    ;   no_rule(rb_max(T, K, V))
    ).

last(red(_,K0,V0,R), K, V) :- ( R == nil -> K = K0, V = V0 ; last(R, K, V) ).
last(black(_,K0,V0,R), K, V) :- ( R == nil -> K = K0, V = V0 ; last(R, K, V) ).

%! rb_del_min(+Tree, -Key, -Value, -NewTree) is semidet.
%
%  As rb_min/3; unifies `NewTree` with the tree of the other pairs.
?- list_to_rbtree([a-1], T), rb_del_min(T, K, V, T1).
   T = ..., K = a, V = 1, T1 = t(nil).
rb_del_min(T0, K, V, T) :-
    (   is_root(T0) -> T0 = t(R0), first_deleted(R0, K, V, R, _), blackened(R, R1), T = t(R1)
    ;   no_rule(rb_del_min(T0, K, V, T))
    ).

%! rb_del_max(+Tree, -Key, -Value, -NewTree) is semidet.
%
%  As rb_max/3; unifies `NewTree` with the tree of the other pairs.
?- list_to_rbtree([a-1], T), rb_del_max(T, K, V, T1).
   T = ..., K = a, V = 1, T1 = t(nil).
rb_del_max(T0, K, V, T) :-
    (   is_root(T0) -> T0 = t(R0), last_deleted(R0, K, V, R, _), blackened(R, R1), T = t(R1)
    ;   no_rule(rb_del_max(T0, K, V, T))
    ).

%! rb_next(+Tree, +Key, -Next, -Value) is semidet.
%
%  Unifies `Next` and `Value` with the pair that follows `Key`, a key of `Tree`. False if there is
%  none.
?- list_to_rbtree([a-1,c-3], T), rb_next(T, a, K, V).
   T = ..., K = c, V = 3.
rb_next(T, K0, K, V) :-
    (   is_root(T) -> T = t(R), next(R, K0, none, K-V)
    ;   no_rule(rb_next(T, K0, K, V))
    ).

% The third argument is the pair of the last node on the way down that follows its subtree.
next(red(L,K1,V1,R), K, After, P) :- compare(O, K, K1), next(O, K, L, K1-V1, R, After, P).
next(black(L,K1,V1,R), K, After, P) :- compare(O, K, K1), next(O, K, L, K1-V1, R, After, P).

next(=, _, _, _, R, After, P) :- ( R == nil -> P = After ; first(R, K, V), P = K-V ).
next(<, K, L, P1, _, _, P) :- next(L, K, P1, P).
next(>, K, _, _, R, After, P) :- next(R, K, After, P).

%! rb_previous(+Tree, +Key, -Previous, -Value) is semidet.
%
%  Unifies `Previous` and `Value` with the pair that precedes `Key`, a key of `Tree`. False if there
%  is none.
?- list_to_rbtree([a-1,c-3], T), rb_previous(T, c, K, V).
   T = ..., K = a, V = 1.
rb_previous(T, K0, K, V) :-
    (   is_root(T) -> T = t(R), previous(R, K0, none, K-V)
    ;   no_rule(rb_previous(T, K0, K, V))
    ).

previous(red(L,K1,V1,R), K, Before, P) :- compare(O, K, K1), previous(O, K, L, K1-V1, R, Before, P).
previous(black(L,K1,V1,R), K, Before, P) :- compare(O, K, K1), previous(O, K, L, K1-V1, R, Before, P).

previous(=, _, L, _, _, Before, P) :- ( L == nil -> P = Before ; last(L, K, V), P = K-V ).
previous(<, K, L, _, _, Before, P) :- previous(L, K, Before, P).
previous(>, K, _, P1, R, _, P) :- previous(R, K, P1, P).

%! list_to_rbtree(+Pairs, -Tree) is det.
%
%  Unifies `Tree` with the tree of the list `Pairs`. Of pairs with the same key, the last is used.
?- list_to_rbtree([a-1,a-2], T), rb_visit(T, L).
   T = ..., L = [a-2].
list_to_rbtree(Ps, T) :-
    must_be(list, Ps),
    maplist(pair, Ps),
    reverse(Ps, Ps1),
    sort(1, @<, Ps1, Ps2),
    ord_list_to_rbtree(Ps2, T).

pair(P) :-
    (   nonvar(P), P = _-_ -> true
    ;   type_error(pair, P, list_to_rbtree/2)
    ).

%! ord_list_to_rbtree(+Pairs, -Tree) is det.
%
%  Unifies `Tree` with the tree of the list `Pairs`, which is sorted by keys that are all different.
?- ord_list_to_rbtree([a-1,b-2], T), rb_size(T, N).
   T = ..., N = 2.
ord_list_to_rbtree(Ps, t(R)) :-
    must_be(list, Ps),
    length(Ps, N),
    H is msb(N+1),
    built(H, N, R, Ps, []).

% A tree of the first `N` pairs with `H` black nodes on each path, where 2^H =< N+1 =< 2^(H+1).
built(0, N, T, Ps0, Ps) :- !,
    (   N =:= 0 -> T = nil, Ps = Ps0
    ;   Ps0 = [K-V|Ps], T = red(nil,K,V,nil)
    ).
built(H0, N, black(L,K,V,R), Ps0, Ps) :-
    H is H0-1,
    NL is (N-1)//2,
    NR is N-1-NL,
    built(H, NL, L, Ps0, [K-V|Ps1]),
    built(H, NR, R, Ps1, Ps).

%! is_rbtree(@Term) is semidet.
%
%  True if `Term` is a tree of this library: its keys are in order, a red node has no red child, and each path
%  to a leaf has the same number of black nodes.
?- is_rbtree(a).
   false.
?- is_rbtree(t(black(red(red(nil,1,a,nil),2,b,nil),3,c,nil))).
   false.
is_rbtree(T) :-
    is_root(T),
    T = t(R),
    black_nodes(R, _),
    pairs(R, Ps, []),
    pairs_keys(Ps, Ks),
    sort(Ks, Ks1),
    Ks1 == Ks.

% The number of black nodes on each path.
black_nodes(T, N) :- nonvar(T), black_nodes_(T, N).

black_nodes_(nil, 0).
black_nodes_(red(L,_,_,R), N) :-
    black_nodes(L, N),
    black_nodes(R, N),
    L \= red(_,_,_,_),
    R \= red(_,_,_,_).
black_nodes_(black(L,_,_,R), N) :- black_nodes(L, N0), black_nodes(R, N0), N is N0+1.

%! rb_size(+Tree, -Size) is det.
%
%  Unifies `Size` with the number of keys.
?- list_to_rbtree([a-1], T), rb_size(T, N).
   T = ..., N = 1.
rb_size(T, N) :-
    (   is_root(T) -> T = t(R), size(R, 0, N)
    ;   no_rule(rb_size(T, N))
    ).

size(nil, N, N).
size(red(L,_,_,R), N0, N) :- size(L, N0, N1), N2 is N1+1, size(R, N2, N).
size(black(L,_,_,R), N0, N) :- size(L, N0, N1), N2 is N1+1, size(R, N2, N).

%! rb_in(?Key, ?Value, +Tree) is nondet.
%
%  True if `Tree` maps `Key` to `Value`. Enumerates the pairs in the order of the keys if `Key` is
%  not ground.
?- list_to_rbtree([a-1,b-2], T), rb_in(K, V, T).
   T = ..., K = a, V = 1
;  T = ..., K = b, V = 2.
rb_in(K, V, T) :-
    (   is_root(T) ->
        T = t(R),
        (   ground(K) -> found(R, K, V)
        ;   pairs(R, Ps, []),
            member(K-V, Ps)
        )
    ;   no_rule(rb_in(K, V, T))
    ).
