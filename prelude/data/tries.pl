% Tries: maps from terms to values that backtracking does not undo. Two keys are the same if they are variants.

:- module(tries, [
    trie_new/1, trie_destroy/1, is_trie/1, trie_insert/2, trie_insert/3, trie_insert/4, trie_term/2, trie_update/3,
    trie_lookup/3, trie_delete/3, trie_gen/2, trie_gen/3, trie_gen_compiled/2, trie_gen_compiled/3, trie_property/2
]).

% A trie is the term '$trie'(Id). Entries are found by the hash of their identifier and key.
:- dynamic(made/1).             % made(Id)
:- dynamic(last_id/1).          % last_id(Id)
:- dynamic(entry/4).            % entry(Hash, Id, Key, Value)

%! trie_new(-Trie) is det.
%
%  Unifies `Trie` with a new trie. It exists until trie_destroy/1 is called.
?- trie_new(T), trie_insert(T, f(X,b), 1), trie_lookup(T, f(Y,b), V).
   T = ..., V = 1.
trie_new(T) :-
    ( retract(last_id(N0)) -> N is N0+1 ; N = 1 ),
    assertz(last_id(N)),
    assertz(made(N)),
    T = '$trie'(N).

%! trie_destroy(+Trie) is det.
%
%  Removes a trie with its entries. Throws an existence error if it does not exist any more, and so
%  do the predicates below.
?- trie_new(T), trie_destroy(T), trie_gen(T, K).
   error(existence_error(trie,'$trie'(_A)),trie_gen/2).
trie_destroy(T) :-
    id(T, N, trie_destroy/1),
    retractall(made(N)),
    retractall(entry(_, N, _, _)).

%! is_trie(@Term) is semidet.
%
%  True if `Term` is a trie that exists.
?- is_trie(a).
   false.
is_trie(T) :- nonvar(T), T = '$trie'(N), integer(N), made(N), !.

id(T, N, PI) :-
    (   var(T) -> instantiation_error(PI)
    ;   T = '$trie'(N0), integer(N0) -> ( made(N0) -> N = N0 ; existence_error(trie, T, PI) )
    ;   type_error(trie, T, PI)
    ).

% The hash of a key, without the names of its variables.
hash(N, K, H, PI) :-
    (   \+ acyclic_term(K) -> type_error(acyclic_term, K, PI)
    ;   term_attvars(K, [_|_]) -> type_error(free_of_attvar, K, PI)
    ;   true
    ),
    copy_term_nat(K, K1),
    numbervars(K1, 0, _),
    term_hash(N-K1, H).

found(H, N, K, K1, V) :- entry(H, N, K1, V), K1 =@= K, !.

%! trie_insert(+Trie, +Key) is semidet.
%
%  Adds `Key` without a value. False if the trie contains it.
?- trie_new(T), trie_insert(T, a), trie_insert(T, a).
   false.
trie_insert(T, K) :- insert(T, K, true, _, trie_insert/2).

%! trie_insert(+Trie, +Key, +Value) is semidet.
%
%  Adds `Key` with a copy of `Value`. False if the trie contains the same key and value. Throws a
%  permission error if the key has another value.
?- trie_new(T), trie_insert(T, a, 1), trie_insert(T, a, 2).
   error(permission_error(modify,trie_key,a),trie_insert/3).
?- trie_new(T), trie_insert(T, a, 1), trie_insert(T, a, 1).
   false.
?- trie_new(T), X = f(X), trie_insert(T, X, 1).
   error(type_error(acyclic_term,_A),trie_insert/3).
?- trie_new(T), freeze(X, true), trie_insert(T, X, 1).
   error(type_error(free_of_attvar,_A),trie_insert/3).
trie_insert(T, K, V) :- insert(T, K, V, _, trie_insert/3).

%! trie_insert(+Trie, +Key, +Value, -Node) is semidet.
%
%  As trie_insert/3; unifies `Node` with the place of the key, from which trie_term/2 has it.
?- trie_new(T), trie_insert(T, f(_,a), 1, N), trie_term(N, K).
   T = ..., N = ..., K = f(_,a).
trie_insert(T, K, V, Node) :- insert(T, K, V, Node, trie_insert/4).

insert(T, K, V, '$trie_node'(Ref), PI) :-
    id(T, N, PI),
    hash(N, K, H, PI),
    (   found(H, N, K, _, Old) ->
        (   Old =@= V -> fail
        ;   permission_error(modify, trie_key, K, PI)
        )
    ;   assertz(entry(H, N, K, V), Ref)
    ).

%! trie_term(+Node, -Key) is semidet.
%
%  Unifies `Key` with the key of a place in a trie. False if the key has been deleted.
?- trie_new(T), trie_insert(T, a, 1, N), trie_delete(T, a, _), trie_term(N, K).
   false.
?- trie_term(a, K).
   error(type_error(trie_node,a),trie_term/2).
trie_term(Node, K) :-
    (   var(Node) -> instantiation_error(trie_term/2)
    ;   Node = '$trie_node'(Ref) -> clause(entry(_, _, K, _), true, Ref)
    ;   type_error(trie_node, Node, trie_term/2)
    ).

%! trie_update(+Trie, +Key, +Value) is det.
%
%  Adds `Key` with a copy of `Value`, which replaces the value that it had.
?- trie_new(T), trie_update(T, a, 1), trie_update(T, a, 2), trie_lookup(T, a, V).
   T = ..., V = 2.
trie_update(T, K, V) :-
    id(T, N, trie_update/3),
    hash(N, K, H, trie_update/3),
    ( removed(H, N, K, _) -> true ; true ),
    assertz(entry(H, N, K, V)).

%! trie_lookup(+Trie, +Key, -Value) is semidet.
%
%  Unifies `Value` with the value of the key that is a variant of `Key`. False if there is none.
?- trie_new(T), trie_insert(T, f(_), 1), trie_lookup(T, f(a), V).
   false.
trie_lookup(T, K, V) :-
    id(T, N, trie_lookup/3),
    hash(N, K, H, trie_lookup/3),
    found(H, N, K, _, V0),
    V = V0.

%! trie_delete(+Trie, +Key, ?Value) is semidet.
%
%  Removes the key that is a variant of `Key`, if its value unifies with `Value`. False if there is
%  none.
?- trie_new(T), trie_insert(T, a, 1), trie_delete(T, a, V), \+ trie_lookup(T, a, _).
   T = ..., V = 1.
trie_delete(T, K, V) :-
    id(T, N, trie_delete/3),
    hash(N, K, H, trie_delete/3),
    found(H, N, K, _, V),
    removed(H, N, K, _).

removed(H, N, K, V) :-
    clause(entry(H,N,K1,V), true, Ref),
    K1 =@= K, !,
    erase(Ref).

%! trie_gen(+Trie, ?Key) is nondet.
%
%  Unifies `Key` with each key of the trie, in the order of insertion.
?- trie_new(T), trie_insert(T, b), trie_insert(T, a), trie_gen(T, K).
   T = ..., K = b
;  T = ..., K = a.
trie_gen(T, K) :- id(T, N, trie_gen/2), entry(_, N, K, _).

%! trie_gen(+Trie, ?Key, ?Value) is nondet.
%
%  Unifies `Key` and `Value` with each key of the trie and its value, in the order of insertion.
?- trie_new(T), trie_insert(T, b, 1), trie_insert(T, a, 2), trie_gen(T, K, V).
   T = ..., K = b, V = 1
;  T = ..., K = a, V = 2.
trie_gen(T, K, V) :- id(T, N, trie_gen/3), entry(_, N, K, V).

%! trie_gen_compiled(+Trie, ?Key) is nondet.
%
%  As trie_gen/2.
?- trie_new(T), trie_insert(T, b), trie_gen_compiled(T, K).
   T = ..., K = b.
trie_gen_compiled(T, K) :- trie_gen(T, K).

%! trie_gen_compiled(+Trie, ?Key, ?Value) is nondet.
%
%  As trie_gen/3.
?- trie_new(T), trie_insert(T, b, 1), trie_gen_compiled(T, K, V).
   T = ..., K = b, V = 1.
trie_gen_compiled(T, K, V) :- trie_gen(T, K, V).

%! trie_property(+Trie, ?Property) is nondet.
%
%  True if the trie has `Property`: `value_count(N)`, the number of its keys.
?- trie_new(T), trie_insert(T, b, 1), trie_property(T, P).
   T = ..., P = value_count(1).
trie_property(T, value_count(C)) :-
    id(T, N, trie_property/2),
    aggregate_all(count, entry(_, N, _, _), C).
