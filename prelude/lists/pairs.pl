% Lists of pairs `Key-Value`.

:- module(pairs, [
    pairs_keys_values/3, pairs_keys/2, pairs_values/2, transpose_pairs/2,
    map_list_to_pairs/3, group_pairs_by_key/2
]).

:- meta_predicate map_list_to_pairs(2,?,?).
:- meta_predicate key_each(?,2,?).

%! pairs_keys_values(?Pairs, ?Keys, ?Values) is nondet.
%
%  True if `Pairs` is a list of pairs `Key-Value`, `Keys` the list of their keys and `Values` the
%  list of their values.
?- pairs_keys_values(Ps, [a,b], [1,2]).
   Ps = [a-1,b-2].
pairs_keys_values([], [], []).
pairs_keys_values([K-V|Ps], [K|Ks], [V|Vs]) :- pairs_keys_values(Ps, Ks, Vs).

%! pairs_keys(?Pairs, ?Keys) is nondet.
%
%  True if `Keys` is the list of the keys of `Pairs`.
?- pairs_keys([a-1,b-2], Ks).
   Ks = "ab".
pairs_keys([], []).
pairs_keys([K-_|Ps], [K|Ks]) :- pairs_keys(Ps, Ks).

%! pairs_values(?Pairs, ?Values) is nondet.
%
%  True if `Values` is the list of the values of `Pairs`.
?- pairs_values([a-1,b-2], Vs).
   Vs = [1,2].
pairs_values([], []).
pairs_values([_-V|Ps], [V|Vs]) :- pairs_values(Ps, Vs).

%! transpose_pairs(+Pairs, -Transposed) is det.
%
%  Unifies `Transposed` with the list of `Value-Key` for each `Key-Value`, sorted by the new key,
%  duplicates kept.
?- transpose_pairs([a-2,b-1], Ps).
   Ps = [1-b,2-a].
transpose_pairs(Ps, Sorted) :-
    flip(Ps, Flipped),
    keysort(Flipped, Sorted).

flip([], []).
flip([K-V|Ps], [V-K|Qs]) :- flip(Ps, Qs).

%! map_list_to_pairs(:Goal, +Xs, -Pairs) is nondet.
%
%  Unifies `Pairs` with the list of `K-X` for each `X` in `Xs`, where `call(Goal, X, K)`.
?- map_list_to_pairs(atom_length, [abc,d], Ps).
   Ps = [3-abc,1-d].
map_list_to_pairs(G, Xs, Ps) :- key_each(Xs, G, Ps).

key_each([], _, []).
key_each([X|Xs], G, [K-X|Ps]) :- call(G, X, K), key_each(Xs, G, Ps).

%! group_pairs_by_key(+Pairs, -Groups) is det.
%
%  Unifies `Groups` with a list of `Key-Values`: adjacent pairs with identical (==) keys become one
%  group.
?- group_pairs_by_key([a-1,a-2,b-3], Gs).
   Gs = [a-[1,2],b-[3]].
group_pairs_by_key([], []).
group_pairs_by_key([K-V|Ps], [K-[V|Vs]|Gs]) :-
    same_key(Ps, K, Vs, Rest),
    group_pairs_by_key(Rest, Gs).

same_key([K1-V|Ps], K, Vs, Rest) :- K1 == K, !,
    Vs = [V|Vs1],
    same_key(Ps, K, Vs1, Rest).
same_key(Ps, _, [], Ps).
