% Fragments of a program that fail, or do not end, as the whole program does.

:- module(fragments, [failure_fragment/2, loop_fragment/2]).

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(budget)).
:- use_module(library(error)).
:- use_module(library(assoc)).
:- use_module(library(tabling)).
:- use_module(library(iso_ext)).
:- use_module(library(charsio)).

:- meta_predicate failure_fragment(0,?), loop_fragment(0,?).

% The variants of a program are clauses of module '$why' under the names of program_parts. What one run of
% this library knows is stored under the number of the run, so that runs may be nested.
:- dynamic(last_run/1).
:- dynamic(installed/3).        % installed(Run, Mode, State): what is in '$why'
:- dynamic(tolerated/2).        % tolerated(Run, I): an unsafe goal of the program as it is
:- dynamic(failed/3).           % failed(Run, I, Goal): how a goal has failed
:- dynamic(spent/2).            % spent(Run, What): `time` if time ran out
last_run(0).

% A context is ctx(Run,Part,Query,Limit,Deadline) with a limit(Inferences,Seconds) for each variant. Query is query(Items,Variables,Values): the goal with
% variables for what cannot stand in a clause, and their values. A state is a term s(S1,S2,…) with `on`, `off`
% or `dead` for each number of a part: left out, or behind a `false`.

%! failure_fragment(:Goal, -Fragment) is semidet.
%
%  Unifies `Fragment` with a smallest fragment of the program in which `Goal` still fails; fails if `Goal`
%  does not. A fragment is a list of clauses, after the query `?- Goal`: a goal that is left out is
%  written `*Goal`, and an argument of the query that does not matter is a variable. A larger fragment may be given
%  if the search for a smallest one takes too long.
%
%  Goals are only left out where this cannot remove answers: not in negations, in conditions and before a cut.
?- assertz((stair(X,Z):-step(X,Y),step(Y,Z))), assertz(step(a,b)), assertz(step(b,c)), failure_fragment(stair(a,d), F).
   F = [(?-stair(_,d)),(stair(_,Z):- *(step(_,Y)),step(Y,Z)),step(a,b),step(b,c)].
?- failure_fragment(member(_,[a]), F).
   false.
failure_fragment(MG, Cs) :-
    strip_module(MG, M, G),
    must_be(callable, G),
    with_context(M, G, Ctx, once(failing(M, G, Ctx, R))),
    R = fragment(_,_,_,_,_),
    fragment_terms(R, Cs).

%! loop_fragment(:Goal, -Fragment) is semidet.
%
%  Unifies `Fragment` with a smallest fragment of the program in which `Goal` still does not end within the limits
%  of why/1: a failure slice. Fails if `Goal` has an answer, or fails. The clauses of the fragment, after the
%  query, have the goal `false` inserted; goals behind it do not matter, and are written `*Goal`.
?- assertz((walk(X):-rest(X),walk(Y),rest(Y))), assertz(rest(_)), loop_fragment(walk(a), F).
   F = [(?-walk(a),false),(walk(X):-rest(X),walk(Y),false,*(rest(Y))),rest(_)].
?- loop_fragment(fail, F).
   false.
loop_fragment(MG, Cs) :-
    strip_module(MG, M, G),
    must_be(callable, G),
    with_context(M, G, Ctx, once(looping(Ctx, R))),
    R = fragment(_,_,_,_,_),
    fragment_terms(R, Cs).

%% Contexts

:- meta_predicate with_context(?,?,?,0), limited(0,?,?,?), result(0,?,?,?).

% Calls a goal with a context for goal G of module M. Clauses in '$why' are removed in the end.
with_context(M, G, Ctx, Goal) :-
    setup_call_cleanup(
        new_run(Run),
        ( context(Run, M, G, Ctx), Goal ),
        end_run(Run)).

new_run(Run) :-
    retract(last_run(Run0)),
    Run is Run0+1,
    assertz(last_run(Run)).

end_run(Run) :-
    (   retract(installed(Run, scratch, PIs)),
        member(N/A, PIs),
        abolish('$why':N/A),
        fail
    ;   true
    ),
    retractall(installed(Run, _, _)),
    retractall(tolerated(Run, _)),
    retractall(failed(Run, _, _)),
    retractall(spent(Run, _)).

context(Run, M, G0, ctx(Run,Part,Query,Limit,Deadline)) :-
    template(G0, 0, G1, Vs0, Xs0),
    term_variables(G1-Vs0, Vs1),
    unlisted(Vs1, Vs0, Vs2),
    append(Vs2, Vs0, Vs3),
    append(Vs2, Xs0, Values),
    copy_term(G1-Vs3, G-Vs, _),
    program_parts:part(M, G, Run, Part),
    Part = part(cl(0,_,Is,_,_),Preds,_,_),
    Query = query(Is,Vs,Values),
    findall(N/A, ( member(pred(_:_/A,S,N,_,_,_), Preds), memberchk(S, [live,table]) ), PIs0),
    length(Vs, NVs),
    query_name(Run, QN),
    tabled_names(Preds, PIs1),
    append([QN/NVs|PIs0], PIs1, PIs),
    assertz(installed(Run, scratch, PIs)),
    Limit = limit(5000000,2),
    statistics(walltime, [T0,_]),
    Deadline is T0+15000.

query_name(Run, N) :- format(atom(N), "~d ?", [Run]).

tabled_names([], []).
tabled_names([pred(_:_/A,S,N,_,_,_)|Ps], PIs) :-
    (   S == table -> table_name(N, T), PIs = [T/A|PIs1]
    ;   PIs = PIs1
    ),
    tabled_names(Ps, PIs1).

table_name(N, T) :- atom_concat(N, ' table', T).

unlisted([], _, []).
unlisted([V|Vs], Ws, Us) :-
    (   member(W, Ws), W == V -> Us = Us1
    ;   Us = [V|Us1]
    ),
    unlisted(Vs, Ws, Us1).

% template(G0, Depth, G, Vs, Xs): G is G0 with variables Vs for arguments Xs that are cyclic.
template(G, _, G, [], []) :- acyclic_term(G), !.
template((A0,B0), D0, (A,B), Vs, Xs) :- D0 < 1000, !,
    D is D0+1,
    template(A0, D, A, Vs1, Xs1),
    template(B0, D, B, Vs2, Xs2),
    append(Vs1, Vs2, Vs),
    append(Xs1, Xs2, Xs).
template(G0, _, G, Vs, Xs) :-
    G0 =.. [F|As0],
    template_arguments(As0, As, Vs, Xs),
    G =.. [F|As].

template_arguments([], [], [], []).
template_arguments([A|As0], [B|As], Vs, Xs) :-
    (   acyclic_term(A) -> B = A, Vs = Vs1, Xs = Xs1
    ;   Vs = [B|Vs1],
        Xs = [A|Xs1]
    ),
    template_arguments(As0, As, Vs1, Xs1).

%% Outcomes

% outcome(Ctx, Mode, State, Outcome): runs a variant. Outcome is fails, true, error(Ball), unknown(I) if a goal I
% has been called less instantiated than it may be, or exceeded.
outcome(Ctx, Mode, V, Outcome) :-
    Ctx = ctx(Run,_,_,Limit,Deadline),
    statistics(walltime, [T,_]),
    Left is (Deadline-T)/1000,
    (   Left =< 0 ->
        (   spent(Run, time) -> true
        ;   assertz(spent(Run, time))
        ),
        Outcome = late
    ;   install(Ctx, Mode, V),
        query_goal(Ctx, Q),
        Limit = limit(N,T1),
        T2 is min(T1, Left),
        limited(Q, N, T2, Outcome)
    ).

query_goal(ctx(Run,_,query(_,_,Xs),_,_), '$why':Q) :-
    query_name(Run, N),
    Q =.. [N|Xs].

limited(Q, Limit, Time, Outcome) :-
    % The bindings of the goal are undone.
    catch(with_output_to(string(_), findall(R0, result(Q, Limit, Time, R0), [R])),
          Ball,
          R = error(Ball)),
    (   R = error('$why_unknown'(I)) -> Outcome = unknown(I)
    ;   R = error(error(resource_error(_),_)) -> Outcome = exceeded
    ;   R = exceeded(_) -> Outcome = exceeded
    ;   ( R == fails ; R = error(_) ) -> Outcome = R
    ;   Outcome = true
    ).

result(Q, Limit, Time, R) :- ( call_with_budget(Q, [inferences(Limit),time(Time)], R0) -> R = R0 ; R = fails ).

% The outcome of a goal under the limits of this library, and the limit for its variants: a few times what it takes.
measured(M, G, limit(N,T), Outcome) :-
    statistics(inferences, I0),
    statistics(walltime, [T0,_]),
    limited(M:G, 5000000, 3, Outcome),
    statistics(inferences, I1),
    statistics(walltime, [T1,_]),
    N is 4*(I1-I0)+100000,
    T is 4*(T1-T0)/1000+0.3.

%% Variants

install(Ctx, Mode, V) :-
    Ctx = ctx(Run,Part,Query,_,_),
    Part = part(_,Preds,_,_),
    (   installed(Run, Mode, Old) -> true
    ;   Old = none
    ),
    retractall(installed(Run, check, _)),
    retractall(installed(Run, notes, _)),
    retractall(installed(Run, loops, _)),
    install_each(Preds, Ctx, Mode, Old, V),
    assertz(installed(Run, Mode, V)),
    Query = query(Is,Vs,_),
    query_name(Run, N),
    H =.. [N|Vs],
    body(Is, build(Ctx,Mode,V,none), Vs, B),
    replace_clauses(H, [(H:-B)]).

replace_clauses(H, Cs) :-
    functor(H, N, A),
    functor(G, N, A),
    retractall('$why':G),
    add_each(Cs).

add_each([]).
add_each([C|Cs]) :- assertz('$why':C), add_each(Cs).

install_each([], _, _, _, _).
install_each([P|Ps], Ctx, Mode, Old, V) :-
    P = pred(_:_/A,S,N,First,Last,Cls),
    (   ( S == facts ; S == whole ) -> true
    ;   Old \== none, same_slice(First, Last, Old, V) -> renewed(S, N, A)
    ;   functor(H, N, A),
        (   S == live -> Name = N
        ;   table_name(N, Name),
            renewed(S, N, A)
        ),
        clauses(Cls, Name, build(Ctx,Mode,V,none), Cs),
        functor(H1, Name, A),
        replace_clauses(H1, Cs),
        ( true ; H = H1 )
    ),
    !,
    install_each(Ps, Ctx, Mode, Old, V).

% A tabled predicate has new tables in each variant: the number of the variant is part of their key.
:- dynamic(variant/1).
variant(0).

renewed(live, _, _).
renewed(table, N, A) :-
    retract(variant(K0)),
    K is K0+1,
    assertz(variant(K)),
    table_name(N, T),
    functor(H, N, A),
    H =.. [_|As],
    B =.. [T|As],
    replace_clauses(H, [(H:-tabling:tabled('$why':B,'$why':table(K,H),[]))]).

same_slice(I, Last, V, W) :-
    (   I > Last -> true
    ;   arg(I, V, S),
        arg(I, W, S),
        I1 is I+1,
        same_slice(I1, Last, V, W)
    ).

clauses([], _, _, []).
clauses([cl(C,H,Is,Cut,_)|Cls], Name, build(Ctx,Mode,V,_), Cs) :-
    H =.. [_|As],
    (   Is = [I|_], item_state(I, V, dead) -> Cs = Cs1
    ;   Mode == check, Cut == yes ->
        % Whether the cut is reached must not depend on a binding that a more special call would not make.
        length(As, N),
        length(Xs, N),
        H1 =.. [Name|Xs],
        body(Is, build(Ctx,Mode,V,Vs), As, B),
        Cs = [(H1:-term_variables(Xs,Vs),Xs=As,B)|Cs1]
    ;   H1 =.. [Name|As],
        body(Is, build(Ctx,Mode,V,none), As, B),
        Cs = [(H1:-B)|Cs1]
    ),
    C = C,
    clauses(Cls, Name, build(Ctx,Mode,V,none), Cs1).

item_state(_, none, S) :- !, S = on.
item_state(g(given,_,_,_), _, S) :- !, S = on.
item_state(I, V, S) :-
    arg(1, I, N),
    arg(N, V, S).

% The goal for items. `Seen` has the variables of the clause that may be bound before.
body([], _, _, true).
body([I|Is], Build, Seen, G) :-
    Build = build(_,_,V,_),
    item_state(I, V, S),
    (   S == dead -> G = fail
    ;   S == off -> body(Is, Build, Seen-I, G)
    ;   item(I, Build, Seen, G1),
        body(Is, Build, Seen-I, G2),
        conjunction(G1, G2, G)
    ).

conjunction(A, B, C) :-
    (   A == true -> C = B
    ;   B == true -> C = A
    ;   C = (A,B)
    ).

item(end(_), _, _, true).
item(cut(I), build(Ctx,_,_,Vs), _, G) :-
    (   Vs == none -> G = !
    ;   Ctx = ctx(Run,_,_,_,_),
        G = ( fragments:unbound(Run, I, Vs), ! )
    ).
item(alt(_,As,Bs), Build, Seen, (A;B)) :-
    body(As, Build, Seen, A),
    body(Bs, Build, Seen, B).
item(if(I,M,C,As,Bs), Build, Seen, G) :-
    condition(I, M, C, Build, Seen, C1),
    body(As, Build, Seen-C, A),
    (   Bs == none -> G = ( C1 -> A )
    ;   body(Bs, Build, Seen, B),
        G = ( C1 -> A ; B )
    ).
item(soft(I,M,C,As,Bs), Build, Seen, G) :-
    condition(I, M, C, Build, Seen, C1),
    body(As, Build, Seen-C, A),
    (   Bs == none -> G = '*->'(C1, A)
    ;   body(Bs, Build, Seen, B),
        G = ( '*->'(C1, A) ; B )
    ).
item(g(I,M,G0,Kind), Build, Seen, G) :-
    Build = build(ctx(Run,Part,_,_,_),Mode,_,_),
    (   Kind = test(Inputs), Mode == check -> outer(Inputs, Seen, Vs), guarded(Vs, Run, I, M:G0, G)
    ;   Kind == neg, Mode == check, G0 = (\+N) -> condition(I, M, N, Build, Seen, C), G = (\+C)
    ;   called(Kind, M, G0, Part, G1),
        (   Mode == notes -> noted(Kind, Run, I, M:G0, G1, G)
        ;   G = G1
        )
    ).

guarded([], _, _, G, G) :- !.
guarded(Vs, Run, I, G, ( fragments:instantiated(Run, I, Vs), G )).

condition(I, M, C, build(ctx(Run,_,_,_,_),Mode,_,_), Seen, G) :-
    (   Mode == check, outer(C, Seen, Vs), Vs = [_|_] ->
        (   sensitive(C, M) -> G = ( fragments:instantiated(Run, I, Vs), M:C )
        ;   G = ( term_variables(Vs, Ws), M:C, fragments:unbound(Run, I, Ws) )
        )
    ;   G = M:C
    ).

sensitive(C, M) :-
    program_parts:calls(C, M, Cs, []),
    member(_:G, Cs),
    program_parts:test(G, _), !.

% The variables of a term that may have been bound before.
outer(T, Seen, Vs) :-
    term_variables(T, Us),
    term_variables(Seen, Ws),
    common(Us, Ws, Vs).

common([], _, []).
common([U|Us], Ws, Vs) :-
    (   member(W, Ws), W == U -> Vs = [U|Vs1]
    ;   Vs = Vs1
    ),
    common(Us, Ws, Vs1).

called(call(PI), _, G0, Part, G) :- !, renamed(PI, G0, Part, G).
called(phrase(PI,G0), _, _, Part, G) :- !, renamed(PI, G0, Part, G).
called(closures(Cs), M, G0, Part, M:G) :- !,
    G0 =.. [F|As0],
    closures(As0, 1, Cs, Part, As),
    G =.. [F|As].
called(_, M, G, _, M:G).

closures([], _, _, _, []).
closures([A0|As0], I0, Cs, Part, [A|As]) :-
    (   member(arg(I0,PI), Cs) -> renamed(PI, A0, Part, A)
    ;   A = A0
    ),
    I is I0+1,
    closures(As0, I, Cs, Part, As).

renamed(PI, G0, part(_,Preds,_,_), G) :-
    PI = M:_,
    (   member(pred(PI,S,N,_,_,_), Preds), ( S == live ; S == table ) ->
        G0 =.. [_|As],
        G1 =.. [N|As],
        G = '$why':G1
    ;   G = M:G0
    ).

% Notes the first failure of a goal that is not the failure of a goal inside it.
noted(Kind, Run, I, G0, G1, G) :-
    (   Kind = call(_), G1 = '$why':S -> G = ( \+ fragments:unmatched(S, Run, I, G0), G1 )
    ;   G = ( '*->'(G1, true) ; fragments:noted(Run, I, G0) )
    ).

unmatched(S, Run, I, G) :-
    \+ clause('$why':S, _),
    \+ noted(Run, I, G).

noted(Run, I, G) :-
    \+ failed(Run, I, _),
    \+ \+ ( copy_term(G, H, _), acyclic_term(H), assertz(failed(Run, I, H)) ),
    fail.

% Throws if some of the variables have been bound; they have no attributes either.
unbound(Run, I, Vs) :-
    (   all_free(Vs), term_variables(Vs, Ws), same_length(Vs, Ws) -> true
    ;   tolerated(Run, I) -> true
    ;   throw('$why_unknown'(I))
    ).

all_free([]).
all_free([V|Vs]) :- var(V), \+ attvar(V), all_free(Vs).

instantiated(Run, I, Vs) :-
    (   ground(Vs) -> true
    ;   tolerated(Run, I) -> true
    ;   throw('$why_unknown'(I))
    ).

%% Failure

% failing(M, G, Ctx, R): R is a fragment if goal G fails; otherwise its outcome.
failing(M, G, Ctx0, R) :-
    measured(M, G, Limit, Outcome),
    (   Outcome == fails -> failure(Limit, Ctx0, R)
    ;   R = Outcome
    ).

% The fragment of a goal that has failed; its variants have a limit.
failure(Limit, Ctx0, R) :-
    Ctx0 = ctx(Run,Part0,Query,_,Deadline),
    Part0 = part(_,_,_,Effects),
    Ctx1 = ctx(Run,Part0,Query,Limit,Deadline),
    (   Effects = [_|_] -> R = effects(Effects)
    ;   as_it_is(Ctx1, Ctx) ->
        Ctx = ctx(_,Part,_,_,_),
        all_candidates(Part, Candidates),
        smallest(Ctx, Candidates, Kept),
        state(Ctx, Candidates, Kept, V),
        general_query(Ctx, V, Ctx2),
        (   Ctx2 == Ctx, length(Candidates, N), length(Kept, N) -> retractall(tolerated(Run, _))
        ;   true
        ),
        notes(Ctx2, V),
        fragment(failure, Ctx2, V, R)
    ;   R = unclear
    ).

% The context in which the program fails as it is: goals that are not safe there are tolerated. If it
% does not fail, as where tabling is moded, only the query is taken apart.
as_it_is(Ctx0, Ctx) :-
    Ctx0 = ctx(Run,part(Q,Preds0,N,Es),Query,Limit,Deadline),
    all_on(Ctx0, V),
    (   settled(Ctx0, V) -> Ctx = Ctx0
    ;   all_whole(Preds0, Preds),
        Ctx = ctx(Run,part(Q,Preds,N,Es),Query,Limit,Deadline),
        retractall(tolerated(Run, _)),
        settled(Ctx, V)
    ).

all_whole([], []).
all_whole([pred(PI,S0,N,F,L,Cs)|Ps0], [pred(PI,S,N,F,L,Cs)|Ps]) :-
    ( S0 == facts -> S = facts ; S = whole ),
    all_whole(Ps0, Ps).

settled(Ctx, V) :-
    outcome(Ctx, check, V, O),
    (   O == fails -> true
    ;   O = unknown(I) ->
        Ctx = ctx(Run,_,_,_,_),
        \+ tolerated(Run, I),
        assertz(tolerated(Run, I)),
        settled(Ctx, V)
    ).

all_candidates(part(cl(_,_,Is,_,_),Preds,_,_), Cs) :-
    program_parts:candidates(Is, Cs0),
    findall(I, ( member(pred(_,S,_,_,_,Cls), Preds), memberchk(S, [live,table]), member(cl(_,_,Js,_,_), Cls),
                 program_parts:candidates(Js, Ks), member(I, Ks) ), Cs1),
    append(Cs0, Cs1, Cs).

all_on(Ctx, V) :- state(Ctx, [], [], V).

% The state in which the candidates that are not kept are left out; so is all output.
state(ctx(_,Part,_,_,_), Candidates, Kept, V) :-
    Part = part(Q,Preds,N,_),
    functor(V, s, N),
    set_all(Kept, V, on),
    set_all(Candidates, V, off),
    findall(I, ( ( Cl = Q ; member(pred(_,_,_,_,_,Cls), Preds), member(Cl, Cls) ), Cl = cl(_,_,Is,_,_),
                 program_parts:items_goal(Is, I, _, output) ), Outputs),
    set_all(Outputs, V, off),
    rest_on(N, V).

set_all([], _, _).
set_all([I|Is], V, S) :- arg(I, V, A), ( var(A) -> A = S ; true ), set_all(Is, V, S).

rest_on(N, V) :-
    (   N =:= 0 -> true
    ;   arg(N, V, A),
        ( var(A) -> A = on ; true ),
        N1 is N-1,
        rest_on(N1, V)
    ).

% A smallest set of candidates that have to be kept. There may be several; of two, that with fewer goals and
% predicates is taken.
smallest(Ctx, Cs, Kept) :-
    minimal(failing, Ctx, Cs, Kept1),
    length(Cs, N),
    (   N > 200 -> Kept = Kept1
    ;   Kept1 = [_,_|_] ->
        reverse(Cs, Rs),
        minimal(failing, Ctx, Rs, Kept2),
        weight(Ctx, Cs, Kept1, W1),
        weight(Ctx, Cs, Kept2, W2),
        ( W2 @< W1 -> Kept = Kept2 ; Kept = Kept1 )
    ;   Kept = Kept1
    ).

weight(Ctx, Cs, Kept, N) :-
    state(Ctx, Cs, Kept, V),
    length(Kept, K),
    shown(Ctx, V, PIs),
    length(PIs, P),
    N is K+P.

% QuickXplain (Junker 2004): a minimal subset of a list for which a test succeeds, if it is
% monotonic. Candidates that come first are preferred.
minimal(Test, Ctx, Cs, Kept) :-
    (   passes(Test, Ctx, Cs, []) -> Kept = []
    ;   explained(Test, Ctx, Cs, [], [], Cs, Kept0),
        (   passes(Test, Ctx, Cs, Kept0) -> Kept1 = Kept0
        ;   Kept1 = Cs
        ),
        without_each(Kept1, Test, Ctx, Cs, [], Kept)
    ).

explained(Test, Ctx, All, Background, Added, Cs, Kept) :-
    (   Added = [_|_], passes(Test, Ctx, All, Background) -> Kept = []
    ;   Cs = [_] -> Kept = Cs
    ;   halves(Cs, Cs1, Cs2),
        append(Cs1, Background, B1),
        explained(Test, Ctx, All, B1, Cs1, Cs2, Kept2),
        append(Kept2, Background, B2),
        explained(Test, Ctx, All, B2, Kept2, Cs1, Kept1),
        append(Kept1, Kept2, Kept)
    ).

halves(Cs, As, Bs) :-
    length(Cs, N),
    K is (N+1)//2,
    length(As, K),
    append(As, Bs, Cs).

% Tests that could not be decided may leave too much: tries to leave out each one again.
without_each([], _, _, _, Kept, Kept).
without_each([C|Cs], Test, Ctx, All, Kept0, Kept) :-
    append(Kept0, Cs, Others),
    (   passes(Test, Ctx, All, Others) -> Kept1 = Kept0
    ;   append(Kept0, [C], Kept1)
    ),
    without_each(Cs, Test, Ctx, All, Kept1, Kept).

passes(failing, Ctx, Cs, Kept) :-
    state(Ctx, Cs, Kept, V),
    outcome(Ctx, check, V, fails).
passes(looping, Ctx, Cs, Kept) :-
    all_on(Ctx, V0),
    findall(C, ( member(C, Cs), \+ memberchk(C, Kept) ), Removed),
    killed(Removed, V0, V),
    outcome(Ctx, loops, V, exceeded).

%% The query

% Replaces subterms of the query by variables as long as it fails.
general_query(Ctx0, V, Ctx) :-
    Ctx0 = ctx(_,_,query(Is,_,_),_,_),
    findall([K,A],
            ( nth1(K, Is, g(I,_,G,Kind)), arg(I, V, on), ( Kind = call(_) ; Kind == plain ; Kind == constraint ),
              functor(G, _, N), between(1, N, A) ),
            Paths),
    general(Paths, 40, V, Ctx0, Ctx).

general([], _, _, Ctx, Ctx).
general([P|Ps], N, V, Ctx0, Ctx) :-
    Ctx0 = ctx(Run,Part,query(Is0,Vs,Xs),Limit,Deadline),
    P = [K|Path],
    nth1(K, Is0, g(_,_,G0,_)),
    subterm(Path, G0, T),
    (   N =:= 0 -> Ctx = Ctx0
    ;   var(T), occurs_once(T, Is0), \+ attributed(T, Vs, Xs) -> general(Ps, N, V, Ctx0, Ctx)
    ;   N1 is N-1,
        replaced_item(K, Path, Is0, Is),
        Ctx1 = ctx(Run,Part,query(Is,Vs,Xs),Limit,Deadline),
        (   outcome(Ctx1, check, V, fails) -> general(Ps, N1, V, Ctx1, Ctx)
        ;   compound(T) ->
            functor(T, _, A),
            findall(P1, ( between(1, A, I), append(P, [I], P1) ), Ps1),
            append(Ps1, Ps, Ps2),
            general(Ps2, N1, V, Ctx0, Ctx)
        ;   general(Ps, N1, V, Ctx0, Ctx)
        )
    ).

attributed(T, Vs, Xs) :- nth0(I, Vs, V), V == T, nth0(I, Xs, X), ( nonvar(X) ; attvar(X) ), !.

occurs_once(T, Is) :-
    findall(x, ( member(g(_,_,G,_), Is), sub_variable(G, T) ), [_]).

sub_variable(G, T) :-
    (   var(G) -> G == T
    ;   compound(G),
        functor(G, _, N),
        between(1, N, I),
        arg(I, G, A),
        sub_variable(A, T)
    ).

subterm([], T, T).
subterm([I|Is], T0, T) :- arg(I, T0, T1), subterm(Is, T1, T).

replaced_item(1, Path, [g(I,M,G0,K)|Is], [g(I,M,G,K)|Is]) :- !, replaced(Path, G0, G).
replaced_item(N, Path, [I|Is0], [I|Is]) :- N1 is N-1, replaced_item(N1, Path, Is0, Is).

replaced([], _, _).
replaced([I|Is], T0, T) :-
    T0 =.. [F|As0],
    nth1(I, As0, A0, Others),
    replaced(Is, A0, A),
    nth1(I, As, A, Others),
    T =.. [F|As].

%% Why goals of the fragment fail

notes(Ctx, V) :-
    Ctx = ctx(Run,Part,Query,Limit0,Deadline),
    Limit0 = limit(I0,T0),
    I is 10*I0,
    T is 10*T0,
    Limit = limit(I,T),
    ignore(outcome(ctx(Run,Part,Query,Limit,Deadline), notes, V, _)).

%% Loops

% Small limits are tried first; what they lead to must exceed the full limit as well.
looping(Ctx, R) :- looping([limit(30000,0.05),limit(300000,0.3),limit(5000000,2)], Ctx, R).

looping([Limit|Limits], Ctx0, R) :-
    Ctx0 = ctx(Run,Part,Query,_,Deadline),
    Part = part(_,Preds,_,Effects),
    Ctx = ctx(Run,Part,Query,Limit,Deadline),
    (   Effects = [_|_] -> R = effects(Effects)
    ;   all_on(Ctx, V0), outcome(Ctx, loops, V0, exceeded) ->
        removable(Preds, Cs),
        minimal(looping, Ctx, Cs, Kept),
        findall(C, ( member(C, Cs), \+ memberchk(C, Kept) ), Removed),
        killed(Removed, V0, V1),
        Query = query(Is,_,_),
        shortest(Is, last, Ctx, V1, V2),
        shortest_clauses(Preds, Ctx, V2, V),
        (   Limits == [] -> fragment(loop, Ctx, V, R)
        ;   outcome(Ctx0, loops, V, O), memberchk(O, [exceeded,late]) -> fragment(loop, Ctx, V, R)
        ;   looping(Limits, Ctx0, R)
        )
    ;   R = unclear
    ).

% The clauses that may be removed, each by the number of its first item. Removing a clause with a cut lets
% the clauses below it run.
removable(Preds, Cs) :-
    findall(I,
            ( member(pred(_,S,_,_,_,Cls), Preds), memberchk(S, [live,table]),
              append(_, [cl(_,_,[It|_],Cut,_)|Below], Cls), ( Cut == no ; Below == [] ), arg(1, It, I) ),
            Cs).

killed([], V, V).
killed([I|Is], V0, V) :-
    changed(I, dead, V0, V1),
    killed(Is, V1, V).

changed(I, S, V0, V) :-
    V0 =.. [F|As0],
    nth1(I, As0, _, Others),
    nth1(I, As, S, Others),
    V =.. [F|As].

shortest_clauses([], _, V, V).
shortest_clauses([pred(_,S,_,_,_,Cls)|Ps], Ctx, V0, V) :-
    (   memberchk(S, [live,table]) -> shortest_each(Cls, Ctx, V0, V1)
    ;   V1 = V0
    ),
    shortest_clauses(Ps, Ctx, V1, V).

shortest_each([], _, V, V).
shortest_each([cl(_,_,Is,Cut,_)|Cls], Ctx, V0, V) :-
    (   Is = [I|_], item_state(I, V0, dead) -> V1 = V0
    ;   ( Cls == [] ; Cut == no ) -> shortest(Is, last, Ctx, V0, V1)
    ;   shortest(Is, cut, Ctx, V0, V1)
    ),
    shortest_each(Cls, Ctx, V1, V).

% Inserts `false` as early as possible. Where a clause with a cut has others below it, only behind the cut.
shortest(Is0, Where, Ctx, V0, V) :-
    (   Where == cut -> behind_cut(Is0, Is)
    ;   Is = Is0
    ),
    (   member(I, Is),
        arg(1, I, N),
        changed(N, dead, V0, V1),
        outcome(Ctx, loops, V1, exceeded) ->
        true
    ;   V1 = V0
    ),
    shortest_branches(Is, Ctx, V1, V).

behind_cut(Is0, Is) :-
    (   append(_, [I|Is1], Is0), \+ \+ ( program_parts:fixed([I], no, yes, [], _) ), \+ program_parts:fixed(Is1, no, yes, [], _) -> Is = Is1
    ;   Is = []
    ).

shortest_branches([], _, V, V).
shortest_branches([I|Is], Ctx, V0, V) :-
    (   item_state(I, V0, dead) -> V = V0
    ;   branches(I, Bs) ->
        shortest_in(Bs, Ctx, V0, V1),
        shortest_branches(Is, Ctx, V1, V)
    ;   shortest_branches(Is, Ctx, V0, V)
    ).

branches(alt(_,As,Bs), [As,Bs]).
branches(if(_,_,_,As,Bs), Ls) :- ( Bs == none -> Ls = [As] ; Ls = [As,Bs] ).
branches(soft(_,_,_,As,Bs), Ls) :- ( Bs == none -> Ls = [As] ; Ls = [As,Bs] ).

shortest_in([], _, V, V).
shortest_in([B|Bs], Ctx, V0, V) :-
    (   program_parts:fixed(B, no, yes, [], _) -> V1 = V0
    ;   shortest(B, last, Ctx, V0, V1)
    ),
    shortest_in(Bs, Ctx, V1, V).

%% Fragments

% fragment(How, Query, Groups, Notes, Late): Query is the list of the items of the query and the state; a group is
% group(PI,Status,Clauses) with the clauses as shown(Head,Items,State,Names,Place).
fragment(How, Ctx, V, fragment(How,shown(Is,V),Groups,Notes,Late)) :-
    Ctx = ctx(Run,part(_,Preds,_,_),query(Is0,Vs,Xs),_,_),
    given(Is0, Vs, Xs, Is),
    shown(Ctx, V, PIs),
    findall(P, ( member(PI, PIs), P = pred(PI,_,_,_,_,_), member(P, Preds) ), Ps),
    groups(Ps, V, Groups),
    findall(I-G, failed(Run, I, G), Failed),
    findall(I, tolerated(Run, I), Unsafe),
    Notes = notes(Failed,Unsafe),
    ( spent(Run, time) -> Late = late ; Late = in_time ).

% Adds what holds of the variables of the query: their constraints. A cyclic term is not shown.
given(Is0, Vs, Xs, Is) :-
    term_variables(Is0, Ws),
    values(Vs, Xs, Ws, Us, Ys),
    copy_term(Us-Ys, Us1-Zs, Gs),
    term_variables(Us, Us2),
    Us1 = Us2,
    same_variables(Us, Zs),
    given_items(Gs, Is, Is0).

values([], [], _, [], []).
values([V|Vs], [X|Xs], Ws, Us, Ys) :-
    (   member(W, Ws), W == V -> Us = [V|Us1], Ys = [X|Ys1]
    ;   Us = Us1,
        Ys = Ys1
    ),
    values(Vs, Xs, Ws, Us1, Ys1).

same_variables([], []).
same_variables([U|Us], [Z|Zs]) :-
    ( var(Z) -> U = Z ; true ),
    same_variables(Us, Zs).

given_items([], Is, Is).
given_items([G0|Gs], [g(given,M,G,constraint)|Is], Is0) :-
    (   G0 = N:G1, N == user -> M = user, G = G1
    ;   M = user,
        G = G0
    ),
    given_items(Gs, Is, Is0).

groups(Ps, V, Groups) :-
    raw_clauses(Ps, Raw),
    clause_source:named_clauses(Raw, Named),
    joined(Ps, Named, V, Groups).

raw_clauses([], []).
raw_clauses([pred(PI,S,_,_,_,Cls)|Ps], [clauses(PI,Cs)|Rs]) :-
    (   S == facts -> PI = M:N/A, functor(H, N, A), clause_source:own_clauses(M, H, _, Cs)
    ;   findall(C, member(cl(_,_,_,_,C), Cls), Cs)
    ),
    raw_clauses(Ps, Rs).

joined([], [], _, []).
joined([pred(PI,S,_,_,_,Cls)|Ps], [clauses(_,Cs)|Rs], V, [group(PI,S,Shown)|Gs]) :-
    (   S == facts -> shown_facts(Cs, V, Shown)
    ;   shown_clauses(Cls, Cs, V, Shown)
    ),
    joined(Ps, Rs, V, Gs).

shown_facts([], _, []).
shown_facts([clause(H,_,Ns,Place)|Cs], V, [shown(H,[],V,Ns,Place)|Ss]) :- shown_facts(Cs, V, Ss).

shown_clauses([], [], _, []).
shown_clauses([cl(_,H,Is,_,clause(H,B,_,_))|Cls], [clause(H,B,Ns,Place)|Cs], V, [shown(H,Is,V,Ns,Place)|Ss]) :-
    shown_clauses(Cls, Cs, V, Ss).

% The predicates of the part that the kept goals reach, in their order.
shown(ctx(_,part(_,Preds,_,_),query(Is,_,_),_,_), V, PIs) :-
    live_calls(Is, V, Ls, [], Es, []),
    empty_assoc(Seen0),
    shown_each(Ls, Preds, V, Seen0, Seen1, Es, Exact),
    program_parts:exact_closure(Exact, Whole, _),
    findall(PI, ( member(pred(PI,_,_,_,_,_), Preds), ( get_assoc(PI, Seen1, _) ; memberchk(PI, Whole) ) ), PIs0),
    unique(PIs0, PIs).

unique([], []).
unique([X|Xs], Ys) :- ( memberchk(X, Xs) -> unique_after(X, Xs, Zs), Ys = [X|Ys1], unique(Zs, Ys1) ; Ys = [X|Ys1], unique(Xs, Ys1) ).

unique_after(_, [], []).
unique_after(X, [Y|Ys], Zs) :- ( X == Y -> Zs = Zs1 ; Zs = [Y|Zs1] ), unique_after(X, Ys, Zs1).

shown_each([], _, _, Seen, Seen, Es, Es).
shown_each([PI|PIs], Preds, V, Seen0, Seen, Es0, Es) :-
    (   get_assoc(PI, Seen0, _) -> shown_each(PIs, Preds, V, Seen0, Seen, Es0, Es)
    ;   put_assoc(PI, Seen0, true, Seen1),
        memberchk(pred(PI,S,_,_,_,Cls), Preds),
        (   memberchk(S, [live,table]) -> clause_calls(Cls, V, Ls, PIs, Es1, Es0)
        ;   S == whole -> Ls = PIs, PI = M:N/A, functor(H, N, A), Es1 = [M:H|Es0]
        ;   Ls = PIs,
            Es1 = Es0
        ),
        shown_each(Ls, Preds, V, Seen1, Seen, Es1, Es)
    ).

clause_calls([], _, Ls, Ls, Es, Es).
clause_calls([cl(_,_,Is,_,_)|Cls], V, Ls0, Ls, Es0, Es) :-
    live_calls(Is, V, Ls0, Ls1, Es0, Es1),
    clause_calls(Cls, V, Ls1, Ls, Es1, Es).

live_calls([], _, Ls, Ls, Es, Es).
live_calls([I|Is], V, Ls0, Ls, Es0, Es) :-
    item_state(I, V, S),
    (   S == dead -> Ls = Ls0, Es = Es0
    ;   S == off -> live_calls(Is, V, Ls0, Ls, Es0, Es)
    ;   live_call(I, V, Ls0, Ls1, Es0, Es1),
        live_calls(Is, V, Ls1, Ls, Es1, Es)
    ).

live_call(alt(_,As,Bs), V, Ls0, Ls, Es0, Es) :- !,
    live_calls(As, V, Ls0, Ls1, Es0, Es1),
    live_calls(Bs, V, Ls1, Ls, Es1, Es).
live_call(if(_,M,C,As,Bs), V, Ls0, Ls, [M:C|Es0], Es) :- !,
    live_calls(As, V, Ls0, Ls1, Es0, Es1),
    ( Bs == none -> Ls1 = Ls, Es1 = Es ; live_calls(Bs, V, Ls1, Ls, Es1, Es) ).
live_call(soft(I,M,C,As,Bs), V, Ls0, Ls, Es0, Es) :- !, live_call(if(I,M,C,As,Bs), V, Ls0, Ls, Es0, Es).
live_call(I, _, Ls0, Ls, Es0, Es) :- program_parts:item_call(I, [], Ls0, Ls, Es0, Es).

% The fragment as a list of clauses.
fragment_terms(fragment(_,shown(Is,V),Groups,_,_), [?-(Q)|Cs]) :-
    marked(Is, V, Q),
    findall(T, ( member(group(_,_,Ss), Groups), member(S, Ss), clause_term(S, T) ), Cs).

clause_term(shown(H,Is,V,_,_), T) :-
    marked(Is, V, B),
    ( B == true -> T = H ; T = (H:-B) ).

% A body with `*` before the goals that are left out, and `false` before those that do not matter.
marked(Is, V, B) :- marked(Is, V, on, B).

marked([], _, _, true).
marked([I|Is], V, S0, B) :-
    item_state(I, V, S),
    (   S0 == dead -> marked_item(I, V, dead, G), marked(Is, V, dead, B1), conjunction(G, B1, B)
    ;   S == dead -> marked_item(I, V, dead, G), marked(Is, V, dead, B1), conjunction(G, B1, B2), conjunction(false, B2, B)
    ;   marked_item(I, V, S, G),
        marked(Is, V, on, B1),
        conjunction(G, B1, B)
    ).

marked_item(end(_), _, _, true) :- !.
marked_item(g(_,_,G,_), _, dead, true) :- ( G == false ; G == fail ), !.
marked_item(cut(_), _, S, G) :- !, ( S == on -> G = ! ; G = *(!) ).
marked_item(I, V, S, G) :-
    (   S == on -> on_item(I, V, G)
    ;   plain_item(I, G0),
        G = *(G0)
    ).

on_item(g(_,_,G,_), _, G).
on_item(alt(_,As,Bs), V, (A;B)) :- marked(As, V, A), marked(Bs, V, B).
on_item(if(_,_,C,As,Bs), V, G) :-
    marked(As, V, A),
    ( Bs == none -> G = (C->A) ; marked(Bs, V, B), G = (C->A;B) ).
on_item(soft(_,_,C,As,Bs), V, G) :-
    marked(As, V, A),
    ( Bs == none -> G = '*->'(C, A) ; marked(Bs, V, B), G = ('*->'(C, A);B) ).

plain_item(I, G) :- on_item(I, none, G).
