% Residual goals of every kind of constraint, called again, have the same solutions as the constraint,
% before and after one of its variables is bound.

:- use_module(library(clpfd)).
:- use_module(library(lists)).
:- use_module(library(apply)).

% reposted(Goal, Vs): the residual goals of `Goal` mean what `Goal` means, for
% `Vs` in -2..4, and again when the first of `Vs` is each of its values.
reposted(Goal, Vs) :-
    \+ differs(Goal, Vs, []),
    \+ ( member(V, [-1,0,1,2]), differs(Goal, Vs, [V]) ).

differs(Goal, Vs, Start) :-
    findall(Vs, ( narrowed(Goal, Vs, Start), label(Vs) ), Before),
    findall(Gs-Ws, ( narrowed(Goal, Vs, Start), copy_term(Vs, Ws, Gs) ), Kept),
    findall(Ws, ( member(Gs-Ws, Kept), maplist(call, Gs), label(Ws) ), After),
    sort(Before, All),
    \+ sort(After, All),
    write(differs(Goal, Start)), nl.

narrowed(Goal, Vs, Start) :-
    Vs ins -2..4,
    call(Goal),
    append(Start, _, Vs).

all_reposted :-
    findall(G-Vs, sample(G, Vs), Samples),
    Samples = [_|_],
    forall(member(G-Vs, Samples), reposted(G, Vs)).

sample(X+2*Y #= Z, [X,Y,Z]).
sample(X+2*Y #\= Z+1, [X,Y,Z]).
sample(3*X-2*Y #=< Z, [X,Y,Z]).
sample(X*Y #= Z, [X,Y,Z]).
sample(X*X #= Z, [X,Z]).
sample(X // Y #= Z, [X,Y,Z]).
sample(X div Y #= Z, [X,Y,Z]).
sample(X mod Y #= Z, [X,Y,Z]).
sample(X rem Y #= Z, [X,Y,Z]).
sample(X^Y #= Z, [X,Y,Z]).
sample(abs(X-Y) #= Z, [X,Y,Z]).
sample(abs(X-Y) #\= 2, [X,Y]).
sample(min(X,Y) #= Z, [X,Y,Z]).
sample(max(X,Y+1) #= Z, [X,Y,Z]).
sample(X in -1\/2..3, [X]).
sample(X #> Y #<==> Z, [X,Y,Z]).
sample(X #> Y #<==> Z #= X+1, [X,Y,Z]).
sample((X #= Y #\/ Y #= Z), [X,Y,Z]).
sample((X #= Y #\ Y #= Z), [X,Y,Z]).
sample((X #< Y #==> Z in 0..1), [X,Y,Z]).
sample(#\ (X #< Y #/\ Y #< Z), [X,Y,Z]).
sample(X mod Y #= 1 #<==> Z, [X,Y,Z]).
sample(sum([X,Y,Z], #>=, 5), [X,Y,Z]).
sample(scalar_product([1,-2,3], [X,Y,Z], #=, 4), [X,Y,Z]).
sample(all_different([X,Y,Z]), [X,Y,Z]).
sample(all_distinct([X,Y,Z]), [X,Y,Z]).
sample(all_distinct([X,Y,Z], [consistency(bounds)]), [X,Y,Z]).
sample(all_different_except_0([X,Y,Z]), [X,Y,Z]).
sample(all_equal([X,Y,Z]), [X,Y,Z]).
sample(symmetric_all_different([X,Y,Z]), [X,Y,Z]).
sample(tuples_in([[X,Y],[Y,Z]], [[1,2],[2,-1],[0,0],[2,2]]), [X,Y,Z]).
sample(table([[X,Y]], [[1,2],[3,-1],[0,0]]), [X,Y]).
sample(element(X, [2,Y,0,4], Z), [X,Y,Z]).
sample(global_cardinality([X,Y,Z], [0-A,1-B,2-C]), [X,Y,Z,A,B,C]).
sample(count(1, [X,Y,Z], #=, A), [X,Y,Z,A]).
sample(nvalue(A, [X,Y,Z]), [X,Y,Z,A]).
sample(circuit([X,Y,Z]), [X,Y,Z]).
sample(subcircuit([X,Y,Z]), [X,Y,Z]).
sample(assignment([X,Y,Z], [A,B,C]), [X,Y,Z,A,B,C]).
sample(sorting([X,Y], [A,B], [C,D]), [X,Y,A,B,C,D]).
sample(lex_chain([[X,Y],[Z,1]]), [X,Y,Z]).
sample(chain([X,Y,Z], #<), [X,Y,Z]).
sample(increasing([X,Y,Z]), [X,Y,Z]).
sample(maximum(X, [Y,Z,1]), [X,Y,Z]).
sample(minimum(X, [Y,Z]), [X,Y,Z]).
sample(maximum_arg([Y,Z,1], X), [X,Y,Z]).
sample(value_precede_chain([1,2], [X,Y,Z]), [X,Y,Z]).
sample(bool_or([X,Y], Z), [X,Y,Z]).
sample(bool_and([X,Y], Z), [X,Y,Z]).
sample(bool_xor([X,Y], Z), [X,Y,Z]).
sample(if_then_else(X, Y, Z, A), [X,Y,Z,A]).
sample(cumulative([task(X,2,_,1,_),task(Y,1,_,2,_)], [limit(2)]), [X,Y]).
sample(serialized([X,Y,Z], [2,1,1]), [X,Y,Z]).
sample(disjoint1([t(X,2),t(Y,1)]), [X,Y]).
sample(disjoint2([r(X,2,Y,2),r(0,1,Z,1)]), [X,Y,Z]).
sample(diffn([[X-2,Y-1],[0-1,Z-2]]), [X,Y,Z]).
sample(bin_packing([item(X,2),item(Y,1)], [bin(0,Z),bin(1,A)]), [X,Y,Z,A]).
sample(automaton([X,Y,Z], [source(a),sink(b)], [arc(a,0,a),arc(a,1,b),arc(b,2,b)]), [X,Y,Z]).
sample(regular([X,Y,Z], [*({0,1}),+(2)]), [X,Y,Z]).
sample(relation(X, [0-{1,2},1-{3}], Y), [X,Y]).
sample(X in_set [[0|1],[3|4]], [X]).

?- all_reposted.
   true.

% An inequality of which two variables are left is shown as it is when it is posted with these two.
?- Z + 1*Y #>= X, Y in 0..0.
   Y = 0, clpz:(Z#>=X).
?- Y = 0, Z #>= X.
   Y = 0, clpz:(Z#>=X).
?- X + 2*Y #=< Z, Y = 3.
   Y = 3, clpz:(X#=<Z+ -6).
?- X + 6 #=< Z.
   clpz:(X#=<Z+ -6).
