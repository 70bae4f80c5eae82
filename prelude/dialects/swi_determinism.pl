% Predicates and goals that succeed exactly once, without a choice point: the declarations of SWI-Prolog 9. In modules of the dialect
% `swi`, the name without `det_` means the goal.

:- module(swi_determinism, [(det)/1, 'det_$'/1]).

:- meta_predicate det(:), 'det_$'(0), checked(0,?).

% The clauses of a declared predicate are stored under another name. Under its own name, one clause calls them and checks how they end.

%! det(:Indicators) is det.
%
%  Declares predicates that succeed exactly once; used as a directive before their clauses. `Indicators` is one predicate indicator, or
%  several in a list or joined by commas. A call that leaves a choice point throws `determinism_error(Indicator,det,nondet,property)`, and
%  one that fails `determinism_error(Indicator,det,fail,property)`, both as the first argument of `error/2`.
?- det(p).
   error(type_error(predicate_indicator,p),(det)/1).
?- det(_).
   error(instantiation_error,(det)/1).
det(Specs) :-
    strip_module(Specs, M, S),
    phrase(indicators(S, M), PIs),
    each_det(PIs).

indicators(S, _) --> { var(S) }, !, { instantiation_error((det)/1) }.
indicators([], _) --> !.
indicators([S|Ss], M) --> !, indicators(S, M), indicators(Ss, M).
indicators((S,Ss), M) --> !, indicators(S, M), indicators(Ss, M).
indicators(M:S, _) --> !, indicators(S, M).
indicators(N//A0, M) --> { integer(A0), !, A is A0+2 }, indicators(N/A, M).
indicators(N/A, M) --> { atom(N), integer(A), A >= 0 }, !, [M:N/A].
indicators(S, _) --> { type_error(predicate_indicator, S, (det)/1) }.

each_det([]).
each_det([M:N/A|PIs]) :-
    atom_concat(N, ' det', Impl),
    '$rename_clauses'(M, N, A, Impl, false),
    functor(H, N, A),
    H =.. [_|Xs],
    Body =.. [Impl|Xs],
    '$add_clause'(M, (H:-swi_determinism:checked(M:Body, M:N/A))),
    each_det(PIs).

checked(G, PI) :-
    (   call_det(G, Det) ->
        (   Det == true -> true
        ;   throw(error(determinism_error(PI,det,nondet,property), PI))
        )
    ;   throw(error(determinism_error(PI,det,fail,property), PI))
    ).

%! 'det_$'(:Goal) is det.
%
%  Calls `Goal`, which must succeed exactly once: if it leaves a choice point, throws `determinism_error(Goal,det,nondet,goal)`, and if
%  it fails `determinism_error(Goal,det,fail,goal)`, both as the first argument of `error/2`.
?- swi_determinism:'det_$'(member(X, [a])).
   X = a.
?- swi_determinism:'det_$'(fail).
   error(determinism_error(fail,det,fail,goal),($)/1).
?- swi_determinism:'det_$'(member(X, [a,b])).
   error(determinism_error(member(a,[a,b]),det,nondet,goal),($)/1).
'det_$'(G) :-
    (   call_det(G, Det) ->
        ( Det == true -> true ; determinism_error(G, nondet) )
    ;   determinism_error(G, fail)
    ).

determinism_error(G0, How) :-
    strip_module(G0, _, G),
    throw(error(determinism_error(G,det,How,goal), ($)/1)).
