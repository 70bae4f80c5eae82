% Proofs: the clauses by which a goal has an answer.

:- module(proofs, [proof_tree/2]).

:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(budget)).
:- use_module(library(between)).
:- use_module(library(iso_ext)).

:- meta_predicate proof_tree(0,?).

%! proof_tree(:Goal, -Proof) is nondet.
%
%  Calls `Goal`, and unifies `Proof` for each answer with `proof(Goal,By,Proofs)`: the instance of `Goal` that has been
%  proved, by what, and the proofs of the goals of the clause that was used. `By` is
%
%  - `File:Line` or `clause` for a clause of the program with or without a place,
%  - `table` for the answer of a tabled predicate,
%  - `call` for a goal that is called as it is: of the system, of a library, or a negation.
%
%  Of an if-then-else, the condition and the branch that was taken are shown. Goals that only write are left out.
?- assertz((uncle(X,Y):-brother(X,Z),parent(Z,Y))), assertz(brother(bob,ann)), assertz(parent(ann,tom)).
   true.
?- proof_tree(uncle(bob,Y), Proof).
   Y = tom,
   Proof = proof(uncle(bob,tom),clause,[proof(brother(bob,ann),clause,[]),proof(parent(ann,tom),clause,[])]).
?- proof_tree(member(X,[a]), Proof).
   X = a, Proof = proof(member(a,[a]),call,[]).
?- proof_tree(fail, Proof).
   false.
proof_tree(MG, Proof) :-
    strip_module(MG, M, G),
    must_be(callable, G),
    variants:with_context(M, G, Ctx, proofs:proved(Ctx, Steps)),
    placed(Ctx, Steps, Places),
    trees(Steps, Places, Ts),
    (   Ts = [Proof0], Proof0 = proof(G,_,_) -> Proof = Proof0
    ;   Proof = proof(G,call,Ts)
    ).

% proved(Ctx, Steps): a step is step(M:G,By), where By is node(PI,C,Steps) for clause number C of the part,
% `fact`, `table` or `call`.
proved(Ctx, Steps) :-
    install(Ctx),
    Ctx = ctx(Run,_,query(_,_,Xs),_,_),
    variants:query_name(Run, N),
    append([N|Xs], [Steps], Ys),
    Q =.. Ys,
    '$why':Q.

install(Ctx) :-
    Ctx = ctx(Run,part(_,Preds,_,_),query(Is,Vs,_),_,_),
    install_each(Preds, Preds, PIs),
    variants:query_name(Run, N),
    append([N|Vs], [Steps], Ys),
    H =.. Ys,
    steps(Is, Preds, Steps, [], B),
    variants:replace_clauses(H, [(H:-B)]),
    functor(H, _, A),
    assertz(variants:installed(Run, scratch, [N/A|PIs])).

install_each([], _, []).
install_each([pred(PI,S,N,_,_,Cls)|Ps], Preds, PIs) :-
    (   proves(S) ->
        PI = _:_/A0,
        A is A0+1,
        functor(H, N, A),
        clauses(Cls, PI, N, Preds, Cs),
        variants:replace_clauses(H, Cs),
        PIs = [N/A|PIs1]
    ;   PIs = PIs1
    ),
    install_each(Ps, Preds, PIs1).

proves(live).
proves(whole).
proves(table).

clauses([], _, _, _, []).
clauses([cl(C,H0,Is,_,_)|Cls], PI, N, Preds, [(H:-B)|Cs]) :-
    H0 =.. [_|As],
    append(As, [node(PI,C,Steps)], Ys),
    H =.. [N|Ys],
    steps(Is, Preds, Steps, [], B),
    clauses(Cls, PI, N, Preds, Cs).

% steps(Items, Preds, Steps0, Steps, Body): the body that also describes its steps.
steps([], _, Ss, Ss, true).
steps([I|Is], Preds, Ss0, Ss, B) :-
    step(I, Preds, Ss0, Ss1, B1),
    steps(Is, Preds, Ss1, Ss, B2),
    variants:conjunction(B1, B2, B).

step(end(_), _, Ss, Ss, true).
step(cut(_), _, Ss, Ss, !).
step(alt(_,As,Bs), Preds, Ss0, Ss, ( A, Ss0 = Ss1 ; B, Ss0 = Ss2 )) :-
    steps(As, Preds, Ss1, Ss, A),
    steps(Bs, Preds, Ss2, Ss, B).
step(if(_,M,C,As,Bs), Preds, Ss0, Ss, G) :-
    steps(As, Preds, Ss1, Ss, A),
    T = ( M:C -> A, Ss0 = [step(M:C,call)|Ss1] ),
    (   Bs == none -> G = T
    ;   steps(Bs, Preds, Ss2, Ss, B),
        G = ( T ; B, Ss0 = [step(M:(\+C),call)|Ss2] )
    ).
step(soft(_,M,C,As,Bs), Preds, Ss0, Ss, G) :-
    steps(As, Preds, Ss1, Ss, A),
    T = '*->'(M:C, ( A, Ss0 = [step(M:C,call)|Ss1] )),
    (   Bs == none -> G = T
    ;   steps(Bs, Preds, Ss2, Ss, B),
        G = ( T ; B, Ss0 = [step(M:(\+C),call)|Ss2] )
    ).
step(g(_,M,G,Kind), Preds, Ss0, Ss, B) :-
    (   Kind == output -> Ss0 = Ss, B = true
    ;   callee(Kind, G, PI, G1), member(pred(PI,S,N,_,_,_), Preds) ->
        PI = H:_,
        (   proves(S) ->
            Ss0 = [step(H:G1,By)|Ss],
            G1 =.. [_|As],
            append(As, [By], Ys),
            B1 =.. [N|Ys],
            (   S == table -> B = proofs:tabled_step(H:G1, '$why':B1, By)
            ;   B = '$why':B1
            )
        ;   By = fact(PI),
            Ss0 = [step(H:G1,By)|Ss],
            B = H:G1
        )
    ;   Ss0 = [step(M:G,call)|Ss],
        B = M:G
    ).

% tabled_step(Goal, Proof, By): the table gives an answer; then a proof of it is searched for that is as flat
% as possible in calls of tabled predicates. If that takes too long, the table has to do.
tabled_step(G, Proof, By) :-
    (   '$global'('$why_depth', D0), integer(D0) ->
        D0 > 0,
        call(G),
        D is D0-1,
        b_setval('$why_depth', D),
        call(Proof),
        b_setval('$why_depth', D0)
    ;   call(G),
        (   catch(call_with_budget(proofs:flattest(Proof), [inferences(1000000),time(1)], R), error(_,_), fail),
            R \= exceeded(_) ->
            true
        ;   By = table
        ),
        b_setval('$why_depth', none)
    ).

flattest(Proof) :-
    between(0, 1000, D),
    b_setval('$why_depth', D),
    call(Proof), !.

callee(call(PI), G, PI, G).
callee(phrase(PI,G), _, PI, G).

%% Places and trees

% placed(Ctx, Steps, Places): the clauses that steps use, as groups of clauses with names and places.
placed(ctx(_,part(_,Preds,_,_),_,_,_), Steps, Groups) :-
    used(Steps, PIs0, []),
    sort(PIs0, PIs),
    findall(P, ( member(PI, PIs), P = pred(PI,_,_,_,_,_), member(P, Preds) ), Ps),
    numbers(Ps, Numbers),
    fragments:raw_clauses(Ps, Raw),
    clause_source:named_clauses(Raw, Named),
    numbered(Named, Numbers, Groups).

used([], PIs, PIs).
used([step(_,By)|Ss], PIs0, PIs) :-
    (   By = node(PI,_,Ts) -> PIs0 = [PI|PIs1], used(Ts, PIs1, PIs2)
    ;   By = fact(PI) -> PIs0 = [PI|PIs2]
    ;   PIs2 = PIs0
    ),
    used(Ss, PIs2, PIs).

numbers([], []).
numbers([pred(_,S,_,_,_,Cls)|Ps], [Ns|Nss]) :-
    (   S == facts -> Ns = facts
    ;   findall(C, member(cl(C,_,_,_,_), Cls), Ns)
    ),
    numbers(Ps, Nss).

numbered([], [], []).
numbered([clauses(PI,Cs)|Gs], [Ns|Nss], [group(PI,Ns,Cs)|Hs]) :- numbered(Gs, Nss, Hs).

trees([], _, []).
trees([step(M:G,By)|Ss], Groups, [proof(T,Place,Ts)|Rest]) :-
    ( M == user -> T = G ; T = M:G ),
    (   By = node(PI,C,Steps) ->
        place(PI, C, Groups, Place),
        trees(Steps, Groups, Ts)
    ;   By = fact(PI) -> fact_place(PI, G, Groups, Place), Ts = []
    ;   Place = By,
        Ts = []
    ),
    trees(Ss, Groups, Rest).

place(PI, C, Groups, Place) :-
    member(group(PI,Ns,Cs), Groups),
    nth0(I, Ns, C1), C1 == C,
    nth0(I, Cs, clause(_,_,_,Place0)), !,
    shown_place(Place0, Place).

fact_place(PI, G, Groups, Place) :-
    member(group(PI,_,Cs), Groups),
    member(clause(H,_,_,Place0), Cs),
    subsumes_term(H, G), !,
    shown_place(Place0, Place).
fact_place(_, _, _, clause).

shown_place(Place0, Place) :- ( Place0 == (-) -> Place = clause ; Place = Place0 ).
