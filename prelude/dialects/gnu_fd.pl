% Constraints of GNU Prolog, in terms of library(clpz).

:- module(gnu_fd, [
    fd_domain/2, fd_domain/3, fd_domain_bool/1, fd_all_different/1, fd_labeling/1, fd_labeling/2, fd_labelingff/1,
    fd_minimize/2, fd_maximize/2, fd_cardinality/2, fd_cardinality/3, fd_at_least_one/1, fd_at_most_one/1, fd_only_one/1,
    fd_element/3, fd_element_var/3, fd_atmost/3, fd_atleast/3, fd_exactly/3, fd_relation/2, fd_relationc/2,
    fd_max_integer/1, fd_vector_max/1, fd_set_vector_max/1,
    (#=#)/2, (#\=#)/2, (#<#)/2, (#=<#)/2, (#>#)/2, (#>=#)/2, (##)/2,
    op(700,xfx,#=#), op(700,xfx,#\=#), op(700,xfx,#<#), op(700,xfx,#=<#), op(700,xfx,#>#), op(700,xfx,#>=#),
    op(730,xfy,##)
]).

:- use_module(library(clpz)).

:- meta_predicate fd_minimize(0,?), fd_maximize(0,?), best(0,?,?,?).

%! fd_domain(?Vars, +Lower, +Upper) is semidet.
%
%  True if the variable or each of the list `Vars` is an integer from `Lower` to `Upper`.
?- fd_domain([X,Y], 1, 3), X #> Y, Y #> 1.
   X = 3, Y = 2.
fd_domain(Xs, L, U) :-
    must_be(integer, L),
    must_be(integer, U),
    (   list_of_variables(Xs) -> Xs ins L..U
    ;   Xs in L..U
    ).

list_of_variables(Xs) :- nonvar(Xs), ( Xs == [] ; Xs = [_|_] ).

%! fd_domain(?Vars, +Values) is semidet.
%
%  True if the variable or each of the list `Vars` is one of the integers `Values`.
?- fd_domain(X, [1,5,7]), X #> 5.
   X = 7.
fd_domain(Xs, Vs) :-
    must_be(list(integer), Vs),
    list_to_fdset(Vs, S),
    (   list_of_variables(Xs) -> in_set_each(Xs, S)
    ;   Xs in_set S
    ).

in_set_each([], _).
in_set_each([X|Xs], S) :- X in_set S, in_set_each(Xs, S).

%! fd_domain_bool(?Vars) is semidet.
%
%  True if the variable or each of the list `Vars` is 0 or 1.
?- fd_domain_bool(X), X #> 0.
   X = 1.
fd_domain_bool(Xs) :- fd_domain(Xs, 0, 1).

%! fd_all_different(?Vars) is semidet.
%
%  As all_different/1.
?- fd_all_different([1,X]), X = 1.
   false.
fd_all_different(Xs) :- all_different(Xs).

%! fd_labeling(+Vars) is nondet.
%
%  Enumerates the solutions of the variable or list `Vars`.
?- fd_domain(X, 1, 2), fd_labeling([X]).
   X = 1
;  X = 2.
fd_labeling(Xs) :- fd_labeling(Xs, []).

%! fd_labeling(+Vars, +Options) is nondet.
%
%  As fd_labeling/1, with the options `variable_method(M)`: `standard`, `first_fail`, `ff`,
%  `most_constrained`, `smallest`, `largest` or `max_regret`; `value_method(M)`: `min`, `max`,
%  `middle` or `bisect`. Other options have no effect.
?- fd_domain(X, 1, 2), fd_labeling(X, [value_method(max)]).
   X = 2
;  X = 1.
fd_labeling(Xs0, Os) :-
    (   list_of_variables(Xs0) -> Xs = Xs0
    ;   Xs = [Xs0]
    ),
    must_be(list, Os),
    findall(L, ( member(O, Os), labeling_option(O, L) ), Ls),
    labeling(Ls, Xs).

labeling_option(variable_method(M), L) :- variable_method(M, L).
labeling_option(value_method(M), L) :- value_method(M, L).

variable_method(first_fail, ff).
variable_method(ff, ff).
variable_method(most_constrained, ffc).
variable_method(smallest, min).
variable_method(largest, max).
variable_method(max_regret, max_regret).

value_method(max, down).
value_method(middle, middle).
value_method(bisect, bisect).

%! fd_labelingff(+Vars) is nondet.
%
%  As fd_labeling/1, with the option `variable_method(ff)`.
?- fd_domain(X, 1, 2), fd_labelingff([X]).
   X = 1
;  X = 2.
fd_labelingff(Xs) :- fd_labeling(Xs, [variable_method(ff)]).

%! fd_minimize(:Goal, ?X) is semidet.
%
%  Succeeds for the first answer of `Goal` that has the least `X`.
?- fd_domain(X, 1, 5), fd_minimize(( X #> 2, fd_labeling(X) ), X).
   X = 3.
fd_minimize(G, X) :- best(G, X, (<), V), X = V, once(G).

%! fd_maximize(:Goal, ?X) is semidet.
%
%  Succeeds for the first answer of `Goal` that has the greatest `X`.
?- fd_domain(X, 1, 5), fd_maximize(( X #< 4, fd_labeling(X) ), X).
   X = 3.
fd_maximize(G, X) :- best(G, X, (>), V), X = V, once(G).

best(G, X, O, Best) :-
    findall(X, once(G), [V]),
    State = best(V),
    better(State, G, X, O),
    arg(1, State, Best).

better(State, G, X, O) :-
    arg(1, State, V0),
    (   findall(X, ( ( O == (<) -> X #< V0 ; X #> V0 ), once(G) ), [V]) ->
        nb_setarg(1, State, V),
        better(State, G, X, O)
    ;   true
    ).

%! fd_cardinality(+Constraints, ?Count) is semidet.
%
%  True if `Count` is the number of the constraints that are true.
?- fd_cardinality([X #= 1, X #= 2, X #> 5], 0), X = 1.
   false.
fd_cardinality(Cs, N) :- truths(Cs, Bs), sum(Bs, #=, N).

truths([], []).
truths([C|Cs], [B|Bs]) :- B #<==> C, truths(Cs, Bs).

%! fd_cardinality(+Lower, +Constraints, +Upper) is semidet.
%
%  True if the number of the constraints that are true is from `Lower` to `Upper`.
?- fd_cardinality(1, [X #= 1], 1).
   X = 1.
fd_cardinality(L, Cs, U) :- N in L..U, fd_cardinality(Cs, N).

%! fd_at_least_one(+Constraints) is semidet.
%
%  True if at least one of the constraints is true.
?- fd_at_least_one([X #= 1, 1 #= 2]).
   X = 1.
fd_at_least_one(Cs) :- N #>= 1, fd_cardinality(Cs, N).

%! fd_at_most_one(+Constraints) is semidet.
%
%  True if at most one of the constraints is true.
?- fd_at_most_one([1 #= 1, 2 #= 2]).
   false.
fd_at_most_one(Cs) :- N #=< 1, fd_cardinality(Cs, N).

%! fd_only_one(+Constraints) is semidet.
%
%  True if exactly one of the constraints is true.
?- fd_only_one([1 #= 1, 2 #= 2]).
   false.
fd_only_one(Cs) :- fd_cardinality(Cs, 1).

%! fd_element(?I, +Values, ?X) is semidet.
%
%  True if element number `I` of the integers `Values`, counting from 1, is `X`.
?- fd_element(I, [5,7], 7).
   I = 2.
fd_element(I, Vs, X) :- element(I, Vs, X).

%! fd_element_var(?I, +Vars, ?X) is semidet.
%
%  True if element number `I` of `Vars`, counting from 1, is `X`.
?- fd_element_var(I, [5,7], 7).
   I = 2.
fd_element_var(I, Vs, X) :- element(I, Vs, X).

%! fd_atmost(+N, +Vars, +Value) is semidet.
%
%  True if at most `N` of `Vars` are equal to `Value`.
?- fd_atmost(1, [2,X], 2), X = 2.
   false.
fd_atmost(N, Xs, V) :- equal_to(Xs, V, Cs), C #=< N, fd_cardinality(Cs, C).

%! fd_atleast(+N, +Vars, +Value) is semidet.
%
%  True if at least `N` of `Vars` are equal to `Value`.
?- fd_atleast(2, [2,X], 2).
   X = 2.
fd_atleast(N, Xs, V) :- equal_to(Xs, V, Cs), C #>= N, fd_cardinality(Cs, C).

%! fd_exactly(+N, +Vars, +Value) is semidet.
%
%  True if exactly `N` of `Vars` are equal to `Value`.
?- fd_exactly(2, [2,X,3], 2).
   X = 2.
fd_exactly(N, Xs, V) :- equal_to(Xs, V, Cs), fd_cardinality(Cs, N).

equal_to([], _, []).
equal_to([X|Xs], V, [X#=V|Cs]) :- equal_to(Xs, V, Cs).

%! fd_relation(+Tuples, ?Vars) is semidet.
%
%  True if `Vars` is one of the lists of integers `Tuples`.
?- fd_relation([[1,2],[3,4]], [X,Y]), Y = 4.
   X = 3, Y = 4.
fd_relation(Ts, Xs) :- tuples_in([Xs], Ts).

%! fd_relationc(+Columns, ?Vars) is semidet.
%
%  As fd_relation/2, where the relation is given by its columns.
?- fd_relationc([[1,3],[2,4]], [X,Y]), Y = 4.
   X = 3, Y = 4.
fd_relationc(Cs, Xs) :- transpose(Cs, Ts), tuples_in([Xs], Ts).

%! fd_max_integer(-N) is det.
%
%  Unifies `N` with the greatest integer of one machine word. Integers are unbounded.
?- fd_max_integer(N), integer(N).
   N = ... .
fd_max_integer(N) :- current_prolog_flag(max_tagged_integer, N).

%! fd_vector_max(-N) is det.
%
%  As fd_max_integer/1: domains with gaps have no further limit.
?- fd_vector_max(N), integer(N).
   N = ... .
fd_vector_max(N) :- fd_max_integer(N).

%! fd_set_vector_max(+N) is det.
%
%  Accepted without effect: domains with gaps have no limit.
?- fd_set_vector_max(100).
   true.
fd_set_vector_max(N) :- must_be(nonneg, N).

%! #=#(?X, ?Y) is semidet.
%
%  As (#=)/2. In GNU Prolog, operators with `#` at both ends filter whole domains.
?- X #=# 1+2.
   X = 3.
X #=# Y :- X #= Y.

%! #\=#(?X, ?Y) is semidet.
%
%  As (#\=)/2.
?- 1 #\=# 1.
   false.
X #\=# Y :- X #\= Y.

%! #<#(?X, ?Y) is semidet.
%
%  As (#<)/2.
?- 1 #<# 2.
   true.
X #<# Y :- X #< Y.

%! #=<#(?X, ?Y) is semidet.
%
%  As (#=<)/2.
?- 2 #=<# 1.
   false.
X #=<# Y :- X #=< Y.

%! #>#(?X, ?Y) is semidet.
%
%  As (#>)/2.
?- 1 #># 2.
   false.
X #># Y :- X #> Y.

%! #>=#(?X, ?Y) is semidet.
%
%  As (#>=)/2.
?- 2 #>=# 1.
   true.
X #>=# Y :- X #>= Y.

%! ##(?P, ?Q) is semidet.
%
%  True if exactly one of `P` and `Q` is true. The operations `**` and `dist/2` of GNU Prolog are
%  available in all constraints.
?- fd_domain_bool([X,Y]), X ## Y, X = 1.
   X = 1, Y = 0.
?- D #= dist(3, 5), X #= 2**D.
   D = 2, X = 4.
?- X in 0..9, dist(X, 4) #= 3.
   clpz:(X in 1\/7).
?- [X,Y] ins 0..9, 1 #= dist(X, Y), X = 9.
   X = 9, Y = 8.
X ## Y :- X #\ Y.
