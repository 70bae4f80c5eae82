% ISO/IEC 13211-1, 8.3.11: acyclic_term/1.

% 8.3.11 acyclic_term/1

?- acyclic_term(a(1, _)).
   true.
?- X = f(X), acyclic_term(X).
   false.
?- X = f(Y), Z = g(X, X), acyclic_term(Z).
   X = f(Y), Z = g(f(Y),f(Y)).

% The tests as goals that are called as terms.
?- G = var(_), G.
   G = var(_A).
?- T = atom, G =.. [T,3], \+ call(G).
   T = atom, G = atom(3).

?- acyclic_term(_).
   true.
?- acyclic_term(a).
   true.
?- acyclic_term(f(X, X)).
   true.
?- X = [a|X], acyclic_term(f(X)).
   false.
