% Non-backtrackable sets, as hash tables in terms that are changed in place: elements stay when
% goals fail.

:- module(nb_set, [
    empty_nb_set/1, add_nb_set/2, add_nb_set/3, gen_nb_set/2, size_nb_set/2, nb_set_to_list/2
]).

%! empty_nb_set(-Set) is det.
%
%  Unifies `Set` with a new, empty set.
?- empty_nb_set(S), add_nb_set(a, S), nb_set_to_list(S, L).
   S = ..., L = "a".
empty_nb_set(nb_set(Buckets,0)) :- buckets(16, Buckets).

buckets(N, Bs) :- functor(Bs, buckets, N), emptied(N, Bs).

emptied(I, Bs) :-
    (   I =:= 0 -> true
    ;   arg(I, Bs, []),
        I1 is I-1,
        emptied(I1, Bs)
    ).

%! add_nb_set(+Element, !Set) is det.
%
%  Adds `Element` to `Set`, unless it already has a variant of it.
?- empty_nb_set(S), ( member(X, [b,a,b]), add_nb_set(X, S), fail ; nb_set_to_list(S, L) ).
   S = ..., L = "ab".
add_nb_set(X, S) :- add_nb_set(X, S, _).

%! add_nb_set(+Element, !Set, ?New) is semidet.
%
%  Adds `Element` to `Set` and unifies `New` with `true` if `Set` had no variant of it, else with
%  `false`. If `New` is `true` at the call, fails if the element is already present.
?- empty_nb_set(S), add_nb_set(a, S, N1), add_nb_set(a, S, N2).
   S = ..., N1 = true, N2 = false.
add_nb_set(X, S, New) :-
    S = nb_set(Bs,N0),
    place(X, Bs, I),
    arg(I, Bs, B),
    (   among(B, X) -> New = false
    ;   New = true,
        N is N0+1,
        nb_setarg(I, Bs, [X|B]),
        nb_setarg(2, S, N),
        functor(Bs, _, Size),
        ( N > 2*Size -> grown(S) ; true )
    ).

place(X, Bs, I) :-
    functor(Bs, _, N),
    copy_term(X, Y),
    numbervars(Y, 0, _),
    term_hash(Y, H),
    I is H mod N+1.

among([Y|Ys], X) :- ( '=@='(X, Y) -> true ; among(Ys, X) ).

grown(S) :-
    nb_set_elements(S, Xs),
    S = nb_set(Bs0,_),
    functor(Bs0, _, N0),
    N is 4*N0,
    buckets(N, Bs),
    spread(Xs, Bs),
    nb_setarg(1, S, Bs).

spread([], _).
spread([X|Xs], Bs) :-
    place(X, Bs, I),
    arg(I, Bs, B),
    setarg(I, Bs, [X|B]),
    spread(Xs, Bs).

nb_set_elements(nb_set(Bs,_), Xs) :- Bs =.. [_|Ls], append(Ls, Xs).

%! gen_nb_set(+Set, -Element) is nondet.
%
%  Enumerates the elements in the standard order.
?- empty_nb_set(S), add_nb_set(b, S), add_nb_set(a, S), gen_nb_set(S, X).
   S = ..., X = a
;  S = ..., X = b.
gen_nb_set(S, X) :- nb_set_to_list(S, L), member(X, L).

%! size_nb_set(+Set, -Size) is det.
%
%  Unifies `Size` with the number of elements.
?- empty_nb_set(S), size_nb_set(S, N).
   S = ..., N = 0.
size_nb_set(nb_set(_,N), N).

%! nb_set_to_list(+Set, -List) is det.
%
%  Unifies `List` with the list of the elements in the standard order.
?- empty_nb_set(S), nb_set_to_list(S, L).
   S = ..., L = [].
nb_set_to_list(S, L) :- nb_set_elements(S, Xs), sort(Xs, L).
