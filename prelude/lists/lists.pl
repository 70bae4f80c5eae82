% Predicates on lists. None of them leaves a choice point after its last answer where this can be
% decided without search.

:- module(lists, [
    append/3, append/2, member/2, memberchk/2, reverse/2, last/2, prefix/2,
    nth0/3, nth1/3, nth0/4, nth1/4,
    select/3, selectchk/3, select/4, subtract/3, intersection/3,
    union/3, subset/2, delete/3, permutation/2, flatten/2, nextto/3,
    sum_list/2, sumlist/2, max_list/2, min_list/2,
    max_member/2, min_member/2, max_member/3, min_member/3,
    list_to_set/2, is_set/1, proper_length/2, same_length/2,
    predsort/3, transpose/2, clumped/2, subseq/3, sumlist/3,
    list_max/2, list_min/2, selectchk/4
]).

:- meta_predicate predsort(3,?,?), max_member(2,?,?), min_member(2,?,?).
:- meta_predicate max_member_(?,2,?,?), min_member_(?,2,?,?), predmerge(?,?,3,?).
:- meta_predicate predmerge(?,?,?,?,?,3,?), predmerge_(?,?,?,3,?), predsort(3,?,?,?,?).

%! append(?Xs, ?Ys, ?Zs) is nondet.
%
%  True if `Zs` is the concatenation of `Xs` and `Ys`.
?- append(Xs, [c], "abc").
   Xs = "ab"
;  false.
?- append(X, Y, "a").
   X = [], Y = "a"
;  X = "a", Y = [].
append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).

%! append(+Lists, ?Xs) is nondet.
%
%  True if `Xs` is the concatenation of the lists of `Lists`. Throws a type error if `Lists` is not
%  a list.
?- append([[a],[b,c],[]], Xs).
   Xs = "abc".
?- append([[a],b], Xs).
   false.
?- Xss = ["ab"|Xss], append(Xss, _).
   error(type_error(list,...),append/2).
append(Xss, Zs) :-
    '$skip_list'(Xss, _, Tail),
    (   nonvar(Tail), Tail = [_|_] -> type_error(list, Xss, append/2)
    ;   append_all(Xss, Zs)
    ).

append_all([], []).
append_all([Xs|Xss], Zs) :- append_(Xss, Xs, Zs).

append_([], Xs, Zs) :-
    '$skip_list'(Xs, _, Tail),
    (   Tail == [] -> Zs = Xs
    ;   append(Xs, [], Zs)
    ).
append_([Ys|Xss], Xs, Zs) :- append(Xs, Rest, Zs), append_(Xss, Ys, Rest).

%! member(?X, ?Xs) is nondet.
%
%  True if `X` is an element of `Xs`.
?- member(X, [1,2]).
   X = 1
;  X = 2.
member(X, [Y|Ys]) :- member_(Ys, X, Y).

member_(_, X, X).
member_([Y|Ys], X, _) :- member_(Ys, X, Y).

%! memberchk(?X, ?Xs) is semidet.
%
%  Succeeds with the first answer of `member(X, Xs)` only. Throws a type error if `Xs` is a
%  cyclic list without such an element.
?- memberchk(b, [a,b,b]).
   true.
?- L = [a|L], memberchk(b, L).
   error(type_error(list,...),memberchk/2).
memberchk(X, [Y|Ys]) :-
    (   X = Y -> true
    ;   memberchk_soon(Ys, X, 4096)
    ).

% The end of the list is sought only after the list has turned out to be long.
memberchk_soon([Y|Ys], X, N) :-
    (   X = Y -> true
    ;   N =:= 0 ->
        '$skip_list'(Ys, _, Tail),
        (   nonvar(Tail), Tail = [_|_] -> type_error(list, Ys, memberchk/2)
        ;   memberchk_late(Ys, X)
        )
    ;   N1 is N-1,
        memberchk_soon(Ys, X, N1)
    ).

memberchk_late([Y|Ys], X) :-
    (   X = Y -> true
    ;   memberchk_late(Ys, X)
    ).

%! reverse(+Xs, ?Ys) is det.
%
%  Unifies `Ys` with the elements of `Xs` in reverse order.
?- reverse([a,b], Ys).
   Ys = "ba".
reverse(Xs, Ys) :- reverse(Xs, [], Ys, Ys).

reverse([], Ys, Ys, []).
reverse([X|Xs], Rs, Ys, [_|Bound]) :- reverse(Xs, [X|Rs], Ys, Bound).

%! last(?Xs, ?X) is nondet.
%
%  True if `X` is the last element of `Xs`.
?- last([1,2,3], X).
   X = 3.
last([X|Xs], Last) :- last_(Xs, X, Last).

last_([], X, X).
last_([X|Xs], _, Last) :- last_(Xs, X, Last).

%! prefix(?Prefix, ?Xs) is nondet.
%
%  True if `Xs` begins with the elements of `Prefix`.
?- prefix([a], "abc").
   true.
prefix([], _).
prefix([X|Xs], [X|Ys]) :- prefix(Xs, Ys).

%! nth0(?N, ?Xs, ?X) is nondet.
%
%  True if `X` is element number `N` of `Xs`, counting from 0.
?- nth0(1, [a,b,c], X).
   X = b.
?- nth0(N, [a,b], X).
   N = 0, X = a
;  N = 1, X = b.
?- nth0(N, a, X).
   false.
nth0(N, Xs, X) :- nth(N, 0, Xs, X).

%! nth1(?N, ?Xs, ?X) is nondet.
%
%  True if `X` is element number `N` of `Xs`, counting from 1.
?- nth1(N, [a,b], b).
   N = 2.
nth1(N, Xs, X) :- nth(N, 1, Xs, X).

nth(N, Base, Xs, X) :- integer(N), !,
    N >= Base,
    Skip is N-Base,
    skip(Skip, Xs, [X|_]).
nth(N, Base, [Y|Ys], X) :- var(N), !, nth_(Ys, Y, X, Base, N).
nth(N, _, _, _) :- var(N), !, fail.
nth(N, _, _, _) :- must_be(integer, N).

nth_(Ys, Y, X, N0, N) :-
    (   atomic(X) -> nth_atomic(Ys, Y, X, N0, N)
    ;   nth_any(Ys, Y, X, N0, N)
    ).

nth_any(_, X, X, N, N).
nth_any([Y|Ys], _, X, N0, N) :- N1 is N0+1, nth_any(Ys, Y, X, N1, N).

% Other atomic elements are passed over without a choice point.
nth_atomic(Ys, Y, X, N0, N) :-
    (   atomic(Y), Y \== X ->
        Ys = [Z|Zs],
        N1 is N0+1,
        nth_atomic(Zs, Z, X, N1, N)
    ;   nth_alike(Ys, Y, X, N0, N)
    ).

nth_alike(_, X, X, N, N).
nth_alike([Y|Ys], _, X, N0, N) :- N1 is N0+1, nth_atomic(Ys, Y, X, N1, N).

skip(N, Xs, Ys) :-
    '$skip_cells'(N, Xs, Left, Rest),
    (   Left =:= 0 -> Ys = Rest
    ;   Left < N -> skip(Left, Rest, Ys)
    ;   Xs = [_|Xs1],
        N1 is N-1,
        skip(N1, Xs1, Ys)
    ).

%! nth0(?N, ?Xs, ?X, ?Rest) is nondet.
%
%  True if `X` is element number `N` of `Xs`, counting from 0, and `Rest` is the list of the other
%  elements.
?- nth0(1, Xs, b, [a,c]).
   Xs = "abc".
nth0(N, Xs, X, Rest) :- nth(N, 0, Xs, X, Rest).

%! nth1(?N, ?Xs, ?X, ?Rest) is nondet.
%
%  As nth0/4, counting from 1.
?- nth1(N, [a,b], X, Rest).
   N = 1, X = a, Rest = "b"
;  N = 2, X = b, Rest = "a".
nth1(N, Xs, X, Rest) :- nth(N, 1, Xs, X, Rest).

nth(N, Base, Xs, X, Rest) :- integer(N), !,
    N >= Base,
    Skip is N-Base,
    take_out(Skip, Xs, X, Rest).
nth(N, Base, Xs, X, Rest) :- var(N), !, take_any(Xs, X, Rest, Base, N).
nth(N, _, _, _, _) :- must_be(integer, N).

take_out(N, [Y|Ys], X, Rest) :-
    (   N =:= 0 -> X = Y, Rest = Ys
    ;   Rest = [Y|Rest1],
        N1 is N-1,
        take_out(N1, Ys, X, Rest1)
    ).

take_any([Y|Ys], X, Rest, N0, N) :- take_any(Ys, Y, X, Rest, N0, N).

take_any([], X, X, [], N, N).
take_any([Y|Ys], X, X, [Y|Ys], N, N).
take_any([Y|Ys], Z, X, [Z|Rest], N0, N) :- N1 is N0+1, take_any(Ys, Y, X, Rest, N1, N).

%! select(?X, ?Xs, ?Ys) is nondet.
%
%  True if `Ys` is `Xs` without one occurrence of `X`.
?- select(X, [a,b], Ys).
   X = a, Ys = "b"
;  X = b, Ys = "a".
?- select(X, [a|b], Ys).
   X = a, Ys = b.
?- select(a, Xs, Ys).
   Xs = [a|Ys]
;  Xs = [_A,a|_B], Ys = [_A|_B]
;  ... .
?- select(X, Xs, [a|b]).
   Xs = [X,a|b]
;  Xs = [a,X|b].
select(X, [Y|Ys], Rest) :-
    (   nonvar(Ys), Ys = [_|_] -> select_(Ys, Y, X, Rest)
    ;   var(Ys) -> select_open(Ys, Y, X, Rest)
    ;   X = Y, Rest = Ys
    ).

% Both may have another answer.
select_(Ys, X, X, Ys).
select_([Y|Ys], Z, X, [Z|Rest]) :-
    (   nonvar(Ys), Ys = [_|_] -> select_(Ys, Y, X, Rest)
    ;   var(Ys) -> select_open(Ys, Y, X, Rest)
    ;   X = Y, Rest = Ys
    ).

select_open(Ys, X, X, Ys).
select_open(Ys, Y, X, [Y|Rest]) :- select(X, Ys, Rest).

%! selectchk(?X, +Xs, ?Ys) is semidet.
%
%  Succeeds with the first answer of `select(X, Xs, Ys)` only.
?- selectchk(a, [b,a,a], Ys).
   Ys = "ba".
selectchk(X, Xs, Ys) :- select(X, Xs, Ys), !.

%! select(?X, ?Xs, ?Y, ?Ys) is nondet.
%
%  True if `Ys` is `Xs` with one occurrence of `X` replaced by `Y`.
?- select(b, [a,b,c], x, Ys).
   Ys = "axc"
;  false.
select(X, [X|Xs], Y, [Y|Xs]).
select(X, [Z|Xs], Y, [Z|Ys]) :- select(X, Xs, Y, Ys).

%! subtract(+Xs, +Ys, -Zs) is det.
%
%  Unifies `Zs` with the elements of `Xs` that unify with no element of `Ys`.
?- subtract([a,b,c], [b], Zs).
   Zs = "ac".
subtract([], _, []).
subtract([X|Xs], Ys, Zs) :-
    (   memberchk(X, Ys) -> Zs = Zs1
    ;   Zs = [X|Zs1]
    ),
    subtract(Xs, Ys, Zs1).

%! intersection(+Xs, +Ys, -Zs) is det.
%
%  Unifies `Zs` with the elements of `Xs` that unify with an element of `Ys`.
?- intersection([a,b,c], [c,a], Zs).
   Zs = "ac".
intersection([], _, []).
intersection([X|Xs], Ys, Zs) :-
    (   memberchk(X, Ys) -> Zs = [X|Zs1]
    ;   Zs = Zs1
    ),
    intersection(Xs, Ys, Zs1).

%! union(+Xs, +Ys, -Zs) is det.
%
%  Unifies `Zs` with the elements of `Xs` that unify with no element of `Ys`, followed by `Ys`.
?- union([a,b], [b,c], Zs).
   Zs = "abc".
union([], Ys, Ys).
union([X|Xs], Ys, Zs) :-
    (   memberchk(X, Ys) -> Zs = Zs1
    ;   Zs = [X|Zs1]
    ),
    union(Xs, Ys, Zs1).

%! subset(+Xs, +Ys) is semidet.
%
%  True if each element of `Xs` unifies with an element of `Ys`.
?- subset([a], [b,a]).
   true.
subset([], _).
subset([X|Xs], Ys) :- memberchk(X, Ys), subset(Xs, Ys).

%! delete(+Xs, +X, -Ys) is det.
%
%  Unifies `Ys` with the elements of `Xs` that do not unify with `X`.
?- delete([a,b,a], a, Ys).
   Ys = "b".
delete([], _, []).
delete([Y|Ys], X, Zs) :-
    (   Y \= X -> Zs = [Y|Zs1]
    ;   Zs = Zs1
    ),
    delete(Ys, X, Zs1).

%! permutation(?Xs, ?Ys) is nondet.
%
%  True if `Ys` is a permutation of `Xs`. Enumerates all permutations.
?- permutation([1,2], Ys).
   Ys = [1,2]
;  Ys = [2,1].
permutation(Xs, Ys) :-
    '$skip_list'(Xs, _, Tail),
    (   Tail == [] -> length(Xs, N), length(Ys, N)
    ;   var(Tail) -> length(Ys, N), length(Xs, N)
    ;   must_be(list, Xs)
    ),
    permute(Ys, Xs).

permute([], []).
permute([Y|Ys], Xs) :- select(Y, Xs, Rest), permute(Ys, Rest).

%! flatten(+Nested, -Xs) is det.
%
%  Unifies `Xs` with the list of the elements of `Nested` that are not lists, at any depth of
%  nesting. Throws a type error for cyclic lists.
?- flatten([a,[b,[c]],[]], Xs).
   Xs = "abc".
?- Xs = [a,b|Xs], flatten(Xs, _).
   error(type_error(list,...),length/2).
flatten(Nested, Xs) :-
    ( acyclic_term(Nested) -> true ; Nested = [_|_] -> \+ \+ length(Nested, _) ; true ),
    flatten(Nested, Xs0, []),
    Xs = Xs0.

flatten(X, [X|Xs], Xs) :- var(X), !.
flatten([], Xs, Xs) :- !.
flatten([X|Ys], Xs0, Xs) :- !, flatten(X, Xs0, Xs1), flatten(Ys, Xs1, Xs).
flatten(X, [X|Xs], Xs).

%! nextto(?X, ?Y, ?Xs) is nondet.
%
%  True if `Y` is the element directly after `X` in `Xs`.
?- nextto(b, Y, [a,b,c]).
   Y = c
;  false.
nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|Xs]) :- nextto(X, Y, Xs).

%! sum_list(+Numbers, -Sum) is det.
%
%  Unifies `Sum` with the sum of a list of numbers.
?- sum_list([1,2,3], S).
   S = 6.
sum_list(Xs, S) :- sum_list(Xs, 0, S).

sum_list([], S, S).
sum_list([X|Xs], S0, S) :- S1 is S0+X, sum_list(Xs, S1, S).

%! sumlist(+Numbers, -Sum) is det.
%
%  As sum_list/2.
?- sumlist([], S).
   S = 0.
sumlist(Xs, S) :- sum_list(Xs, 0, S).

%! sumlist(+Xs, +Ys, -Sums) is det.
%
%  Unifies `Sums` with the list of the sums of the elements at the same position.
?- sumlist([1,2], [3,4], Zs).
   Zs = [4,6].
sumlist([], [], []).
sumlist([X|Xs], [Y|Ys], [Z|Zs]) :- Z is X+Y, sumlist(Xs, Ys, Zs).

%! max_list(+Numbers, -Max) is semidet.
%
%  Unifies `Max` with the largest number of a list. False for the empty list.
?- max_list([1,3,2], M).
   M = 3.
max_list([X|Xs], Max) :- max_list(Xs, X, Max).

max_list([], M, M).
max_list([X|Xs], M0, M) :- M1 is max(M0,X), max_list(Xs, M1, M).

%! min_list(+Numbers, -Min) is semidet.
%
%  Unifies `Min` with the smallest number of a list. False for the empty list.
?- min_list([2,1,3], M).
   M = 1.
min_list([X|Xs], Min) :- min_list(Xs, X, Min).

min_list([], M, M).
min_list([X|Xs], M0, M) :- M1 is min(M0,X), min_list(Xs, M1, M).

%! max_member(?Max, +Xs) is semidet.
%
%  True if `Max` is the largest element of `Xs` in the standard order of terms. False for the empty
%  list.
?- max_member(M, [b,1,f(x)]).
   M = f(x).
max_member(Max, [X|Xs]) :- max_member_(Xs, X, Max).

max_member_([], M, M).
max_member_([X|Xs], M0, M) :-
    (   X @> M0 -> max_member_(Xs, X, M)
    ;   max_member_(Xs, M0, M)
    ).

%! min_member(?Min, +Xs) is semidet.
%
%  True if `Min` is the smallest element of `Xs` in the standard order of terms. False for the empty
%  list.
?- min_member(M, [b,1,f(x)]).
   M = 1.
min_member(Min, [X|Xs]) :- min_member_(Xs, X, Min).

min_member_([], M, M).
min_member_([X|Xs], M0, M) :-
    (   X @< M0 -> min_member_(Xs, X, M)
    ;   min_member_(Xs, M0, M)
    ).

%! max_member(:LessEqual, ?Max, +Xs) is semidet.
%
%  As max_member/2, with the order of `call(LessEqual, X, Y)`.
?- max_member(@=<, M, [a,c,b]).
   M = c.
max_member(P, Max, [X|Xs]) :- max_member_(Xs, P, X, Max).

max_member_([], _, M, M).
max_member_([X|Xs], P, M0, M) :-
    (   call(P, M0, X) -> max_member_(Xs, P, X, M)
    ;   max_member_(Xs, P, M0, M)
    ).

%! min_member(:LessEqual, ?Min, +Xs) is semidet.
%
%  As min_member/2, with the order of `call(LessEqual, X, Y)`.
?- min_member(@=<, M, [b,a,c]).
   M = a.
min_member(P, Min, [X|Xs]) :- min_member_(Xs, P, X, Min).

min_member_([], _, M, M).
min_member_([X|Xs], P, M0, M) :-
    (   call(P, M0, X) -> min_member_(Xs, P, M0, M)
    ;   min_member_(Xs, P, X, M)
    ).

%! list_to_set(+Xs, -Set) is det.
%
%  Unifies `Set` with the elements of `Xs` in the same order, keeping only the first of identical
%  (==) elements.
?- list_to_set([b,a,b,X,Y,X], Set).
   Set = [b,a,X,Y].
list_to_set(Xs, Set) :-
    must_be(list, Xs),
    numbered(Xs, 0, XNs),
    sort(1, @<, XNs, Firsts),
    sort(2, @<, Firsts, Ordered),
    numbered_elements(Ordered, Set0),
    Set = Set0.

numbered([], _, []).
numbered([X|Xs], N, [X-N|XNs]) :- N1 is N+1, numbered(Xs, N1, XNs).

numbered_elements([], []).
numbered_elements([X-_|XNs], [X|Xs]) :- numbered_elements(XNs, Xs).

%! is_set(+Xs) is semidet.
%
%  True if `Xs` is a list without identical (==) elements.
?- is_set([a,b]).
   true.
is_set(Xs) :-
    '$skip_list'(Xs, N, Tail),
    Tail == [],
    sort(Xs, Sorted),
    length(Sorted, N).

%! proper_length(+Xs, ?N) is semidet.
%
%  True if `Xs` is a list, not a partial list, and has `N` elements.
?- proper_length([a|_], N).
   false.
proper_length(Xs, N) :- '$skip_list'(Xs, N0, Tail), Tail == [], N = N0.

%! same_length(?Xs, ?Ys) is nondet.
%
%  True if the two lists have the same number of elements.
?- same_length([a,b], Ys).
   Ys = [_A,_B].
same_length([], []).
same_length([_|Xs], [_|Ys]) :- same_length(Xs, Ys).

%! predsort(:Compare, +Xs, -Sorted) is semidet.
%
%  Sorts `Xs` by `call(Compare, Order, X, Y)`, which unifies `Order` with `<`, `>` or `=`. One of
%  elements that compare as `=` is kept. Throws an instantiation error if `Xs` is partial.
?- predsort(compare, [b,a,c,a], Ys).
   Ys = "abc".
?- predsort(compare, [a|_], Ys).
   error(instantiation_error,must_be/2).
predsort(P, Xs, Sorted) :-
    must_be(list, Xs),
    length(Xs, N),
    predsort(P, N, Xs, _, Sorted0),
    Sorted = Sorted0.

predsort(P, N, Xs0, Xs, Sorted) :-
    (   N > 2 ->
        N1 is N//2,
        N2 is N-N1,
        predsort(P, N1, Xs0, Xs1, As),
        predsort(P, N2, Xs1, Xs, Bs),
        predmerge(As, Bs, P, Sorted)
    ;   N =:= 2 ->
        Xs0 = [A,B|Xs],
        call(P, Order, A, B),
        predmerge_pair(Order, A, B, Sorted)
    ;   N =:= 1 -> Xs0 = [A|Xs], Sorted = [A]
    ;   Xs = Xs0, Sorted = []
    ).

predmerge_pair(<, A, B, [A,B]).
predmerge_pair(>, A, B, [B,A]).
predmerge_pair(=, A, _, [A]).

predmerge([], Bs, _, Bs).
predmerge([A|As], Bs, P, Cs) :- predmerge_(Bs, A, As, P, Cs).

predmerge_([], A, As, _, [A|As]).
predmerge_([B|Bs], A, As, P, Cs) :-
    call(P, Order, A, B),
    predmerge(Order, A, As, B, Bs, P, Cs).

predmerge(<, A, As, B, Bs, P, [A|Cs]) :- predmerge(As, [B|Bs], P, Cs).
predmerge(>, A, As, B, Bs, P, [B|Cs]) :- predmerge_(Bs, A, As, P, Cs).
predmerge(=, A, As, _, Bs, P, Cs) :- predmerge([A|As], Bs, P, Cs).

%! transpose(+Rows, ?Columns) is semidet.
%
%  Unifies `Columns` with the transposed matrix of `Rows`, a list of lists of the same length.
%  Throws a type error if `Rows` is not a list of lists.
?- transpose([[1,2],[3,4],[5,6]], Cs).
   Cs = [[1,3,5],[2,4,6]].
?- transpose([[1]|foo], Cs).
   error(type_error(list(list),[[1]|foo]),transpose/2).
?- transpose([[1],a], Cs).
   error(type_error(list,a),transpose/2).
transpose(Rows, Columns) :-
    check_rows(Rows, Rows),
    transposed(Rows, Columns).

% True if the term may be a list of lists.
check_rows(Rows, _) :- var(Rows), !.
check_rows([], _) :- !.
check_rows([Row|Rows], All) :- !,
    '$skip_list'(Row, _, Rest),
    (   ( var(Rest) ; Rest == [] ) -> check_rows(Rows, All)
    ;   throw(error(type_error(list,Row), transpose/2))
    ).
check_rows(_, All) :- throw(error(type_error(list(list),All), transpose/2)).

transposed([], []).
transposed([Row|Rows], Columns) :- transpose(Row, [Row|Rows], Columns).

transpose([], Rows, []) :- all_empty(Rows).
transpose([_|Xs], Rows, [Column|Columns]) :-
    first_column(Rows, Column, Rests),
    transpose(Xs, Rests, Columns).

all_empty([]).
all_empty([[]|Rows]) :- all_empty(Rows).

first_column([], [], []).
first_column([[X|Xs]|Rows], [X|Column], [Xs|Rests]) :- first_column(Rows, Column, Rests).

%! clumped(+Xs, -Counts) is det.
%
%  Unifies `Counts` with a pair `Element-Count` for each run of identical elements of `Xs`.
?- clumped([a,a,b,a], Cs).
   Cs = [a-2,b-1,a-1].
clumped(Xs, Counts) :-
    must_be(list, Xs),
    clump(Xs, Counts0),
    Counts = Counts0.

clump([], []).
clump([X|Xs], [X-N|Cs]) :- clump(Xs, X, 1, N, Rest), clump(Rest, Cs).

clump([Y|Xs], X, N0, N, Rest) :- Y == X, !, N1 is N0+1, clump(Xs, X, N1, N, Rest).
clump(Xs, _, N, N, Xs).

%! subseq(?Xs, ?Sub, ?Rest) is nondet.
%
%  True if `Sub` is a subsequence of `Xs` and `Rest` has the other elements, both in their original
%  order.
?- subseq([a,b], Sub, Rest).
   Sub = [], Rest = "ab"
;  Sub = "b", Rest = "a"
;  Sub = "a", Rest = "b"
;  Sub = "ab", Rest = [].
subseq([], [], []).
subseq([X|Xs], Ys, [X|Rest]) :- subseq(Xs, Ys, Rest).
subseq([X|Xs], [X|Ys], Rest) :- subseq(Xs, Ys, Rest).

%! list_max(+Numbers, ?Max) is semidet.
%
%  As max_list/2.
?- list_max([1,3,2], M).
   M = 3.
list_max(Xs, M) :- max_list(Xs, M).

%! list_min(+Numbers, ?Min) is semidet.
%
%  As min_list/2.
?- list_min([2,1,3], M).
   M = 1.
list_min(Xs, M) :- min_list(Xs, M).

%! selectchk(?X, +Xs, ?Y, ?Ys) is semidet.
%
%  Succeeds with the first answer of `select(X, Xs, Y, Ys)` only.
?- selectchk(a, [b,a,a], x, Ys).
   Ys = "bxa".
selectchk(X, Xs, Y, Ys) :- select(X, Xs, Y, Ys), !.
