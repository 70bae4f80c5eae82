% Mutable tables with ground keys. Changes are destructive and are undone on backtracking.

:- module(hashtable, [
    ht_new/1, ht_is_hashtable/1, ht_size/2, ht_put/3, ht_put/5, ht_put_new/3, ht_update/4, ht_get/3, ht_gen/3,
    ht_del/3, ht_keys/2, ht_pairs/2
]).

% A table is `ht(Assoc, Size)`: a tree of library(assoc) and its size, both replaced by setarg/3.

%! ht_new(-Table) is det.
%
%  Unifies `Table` with a new, empty table.
?- ht_new(T), ht_size(T, N).
   T = ..., N = 0.
ht_new(ht(T,0)) :- empty_assoc(T).

%! ht_is_hashtable(@Term) is semidet.
%
%  True if `Term` is a table.
?- ht_is_hashtable(a).
   false.
ht_is_hashtable(T) :- nonvar(T), T = ht(A,N), integer(N), nonvar(A).

%! ht_size(+Table, -Size) is det.
%
%  Unifies `Size` with the number of keys.
?- ht_pairs(T, [a-1,b-2]), ht_size(T, N).
   T = ..., N = 2.
ht_size(T, N) :- table(T, ht_size/2), arg(2, T, N).

table(T, PI) :-
    (   var(T) -> instantiation_error(PI)
    ;   ht_is_hashtable(T) -> true
    ;   type_error(hashtable, T, PI)
    ).

key(K, PI) :-
    (   ground(K) -> true
    ;   instantiation_error(PI)
    ).

%! ht_put(!Table, +Key, +Value) is det.
%
%  Sets the value of `Key`.
?- ht_new(T), ht_put(T, a, 1), ht_put(T, a, 2), ht_get(T, a, V).
   T = ..., V = 2.
ht_put(T, K, V) :- ht_put(T, K, V, _, _).

%! ht_put(!Table, +Key, +Value, +IfNew, -Old) is det.
%
%  Sets the value of `Key`, and unifies `Old` with its previous value, or with `IfNew` if it had
%  none.
?- ht_new(T), ht_put(T, a, 1, none, X), ht_put(T, a, 2, none, Y).
   T = ..., X = none, Y = 1.
ht_put(T, K, V, IfNew, Old) :-
    table(T, ht_put/5),
    key(K, ht_put/5),
    arg(1, T, A0),
    (   get_assoc(K, A0, Old0) -> Old = Old0
    ;   Old = IfNew,
        arg(2, T, N0),
        N is N0+1,
        setarg(2, T, N)
    ),
    put_assoc(K, A0, V, A),
    setarg(1, T, A).

%! ht_put_new(!Table, +Key, +Value) is semidet.
%
%  Adds `Key` with `Value`. False if `Table` already contains `Key`.
?- ht_pairs(T, [a-1]), ht_put_new(T, a, 2).
   false.
ht_put_new(T, K, V) :- \+ ht_get(T, K, _), ht_put(T, K, V).

%! ht_update(!Table, +Key, ?Old, +New) is semidet.
%
%  Unifies `Old` with the value of `Key` and sets it to `New`. False if `Table` does not contain
%  `Key`.
?- ht_pairs(T, [a-1]), ht_update(T, a, X, 2), ht_get(T, a, V).
   T = ..., X = 1, V = 2.
ht_update(T, K, Old, New) :- ht_get(T, K, Old), ht_put(T, K, New).

%! ht_get(+Table, +Key, -Value) is semidet.
%
%  Unifies `Value` with the value of `Key`. False if `Table` does not contain `Key`.
?- ht_new(T), ht_get(T, a, V).
   false.
ht_get(T, K, V) :-
    table(T, ht_get/3),
    key(K, ht_get/3),
    arg(1, T, A),
    get_assoc(K, A, V).

%! ht_gen(+Table, ?Key, ?Value) is nondet.
%
%  Enumerates the pairs of a table in the order of the keys.
?- ht_pairs(T, [a-1,b-2]), ht_gen(T, K, 2).
   T = ..., K = b.
ht_gen(T, K, V) :- table(T, ht_gen/3), arg(1, T, A), gen_assoc(K, A, V).

%! ht_del(!Table, +Key, ?Value) is semidet.
%
%  Removes `Key`, whose value unifies with `Value`. False if `Table` does not contain `Key`.
?- ht_pairs(T, [a-1]), ht_del(T, a, V), ht_size(T, N).
   T = ..., V = 1, N = 0.
ht_del(T, K, V) :-
    table(T, ht_del/3),
    key(K, ht_del/3),
    arg(1, T, A0),
    del_assoc(K, A0, V, A),
    arg(2, T, N0),
    N is N0-1,
    setarg(1, T, A),
    setarg(2, T, N).

%! ht_keys(+Table, -Keys) is det.
%
%  Unifies `Keys` with the list of the keys in their order.
?- ht_pairs(T, [b-1,a-2]), ht_keys(T, Ks).
   T = ..., Ks = "ab".
ht_keys(T, Ks) :- table(T, ht_keys/2), arg(1, T, A), assoc_to_keys(A, Ks).

%! ht_pairs(?Table, ?Pairs) is det.
%
%  Unifies `Pairs` with the list of the pairs `Key-Value` in the order of the keys. If `Table` is a
%  variable, unifies it with a new table of `Pairs`.
?- ht_pairs(T, [b-1,a-2]), ht_pairs(T, Ps).
   T = ..., Ps = [a-2,b-1].
ht_pairs(T, Ps) :-
    (   var(T) ->
        must_be(list, Ps),
        ht_new(T0),
        put_each(Ps, T0),
        T = T0
    ;   table(T, ht_pairs/2),
        arg(1, T, A),
        assoc_to_list(A, Ps)
    ).

put_each([], _).
put_each([P|Ps], T) :- must_be(pair, P), P = K-V, ht_put(T, K, V), put_each(Ps, T).
