% ISO/IEC 13211-1, 8.3.4: float/1.

% 8.3.4 float/1

?- float(3.3).
   true.
?- float(-3.3).
   true.
?- float(3).
   false.
?- float(atom).
   false.
?- float(X).
   false.

?- float(_).
   false.
?- float(a).
   false.
?- float('A b').
   false.
?- float([]).
   false.
?- float({}).
   false.
?- float(+).
   false.
?- float(1).
   false.
?- float(-1).
   false.
?- float(10000000000000000000000000).
   false.
?- float(1.5).
   true.
?- float(-0.0).
   true.
?- float(f(a)).
   false.
?- float([a]).
   false.
?- float("ab").
   false.
?- float({a}).
   false.
?- float(- a).
   false.
?- float((a,b)).
   false.
