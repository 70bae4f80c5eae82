% ISO/IEC 13211-1, 8.3.10: ground/1.

% 8.3.10 ground/1

?- ground(3).
   true.
?- ground(a(1, _)).
   false.
?- ground([a,f(b)]).
   true.
?- X = f(X), ground(X).
   X = f(X).

?- ground(_).
   false.
?- ground([a|_]).
   false.
?- ground(f(a, "b", 1.5, [])).
   true.
