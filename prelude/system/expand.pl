% Goal expansion of clause bodies, active while a goal_expansion/2 is defined.

:- module(expand, [expand_goal/2]).

:- meta_predicate expand_goal(:,?).

%! expand_goal(:Goal, -Expanded) is det.
%
%  Unifies `Expanded` with the result of expanding the body goal `Goal` as the loader does: by
%  goal_expansion/2 of the goal's module and of module `user`. The hooks are applied again to their
%  results, and to the goals inside control constructs and arguments of meta-predicates.
?- expand_goal(foo, G).
   G = foo.
expand_goal(G0, G) :-
    strip_module(G0, M, G1),
    goal(G1, M, G).

% Called by the loader with a rule.
'$expand_clause'(M, (H:-B0), (H:-B)) :- goal(B0, M, B).

% The limit on repeated expansion of one goal: a hook that always changes its own result would not
% terminate.
rounds(1000).

goal(G0, M, G) :- rounds(N), goal(G0, M, N, G).

goal(G, _, _, G) :- var(G), !.
goal(M:G0, _, N, M:G) :- atom(M), !, goal(G0, M, N, G).
goal((A0,B0), M, N, (A,B)) :- !, goal(A0, M, N, A), goal(B0, M, N, B).
goal((A0;B0), M, N, (A;B)) :- !, goal(A0, M, N, A1), alternative(A0, A1, A), goal(B0, M, N, B).
goal((A0->B0), M, N, (A->B)) :- !, goal(A0, M, N, A), goal(B0, M, N, B).
goal((A0*->B0), M, N, (A*->B)) :- !, goal(A0, M, N, A), goal(B0, M, N, B).
goal(\+A0, M, N, \+A) :- !, goal(A0, M, N, A).
goal(G0, M, N0, G) :-
    N0 > 0,
    hook(G0, M, G1),
    G1 \== G0,
    !,
    N is N0-1,
    goal(G1, M, N, G).
goal(G0, M, N, G) :-
    callable(G0),
    predicate_property(M:G0, meta_predicate(Specs)),
    !,
    G0 =.. [F|As0],
    Specs =.. [_|Ss],
    arguments(Ss, As0, M, N, As),
    G =.. [F|As].
goal(G, _, _, G).

% A left side of a disjunction that was not a condition must not become one by expansion.
alternative(A0, A1, A) :-
    (   nonvar(A1), ( A1 = (_->_) ; A1 = (_*->_) ), nonvar(A0), A0 \= (_->_), A0 \= (_*->_) -> A = (A1;fail)
    ;   A = A1
    ).

arguments([], [], _, _, []).
arguments([S|Ss], [A0|As0], M, N, [A|As]) :-
    argument(S, A0, M, N, A),
    arguments(Ss, As0, M, N, As).

argument(_, A, _, _, A) :- var(A), !.
argument(0, A0, M, N, A) :- !, goal(A0, M, N, A).
argument(^, A0, M, N, A) :- !, quantified_goal(A0, M, N, A).
argument(_, A, _, _, A).

quantified_goal(A, _, _, A) :- var(A), !.
quantified_goal(V^A0, M, N, V^A) :- !, quantified_goal(A0, M, N, A).
quantified_goal(A0, M, N, A) :- goal(A0, M, N, A).

hook(G0, M, G) :-
    '$defined'(M, goal_expansion, 2),
    M:goal_expansion(G0, G1), !,
    G = G1.
hook(G0, M, G) :-
    M \== user,
    '$defined'(user, goal_expansion, 2),
    user:goal_expansion(G0, G1), !,
    G = G1.
