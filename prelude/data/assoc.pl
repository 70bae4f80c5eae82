% Associations: maps from ground keys to values, as AVL trees (Adelson-Velsky, Landis 1962).
%
% A tree is `t` or `t(Key, Value, Balance, Left, Right)`; `Balance` is `<`, `-` or `>` if the right
% subtree is lower than the left one, of the same height, or higher.

:- module(assoc, [
    empty_assoc/1, put_assoc/4, get_assoc/3, get_assoc/5, del_assoc/4,
    list_to_assoc/2, ord_list_to_assoc/2, assoc_to_list/2, assoc_to_keys/2,
    assoc_to_values/2, gen_assoc/3, max_assoc/3, min_assoc/3,
    del_min_assoc/4, del_max_assoc/4, map_assoc/2, map_assoc/3, is_assoc/1,
    transpose_assoc/2, foldl_assoc/4
]).

:- meta_predicate map_assoc(1,?), map_assoc(2,?,?), foldl_assoc(4,?,?,?).
:- meta_predicate foldl_assoc_(?,4,?,?), map_assoc_(?,1), map_assoc_(?,2,?).

%! empty_assoc(?Assoc) is semidet.
%
%  Unifies `Assoc` with the empty association.
?- empty_assoc(A), assoc_to_list(A, Ps).
   A = t, Ps = [].
empty_assoc(t).

%! get_assoc(+Key, +Assoc, ?Value) is semidet.
%
%  Unifies `Value` with the value of `Key`. False if `Assoc` does not contain `Key`. Throws an
%  instantiation error if `Assoc` is a variable.
?- list_to_assoc([a-1,b-2], A), get_assoc(b, A, V).
   A = t(b,2,<,t(a,1,-,t,t),t), V = 2.
?- get_assoc(a, T, V).
   error(instantiation_error,get_assoc/3).
get_assoc(K, T, V) :-
    (   var(T) -> instantiation_error(get_assoc/3)
    ;   T = t(K1,V1,_,L,R),
        compare(O, K, K1),
        get_assoc_(O, K, V, V1, L, R)
    ).

get_assoc_(=, _, V, V, _, _).
get_assoc_(<, K, V, _, L, _) :- get_assoc(K, L, V).
get_assoc_(>, K, V, _, _, R) :- get_assoc(K, R, V).

%! put_assoc(+Key, +Assoc, ?Value, -Assoc1) is det.
%
%  Unifies `Assoc1` with `Assoc` in which `Key` has the value `Value`, replacing a previous value.
?- empty_assoc(A0), put_assoc(k, A0, 1, A), get_assoc(k, A, V).
   A0 = t, A = ..., V = 1.
put_assoc(K, T0, V, T) :- known(T0, put_assoc/4), insert(T0, K, V, T, _).

% insert(Tree0, Key, Value, Tree, Grown)
insert(t, K, V, t(K,V,-,t,t), yes).
insert(t(K1,V1,B,L,R), K, V, T, Grown) :-
    compare(O, K, K1),
    insert(O, K, V, K1, V1, B, L, R, T, Grown).

insert(=, K, V, _, _, B, L, R, t(K,V,B,L,R), no).
insert(<, K, V, K1, V1, B, L0, R, T, Grown) :-
    insert(L0, K, V, L, LGrown),
    grown_left(LGrown, K1, V1, B, L, R, T, Grown).
insert(>, K, V, K1, V1, B, L, R0, T, Grown) :-
    insert(R0, K, V, R, RGrown),
    grown_right(RGrown, K1, V1, B, L, R, T, Grown).

grown_left(no, K, V, B, L, R, t(K,V,B,L,R), no).
grown_left(yes, K, V, B, L, R, T, Grown) :- left_grew(B, K, V, L, R, T, Grown).

left_grew(>, K, V, L, R, t(K,V,-,L,R), no).
left_grew(-, K, V, L, R, t(K,V,<,L,R), yes).
left_grew(<, K, V, L, R, T, no) :- rotate_right(L, K, V, R, T, _).

grown_right(no, K, V, B, L, R, t(K,V,B,L,R), no).
grown_right(yes, K, V, B, L, R, T, Grown) :- right_grew(B, K, V, L, R, T, Grown).

right_grew(<, K, V, L, R, t(K,V,-,L,R), no).
right_grew(-, K, V, L, R, t(K,V,>,L,R), yes).
right_grew(>, K, V, L, R, T, no) :- rotate_left(R, K, V, L, T, _).

% Restores the balance when the left subtree is too high by two. `Lower` is true if the resulting
% tree is lower than before.
rotate_right(t(K1,V1,B1,L1,R1), K, V, R, T, Lower) :-
    rotate_right(B1, K1, V1, L1, R1, K, V, R, T, Lower).

rotate_right(<, K1, V1, L1, R1, K, V, R, t(K1,V1,-,L1,t(K,V,-,R1,R)), yes).
rotate_right(-, K1, V1, L1, R1, K, V, R, t(K1,V1,>,L1,t(K,V,<,R1,R)), no).
rotate_right(>, K1, V1, L1, t(K2,V2,B2,L2,R2), K, V, R,
             t(K2,V2,-,t(K1,V1,BL,L1,L2),t(K,V,BR,R2,R)), yes) :-
    halves(B2, BL, BR).

rotate_left(t(K1,V1,B1,L1,R1), K, V, L, T, Lower) :-
    rotate_left(B1, K1, V1, L1, R1, K, V, L, T, Lower).

rotate_left(>, K1, V1, L1, R1, K, V, L, t(K1,V1,-,t(K,V,-,L,L1),R1), yes).
rotate_left(-, K1, V1, L1, R1, K, V, L, t(K1,V1,<,t(K,V,>,L,L1),R1), no).
rotate_left(<, K1, V1, t(K2,V2,B2,L2,R2), R1, K, V, L,
            t(K2,V2,-,t(K,V,BL,L,L2),t(K1,V1,BR,R2,R1)), yes) :-
    halves(B2, BL, BR).

halves(>, <, -).
halves(-, -, -).
halves(<, -, >).

%! get_assoc(+Key, +Assoc, ?Value, -Assoc1, ?Value1) is semidet.
%
%  Unifies `Value` with the value of `Key`, and `Assoc1` with `Assoc` in which `Key` has `Value1`
%  instead. False if `Assoc` does not contain `Key`.
?- list_to_assoc([a-1], A0), get_assoc(a, A0, V, A, 2), assoc_to_list(A, Ps).
   A0 = ..., V = 1, A = ..., Ps = [a-2].
get_assoc(K, t(K1,V1,B,L,R), V, t(K1,W1,B,L1,R1), W) :-
    compare(O, K, K1),
    get_assoc_(O, K, V1, L, R, V, W1, L1, R1, W).

get_assoc_(=, _, V, L, R, V, W, L, R, W).
get_assoc_(<, K, V1, L, R, V, V1, L1, R, W) :- get_assoc(K, L, V, L1, W).
get_assoc_(>, K, V1, L, R, V, V1, L, R1, W) :- get_assoc(K, R, V, R1, W).

%! del_assoc(+Key, +Assoc, ?Value, -Assoc1) is semidet.
%
%  Unifies `Value` with the value of `Key`, and `Assoc1` with `Assoc` without `Key`. False if
%  `Assoc` does not contain `Key`.
?- list_to_assoc([a-1,b-2,c-3], A0), del_assoc(b, A0, V, A), assoc_to_list(A, Ps).
   A0 = ..., V = 2, A = ..., Ps = [a-1,c-3].
% The neighbour from the higher subtree replaces the key; if both have the same height, the
% predecessor.
?- list_to_assoc([a-1,b-2,c-3], A0), del_assoc(b, A0, _, t(K,_,B,_,_)).
   A0 = ..., K = a, B = (>).
del_assoc(K, T0, V, T) :- known(T0, del_assoc/4), delete(T0, K, V, T, _).

% delete(Tree0, Key, Value, Tree, Lower)
delete(t(K1,V1,B,L,R), K, V, T, Lower) :-
    compare(O, K, K1),
    delete(O, K, V, K1, V1, B, L, R, T, Lower).

delete(<, K, V, K1, V1, B, L0, R, T, Lower) :-
    delete(L0, K, V, L, LLower),
    lower_left(LLower, K1, V1, B, L, R, T, Lower).
delete(>, K, V, K1, V1, B, L, R0, T, Lower) :-
    delete(R0, K, V, R, RLower),
    lower_right(RLower, K1, V1, B, L, R, T, Lower).
delete(=, _, V, _, V, B, L, R, T, Lower) :-
    (   L == t -> T = R, Lower = yes
    ;   R == t -> T = L, Lower = yes
    ;   B == (>) -> delete_min(R, K2, V2, R1, RLower), lower_right(RLower, K2, V2, B, L, R1, T, Lower)
    ;   delete_max(L, K2, V2, L1, LLower), lower_left(LLower, K2, V2, B, L1, R, T, Lower)
    ).

lower_left(no, K, V, B, L, R, t(K,V,B,L,R), no).
lower_left(yes, K, V, B, L, R, T, Lower) :- left_fell(B, K, V, L, R, T, Lower).

left_fell(<, K, V, L, R, t(K,V,-,L,R), yes).
left_fell(-, K, V, L, R, t(K,V,>,L,R), no).
left_fell(>, K, V, L, R, T, Lower) :- rotate_left(R, K, V, L, T, Lower).

lower_right(no, K, V, B, L, R, t(K,V,B,L,R), no).
lower_right(yes, K, V, B, L, R, T, Lower) :- right_fell(B, K, V, L, R, T, Lower).

right_fell(>, K, V, L, R, t(K,V,-,L,R), yes).
right_fell(-, K, V, L, R, t(K,V,<,L,R), no).
right_fell(<, K, V, L, R, T, Lower) :- rotate_right(L, K, V, R, T, Lower).

%! del_min_assoc(+Assoc, ?Key, ?Value, -Assoc1) is semidet.
%
%  Unifies `Key` and `Value` with the pair with the least key, and `Assoc1` with the other pairs.
%  False for the empty association.
?- list_to_assoc([a-1,b-2], A0), del_min_assoc(A0, K, V, A).
   A0 = ..., K = a, V = 1, A = ... .
del_min_assoc(T0, K, V, T) :- known(T0, del_min_assoc/4), delete_min(T0, K, V, T, _).

delete_min(t(K1,V1,B,L,R), K, V, T, Lower) :-
    (   L == t -> K = K1, V = V1, T = R, Lower = yes
    ;   delete_min(L, K, V, L1, LLower),
        lower_left(LLower, K1, V1, B, L1, R, T, Lower)
    ).

%! del_max_assoc(+Assoc, ?Key, ?Value, -Assoc1) is semidet.
%
%  Unifies `Key` and `Value` with the pair with the greatest key, and `Assoc1` with the other pairs.
%  False for the empty association.
?- list_to_assoc([a-1,b-2], A0), del_max_assoc(A0, K, V, A).
   A0 = ..., K = b, V = 2, A = ... .
del_max_assoc(T0, K, V, T) :- known(T0, del_max_assoc/4), delete_max(T0, K, V, T, _).

delete_max(t(K1,V1,B,L,R), K, V, T, Lower) :-
    (   R == t -> K = K1, V = V1, T = L, Lower = yes
    ;   delete_max(R, K, V, R1, RLower),
        lower_right(RLower, K1, V1, B, L, R1, T, Lower)
    ).

%! list_to_assoc(+Pairs, -Assoc) is det.
%
%  Unifies `Assoc` with the association of the list `Pairs` of `Key-Value`. Throws a domain error if
%  two keys are identical.
?- list_to_assoc([a-1,a-2], A).
   error(domain_error(unique_key_pairs,[a-1,a-2]),list_to_assoc/2).
list_to_assoc(Ps, T) :-
    must_be(list, Ps),
    all_pairs(Ps),
    keysort(Ps, Sorted),
    (   distinct_keys(Sorted) -> balanced(Sorted, T)
    ;   domain_error(unique_key_pairs, Ps, list_to_assoc/2)
    ).

all_pairs([]).
all_pairs([P|Ps]) :-
    (   var(P) -> instantiation_error(list_to_assoc/2)
    ;   P = _-_ -> all_pairs(Ps)
    ;   type_error(pair, P, list_to_assoc/2)
    ).

distinct_keys([]).
distinct_keys([K-_|Ps]) :- distinct_keys(Ps, K).

distinct_keys([], _).
distinct_keys([K-_|Ps], K0) :- K0 \== K, distinct_keys(Ps, K).

balanced(Ps, T) :-
    length(Ps, N),
    balanced(N, Ps, [], T, _).

balanced(N, Ps0, Ps, T, H) :-
    (   N =:= 0 -> T = t, Ps = Ps0, H = 0
    ;   NR is (N-1)//2,
        NL is N-1-NR,
        balanced(NL, Ps0, [K-V|Ps1], L, HL),
        balanced(NR, Ps1, Ps, R, HR),
        compare(O, HL, HR),
        balance(O, B),
        T = t(K,V,B,L,R),
        H is HL+1
    ).

balance(<, >).
balance(=, -).
balance(>, <).

%! ord_list_to_assoc(+Pairs, -Assoc) is det.
%
%  Unifies `Assoc` with the association of the list `Pairs`, which is sorted by keys that are all
%  different. Throws a domain error otherwise.
?- ord_list_to_assoc([a-1,b-2], A), assoc_to_keys(A, Ks).
   A = ..., Ks = "ab".
ord_list_to_assoc(Ps, T) :-
    must_be(list, Ps),
    all_pairs(Ps),
    (   ascending(Ps) -> balanced(Ps, T)
    ;   domain_error(key_ordered_pairs, Ps, ord_list_to_assoc/2)
    ).

ascending([]).
ascending([K-_|Ps]) :- ascending(Ps, K).

ascending([], _).
ascending([K-_|Ps], K0) :- K0 @< K, ascending(Ps, K).

%! assoc_to_list(+Assoc, -Pairs) is det.
%
%  Unifies `Pairs` with the list of the pairs `Key-Value` in the order of the keys.
?- list_to_assoc([b-2,a-1], A), assoc_to_list(A, Ps).
   A = ..., Ps = [a-1,b-2].
assoc_to_list(T, Ps) :- known(T, assoc_to_list/2), pairs(T, Ps, []).

known(T, PI) :-
    (   var(T) -> instantiation_error(PI)
    ;   true
    ).

pairs(t, Ps, Ps).
pairs(t(K,V,_,L,R), Ps0, Ps) :- pairs(L, Ps0, [K-V|Ps1]), pairs(R, Ps1, Ps).

%! assoc_to_keys(+Assoc, -Keys) is det.
%
%  Unifies `Keys` with the list of the keys in their order.
?- list_to_assoc([b-2,a-1], A), assoc_to_keys(A, Ks).
   A = ..., Ks = "ab".
assoc_to_keys(T, Ks) :- known(T, assoc_to_keys/2), keys(T, Ks, []).

keys(t, Ks, Ks).
keys(t(K,_,_,L,R), Ks0, Ks) :- keys(L, Ks0, [K|Ks1]), keys(R, Ks1, Ks).

%! assoc_to_values(+Assoc, -Values) is det.
%
%  Unifies `Values` with the list of the values in the order of their keys.
?- list_to_assoc([b-2,a-1], A), assoc_to_values(A, Vs).
   A = ..., Vs = [1,2].
assoc_to_values(T, Vs) :- known(T, assoc_to_values/2), values(T, Vs, []).

values(t, Vs, Vs).
values(t(_,V,_,L,R), Vs0, Vs) :- values(L, Vs0, [V|Vs1]), values(R, Vs1, Vs).

%! gen_assoc(?Key, +Assoc, ?Value) is nondet.
%
%  True if `Assoc` maps `Key` to `Value`. Enumerates the pairs in the order of the keys if `Key` is
%  not ground.
?- list_to_assoc([a-1,b-2], A), gen_assoc(K, A, V).
   A = ..., K = a, V = 1
;  A = ..., K = b, V = 2.
gen_assoc(K, T, V) :-
    (   ground(K) -> get_assoc(K, T, V)
    ;   assoc_to_list(T, Ps),
        member(K-V, Ps)
    ).

%! min_assoc(+Assoc, ?Key, ?Value) is semidet.
%
%  Unifies `Key` and `Value` with the pair with the least key. False for the empty association.
?- list_to_assoc([a-1,b-2], A), min_assoc(A, K, V).
   A = ..., K = a, V = 1.
min_assoc(T, K, V) :-
    known(T, min_assoc/3),
    T = t(K1,V1,_,L,_),
    (   L == t -> K = K1, V = V1
    ;   min_assoc(L, K, V)
    ).

%! max_assoc(+Assoc, ?Key, ?Value) is semidet.
%
%  Unifies `Key` and `Value` with the pair with the greatest key. False for the empty association.
?- list_to_assoc([a-1,b-2], A), max_assoc(A, K, V).
   A = ..., K = b, V = 2.
max_assoc(T, K, V) :-
    known(T, max_assoc/3),
    T = t(K1,V1,_,_,R),
    (   R == t -> K = K1, V = V1
    ;   max_assoc(R, K, V)
    ).

%! map_assoc(:Goal, +Assoc) is semidet.
%
%  True if `call(Goal, V)` is true for all values `V`.
?- list_to_assoc([a-1,b-2], A), map_assoc(integer, A).
   A = ... .
map_assoc(G, T) :- known(T, map_assoc/2), map_assoc_(T, G).

map_assoc_(t, _).
map_assoc_(t(_,V,_,L,R), G) :- map_assoc_(L, G), call(G, V), map_assoc_(R, G).

%! map_assoc(:Goal, +Assoc, ?Assoc1) is semidet.
%
%  True if `Assoc1` has the same keys as `Assoc`, and `call(Goal, V, V1)` is true for the values of
%  each key.
?- list_to_assoc([a-1], A), map_assoc(succ, A, B), assoc_to_list(B, Ps).
   A = ..., B = ..., Ps = [a-2].
map_assoc(G, T, T1) :- map_assoc_(T, G, T1).

map_assoc_(t, _, t).
map_assoc_(t(K,V,B,L,R), G, t(K,V1,B,L1,R1)) :-
    map_assoc_(L, G, L1),
    call(G, V, V1),
    map_assoc_(R, G, R1).

%! foldl_assoc(:Goal, +Assoc, ?S0, ?S) is nondet.
%
%  Folds the pairs in the order of the keys: `call(Goal, K, V, S0, S1)` for the first pair, and so
%  on up to `S`.
?- list_to_assoc([a-1,b-2], A), foldl_assoc([_,V,S0,S]>>(S is S0+V), A, 0, Sum).
   A = ..., Sum = 3.
foldl_assoc(G, T, S0, S) :- foldl_assoc_(T, G, S0, S).

foldl_assoc_(t, _, S, S).
foldl_assoc_(t(K,V,_,L,R), G, S0, S) :-
    foldl_assoc_(L, G, S0, S1),
    call(G, K, V, S1, S2),
    foldl_assoc_(R, G, S2, S).

%! transpose_assoc(+Assoc, -Pairs) is det.
%
%  Unifies `Pairs` with the list of `Value-Key` for each pair, sorted by value.
?- list_to_assoc([a-2,b-1], A), transpose_assoc(A, Ps).
   A = ..., Ps = [1-b,2-a].
transpose_assoc(T, Ps) :-
    assoc_to_list(T, Ps0),
    transpose_pairs(Ps0, Ps).

%! is_assoc(@Term) is semidet.
%
%  True if `Term` is a balanced, ordered tree of this library.
?- is_assoc(t).
   true.
is_assoc(T) :-
    nonvar(T),
    height(T, _),
    assoc_to_list(T, Ps),
    ascending(Ps).

height(T, _) :- var(T), !, fail.
height(t, 0).
height(t(_,_,B,L,R), H) :-
    height(L, HL),
    height(R, HR),
    compare(O, HL, HR),
    balance(O, B1),
    B == B1,
    abs(HL-HR) =< 1,
    H is max(HL,HR)+1.
