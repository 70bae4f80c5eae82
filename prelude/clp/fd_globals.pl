% Global constraints: difference, element and table, counting, circuits, orders, permutations,
% Boolean gates. The constraints are native; this file defines their names and options.

:- module(fd_globals, [
    all_different/2, all_distinct/2,
    all_different_except_0/1, all_distinct_except_0/1,
    all_different_except/2, not_all_equal/1, among/3, mem/2,
    all_equal/1, all_equal_reif/2,
    element/2, element/3, tuples_in/2, table/2, table/3,
    global_cardinality/2, global_cardinality/3, count/4, nvalue/2,
    circuit/1, circuit/2, subcircuit/1, subcircuit/2,
    lex_chain/1, lex_chain/2, increasing/1, increasing/2,
    decreasing/1, decreasing/2,
    assignment/2, assignment/3,
    symmetric_all_different/1, symmetric_all_distinct/1,
    sorting/3, keysorting/2, keysorting/3,
    value_precede_chain/2, value_precede_chain/3,
    seq_precede_chain/1, seq_precede_chain/2,
    minimum/2, maximum/2, minimum_arg/2, maximum_arg/2,
    bool_and/2, bool_or/2, bool_xor/2, bool_channel/4, if_then_else/4,
    scalar_product/5, scalar_product_reif/5, scalar_product_reif/6
]).

:- use_module(library(clpz)).
:- use_module(library(lists)).
:- use_module(library(error)).

%% All different

%! all_different(+Xs, +Options) is semidet.
%
%  As all_distinct/2, with `consistency(value)` as the default.
?- X in 1..2, all_different([X,1], []).
   X = 2.
?- all_different([X,Y], [consistency(value)]).
   clpz:all_different([X,Y]).
?- X in 1..2, Y in 1..2, Z in 1..3, all_different([X,Y,Z], [consistency(domain)]), X = 1.
   X = 1, Y = 2, Z = 3.
all_different(Xs, Os) :- different(Os, value, Xs).

%! all_distinct(+Xs, +Options) is semidet.
%
%  True if the elements of `Xs` are pairwise different. Options are
%
%  - `consistency(C)`, the level of filtering: `domain` (the default), `bounds` or `value`;
%  - `circuit(true)`, `subcircuit(true)`: `Xs` is also a circuit or subcircuit;
%  - `cost(Cost,Matrix)`: the sum of the elements Matrix[i,Xi] is `Cost`, where `Matrix` is a list
%    of rows;
%  - `L #= R` and other comparisons: a side constraint.
%
%  Costs and side constraints are propagated separately, which is weaker than one combined
%  constraint. Throws a domain error for an unknown level of consistency.
?- X in 1..2, Y in 1..2, Z in 1..3, all_distinct([X,Y,Z], [consistency(bounds)]), X = 2.
   X = 2, Y = 1, Z = 3.
?- Xs = [_,_], all_distinct(Xs, [cost(C,[[5,1],[1,5]])]), C #< 5.
   Xs = [2,1], C = 2.
?- all_distinct([X,Y], [consistency(strong)]).
   error(domain_error(consistency,strong),_).
all_distinct(Xs, Os) :- different(Os, domain, Xs).

different(Os, Level0, Xs) :-
    must_be(list, Os),
    consistency(Os, Level0, Level),
    '$fd_all_distinct'(Xs, Level),
    sides(Os, Xs).

% The last option is used.
consistency([], L, L).
consistency([O|Os], L0, L) :-
    (   nonvar(O), O = consistency(L1) -> level(L1), consistency(Os, L1, L)
    ;   consistency(Os, L0, L)
    ).

level(L) :-
    (   var(L) -> instantiation_error(L)
    ;   memberchk(L, [domain,bounds,value]) -> true
    ;   domain_error(consistency, L)
    ).

sides([], _).
sides([O|Os], Xs) :-
    (   var(O) -> instantiation_error(O)
    ;   side(O, Xs, Goal) -> call(Goal)
    ;   domain_error(all_distinct_option, O)
    ),
    sides(Os, Xs).

side(consistency(_), _, true).
side(on(_), _, true).
side(circuit(B), Xs, G) :- if_true(B, circuit(Xs), G).
side(subcircuit(B), Xs, G) :- if_true(B, subcircuit(Xs), G).
side(cost(C,M), Xs, fd_globals:cost(Xs,M,C)).
side(L #= R, _, L #= R).

if_true(B, G0, G) :-
    must_be(boolean, B),
    (   B == true -> G = G0
    ;   G = true
    ).

cost(Xs, M, C) :-
    must_be(list, M),
    costs(Xs, M, Cs),
    sum(Cs, #=, C).

costs([], [], []).
costs([X|Xs], [R|Rs], [C|Cs]) :-
    element(X, R, C),
    costs(Xs, Rs, Cs).

%! all_different_except(+Xs, +Domain) is semidet.
%
%  True if the variables `Xs` whose values are not in `Domain` have pairwise different values. It can
%  be reified.
?- X in 0..2, all_different_except([X,1,0,2], 0..1).
   clpz:(X in 0..1).
all_different_except(Xs, D) :- '$fd_post'(all_different_except(Xs, D)).

%! all_different_except_0(+Xs) is semidet.
%
%  True if those elements of `Xs` that are not 0 are pairwise different. Value consistent.
?- X in 0..1, all_different_except_0([X,1,0,0]).
   X = 0.
all_different_except_0(Xs) :- '$fd_except_0'(Xs, value).

%! all_distinct_except_0(+Xs) is semidet.
%
%  As all_different_except_0/1, but domain consistent.
?- [X,Y] ins 1..2, Z in 0..2, all_distinct_except_0([X,Y,Z]), X = 1.
   X = 1, Y = 2, Z = 0.
all_distinct_except_0(Xs) :- '$fd_except_0'(Xs, domain).

%! not_all_equal(+Xs) is semidet.
%
%  True if two of `Xs` differ. It can be reified.
?- X in 1..3, not_all_equal([1,X,1]).
   clpz:(X in 2..3).
?- not_all_equal([X,X]).
   false.
?- X in 1..3, Y in 3..5, #\ not_all_equal([X,Y]).
   X = 3, Y = 3.
not_all_equal(Xs) :- '$fd_post'(not_all_equal(Xs)).

%! all_equal(+Xs) is semidet.
%
%  True if the elements of `Xs` are equal.
?- X in 1..3, all_equal([X,Y,Z]), Y #> 2.
   X = 3, Y = 3, Z = 3.
all_equal(Xs) :- chain(Xs, #=).

%! all_equal_reif(+Xs, ?B) is semidet.
%
%  `B` is the truth value of `all_equal(Xs)`.
?- X in 1..3, all_equal_reif([X,Y,Y], B), Y in 4..5.
   B = 0, clpz:(X in 1..3), clpz:(Y in 4..5).
?- all_equal_reif([X,2,2], 1).
   X = 2.
all_equal_reif(Xs, B) :-
    must_be(list, Xs),
    equal_formula(Xs, F),
    F #<==> B.

equal_formula([], 1).
equal_formula([X|Xs], F) :- equal_formula(Xs, X, F).

equal_formula([], _, 1).
equal_formula([Y|Ys], X, F) :-
    (   Ys == [] -> F = (X #= Y)
    ;   F = (X #= Y #/\ F1),
        equal_formula(Ys, X, F1)
    ).

%% Elements and tables

%! element(+Xs, ?Y) is semidet.
%
%  True if an element of `Xs` is equal to `Y`.
?- element([3,X], 5).
   X = 5.
element(Xs, Y) :- '$fd_element'(_, Xs, Y).

%! element(?N, +Xs, ?Y) is semidet.
%
%  True if element number `N` of `Xs`, counting from 1, is equal to `Y`. Domain consistent in `N`
%  and `Y`.
?- element(N, [10,20,30], Y), Y #> 15.
   clpz:(N in 2..3), clpz:(Y in 20\/30), clpz:element(N,[10,20,30],Y).
?- X in 1..3, element(2, [X,Y,Z], 7).
   Y = 7, clpz:(X in 1..3), clpz:(Z in inf..sup).
element(N, Xs, Y) :- '$fd_element'(N, Xs, Y).

%! tuples_in(+Tuples, +Relation) is semidet.
%
%  True if each list of `Tuples` is equal to one of the lists of integers in `Relation`. Domain
%  consistent.
?- tuples_in([[X,Y]], [[1,2],[1,5],[4,0],[4,3]]), X = 4.
   X = 4, clpz:(Y in 0\/3).
tuples_in(Ts, Rel) :- '$fd_table'(Ts, Rel, integers).

%! table(+Tuples, +Extension) is semidet.
%
%  As tuples_in/2; `Extension` may also contain sets such as `1..5` and `{1,3}` instead of integers.
?- table([[X,Y]], [[1,5..8],[3,{1,9}]]), Y #> 8.
   X = 3, Y = 9.
table(Ts, Rows) :- '$fd_table'(Ts, Rows, ranges).

%! table(+Tuples, +Extension, +Options) is semidet.
%
%  As table/2. The options `order(_)` and `method(_)` are accepted and have no effect.
?- table([[X,2]], [[1,2],[2,3]], [order(id3)]).
   X = 1.
table(Ts, Rows, Os) :-
    must_be(list, Os),
    '$fd_table'(Ts, Rows, ranges).

%% Counting

%! global_cardinality(+Xs, +Pairs) is semidet.
%
%  True if `Pairs` is a list of `Key-Count`, each element of `Xs` is one of the keys, and each key
%  occurs `Count` times in `Xs`. Throws a domain error if two keys are identical.
?- Xs = [_,_,_], global_cardinality(Xs, [1-2,3-_]), Xs = [3|_].
   Xs = [3,1,1].
?- global_cardinality([X,Y], [1-_,1-_]).
   error(domain_error(gcc_unique_key_pairs,[1-_,1-_]),_).
global_cardinality(Xs, Ps) :- '$fd_global_cardinality'(Xs, Ps, domain).

%! global_cardinality(+Xs, +Pairs, +Options) is semidet.
%
%  As global_cardinality/2, with the options `consistency(value)`, which filters by counting only;
%  `consistency(bounds)` and `consistency(domain)`, the default; `cost(Cost,Matrix)`: the sum of the
%  elements Matrix[i,j] such that element number i of `Xs` is key number j is `Cost`.
?- Xs = [_,_], global_cardinality(Xs, [4-1,7-1], [cost(C,[[5,1],[1,5]])]), C #< 5.
   Xs = [7,4], C = 2.
global_cardinality(Xs, Ps, Os) :-
    must_be(list, Os),
    consistency(Os, domain, Level),
    '$fd_global_cardinality'(Xs, Ps, Level),
    (   member(O, Os), nonvar(O), O = cost(C, M) ->
        must_be(list, M),
        keys(Ps, Ks),
        key_costs(Xs, M, Ks, Cs),
        sum(Cs, #=, C)
    ;   true
    ).

keys([], []).
keys([K-_|Ps], [K|Ks]) :- keys(Ps, Ks).

key_costs([], [], _, []).
key_costs([X|Xs], [R|Rs], Ks, [C|Cs]) :-
    element(N, Ks, X),
    element(N, R, C),
    key_costs(Xs, Rs, Ks, Cs).

%! count(+Value, +Xs, +Op, ?Count) is semidet.
%
%  True if the number of elements of `Xs` that are equal to `Value` and `Count` are related by the
%  comparison `Op`, such as `#=`.
?- count(1, [X,Y,2], #=, 2).
   X = 1, Y = 1.
?- X in 0..1, count(1, [X,1], #<, 2).
   X = 0.
count(V, Xs, Op, C) :- '$fd_count'(V, Xs, Op, C).

%! among(?N, +Xs, +Domain) is semidet.
%
%  True if `N` of the variables `Xs` have values in `Domain`. It can be reified.
?- [X,Y] ins 1..4, among(2, [X,Y,3], 3..9), X = 1.
   X = 1, clpz:(Y in 3..4).
?- X in 1..4, among(0, [X], 3..9) #<==> B, X #< 3.
   B = 1, clpz:(X in 1..2).
among(N, Xs, D) :- '$fd_post'(among(N, Xs, D)).

%! mem(+Xs, ?Y) is semidet.
%
%  True if `Y` is the value of one of the variables `Xs`, as in ECLiPSe's library gfd. It can be
%  reified.
?- mem([1,3,5], Y), Y #> 1.
   clpz:(Y in 3\/5).
?- [X,Y] ins 1..2, mem([X,Y,2], 1), X #> 1.
   X = 2, Y = 1.
?- [X,Y] ins 1..2, mem([X,Y], 3) #<==> B.
   B = 0, clpz:(X in 1..2), clpz:(Y in 1..2).
mem(Xs, Y) :- '$fd_post'(mem(Xs, Y)).

%! nvalue(?N, +Xs) is semidet.
%
%  True if `Xs` has `N` different values.
?- nvalue(1, [X,Y,3]).
   X = 3, Y = 3.
?- [X,Y] ins 1..2, nvalue(N, [X,Y,5]), N #> 2, X = 1.
   X = 1, Y = 2, N = 3.
nvalue(N, Xs) :- '$fd_nvalue'(N, Xs).

%% Circuits

%! circuit(+Next) is semidet.
%
%  True if `Next` represents a Hamiltonian circuit: element number i is the successor of node i.
?- Xs = [_,_,_], circuit(Xs), Xs = [2|_].
   Xs = [2,3,1].
circuit(Xs) :- '$fd_circuit'(Xs, all).

%! circuit(+Next, +Previous) is semidet.
%
%  As circuit/1, where `Previous` is the list of the predecessors.
?- Xs = [_,_,_], circuit(Xs, [3,_,_]).
   Xs = [2,3,1].
circuit(Xs, Ys) :-
    '$fd_circuit'(Xs, all),
    '$fd_inverse'(Xs, Ys, value).

%! subcircuit(+Next) is semidet.
%
%  True if `Next` represents a circuit of the nodes that are not their own successors.
?- Xs = [_,_,_], subcircuit(Xs), Xs = [2,1|_].
   Xs = [2,1,3].
subcircuit(Xs) :- '$fd_circuit'(Xs, partial).

%! subcircuit(+Next, +Previous) is semidet.
%
%  As subcircuit/1, where `Previous` is the list of the predecessors.
?- Xs = [_,_,_], subcircuit(Xs, [2,1,_]).
   Xs = [2,1,3].
subcircuit(Xs, Ys) :-
    '$fd_circuit'(Xs, partial),
    '$fd_inverse'(Xs, Ys, value).

%% Orders

%! lex_chain(+Lists) is semidet.
%
%  True if the lists are in ascending lexicographic order.
?- [X,Y] ins 0..1, lex_chain([[1,1],[X,Y]]).
   X = 1, Y = 1.
lex_chain(Ls) :- '$fd_lex_chain'(Ls, equal).

%! lex_chain(+Lists, +Options) is semidet.
%
%  As lex_chain/1, with the options `op(#<)`, strictly ascending, or `op(#=<)`; `increasing`: each
%  list is strictly ascending; `among(Least,Most,Values)`: the number of elements of each list that
%  are in `Values` is from `Least` to `Most`. Domain consistent for pairs of lists; the option
%  `global(_)` has no effect.
?- [X,Y] ins 0..1, lex_chain([[1,X],[Y,1]], [op(#<)]).
   X = 0, Y = 1.
?- [X,Y] ins 1..2, lex_chain([[X,Y]], [increasing]).
   X = 1, Y = 2.
?- X in 1..2, lex_chain([[X,3]], [among(1,1,[1,5])]).
   X = 1.
lex_chain(Ls, Os) :-
    must_be(list, Os),
    (   member(O, Os), nonvar(O), O = op(Op) -> true
    ;   Op = (#=<)
    ),
    (   var(Op) -> instantiation_error(Op)
    ;   Op = (#<) -> '$fd_lex_chain'(Ls, strict)
    ;   Op = (#=<) -> '$fd_lex_chain'(Ls, equal)
    ;   domain_error(lex_chain_op, Op)
    ),
    lex_options(Os, Ls).

lex_options([], _).
lex_options([O|Os], Ls) :-
    (   var(O) -> instantiation_error(O)
    ;   lex_option(O, Ls) -> true
    ;   \+ functor_in(O, [op/1,increasing/0,among/3,global/1]) -> domain_error(lex_chain_option, O)
    ;   fail
    ),
    lex_options(Os, Ls).

functor_in(T, Fs) :- functor(T, F, N), memberchk(F/N, Fs).

lex_option(op(_), _).
lex_option(global(_), _).
lex_option(increasing, Ls) :- all_chains(Ls).
lex_option(among(Least,Most,Vs), Ls) :- all_among(Ls, Least, Most, Vs).

all_chains([]).
all_chains([L|Ls]) :- chain(L, #<), all_chains(Ls).

all_among([], _, _, _).
all_among([L|Ls], Least, Most, Vs) :-
    list_set(Vs, D),
    among(L, Least, Most, D),
    all_among(Ls, Least, Most, Vs).

list_set(Vs, D) :- must_be(list(integer), Vs), set_of(Vs, D).

set_of([], 1..0).
set_of([V|Vs], D) :- set_of(Vs, V, D).

set_of([], D, D).
set_of([V|Vs], D0, D) :- set_of(Vs, D0\/V, D).

% Between Least and Most elements are in the domain.
among(Xs, Least, Most, D) :-
    memberships(Xs, D, Bs),
    N in Least..Most,
    sum(Bs, #=, N).

memberships([], _, []).
memberships([X|Xs], D, [B|Bs]) :-
    B #<==> X in D,
    memberships(Xs, D, Bs).

%! assignment(+Xs, +Ys) is semidet.
%
%  True if `Xs` and `Ys` are inverse permutations of the integers from 1 to their length: Xs[i] is j
%  if and only if Ys[j] is i. Throws an instantiation error if the lists are partial.
?- assignment([4,1,5,2,3], Ys).
   error(instantiation_error,assignment/2).
?- length(Ys, 5), assignment([4,1,5,2,3], Ys).
   Ys = [2,4,5,1,3].
assignment(Xs, Ys) :- '$fd_inverse'(Xs, Ys, domain).

%! assignment(+Xs, +Ys, +Options) is semidet.
%
%  As assignment/2, with the options of all_distinct/2.
?- Xs = [_,_,_], Ys = [_,_,_], assignment(Xs, Ys, [circuit(true)]), Xs = [2|_].
   Xs = [2,3,1], Ys = [3,1,2].
assignment(Xs, Ys, Os) :-
    must_be(list, Os),
    consistency(Os, domain, Level),
    '$fd_inverse'(Xs, Ys, Level),
    sides(Os, Xs).

%! symmetric_all_different(+Xs) is semidet.
%
%  True if `Xs` is a permutation of the integers from 1 to its length that is its own inverse.
?- Xs = [_,_,_], symmetric_all_different(Xs), Xs = [3|_].
   Xs = [3,2,1].
symmetric_all_different(Xs) :- '$fd_symmetric'(Xs, value).

%! symmetric_all_distinct(+Xs) is semidet.
%
%  As symmetric_all_different/1, with the stronger filtering of all_distinct/1. That does not detect
%  that an odd number of nodes cannot be paired.
?- Xs = [_,_,_], symmetric_all_distinct(Xs), Xs = [1,3|_].
   Xs = [1,3,2].
symmetric_all_distinct(Xs) :- '$fd_symmetric'(Xs, domain).

%! sorting(+Xs, +Ps, +Ys) is semidet.
%
%  True if `Ys` is `Xs` in ascending order, and Xs[i] is Ys[Ps[i]].
?- length(Ps, 5), length(Ys, 5), sorting([2,7,9,1,3], Ps, Ys).
   Ps = [2,4,5,1,3], Ys = [1,2,3,7,9].
?- sorting([X,5], [2,1], [Y,8]).
   X = 8, Y = 5.
sorting(Xs, Ps, Ys) :- '$fd_sorting'(Xs, Ps, Ys).

%! keysorting(+Xs, +Ys) is semidet.
%
%  As `keysorting(Xs, Ys, [])`. Throws a type error if an element is neither an integer nor a
%  variable.
?- Ys = [[_,_],[_,_],[_,_]], keysorting([[2,a],[1,5],[2,3]], Ys).
   error(type_error(integer,a),keysorting/3).
?- Ys = [[_,_],[_,_],[_,_]], keysorting([[2,7],[1,5],[2,3]], Ys).
   Ys = [[1,5],[2,7],[2,3]].
keysorting(Xs, Ys) :- keysorting(Xs, Ys, []).

%! keysorting(+Xs, +Ys, +Options) is semidet.
%
%  True if `Ys` is the list of the lists `Xs`, stably sorted by their first elements. Options are
%  `keys(K)`: the first `K` elements are the key; `permutation(Ps)`: Ys[i] is Xs[Ps[i]].
?- Ys = [[_,_],[_,_],[_,_]], length(Ps, 3), keysorting([[2,7],[1,5],[2,3]], Ys, [keys(2),permutation(Ps)]).
   Ys = [[1,5],[2,3],[2,7]], Ps = [2,3,1].
keysorting(Xs, Ys, Os) :-
    must_be(list, Os),
    must_be(list, Xs),
    same_length(Xs, Ps),
    keysorting_options(Os, 1, K, Ps),
    '$fd_keysorting'(Xs, Ys, K, Ps).

keysorting_options([], K, K, _).
keysorting_options([O|Os], K0, K, Ps) :-
    (   var(O) -> instantiation_error(O)
    ;   O = keys(K1) -> must_be(positive_integer, K1)
    ;   O = permutation(Ps1) -> Ps1 = Ps, K1 = K0
    ;   domain_error(keysorting_option, O)
    ),
    keysorting_options(Os, K1, K, Ps).

%! value_precede_chain(+Values, +Xs) is semidet.
%
%  True if, for adjacent elements `V` and `W` of `Values`, each occurrence of `W` in `Xs` comes
%  after an occurrence of `V`. Domain consistent.
?- [X,Y] ins 1..3, value_precede_chain([1,2,3], [X,Y]), Y #> 1.
   X = 1, Y = 2.
value_precede_chain(Vs, Xs) :- '$fd_precede'(Vs, Xs).

%! value_precede_chain(+Values, +Xs, +Options) is semidet.
%
%  As value_precede_chain/2. The option `global(_)` has no effect.
?- value_precede_chain([5,6], [6,_], [global(true)]).
   false.
value_precede_chain(Vs, Xs, Os) :-
    must_be(list, Os),
    '$fd_precede'(Vs, Xs).

%! seq_precede_chain(+Xs) is semidet.
%
%  As `value_precede_chain([1,2,...], Xs)`.
?- [X,Y] ins 1..9, seq_precede_chain([X,Y]), Y #\= 1.
   X = 1, Y = 2.
seq_precede_chain(Xs) :- '$fd_precede_all'(Xs).

%! seq_precede_chain(+Xs, +Options) is semidet.
%
%  As seq_precede_chain/1. The option `global(_)` has no effect.
?- seq_precede_chain([2], []).
   false.
seq_precede_chain(Xs, Os) :-
    must_be(list, Os),
    '$fd_precede_all'(Xs).

%! increasing(+Xs) is semidet.
%
%  True if `Xs` is ascending.
?- [X,Y] ins 1..2, increasing([X,Y,1]).
   X = 1, Y = 1.
increasing(Xs) :- chain(Xs, #=<).

%! increasing(+Xs, +Options) is semidet.
%
%  As increasing/1; strictly ascending with the option `strict(true)`.
?- [X,Y] ins 1..2, increasing([X,Y], [strict(true)]).
   X = 1, Y = 2.
increasing(Xs, Os) :- strict(Os, #=<, #<, Op), chain(Xs, Op).

%! decreasing(+Xs) is semidet.
%
%  True if `Xs` is descending.
?- [X,Y] ins 1..2, decreasing([2,X,Y,2]).
   X = 2, Y = 2.
decreasing(Xs) :- chain(Xs, #>=).

%! decreasing(+Xs, +Options) is semidet.
%
%  As decreasing/1; strictly descending with the option `strict(true)`.
?- [X,Y] ins 1..2, decreasing([X,Y], [strict(true)]).
   X = 2, Y = 1.
decreasing(Xs, Os) :- strict(Os, #>=, #>, Op), chain(Xs, Op).

strict(Os, Weak, Strict, Op) :-
    must_be(list, Os),
    strict_(Os, Weak, Strict, Weak, Op).

strict_([], _, _, Op, Op).
strict_([O|Os], Weak, Strict, _, Op) :-
    (   var(O) -> instantiation_error(O)
    ;   O = strict(B) -> must_be(boolean, B)
    ;   domain_error(order_option, O)
    ),
    (   B == true -> strict_(Os, Weak, Strict, Strict, Op)
    ;   strict_(Os, Weak, Strict, Weak, Op)
    ).

%% Extremes, Boolean gates, sums

%! minimum(?Value, +Xs) is semidet.
%
%  True if `Value` is the least of `Xs`.
?- minimum(3, [X,4]).
   X = 3.
minimum(V, Xs) :- '$fd_extreme'(minimum, V, Xs).

%! maximum(?Value, +Xs) is semidet.
%
%  True if `Value` is the greatest of `Xs`.
?- X in 1..3, maximum(V, [X,3,2]).
   V = 3, clpz:(X in 1..3).
maximum(V, Xs) :- '$fd_extreme'(maximum, V, Xs).

%! minimum_arg(+Xs, ?Index) is semidet.
%
%  True if `Index` is the position of the first of the least elements of `Xs`, counting from 1.
?- minimum_arg([3,1,1], I).
   I = 2.
minimum_arg(Xs, I) :- '$fd_extreme'(minimum_arg, I, Xs).

%! maximum_arg(+Xs, ?Index) is semidet.
%
%  True if `Index` is the position of the first of the greatest elements of `Xs`, counting from 1.
?- X in 0..5, maximum_arg([X,4,3], 2), X #> 2.
   X = 3.
maximum_arg(Xs, I) :- '$fd_extreme'(maximum_arg, I, Xs).

%! bool_and(+Lits, ?Lit) is semidet.
%
%  `Lit` is the conjunction of `Lits`. A literal is a 0/1 variable or its negation `#\B`.
?- bool_and([A,#\B], 1).
   A = 1, B = 0.
bool_and(Ls, L) :- '$fd_gate'(bool_and, Ls, L).

%! bool_or(+Lits, ?Lit) is semidet.
%
%  `Lit` is the disjunction of `Lits`.
?- bool_or([0,B], #\0).
   B = 1.
bool_or(Ls, L) :- '$fd_gate'(bool_or, Ls, L).

%! bool_xor(+Lits, ?Lit) is semidet.
%
%  `Lit` is true if an odd number of `Lits` is true.
?- bool_xor([1,1,B], 1).
   B = 1.
bool_xor(Ls, L) :- '$fd_gate'(bool_xor, Ls, L).

%! if_then_else(?If, ?Then, ?Else, ?Value) is semidet.
%
%  True if `If` is 1 and `Value` is equal to `Then`, or `If` is 0 and `Value` is equal to `Else`.
?- if_then_else(B, 3, 5, X), X #> 4.
   B = 0, X = 5.
if_then_else(If, Then, Else, V) :- '$fd_if_then_else'(If, [Else,Then], V).

%! bool_channel(+Lits, ?Y, +Op, +Offset) is semidet.
%
%  True if literal number i of `Lits`, counting from 0, is the truth value of `Y Op i+Offset`. A
%  literal is a 0/1 variable or its negation `#\B`.
?- bool_channel([A,B,C], 2, #=, 1).
   A = 0, B = 1, C = 0.
bool_channel(Ls, Y, Op, Offset) :-
    must_be(list, Ls),
    must_be(integer, Offset),
    relation_symbol(Op),
    channel(Ls, Y, Op, Offset).

channel([], _, _, _).
channel([L|Ls], Y, Op, I) :-
    F =.. [Op,Y,I],
    L #<==> F,
    I1 is I+1,
    channel(Ls, Y, Op, I1).

relation_symbol(Op) :-
    (   var(Op) -> instantiation_error(Op)
    ;   memberchk(Op, [#=,#\=,#<,#=<,#>,#>=]) -> true
    ;   domain_error(relational_symbol, Op)
    ).

%! scalar_product(+Cs, +Xs, +Op, ?Value, +Options) is semidet.
%
%  As scalar_product/4, with the option `among(Least,Most,Range)`: the number of elements of `Xs` in
%  `Range` is from `Least` to `Most`. Bounds consistent, with any option `consistency(_)`.
?- [X,Y] ins 0..5, scalar_product([1,1], [X,Y], #=, 7, [among(2,2,0..4)]), X #< 4.
   X = 3, Y = 4.
scalar_product(Cs, Xs, Op, V, Os) :-
    must_be(list, Os),
    scalar_product(Cs, Xs, Op, V),
    sum_options(Os, Xs).

sum_options([], _).
sum_options([O|Os], Xs) :-
    (   var(O) -> instantiation_error(O)
    ;   O = among(Least, Most, D) -> among(Xs, Least, Most, D)
    ;   O = consistency(_) -> true
    ;   domain_error(scalar_product_option, O)
    ),
    sum_options(Os, Xs).

%! scalar_product_reif(+Cs, +Xs, +Op, ?Value, ?B) is semidet.
%
%  `B` is the truth value of `scalar_product(Cs, Xs, Op, Value)`.
?- X in 0..3, scalar_product_reif([2,1], [X,1], #>, 9, B).
   B = 0, clpz:(X in 0..3).
scalar_product_reif(Cs, Xs, Op, V, B) :- scalar_product_reif(Cs, Xs, Op, V, B, []).

%! scalar_product_reif(+Cs, +Xs, +Op, ?Value, ?B, +Options) is semidet.
%
%  As scalar_product_reif/5, with the options of scalar_product/5; `among/3` is part of the truth
%  value.
?- X in 0..3, scalar_product_reif([2], [X], #=, 4, 1, []).
   X = 2.
scalar_product_reif(Cs, Xs, Op, V, B, Os) :-
    must_be(list(integer), Cs),
    must_be(list, Xs),
    must_be(list, Os),
    relation_symbol(Op),
    product(Cs, Xs, 0, E),
    F =.. [Op,E,V],
    reif_options(Os, Xs, F, F1),
    F1 #<==> B.

product([], [], E, E).
product([C|Cs], [X|Xs], E0, E) :- product(Cs, Xs, E0+C*X, E).

reif_options([], _, F, F).
reif_options([O|Os], Xs, F0, F) :-
    (   var(O) -> instantiation_error(O)
    ;   O = consistency(_) -> F1 = F0
    ;   O = among(Least, Most, D) ->
        memberships(Xs, D, Bs),
        N in 0..sup,
        sum(Bs, #=, N),
        F1 = (F0 #/\ N #>= Least #/\ N #=< Most)
    ;   domain_error(scalar_product_option, O)
    ),
    reif_options(Os, Xs, F1, F).
