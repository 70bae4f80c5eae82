% The residual goals of linear constraints: the constraints of the solver that concern some variables.

:- module(linear_residue, [linear_project/2, linear_goals/3, linear_residue/3]).

:- use_module(library(linear)).
:- use_module(library(linear_projection)).

%! linear_project(+Vars, +Field) is det.
%
%  Computes the constraints on `Vars` that linear_goals/3 shows.
?- linear_post(X >= 3, q), linear_project([X], q).
   ... .
linear_project(Vs, F) :-
    linear:attribute(F, M),
    with_records(Vs, M, Rs),
    (   Rs = [R|Others] ->
        linear_residue(Vs, F, Cs),
        setarg(8, R, shown(Cs)),
        nothing_shown(Others),
        linear:neighbours_of(Rs, All),
        hidden(All, Rs)
    ;   true
    ).

with_records([], _, []).
with_records([V|Vs], M, Rs) :-
    (   var(V), get_attr(V, M, R) -> Rs = [R|Rs1]
    ;   Rs = Rs1
    ),
    with_records(Vs, M, Rs1).

nothing_shown([]).
nothing_shown([R|Rs]) :- setarg(8, R, shown([])), nothing_shown(Rs).

hidden([], _).
hidden([R|Rs], Shown) :-
    arg(8, R, S),
    (   S == none -> setarg(8, R, shown([]))
    ;   true
    ),
    hidden(Rs, Shown).

%! linear_goals(+V, +Field, -Goals) is det.
%
%  Unifies `Goals` with the residual goals of a solver variable.
?- linear_post(X >= 3, q), get_attr(X, clpq, V), linear_goals(V, q, Gs).
   ..., Gs = [{X>=3}].
linear_goals(V, F, Goals) :-
    arg(8, V, Shown),
    (   Shown = shown(Cs) -> true
    ;   linear:neighbours_of([V], All),
        program_variables(All, Vs),
        linear_residue(Vs, F, Cs)
    ),
    braced(Cs, Goals, Goals1),
    arg(6, V, Gs),
    nonlinear_goals(Gs, Goals1).

program_variables([], []).
program_variables([R|Rs], Vs) :-
    (   R = v(_,free,_,_,X,_,_,_,_), var(X) -> Vs = [X|Vs1]
    ;   Vs = Vs1
    ),
    program_variables(Rs, Vs1).

braced([], Gs, Gs).
braced([C|Cs], [{C}|Gs0], Gs) :- braced(Cs, Gs0, Gs).

nonlinear_goals([], []).
nonlinear_goals([N|Ns], Gs) :-
    (   N = nonlinear(Z,E,Done), Done \== done -> Gs = [{Z=E}|Gs1]
    ;   Gs = Gs1
    ),
    nonlinear_goals(Ns, Gs1).

%! linear_residue(+Vars, +Field, -Constraints) is det.
%
%  Unifies `Constraints` with the list of the linear constraints on `Vars` that follow from all
%  constraints, as comparisons.
?- linear_post((X =< Y, Y =< Z, Z =< 5), q), linear_residue([X], q, Cs).
   ..., Cs = [X=<5], ... .
linear_residue(Vs0, F, Cs) :-
    linear:attribute(F, M),
    term_variables(Vs0, Vs),
    with_records(Vs, M, Rs),
    linear:neighbours_of(Rs, All),
    ids(Rs, Ids0),
    sort(Ids0, Ids),
    equations(Rs, F, Es),
    inequalities(All, Ls),
    disequations(All, Ns),
    linear_projection(Es, Ls, Ns, Ids, F, Cs).

ids([], []).
ids([R|Rs], [I|Is]) :- arg(1, R, I), ids(Rs, Is).

equations([], _, []).
equations([R|Rs], F, Es) :-
    R = v(I,_,Row,_,_,_,_,_,_),
    (   Row = lin(B,Ts) ->
        linear:in_field(F, -1, K),
        linear:plus_scaled(Ts, 1, [t(I,K,R)], F, Us),
        Es = [lin(B,Us)|Es1]
    ;   Es = Es1
    ),
    equations(Rs, F, Es1).

inequalities([], []).
inequalities([R|Rs], Ls) :-
    arg(2, R, Kind),
    (   linear:bounded(Kind), linear:normal(R, L), L = lin(_,[_|_]) -> Ls = [Kind-L|Ls1]
    ;   Ls = Ls1
    ),
    inequalities(Rs, Ls1).

disequations([], []).
disequations([R|Rs], Ls) :-
    R = v(_,Kind,Row,_,_,_,_,_,_),
    (   Kind == ne, Row = lin(_,[_|_]) -> Ls = [Row|Ls1]
    ;   Ls = Ls1
    ),
    disequations(Rs, Ls1).
