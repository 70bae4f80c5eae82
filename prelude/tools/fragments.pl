% Fragments of a program that fail, or do not end, as the whole program does.

:- module(fragments, [failure_fragment/2, loop_fragment/2]).

:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(assoc)).

:- meta_predicate failure_fragment(0,?), loop_fragment(0,?).

%! failure_fragment(:Goal, -Fragment) is semidet.
%
%  Unifies `Fragment` with a smallest fragment of the program in which `Goal` still fails; fails if `Goal`
%  does not. A fragment is a list of clauses, after the query `?- Goal`: a goal that is left out is
%  written `*Goal`, and an argument of the query that does not matter is a variable. A larger fragment may be given
%  if the search for a smallest one takes too long.
%
%  Goals are only left out where this cannot remove answers: not in negations, in conditions and before a cut.
?- assertz((stair(X,Z):-step(X,Y),step(Y,Z))), assertz(step(a,b)), assertz(step(b,c)), failure_fragment(stair(a,d), F).
   F = [(?-stair(_A,d)),(stair(_B,_C):- *(step(_B,_D)),step(_D,_C)),step(a,b),step(b,c)].
?- failure_fragment(member(_,[a]), F).
   false.
failure_fragment(MG, Cs) :-
    strip_module(MG, M, G),
    must_be(callable, G),
    variants:with_context(M, G, Ctx, fragments:failing(M, G, Ctx, R)), !,
    R = fragment(_,_,_,_,_),
    fragment_terms(R, Cs).

%! loop_fragment(:Goal, -Fragment) is semidet.
%
%  Unifies `Fragment` with a smallest fragment of the program in which `Goal` still does not end within the limits
%  of why/1: a failure slice. Fails if `Goal` has an answer, or fails. The clauses of the fragment, after the
%  query, have the goal `false` inserted; goals behind it do not matter, and are written `*Goal`.
?- assertz((walk(X):-rest(X),walk(Y),rest(Y))), assertz(rest(_)), loop_fragment(walk(a), F).
   F = [(?-walk(a),false),(walk(_A):-rest(_A),walk(_B),false,*(rest(_B))),rest(_C)].
?- loop_fragment(fail, F).
   false.
loop_fragment(MG, Cs) :-
    strip_module(MG, M, G),
    must_be(callable, G),
    variants:with_context(M, G, Ctx, fragments:looping(Ctx, R)), !,
    R = fragment(_,_,_,_,_),
    fragment_terms(R, Cs).

%% Failure

% failing(M, G, Ctx, R): R is a fragment if goal G fails; otherwise its outcome.
failing(M, G, Ctx0, R) :-
    variants:measured(M, G, Limit, Outcome),
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
        (   Ctx2 == Ctx, length(Candidates, N), length(Kept, N) -> retractall(variants:tolerated(Run, _))
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
        retractall(variants:tolerated(Run, _)),
        settled(Ctx, V)
    ).

all_whole([], []).
all_whole([pred(PI,S0,N,F,L,Cs)|Ps0], [pred(PI,S,N,F,L,Cs)|Ps]) :-
    ( S0 == facts -> S = facts ; S = whole ),
    all_whole(Ps0, Ps).

settled(Ctx, V) :-
    variants:outcome(Ctx, check, V, O),
    (   O == fails -> true
    ;   O = unknown(I) ->
        Ctx = ctx(Run,_,_,_,_),
        \+ variants:tolerated(Run, I),
        assertz(variants:tolerated(Run, I)),
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
    variants:outcome(Ctx, check, V, fails).
passes(looping, Ctx, Cs, Kept) :-
    all_on(Ctx, V0),
    findall(C, ( member(C, Cs), \+ memberchk(C, Kept) ), Removed),
    killed(Removed, V0, V),
    variants:outcome(Ctx, loops, V, exceeded).

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
        (   variants:outcome(Ctx1, check, V, fails) -> general(Ps, N1, V, Ctx1, Ctx)
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
    ignore(variants:outcome(ctx(Run,Part,Query,Limit,Deadline), notes, V, _)).

%% Loops

% Small limits are tried first; what they lead to must exceed the full limit as well.
looping(Ctx, R) :- looping([limit(30000,0.05),limit(300000,0.3),limit(5000000,2)], Ctx, R).

looping([Limit|Limits], Ctx0, R) :-
    Ctx0 = ctx(Run,Part,Query,_,Deadline),
    Part = part(_,Preds,_,Effects),
    Ctx = ctx(Run,Part,Query,Limit,Deadline),
    (   Effects = [_|_] -> R = effects(Effects)
    ;   all_on(Ctx, V0), variants:outcome(Ctx, loops, V0, exceeded) ->
        removable(Preds, Cs),
        minimal(looping, Ctx, Cs, Kept),
        findall(C, ( member(C, Cs), \+ memberchk(C, Kept) ), Removed),
        killed(Removed, V0, V1),
        Query = query(Is,_,_),
        shortest(Is, last, Ctx, V1, V2),
        shortest_clauses(Preds, Ctx, V2, V),
        (   Limits == [] -> loop(Ctx, V, R)
        ;   variants:outcome(Ctx0, loops, V, O), memberchk(O, [exceeded,late]) -> loop(Ctx, V, R)
        ;   looping(Limits, Ctx0, R)
        )
    ;   R = unclear
    ).

% The fragment with the first calls of its goals.
loop(Ctx, V, R) :-
    Ctx = ctx(Run,Part,Query,_,Deadline),
    ignore(variants:outcome(ctx(Run,Part,Query,limit(3000,0.1),Deadline), calls, V, _)),
    fragment(loop, Ctx, V, R).

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
    (   Is = [I|_], variants:item_state(I, V0, dead) -> V1 = V0
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
        variants:outcome(Ctx, loops, V1, exceeded) ->
        true
    ;   V1 = V0
    ),
    shortest_branches(Is, Ctx, V1, V2),
    without_last(Is, V2, V).

% A `false` at the end says nothing if there is one in all branches before it.
without_last(Is, V0, V) :-
    (   append(_, [I,end(N)], Is),
        arg(N, V0, dead),
        variants:item_state(I, V0, on),
        variants:branches(I, Bs),
        \+ ( member(B, Bs), \+ ( member(J, B), variants:item_state(J, V0, dead) ) ) ->
        changed(N, on, V0, V)
    ;   V = V0
    ).

behind_cut(Is0, Is) :-
    (   append(_, [I|Is1], Is0), \+ \+ ( program_parts:fixed([I], no, yes, [], _) ), \+ program_parts:fixed(Is1, no, yes, [], _) -> Is = Is1
    ;   Is = []
    ).

shortest_branches([], _, V, V).
shortest_branches([I|Is], Ctx, V0, V) :-
    (   variants:item_state(I, V0, dead) -> V = V0
    ;   variants:branches(I, Bs) ->
        shortest_in(Bs, Ctx, V0, V1),
        shortest_branches(Is, Ctx, V1, V)
    ;   shortest_branches(Is, Ctx, V0, V)
    ).

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
    findall(I-G, variants:failed(Run, I, G), Failed0),
    findall(I, variants:called(Run, I, _), Is1),
    sort(Is1, Is2),
    findall(I-calls(Gs), ( member(I, Is2), findall(G, variants:called(Run, I, G), Gs), Gs = [_,_,_,_|_] ), Failed1),
    append(Failed0, Failed1, Failed),
    findall(I, variants:tolerated(Run, I), Unsafe),
    Notes = notes(Failed,Unsafe),
    ( variants:spent(Run, time) -> Late = late ; Late = in_time ).

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
    ( acyclic_term(Z) -> U = Z ; true ),
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
    variants:item_state(I, V, S),
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
    variants:item_state(I, V, S),
    (   S0 == dead -> marked_item(I, V, dead, G), marked(Is, V, dead, B1), variants:conjunction(G, B1, B)
    ;   S == dead -> marked_item(I, V, dead, G), marked(Is, V, dead, B1), variants:conjunction(G, B1, B2), variants:conjunction(false, B2, B)
    ;   marked_item(I, V, S, G),
        marked(Is, V, on, B1),
        variants:conjunction(G, B1, B)
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
