% Constraints over the integers: comparisons, domains, formulas, reification, reflection. The
% constraints themselves are native; this file defines their names and the attribute that represents
% them. It also exports library(fd_search) and library(fd_sets), and the most common constraints of
% the libraries fd_globals, fd_scheduling and fd_automata.

:- module(clpz, [
    op(760, yfx, #<==>), op(750, xfy, #==>), op(750, yfx, #<==),
    op(740, yfx, #\/), op(730, yfx, #\), op(720, yfx, #/\), op(710, fy, #\),
    op(700, xfx, #>), op(700, xfx, #<), op(700, xfx, #>=), op(700, xfx, #=<),
    op(700, xfx, #=), op(700, xfx, #\=), op(700, xfx, in), op(700, xfx, ins),
    op(450, xfx, ..), op(150, fx, #),
    (#>)/2, (#<)/2, (#>=)/2, (#=<)/2, (#=)/2, (#\=)/2,
    (#\)/1, (#<==>)/2, (#==>)/2, (#<==)/2, (#\/)/2, (#\)/2, (#/\)/2,
    (#=)/3, (#<)/3, clpz_t/2, zcompare/3,
    (in)/2, (ins)/2, domain/3, all_different/1, all_distinct/1,
    sum/3, scalar_product/4, chain/2,
    cumulative/1, cumulative/2, serialized/2, disjoint2/1,
    automaton/3, automaton/8,
    (in_set)/2,
    op(700, xfx, in_set),
    fd_var/1, fd_inf/2, fd_sup/2, fd_min/2, fd_max/2,
    fd_size/2, fd_dom/2, fd_degree/2,
    all_different/2, all_distinct/2, all_distinct_except_0/1, tuples_in/2,
    element/3, global_cardinality/2, global_cardinality/3, nvalue/2,
    circuit/1, circuit/2, subcircuit/1, subcircuit/2, lex_chain/1, lex_chain/2
]).

:- reexport(library(fd_search)).
:- reexport(library(fd_sets)).

:- use_module(library(fd_globals)).
:- use_module(library(fd_scheduling)).
:- use_module(library(fd_automata)).
% A clause of this predicate enables the monotonic mode, in which variables are written `#X`.
:- multifile(monotonic/0).
:- catch(dynamic(monotonic/0), _, true).

%% Comparisons

%! #=(?X, ?Y) is semidet.
%
%  True if the values of the expressions `X` and `Y` are equal. Expressions consist of variables,
%  integers, and the operations `+`, `-`, `*`, `^`, `min`, `max`, `mod`, `rem`, `abs`, `//`, `div`,
%  `/` (exact division), `sign`, `/\`, `\/`, `xor`, `\`, `<<`, `>>`, `msb`, `lsb` and `popcount`.
%  Throws a type error for other terms.
?- X #= 1+2.
   X = 3.
?- 3 #= Y+2.
   Y = 1.
?- X*X #= 144, X #> 0.
   X = 12.
X #= Y :- '$fd_eq'(X, Y).

%! #\=(?X, ?Y) is semidet.
%
%  True if the values of the expressions `X` and `Y` are different.
?- X #\= 3, X in 2..3.
   X = 2.
X #\= Y :- '$fd_ne'(X, Y).

%! #<(?X, ?Y) is semidet.
%
%  True if the value of `X` is less than that of `Y`.
?- X #< 3.
   clpz:(X in inf..2).
X #< Y :- '$fd_lt'(X, Y).

%! #>(?X, ?Y) is semidet.
%
%  True if the value of `X` is greater than that of `Y`.
?- X #> 3.
   clpz:(X in 4..sup).
?- X #> Y.
   clpz:(Y#=<X+ -1).
X #> Y :- '$fd_gt'(X, Y).

%! #=<(?X, ?Y) is semidet.
%
%  True if the value of `X` is less than or equal to that of `Y`.
?- X #=< 3, X #>= 3.
   X = 3.
X #=< Y :- '$fd_le'(X, Y).

%! #>=(?X, ?Y) is semidet.
%
%  True if the value of `X` is greater than or equal to that of `Y`.
?- X #>= 10^30, X #=< 10^30.
   X = 1000000000000000000000000000000.
X #>= Y :- '$fd_ge'(X, Y).

%! in(?X, +Domain) is semidet.
%
%  True if `X` is an element of `Domain`. A domain is an integer, an interval `L..H` of integers,
%  where `L` may be `inf` and `H` may be `sup`, or the union `D1\/D2` of domains.
?- X in 0..3.
   clpz:(X in 0..3).
X in D :- '$fd_in'(X, D).

%! ins(+Xs, +Domain) is semidet.
%
%  True if each element of `Xs` is an element of `Domain`.
?- [X,Y] ins 1\/3\/5, X #> 3, Y #< X, Y #\= 1.
   X = 5, Y = 3.
Xs ins D :- '$fd_ins'(Xs, D).

%! in_set(?X, +Set) is semidet.
%
%  True if `X` is an element of `Set`, a set of library(fd_sets).
?- range_to_fdset(1..3\/7, S), X in_set S.
   S = [[1|3],[7|7]], clpz:(X in 1..3\/7).
X in_set S :- '$fd_in_set'(X, S).

%! domain(+Xs, +Low, +High) is semidet.
%
%  True if each element of `Xs` is an integer from `Low` to `High`.
?- domain([X], 1, 1).
   X = 1.
domain(Xs, L, H) :- '$fd_ins'(Xs, L..H).

%! all_different(+Xs) is semidet.
%
%  True if the elements of `Xs` are pairwise different. Value consistent: each fixed value is
%  removed from the other domains.
?- X in 1..2, all_different([X,1]).
   X = 2.
all_different(Xs) :- '$fd_all_different'(Xs).

%! all_distinct(+Xs) is semidet.
%
%  True if the elements of `Xs` are pairwise different. Domain consistent.
?- [X,Y] ins 1..2, all_distinct([X,Y,3]), X #= 1.
   X = 1, Y = 2.
all_distinct(Xs) :- '$fd_all_distinct'(Xs, domain).

%! sum(+Xs, +Op, ?Value) is semidet.
%
%  True if the sum of `Xs` and `Value` are related by the comparison `Op`, such as `#=`.
?- sum([X,2,3], #=, 10).
   X = 5.
sum(Xs, Op, V) :- '$fd_sum'(Xs, Op, V).

%! scalar_product(+Cs, +Xs, +Op, ?Value) is semidet.
%
%  True if the scalar product of the coefficients `Cs` and `Xs` and `Value` are related by the
%  comparison `Op`.
?- scalar_product([2,3], [X,1], #=, 7).
   X = 2.
scalar_product(Cs, Xs, Op, V) :- '$fd_scalar_product'(Cs, Xs, Op, V).

%! chain(+Xs, +Op) is semidet.
%
%  True if adjacent elements of `Xs` are related by `Op`: `#=`, `#<`, `#=<`, `#>` or `#>=`. The arguments may be
%  in the other order, which older programs have.
?- [X,Y,Z] ins 0..2, chain([X,Y,Z], #<).
   X = 0, Y = 1, Z = 2.
?- [X,Y,Z] ins 0..2, chain(#>, [X,Y,Z]).
   X = 2, Y = 1, Z = 0.
?- chain(#<>, [X,Y]).
   error(type_error(list,#<>),chain/2).
chain(Op, Xs) :- atom(Op), chain_relation(Op), !, chain(Xs, Op).
chain(Xs, Op) :-
    catch('$fd_ins'(Xs, inf..sup), error(E, _), throw(error(E, chain/2))),
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
%  True if `P` is false.
?- #\ X #> 3.
   clpz:(X in inf..3).
#\ P :- '$fd_formula'(#\ P).

%! #<==>(?P, ?Q) is semidet.
%
%  True if `P` and `Q` have the same truth value.
?- B #<==> X #> 3, X in 5..9.
   B = 1, clpz:(X in 5..9).
P #<==> Q :- '$fd_formula'(P #<==> Q).

%! #==>(?P, ?Q) is semidet.
%
%  True if `P` implies `Q`.
?- X in 0..9, X #> 3 #==> X #> 10.
   clpz:(X in 0..3).
P #==> Q :- '$fd_formula'(P #==> Q).

%! #<==(?P, ?Q) is semidet.
%
%  True if `Q` implies `P`.
?- B #<== 1.
   B = 1.
P #<== Q :- '$fd_formula'(P #<== Q).

%! #\/(?P, ?Q) is semidet.
%
%  True if `P` or `Q` is true.
?- X #= 1 #\/ 1 #= 2.
   X = 1.
P #\/ Q :- '$fd_formula'(P #\/ Q).

%! #\(?P, ?Q) is semidet.
%
%  True if exactly one of `P` and `Q` is true.
?- 1 #\ B.
   B = 0.
P #\ Q :- '$fd_formula'(P #\ Q).

%! #/\(?P, ?Q) is semidet.
%
%  True if `P` and `Q` are true.
?- X #> 1 #/\ X #< 3.
   X = 2.
P #/\ Q :- '$fd_formula'(P #/\ Q).

%% Reified conditions, for if_/3

%! clpz_t(+P, ?T) is nondet.
%
%  `T` is `true` and the condition `P` holds, or `T` is `false` and it does not hold.
?- clpz_t(X #> 3, true).
   clpz:(X in 4..sup).
clpz_t(P, T) :-
    '$fd_formula'(P #<==> B),
    truth_value(B, T).

truth_value(1, true).
truth_value(0, false).

%! #=(?X, ?Y, ?T) is nondet.
%
%  As `clpz_t(X #= Y, T)`.
?- X in 0..1, if_(X #= 0, Y = a, Y = b).
   X = 0, Y = a
;  X = 1, Y = b.
#=(X, Y, T) :- clpz_t(X #= Y, T).

%! #<(?X, ?Y, ?T) is nondet.
%
%  As `clpz_t(X #< Y, T)`.
?- #<(1, 2, T).
   T = true.
#<(X, Y, T) :- clpz_t(X #< Y, T).

%! zcompare(?Order, ?X, ?Y) is semidet.
%
%  True if `Order` is `<`, `=` or `>` as the value of `X` is less than, equal to or greater than
%  that of `Y`. Any of the arguments may become known first.
?- zcompare(O, 3, 5).
   O = (<).
?- X in 1..4, zcompare(O, X, 5).
   O = (<), clpz:(X in 1..4).
?- zcompare(>, X, 2), X #< 4.
   X = 3.
?- zcompare(O, X, 2), X in 0..2, X = 2.
   O = (=), X = 2.
zcompare(O, X, Y) :-
    (   nonvar(O) -> compared(O, X, Y)
    ;   integer(X), integer(Y) -> compare(O, X, Y)
    ;   '$fd_formula'(Less #<==> X #< Y),
        '$fd_formula'(Greater #<==> X #> Y),
        (   order(Less, Greater, Known) -> O = Known, compared(O, X, Y)
        ;   freeze(O, clpz:compared(O, X, Y)),
            freeze(Less, clpz:decide(Less, Greater, O)),
            freeze(Greater, clpz:decide(Less, Greater, O))
        )
    ).

compared(<, X, Y) :- '$fd_lt'(X, Y).
compared(=, X, Y) :- '$fd_eq'(X, Y).
compared(>, X, Y) :- '$fd_gt'(X, Y).

decide(Less, Greater, O) :-
    (   order(Less, Greater, Known) -> O = Known
    ;   true
    ).

order(Less, Greater, O) :-
    (   Less == 1 -> O = (<)
    ;   Greater == 1 -> O = (>)
    ;   Less == 0, Greater == 0 -> O = (=)
    ).

%% Reflection

%! fd_var(?X) is semidet.
%
%  True if `X` is a variable with a domain.
?- X in 1..2, fd_var(X).
   clpz:(X in 1..2).
fd_var(X) :- '$fd_var'(X).

%! fd_inf(?X, ?Inf) is semidet.
%
%  Unifies `Inf` with the least value of the domain of `X`, or `inf`.
?- X #> 3, fd_inf(X, I), X = 4.
   X = 4, I = 4.
fd_inf(X, I) :- '$fd_inf'(X, I).

%! fd_sup(?X, ?Sup) is semidet.
%
%  Unifies `Sup` with the greatest value of the domain of `X`, or `sup`.
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
%
%  Unifies `Size` with the number of values in the domain of `X`, or `sup`.
?- fd_size(7, S).
   S = 1.
fd_size(X, S) :- '$fd_size'(X, S).

%! fd_dom(?X, ?Domain) is semidet.
%
%  Unifies `Domain` with the domain of `X`.
?- X in 1..3\/5..8, fd_dom(X, D).
   D = 1..3\/5..8, clpz:(X in 1..3\/5..8).
fd_dom(X, D) :- '$fd_dom'(X, D).

%! fd_degree(?X, ?Degree) is semidet.
%
%  Unifies `Degree` with the number of constraints on `X`.
?- X #> Y, fd_degree(X, D), X = 1, Y = 0.
   X = 1, Y = 0, D = 1.
fd_degree(X, D) :- '$fd_degree'(X, D).

%% Attributes

% Called for unifications that are only tested; all other bindings are handled natively.
attr_unify_hook(N, V) :- '$fd_bound'(N, V).

attribute_goals(X, Gs0, Gs) :-
    '$fd_residual'(X, New),
    put_before(New, Gs0, Gs).

put_before([], Gs, Gs).
put_before([G|New], [G|Gs0], Gs) :- put_before(New, Gs0, Gs).
