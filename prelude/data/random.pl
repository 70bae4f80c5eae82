% Random numbers and random choices. The generator belongs to the machine; set_random/1 makes its
% sequence reproducible.

:- module(random, [
    random/1, random/3, random_integer/3, random_between/3, maybe/0, set_random/1,
    random_member/2, random_select/3, random_permutation/2, randseq/3,
    maybe/1, maybe/2, randset/3, random_subseq/3, random_perm2/4, random_numlist/4, getrand/1, setrand/1
]).

%! random(-X) is det.
%
%  Unifies `X` with a float `0 =< X < 1`.
?- random(X), X >= 0, X < 1.
   X = ... .
random(X) :- '$random'(X).

%! random(+Low, +High, -X) is det.
%
%  Unifies `X` with a random number `Low =< X < High`: an integer if both limits are integers, else
%  a float.
?- random(3, 4, X).
   X = 3.
random(L, H, X) :-
    (   integer(L), integer(H) ->
        H1 is H-1,
        random_between(L, H1, X)
    ;   must_be(number, L),
        must_be(number, H),
        '$random'(R),
        X is L+(H-L)*R
    ).

%! random_integer(+Low, +High, -X) is semidet.
%
%  Unifies `X` with a random integer `Low =< X < High`. False if there is none.
?- random_integer(3, 4, X).
   X = 3.
random_integer(L, H, X) :-
    must_be(integer, L),
    must_be(integer, H),
    H1 is H-1,
    random_between(L, H1, X).

%! random_between(+Low, +High, -X) is semidet.
%
%  Unifies `X` with a random integer `Low =< X =< High`. False if there is none.
?- random_between(1, 1, X).
   X = 1.
random_between(L, H, X) :-
    must_be(integer, L),
    must_be(integer, H),
    L =< H,
    '$random_integer'(L, H, X).

%! maybe is semidet.
%
%  Succeeds or fails with equal probability.
?- ( maybe -> true ; true ).
   true.
maybe :- '$random_integer'(0, 1, 1).

%! set_random(+Seed) is det.
%
%  Sets the state of the generator: `seed(Integer)`, or `seed(random)` for a seed from the operating
%  system.
?- set_random(seed(1)), random(X), set_random(seed(1)), random(Y), X =:= Y.
   X = ..., Y = ... .
set_random(S) :-
    (   var(S) -> instantiation_error(set_random/1)
    ;   S = seed(Seed) ->
        (   Seed == random -> true
        ;   must_be(integer, Seed)
        ),
        '$set_random'(Seed)
    ;   domain_error(set_random_option, S, set_random/1)
    ).

%! getrand(-State) is det.
%
%  Unifies `State` with a term that makes setrand/1 repeat the numbers which follow.
?- getrand(S), random(X), setrand(S), random(Y), X =:= Y.
   S = ..., X = ..., Y = ... .
getrand(State) :-
    % The state of the generator cannot be read: it goes on from a new seed, which is drawn from it.
    '$random_integer'(0, 0xfffffffffffffff, Seed),
    '$set_random'(Seed),
    State = Seed.

%! setrand(+State) is det.
%
%  Makes the generator continue as after the getrand/1 that gave `State`; `rand(A,B,C)` with three integers is a
%  state, too. Throws a type error if `State` is not such a term.
?- setrand(rand(1,2,3)), random(X), setrand(rand(1,2,3)), random(Y), X =:= Y.
   X = ..., Y = ... .
?- setrand(foo).
   error(type_error(state,foo),setrand/1).
setrand(State) :-
    (   integer(State) -> '$set_random'(State)
    ;   var(State) -> instantiation_error(setrand/1)
    ;   State = rand(A,B,C), integer(A), integer(B), integer(C) ->
        Seed is (A*30269+B)*30307+C,
        '$set_random'(Seed)
    ;   type_error(state, State, setrand/1)
    ).

%! random_member(-X, +Xs) is semidet.
%
%  Unifies `X` with a random element of `Xs`. False for the empty list.
?- random_member(X, [a]).
   X = a.
random_member(X, Xs) :-
    length(Xs, N),
    N > 0,
    '$random_integer'(1, N, I),
    nth1(I, Xs, X).

%! random_select(-X, +Xs, -Rest) is semidet.
%
%  Unifies `X` with a random element of `Xs` and `Rest` with the other elements. False for the empty
%  list.
?- random_select(X, [a], Rest).
   X = a, Rest = [].
random_select(X, Xs, Rest) :-
    length(Xs, N),
    N > 0,
    '$random_integer'(1, N, I),
    nth1(I, Xs, X, Rest).

%! random_permutation(?Xs, ?Ys) is det.
%
%  Unifies `Ys` with a random permutation of `Xs`, or `Xs` with one of `Ys` if `Xs` is not a list.
?- random_permutation([a,b,c], Ys), msort(Ys, Xs).
   Ys = ..., Xs = "abc".
?- random_permutation(Xs, [a]).
   Xs = "a".
?- random_permutation(_, _).
   error(instantiation_error,must_be/2).
random_permutation(Xs, Ys) :-
    (   \+ is_list(Xs), is_list(Ys) -> shuffled(Ys, Xs)
    ;   must_be(list, Xs),
        shuffled(Xs, Ys)
    ).

shuffled(Xs, Ys) :-
    keyed(Xs, KXs),
    keysort(KXs, KYs),
    pairs_values(KYs, Ys).

keyed([], []).
keyed([X|Xs], [K-X|KXs]) :- '$random'(K), keyed(Xs, KXs).

%! randseq(+N, +Max, -Xs) is det.
%
%  Unifies `Xs` with a list of `N` different random integers from 1 to `Max`, in random order.
?- randseq(1, 1, Xs).
   Xs = [1].
randseq(N, Max, Xs) :-
    must_be(not_less_than_zero, N),
    must_be(not_less_than_zero, Max),
    (   N =< Max -> true
    ;   domain_error(not_more_than(Max), N, randseq/3)
    ),
    empty_assoc(Seen),
    draw(N, Max, Seen, Xs).

draw(N, Max, Seen, Xs) :-
    (   N =:= 0 -> Xs = []
    ;   '$random_integer'(1, Max, X),
        (   get_assoc(X, Seen, _) -> draw(N, Max, Seen, Xs)
        ;   put_assoc(X, Seen, t, Seen1),
            Xs = [X|Xs1],
            N1 is N-1,
            draw(N1, Max, Seen1, Xs1)
        )
    ).

%! maybe(+P) is semidet.
%
%  Succeeds with probability `P`.
?- maybe(1.0).
   true.
maybe(P) :-
    must_be(number, P),
    random(X),
    X < P.

%! maybe(+K, +N) is semidet.
%
%  Succeeds with probability `K/N`.
?- maybe(2, 2).
   true.
maybe(K, N) :-
    must_be(not_less_than_zero, K),
    must_be(positive_integer, N),
    random_integer(1, N, X),
    X =< K.

%! randset(+K, +N, -Set) is det.
%
%  Unifies `Set` with an ascending list of `K` different random integers from 1 to `N`.
?- randset(3, 3, S).
   S = [1,2,3].
randset(K, N, S) :- randseq(K, N, L), sort(L, S).

%! random_subseq(+List, -Sub, -Rest) is det.
%
%  Divides `List` at random into the lists `Sub` and `Rest`, keeping the order of the elements.
?- random_subseq([], S, R).
   S = [], R = [].
random_subseq([], [], []).
random_subseq([X|Xs], S, R) :-
    (   maybe -> S = [X|S1], R = R1
    ;   S = S1, R = [X|R1]
    ),
    random_subseq(Xs, S1, R1).

%! random_perm2(?A, ?B, ?X, ?Y) is det.
%
%  Unifies `X` and `Y` with `A` and `B`, or with `B` and `A`.
?- random_perm2(a, a, X, Y).
   X = a, Y = a.
random_perm2(A, B, X, Y) :- ( maybe -> X = A, Y = B ; X = B, Y = A ).

%! random_numlist(+P, +Low, +High, -List) is det.
%
%  Unifies `List` with an ascending list that contains each integer from `Low` to `High` with
%  probability `P`.
?- random_numlist(1.0, 1, 3, L).
   L = [1,2,3].
random_numlist(P, L, H, Ns) :-
    must_be(integer, L),
    must_be(integer, H),
    chosen(L, H, P, Ns).

chosen(L, H, P, Ns) :-
    (   L > H -> Ns = []
    ;   ( maybe(P) -> Ns = [L|Ns1] ; Ns = Ns1 ),
        L1 is L+1,
        chosen(L1, H, P, Ns1)
    ).
