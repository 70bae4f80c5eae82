% Sorting by insertion, with a mistake: elements may be equal.

sorted([], []).
sorted([X|Xs], Ys) :- sorted(Xs, Zs), insertion(X, Zs, Ys).

insertion(X, [], [X]).
insertion(X, [Y|Ys], [X,Y|Ys]) :- X < Y.
insertion(X, [Y|Ys], [Y|Zs]) :- X > Y, insertion(X, Ys, Zs).
