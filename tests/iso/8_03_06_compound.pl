% ISO/IEC 13211-1, 8.3.6: compound/1.

% 8.3.6 compound/1

?- compound(33.3).
   false.
?- compound(-33.3).
   false.
?- compound(_).
   false.
?- compound(a).
   false.
?- compound(a(b)).
   true.
?- compound([]).
   false.
?- compound([a]).
   true.
?- compound(-a).
   true.

?- compound('A b').
   false.
?- compound({}).
   false.
?- compound(+).
   false.
?- compound(1).
   false.
?- compound(-1).
   false.
?- compound(10000000000000000000000000).
   false.
?- compound(1.5).
   false.
?- compound(-0.0).
   false.
?- compound(f(a)).
   true.
?- compound("ab").
   true.
?- compound({a}).
   true.
?- compound(- a).
   true.
?- compound((a,b)).
   true.
