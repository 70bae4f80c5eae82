% ISO/IEC 13211-1, 8.15.2: once/1.

p(1).
p(2).
p(3).

% 8.15.2 once/1

?- once(!).
   true.
?- once(!), (X = 1 ; X = 2).
   X = 1
;  X = 2.
?- once(repeat).
   true.
?- once(fail).
   false.
?- once(p(X)).
   X = 1.
?- p(X), once(true), X > 1.
   X = 2
;  X = 3.
?- once(3).
   type_error(callable,3).
?- once(X).
   instantiation_error.
?- once((true, 3)).
   type_error(callable,(true,3)).
