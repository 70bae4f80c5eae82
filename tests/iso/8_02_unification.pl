% ISO/IEC 13211-1, 8.2: term unification.

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

% 8.2.2 unify_with_occurs_check/2

?- unify_with_occurs_check(1, 1).
   true.
?- unify_with_occurs_check(X, 1).
   X = 1.
?- unify_with_occurs_check(X, Y), unify_with_occurs_check(X, abc).
   X = abc, Y = abc.
?- unify_with_occurs_check(f(X, def), f(def, Y)).
   X = def, Y = def.
?- unify_with_occurs_check(1, 2).
   false.
?- unify_with_occurs_check(g(X), f(f(X))).
   false.
?- unify_with_occurs_check(f(X, 1), f(a(X), 2)).
   false.
?- unify_with_occurs_check(f(X, Y, X), f(a(X), a(Y), Y, 2)).
   false.
?- unify_with_occurs_check(f(X, 1), f(a(X), 1)).
   false.
?- unify_with_occurs_check(f(X, Y, X), f(a(X), a(Y), Y)).
   false.
?- unify_with_occurs_check(X, X).
   true.

% 8.2.3 (\=)/2

?- \=(1, 1).
   false.
?- \=(X, 1).
   false.
?- \=(X, Y).
   false.
?- \=(f(X, def), f(def, Y)).
   false.
?- \=(1, 2).
   true.
?- \=(1, 1.0).
   true.
?- \=(g(X), f(f(X))).
   true.
?- G = (\=), call(G, f(X, 1), f(2, X)).
   G = (\=).

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
