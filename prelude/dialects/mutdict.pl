% Mutable dictionaries under the names of SICStus Prolog: tables of library(hashtable), whose changes are undone on
% backtracking.

:- module(mutdict, [
    is_mutdict/1, new_mutdict/1, mutdict_empty/1, mutdict_size/2, mutdict_get/3, mutdict_put/3, mutdict_update/4,
    mutdict_delete/2, mutdict_gen/3, mutdict_keys/2, mutdict_values/2, mutdict_items/2, mutdict_append/2, mutdict_clear/1
]).

%! is_mutdict(@Term) is semidet.
%
%  True if `Term` is a mutable dictionary.
?- is_mutdict(a).
   false.
is_mutdict(D) :- ht_is_hashtable(D).

%! new_mutdict(-Dict) is det.
%
%  Unifies `Dict` with a new, empty dictionary.
?- new_mutdict(D), mutdict_size(D, N).
   D = ..., N = 0.
new_mutdict(D) :- ht_new(D).

%! mutdict_empty(+Dict) is semidet.
%
%  True if `Dict` has no keys.
?- new_mutdict(D), mutdict_empty(D).
   D = ... .
mutdict_empty(D) :- ht_size(D, 0).

%! mutdict_size(+Dict, -Size) is det.
%
%  Unifies `Size` with the number of keys.
?- new_mutdict(D), mutdict_put(D, a, 1), mutdict_put(D, a, 2), mutdict_size(D, N).
   D = ..., N = 1.
mutdict_size(D, N) :- ht_size(D, N).

%! mutdict_get(+Dict, +Key, ?Value) is semidet.
%
%  Unifies `Value` with the value of `Key`. False if there is none.
?- new_mutdict(D), mutdict_put(D, f(a), 1), mutdict_get(D, f(a), V).
   D = ..., V = 1.
mutdict_get(D, K, V) :- ht_get(D, K, V).

%! mutdict_put(!Dict, +Key, +Value) is det.
%
%  Sets the value of `Key`.
?- new_mutdict(D), ( mutdict_put(D, a, 1), false ; mutdict_items(D, Is) ).
   D = ..., Is = [].
mutdict_put(D, K, V) :- ht_put(D, K, V).

%! mutdict_update(!Dict, +Key, ?Old, +New) is semidet.
%
%  Unifies `Old` with the value of `Key` and sets it to `New`. False if there is none.
?- new_mutdict(D), mutdict_put(D, a, 1), mutdict_update(D, a, X, 2), mutdict_get(D, a, Y).
   D = ..., X = 1, Y = 2.
mutdict_update(D, K, Old, New) :- ht_update(D, K, Old, New).

%! mutdict_delete(!Dict, +Key) is semidet.
%
%  Removes `Key`. False if `Dict` does not have it.
?- new_mutdict(D), mutdict_put(D, a, 1), mutdict_delete(D, a), mutdict_keys(D, Ks).
   D = ..., Ks = [].
mutdict_delete(D, K) :- ht_del(D, K, _).

%! mutdict_gen(+Dict, ?Key, ?Value) is nondet.
%
%  Enumerates the keys with their values.
?- new_mutdict(D), mutdict_put(D, a, 1), mutdict_gen(D, K, V).
   D = ..., K = a, V = 1.
mutdict_gen(D, K, V) :- ht_gen(D, K, V).

%! mutdict_keys(+Dict, -Keys) is det.
%
%  Unifies `Keys` with the list of the keys.
?- new_mutdict(D), mutdict_put(D, b, 1), mutdict_put(D, a, 2), mutdict_keys(D, Ks).
   D = ..., Ks = "ab".
mutdict_keys(D, Ks) :- ht_keys(D, Ks).

%! mutdict_values(+Dict, -Values) is det.
%
%  Unifies `Values` with the list of the values, in the order of their keys.
?- new_mutdict(D), mutdict_put(D, b, 1), mutdict_put(D, a, 2), mutdict_values(D, Vs).
   D = ..., Vs = [2,1].
mutdict_values(D, Vs) :- ht_pairs_of(D, Ps), pairs_values(Ps, Vs).

ht_pairs_of(D, Ps) :-
    ht_size(D, _),
    ht_pairs(D, Ps).

%! mutdict_items(+Dict, -Items) is det.
%
%  Unifies `Items` with the list of `Key-Value`.
?- new_mutdict(D), mutdict_append(D, [b-1,a-2]), mutdict_items(D, Is).
   D = ..., Is = [a-2,b-1].
mutdict_items(D, Is) :- ht_pairs_of(D, Is).

%! mutdict_append(!Dict, +Items) is det.
%
%  Sets the values of all keys of `Items`, a list of `Key-Value`.
?- new_mutdict(D), mutdict_append(D, [a]).
   error(type_error(pair,a),must_be/2).
mutdict_append(D, Is) :-
    must_be(list, Is),
    each_put(Is, D).

each_put([], _).
each_put([I|Is], D) :- must_be(pair, I), I = K-V, ht_put(D, K, V), each_put(Is, D).

%! mutdict_clear(!Dict) is det.
%
%  Removes all keys.
?- new_mutdict(D), mutdict_put(D, a, 1), mutdict_clear(D), mutdict_empty(D).
   D = ... .
mutdict_clear(D) :-
    mutdict_keys(D, Ks),
    each_deleted(Ks, D).

each_deleted([], _).
each_deleted([K|Ks], D) :- mutdict_delete(D, K), each_deleted(Ks, D).
