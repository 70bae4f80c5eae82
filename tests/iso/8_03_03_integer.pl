% ISO/IEC 13211-1, 8.3.3: integer/1.

% 8.3.3 integer/1

?- integer(3).
   true.
?- integer(3.3).
   false.
?- integer(X).
   false.
?- integer(atom).
   false.
?- integer(100000000000000000000000000000000).
   true.

?- integer(_).
   false.
?- integer(a).
   false.
?- integer('A b').
   false.
?- integer([]).
   false.
?- integer({}).
   false.
?- integer(+).
   false.
?- integer(1).
   true.
?- integer(-1).
   true.
?- integer(10000000000000000000000000).
   true.
?- integer(1.5).
   false.
?- integer(-0.0).
   false.
?- integer(f(a)).
   false.
?- integer([a]).
   false.
?- integer("ab").
   false.
?- integer({a}).
   false.
?- integer(- a).
   false.
?- integer((a,b)).
   false.
