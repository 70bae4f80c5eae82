% FD predicates: constraints that a program defines by indexicals.

:- use_module(library(clpfd)).

% The manual's examples: a sum with bounds, and the same with domains.
sum_of(X,Y,T) +:
        X in min(T) - max(Y) .. max(T) - min(Y),
        Y in min(T) - max(X) .. max(T) - min(X),
        T in min(X) + min(Y) .. max(X) + max(Y).

sum_of_domains(X,Y,T) +:
        X in dom(T) - dom(Y),
        Y in dom(T) - dom(X),
        T in dom(X) + dom(Y).

?- X in 1..5, Y in 2..8, sum_of(X,Y,T).
   clpz:(X in 1..5), clpz:sum_of(X,Y,T), clpz:(Y in 2..8), clpz:(T in 3..13).
?- X in {1}\/{3}, Y in {10}\/{20}, sum_of_domains(X,Y,T).
   clpz:(X in 1\/3), clpz:sum_of_domains(X,Y,T), clpz:(Y in 10\/20), clpz:(T in 11\/13\/21\/23).
?- X in {1}\/{3}, Y in {10}\/{20}, sum_of(X,Y,T).
   clpz:(X in 1\/3), clpz:sum_of(X,Y,T), clpz:(Y in 10\/20), clpz:(T in 11..23).
?- sum_of(1, 2, T).
   T = 3.
?- sum_of(X, 2, 2).
   X = 0.
?- sum_of(1, 2, 4).
   false.
?- sum_of(X, Y, T).
   clpz:sum_of(X,Y,T).
?- X in 0..sup, sum_of(X, 3, T).
   clpz:(X in 0..sup), clpz:sum_of(X,3,T), clpz:(T in 3..sup).
?- sum_of(100000000000000000000, X, 300000000000000000000).
   X = 200000000000000000000.

% With all four clauses, the constraint may be a part of a formula.
at_most(X,Y) +:
        X in inf..max(Y),
        Y in min(X)..sup.
at_most(X,Y) -:
        X in (min(Y)+1)..sup,
        Y in inf..(max(X)-1).
at_most(X,Y) +?
        X in inf..min(Y).
at_most(X,Y) -?
        X in (max(Y)+1)..sup.

?- X in 1..5, Y in 2..8, at_most(X, Y) #<=> B.
   clpz:(X in 1..5), clpz:(at_most(X,Y)#<==>B), clpz:(Y in 2..8), clpz:(B in 0..1).
?- X in 1..5, Y in 2..8, at_most(X, Y) #<=> B, X #=< 2.
   B = 1, clpz:(X in 1..2), clpz:(Y in 2..8).
?- X in 1..5, Y in 2..8, at_most(X, Y) #<=> B, Y #< X, X = 2.
   false.
?- X in 4..5, Y in 2..3, at_most(X, Y) #<=> B.
   B = 0, clpz:(X in 4..5), clpz:(Y in 2..3).
?- X in 1..5, Y in 2..8, B #<=> at_most(X, Y), B = 0.
   B = 0, clpz:(X in 3..5), clpz:(#\at_most(X,Y)), clpz:(Y in 2..4).
?- X in 1..5, Y in 2..8, #\ at_most(X, Y).
   clpz:(X in 3..5), clpz:(#\at_most(X,Y)), clpz:(Y in 2..4).
?- X in 3..5, Y in 1..4, at_most(X, Y) #\/ X #= 5, X #< 4.
   X = 3, clpz:(Y in 3..4), clpz:at_most(3,Y).
?- X in 3..5, at_most(X, 9) #=> X #> 4.
   X = 5.
?- X in 3..5, X #> 4 #<= at_most(X, 9).
   X = 5.
?- at_most(1, 2) #<==> B.
   B = 1.
?- at_most(a, 2) #<=> B.
   error(type_error(integer,a),(#<=>)/2).
?- at_most(X, a).
   error(type_error(integer,a),at_most/2).
?- catch(at_most(X, f(_)), error(E,_), true).
   E = type_error(integer,f(_)).

% With the first clause alone, a formula has a truth value once all its variables are bound.
only(X,Y) +: X in \{Y}, Y in \{X}.

?- only(1, 1) #<=> B.
   B = 0.
?- only(X, 1) #<=> B, X = 2.
   X = 2, B = 1.
?- only(X, 1) #<=> 0, X in 1..2.
   clpz:(X in 1..2), clpz:(#\only(X,1)).
?- only(X, 1) #<=> 0, X in 1..2, indomain(X).
   X = 1
;  false.
?- only(X, X).
   clpz:only(X,X).
?- only(X, X), X = 1.
   false.
?- only(X, Y), X = Y.
   X = Y, clpz:only(Y,Y).
?- X in 1..3, only(X, Y), Y = 2.
   Y = 2, clpz:(X in 1\/3).

% Goal expanded constraints: a relation is two indexicals.
p(X, Y) +: relation(X, [1-{1},2-{1,2},3-{1,2,3}], Y).

q(X, Y) +:
        X in unionof(B,dom(Y),switch(B,[1-{1,2,3},2-{2,3},3-{3}])),
        Y in unionof(B,dom(X),switch(B,[1-{1},2-{1,2},3-{1,2,3}])).

item(X, Y) +: element(X, [3,5,7,5], Y).

sum(S,E,N,D,M,O,R,Y) +:
        1000*S + 100*E + 10*N + D
      + 1000*M + 100*O + 10*R + E
      #= 10000*M + 1000*O + 100*N + 10*E + Y.

?- p(X, Y), Y in 2..9.
   clpz:(X in 2..3), clpz:p(X,Y), clpz:(Y in 2..3).
?- q(X, Y), X in 1..3, Y in 2..9.
   clpz:(X in 2..3), clpz:q(X,Y), clpz:(Y in 2..3).
?- findall(X-Y, (p(X,Y), label([X,Y])), L), findall(X-Y, ([X,Y] ins 1..3, q(X,Y), label([X,Y])), L).
   L = [1-1,2-1,2-2,3-1,3-2,3-3].
?- q(X, Y).
   clpz:q(X,Y).
?- item(X, Y), Y #> 3.
   clpz:(X in 2..4), clpz:item(X,Y), clpz:(Y in 5\/7).
?- item(X, 5).
   clpz:(X in 2\/4), clpz:item(X,5).
?- L = [S,E,N,D,M,O,R,Y], domain(L, 0, 9), S #> 0, M #> 0, all_different(L), sum(S,E,N,D,M,O,R,Y), labeling([], L).
   L = [9,5,6,7,1,0,8,2], S = 9, E = 5, N = 6, D = 7, M = 1, O = 0, R = 8, Y = 2
;  false.

% Ranges of every kind.
r_dom(X,Y) +: X in dom(Y).
r_points(X,Y) +: X in {1,Y,Y+2}.
r_and(X,Y) +: X in dom(Y) /\ (2..9).
r_or(X,Y) +: X in (1..2) \/ dom(Y).
r_not(X,Y) +: X in \ {Y}.
r_add(X,Y) +: X in dom(Y)+3.
r_neg(X,Y) +: X in -dom(Y).
r_sub(X,Y) +: X in dom(Y)-3.
r_from(X,Y) +: X in 10-dom(Y).
r_mod(X,Y) +: X in dom(Y) mod 3.
r_mods(X,Y) +: X in (7..8) mod dom(Y).
r_rem(X,Y) +: X in dom(Y) rem 3.
r_if(X,Y) +: X in (dom(Y)/\(5..9)) ? (1..2).
r_else(X,Y) +: X in (4..card(Y)) ? (inf..sup) \/ {max(Y)}.
r_union(X,Y) +: X in unionof(B, dom(Y), (B*10)..(B*10+1)).
r_switch(X,Y) +: X in switch(Y, [1-(5..6), 2-{9}]).
r_empty(X,Y) +: X in {} \/ dom(Y).

?- Y in 1..3, r_dom(X, Y).
   clpz:(X in 1..3), clpz:r_dom(X,Y), clpz:(Y in 1..3).
?- Y in 1..3, r_points(X, Y), Y = 3.
   Y = 3, clpz:(X in 1\/3\/5).
?- Y in 1..3, r_points(X, Y).
   clpz:(Y in 1..3), clpz:r_points(X,Y).
?- Y in 1..3, r_and(X, Y).
   clpz:(X in 2..3), clpz:r_and(X,Y), clpz:(Y in 1..3).
?- Y in 4..5, r_or(X, Y).
   clpz:(X in 1..2\/4..5), clpz:r_or(X,Y), clpz:(Y in 4..5).
?- r_not(X, 3).
   clpz:(X in inf..2\/4..sup).
?- Y in 1..3, r_not(X, Y).
   clpz:r_not(X,Y), clpz:(Y in 1..3).
?- r_add(X, 1), r_sub(Y, 1), r_from(Z, 1), r_neg(W, 1).
   X = 4, Y = -2, Z = 9, W = -1.
?- Y in 2..4, r_from(X, Y).
   clpz:(X in 6..8), clpz:r_from(X,Y), clpz:(Y in 2..4).
?- Y in -1..4, r_mod(X, Y).
   clpz:(X in 0..2), clpz:r_mod(X,Y), clpz:(Y in -1..4).
?- Y in 4..5, r_mods(X, Y).
   clpz:(X in 0\/2..3), clpz:r_mods(X,Y), clpz:(Y in 4..5).
?- r_mod(X, -1), r_rem(Y, -1).
   X = 2, Y = -1.
?- Y in 1..5, r_if(X, Y).
   clpz:(X in 1..2), clpz:r_if(X,Y), clpz:(Y in 1..5).
?- Y in 1..4, r_if(X, Y).
   false.
?- Y in 1..4, r_else(X, Y), Y #< 3, Y = 2.
   X = 2, Y = 2.
?- Y in 1..2, r_union(X, Y).
   clpz:(X in 10..11\/20..21), clpz:r_union(X,Y), clpz:(Y in 1..2).
?- r_union(X, Y).
   clpz:r_union(X,Y).
?- r_switch(X, 1).
   clpz:(X in 5..6).
?- r_switch(X, 3).
   false.
?- r_empty(X, 3).
   X = 3.

% Values of every kind.
v(X,Y) +: X in {Y*3-1}.
v_up(X,Y) +: X in {Y /> 2}.
v_down(X,Y) +: X in {Y /< 2}.
v_mod(X,Y) +: X in {Y mod -3}.
v_val(X,Y) +: X in {val(Y)+card(Y)}.
v_product(X,Y,Z) +: X in min(Y)*min(Z)..max(Y)*max(Z).
v_quotient(X,Y,Z) +: X in min(Y)/>max(Z)..max(Y)/<min(Z).
v_minus(X,Y) +: X in -max(Y).. -min(Y).
v_two(X,Y) +: X in min(Y)+1..max(Y)-1.

?- v(X, 2), v_up(A, -3), v_down(B, -3), v_mod(C, 4), v_val(D, 4).
   X = 5, A = -1, B = -2, C = -2, D = 5.
?- Y in 2..3, Z in 4..5, v_product(X, Y, Z).
   clpz:(X in 8..15), clpz:v_product(X,Y,Z), clpz:(Y in 2..3), clpz:(Z in 4..5).
?- Y in -2..3, Z in 4..5, v_product(X, Y, Z).
   clpz:(Y in -2..3), clpz:v_product(X,Y,Z), clpz:(Z in 4..5).
?- v_product(X, -2, 4).
   X = -8.
?- Y in 10..20, Z in 2..3, v_quotient(X, Y, Z).
   clpz:(X in 4..10), clpz:v_quotient(X,Y,Z), clpz:(Y in 10..20), clpz:(Z in 2..3).
?- Y in 10..20, Z in 0..3, v_quotient(X, Y, Z).
   clpz:(Y in 10..20), clpz:v_quotient(X,Y,Z), clpz:(Z in 0..3).
?- v_quotient(X, 1, 0).
   false.
?- Y in 2..7, v_minus(X, Y).
   clpz:(X in -7.. -2), clpz:v_minus(X,Y), clpz:(Y in 2..7).
?- Y in 2..3, v_two(X, Y), Y = 2.
   false.

% An indexical runs only once it is monotone: pruning earlier would lose solutions.
disjoint(X,Y) +: X in \dom(Y).
larger(X,Y) +: X in max(Y)..sup.

?- X in 1..5, Y in 2..3, disjoint(X, Y).
   clpz:(X in 1..5), clpz:disjoint(X,Y), clpz:(Y in 2..3).
?- X in 1..5, Y in 2..3, disjoint(X, Y), Y = 3.
   Y = 3, clpz:(X in 1..2\/4..5).
?- X in 1..5, Y in 2..3, larger(X, Y).
   clpz:(X in 1..5), clpz:larger(X,Y), clpz:(Y in 2..3).
?- X in 1..5, Y in 2..3, larger(X, Y), Y = 2.
   Y = 2, clpz:(X in 2..5).

% Goals: called by call/N, undone, copied, collected, called again as residual goals.
?- maplist(sum_of(1), [A,B], [3,4]).
   A = 2, B = 3.
?- G = sum_of(1, X), call(G, 5).
   G = sum_of(1,4), X = 4.
?- ( X in 1..9, sum_of(X, 1, 5), false ; true ).
   true.
?- X in 1..9, ( sum_of(X, 1, 5) ; sum_of(X, 2, 5) ).
   X = 4
;  X = 3.
?- \+ sum_of(1, 1, 3).
   true.
?- X in 1..2, sum_of(X, 1, Y), copy_term(X-Y, C, Gs).
   C = A-B, Gs = [clpz:(A in 1..2),clpz:sum_of(A,1,B),clpz:(B in 2..3)], clpz:(X in 1..2), clpz:sum_of(X,1,Y), clpz:(Y in 2..3).
?- X in 1..2, sum_of(X, 1, Y), copy_term(X-Y, A-B), A = 2.
   A = 2, B = 3, clpz:(X in 1..2), clpz:sum_of(X,1,Y), clpz:(Y in 2..3).
?- findall(X-Y, (X in 1..2, sum_of(X, 1, Y)), [A-B]), A = 2.
   A = 2, B = 3.
?- X in 1..3, Y in 1..3, only(X, Y), copy_term(X-Y, A-B), A = 2, X = 1.
   A = 2, X = 1, clpz:(Y in 2..3), clpz:(B in 1\/3).
?- X in 1..2, clpz:sum_of(X,1,Y), Y = 3.
   X = 2, Y = 3.
?- predicate_property(sum_of(_,_,_), defined).
   true.
?- clause(sum_of(_,_,_), B).
   error(permission_error(access,private_procedure,sum_of/3),clause/2).
?- assertz(sum_of(1,1,1)).
   error(permission_error(modify,static_procedure,sum_of/3),assertz/1).

% A predicate of the program with the name of a system predicate is printed with its module.
plus(X,Y,Z) +: X in dom(Z) - dom(Y).

?- plus(X,Y,Z), Y in 1..2.
   user:plus(X,Y,Z), clpz:(Y in 1..2).
?- user:plus(X,Y,Z) #<=> B, B = 1, Z = 3, Y = 1.
   B = 1, Z = 3, Y = 1, X = 2.
