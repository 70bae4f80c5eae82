% Global constraints: the examples of other systems' manuals, residual goals, copies, and unified
% variables.

:- use_module(library(clpfd)).

% Different values.

?- X in 1..2, Y in 1..2, Z in 1..3, all_distinct([X,Y,Z]).
   Z = 3, clpz:(X in 1..2), clpz:all_distinct([X,Y,3]), clpz:(Y in 1..2).
?- X in 1..2, Y in 1..2, Z in 1..3, all_different([X,Y,Z]).
   clpz:(X in 1..2), clpz:all_different([X,Y,Z]), clpz:(Y in 1..2), clpz:(Z in 1..3).
?- X in 1..2, Y in 1..2, Z in 1..3, all_distinct([X,Y,Z], [consistency(bounds)]).
   Z = 3, clpz:(X in 1..2), clpz:all_distinct([X,Y,3],[consistency(bounds)]), clpz:(Y in 1..2).
?- X in 1\/3, Y in 1\/3, Z in 1..3, all_distinct([X,Y,Z], [consistency(bounds)]).
   clpz:(X in 1\/3), clpz:all_distinct([X,Y,Z],[consistency(bounds)]), clpz:(Y in 1\/3), clpz:(Z in 1..3).
?- maplist([V,D]>>(V in D), Vs, [1\/3..4, 1..2\/4, 1..2\/4, 1..3, 1..3, 1..6]), all_distinct(Vs).
   false.
?- [X,Y,Z] ins 0..1, all_distinct([X,Y,Z]).
   false.
?- all_distinct([]), all_distinct([1]), all_distinct([1,2,3]).
   true.
?- all_distinct([1,2,1]).
   false.
?- X #> 10^30, [Y,Z] ins 1..2, all_distinct([X,Y,Z,T]), T in 0..2.
   T = 0, clpz:(X in 1000000000000000000000000000001..sup), clpz:all_distinct([X,Y,Z,0]), clpz:(Y in 1..2), clpz:(Z in 1..2).
?- X in 1..3, all_distinct([X,Y,_]), X = Y.
   false.
?- X in 1..2, all_distinct([X,Y]), all_distinct([Z,Y]), X = Z, Y = 1.
   X = 2, Y = 1, Z = 2.
?- all_distinct([X|_]).
   error(instantiation_error,all_distinct/1).
?- all_distinct(a).
   error(type_error(list,a),all_distinct/1).
?- all_distinct([a]).
   error(type_error(integer,a),all_distinct/1).

% Residual goals can be called again, and mean the same.

:- include('support/same_again.pl').

?- same_again([X,Y,Z], ([X,Y,Z] ins 1..3, all_distinct([X,Y,Z]))).
   true.
?- same_again([X,Y,Z], ([X,Y,Z] ins 1..3, all_distinct([X,Y,Z], [consistency(bounds)]))).
   true.
?- same_again([X,Y,Z], ([X,Y,Z] ins 0..2, all_distinct_except_0([X,Y,Z]))).
   true.
?- same_again([X,Y,Z], ([X,Y,Z] ins 0..2, all_different_except_0([X,Y,Z]))).
   true.
?- same_again([X,Y,Z], (Z in 0..4, element(X, [1,Y,3], Z), Y in 2..4)).
   true.
?- same_again([X,Y], tuples_in([[X,Y]], [[1,2],[2,2],[5,3]])).
   true.
?- same_again([X,Y], (Y in 0..4, table([[X,Y]], [[1,2],[{2,5},3..sup]]))).
   true.
?- same_again([X,Y,C], global_cardinality([X,Y,1], [1-C,2-_])).
   true.
?- same_again([X,Y], global_cardinality([X,Y,1], [1-2,2-_], [consistency(value)])).
   true.
?- same_again([X,Y,C], ([X,Y] ins 1..3, C in 0..4, count(2, [X,Y,3], #<, C))).
   true.
?- same_again([X,Y,C], ([X,Y] ins 1..3, nvalue(C, [X,Y,2]))).
   true.
?- length(Xs, 4), same_again(Xs, circuit(Xs)).
   Xs = [_A,_B,_C,_D].
?- length(Xs, 4), same_again(Xs, subcircuit(Xs)).
   Xs = [_A,_B,_C,_D].
?- same_again([X,Y,Z], ([X,Y,Z] ins 0..2, lex_chain([[X,Y],[Y,Z]]))).
   true.
?- same_again([X,Y,Z], ([X,Y,Z] ins 0..2, lex_chain([[X,Y],[Y,Z],[Z,2]], [op(#<)]))).
   true.
?- same_again([X,Y,P,Q], assignment([X,Y,1], [P,Q,_])).
   true.
?- length(Xs, 4), same_again(Xs, symmetric_all_different(Xs)).
   Xs = [_A,_B,_C,_D].
?- length(Xs, 4), same_again(Xs, symmetric_all_distinct(Xs)).
   Xs = [_A,_B,_C,_D].
?- length(Ps, 3), length(Ys, 3), append([[X],Ps,Ys], Vs), same_again(Vs, (X in 0..3, sorting([2,X,1], Ps, Ys))).
   Ps = [_A,_B,_C], Ys = [_D,_E,_F], Vs = [X,_A,_B,_C,_D,_E,_F].
?- same_again([X,A,B,C,D], (X in 0..3, keysorting([[2,X],[X,5]], [[A,B],[C,D]]))).
   true.
?- same_again([X,Y,Z], ([X,Y,Z] ins 0..3, value_precede_chain([3,1], [X,Y,Z]))).
   true.
?- same_again([X,Y,Z], ([X,Y,Z] ins 0..3, seq_precede_chain([X,Y,Z]))).
   true.
?- same_again([X,Y,Z], ([X,Y] ins 0..3, minimum(Z, [X,Y,2]))).
   true.
?- same_again([X,Y,Z], ([X,Y] ins 0..3, maximum(Z, [X,Y,2]))).
   true.
?- same_again([X,Y,Z], ([X,Y] ins 0..3, minimum_arg([X,Y,2], Z))).
   true.
?- same_again([X,Y,Z], ([X,Y] ins 0..3, maximum_arg([X,Y,2], Z))).
   true.
?- same_again([X,Y,Z], bool_and([X,#\Y], Z)).
   true.
?- same_again([X,Y,Z], bool_or([X,#\Y], Z)).
   true.
?- same_again([X,Y,Z], bool_xor([X,#\Y], Z)).
   true.
?- same_again([B,X], if_then_else(B, 3, 5, X)).
   true.

% Copies have constraints of their own.

?- X in 1..2, all_distinct([X,Y]), copy_term(X+Y, A+B), A = 1, B = 1.
   false.
?- [X,Y,Z] ins 1..3, circuit([X,Y,Z]), findall(X/Y/Z, true, [A/B/C]), A = 2.
   A = 2, B = 3, C = 1, clpz:(X in 2..3), clpz:circuit([X,Y,Z]), clpz:(Y in 1\/3), clpz:(Z in 1..2).

% Two variables of a constraint are unified.

?- X in 0..3, Y in 0..3, element(X, [2,3,1], Y), X = Y.
   false.
?- X in 0..3, Y in 0..3, element(X, [3,2,1], Y), X = Y.
   X = 2, Y = 2.
?- tuples_in([[X,Y]], [[1,2],[3,3]]), X = Y.
   X = 3, Y = 3.
?- global_cardinality([X,Y,Z], [1-1,2-_]), X = Y.
   X = 2, Y = 2, Z = 1.
?- length(Xs, 3), Xs = [A,B,_], circuit(Xs), A = B.
   false.
?- nvalue(2, [X,Y,1]), X = Y, X in 1..2.
   X = 2, Y = 2.
?- [X,Y] ins 0..1, lex_chain([[X,Y],[Y,X]], [op(#<)]), X = Y.
   false.
?- bool_xor([A,B], C), A = B.
   A = B, clpz:(A in 0..1), clpz:bool_xor([A,A],C), clpz:(C in 0..1).
?- bool_xor([A,B], C), A = B, C = 1, label([A]).
   false.

% The manuals' examples.

?- element(X, [10,20,30], Y), Y #\= 20.
   clpz:(X in 1\/3), clpz:element(X,[10,20,30],Y), clpz:(Y in 10\/30).
?- table([[A,B],[B,C]], [[1,1],[1,2],[2,10],[2,20]]).
   A = 1, clpz:(B in 1..2), clpz:tuples_in([[B,C]],[[1,1],[1,2],[2,10],[2,20]]), clpz:(C in 1..2\/10\/20).

trains([[1,2,0,1],
        [2,3,4,5],
        [2,3,0,1],
        [3,4,5,6],
        [3,4,2,3],
        [3,4,8,9]]).

threepath(A, D, Ps) :-
    Ps = [[A,B,_T0,T1],[B,C,T2,T3],[C,D,T4,_T5]],
    T2 #> T1,
    T4 #> T3,
    trains(Ts),
    tuples_in(Ps, Ts).

?- threepath(1, 4, Ps).
   Ps = [[1,2,0,1],[2,3,4,5],[3,4,8,9]].
?- Vs = [_,_,_], global_cardinality(Vs, [1-2,3-_]), label(Vs).
   Vs = [1,1,3]
;  Vs = [1,3,1]
;  Vs = [3,1,1].
?- length(Vs, _), circuit(Vs), label(Vs).
   Vs = []
;  Vs = [1]
;  Vs = [2,1]
;  Vs = [2,3,1]
;  Vs = [3,1,2]
;  Vs = [2,3,4,1]
;  ... .
?- length(L, 3), nvalue(2, L), L ins 0..1, label(L).
   L = [0,0,1]
;  L = [0,1,0]
;  L = [0,1,1]
;  L = [1,0,0]
;  L = [1,0,1]
;  L = [1,1,0].
?- Xs = [X,Y,Z], Xs ins 1..3, value_precede_chain([1,2,3], Xs), X #>= 2.
   false.
?- length(Xs, 3), Xs ins 1..3, seq_precede_chain(Xs), label(Xs).
   Xs = [1,1,1]
;  Xs = [1,1,2]
;  Xs = [1,2,1]
;  Xs = [1,2,2]
;  Xs = [1,2,3].

% Errors.

?- element(1, L, X).
   error(instantiation_error,element/3).
?- tuples_in([[X]], [[a]]).
   error(type_error(integer,a),tuples_in/2).
?- global_cardinality([X], [a]).
   error(domain_error(gcc_pair,a),global_cardinality/2).
?- global_cardinality([X], [a-1]).
   error(type_error(integer,a),global_cardinality/2).
?- lex_chain([a]).
   error(type_error(list,a),lex_chain/1).
?- lex_chain([], [op(#>)]).
   error(domain_error(lex_chain_op,#>),_).
?- count(1, [X], <, 2).
   error(domain_error(relational_symbol,<),count/4).
?- circuit([a]).
   error(type_error(integer,a),circuit/1).
?- scalar_product([1], [X], #=, 3, [strange]).
   error(domain_error(scalar_product_option,strange),_).

% As conditions.

?- X in 1..2, B #<==> all_distinct([X,1,3]), B = 0, label([X]).
   X = 1, B = 0.
?- all_distinct([X,Y]) #\/ X #= 3, X = Y.
   X = 3, Y = 3.
?- B #<==> element(2, [1,3], X), X = 4.
   B = 0, X = 4.
?- X in 0..3, #\ tuples_in([[X,1]], [[0,1],[2,1],[3,2]]), X #\= 1, label([X]).
   X = 3.
?- B #<==> circuit([X,3,1]).
   clpz:(B in 0..1), clpz:(circuit([X,3,1])#<==>B).
?- X in 0..1, B #<==> tuples_in([[X,1]], [[0,1],[1,1]]).
   B = 1, clpz:(X in 0..1).
?- X in 2..3, B #<==> tuples_in([[X,1]], [[0,1],[1,1]]).
   B = 0, clpz:(X in 2..3).
?- X in 0..5, B #<==> element(X, [7,7], 8).
   B = 0, clpz:(X in 0..5).
?- X in 1..2, B #<==> element(X, [7,7,8], 7).
   B = 1, clpz:(X in 1..2).

% Values of a set counted, and excepted from being different.

?- [X,Y] ins 0..3, among(N, [X,Y,2], 2..3).
   clpz:(X in 0..3), clpz:among(N,[X,Y,2],2..3), clpz:(Y in 0..3), clpz:(N in 1..3).
?- [X,Y] ins 0..3, among(3, [X,Y,2], 1\/3), X = 1.
   false.
?- [X,Y] ins 0..3, #\ among(0, [X,Y], 1..3), X = 0.
   X = 0, clpz:(Y in 1..3).
?- X in 0..3, B #<==> among(1, [X,0], 0..1), X #> 1.
   B = 1, clpz:(X in 2..3).
?- among(1, [a], 0..1).
   error(type_error(integer,a),among/3).
?- [X,Y] ins 0..3, all_different_except([X,Y,3], 0..1), X = 2.
   X = 2, clpz:(Y in 0..1).
?- all_different_except([1,2,1,0,0], 0..1).
   true.
?- [X,Y] ins 0..2, #\ all_different_except([X,Y], inf..1), X = 2.
   X = 2, Y = 2.
?- X in 2..3, B #<==> all_different_except([X,1,2,1], 0..1), B = 1.
   X = 3, B = 1.
