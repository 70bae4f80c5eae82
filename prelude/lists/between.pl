% Integers in sequence: between/3, lists of consecutive integers, generators.

:- module(between, [between/3, numlist/2, numlist/3, gen_int/1, gen_nat/1, repeat/1]).

%! between(+Low, +High, ?X) is nondet.
%
%  True if `X` is an integer with `Low =< X =< High`. Enumerates them in ascending order. `High` may
%  be `inf` or `infinite`. Throws an instantiation error if `Low` or `High` is a variable, and a
%  type error if an argument is not an integer.
?- between(1, 3, X).
   X = 1
;  X = 2
;  X = 3.
?- between(1, a, X).
   error(type_error(integer,a),between/3).
between(L, H, X) :-
    integer_or_throw(L),
    (   infinite(H) ->
        (   var(X) -> up_from(L, X)
        ;   integer_or_throw(X), X >= L
        )
    ;   integer_or_throw(H),
        (   var(X) ->
            (   L < H -> between_(L, H, X)
            ;   L =:= H, X = L
            )
        ;   integer_or_throw(X), X >= L, X =< H
        )
    ).

infinite(H) :- H == inf.
infinite(H) :- H == infinite.

integer_or_throw(X) :-
    (   integer(X) -> true
    ;   var(X) -> throw(error(instantiation_error, between/3))
    ;   throw(error(type_error(integer,X), between/3))
    ).

% Requires Low < High.
between_(L, _, L).
between_(L, H, X) :-
    L1 is L+1,
    (   L1 < H -> between_(L1, H, X)
    ;   X = H
    ).

up_from(L, L).
up_from(L, X) :- L1 is L+1, up_from(L1, X).

%! numlist(?Size, ?Xs) is nondet.
%
%  Unifies `Xs` with the list of the integers from 1 to `Size`.
?- numlist(3, Xs).
   Xs = [1,2,3].
numlist(Size, Xs) :-
    length(Xs, Size),
    count_up(Xs, 1).

count_up([], _).
count_up([N|Xs], N) :- N1 is N+1, count_up(Xs, N1).

%! numlist(+Low, +High, -Xs) is semidet.
%
%  Unifies `Xs` with the list of the integers from `Low` to `High`. False if `Low` is greater than
%  `High`.
?- numlist(0, 3, Xs).
   Xs = [0,1,2,3].
numlist(L, H, Xs) :-
    must_be(integer, L),
    must_be(integer, H),
    L =< H,
    numlist_(L, H, Xs0),
    Xs = Xs0.

numlist_(L, H, [L|Xs]) :-
    (   L < H -> L1 is L+1, numlist_(L1, H, Xs)
    ;   Xs = []
    ).

%! gen_int(?N) is nondet.
%
%  Enumerates the integers as 0, 1, -1, 2, -2 and so on.
?- gen_int(N).
   N = 0
;  N = 1
;  N = -1
;  ... .
gen_int(N) :- integer(N), !.
gen_int(N) :- can_be(integer, N), any_int(0, N).

any_int(0, 0).
any_int(I0, N) :- I is I0+1, signed_int(I, N).

signed_int(I, I).
signed_int(I, N) :- N is -I.
signed_int(I, N) :- I1 is I+1, signed_int(I1, N).

%! gen_nat(?N) is nondet.
%
%  Enumerates the natural numbers 0, 1, 2 and so on.
?- gen_nat(N).
   N = 0
;  N = 1
;  ... .
gen_nat(N) :- integer(N), !, N >= 0.
gen_nat(N) :- can_be(integer, N), up_from(0, N).

%! repeat(+N) is multi.
%
%  Succeeds `N` times.
?- repeat(2).
   true
;  true.
repeat(N) :-
    must_be(integer, N),
    N > 0,
    repeat_(N).

repeat_(1) :- !.
repeat_(_).
repeat_(N) :- N1 is N-1, repeat_(N1).
