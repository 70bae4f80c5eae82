% ISO/IEC 13211-1, 8.3.9: callable/1.

% 8.3.9 callable/1

?- callable(a).
   true.
?- callable(3).
   false.
?- callable(X).
   false.
?- callable((a,b)).
   true.
?- callable([a]).
   true.

?- callable(f(_)).
   true.
?- callable([]).
   true.
?- callable(1.5).
   false.
?- callable({a}).
   true.
?- callable("ab").
   true.

?- callable(_).
   false.
?- callable('A b').
   true.
?- callable({}).
   true.
?- callable(+).
   true.
?- callable(1).
   false.
?- callable(-1).
   false.
?- callable(10000000000000000000000000).
   false.
?- callable(-0.0).
   false.
?- callable(f(a)).
   true.
?- callable(- a).
   true.
