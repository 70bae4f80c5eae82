% The analysis of constraint handling rules: for each constraint its occurrences, the indexes that joins need,
% the arguments whose binding may enable a rule, and what a suspension must hold; for each occurrence the order of
% the join.

:- module(chr_plan, [planned/3]).

% A program is `program(Constraints, Rules)` with `Name/Arity-Modes` and `rule(Number, Heads, Guard, Body)`. Its plan
% is a list of `plan(Name/Arity, Modes, Occurrences, Wake, Indexes, Stored, Numbered)`: occurrences as
% `occurrence(Rule, HeadNumber, Join)`, with a join of `step(HeadNumber, Index, KeyTerm)`; `Wake` holds argument
% positions; an index is `all`, `ground(Positions)` or `any(Position)`.

%! planned(+Constraints, +Rules, -Plans) is det.
%
%  Unifies `Plans` with the plans of a program.
?- chr_plan:planned([c/1-[ground]], [rule(0,[head(removed,c(0),false)],true,true)], [Plan]).
   Plan = plan(c/1,[ground],[occurrence(rule(0,[head(removed,c(0),false)],true,true),1,[])],[],[all],true,false).
planned(Cs, Rules, Plans) :-
    occurring(Cs, Rules, Cs, Plans0),
    findall(PI-I, ( member(P, Plans0), looks_up(P, PI, I) ), PIIs0),
    sort(PIIs0, PIIs),
    same_constraint_joins(Rules, Numbered0),
    completed(Plans0, PIIs, Rules, Numbered0, Plans).

looks_up(plan(_,_,Os,_,_,_,_), PI, Index) :-
    member(occurrence(_,_,Join), Os),
    member(step(PI,_,Index,_), Join).

occurring([], _, _, []).
occurring([PI-Ms|Cs], Rules, All, [plan(PI,Ms,Os,Wake,_,Stored,_)|Plans]) :-
    occurrences(PI, Rules, All, Os0),
    up_to_catch_all(Os0, Os1, Caught),
    (   Caught == true, \+ member(occurrence(rule(_,_,_,_),kept,_,_), Os1) -> Stored = never
    ;   Stored = true
    ),
    without_kind(Os1, Os),
    wake_positions(PI, Ms, Os, Wake),
    occurring(Cs, Rules, All, Plans).

without_kind([], []).
without_kind([occurrence(R,_,I,J)|Os0], [occurrence(R,I,J)|Os]) :- without_kind(Os0, Os).

% occurrences(+Indicator, +Rules, +Constraints, -Occurrences). The active occurrences of a constraint as
% `occurrence(Rule, Kind, HeadNumber, Join)`, in the order in which it tries them.
occurrences(PI, Rules, Cs, Os) :- occurrences_(Rules, PI, Cs, Os, []).

occurrences_([], _, _, Os, Os).
occurrences_([R|Rs], PI, Cs, Os0, Os) :-
    R = rule(_,Hs,_,_),
    head_occurrences(Hs, 1, PI, R, Cs, Os0, Os1),
    occurrences_(Rs, PI, Cs, Os1, Os).

head_occurrences([], _, _, _, _, Os, Os).
head_occurrences([head(Kind,G,Passive)|Hs], I, N/A, R, Cs, Os0, Os) :-
    (   functor(G, N, A), Passive == false ->
        R = rule(_,All,_,_),
        nth1(I, All, _, Others0),
        numbered_heads(All, 1, I, Others),
        length(Others0, _),
        term_variables(G, Known),
        join(Others, Known, Cs, Join),
        Os0 = [occurrence(R,Kind,I,Join)|Os1]
    ;   Os0 = Os1
    ),
    I1 is I+1,
    head_occurrences(Hs, I1, N/A, R, Cs, Os1, Os).

numbered_heads([], _, _, []).
numbered_heads([head(_,G,_)|Hs], I, Skip, Ns) :-
    (   I =:= Skip -> Ns = Ns1
    ;   Ns = [I-G|Ns1]
    ),
    I1 is I+1,
    numbered_heads(Hs, I1, Skip, Ns1).

% The next partner is the one with the most known arguments; of equals, the first.
join([], _, _, []).
join([H|Hs], Known, Cs, [step(N/A,I,Index,Key)|Steps]) :-
    best(Hs, H, Known, Cs, I-G, Rest),
    functor(G, N, A),
    lookup(G, Known, Cs, Index, Key),
    term_variables(Known+G, Known1),
    join(Rest, Known1, Cs, Steps).

best(Hs, H, Known, Cs, Best, Rest) :-
    weight(H, Known, Cs, W),
    best(Hs, H, W, Known, Cs, Best),
    Best = I-_,
    without(I, [H|Hs], Rest).

best([], H, _, _, _, H).
best([H|Hs], H0, W0, Known, Cs, Best) :-
    weight(H, Known, Cs, W),
    (   W > W0 -> best(Hs, H, W, Known, Cs, Best)
    ;   best(Hs, H0, W0, Known, Cs, Best)
    ).

without(I, [J-G|Hs], Rest) :-
    (   I =:= J -> Rest = Hs
    ;   Rest = [J-G|Rest1],
        without(I, Hs, Rest1)
    ).

weight(_-G, Known, Cs, W) :-
    known_positions(G, Known, Cs, Ground, Any),
    length(Ground, W1),
    length(Any, W2),
    W is 2*W1+W2.

known_positions(G, Known, Cs, Ground, Any) :-
    functor(G, N, A),
    memberchk(N/A-Ms, Cs),
    positions(1, A, G, Ms, Known, Ground, Any).

positions(I, A, G, Ms, Known, Ground, Any) :-
    (   I > A -> Ground = [], Any = []
    ;   arg(I, G, T),
        Ms = [M|Ms1],
        I1 is I+1,
        (   known(T, Known) ->
            (   M == ground -> Ground = [I|Ground1], Any = Any1
            ;   Ground = Ground1, Any = [I|Any1]
            )
        ;   Ground = Ground1, Any = Any1
        ),
        positions(I1, A, G, Ms1, Known, Ground1, Any1)
    ).

known(T, Known) :-
    term_variables(T, Vs),
    \+ ( member(V, Vs), \+ ( member(W, Known), W == V ) ).

lookup(G, Known, Cs, Index, Key) :-
    known_positions(G, Known, Cs, Ground, Any),
    (   Ground = [_|_] ->
        Index = ground(Ground),
        key(Ground, G, Key)
    ;   Any = [I|_] ->
        Index = any(I),
        arg(I, G, Key)
    ;   Index = all, Key = []
    ).

key([I], G, Key) :- !, arg(I, G, Key).
key(Is, G, Key) :- args(Is, G, As), Key =.. [k|As].

args([], _, []).
args([I|Is], G, [A|As]) :- arg(I, G, A), args(Is, G, As).

% Nothing is tried after a rule that always applies.
up_to_catch_all([], [], false).
up_to_catch_all([O|Os0], [O|Os], Caught) :-
    (   catch_all(O) -> Os = [], Caught = true
    ;   up_to_catch_all(Os0, Os, Caught)
    ).

catch_all(occurrence(rule(_,[head(removed,G,_)],true,_),_,_,_)) :-
    G =.. [_|As],
    term_variables(As, Vs),
    Vs == As.

% An argument matters to the occurrences if a head requires something of it, or a guard reads it.
wake_positions(N/A, Ms, Os, Wake) :-
    findall(I, ( between(1, A, I), nth1(I, Ms, any), member(O, Os), matters(I, N/A, O) ), Is),
    sort(Is, Wake).

matters(I, _, occurrence(rule(_,Hs,Guard,_),J,_)) :-
    nth1(J, Hs, head(_,G,_)),
    arg(I, G, T),
    (   nonvar(T) -> true
    ;   findall_args(Hs, As),
        count(As, T, 0, C),
        (   C > 1 -> true
        ;   occurs_in(T, Guard)
        )
    ).

findall_args([], []).
findall_args([head(_,G,_)|Hs], As) :- G =.. [_|As0], append(As0, As1, As), findall_args(Hs, As1).

% Occurrences of a variable, two at most.
count([], _, C, C).
count([T|Ts], V, C0, C) :-
    (   T == V -> C1 is C0+1
    ;   compound(T), occurs_in(V, T) -> C1 is C0+1
    ;   C1 = C0
    ),
    count(Ts, V, C1, C).

occurs_in(V, T) :- term_variables(T, Vs), member(W, Vs), W == V, !.

% If one rule has two heads of the same constraint, the constraints are distinguished by number.
same_constraint_joins(Rules, PIs) :-
    findall(PI, ( member(rule(_,Hs,_,_), Rules), has_twice(Hs, PI) ), PIs0),
    sort(PIs0, PIs).

has_twice(Hs, N/A) :-
    nth1(I, Hs, head(_,G,_)),
    nth1(J, Hs, head(_,G1,_)),
    I < J,
    functor(G, N, A),
    functor(G1, N, A).

completed([], _, _, _, []).
completed([plan(PI,Ms,Os,Wake,_,Stored,_)|Ps0], PIIs, Rules, Twice, [plan(PI,Ms,Os,Wake,Is,Stored,Numbered)|Ps]) :-
    findall(I, member(PI-I, PIIs), Is0),
    (   ( member(all, Is0) ; member(ground(_), Is0) ) -> Is = Is0
    ;   Is = [all|Is0]
    ),
    (   ( memberchk(PI, Twice) ; Wake = [_|_] ; in_propagation(PI, Rules) ) -> Numbered = true
    ;   Numbered = false
    ),
    completed(Ps0, PIIs, Rules, Twice, Ps).

in_propagation(N/A, Rules) :-
    member(rule(_,Hs,_,_), Rules),
    Hs = [_,_|_],
    \+ member(head(removed,_,_), Hs),
    member(head(_,G,_), Hs),
    functor(G, N, A), !.

% constraint_plan(+Indicator, +Plans, -Plan). The plan of a constraint.
constraint_plan(PI, Plans, plan(PI,Ms,Os,W,Is,S,N)) :- memberchk(plan(PI,Ms,Os,W,Is,S,N), Plans).

% needs_history(+Rule, +Plans, -History). How a rule is kept from firing twice for the same constraints: `none`
% if it removes one; `order` if none of its constraints is ever activated again, so that the newest of them has
% tried the combination; else `table`.
needs_history(rule(_,Hs,_,_), Plans, History) :-
    (   member(head(removed,_,_), Hs) -> History = none
    ;   member(H, Hs), active_again(H, Plans) -> History = table
    ;   History = order
    ).

active_again(head(_,_,true), _).
active_again(head(_,G,false), Plans) :-
    functor(G, N, A),
    constraint_plan(N/A, Plans, plan(_,_,_,[_|_],_,_,_)).

% simple_guard(+Goal, +Fresh). True if `Goal` only tests, and binds no variables but those of the list `Fresh`.
simple_guard(G, _) :- var(G), !, fail.
simple_guard((A,B), F) :- !, simple_guard(A, F), simple_guard(B, F).
simple_guard((A;B), F) :- !, simple_guard(A, F), simple_guard(B, F).
simple_guard((A->B), F) :- !, simple_guard(A, F), simple_guard(B, F).
simple_guard(\+ A, F) :- !, simple_guard(A, F).
simple_guard(X is _, F) :- !, var(X), member(V, F), V == X, !.
simple_guard(X = _, F) :- var(X), member(V, F), V == X, !.
simple_guard(G, _) :- functor(G, N, A), test(N, A).

test(true, 0).
test(fail, 0).
test(false, 0).
test(var, 1).
test(nonvar, 1).
test(atom, 1).
test(atomic, 1).
test(integer, 1).
test(float, 1).
test(number, 1).
test(compound, 1).
test(callable, 1).
test(is_list, 1).
test(ground, 1).
test(==, 2).
test(\==, 2).
test(\=, 2).
test(@<, 2).
test(@>, 2).
test(@=<, 2).
test(@>=, 2).
test(=:=, 2).
test(=\=, 2).
test(<, 2).
test(>, 2).
test(=<, 2).
test(>=, 2).
