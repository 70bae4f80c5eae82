% Why a goal fails, does not end, or has an answer: explained by parts of the program.

:- module(why, [why/1, why/2]).

:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(budget)).

:- meta_predicate why(0), why(0,?).

%! why(:Goal) is nondet.
%
%  Writes why `Goal` has the result that it has, as program text that can be loaded and run.
%
%  - If `Goal` fails: a smallest fragment of the program in which it still fails. Goals that do not matter have a `*`
%    in front, which library(debug) defines as true; arguments of the query that do not matter are `_`. The cause of the failure is
%    in what is left. Beside a goal stands an instance of it that failed. If constraints contradict each other,
%    a smallest set of them is written, too.
%  - If `Goal` does not end: a smallest fragment that does not end either, a failure slice. Goals behind a `false` do not
%    matter. To make the program end, something in front of them must be changed.
%  - If `Goal` has an answer: its proof, the instances of clauses that were used, each indented below the one that needs it. On
%    backtracking, the next answers and their proofs.
%  - If `Goal` throws an error: the error.
%
%  A fragment must show its behaviour within limits of inferences and time. What could not be decided stays in the fragment. Nothing
%  is left out of negations, conditions, and in front of a cut, and programs that change the database or read are not run again.
?- assertz((aunt(X,Y):-sister(X,Z),parent(Z,Y))), assertz(sister(ann,tom)), assertz(parent(tom,eve)).
   true.
?- why(aunt(ann,bob)).
   outputs("% aunt(ann,bob) fails. So does this part of the program:\n\n:- use_module(library(debug)).  % * Goal is true\n\n?- aunt(_,bob).\n   false.\n\naunt(A,B) :-\n    * sister(A,C),\n    parent(C,B).                       % fails: parent(_,bob)\n\nparent(tom,eve).\n").
?- why(aunt(ann,X)).
   outputs("% aunt(ann,eve) is true:\n\naunt(ann,eve) :-\n    sister(ann,tom),\n    parent(tom,eve).\n  sister(ann,tom).\n  parent(tom,eve).\n"), X = eve.
?- why(_).
   error(instantiation_error,why/1).
why(MG) :-
    strip_module(MG, M, G),
    checked(G, why/1),
    explained(M, G, E),
    explanation_text:written(E, G).

%! why(:Goal, -Explanation) is nondet.
%
%  As why/1, with the explanation as a term:
%
%  - `fails(Fragment,Conflict)`: `Fragment` as in failure_fragment/2, `Conflict` is a list of contradictory constraints,
%    `[]` if none were found;
%  - `loops(Fragment)`: as in loop_fragment/2;
%  - `proved(Proof)`: as in proof_tree/2;
%  - `effects(Indicators)`: `Goal` fails or does not end, but the program cannot be run again, because it calls these predicates
%    that change or read something;
%  - `unclear(Outcome)`: `Goal` `fails` or `loops`, and nothing smaller was found.
?- why(member(X,[a]), E).
   X = a, E = proved(proof(member(a,[a]),call,[])).
?- why(( X = 1, X = 2, Y = X ), E).
   E = fails([(?-A=1,A=2,*(B=A))],[]).
?- assertz((mark(X):-assertz(marked(X)),X>1)), why(mark(1), E).
   E = effects([assertz/1]).
?- why(repeat, E).
   E = proved(proof(repeat,call,[]))
;  ... .
?- why(( repeat, fail ), E).
   E = loops([(?-repeat,false)]).
?- why(atom_length(1,_), _).
   error(type_error(atom,1),atom_length/2).
?- why(_, E).
   error(instantiation_error,why/2).
why(MG, E) :-
    strip_module(MG, M, G),
    checked(G, why/2),
    explained(M, G, E0),
    as_term(E0, E).

checked(G, Context) :-
    (   var(G) -> instantiation_error(Context)
    ;   callable(G) -> true
    ;   type_error(callable, G, Context)
    ).

as_term(proved(P), proved(P)).
as_term(effects(_,PIs), effects(PIs)).
as_term(unclear(O), unclear(O)).
as_term(loops(R), loops(F)) :- fragments:fragment_terms(R, F).
as_term(fails(R,C), fails(F,Gs)) :-
    fragments:fragment_terms(R, F),
    (   C = conflict(_,Ps,_) -> stripped(Ps, Gs)
    ;   Gs = []
    ).

stripped([], []).
stripped([post(M:G,_)|Ps], [T|Ts]) :- ( M == user -> T = G ; T = M:G ), stripped(Ps, Ts).

%% Explanations

% explained(M, G, E): E is proved(Proof), fails(Fragment,Conflict), loops(Fragment), effects(Outcome,PIs) or
% unclear(Outcome).
explained(M, G, E) :-
    first_outcome(M, G, Outcome, Limit, Effects),
    explained(Outcome, Limit, Effects, M, G, E).

first_outcome(M, G, Outcome, Limit, Effects) :-
    variants:with_context(M, G, Ctx, why:effects_of(Ctx, Effects)),
    (   Effects = [_|_] -> Outcome = effects
    ;   variants:measured(M, G, Limit, Outcome)
    ), !.

effects_of(ctx(_,part(_,_,_,Effects),_,_,_), Effects).

explained(true, _, _, M, G, proved(P)) :- proofs:proof_tree(M:G, P).
% The goal itself throws once more: the error shows its place in the program.
explained(error(Ball), _, _, M, G, _) :-
    with_output_to(string(_), \+ M:G),
    throw(Ball).
explained(fails, Limit, _, M, G, E) :-
    variants:with_context(M, G, Ctx, why:failed(Ctx, M, G, Limit, E)), !.
explained(exceeded, _, _, M, G, E) :-
    variants:with_context(M, G, Ctx, fragments:looping(Ctx, R)), !,
    ( R = fragment(_,_,_,_,_) -> E = loops(R) ; E = unclear(loops) ).
explained(effects, _, Effects, M, G, E) :- with_effects(M, G, Effects, E).

% The goal is run once: its effects take place. Further answers are not asked for.
with_effects(M, G, Effects, E) :-
    (   call_with_budget(proofs:proof_tree(M:G, P), [inferences(5000000),time(3)], R) ->
        (   R = exceeded(_) -> E = effects(loops,Effects)
        ;   E = proved(P)
        )
    ;   E = effects(fails,Effects)
    ).

failed(Ctx, M, G, Limit, E) :-
    fragments:failure(Limit, Ctx, R), !,
    (   R = fragment(_,_,_,_,_) ->
        R = fragment(_,shown(_,V),_,_,_),
        (   has_constraints(R), conflicts:program_conflict(Ctx, M:G, V, T, Ps, How) -> C = conflict(T,Ps,How)
        ;   C = none
        ),
        E = fails(R,C)
    ;   E = unclear(fails)
    ).

has_constraints(fragment(_,shown(Is,V),Groups,_,_)) :-
    (   kept(Is, V, constraint)
    ;   member(group(_,_,Ss), Groups),
        member(shown(_,Js,W,_,_), Ss),
        kept(Js, W, constraint)
    ), !.

kept(Is, V, Kind) :- program_parts:items_goal(Is, I, _, Kind), ( I == given -> true ; arg(I, V, on) ).
