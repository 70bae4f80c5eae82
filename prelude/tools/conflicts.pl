% Smallest sets of constraints that contradict each other.

:- module(conflicts, [minimal_conflict/2]).

:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(budget)).
:- use_module(library(clpz)).

:- meta_predicate minimal_conflict(:,?).

%! minimal_conflict(:Goals, -Conflict) is semidet.
%
%  Unifies `Conflict` with the smallest part of the list of constraints `Goals` that still has no solution: without
%  any of its elements, the others have one, or none was excluded in a limited time. Fails if no contradiction is
%  found. Constraints contradict each other if posting them fails, or labeling all variables that have finite domains then.
?- minimal_conflict([X#>Y,Z#>3,Y#>U,U#>=X], Cs).
   Cs = [X#>Y,Y#>U,U#>=X].
?- minimal_conflict([[X,Y,Z]ins 0..1,X#\=Y,X#<2,Y#\=Z,X#\=Z], Cs).
   Cs = [[X,Y,Z]ins 0..1,X#\=Y,Y#\=Z,X#\=Z].
?- minimal_conflict([X#>1,X#<3], Cs).
   false.
?- minimal_conflict(_, Cs).
   error(instantiation_error,must_be/2).
minimal_conflict(MGs, Cs) :-
    strip_module(MGs, M, Gs),
    must_be(list, Gs),
    qualified(Gs, M, Qs),
    conflict(Qs, Ps, _),
    without(Ps, Cs).

qualified([], _, []).
qualified([G|Gs], M, [post(M:G,G)|Qs]) :- qualified(Gs, M, Qs).

without([], []).
without([post(_,G)|Ps], [G|Gs]) :- without(Ps, Gs).

% conflict(Posts, Conflict, How): Posts are terms post(M:G,_); How is `propagation` or `search`.
conflict(Ps, Cs, How) :-
    member(How, [propagation,search]),
    contradiction(How, Ps), !,
    explained(Ps, How, [], [], Cs0),
    ( contradiction(How, Cs0) -> Cs = Cs0 ; Cs = Ps ).

explained(Ps, How, Background, Added, Cs) :-
    (   Added = [_|_], contradiction(How, Background) -> Cs = []
    ;   Ps = [_] -> Cs = Ps
    ;   fragments:halves(Ps, Ps1, Ps2),
        append(Background, Ps1, B1),
        explained(Ps2, How, B1, Ps1, Cs2),
        append(Background, Cs2, B2),
        explained(Ps1, How, B2, Cs2, Cs1),
        append(Cs1, Cs2, Cs)
    ).

% Works on a copy without attributes: the variables may have other constraints by now.
contradiction(How, Ps0) :-
    copy_term(Ps0, Ps, _),
    catch(( call_with_budget(solvable(How, Ps), [inferences(1000000),time(1)], R) -> true ; R = none ), error(_,_), R = error),
    R == none.

solvable(How, Ps) :-
    posted(Ps),
    (   How == propagation -> true
    ;   term_variables(Ps, Vs0),
        finite(Vs0, Vs),
        labeling([ff], Vs)
    ).

posted([]).
posted([post(G,_)|Ps]) :- call(G), posted(Ps).

finite([], []).
finite([V|Vs], Ws) :-
    (   integer(V) -> Ws = Ws1
    ;   fd_var(V), fd_size(V, N), integer(N) -> Ws = [V|Ws1]
    ;   Ws = Ws1
    ),
    finite(Vs, Ws1).

%% The constraints of a program

% program_conflict(Ctx, M:G, V, Template, Conflict, How): Conflict is a list of post(M:G,I), where I is the number of the goal in
% the program, 0 if it comes with the variables of the goal. The program runs without posting constraints, which tells
% something only if it has no choice then. Constraints that are on in the state V are preferred.
program_conflict(Ctx, MG, V, Template, Cs, How) :-
    Ctx = ctx(Run,_,query(_,_,Xs0),_,_),
    copy_term(MG-Xs0, Template-Xs, Residual),
    install(Ctx),
    variants:query_name(Run, N),
    Q =.. [N|Xs],
    % Without constraints, arithmetic may lack values.
    catch(call_with_budget(collected(Q, Residual, Ps), [inferences(5000000),time(2)], R), error(_,_), fail),
    R == (!), !,
    on(Ps, V, Ps1),
    ( conflict(Ps1, Cs, How) -> true ; conflict(Ps, Cs, How) ),
    \+ ground(Cs).

on([], _, []).
on([P|Ps], V, Qs) :-
    P = post(_,I),
    (   ( I =:= 0 ; arg(I, V, on) ) -> Qs = [P|Qs1]
    ;   Qs = Qs1
    ),
    on(Ps, V, Qs1).

collected(Q, Residual, Ps) :-
    residual_posts(Residual, Ps0),
    b_setval('$why_posts', Ps0),
    '$why':Q,
    b_getval('$why_posts', Ps1),
    reverse(Ps1, Ps).

residual_posts([], []).
residual_posts([G|Gs], [post(user:G,0)|Ps]) :- residual_posts(Gs, Ps).

install(Ctx) :-
    Ctx = ctx(_,part(_,Preds,_,_),_,_,_),
    collecting(Preds, Preds1),
    fragments:all_on(Ctx, V),
    Ctx = ctx(Run,part(Q,_,N,Es),query(Is0,Vs,Xs),L,D),
    collecting_items(Is0, Is),
    variants:install(ctx(Run,part(Q,Preds1,N,Es),query(Is,Vs,Xs),L,D), collect, V).

collecting([], []).
collecting([pred(PI,S,N,F,L,Cls0)|Ps], [pred(PI,S,N,F,L,Cls)|Qs]) :-
    collecting_clauses(Cls0, Cls),
    collecting(Ps, Qs).

collecting_clauses([], []).
collecting_clauses([cl(C,H,Is0,Cut,T)|Cls], [cl(C,H,Is,Cut,T)|Ds]) :-
    collecting_items(Is0, Is),
    collecting_clauses(Cls, Ds).

collecting_items([], []).
collecting_items([I|Is], [J|Js]) :- collecting_item(I, J), collecting_items(Is, Js).

collecting_item(g(I,M,G,Kind), J) :- !,
    (   search(G) -> J = g(I,M,true,plain)
    ;   Kind == constraint -> J = g(I,conflicts,post(M:G,I),plain)
    ;   J = g(I,M,G,Kind)
    ).
collecting_item(alt(I,As0,Bs0), alt(I,As,Bs)) :- !, collecting_items(As0, As), collecting_items(Bs0, Bs).
collecting_item(if(I,M,C,As0,Bs0), if(I,M,C,As,Bs)) :- !,
    collecting_items(As0, As),
    ( Bs0 == none -> Bs = none ; collecting_items(Bs0, Bs) ).
collecting_item(soft(I,M,C,As0,Bs0), soft(I,M,C,As,Bs)) :- !,
    collecting_items(As0, As),
    ( Bs0 == none -> Bs = none ; collecting_items(Bs0, Bs) ).
collecting_item(I, I).

search(G) :- var(G), !, fail.
search(label(_)).
search(labeling(_,_)).
search(indomain(_)).

% What computes one number is called, so that recursion on numbers ends; any other constraint is noted.
post(M:G, I) :-
    (   computes(G, M) -> M:G
    ;   b_getval('$why_posts', Ps),
        b_setval('$why_posts', [post(M:G,I)|Ps])
    ).

computes(X#=Y, _) :- ( ground(Y), var(X) -> true ; ground(X), var(Y) ), !.
computes(G, M) :- ground(G), catch(M:G, error(_,_), fail).
