len([], 0).
len([_|Xs], N) :- len(Xs, N0), N is N0+1.
last_of([X|Xs], L) :- last_of_(Xs, X, L).
last_of_([], L, L).
last_of_([X|Xs], _, L) :- last_of_(Xs, X, L).
count(_, [], 0).
count(X, [Y|Ys], N) :- count(X, Ys, M), ( X == Y -> N is M+1 ; N = M ).
append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).
small_sum(X, Y) :- [X,Y] ins 1..3, X+Y #= 4, label([X,Y]).
rev([], []).
rev([X|Xs], Ys) :- rev(Xs, Zs), append(Zs, [X], Ys).
