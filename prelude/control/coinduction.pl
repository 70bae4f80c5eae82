% Coinductive predicates: a call that unifies with a call that it is inside of succeeds.

:- module(coinduction, [(coinductive)/1, coinduct/2, op(1150,fx,coinductive)]).

:- meta_predicate coinductive(:), coinduct(0,?).

%! coinductive(:Specs) is det.
%
%  Declares that predicates are coinductive. Used as a directive before their clauses. `Specs` is
%  `Name/Arity`, or several of these in a list or joined by commas. A call succeeds if it unifies with
%  a call of the same predicate that is not completed yet; on backtracking, its clauses are tried.
?- coinductive(foo).
   error(type_error(predicate_indicator,foo),(coinductive)/1).
coinductive(S0) :- strip_module(S0, M, S), declare(S, M).

declare(S, _) :- var(S), !, instantiation_error((coinductive)/1).
declare([], _) :- !.
declare([S|Ss], M) :- !, declare(S, M), declare(Ss, M).
declare((A,B), M) :- !, declare(A, M), declare(B, M).
declare(M:S, _) :- !, declare(S, M).
declare(N//A0, M) :- integer(A0), !, A is A0+2, declare(N/A, M).
declare(N/A, M) :- !,
    must_be(atom, N),
    must_be(not_less_than_zero, A),
    atom_concat(N, ' coinductive', Impl),
    '$rename_clauses'(M, N, A, Impl, false),
    functor(H, N, A),
    H =.. [_|Xs],
    Body =.. [Impl|Xs],
    '$add_clause'(M, (H :- coinduction:coinduct(M:Body, H))).
declare(S, _) :- type_error(predicate_indicator, S, (coinductive)/1).

%! coinduct(:Body, ?Head) is nondet.
%
%  Calls a coinductive predicate. `Body` is the goal of its clauses and `Head` the call. Called by the
%  code that coinductive/1 generates.
?- coinduct(member(X, [1,2]), some(X)).
   X = 1
;  X = 2.
coinduct(G, H) :-
    strip_module(G, M, _),
    outer(Calls),
    (   among(Calls, M:H)
    ;   b_setval('$coinduction', [M:H|Calls]),
        G,
        b_setval('$coinduction', Calls)
    ).

outer(Calls) :- ( '$global'('$coinduction', Calls0) -> Calls = Calls0 ; Calls = [] ).

among([C|_], C).
among([_|Cs], C) :- among(Cs, C).
