% ISO/IEC 13211-1, 8.2.2: unify_with_occurs_check/2.

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

?- unify_with_occurs_check(X, f(X)).
   false.
?- unify_with_occurs_check(f(X, Y), f(Y, g(X))).
   false.
?- unify_with_occurs_check([X|Y], Y).
   false.
?- unify_with_occurs_check(f(X, X), f(Y, Y)).
   X = Y.
?- unify_with_occurs_check(f(X), f(g(Y))).
   X = g(Y).
?- unify_with_occurs_check(_, _).
   true.
