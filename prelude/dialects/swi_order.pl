% The standard order of terms as in SWI-Prolog: numbers are compared by value, and of two equal ones a float comes first. In
% modules of the dialect `swi`, the names without `value_` mean these.

:- module(swi_order, [
    value_compare/3, 'value_@<'/2, 'value_@=<'/2, 'value_@>'/2, 'value_@>='/2,
    value_sort/2, value_sort/4, value_msort/2, value_keysort/2
]).

%! value_compare(?Order, @Term1, @Term2) is det.
%
%  As compare/3.
?- swi_order:value_compare(O, 1, 2.0).
   O = (<).
?- swi_order:value_compare(O, 1, 1.0).
   O = (>).
?- swi_order:value_compare(O, f(2.5), f(2)).
   O = (>).
?- swi_order:value_compare(a, 1, 2).
   error(domain_error(order,a),compare/3).
value_compare(O, X, Y) :- catch('$compare_by_value'(O, X, Y), error(E,_), throw(error(E,compare/3))).

%! 'value_@<'(@Term1, @Term2) is semidet.
%
%  As (@<)/2.
?- swi_order:'value_@<'(1, 2.0).
   true.
'value_@<'(X, Y) :- '$compare_by_value'(<, X, Y).

%! 'value_@=<'(@Term1, @Term2) is semidet.
%
%  As (@=<)/2.
?- swi_order:'value_@=<'(2.0, 1).
   false.
'value_@=<'(X, Y) :- '$compare_by_value'(O, X, Y), O \== (>).

%! 'value_@>'(@Term1, @Term2) is semidet.
%
%  As (@>)/2.
?- swi_order:'value_@>'(2.0, 1).
   true.
'value_@>'(X, Y) :- '$compare_by_value'(>, X, Y).

%! 'value_@>='(@Term1, @Term2) is semidet.
%
%  As (@>=)/2.
?- swi_order:'value_@>='(1, 2.0).
   false.
'value_@>='(X, Y) :- '$compare_by_value'(O, X, Y), O \== (<).

%! value_sort(+List, -Sorted) is det.
%
%  As sort/2.
?- swi_order:value_sort([2,1.0,1,1.5,1], L).
   L = [1.0,1,1.5,2].
?- swi_order:value_sort([a|_], L).
   error(instantiation_error,sort/2).
value_sort(L0, L) :- catch('$sort_by_value'(0, @<, L0, L), error(E,_), throw(error(E,sort/2))).

%! value_sort(+Key, +Order, +List, -Sorted) is det.
%
%  As sort/4.
?- swi_order:value_sort(1, @>=, [f(1),f(2.5),f(2)], L).
   L = [f(2.5),f(2),f(1)].
?- swi_order:value_sort(k, @<, ['dict{}'(_,k,2),'dict{}'(_,k,1)], L).
   L = ['dict{}'(_A,k,1),'dict{}'(_B,k,2)].
value_sort(K, O, L0, L) :-
    (   atom(K), is_list(L0) ->
        keyed(L0, K, Ps0),
        '$sort_by_value'(1, O, Ps0, Ps),
        without_keys(Ps, L)
    ;   sort_by_argument(K, O, L0, L)
    ).

% Dicts with their values of a key.
keyed([], _, []).
keyed([D|Ds], K, [V-D|Ps]) :- get_dict_ex(K, D, V), keyed(Ds, K, Ps).

without_keys([], []).
without_keys([_-D|Ps], [D|Ds]) :- without_keys(Ps, Ds).

sort_by_argument(K, O, L0, L) :- catch('$sort_by_value'(K, O, L0, L), error(E,_), throw(error(E,sort/4))).

%! value_msort(+List, -Sorted) is det.
%
%  As msort/2.
?- swi_order:value_msort([2,1.5,1,1.5], L).
   L = [1,1.5,1.5,2].
value_msort(L0, L) :- catch('$sort_by_value'(0, @=<, L0, L), error(E,_), throw(error(E,msort/2))).

%! value_keysort(+Pairs, -Sorted) is det.
%
%  As keysort/2.
?- swi_order:value_keysort([2-a,1.5-b], L).
   L = [1.5-b,2-a].
?- swi_order:value_keysort([a], L).
   error(type_error(pair,a),keysort/2).
value_keysort(L0, L) :-
    (   are_pairs(L0) -> '$sort_by_value'(1, @=<, L0, L)
    ;   keysort(L0, L)
    ).

are_pairs(L) :- is_list(L), \+ ( '$element'(L, P), \+ is_pair(P) ).

is_pair(P) :- nonvar(P), P = _-_.
