% Linear constraints over the floating-point numbers: equations, inequalities, optimization.
% The solver is library(linear); this file is its interface for floats, where numbers that differ by
% at most 1.0e-10 are equal.

:- module(clpr, [
    {}/1, entailed/1, sup/2, sup/4, inf/2, inf/4, minimize/1, maximize/1, bb_inf/3, bb_inf/5, dump/3
]).

:- use_module(library(linear)).
:- use_module(library(linear_residue)).
:- use_module(library(linear_search)).

%! {}(+Constraints) is nondet.
%
%  Posts constraints, joined by `,` (and) or `;` (or): `A=B` or `A=:=B`, `A=\=B`, `A<B`, `A=<B`, `A>B`,
%  `A>=B`. Variables that have only one possible value are bound to it. Expressions consist of
%  variables, numbers, `+`, `-`, `*`, `/`, `^`, `**`, `pow/2`, `exp/2`, `min/2`, `max/2`, `abs/1`,
%  `sin/1`, `cos/1`, `tan/1`, `exp/1`, `log/1` and `sqrt/1`. A nonlinear part waits until enough of its
%  variables are known, or its value is known and only one variable is not: the equation is then solved for
%  that variable, with both roots of an even power, and of a trigonometric function the principal value.
%  Throws a type error for other terms.
?- use_module(library(clpr)).
   true.
?- {X+Y = 5, X-Y = 1}.
   X = 3.0, Y = 2.0.
?- {X > 2, X < 2}.
   false.
?- {X = sqrt(Y), Y = 4}.
   X = 2.0, Y = 4.0.
?- {8 = 2^X, 0 = sin(Y)}.
   X = 3.0, Y = 0.0.
?- {X^2 = 4}.
   X = 2.0
;  X = -2.0.
?- {X*X = 9, X < 0}.
   X = -3.0.
?- {sin(X) = 2}.
   false.
?- {X >= 2*Y, Y > 1}.
   clpr:{Y>1.0}, clpr:{X-2.0*Y>=0.0}.
{Cs} :- linear_post(Cs, r).

%! entailed(+Constraint) is semidet.
%
%  True if the comparison `Constraint`, or each of several joined by `,`, holds in all solutions of the
%  constraints.
?- {X >= Y+1, Y >= 2}, entailed(X > 2), \+ entailed(X > 3).
   ... .
entailed(C) :- linear_entailed(C, r).

%! sup(+Expr, -Supremum) is semidet.
%
%  Unifies `Supremum` with the least upper bound of the linear expression `Expr`. False if there is
%  none.
?- {X >= 0, Y >= 0, X+2*Y =< 4, X =< 2}, sup(X+Y, S).
   S = 3.0, ... .
sup(E, S) :- linear_supremum(E, r, S0), S = S0.

%! sup(+Expr, -Supremum, +Vars, -Values) is semidet.
%
%  As sup/2. `Values` are the values of `Vars` in a solution of the constraints, taken as not strict,
%  where `Supremum` is attained.
?- {X >= 0, Y >= 0, X+2*Y =< 4, X =< 2}, sup(X+Y, S, [X,Y], Vs).
   S = 3.0, Vs = [2.0,1.0], ... .
sup(E, S, Vs, Values) :- linear_optimum(E, r, Vs, S0, Values0), S = S0, Values = Values0.

%! inf(+Expr, -Infimum) is semidet.
%
%  Unifies `Infimum` with the greatest lower bound of the linear expression `Expr`. False if there is
%  none.
?- {X >= 2, Y >= X}, inf(X+Y, I).
   I = 4.0, ... .
inf(E, I) :- linear_supremum(-E, r, S), I is -S.

%! inf(+Expr, -Infimum, +Vars, -Values) is semidet.
%
%  As inf/2. `Values` are the values of `Vars` in a solution of the constraints, taken as not strict,
%  where `Infimum` is attained.
?- {X >= 2, Y >= X}, inf(X+Y, I, [X,Y], Vs).
   I = 4.0, Vs = [2.0,2.0], ... .
inf(E, I, Vs, Values) :- linear_optimum(-E, r, Vs, S, Values0), I is -S, Values = Values0.

%! maximize(+Expr) is semidet.
%
%  Posts that the linear expression `Expr` has its greatest value. False if there is none.
?- {X >= 0, Y >= 0, X+2*Y =< 4, X =< 2}, maximize(X+Y).
   X = 2.0, Y = 1.0.
maximize(E) :- linear_supremum(E, r, S), linear_post(E = S, r).

%! minimize(+Expr) is semidet.
%
%  Posts that the linear expression `Expr` has its least value. False if there is none.
?- {X >= 2, Y >= X}, minimize(X+Y).
   X = 2.0, Y = 2.0.
minimize(E) :- linear_supremum(-E, r, S), linear_post(-E = S, r).

%! bb_inf(+Integers, +Expr, -Infimum) is semidet.
%
%  Unifies `Infimum` with the least value of the linear expression `Expr` where the variables `Integers`
%  have integer values. Constraints are not changed.
?- {X >= 1/2, Y >= 3/2}, bb_inf([X,Y], X+Y, I).
   I = 3.0, ... .
bb_inf(Vs, E, I) :- linear_bb(Vs, E, 0.001, r, I0, _), I = I0.

%! bb_inf(+Integers, +Expr, -Infimum, -Values, +Tolerance) is semidet.
%
%  As bb_inf/3. `Values` are the values of the variables `Integers` in a solution where `Infimum` is
%  attained; a number that differs from an integer by at most `Tolerance` is taken for it.
?- {X >= 1/2, Y >= 3/2}, bb_inf([X,Y], X+Y, I, Vs, 0.001).
   I = 3.0, Vs = [1.0,2.0], ... .
bb_inf(Vs, E, I, Values, Eps) :- linear_bb(Vs, E, Eps, r, I0, Values0), I = I0, Values = Values0.

%! dump(+Vars, +Names, -Constraints) is det.
%
%  Unifies `Constraints` with the list of the constraints on the variables `Vars` that follow from all
%  constraints, with the terms `Names` in place of the variables.
?- {X =< Y, Y =< 3}, dump([X], [x], Cs).
   Cs = [x=<3.0], ... .
dump(Vs, Names, Cs) :-
    must_be(list, Vs),
    must_be(list, Names),
    (   same_length(Vs, Names) -> true
    ;   domain_error(list_of_equal_length, Names, dump/3)
    ),
    linear_residue(Vs, r, Cs0),
    linear_named(Cs0, Vs, Names, Cs1),
    Cs = Cs1.

attr_unify_hook(V, X) :- linear_unify(V, X).

attribute_goals(V) --> { get_attr(V, clpr, R), linear_goals(R, r, Gs) }, goals(Gs).

goals([]) --> [].
goals([G|Gs]) --> [G], goals(Gs).

project_attributes(Vs, _) :- linear_project(Vs, r).
