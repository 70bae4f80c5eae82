% ISO/IEC 13211-1, 8.10.3: setof/3.

a(1, f(_)).
a(2, f(_)).

b(1, 1).
b(1, 1).
b(1, 2).
b(2, 1).
b(2, 2).
b(2, 2).

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

?- setof(X-Y, b(X, Y), L).
   L = [1-1,1-2,2-1,2-2].
?- setof(X, Y^b(X, Y), L).
   L = [1,2].
?- setof(X, member(X, []), L).
   false.
?- setof(X, member(X, [c,a,b,a]), L).
   L = "abc".
?- setof(X, member(X, [c,a,b,a]), [a|T]).
   T = "bc".
?- setof(X, X^(true ; 4), L).
   type_error(callable,_).
?- setof(X, G, L).
   instantiation_error.
?- setof(X, 1, L).
   type_error(callable,1).
?- setof(X, _^_, L).
   instantiation_error.
?- setof(X, true, a).
   type_error(list,a).
?- setof(X, a(X, _), [_|a]).
   type_error(list,[_|a]).
?- setof(Y-X, member(X-Y, [1-b,2-a]), L).
   L = [a-2,b-1].
