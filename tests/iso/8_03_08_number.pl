% ISO/IEC 13211-1, 8.3.8: number/1.

% 8.3.8 number/1

?- number(3).
   true.
?- number(3.3).
   true.
?- number(-3).
   true.
?- number(a).
   false.
?- number(X).
   false.

?- number(_).
   false.
?- number('A b').
   false.
?- number([]).
   false.
?- number({}).
   false.
?- number(+).
   false.
?- number(1).
   true.
?- number(-1).
   true.
?- number(10000000000000000000000000).
   true.
?- number(1.5).
   true.
?- number(-0.0).
   true.
?- number(f(a)).
   false.
?- number([a]).
   false.
?- number("ab").
   false.
?- number({a}).
   false.
?- number(- a).
   false.
?- number((a,b)).
   false.
