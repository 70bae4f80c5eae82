% Labeling: order of variables and values, optimisation.

:- use_module(library(clpz)).

queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs).

safe([]).
safe([Q|Qs]) :- apart(Qs, Q, 1), safe(Qs).

apart([], _, _).
apart([P|Ps], Q, D) :-
    Q #\= P, abs(Q-P) #\= D,
    D1 is D+1,
    apart(Ps, Q, D1).

puzzle([S,E,N,D] + [M,O,R,E] = [M,O,N,E,Y]) :-
    Vs = [S,E,N,D,M,O,R,Y],
    Vs ins 0..9,
    all_different(Vs),
    S*1000 + E*100 + N*10 + D + M*1000 + O*100 + R*10 + E
        #= M*10000 + O*1000 + N*100 + E*10 + Y,
    M #\= 0, S #\= 0.

factorial(0, 1).
factorial(N, F) :- N #> 0, M #= N-1, F #= N*G, factorial(M, G).

?- X in 1..3, label([X]).
   X = 1
;  X = 2
;  X = 3.
?- X in 1\/3\/9, indomain(X).
   X = 1
;  X = 3
;  X = 9.
?- label([]).
   true.
?- label([1,2]).
   true.
?- [X,Y] ins 0..1, label([X,Y]).
   X = 0, Y = 0
;  X = 0, Y = 1
;  X = 1, Y = 0
;  X = 1, Y = 1.
?- [X,Y] ins 0..1, labeling([down], [X,Y]).
   X = 1, Y = 1
;  X = 1, Y = 0
;  X = 0, Y = 1
;  X = 0, Y = 0.
?- X in 1..4, labeling([bisect], [X]).
   X = 1
;  X = 2
;  X = 3
;  X = 4.
?- X in 1..4, labeling([bisect,down], [X]).
   X = 4
;  X = 3
;  X = 2
;  X = 1.
?- X in 1\/5\/9, labeling([enum], [X]).
   X = 1
;  X = 5
;  X = 9.
?- X in 1\/5\/9, labeling([enum,down], [X]).
   X = 9
;  X = 5
;  X = 1.
?- X in 1..9, Y in 1..2, labeling([ff], [X,Y]), !.
   X = 1, Y = 1.
?- X in 2..3, Y in 1..3, labeling([min], [X,Y]), !.
   X = 2, Y = 1.
?- X in 2..3, Y in 1..4, labeling([max,down], [X,Y]), !.
   X = 3, Y = 4.
?- X in 1..9, labeling([max(X*(8-X))], [X]), !.
   X = 4.
?- [X,Y] ins 0..2, X+Y #> 1, labeling([min(X+Y)], [X,Y]).
   X = 0, Y = 2
;  X = 1, Y = 1
;  X = 2, Y = 0
;  X = 1, Y = 2
;  X = 2, Y = 1
;  X = 2, Y = 2.
?- [X,Y] ins 0..2, labeling([min(X),max(Y)], [X,Y]), !.
   X = 0, Y = 2.
?- [X,Y] ins 0..9, 3*X+2*Y #=< 20, labeling([max(5*X+3*Y)], [X,Y]), !.
   X = 6, Y = 1.
?- X in 0..3, X #\= 1, labeling([max(X)], [X]).
   X = 3
;  X = 2
;  X = 0.
?- X in 1..3, X #> 3, labeling([max(X)], [X]).
   false.

?- queens(6, Qs), label(Qs).
   Qs = [2,4,6,1,3,5]
;  Qs = [3,6,2,5,1,4]
;  Qs = [4,1,5,2,6,3]
;  Qs = [5,3,1,6,4,2]
;  false.
?- queens(8, Qs), labeling([ff], Qs), !.
   Qs = [1,5,8,6,3,7,2,4].
?- findall(x, ( queens(8, Qs), labeling([ff], Qs) ), L), length(L, N).
   L = "xxxxxxxxxxxxxxxxxxxx"||..., N = 92.
?- findall(Qs, ( queens(6, Qs), labeling([ffc], Qs) ), L), length(L, N).
   L = [[2,4,6,1,3,5],[3,6,2,5,1,4],[4,1,5,2,6,3],[5,3,1,6,4,2]], N = 4.
?- queens(20, Qs), labeling([ff], Qs), !.
   Qs = [1,3,5,14,17,4,16,7,12,18,15,19,6,10,20,11,8,2,13,9].
?- puzzle(P).
   P = ([9,_A,_B,_C]+[1,0,_D,_A]=[1,0,_B,_A,_E]), clpz:(_A in 4..7), clpz:all_different([9,_A,_B,_C,1,0,_D,_E]), clpz:(91*_A+_C+10*_D#=90*_B+_E), clpz:(_B in 5..8), clpz:(_C in 2..8), clpz:(_D in 2..8), clpz:(_E in 2..8).
?- puzzle(P), term_variables(P, Vs), label(Vs).
   P = ([9,5,6,7]+[1,0,8,5]=[1,0,6,5,2]), Vs = [5,6,7,8,2]
;  false.

?- factorial(5, F).
   F = 120
;  false.
?- factorial(N, 120).
   N = 5
;  false.
?- factorial(20, F), !.
   F = 2432902008176640000.
?- factorial(N, F), N #> 2, !.
   N = 3, F = 6.
?- factorial(N, 3628801).
   false.
