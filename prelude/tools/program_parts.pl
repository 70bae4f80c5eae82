% The part of a program that a goal can reach, as clauses whose goals are numbered; and its variants,
% in which some of the goals are left out.

:- module(program_parts, [program_part/2]).

:- use_module(library(lists)).
:- use_module(library(assoc)).
:- use_module(library(apply)).
:- use_module(library(budget)).

:- meta_predicate program_part(0,?).

% A part is part(Query,Predicates,Count,Effects): Query is a clause; Predicates are
%
%     pred(M:N/A, Status, Scratch, First, Last, Clauses)
%
% whose goals have numbers from First to Last; Count is the last number of all. Status is
%
%     live        goals may be left out; a variant has its clauses under the name Scratch in module '$why'
%     table       the same for a tabled predicate
%     whole       it is reached from where leaving out goals is not sound: always called as it is
%     facts       no clause has a body
%
% A clause is cl(Number,Head,Items,Cut,Clause): Items are the goals of its body, and Cut is true if it has a
% cut. Items are
%
%     g(I,M,G,Kind)       a goal in module M
%     alt(I,Is,Js)        a disjunction
%     if(I,M,C,Is,Js)     an if-then-else, Js is `none` without an else
%     soft(I,M,C,Is,Js)   the same with *->
%     cut(I)
%     end(I)              the end of a body or a branch: a place for `false`

%! program_part(:Goal, -Indicators) is det.
%
%  Unifies `Indicators` with the indicators `Module:Name/Arity` of the program's predicates that `Goal` may
%  call, as far as the text of the clauses shows it, in the order in which they are found.
?- assertz((roof(X):-wall(X),\+door(X))), assertz(wall(a)), assertz(door(b)), program_part(roof(_), PIs).
   PIs = [user:roof/1,user:wall/1,user:door/1].
?- program_part(append(_,_,_), PIs).
   PIs = [].
?- program_part(_, PIs).
   error(instantiation_error,program_part/2).
program_part(MG, PIs) :-
    strip_module(MG, M, G),
    (   var(G) -> instantiation_error(program_part/2)
    ;   callable(G) -> true
    ;   type_error(callable, G, program_part/2)
    ),
    part(M, G, 0, part(_,Preds,_,_)),
    findall(PI, member(pred(PI,_,_,_,_,_), Preds), PIs).

% part(M, G, Run, Part): the part that goal G of module M reaches. Run distinguishes names in '$why'.
part(M, G, Run, part(Query,Preds,Count,Effects)) :-
    items(G, M, Is),
    fixed(Is, no, _, [], Fixed0),
    Q = cl(0,'?',Is,no,G),
    item_calls(Is, Fixed0, Live0, [], Exact0, []),
    empty_assoc(Seen0),
    reached(Live0, Seen0, Found, [], Exact0, Exact),
    exact_closure(Exact, Whole, Effects1),
    statuses(Found, Whole, Preds0),
    numbered_items(Is, 1, N1),
    Query = Q,
    numbered(Preds0, Run, N1, 1, N2, Preds),
    Count is N2-1,
    live_effects(Q, Preds, Effects2),
    append(Effects1, Effects2, Effects3),
    sort(Effects3, Effects).

%% Bodies

items(B, M, Is) :- items(B, M, Is, [end(_)]).

items(V, M, [g(_,M,call(V),plain)|Is], Is) :- var(V), !.
items(M:B, _, Is0, Is) :- nonvar(M), !, items(B, M, Is0, Is).
items((A,B), M, Is0, Is) :- !, items(A, M, Is0, Is1), items(B, M, Is1, Is).
items(true, _, Is, Is) :- !.
items(!, _, [cut(_)|Is], Is) :- !.
items((C->T;E), M, [if(_,M,C,Ts,Es)|Is], Is) :- !, items(T, M, Ts), items(E, M, Es).
items(('*->'(C,T);E), M, [soft(_,M,C,Ts,Es)|Is], Is) :- !, items(T, M, Ts), items(E, M, Es).
items((C->T), M, [if(_,M,C,Ts,none)|Is], Is) :- !, items(T, M, Ts).
items('*->'(C,T), M, [soft(_,M,C,Ts,none)|Is], Is) :- !, items(T, M, Ts).
items((A;B), M, [alt(_,As,Bs)|Is], Is) :- !, items(A, M, As), items(B, M, Bs).
items(G, M, [g(_,M,G,Kind)|Is], Is) :- kind(G, M, Kind).

% The kinds of goals: call(PI) of a predicate of the program; closures(Cs) of a library predicate that is
% monotonic in its closures, arg(I,PI) each; phrase(PI,Goal); neg for \+; test(Inputs), whose result may
% change from false to true when the inputs are instantiated; output, which cannot fail; constraint; plain.
kind(G, _, plain) :- \+ callable(G), !.
kind(G, M, call(PI)) :- clause_source:own(M, G, own(H,NA,_)), !, PI = H:NA.
kind(\+_, _, neg) :- !.
kind(G, _, output) :- output(G), !.
kind(G, M, Kind) :- monotonic(G), closures(G, M, Cs), Cs = [_|_], !, Kind = closures(Cs).
kind(G, M, constraint) :- monotonic(G), posts(G, M), !.
kind(phrase(B,L), M, phrase(PI,G)) :- nonterminal(B, L, [], M, PI, G), !.
kind(phrase(B,L,R), M, phrase(PI,G)) :- nonterminal(B, L, R, M, PI, G), !.
kind(G, _, test(Inputs)) :- test(G, Inputs), !.
kind(G, M, constraint) :- constraint(G, M), !.
kind(_, _, plain).

nonterminal(B, L, R, M, PI, G) :-
    callable(B),
    B =.. Xs0,
    append(Xs0, [L,R], Xs),
    G =.. Xs,
    functor(B, N, A),
    \+ body_control(N, A),
    clause_source:own(M, G, own(H,NA,_)),
    PI = H:NA.

% The control constructs of grammar bodies.
body_control(',', 2).
body_control(;, 2).
body_control('|', 2).
body_control(->, 2).
body_control({}, 1).
body_control('.', 2).
body_control('[|]', 2).
body_control([], 0).
body_control(!, 0).
body_control(\+, 1).
body_control(call, _).

monotonic(G) :- functor(G, N, _), monotonic_name(N).

monotonic_name(call).
monotonic_name(maplist).
monotonic_name(foldl).
monotonic_name(foldr).

closures(G, M, Cs) :-
    predicate_property(M:G, meta_predicate(Spec)),
    findall(arg(I,PI), ( arg(I, Spec, K), integer(K), arg(I, G, C), closure(C, K, M, PI) ), Cs).

closure(C, K, M, H:NA) :-
    callable(C),
    C \= _:_,
    extended(C, K, G),
    clause_source:own(M, G, own(H,NA,_)).

% True if a library predicate calls constraints only.
posts(G, M) :-
    predicate_property(M:G, meta_predicate(Spec)),
    findall(K-C, ( arg(I, Spec, K), integer(K), arg(I, G, C) ), [K-C|Cs]),
    \+ ( member(K1-C1, [K-C|Cs]), \+ ( callable(C1), C1 \= _:_, extended(C1, K1, G1), constraint(G1, M) ) ).

extended(C, K, G) :-
    C =.. Xs0,
    length(Ys, K),
    append(Xs0, Ys, Xs),
    G =.. Xs.

output(G) :- functor(G, N, A), output(N, A).

output(nl, 0). output(nl, 1). output(write, 1). output(write, 2). output(writeln, 1). output(writeln, 2).
output(print, 1). output(print, 2). output(writeq, 1). output(writeq, 2).
output(write_canonical, 1). output(write_canonical, 2). output(write_term, 2). output(write_term, 3).
output(put_char, 1). output(put_char, 2). output(tab, 1). output(tab, 2). output(format, 1). output(format, 2).
output(portray_clause, 1). output(portray_clause, 2). output(flush_output, 0). output(flush_output, 1).
output(print_message, 2).

constraint(G, M) :-
    (   predicate_property(M:G, imported_from(I)) -> true
    ;   I = M
    ),
    constraint_module(I).

constraint_module(clpz).
constraint_module(clpfd).
constraint_module(dif).
constraint_module(when).
constraint_module(freeze).
constraint_module(fd_globals).
constraint_module(fd_scheduling).
constraint_module(fd_automata).
constraint_module(fd_predicates).

test(var(X), X).
test(nonvar(X), X).
test(atom(X), X).
test(number(X), X).
test(integer(X), X).
test(float(X), X).
test(atomic(X), X).
test(compound(X), X).
test(callable(X), X).
test(is_list(X), X).
test(ground(X), X).
test(X==Y, X-Y).
test(X\==Y, X-Y).
test(X@<Y, X-Y).
test(X@>Y, X-Y).
test(X@=<Y, X-Y).
test(X@>=Y, X-Y).
test(X\=Y, X-Y).
test(compare(_,X,Y), X-Y).
test(copy_term(X,_), X).
test(findall(T,G,_), T-G).
test(findall(T,G,_,_), T-G).
test(bagof(T,G,_), T-G).
test(setof(T,G,_), T-G).
test(aggregate_all(T,G,_), T-G).
test(aggregate_all(T,_,G,_), T-G).
test(forall(A,B), A-B).
test(once(G), G).
test(ignore(G), G).
test(catch(G,_,_), G).
test(memberchk(X,L), X-L).
test(sort(L,_), L).
test(sort(_,_,L,_), L).
test(msort(L,_), L).
test(predsort(_,L,_), L).
test(list_to_set(L,_), L).
test(delete(L,X,_), L-X).
test(subtract(X,Y,_), X-Y).
test(intersection(X,Y,_), X-Y).
test(union(X,Y,_), X-Y).
test(include(_,L,_), L).
test(exclude(_,L,_), L).
test(partition(_,L,_,_), L).
test(call_cleanup(G,_), G).
test(setup_call_cleanup(_,G,_), G).

% Goals that change something outside of their own derivation, so that running them again may give other
% results: effect(Goal).
effect(G) :- functor(G, N, A), effect(N, A).

effect(asserta, 1). effect(assertz, 1). effect(assert, 1). effect(retract, 1). effect(retractall, 1).
effect(abolish, 1). effect(asserta, 2). effect(assertz, 2). effect(assert, 2). effect(erase, 1).
effect(nb_setval, 2). effect(bb_put, 2). effect(recorda, 2). effect(recordz, 2). effect(recorda, 3).
effect(recordz, 3). effect(read, 1). effect(read, 2). effect(read_term, 2). effect(read_term, 3).
effect(get_char, 1). effect(get_char, 2). effect(peek_char, 1). effect(peek_char, 2). effect(get_code, 1).
effect(get_code, 2). effect(get_byte, 1). effect(get_byte, 2). effect(open, 3). effect(open, 4).
effect(close, 1). effect(close, 2). effect(see, 1). effect(tell, 1). effect(seen, 0). effect(told, 0).
effect(consult, 1). effect(halt, 0). effect(halt, 1). effect(shell, 1). effect(shell, 2).
effect(delete_file, 1). effect(set_prolog_flag, 2). effect(op, 3). effect(set_input, 1). effect(set_output, 1).
effect(why, 1). effect(why, 2). effect(flag, 3). effect(gensym, 2). effect(succ_or_zero, 1).
effect(global_set, 2). effect(g_assign, 2). effect(inc, 1). effect(make_directory, 1).

% Adds the cuts of a body: the goals before a cut stay as they are, because leaving out one of them would
% let the cut remove more answers. fixed(Items, Later, Cut, Fixed0, Fixed): Later says whether a cut follows.
fixed([], Cut, Cut, Fs, Fs).
fixed([I|Is], Later, Cut, Fs0, Fs) :-
    fixed(Is, Later, Cut1, Fs0, Fs1),
    fixed_item(I, Cut1, Cut, Fs1, Fs).

fixed_item(cut(_), _, yes, Fs, Fs).
fixed_item(end(_), Cut, Cut, Fs, Fs).
fixed_item(g(I,_,_,_), Cut, Cut, Fs0, Fs) :- fix(Cut, I, Fs0, Fs).
fixed_item(alt(I,As,Bs), Cut0, Cut, Fs0, Fs) :- branches(As, Bs, I, Cut0, Cut, Fs0, Fs).
fixed_item(if(I,_,_,As,Bs), Cut0, Cut, Fs0, Fs) :- branches(As, Bs, I, Cut0, Cut, Fs0, Fs).
fixed_item(soft(I,_,_,As,Bs), Cut0, Cut, Fs0, Fs) :- branches(As, Bs, I, Cut0, Cut, Fs0, Fs).

branches(As, Bs, I, Cut0, Cut, Fs0, Fs) :-
    fixed(As, Cut0, Cut1, Fs0, Fs1),
    (   Bs == none -> Cut2 = Cut0, Fs2 = Fs1
    ;   fixed(Bs, Cut0, Cut2, Fs1, Fs2)
    ),
    ( ( Cut1 == yes ; Cut2 == yes ) -> Cut = yes ; Cut = no ),
    fix(Cut0, I, Fs2, Fs).

fix(yes, I, Fs, [I|Fs]).
fix(no, _, Fs, Fs).

is_fixed([F|Fs], I) :- ( F == I -> true ; is_fixed(Fs, I) ).

%% What is reached

% The calls of items: live predicates of the program, and goals that are run as they are.
item_calls([], _, L, L, E, E).
item_calls([I|Is], Fs, L0, L, E0, E) :-
    item_call(I, Fs, L0, L1, E0, E1),
    item_calls(Is, Fs, L1, L, E1, E).

item_call(cut(_), _, L, L, E, E).
item_call(end(_), _, L, L, E, E).
item_call(alt(_,As,Bs), Fs, L0, L, E0, E) :- item_calls(As, Fs, L0, L1, E0, E1), item_calls(Bs, Fs, L1, L, E1, E).
item_call(if(_,M,C,As,Bs), Fs, L0, L, [M:C|E0], E) :-
    item_calls(As, Fs, L0, L1, E0, E1),
    ( Bs == none -> L = L1, E = E1 ; item_calls(Bs, Fs, L1, L, E1, E) ).
item_call(soft(I,M,C,As,Bs), Fs, L0, L, E0, E) :- item_call(if(I,M,C,As,Bs), Fs, L0, L, E0, E).
item_call(g(I,M,G,Kind), Fs, L0, L, E0, E) :-
    (   is_fixed(Fs, I) -> E0 = [M:G|E], L = L0
    ;   Kind = call(PI) -> L0 = [PI|L], E = E0
    ;   Kind = phrase(PI,_) -> L0 = [PI|L], E = E0
    ;   Kind = closures(Cs) -> closure_calls(Cs, L0, L), E = E0
    ;   E0 = [M:G|E],
        L = L0
    ).

closure_calls([], L, L).
closure_calls([arg(_,PI)|Cs], [PI|L0], L) :- closure_calls(Cs, L0, L).

% Breadth first, so that predicates near the query have lower numbers.
reached([], _, [], [], E, E).
reached([], Seen, Found, [P|Ps], E0, E) :- reached([P|Ps], Seen, Found, [], E0, E).
reached([PI|PIs], Seen0, Found, Later, E0, E) :-
    (   get_assoc(PI, Seen0, _) -> reached(PIs, Seen0, Found, Later, E0, E)
    ;   put_assoc(PI, Seen0, true, Seen),
        predicate(PI, P, Ls, Es),
        Found = [P|Found1],
        append(Es, E0, E1),
        append(Later, Ls, Later1),
        reached(PIs, Seen, Found1, Later1, E1, E)
    ).

predicate(M:N/A, pred(M:N/A,Status,_,_,_,Cls), Ls, Es) :-
    functor(H, N, A),
    clause_source:own(M, H, own(_,_,How)),
    ( How = name(T), T \== N -> Status0 = table ; Status0 = live ),
    (   only_facts(How, M, A) -> Status = facts, Cls = [], Ls = [], Es = []
    ;   Status = Status0,
        clause_source:own_clauses(M, H, _, Cs),
        analysed(Cs, M, Cls, Ls, [], Es, [])
    ).

only_facts(name(N), M, A) :-
    functor(H, N, A),
    \+ ( clause(M:H, B), B \== true ).

analysed([], _, [], Ls, Ls, Es, Es).
analysed([clause(H,B,Ns,Place)|Cs], M, [cl(_,H,Is,Cut,clause(H,B,Ns,Place))|Cls], Ls0, Ls, Es0, Es) :-
    items(B, M, Is),
    fixed(Is, no, Cut, [], Fs),
    item_calls(Is, Fs, Ls0, Ls1, Es0, Es1),
    analysed(Cs, M, Cls, Ls1, Ls, Es1, Es).

% The predicates that goals reach which are run as they are, and the effects found on the way.
exact_closure(Goals, Whole, Effects) :-
    empty_assoc(Seen),
    exact_closure(Goals, Seen, Whole, Effects).

exact_closure([], Seen, Whole, []) :- assoc_to_keys(Seen, Whole).
exact_closure([M:G|Gs], Seen0, Whole, Effects) :-
    calls(G, M, Cs, []),
    exact_calls(Cs, Seen0, Seen, Gs, Gs1, Effects, Effects1),
    exact_closure(Gs1, Seen, Whole, Effects1).

exact_calls([], Seen, Seen, Gs, Gs, Es, Es).
exact_calls([M:G|Cs], Seen0, Seen, Gs0, Gs, Es0, Es) :-
    (   effect(G), \+ clause_source:own(M, G, _) -> functor(G, N, A), Es0 = [N/A|Es1], Seen1 = Seen0, Gs1 = Gs0
    ;   clause_source:own(M, G, own(H,NA,How)) ->
        Es1 = Es0,
        PI = H:NA,
        (   get_assoc(PI, Seen0, _) -> Seen1 = Seen0, Gs1 = Gs0
        ;   put_assoc(PI, Seen0, true, Seen1),
            NA = _/A1,
            (   only_facts(How, H, A1) -> Gs1 = Gs0
            ;   NA = N1/_,
                functor(H1, N1, A1),
                clause_source:own_clauses(H, H1, _, Cls),
                findall(H:B, member(clause(_,B,_,_), Cls), Bs),
                append(Bs, Gs0, Gs1)
            )
        )
    ;   Es1 = Es0,
        Seen1 = Seen0,
        Gs1 = Gs0
    ),
    exact_calls(Cs, Seen1, Seen, Gs1, Gs, Es1, Es).

% The goals of a body, those inside the arguments of meta-predicates included.
calls(V, _, Cs, Cs) :- var(V), !.
calls(M:B, _, Cs0, Cs) :- nonvar(M), !, calls(B, M, Cs0, Cs).
calls(G, _, Cs, Cs) :- \+ callable(G), !.
calls(G, M, [M:G|Cs0], Cs) :-
    (   compound(G), predicate_property(M:G, meta_predicate(Spec)) ->
        findall(K-X, ( arg(I, Spec, K), arg(I, G, X) ), Args),
        argument_calls(Args, M, Cs0, Cs)
    ;   Cs0 = Cs
    ).

argument_calls([], _, Cs, Cs).
argument_calls([K-X|Ks], M, Cs0, Cs) :-
    (   var(X) -> Cs1 = Cs0
    ;   K == 0 -> calls(X, M, Cs0, Cs1)
    ;   K == (^) -> without_carets(X, Y), calls(Y, M, Cs0, Cs1)
    ;   integer(K), callable(X), X \= _:_ -> extended(X, K, G), calls(G, M, Cs0, Cs1)
    ;   K == (//), callable(X), X \= _:_ -> extended(X, 2, G), calls(G, M, Cs0, Cs1)
    ;   Cs1 = Cs0
    ),
    argument_calls(Ks, M, Cs1, Cs).

without_carets(X, Y) :- ( nonvar(X), X = _^Z -> without_carets(Z, Y) ; Y = X ).

statuses(Found, Whole, Preds) :-
    marked(Found, Whole, Preds0),
    findall(PI, ( member(PI, Whole), \+ member(pred(PI,_,_,_,_,_), Found) ), Others),
    whole_preds(Others, Ps),
    append(Preds0, Ps, Preds).

marked([], _, []).
marked([pred(PI,S0,N,F,L,Cs)|Ps0], Whole, [pred(PI,S,N,F,L,Cs)|Ps]) :-
    (   S0 \== facts, memberchk(PI, Whole) -> S = whole
    ;   S = S0
    ),
    marked(Ps0, Whole, Ps).

whole_preds([], []).
whole_preds([PI|PIs], [P|Ps]) :-
    predicate(PI, pred(PI,S0,N,F,L,Cs), _, _),
    ( S0 == facts -> S = facts ; S = whole ),
    P = pred(PI,S,N,F,L,Cs),
    whole_preds(PIs, Ps).

numbered([], _, N, _, N, []).
numbered([pred(PI,S,Name,N0,L,Cs)|Ps0], Run, N0, C0, N, [pred(PI,S,Name,N0,L,Cs)|Ps]) :-
    PI = M:F/_,
    format(atom(Name), "~d ~a:~a", [Run,M,F]),
    numbered_clauses(Cs, N0, N1, C0, C1),
    L is N1-1,
    numbered(Ps0, Run, N1, C1, N, Ps).

numbered_clauses([], N, N, C, C).
numbered_clauses([cl(C0,_,Is,_,_)|Cs], N0, N, C0, C) :-
    numbered_items(Is, N0, N1),
    C1 is C0+1,
    numbered_clauses(Cs, N1, N, C1, C).

numbered_items([], N, N).
numbered_items([I|Is], N0, N) :-
    numbered_item(I, N0, N1),
    numbered_items(Is, N1, N).

numbered_item(cut(N0), N0, N) :- N is N0+1.
numbered_item(end(N0), N0, N) :- N is N0+1.
numbered_item(g(N0,_,_,_), N0, N) :- N is N0+1.
numbered_item(alt(N0,As,Bs), N0, N) :- N1 is N0+1, numbered_items(As, N1, N2), numbered_items(Bs, N2, N).
numbered_item(if(N0,_,_,As,Bs), N0, N) :-
    N1 is N0+1,
    numbered_items(As, N1, N2),
    ( Bs == none -> N = N2 ; numbered_items(Bs, N2, N) ).
numbered_item(soft(N0,M,C,As,Bs), N0, N) :- numbered_item(if(N0,M,C,As,Bs), N0, N).

% Effects of the goals of live predicates.
live_effects(Q, Preds, Es) :-
    findall(N/A,
            ( ( Cl = Q ; member(pred(_,_,_,_,_,Cls), Preds), member(Cl, Cls) ),
              Cl = cl(_,_,Is,_,_),
              items_goal(Is, _, G, _),
              callable(G),
              effect(G),
              functor(G, N, A) ),
            Es).

% items_goal(Items, I, G, Kind): enumerates the goals of items.
items_goal([It|Is], I, G, Kind) :- item_goal(It, I, G, Kind) ; Is = [_|_], items_goal(Is, I, G, Kind).

item_goal(g(I,_,G,Kind), I, G, Kind).
item_goal(alt(_,As,Bs), I, G, Kind) :- items_goal(As, I, G, Kind) ; items_goal(Bs, I, G, Kind).
item_goal(if(_,_,_,As,Bs), I, G, Kind) :- items_goal(As, I, G, Kind) ; Bs \== none, items_goal(Bs, I, G, Kind).
item_goal(soft(_,_,_,As,Bs), I, G, Kind) :- items_goal(As, I, G, Kind) ; Bs \== none, items_goal(Bs, I, G, Kind).

% items_module(Items, I, M): the module of goal I.
items_module([It|Is], I, M) :-
    (   It = g(J,M0,_,_) -> ( J == I -> M = M0 ; items_module(Is, I, M) )
    ;   ( It = alt(_,As,Bs) ; It = if(_,_,_,As,Bs) ; It = soft(_,_,_,As,Bs) ), items_module(As, I, M) -> true
    ;   ( It = alt(_,_,Bs) ; It = if(_,_,_,_,Bs) ; It = soft(_,_,_,_,Bs) ), Bs \== none, items_module(Bs, I, M) -> true
    ;   items_module(Is, I, M)
    ).

% candidates(Items, Is): the numbers of what can be left out, in the order of the text.
candidates(Items, Is) :-
    fixed(Items, no, _, [], Fs),
    findall(I, ( item_number(Items, I), \+ is_fixed(Fs, I) ), Is).

item_number([It|Is], I) :- item_numbers(It, I) ; Is = [_|_], item_number(Is, I).

item_numbers(g(I,_,_,Kind), I) :- Kind \== output.
item_numbers(alt(I0,As,Bs), I) :- I = I0 ; item_number(As, I) ; item_number(Bs, I).
item_numbers(if(I0,_,_,As,Bs), I) :- I = I0 ; item_number(As, I) ; Bs \== none, item_number(Bs, I).
item_numbers(soft(I0,M,C,As,Bs), I) :- item_numbers(if(I0,M,C,As,Bs), I).
