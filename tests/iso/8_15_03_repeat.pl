% ISO/IEC 13211-1, 8.15.3: repeat/0.

% 8.15.3 repeat/0

?- repeat, !, fail.
   false.
?- repeat.
   true
;  true
;  ... .
?- retractall(count(_)), assertz(count(0)), repeat, retract(count(N)), M is N + 1, assertz(count(M)), M >= 3, !.
   N = 2, M = 3.
