% Residual goals as in SWI-Prolog: those of its own predicates are not qualified, and those of constraints belong to module `clpfd`. In
% modules of the dialect `swi`, the names without `residue_` mean these.

:- module(swi_residue, [residue_copy_term/3, residue_frozen/2]).

%! residue_copy_term(+Term, -Copy, -Goals) is det.
%
%  As copy_term/3.
?- freeze(X, true), swi_residue:residue_copy_term(X, Y, Gs).
   Y = _A, Gs = [freeze(_A,user:true)], freeze:freeze(X,user:true).
?- dif(X, a), swi_residue:residue_copy_term(X, Y, Gs).
   Y = _A, Gs = [dif(_A,a)], dif:dif(X,a).
residue_copy_term(T, C, Gs) :-
    copy_term(T, C, Gs0),
    all_seen(Gs0, Gs).

all_seen([], []).
all_seen([G0|Gs0], [G|Gs]) :- seen(G0, G), all_seen(Gs0, Gs).

seen(M:G0, G) :-
    (   memberchk(M, [freeze,dif,when]) -> G = G0
    ;   M == clpz -> G = clpfd:G0
    ;   G = M:G0
    ).

%! residue_frozen(@Term, -Goal) is det.
%
%  As frozen/2, with the goals of the variables first that were delayed first.
?- freeze(X, true), swi_residue:residue_frozen(X, G).
   G = freeze(X,user:true), freeze:freeze(X,user:true).
?- X = a(C,D), freeze(C, true), freeze(D, C), swi_residue:residue_frozen(D, G).
   X = a(C,D), G = (freeze(C,user:true),freeze(D,user:C)), freeze:freeze(C,user:true), freeze:freeze(D,user:C).
?- swi_residue:residue_frozen(X, G).
   G = true.
residue_frozen(T, G) :-
    term_attvars(T, Vs0),
    sort(Vs0, Vs),
    '$attvars_goals'(Vs, Gs),
    '$conjunction'(Gs, G0),
    conjunction_seen(G0, G).

conjunction_seen(G0, G) :-
    (   G0 = (A0,B0) -> G = (A,B), conjunction_seen(A0, A), conjunction_seen(B0, B)
    ;   G0 = _:_ -> seen(G0, G)
    ;   G = G0
    ).
