% Known programs and properties of library(clpb).

:- use_module(library(clpb)).
:- use_module(library(lists)).

% Each of `I` pigeons in one of `J` holes, at most one in each.
pigeons(I, J, Rows) :-
    length(Rows, I),
    length(Row, J),
    maplist(same_length(Row), Rows),
    transpose(Rows, Columns),
    counted(Rows, [1]),
    counted(Columns, [0,1]).

counted([], _).
counted([Vs|Vss], Is) :- sat(card(Is,Vs)), counted(Vss, Is).

?- pigeons(6, 5, _).
   false.
?- pigeons(4, 4, Rows), append(Rows, Vs), findall(x, labeling(Vs), Xs), length(Xs, N).
   ..., N = 24.

?- length(Vs, 120), sat_count(+[1|Vs], C), C =:= 2^120, Vs = [0|_], labeling(Vs), !.
   ... .

% No two neighbours are true: the numbers of solutions are Fibonacci numbers.
apart([_]) :- !.
apart([A,B|Vs]) :- sat(~(A*B)), apart([B|Vs]).

?- length(Vs, 60), apart(Vs), sat_count(+[1|Vs], C).
   ..., C = 4052739537881.
?- length(Vs, 5), apart(Vs), weighted_maximum([1,1,1,1,1], Vs, M).
   Vs = [1,0,1,0,1], M = 3.
?- length(Vs, 60), apart(Vs), random_labeling(1, Vs), apart(Vs), !.
   ... .

% Knights tell the truth, knaves lie (Smullyan). A says: "I am a knave, or B is a knight." 
?- sat(A =:= (~A + B)).
   A = 1, B = 1.
% A says: "All of us are knaves." B says: "Exactly one of us is a knight."
?- sat(A =:= (~A * ~B * ~C)), sat(B =:= card([1],[A,B,C])).
   A = 0, B = 1, C = 0.
% A says: "B is a knave." B says: "A and C are of the same kind."
?- sat(A =:= ~B), sat(B =:= (A =:= C)).
   C = 0, clpb:sat(A=\=B).

% Each cell is the exclusive or of the two above it, and as many cells as possible are 1 (a row of 5).
triangle([_]) :- !.
triangle([A,B|Rows]) :- below(A, B), triangle([B|Rows]).

below([_], []).
below([X,Y|Xs], [Z|Zs]) :- sat(Z =:= X#Y), below([Y|Xs], Zs).

rows(0, []) :- !.
rows(N, [Row|Rows]) :- length(Row, N), M is N-1, rows(M, Rows).

ones([], []).
ones([_|Vs], [1|Ws]) :- ones(Vs, Ws).

?- rows(5, Rows), triangle(Rows), append(Rows, Vs), ones(Vs, Ws), weighted_maximum(Ws, Vs, M), !.
   ..., M = 10.

% A full adder.
?- sat(S =:= X#Y#C), sat(D =:= card([2,3],[X,Y,C])), X = 1, Y = 1.
   X = 1, Y = 1, C = S, D = 1, clpb:sat(S=:=S).
?- taut((X =< Y) * (Y =< Z) =< (X =< Z), T), !.
   T = 1, ... .

% Residual goals mean the same when they are called again.
?- sat(X+Y*Z), copy_term([X,Y,Z], Vs, Gs), maplist(call, Gs), sat_count(+[1|Vs], N), !.
   ..., N = 5, ... .
?- sat(X^(X#Y)).
   clpb:sat(Y=:=Y).
?- sat(Y =:= X^(X*Z)).
   Y = Z, clpb:sat(Z=:=Z).

% Several variables are bound at once.
?- sat(X#Y), sat(Y#Z), f(X,Y,Z) = f(A,B,A).
   X = A, Z = A, Y = B, ... .
?- sat(X+Y), X = Y.
   X = 1, Y = 1.
?- sat(X#Y), X = Y.
   false.
?- sat(X+Y), f(X,Y) = f(0,0).
   false.
?- sat(X+Y), X = 2.
   false.
?- sat(X+Y), X = a, Y = 0.
   false.

?- sat(foo(X)).
   error(domain_error(clpb_expr,foo(X)),sat/1).
?- sat(2).
   error(domain_error(clpb_expr,2),sat/1).
?- sat(card([x],[X])).
   error(type_error(integer,x),sat/1).
?- sat(card(_,[X])).
   error(instantiation_error,sat/1).
?- taut(1.5, T).
   error(domain_error(clpb_expr,1.5),taut/2).
?- labeling(_).
   error(instantiation_error,labeling/1).
?- labeling([2]).
   error(domain_error(clpb_variable,2),labeling/1).
?- weighted_maximum([1], [X,Y], M).
   error(domain_error(list_of_equal_length,[X,Y]),weighted_maximum/3).
?- weighted_maximum([a], [X], M).
   error(type_error(integer,a),must_be/2).
