% ISO/IEC 13211-1, 8.3.2: atom/1.

% 8.3.2 atom/1

?- atom(atom).
   true.
?- atom('string').
   true.
?- atom(a(b)).
   false.
?- atom(Var).
   false.
?- atom([]).
   true.
?- atom(6).
   false.
?- atom(3.3).
   false.

?- atom(_).
   false.
?- atom(a).
   true.
?- atom('A b').
   true.
?- atom({}).
   true.
?- atom(+).
   true.
?- atom(1).
   false.
?- atom(-1).
   false.
?- atom(10000000000000000000000000).
   false.
?- atom(1.5).
   false.
?- atom(-0.0).
   false.
?- atom(f(a)).
   false.
?- atom([a]).
   false.
?- atom("ab").
   false.
?- atom({a}).
   false.
?- atom(- a).
   false.
?- atom((a,b)).
   false.
