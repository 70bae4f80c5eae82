% Constraints over integers. The constraints themselves are native: what is
% written here is the search, and the names.

:- module(clpz, [
    op(760, yfx, #<==>), op(750, xfy, #==>), op(750, yfx, #<==),
    op(740, yfx, #\/), op(730, yfx, #\), op(720, yfx, #/\), op(710, fy, #\),
    op(700, xfx, #>), op(700, xfx, #<), op(700, xfx, #>=), op(700, xfx, #=<),
    op(700, xfx, #=), op(700, xfx, #\=), op(700, xfx, in), op(700, xfx, ins),
    op(450, xfx, ..), op(150, fx, #),
    (#>)/2, (#<)/2, (#>=)/2, (#=<)/2, (#=)/2, (#\=)/2,
    (#\)/1, (#<==>)/2, (#==>)/2, (#<==)/2, (#\/)/2, (#\)/2, (#/\)/2,
    (#=)/3, (#<)/3, clpz_t/2,
    (in)/2, (ins)/2, domain/3, all_different/1, all_distinct/1,
    sum/3, scalar_product/4, chain/2,
    cumulative/1, cumulative/2, serialized/2, disjoint2/1,
    automaton/3, automaton/8,
    label/1, labeling/2, indomain/1,
    fd_var/1, fd_inf/2, fd_sup/2, fd_min/2, fd_max/2,
    fd_size/2, fd_dom/2, fd_degree/2, fd_statistics/2,
    all_different/2, all_distinct/2, all_distinct_except_0/1, tuples_in/2,
    element/3, global_cardinality/2, global_cardinality/3, nvalue/2,
    circuit/1, circuit/2, subcircuit/1, subcircuit/2, lex_chain/1, lex_chain/2
]).

:- use_module(library(fd_scheduling)).
:- use_module(library(fd_automata)).
:- use_module(library(fd_globals)).

%% Comparisons

%! #=(?X, ?Y) is semidet.
%
%  The values of the expressions are equal. Expressions are variables,
%  integers, and `+ - * ^ min max mod rem abs // div` of expressions.
?- X #= 1+2.
   X = 3.
?- 3 #= Y+2.
   Y = 1.
?- X*X #= 144, X #> 0.
   X = 12.
X #= Y :- '$fd_eq'(X, Y).

%! #\=(?X, ?Y) is semidet.
?- X #\= 3, X in 2..3.
   X = 2.
X #\= Y :- '$fd_ne'(X, Y).

%! #<(?X, ?Y) is semidet.
?- X #< 3.
   clpz:(X in inf..2).
X #< Y :- '$fd_lt'(X, Y).

%! #>(?X, ?Y) is semidet.
?- X #> 3.
   clpz:(X in 4..sup).
?- X #> Y.
   clpz:(Y#=<X+ -1).
X #> Y :- '$fd_gt'(X, Y).

%! #=<(?X, ?Y) is semidet.
?- X #=< 3, X #>= 3.
   X = 3.
X #=< Y :- '$fd_le'(X, Y).

%! #>=(?X, ?Y) is semidet.
?- X #>= 10^30, X #=< 10^30.
   X = 1000000000000000000000000000000.
X #>= Y :- '$fd_ge'(X, Y).

%! in(?X, +Domain) is semidet.
%
%  A domain is an integer, `L..H` with integers or `inf` and `sup`, or the
%  union `D1\/D2` of domains.
?- X in 0..3.
   clpz:(X in 0..3).
X in D :- '$fd_in'(X, D).

%! ins(+Xs, +Domain) is semidet.
%
%  Each of `Xs` is in the domain.
?- [X,Y] ins 1\/3\/5, X #> 3, Y #< X, Y #\= 1.
   X = 5, Y = 3.
Xs ins D :- '$fd_ins'(Xs, D).

%! domain(+Xs, +Low, +High) is semidet.
?- domain([X], 1, 1).
   X = 1.
domain(Xs, L, H) :- '$fd_ins'(Xs, L..H).

%! all_different(+Xs) is semidet.
?- X in 1..2, all_different([X,1]).
   X = 2.
all_different(Xs) :- '$fd_all_different'(Xs).

%! all_distinct(+Xs) is semidet.
?- [X,Y] ins 1..2, all_distinct([X,Y,3]), X #= 1.
   X = 1, Y = 2.
all_distinct(Xs) :- '$fd_all_distinct'(Xs, domain).

%! sum(+Xs, +Op, ?Value) is semidet.
%
%  `Op` is a comparison such as `#=`: the sum of `Xs` compares with `Value`.
?- sum([X,2,3], #=, 10).
   X = 5.
sum(Xs, Op, V) :- '$fd_sum'(Xs, Op, V).

%! scalar_product(+Cs, +Xs, +Op, ?Value) is semidet.
?- scalar_product([2,3], [X,1], #=, 7).
   X = 2.
scalar_product(Cs, Xs, Op, V) :- '$fd_scalar_product'(Cs, Xs, Op, V).

%! chain(+Xs, +Op) is semidet.
%
%  Neighbours compare: `Op` is `#=`, `#<`, `#=<`, `#>` or `#>=`.
?- [X,Y,Z] ins 0..2, chain([X,Y,Z], #<).
   X = 0, Y = 1, Z = 2.
chain(Xs, Op) :-
    '$fd_ins'(Xs, inf..sup),
    (   var(Op) -> throw(error(instantiation_error, chain/2))
    ;   chain_relation(Op) -> neighbours(Xs, Op)
    ;   throw(error(domain_error(chain_relation,Op), chain/2))
    ).

chain_relation(#=).
chain_relation(#<).
chain_relation(#=<).
chain_relation(#>).
chain_relation(#>=).

neighbours([], _).
neighbours([X|Xs], Op) :- neighbours(Xs, X, Op).

neighbours([], _, _).
neighbours([Y|Ys], X, Op) :-
    call(Op, X, Y),
    neighbours(Ys, Y, Op).

%% Formulas: conditions are comparisons, memberships and 0/1 variables

%! #\(?P) is semidet.
%
%  `P` is false.
?- #\ X #> 3.
   clpz:(X in inf..3).
#\ P :- '$fd_formula'(#\ P).

%! #<==>(?P, ?Q) is semidet.
%
%  Both are true or both are false.
?- B #<==> X #> 3, X in 5..9.
   B = 1, clpz:(X in 5..9).
P #<==> Q :- '$fd_formula'(P #<==> Q).

%! #==>(?P, ?Q) is semidet.
?- X in 0..9, X #> 3 #==> X #> 10.
   clpz:(X in 0..3).
P #==> Q :- '$fd_formula'(P #==> Q).

%! #<==(?P, ?Q) is semidet.
?- B #<== 1.
   B = 1.
P #<== Q :- '$fd_formula'(P #<== Q).

%! #\/(?P, ?Q) is semidet.
?- X #= 1 #\/ 1 #= 2.
   X = 1.
P #\/ Q :- '$fd_formula'(P #\/ Q).

%! #\(?P, ?Q) is semidet.
%
%  Exactly one of them is true.
?- 1 #\ B.
   B = 0.
P #\ Q :- '$fd_formula'(P #\ Q).

%! #/\(?P, ?Q) is semidet.
?- X #> 1 #/\ X #< 3.
   X = 2.
P #/\ Q :- '$fd_formula'(P #/\ Q).

%% Reified conditions, for if_/3

%! clpz_t(+P, ?T) is nondet.
%
%  `T` is `true` and the condition `P` holds, or `T` is `false` and it does not.
?- clpz_t(X #> 3, true).
   clpz:(X in 4..sup).
clpz_t(P, T) :-
    '$fd_formula'(P #<==> B),
    truth_value(B, T).

truth_value(1, true).
truth_value(0, false).

%! #=(?X, ?Y, ?T) is nondet.
?- X in 0..1, if_(X #= 0, Y = a, Y = b).
   X = 0, Y = a
;  X = 1, Y = b.
#=(X, Y, T) :- clpz_t(X #= Y, T).

%! #<(?X, ?Y, ?T) is nondet.
?- #<(1, 2, T).
   T = true.
#<(X, Y, T) :- clpz_t(X #< Y, T).

%% Search

%! label(+Xs) is nondet.
%
%  labeling([], Xs).
?- X in 1..2, label([X]).
   X = 1
;  X = 2.
label(Xs) :- labeling([], Xs).

%! indomain(?X) is nondet.
?- X in 1..2, indomain(X).
   X = 1
;  X = 2.
indomain(X) :- labeling([], [X]).

%! labeling(+Options, +Xs) is nondet.
%
%  Gives each of `Xs` a value, systematically. Options: which variable is
%  next, `leftmost ff ffc min max`; which value first, `up down`; how to
%  branch, `step enum bisect`; and `min(Expr)`, `max(Expr)`: all solutions
%  ordered by the value of the expression.
?- [X,Y] ins 0..1, X #\= Y, labeling([down], [X,Y]).
   X = 1, Y = 0
;  X = 0, Y = 1.
?- X in 1..9, labeling([max(X*(8-X))], [X]), !.
   X = 4.
labeling(Os, Xs) :-
    '$fd_labeling'(Os, Xs, L, Optima),
    optimise(Optima, L).

optimise([], L) :- run(L).
optimise([O|Os], L) :-
    cost(O, C),
    in_order(C, Os, L).

cost(min(E), C) :- '$fd_eq'(C, E).
cost(max(E), C) :- '$fd_eq'(C, -E).

% The solutions with the least cost, then those that cost more.
in_order(C, Os, L) :-
    Best = best(none),
    (   improve(L, C, Best), fail
    ;   arg(1, Best, B),
        integer(B),
        (   \+ '$fd_above'(C, B) ->
            '$fd_assign'(C, B),
            optimise(Os, L)
        ;   least_first(C, B, Os, L)
        )
    ).

least_first(C, B, Os, L) :- '$fd_assign'(C, B), optimise(Os, L).
least_first(C, B, Os, L) :- '$fd_above'(C, B), in_order(C, Os, L).

% Branch and bound: each solution found lowers the bound for the rest.
improve(L, C, Best) :-
    '$fd_below'(C, Best),
    '$fd_next'(L, How, X, V),
    improve(How, X, V, L, C, Best).

improve(done, _, _, _, C, Best) :-
    (   integer(C) -> nb_setarg(1, Best, C)
    ;   throw(error(instantiation_error, labeling/2))
    ).
improve(step, X, V, L, C, Best) :- improve_step(X, V, L, C, Best).
improve(enum, X, V, L, C, Best) :-
    (   '$fd_after'(L, X, V, W) -> improve_enum(X, V, W, L, C, Best)
    ;   '$fd_assign'(X, V),
        improve(L, C, Best)
    ).
improve(low, X, V, L, C, Best) :- improve_low(X, V, L, C, Best).
improve(high, X, V, L, C, Best) :- improve_high(X, V, L, C, Best).

improve_step(X, V, L, C, Best) :- '$fd_assign'(X, V), improve(L, C, Best).
improve_step(X, V, L, C, Best) :- '$fd_differ'(X, V), improve(L, C, Best).

improve_enum(X, V, _, L, C, Best) :- '$fd_assign'(X, V), improve(L, C, Best).
improve_enum(X, _, W, L, C, Best) :- improve(enum, X, W, L, C, Best).

improve_low(X, V, L, C, Best) :- '$fd_at_most'(X, V), improve(L, C, Best).
improve_low(X, V, L, C, Best) :- '$fd_above'(X, V), improve(L, C, Best).

improve_high(X, V, L, C, Best) :- '$fd_above'(X, V), improve(L, C, Best).
improve_high(X, V, L, C, Best) :- '$fd_at_most'(X, V), improve(L, C, Best).

% Each step is a choice point of its own, so that whatever else waits for a
% variable runs before the next step.
run(L) :-
    '$fd_next'(L, How, X, V),
    branch(How, X, V, L).

branch(done, _, _, _).
branch(step, X, V, L) :- step(X, V, L).
branch(enum, X, V, L) :-
    (   '$fd_after'(L, X, V, W) -> enum(X, V, W, L)
    ;   '$fd_assign'(X, V),
        run(L)
    ).
branch(low, X, V, L) :- low(X, V, L).
branch(high, X, V, L) :- high(X, V, L).

step(X, V, L) :- '$fd_assign'(X, V), run(L).
step(X, V, L) :- '$fd_differ'(X, V), run(L).

enum(X, V, _, L) :- '$fd_assign'(X, V), run(L).
enum(X, _, W, L) :- branch(enum, X, W, L).

low(X, V, L) :- '$fd_at_most'(X, V), run(L).
low(X, V, L) :- '$fd_above'(X, V), run(L).

high(X, V, L) :- '$fd_above'(X, V), run(L).
high(X, V, L) :- '$fd_at_most'(X, V), run(L).

%% Reflection

%! fd_var(?X) is semidet.
?- X in 1..2, fd_var(X).
   clpz:(X in 1..2).
fd_var(X) :- '$fd_var'(X).

%! fd_inf(?X, ?Inf) is semidet.
?- X #> 3, fd_inf(X, I), X = 4.
   X = 4, I = 4.
fd_inf(X, I) :- '$fd_inf'(X, I).

%! fd_sup(?X, ?Sup) is semidet.
?- fd_sup(_, S).
   S = sup.
fd_sup(X, S) :- '$fd_sup'(X, S).

%! fd_min(?X, ?Inf) is semidet.
%
%  As fd_inf/2.
?- fd_min(5, I).
   I = 5.
fd_min(X, I) :- '$fd_inf'(X, I).

%! fd_max(?X, ?Sup) is semidet.
%
%  As fd_sup/2.
?- fd_max(5, S).
   S = 5.
fd_max(X, S) :- '$fd_sup'(X, S).

%! fd_size(?X, ?Size) is semidet.
?- fd_size(7, S).
   S = 1.
fd_size(X, S) :- '$fd_size'(X, S).

%! fd_dom(?X, ?Domain) is semidet.
?- X in 1..3\/5..8, fd_dom(X, D).
   D = 1..3\/5..8, clpz:(X in 1..3\/5..8).
fd_dom(X, D) :- '$fd_dom'(X, D).

%! fd_degree(?X, ?Degree) is semidet.
?- X #> Y, fd_degree(X, D), X = 1, Y = 0.
   X = 1, Y = 0, D = 1.
fd_degree(X, D) :- '$fd_degree'(X, D).

%! fd_statistics(?Key, ?Number) is nondet.
%
%  What the solver has done so far: `propagations prunings backtracks
%  constraints`.
?- fd_statistics(constraints, N0), X #> Y, fd_statistics(constraints, N1), N is N1-N0, X = 1, Y = 0.
   X = 1, Y = 0, N0 = ..., N1 = ..., N = 1.
fd_statistics(K, N) :-
    counter(K),
    statistics(K, N).

counter(propagations).
counter(prunings).
counter(backtracks).
counter(constraints).

%% Attributes

% Called where a trial unification asks; other bindings are told natively.
attr_unify_hook(N, V) :- '$fd_bound'(N, V).

attribute_goals(X, Gs0, Gs) :-
    '$fd_residual'(X, New),
    put_before(New, Gs0, Gs).

put_before([], Gs, Gs).
put_before([G|New], [G|Gs0], Gs) :- put_before(New, Gs0, Gs).
