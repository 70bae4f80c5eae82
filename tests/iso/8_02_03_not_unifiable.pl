% ISO/IEC 13211-1, 8.2.3: (\=)/2.

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

?- \=(_, _).
   false.
?- \=(f(X, 1), f(a(X))).
   true.
?- \=(f(X, Y, X), f(a(X), a(Y), Y, 2)).
   true.
?- a \= b.
   true.
?- f(X) \= f(a), var(X).
   false.
