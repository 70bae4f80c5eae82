% ISO/IEC 13211-1, 8.10.1: findall/3.

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

?- findall(X, a(X, _), L).
   L = [1,2].
?- findall(X-Y, (member(X, [1,2]), member(Y, [a,b])), L).
   L = [1-a,1-b,2-a,2-b].
?- findall(a, fail, L).
   L = [].
?- findall(_, true, L).
   L = [_A].
?- findall(X, G, L).
   instantiation_error.
?- findall(X, 1, L).
   type_error(callable,1).
?- findall(X, (true, 1), L).
   type_error(callable,(true,1)).
?- findall(X, true, a).
   type_error(list,a).
?- findall(X, true, [_|a]).
   type_error(list,[_|a]).
?- findall(X, member(X, [1,2,3]), [A|B]).
   A = 1, B = [2,3].
?- findall(X, throw(x), _).
   throw(x).
?- findall(X, member(X, [1,2,3]), L, [4]).
   L = [1,2,3,4].
?- findall(X, fail, L, T).
   L = T.
?- findall(X, true, a, []).
   type_error(list,a).
