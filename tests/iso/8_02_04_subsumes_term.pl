% ISO/IEC 13211-1, 8.2.4: subsumes_term/2.

% 8.2.4 subsumes_term/2

?- subsumes_term(a, a).
   true.
?- subsumes_term(f(X, Y), f(Z, Z)).
   true.
?- subsumes_term(f(Z, Z), f(X, Y)).
   false.
?- subsumes_term(g(X), g(f(X))).
   false.
?- subsumes_term(X, f(X)).
   false.
?- subsumes_term(X, Y), subsumes_term(Y, f(X)).
   true.
?- subsumes_term(f(X, X), f(a, b)).
   false.

?- subsumes_term(f(_), f(a)).
   true.
?- subsumes_term(f(a), f(_)).
   false.
?- subsumes_term(X, a), var(X).
   true.
?- subsumes_term(f(X, Y), f(Y, X)).
   false.
?- subsumes_term(f(X, b), f(a, X)).
   false.
?- subsumes_term(_, _).
   true.
