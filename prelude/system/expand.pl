% Goal expansion of clause bodies, active while a goal_expansion/2 is defined.

:- module(expand, [expand_goal/2]).

:- meta_predicate expand_goal(:,?).

%! expand_goal(:Goal, -Expanded) is det.
%
%  Unifies `Expanded` with the result of expanding the body goal `Goal` as the loader does: by
%  goal_expansion/2 of the goal's module, of module `user` and of module `system`. The hooks are applied again to their
%  results, and to the goals inside control constructs and arguments of meta-predicates; but not to a
%  goal inside the expansion of this same goal. Throws a resource error if the hooks expand a
%  clause without end.
?- expand_goal(foo, G).
   G = foo.
?- assertz(goal_expansion(again(X), (before(X),again(X)))), expand_goal(again(1), G).
   G = (before(1),again(1)).
?- assertz(goal_expansion(grows(X), (grows(s(X)),grows(s(X))))), expand_goal(grows(0), G).
   error(resource_error(goal_expansions),grows/1).
?- assertz(system:goal_expansion(of_system, found)), expand_goal(of_system, G).
   G = found.
expand_goal(G0, G) :-
    strip_module(G0, M, G1),
    goal(G1, M, G).

% Called by the loader with a rule.
'$expand_clause'(M, (H:-B0), (H:-B)) :- goal(B0, M, B).

% The limit on expansions in one clause: hooks that always change their own results would not
% terminate.
max_expansions(100000).
% The limit on expansions inside each other: a goal is compared with all that it is inside of.
max_nested(250).

goal(G0, M, G) :- max_expansions(N), max_nested(D), goal(G0, M, by([], D, left(N)), G).

% goal(G0, M, By, G): `By` is by(Done, Deeper, Left), the goals that are being expanded, how many more
% may be, and the number of expansions that are left, as a term that is changed.
goal(G, _, _, G) :- var(G), !.
goal(M:G0, _, By, M:G) :- atom(M), !, goal(G0, M, By, G).
goal((A0,B0), M, By, (A,B)) :- !, goal(A0, M, By, A), goal(B0, M, By, B).
goal((A0;B0), M, By, (A;B)) :- !, goal(A0, M, By, A1), alternative(A0, A1, A), goal(B0, M, By, B).
goal((A0->B0), M, By, (A->B)) :- !, goal(A0, M, By, A), goal(B0, M, By, B).
goal((A0*->B0), M, By, (A*->B)) :- !, goal(A0, M, By, A), goal(B0, M, By, B).
goal(\+A0, M, By, \+A) :- !, goal(A0, M, By, A).
goal(G0, M, by(Done, D0, Left), G) :-
    \+ ( '$element'(Done, Outer), Outer == G0 ),
    hook(G0, M, G1),
    G1 \== G0,
    !,
    arg(1, Left, N0),
    (   N0 > 0, D0 > 0 -> N is N0-1, nb_setarg(1, Left, N), D is D0-1
    ;   functor(G0, F, A),
        throw(error(resource_error(goal_expansions), F/A))
    ),
    goal(G1, M, by([G0|Done], D, Left), G).
goal(G0, M, By, G) :-
    callable(G0),
    predicate_property(M:G0, meta_predicate(Specs)),
    !,
    G0 =.. [F|As0],
    Specs =.. [_|Ss],
    arguments(Ss, As0, M, By, As),
    G =.. [F|As].
goal(G, _, _, G).

% A left side of a disjunction that was not a condition must not become one by expansion.
alternative(A0, A1, A) :-
    (   nonvar(A1), ( A1 = (_->_) ; A1 = (_*->_) ), nonvar(A0), A0 \= (_->_), A0 \= (_*->_) -> A = (A1;fail)
    ;   A = A1
    ).

arguments([], [], _, _, []).
arguments([S|Ss], [A0|As0], M, By, [A|As]) :-
    argument(S, A0, M, By, A),
    arguments(Ss, As0, M, By, As).

argument(_, A, _, _, A) :- var(A), !.
argument(0, A0, M, By, A) :- !, goal(A0, M, By, A).
argument(^, A0, M, By, A) :- !, quantified_goal(A0, M, By, A).
argument(_, A, _, _, A).

quantified_goal(A, _, _, A) :- var(A), !.
quantified_goal(V^A0, M, By, V^A) :- !, quantified_goal(A0, M, By, A).
quantified_goal(A0, M, By, A) :- goal(A0, M, By, A).

hook(G0, M, G) :-
    '$defined'(M, goal_expansion, 2),
    M:goal_expansion(G0, G1), !,
    G = G1.
hook(G0, M, G) :-
    M \== user,
    '$defined'(user, goal_expansion, 2),
    user:goal_expansion(G0, G1), !,
    G = G1.
hook(G0, _, G) :-
    '$defined'(system, goal_expansion, 2),
    system:goal_expansion(G0, G1), !,
    G = G1.
