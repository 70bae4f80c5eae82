% A program of which two queries have other answers.
len([], 0).
len([_|Xs], N) :- len(Xs, N0), N is N0+1.

last_of([X], X).
last_of([_|Xs], X) :- last_of(Xs, X).

never(x).

?- len([a,b], N).
   N = 2.
?- last_of([a,b,c], X).
   X = c.
?- append(Xs, Ys, [a,b]).
   Xs = [], Ys = [a,b]
;  Xs = [a], Ys = [b]
;  Xs = [], Ys = [].
?- len(L, a).
   skipped, false.
?- len([_], 1.0).
   true.
