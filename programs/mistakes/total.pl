% The sum of a list, with a mistake: = does not compute.

total([], 0).
total([X|Xs], S) :-
    total(Xs, S0),
    S = S0+X.
