% ISO/IEC 13211-1, 8.15.1: (\+)/1.

p(1).
p(2).
p(3).

% 8.15.1 (\+)/1

?- \+(true).
   false.
?- \+(!).
   false.
?- \+((!, fail)).
   true.
?- (X = 1 ; X = 2), \+((!, fail)).
   X = 1
;  X = 2.
?- \+(4 = 5).
   true.
?- \+ fail.
   true.
?- \+ p(4).
   true.
?- \+ p(_).
   false.
?- \+ \+ X = 1.
   true.
?- \+((fail, 1)).
   type_error(callable,(fail,1)).
?- \+(3).
   type_error(callable,3).
?- \+(X).
   instantiation_error.
?- \+((X = 1, fail)), var(X).
   true.
