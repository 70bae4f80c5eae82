% Priority queues as pairing heaps (Fredman, Sedgewick, Sleator, Tarjan 1986). A heap is
% `heap(Tree,Size)`, where a tree is `t(Key,Priority,Trees)` or `nil`. The least priority in the
% standard order of terms is the first.

:- module(heaps, [
    add_to_heap/4, delete_from_heap/4, empty_heap/1, get_from_heap/4, heap_size/2,
    heap_to_list/2, is_heap/1, list_to_heap/2, merge_heaps/3, min_of_heap/3, min_of_heap/5,
    singleton_heap/3
]).

%! empty_heap(?Heap) is semidet.
%
%  Unifies `Heap` with the empty heap.
?- empty_heap(H), heap_size(H, N).
   H = heap(nil,0), N = 0.
empty_heap(heap(nil,0)).

%! singleton_heap(?Heap, ?Priority, ?Key) is semidet.
%
%  Unifies `Heap` with the heap of one pair.
?- singleton_heap(H, 1, a), heap_to_list(H, L).
   H = ..., L = [1-a].
singleton_heap(heap(t(K,P,[]),1), P, K).

%! add_to_heap(+Heap, +Priority, ?Key, -NewHeap) is det.
%
%  Unifies `NewHeap` with `Heap` and the pair `Priority-Key`.
?- empty_heap(H0), add_to_heap(H0, 2, b, H1), add_to_heap(H1, 1, a, H2), heap_to_list(H2, L).
   H0 = ..., H1 = ..., H2 = ..., L = [1-a,2-b].
add_to_heap(heap(T0,N0), P, K, heap(T,N)) :-
    meld(T0, t(K,P,[]), T),
    N is N0+1.

meld(nil, T, T) :- !.
meld(T, nil, T) :- !.
meld(t(K1,P1,Ts1), t(K2,P2,Ts2), T) :-
    (   P1 @=< P2 -> T = t(K1,P1,[t(K2,P2,Ts2)|Ts1])
    ;   T = t(K2,P2,[t(K1,P1,Ts1)|Ts2])
    ).

% Merges pairs from left to right, then the results from right to left.
pairing([], nil).
pairing([T|Ts], H) :- pairing(Ts, T, H).

pairing([], T, T).
pairing([T2|Ts], T1, H) :-
    meld(T1, T2, T12),
    pairing(Ts, H0),
    meld(T12, H0, H).

%! get_from_heap(+Heap, ?Priority, ?Key, -NewHeap) is semidet.
%
%  Unifies `Priority` and `Key` with the first pair and `NewHeap` with the heap of the others. False
%  for the empty heap.
?- list_to_heap([3-c,1-a], H), get_from_heap(H, P, K, H1).
   H = ..., P = 1, K = a, H1 = ... .
get_from_heap(heap(t(K,P,Ts),N0), P, K, heap(T,N)) :-
    pairing(Ts, T),
    N is N0-1.

%! delete_from_heap(+Heap, -Priority, +Key, -NewHeap) is semidet.
%
%  Unifies `Priority` with the priority of `Key` and `NewHeap` with the heap of the other pairs.
%  False if there is no such key.
?- list_to_heap([3-c,1-a], H), delete_from_heap(H, P, c, H1), heap_to_list(H1, L).
   H = ..., P = 3, H1 = ..., L = [1-a].
delete_from_heap(H0, P, K, H) :-
    heap_to_list(H0, L0),
    selectchk(P-K, L0, L),
    list_to_heap(L, H).

%! min_of_heap(+Heap, ?Priority, ?Key) is semidet.
%
%  Unifies `Priority` and `Key` with the first pair. False for the empty heap.
?- list_to_heap([3-c,1-a], H), min_of_heap(H, P, K).
   H = ..., P = 1, K = a.
min_of_heap(heap(t(K,P,_),_), P, K).

%! min_of_heap(+Heap, ?Priority1, ?Key1, ?Priority2, ?Key2) is semidet.
%
%  Unifies the arguments with the first two pairs. False if there are fewer.
?- list_to_heap([3-c,1-a,2-b], H), min_of_heap(H, P1, K1, P2, K2).
   H = ..., P1 = 1, K1 = a, P2 = 2, K2 = b.
min_of_heap(H, P1, K1, P2, K2) :-
    get_from_heap(H, P1, K1, H1),
    min_of_heap(H1, P2, K2).

%! merge_heaps(+Heap1, +Heap2, -Heap) is det.
%
%  Unifies `Heap` with the heap of the pairs of both heaps.
?- list_to_heap([2-b], A), list_to_heap([1-a], B), merge_heaps(A, B, H), heap_to_list(H, L).
   A = ..., B = ..., H = ..., L = [1-a,2-b].
merge_heaps(heap(T1,N1), heap(T2,N2), heap(T,N)) :- meld(T1, T2, T), N is N1+N2.

%! heap_size(+Heap, -Size) is det.
%
%  Unifies `Size` with the number of pairs.
?- list_to_heap([1-a], H), heap_size(H, N).
   H = ..., N = 1.
heap_size(heap(_,N), N).

%! list_to_heap(+Pairs, -Heap) is det.
%
%  Unifies `Heap` with the heap of the list `Pairs` of `Priority-Key`.
?- list_to_heap([2-b,1-a], H), heap_to_list(H, L).
   H = ..., L = [1-a,2-b].
list_to_heap(Ps, H) :- must_be(list, Ps), empty_heap(H0), add_all(Ps, H0, H).

add_all([], H, H).
add_all([P-K|Ps], H0, H) :- add_to_heap(H0, P, K, H1), add_all(Ps, H1, H).

%! heap_to_list(+Heap, -Pairs) is det.
%
%  Unifies `Pairs` with the list of the pairs `Priority-Key` in ascending order.
?- list_to_heap([2-b,1-a], H), heap_to_list(H, L).
   H = ..., L = [1-a,2-b].
heap_to_list(H0, L) :-
    (   get_from_heap(H0, P, K, H) -> L = [P-K|L1], heap_to_list(H, L1)
    ;   L = []
    ).

%! is_heap(@Term) is semidet.
%
%  True if `Term` is a heap.
?- is_heap(heap(nil,0)).
   true.
is_heap(H) :- nonvar(H), H = heap(T,N), integer(N), nonvar(T), ( T == nil -> N =:= 0 ; T = t(_,_,_), N > 0 ).
