% Negated global constraints prune values that would make the constraint true.

:- use_module(library(clpfd)).

?- [X,Y] ins 1..2, #\ tuples_in([[X,Y]], [[1,1],[1,2],[2,1]]).
   X = 2, Y = 2.
?- [X,Y] ins 1..2, #\ tuples_in([[X,Y]], [[1,1],[1,2]]).
   X = 2, clpz:(Y in 1..2).
?- X in 1..3, Y in 3..5, #\ all_distinct([X,Y,9]).
   X = 3, Y = 3.
?- X in 1..2, Y in 3..4, #\ all_distinct([X,Y]).
   false.
?- X in 1..3, #\ all_different([X,5,2]).
   X = 2.
?- [A,B,C] ins 0..2, #\ lex_chain([[A,B],[C,1]]), C = 2.
   A = 2, B = 2, C = 2.
?- [A,B] ins 0..2, #\ lex_chain([[A,B],[1]]), A #< 2.
   A = 1, clpz:(B in 0..2).
?- [A,B,C] ins 0..2, #\ lex_chain([[A],[B],[C]]), A = 0.
   A = 0, clpz:(B in 1..2), clpz:(C in 0..1), ... .
?- I in 1..3, #\ element(I, [1,2,3], 2).
   clpz:(I in 1\/3).
?- I in 1..2, X in 4..6, #\ element(I, [5,5,6], X).
   clpz:(I in 1..2), clpz:(X in 4\/6).
?- #\ element(2, [X,Y,Z], 7).
   clpz:(Y in inf..6\/8..sup), ... .
?- [X,Y,Z] ins 0..1, X = 1, Y = 0,
   #\ automaton([X,Y,Z], [source(a),sink(b)], [arc(a,0,a),arc(a,1,b),arc(b,0,b)]).
   X = 1, Y = 0, Z = 1.
?- [X,Y] ins 0..3, #\ automaton([X,Y], [source(a),sink(a)], [arc(a,0,a),arc(a,1,a)]), X #< 2.
   clpz:(X in 0..1), clpz:(Y in 2..3).
?- [X,Y] ins 1..2, #\ nvalue(1, [X,Y]), X = 1.
   X = 1, Y = 2.
?- [X,Y] ins 0..1, #\ count(1, [X,Y], #<, 2).
   X = 1, Y = 1.
?- [X,Y] ins 1..2, B #<==> global_cardinality([X,Y], [1-1,2-1]), B = 0, X = 1.
   X = 1, Y = 1, B = 0.
?- [X,Y] ins 1..3, B #<==> global_cardinality([X,Y], [1-1,2-1]), X = 3.
   X = 3, B = 0, clpz:(Y in 1..3), ... .
?- [X,Y] ins 1..3, global_cardinality([X,Y], [1-1,2-1]) #\/ X #> 3, X #\= 1.
   X = 2, Y = 1.

% A reified constraint is false for exactly the assignments that do not satisfy the constraint.
differs(C, Vs) :-
    findall(Vs, ( Vs ins 0..2, #\ C, label(Vs) ), L0),
    findall(Vs, ( Vs ins 0..2, label(Vs), \+ call(C) ), L1),
    L0 \== L1.
differs(C, Vs) :-
    findall(Vs-B, ( Vs ins 0..2, B #<==> C, label([B|Vs]) ), L0),
    findall(Vs-B, ( Vs ins 0..2, label(Vs), ( call(C) -> B = 1 ; B = 0 ) ), L1),
    msort(L0, L), msort(L1, M),
    L \== M.

?- differs(all_distinct([X,Y,Z]), [X,Y,Z]).
   false.
?- differs(tuples_in([[X,Y,Z]], [[0,0,1],[0,1,1],[2,2,2],[0,2,1]]), [X,Y,Z]).
   false.
?- differs(lex_chain([[X,Y],[Z,X],[Y,Z]]), [X,Y,Z]).
   false.
?- differs(lex_chain([[X,Y],[Z]]), [X,Y,Z]).
   false.
?- differs(element(X, [Y,Z,1], Y), [X,Y,Z]).
   false.
?- differs(nvalue(X, [X,Y,Z]), [X,Y,Z]).
   false.
?- differs(count(1, [X,Y], #\=, Z), [X,Y,Z]).
   false.
?- differs(global_cardinality([X,Y], [0-Z,1-1]), [X,Y,Z]).
   false.
?- differs(automaton([X,Y,Z], [source(a),sink(b),sink(c)],
                     [arc(a,0,a),arc(a,0,b),arc(b,1,c),arc(c,2,a)]), [X,Y,Z]).
   false.
?- differs(circuit([X,Y]), [X,Y]).
   false.
?- differs(serialized([X,Y], [1,Z]), [X,Y,Z]).
   false.

% The residual goal of a reified constraint is the reified constraint.
?- [X,Y] ins 1..3, B #<==> global_cardinality([X,Y], [1-1,2-C,3-1]).
   clpz:(X in 1..3), clpz:(global_cardinality([X,Y],[1-1,2-C,3-1])#<==>B), clpz:(Y in 1..3), clpz:(B in 0..1).
?- [X,Y,Z] ins 1..2, B #<==> global_cardinality([X,Y,Z], [1-N,2-_]), N in 0..1, X = 1, Y = 1.
   X = 1, Y = 1, B = 0, clpz:(Z in 1..2), clpz:(N in 0..1), ... .
