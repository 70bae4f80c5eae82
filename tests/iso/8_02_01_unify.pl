% ISO/IEC 13211-1, 8.2.1: (=)/2.

% 8.2.1 (=)/2

?- '='(1, 1).
   true.
?- '='(X, 1).
   X = 1.
?- '='(X, Y).
   X = Y.
?- '='(_, _).
   true.
?- '='(X, Y), '='(X, abc).
   X = abc, Y = abc.
?- '='(f(X, def), f(def, Y)).
   X = def, Y = def.
?- '='(1, 2).
   false.
?- '='(1, 1.0).
   false.
?- '='(g(X), f(f(X))).
   false.
?- '='(f(X, 1), f(a(X))).
   false.
?- '='(f(X, Y, X), f(a(X), a(Y), Y, 2)).
   false.
?- '='(f(A, B, C), f(g(B, B), g(C, C), g(1, 1))).
   A = g(g(g(1,1),g(1,1)),g(g(1,1),g(1,1))), B = g(g(1,1),g(1,1)), C = g(1,1).

?- f(X, Y) = f(Y, X).
   X = Y.
?- [a|X] = [a,b].
   X = "b".
?- "ab" = [X|Y].
   X = a, Y = "b".
?- a = 'a'.
   true.
?- [] = {}.
   false.
?- f(a) = f(a, a).
   false.
?- f(a) = g(a).
   false.
?- 1.0 = 1.0.
   true.
?- f(A, B, C) = f(B, C, a).
   A = a, B = a, C = a.
?- X = f(X).
   X = f(X).
?- X = f(X, Y), Y = g(X).
   X = f(X,g(X)), Y = g(X).
