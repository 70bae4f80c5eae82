% Variants of a program: goals left out, or `false` inserted; and what they do when they run.

:- module(variants, [goal_outcome/2]).

:- use_module(library(lists)).
:- use_module(library(budget)).
:- use_module(library(error)).
:- use_module(library(tabling)).
:- use_module(library(iso_ext)).
:- use_module(library(format)).

:- meta_predicate goal_outcome(0,?).

%! goal_outcome(:Goal, -Outcome) is det.
%
%  Calls `Goal` as why/1 does: for one answer, within limits of inferences and time, and without its output and bindings.
%  `Outcome` is `true`, `fails`, `error(Ball)`, or `exceeded` if a limit or the memory was.
?- goal_outcome(X = 1, O).
   O = true.
?- goal_outcome(( write(a), fail ), O).
   O = fails.
?- goal_outcome(( repeat, fail ), O).
   O = exceeded.
?- goal_outcome(atom_length(1,_), O).
   O = error(error(type_error(atom,1),atom_length/2)).
goal_outcome(MG, Outcome) :-
    strip_module(MG, M, G),
    must_be(callable, G),
    measured(M, G, _, Outcome).

% The variants of a program are clauses of module '$why' under the names of program_parts. What one run of
% this library knows is stored under the number of the run, so that runs may be nested.
:- dynamic(active/1).            % active(Run)
:- dynamic(installed/3).        % installed(Run, Mode, State): what is in '$why'
:- dynamic(tolerated/2).        % tolerated(Run, I): an unsafe goal of the program as it is
:- dynamic(failed/3).           % failed(Run, I, Goal): how a goal has failed
:- dynamic(called/3).           % called(Run, I, Goal): a call of a goal that does not end
:- dynamic(spent/2).            % spent(Run, What): `time` if time ran out

% A context is ctx(Run,Part,Query,Limit,Deadline) with a limit(Inferences,Seconds) for each variant. Query is query(Items,Variables,Values): the goal with
% variables for what cannot stand in a clause, and their values. A state is a term s(S1,S2,…) with `on`, `off`
% or `dead` for each number of a part: left out, or behind a `false`.

%% Contexts

:- meta_predicate with_context(?,?,?,0), limited(0,?,?,?), result(0,?,?,?).

% Calls a goal with a context for goal G of module M. Clauses in '$why' are removed in the end.
with_context(M, G, Ctx, Goal) :-
    setup_call_cleanup(
        new_run(Run),
        ( context(Run, M, G, Ctx), Goal ),
        end_run(Run)).

new_run(Run) :-
    free_number(1, Run),
    assertz(active(Run)).

free_number(N, Run) :-
    (   active(N) -> N1 is N+1, free_number(N1, Run)
    ;   Run = N
    ).

end_run(Run) :-
    findall(N/A, ( retract(installed(Run, scratch, PIs)), member(N/A, PIs) ), All),
    abolish_each(All),
    % The tables of variants are of no use any more. Those of the program are filled again when they are needed.
    (   member(N1/_, All), sub_atom(N1, _, _, 0, ' table') -> tabling:forgotten
    ;   true
    ),
    retractall(installed(Run, _, _)),
    retractall(tolerated(Run, _)),
    retractall(failed(Run, _, _)),
    retractall(called(Run, _, _)),
    retractall(spent(Run, _)),
    retractall(active(Run)).

abolish_each([]).
abolish_each([PI|PIs]) :- abolish('$why':PI), abolish_each(PIs).

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

% template(G0, Depth, G, Vs, Xs): G is G0 with variables Vs for arguments Xs that are cyclic or large.
template(G, _, G, [], []) :- small(G), !.
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
    (   small(A) -> B = A, Vs = Vs1, Xs = Xs1
    ;   Vs = [B|Vs1],
        Xs = [A|Xs1]
    ),
    template_arguments(As0, As, Vs1, Xs1).

% True if a term is acyclic and has few parts.
small(T) :- small(T, 500).

small(T, Limit) :- parts(T, Limit, N), N > 0, acyclic_term(T).

% The number that is left after counting the parts of a term.
parts(T, N0, N) :-
    (   N0 =< 0 -> N = 0
    ;   compound(T) ->
        functor(T, _, A),
        N1 is N0-1,
        parts(1, A, T, N1, N)
    ;   N is N0-1
    ).

parts(I, A, T, N0, N) :-
    (   ( I > A ; N0 =< 0 ) -> N = N0
    ;   I =:= A -> arg(I, T, X), parts(X, N0, N)
    ;   arg(I, T, X),
        parts(X, N0, N1),
        I1 is I+1,
        parts(I1, A, T, N1, N)
    ).

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
    retractall(installed(Run, calls, _)),
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
        G = ( variants:unbound(Run, I, Vs), ! )
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
        ;   Mode == calls, Kind = call(_), G1 = '$why':_ -> G = ( variants:note_call(Run, I, M:G0), G1 )
        ;   G = G1
        )
    ).

guarded([], _, _, G, G) :- !.
guarded(Vs, Run, I, G, ( variants:instantiated(Run, I, Vs), G )).

condition(I, M, C, build(ctx(Run,_,_,_,_),Mode,_,_), Seen, G) :-
    (   Mode == check, outer(C, Seen, Vs), Vs = [_|_] ->
        (   sensitive(C, M) -> G = ( variants:instantiated(Run, I, Vs), M:C )
        ;   G = ( term_variables(Vs, Ws), M:C, variants:unbound(Run, I, Ws) )
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
    (   Kind = call(_), G1 = '$why':S -> G = ( \+ variants:unmatched(S, Run, I, G0), G1 )
    ;   G = ( '*->'(G1, true) ; variants:noted(Run, I, G0) )
    ).

unmatched(S, Run, I, G) :-
    \+ clause('$why':S, _),
    \+ noted(Run, I, G).

noted(Run, I, G) :-
    \+ failed(Run, I, _),
    \+ \+ ( copy_term(G, H, _), acyclic_term(H), assertz(failed(Run, I, H)) ),
    fail.

% Notes the first calls of a goal.
note_call(Run, I, G) :-
    findall(x, called(Run, I, _), Xs),
    (   length(Xs, N), N < 6, small(G) -> \+ \+ ( copy_term(G, H, _), assertz(called(Run, I, H)) )
    ;   true
    ).

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

% The branches of an item.
branches(alt(_,As,Bs), [As,Bs]).
branches(if(_,_,_,As,Bs), Ls) :- ( Bs == none -> Ls = [As] ; Ls = [As,Bs] ).
branches(soft(_,_,_,As,Bs), Ls) :- ( Bs == none -> Ls = [As] ; Ls = [As,Bs] ).
