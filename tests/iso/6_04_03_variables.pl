% ISO/IEC 13211-1, 6.4.3: variables.

% 6.4.3 variables

?- X = _, var(X).
   true.
?- f(_, _) = f(a, b).
   true.
?- _A = 1, B = _A.
   _A = 1, B = 1.
?- Été = 1.
   Été = 1.
?- X1_a = 1.
   X1_a = 1.
?- f(A, A) = f(1, 2).
   false.
