% ISO/IEC 13211-1, 8.10.2: bagof/3.

a(1, f(_)).
a(2, f(_)).

b(1, 1).
b(1, 1).
b(1, 2).
b(2, 1).
b(2, 2).
b(2, 2).

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
% Inside the goal, (^)/2 is a call of a procedure that does not exist.
?- bagof(X, ( Y^(X=1 ; Y=2) ; X=3 ), S).
   existence_error(procedure,(^)/2).
?- bagof(X, b(X, Y), L).
   Y = 1, L = [1,1,2]
;  Y = 2, L = [1,2,2].
?- bagof(X, 1, L).
   type_error(callable,1).
?- bagof(X, Y^Z, L).
   instantiation_error.
?- bagof(X, fail, [_|a]).
   type_error(list,[_|a]).

?- bagof(X-Y, b(X, Y), L).
   L = [1-1,1-1,1-2,2-1,2-2,2-2].
?- bagof(X, Y^b(X, Y), L).
   L = [1,1,1,2,2,2].
?- bagof(X, member(X, []), L).
   false.
?- bagof(X-Z, (X = 1 ; X = 2, Z = Y), L).
   L = [1-_A,2-Y].
?- bagof(X, G, L).
   instantiation_error.
?- bagof(X, 1, L).
   type_error(callable,1).
?- bagof(X, _^1, L).
   type_error(callable,1).
?- bagof(X, _^_, L).
   instantiation_error.
?- bagof(X, true, a).
   type_error(list,a).
?- bagof(X, a(X, Y), [_|a]).
   type_error(list,[_|a]).
?- bagof(X, (member(X-Y, [1-a,2-b,3-a])), L).
   Y = a, L = [1,3]
;  Y = b, L = [2].
