% ISO/IEC 13211-1, 8.10: all solutions.

a(1, f(_)).
a(2, f(_)).

b(1, 1).
b(1, 1).
b(1, 2).
b(2, 1).
b(2, 2).
b(2, 2).

% 8.10.1 findall/3

?- findall(X, (X=1 ; X=2), S).
   S = [1,2].
?- findall(X+Y, (X=1), S).
   S = [1+_A].
?- findall(X, fail, L).
   L = [].
?- findall(X, (X=1 ; X=1), S).
   S = [1,1].
?- findall(X, (X=2 ; X=1), [1,2]).
   false.
?- findall(X, (X=1 ; X=2), [X,Y]).
   X = 1, Y = 2.
?- findall(X, Goal, S).
   instantiation_error.
?- findall(X, 4, S).
   type_error(callable,4).
?- findall(X, (X=1 ; X=2), [A|foo]).
   type_error(list,[A|foo]).
?- findall(f(X,Y,"abc",1.5,X), (Y = [X] ; X = 1), [A,B]).
   A = f(_A,[_A],"abc",1.5,_A), B = f(1,_B,"abc",1.5,1).
?- findall(X-L, (X = 1, findall(Y, (Y = a ; Y = b), L) ; X = 2, findall(Y, fail, L)), R).
   R = [1-[a,b],2-[]].
?- catch(findall(X, (X = 1 ; throw(x)), _), x, true), findall(Y, Y = 1, L).
   L = [1].

% 8.10.2 bagof/3

?- bagof(X, (X=1 ; X=2), S).
   S = [1,2].
?- bagof(X, (X=1 ; X=2), X).
   X = [1,2].
?- bagof(X, (X=Y ; X=Z), S).
   S = [Y,Z].
?- bagof(X, fail, S).
   false.
?- bagof(1, (Y=1 ; Y=2), L).
   Y = 1, L = [1]
;  Y = 2, L = [1].
?- bagof(f(X, Y), (X=a ; Y=b), L).
   L = [f(a,_A),f(_B,b)].
?- bagof(X, Y^((X=1, Y=1) ; (X=2, Y=2)), S).
   S = [1,2].
?- bagof(X, Y^((X=1 ; Y=1) ; (X=2, Y=2)), S).
   S = [1,_A,2].
?- bagof(X, b(X, Y), L).
   Y = 1, L = [1,1,2]
;  Y = 2, L = [1,2,2].
?- bagof(X, 1, L).
   type_error(callable,1).
?- bagof(X, Y^Z, L).
   instantiation_error.
?- bagof(X, fail, [_|a]).
   type_error(list,[_|a]).

% 8.10.3 setof/3

?- setof(X, (X=1 ; X=2), S).
   S = [1,2].
?- setof(X, (X=2 ; X=1), S).
   S = [1,2].
?- setof(X, (X=2 ; X=2), S).
   S = [2].
?- setof(X, fail, S).
   false.
?- setof(1, (Y=2 ; Y=1), L).
   Y = 1, L = [1]
;  Y = 2, L = [1].
?- setof(f(X, Y), (X=a ; Y=b), L).
   L = [f(_A,b),f(a,_B)].
?- setof(X, Y^((X=1, Y=1) ; (X=2, Y=2)), S).
   S = [1,2].
?- setof(X, member(X, [V,U,f(U),f(V)]), L), length(L, N).
   L = [V,U,f(V),f(U)], N = 4
|  L = [U,V,f(U),f(V)], N = 4.
?- setof(X, b(X, Y), L).
   Y = 1, L = [1,2]
;  Y = 2, L = [1,2].
?- setof(X-Xs, Y^setof(Y, b(X, Y), Xs), L).
   L = [1-[1,2],2-[1,2]].
