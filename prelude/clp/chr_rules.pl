% Reading constraint handling rules and declarations of library(chr): from terms of a program to
% `rule(Name, Heads, Guard, Body)`, where each head is `head(Kind, Goal, Passive)` with Kind `removed` or
% `kept`, in the order in which an active constraint tries them.

:- module(chr_rules, [chr_rule/1]).

:- op(1180, xfx, ==>).
:- op(1180, xfx, <=>).
:- op(1100, xfx, \).
:- op(1200, xfx, @).
:- op(1190, xfx, pragma).
:- op(500, yfx, #).
:- op(500, fx, ?).

%! chr_rule(@Term) is semidet.
%
%  True if `Term` has the form of a constraint handling rule.
?- chr_rules:chr_rule('==>'(a,b)).
   true.
?- chr_rules:chr_rule((a :- b)).
   false.
chr_rule(T) :- nonvar(T), rule_form(T).

rule_form((_ @ R)) :- !, chr_rule(R).
rule_form((R pragma _)) :- !, chr_rule(R).
rule_form((_ ==> _)).
rule_form((_ <=> _)).

% read_rule(+Term, +Key, -Rule). Reads a rule of the program `Key`. Throws an
% error if `Term` is not a rule or has an undeclared head.
read_rule(T, K, rule(Name,Heads,Guard,Body)) :-
    named(T, Name, T1),
    pragmas(T1, Ps, T2),
    (   T2 = (H ==> B) -> Kept = H, Removed = none
    ;   T2 = (H <=> B),
        (   nonvar(H), H = \(Kept,Removed) -> true
        ;   Kept = none, Removed = H
        )
    ),
    heads(Removed, removed, K, Ps, Hs0, Hs1),
    heads(Kept, kept, K, Ps, Hs1, []),
    Heads = Hs0,
    (   nonvar(B), B = '|'(Guard,Body) -> true
    ;   Guard = true, Body = B
    ),
    each_callable(Guard),
    each_callable(Body).

named(T, Name, R) :-
    (   T = (Name0 @ R) -> Name = Name0
    ;   R = T, Name = []
    ).

pragmas(T, Ps, R) :-
    (   T = (R pragma P0) ->
        conjuncts(P0, Ps, []),
        each_pragma(Ps)
    ;   R = T, Ps = []
    ).

each_pragma([]).
each_pragma([P|Ps]) :-
    (   var(P) -> instantiation_error((pragma)/2)
    ;   callable(P) -> true
    ;   type_error(callable, P, (pragma)/2)
    ),
    each_pragma(Ps).

conjuncts(T, Ts0, Ts) :-
    (   nonvar(T), T = (A,B) -> conjuncts(A, Ts0, Ts1), conjuncts(B, Ts1, Ts)
    ;   Ts0 = [T|Ts]
    ).

heads(T, Kind, K, Ps, Hs0, Hs) :-
    (   T == none -> Hs0 = Hs
    ;   nonvar(T), T = (A,B) ->
        heads(A, Kind, K, Ps, Hs0, Hs1),
        heads(B, Kind, K, Ps, Hs1, Hs)
    ;   nonvar(T), T = (G # Id) ->
        declared_head(G, K),
        (   Id == passive -> Passive = true
        ;   member(P, Ps), nonvar(P), P = passive(Id0), Id0 == Id -> Passive = true
        ;   Passive = false
        ),
        Hs0 = [head(Kind,G,Passive)|Hs]
    ;   declared_head(T, K),
        Hs0 = [head(Kind,T,false)|Hs]
    ).

declared_head(G, K) :-
    (   var(G) -> instantiation_error((==>)/2)
    ;   \+ callable(G) -> type_error(callable, G, (==>)/2)
    ;   functor(G, N, A),
        (   chr:declared(K, N/A, _) -> true
        ;   existence_error(chr_constraint, N/A, (==>)/2)
        )
    ).

each_callable(G) :-
    (   var(G) -> true
    ;   callable(G) -> true
    ;   type_error(callable, G, (==>)/2)
    ).

% read_declarations(+Term, -Constraints, +Culprit). Reads the argument of chr_constraint/1: `Constraints` is a
% list of `Name/Arity-Modes`, a mode being `ground` or `any`. Throws an error that names `Culprit` if it is not
% a declaration.
read_declarations(T, Cs, PI) :- declarations(T, PI, Cs, []).

declarations(T, PI, Cs0, Cs) :-
    (   var(T) -> instantiation_error(PI)
    ;   T = (A,B) -> declarations(A, PI, Cs0, Cs1), declarations(B, PI, Cs1, Cs)
    ;   T == [] -> Cs0 = Cs
    ;   T = [A|B] -> declarations(A, PI, Cs0, Cs1), declarations(B, PI, Cs1, Cs)
    ;   T = N/A ->
        must_be(atom, N),
        must_be(nonneg, A),
        length(Ms, A),
        all_any(Ms),
        Cs0 = [N/A-Ms|Cs]
    ;   callable(T) ->
        T =.. [N|As],
        modes(As, PI, Ms),
        length(As, A),
        Cs0 = [N/A-Ms|Cs]
    ;   type_error(chr_declaration, T, PI)
    ).

all_any([]).
all_any([any|Ms]) :- all_any(Ms).

modes([], _, []).
modes([T|Ts], PI, [M|Ms]) :-
    (   var(T) -> instantiation_error(PI)
    ;   ( T = +(_) ; T == (+) ) -> M = ground
    ;   ( T = ?(_) ; T == (?) ; T = -(_) ; T == (-) ; callable(T) ) -> M = any
    ;   type_error(chr_mode, T, PI)
    ),
    modes(Ts, PI, Ms).
