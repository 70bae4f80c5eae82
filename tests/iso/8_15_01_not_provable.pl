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
% The error names the comparison below \+, not the opposite one that the compiler uses.
differ(X, Y) :- \+ X =:= Y.
same(X, Y) :- \+ X =\= Y.
equal(X, Y) :- \+ \+ X =:= Y.
?- \+ 1 =:= a.
   error(type_error(evaluable,a/0),(=:=)/2).
?- differ(1, a).
   error(type_error(evaluable,a/0),(=:=)/2).
?- differ(_, 1).
   error(instantiation_error,(=:=)/2).
?- same(1, a).
   error(type_error(evaluable,a/0),(=\=)/2).
?- equal(1+b, 1).
   error(type_error(evaluable,b/0),(=:=)/2).
?- assertz((moved(X) :- ( \+ X =:= 1 -> true ; fail ))), moved(a).
   error(type_error(evaluable,a/0),(=:=)/2).
?- differ(1, 2), same(1, 1), equal(2, 2).
   true.
