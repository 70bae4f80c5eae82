% ISO/IEC 13211-1, 8.5.4: copy_term/2.

% 8.5.4 copy_term/2

?- copy_term(X, Y).
   true.
?- copy_term(X, 3).
   true.
?- copy_term(_, a).
   true.
?- copy_term(a+X, X+b).
   X = a.
?- copy_term(_, _).
   true.
?- copy_term(X+X+Y, A+B+B).
   A = B.
?- copy_term(a, b).
   false.
?- copy_term(a+X, X+b), copy_term(a+X, X+b).
   false.
?- copy_term(demoen(X, X), demoen(Y, f(Y))).
   Y = f(Y).
?- X = f(X), copy_term(X, Y), Y = f(Z), Z == Y.
   X = f(X), Y = X, Z = X.

?- copy_term(f(X, Y, X), f(A, B, C)), A == C.
   A = C.
?- copy_term(X, Y), X == Y.
   false.
?- copy_term("abc", X).
   X = "abc".
