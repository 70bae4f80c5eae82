% ISO/IEC 13211-1, 8.9.3: retract/1.

:- include('support/animals.pl').

% 8.9.3 retract/1

:- dynamic(r/1).
r(1).
r(2) :- r(1).
r(3).

?- retract(r(1)), \+ r(1).
   true.
?- retract((r(X) :- B)).
   X = 2, B = r(1)
;  X = 3, B = true.
?- r(_).
   false.
?- retract(r(_)).
   false.
?- retract((x :- in_win95(X))).
   false.
?- retract((_ :- true)).
   instantiation_error.
?- retract(_).
   instantiation_error.
?- retract((4 :- X)).
   type_error(callable,4).
?- retract((atom(X) :- X == '[]')).
   permission_error(modify,static_procedure,atom/1).
?- retract((f(_) :- 4)).
   type_error(callable,4).

?- assertz(rr(1)), assertz((rr(2) :- true)), assertz((rr(3) :- a)), findall(X, retract(rr(X)), L).
   L = [1,2].
?- retract((rr(X) :- B)).
   X = 3, B = a.
?- retract(no_such(_)).
   false.
?- retract((no_such(_) :- _)).
   false.
?- retract(_).
   instantiation_error.
?- retract((_ :- _)).
   instantiation_error.
?- retract(1.5).
   type_error(callable,1.5).
?- retract((4 :- _)).
   type_error(callable,4).
?- retract(elk(_)).
   permission_error(modify,static_procedure,elk/1).
?- retract((atom(_) :- _)).
   permission_error(modify,static_procedure,atom/1).
?- assertz(rb(1)), assertz(rb(2)), retract(rb(X)), X >= 2.
   X = 2.
?- rb(X).
   false.

% A clause that is erased while retract/1 runs existed when it was called (7.5.4).
?- assertz(rv(1)), assertz(rv(2)), assertz(rv(3)), findall(X, ( retract(rv(X)), retractall(rv(_)) ), L).
   L = [1,2,3].
?- assertz(rw(a)), assertz(rw(b)), findall(X-Y, ( retract(rw(X)), ( retract(rw(b)) -> Y = yes ; Y = no ) ), L).
   L = [a-yes,b-no].
