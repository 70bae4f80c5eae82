% Extendible arrays with logarithmic access time, under the names of the DEC-10 library.

:- module(logarr, [new_array/1, is_array/1, aref/3, arefa/3, arefl/3, aset/4, array_to_list/2]).

% An array is `array(Tree, Depth)`: the tree has four branches at each of `Depth` levels, `$` where nothing is stored,
% and `+(Value)` at its leaves.

%! new_array(-Array) is det.
%
%  Unifies `Array` with a new, empty array.
?- new_array(A), array_to_list(A, L).
   A = ..., L = [].
new_array(array($,1)).

%! is_array(@Term) is semidet.
%
%  True if `Term` is an array.
?- is_array(a).
   false.
is_array(A) :- nonvar(A), A = array(T,D), nonvar(T), integer(D).

%! aref(+Index, +Array, ?Element) is semidet.
%
%  True if `Element` is stored at `Index`, an integer from 0 on. False if nothing is stored there.
?- new_array(A0), aset(5, A0, x, A), aref(5, A, X).
   A0 = ..., A = ..., X = x.
?- new_array(A), aref(-1, A, X).
   error(type_error(not_less_than_zero,-1),aref/3).
aref(I, A, X) :-
    checked(I, A, aref/3),
    stored(I, A, X).

stored(I, array(T,D), X) :-
    S is 2*D,
    I >> S =:= 0,
    found(D, I, T, +X).

found(D, I, T, X) :-
    T \== $,
    (   D =:= 0 -> X = T
    ;   E is D-1,
        J is (I >> (2*E)) /\ 3 + 1,
        arg(J, T, U),
        found(E, I, U, X)
    ).

checked(I, A, PI) :-
    (   ( var(I) ; var(A) ) -> instantiation_error(PI)
    ;   \+ integer(I) -> type_error(integer, I, PI)
    ;   I < 0 -> type_error(not_less_than_zero, I, PI)
    ;   is_array(A) -> true
    ;   type_error(array, A, PI)
    ).

%! arefa(+Index, +Array, ?Array1) is semidet.
%
%  True if the array `Array1` is stored at `Index`; an empty array if nothing is.
?- new_array(A), arefa(1, A, B), array_to_list(B, L).
   A = ..., B = ..., L = [].
arefa(I, A, X) :-
    checked(I, A, arefa/3),
    (   stored(I, A, Y) -> X = Y
    ;   new_array(X)
    ).

%! arefl(+Index, +Array, ?List) is semidet.
%
%  True if `List` is stored at `Index`; the empty list if nothing is.
?- new_array(A), arefl(1, A, L).
   A = ..., L = [].
arefl(I, A, X) :-
    checked(I, A, arefl/3),
    (   stored(I, A, Y) -> X = Y
    ;   X = []
    ).

%! aset(+Index, +Array0, +Element, -Array) is det.
%
%  Unifies `Array` with `Array0` with `Element` stored at `Index`.
?- new_array(A0), aset(1, A0, a, A1), aset(100, A1, b, A2), aset(1, A2, c, A), array_to_list(A, L).
   A0 = ..., A1 = ..., A2 = ..., A = ..., L = [1-c,100-b].
aset(I, A0, X, A) :-
    checked(I, A0, aset/4),
    A0 = array(T0,D0),
    deep_enough(D0, I, T0, D, T1),
    placed(D, I, T1, X, T),
    A = array(T,D).

% Adds levels above the root until there is a place for the index.
deep_enough(D0, I, T0, D, T) :-
    S is 2*D0,
    (   I >> S =:= 0 -> D = D0, T = T0
    ;   D1 is D0+1,
        ( T0 == $ -> T1 = T0 ; T1 = '$'(T0,$,$,$) ),
        deep_enough(D1, I, T1, D, T)
    ).

placed(D, I, T0, X, T) :-
    (   D =:= 0 -> T = +X
    ;   E is D-1,
        J is (I >> (2*E)) /\ 3,
        ( T0 == $ -> T1 = '$'($,$,$,$) ; T1 = T0 ),
        branch(J, T1, U0, T, U),
        placed(E, I, U0, X, U)
    ).

branch(0, '$'(U0,B,C,D), U0, '$'(U,B,C,D), U).
branch(1, '$'(A,U0,C,D), U0, '$'(A,U,C,D), U).
branch(2, '$'(A,B,U0,D), U0, '$'(A,B,U,D), U).
branch(3, '$'(A,B,C,U0), U0, '$'(A,B,C,U), U).

%! array_to_list(+Array, -Pairs) is det.
%
%  Unifies `Pairs` with the list of `Index-Element`, by index.
?- new_array(A0), aset(7, A0, b, A1), aset(0, A1, a, A), array_to_list(A, L).
   A0 = ..., A1 = ..., A = ..., L = [0-a,7-b].
array_to_list(A, L) :-
    checked(0, A, array_to_list/2),
    A = array(T,D),
    phrase(elements(D, T, 0), L).

elements(D, T, I) -->
    (   { T == $ } -> []
    ;   { D =:= 0 } -> { T = +X }, [I-X]
    ;   { E is D-1, T = '$'(U0,U1,U2,U3), I0 is 4*I, I1 is I0+1, I2 is I0+2, I3 is I0+3 },
        elements(E, U0, I0),
        elements(E, U1, I1),
        elements(E, U2, I2),
        elements(E, U3, I3)
    ).
