% A program with mistakes: the messages say what is wrong, and where.

len([], 0).
len([X|Xs], N) :-
    len(Xs, N0),
    N = N0 + 1.

total([], 0).
total([X|Xs], S) :-
    totl(Xs, S0),
    S is S0 + X.

last_of([X], X) :-
last_of([_|Xs], X) :- last_of(Xs, X).

?- len([a,b], N).
   ... .

?- total([1,2], S).
   ... .
