% Integer arithmetic in clauses, which may be machine code, beside expressions that are evaluated as terms.

in_clause(X, Y, [A,B,C,D,E,F,G,H,I,J]) :-
    A is X*Y, B is xor(X, Y), C is X/\Y, D is X\/Y, E is min(X, Y), F is max(X, Y), G is X rem Y, H is X mod Y,
    I is X//Y, J is X-Y.

as_terms(X, Y, Values) :-
    Terms = [X*Y,xor(X, Y),X/\Y,X\/Y,min(X, Y),max(X, Y),X rem Y,X mod Y,X//Y,X-Y],
    values(Terms, Values).

values([], []).
values([T|Ts], [V|Vs]) :- V is T, values(Ts, Vs).

with_constants(X, [A,B,C,D,E,F,G,H,I,J]) :-
    A is X*100, B is X*(-3), C is X*0, D is xor(X, 255), E is min(X, 10), F is max(X, -10), G is X rem 7, H is X mod 7,
    I is X//7, J is X rem (-7).

constants_as_terms(X, Values) :-
    values([X*100,X*(-3),X*0,xor(X, 255),min(X, 10),max(X, -10),X rem 7,X mod 7,X//7,X rem (-7)], Values).

% Around zero, around the least and the largest integers of a cell, and around those that fit it after a product.
operand(X) :- member(X, [-101,-8,-7,-1,0,1,2,6,7,8,99,100,255,256]).
operand(X) :-
    member(B, [2^59,2^60,2^61,2^63,2^64,2^60//100,2^60//3,10^30]),
    member(D, [-1,0,1]),
    member(S, [-1,1]),
    X is S*(B+D).

% 9.1.7 (+)/2, (-)/2, (*)/2, (//)/2, rem/2, mod/2 of integers in clauses

?- \+ ( operand(X), operand(Y), Y =\= 0, in_clause(X, Y, A), as_terms(X, Y, B), A \== B ).
   true.
?- \+ ( operand(X), with_constants(X, A), constants_as_terms(X, B), A \== B ).
   true.
?- in_clause(a, 1, _).
   type_error(evaluable,a/0).
?- in_clause(_, 1, _).
   instantiation_error.
?- in_clause(7, 0, _).
   evaluation_error(zero_divisor).
