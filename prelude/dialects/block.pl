% Predicates whose calls wait until arguments are bound: the block declarations of SICStus Prolog.

:- module(block, [(block)/1, op(1150,fx,block)]).

:- meta_predicate block(:).

% The clauses of a predicate with such a declaration are stored under another name. Under its own name, one clause
% delays the call, or calls them.

%! block(:Specs) is det.
%
%  Declares predicates whose calls are delayed; used as a directive before their clauses. `Specs` is one
%  specification, or several in a list or joined by commas. A call of `p/3` with the specifications
%  `p(-,?,-), p(?,-,-)` is delayed while the first and the third argument are variables, and while the second and
%  the third are: it waits as long as there is a specification with variables in all places of its `-`. Throws a
%  domain error if a place is not `-`, `?` or `+`.
?- block(p(a)).
   error(domain_error(block_mode,a),(block)/1).
?- block(_).
   error(instantiation_error,(block)/1).
block(Specs) :-
    strip_module(Specs, M, S),
    phrase(specs(S, M), Ss),
    predicates(Ss).

specs(S, _) --> { var(S) }, !, { instantiation_error((block)/1) }.
specs([], _) --> !.
specs([S|Ss], M) --> !, specs(S, M), specs(Ss, M).
specs((S,Ss), M) --> !, specs(S, M), specs(Ss, M).
specs(M:S, _) --> !, specs(S, M).
specs(S, M) -->
    { must_be(callable, S), S =.. [_|Modes], each_mode(Modes) },
    [M:S].

each_mode([]).
each_mode([X|Xs]) :-
    (   var(X) -> instantiation_error((block)/1)
    ;   memberchk(X, [-,?,+]) -> true
    ;   domain_error(block_mode, X, (block)/1)
    ),
    each_mode(Xs).

% Those of one predicate together.
predicates([]).
predicates([M:S|Ss]) :-
    functor(S, N, A),
    functor(H, N, A),
    of_predicate(Ss, M, N, A, Own, Others),
    atom_concat(N, ' unblocked', Impl),
    '$rename_clauses'(M, N, A, Impl, false),
    H =.. [_|Xs],
    Unblocked =.. [Impl|Xs],
    alternatives([S|Own], M:H, Xs, Unblocked, Body),
    '$add_clause'(M, (H:-Body)),
    predicates(Others).

of_predicate([], _, _, _, [], []).
of_predicate([M0:S|Ss], M, N, A, Own, Others) :-
    (   M0 == M, functor(S, N, A) -> Own = [S|Own1], Others = Others1
    ;   Own = Own1, Others = [M0:S|Others1]
    ),
    of_predicate(Ss, M, N, A, Own1, Others1).

alternatives([], _, _, G, G).
alternatives([S|Ss], Call, Xs, G0, G) :-
    S =.. [_|Modes],
    waiting(Modes, Xs, Vs),
    (   Vs == [] -> G = G1
    ;   tests(Vs, Test),
        delay(Vs, Call, Delay),
        G = ( Test -> Delay ; G1 )
    ),
    alternatives(Ss, Call, Xs, G0, G1).

waiting([], [], []).
waiting([M|Ms], [X|Xs], Vs) :-
    (   M == (-) -> Vs = [X|Vs1]
    ;   Vs = Vs1
    ),
    waiting(Ms, Xs, Vs1).

tests([V], var(V)) :- !.
tests([V|Vs], (var(V),T)) :- tests(Vs, T).

delay([V], G, freeze:freeze(V,G)) :- !.
delay(Vs, G, when:when(C,G)) :- any_bound(Vs, C).

any_bound([V], nonvar(V)) :- !.
any_bound([V|Vs], (nonvar(V);C)) :- any_bound(Vs, C).
