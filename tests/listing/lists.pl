append([], L, L).
append([H|T], L, [H|R]) :- append(T, L, R).

nrev([], []).
nrev([X|Xs], R) :- nrev(Xs, R0), append(R0, [X], R).

member(X, [X|_]).
member(X, [_|T]) :- member(X, T).

len([], N, N).
len([_|T], N0, N) :- N1 is N0+1, len(T, N1, N).

qsort([], R, R).
qsort([X|L], R, R0) :-
    partition(L, X, L1, L2),
    qsort(L2, R1, R0),
    qsort(L1, R, [X|R1]).

partition([], _, [], []).
partition([X|L], Y, [X|L1], L2) :- X =< Y, !, partition(L, Y, L1, L2).
partition([X|L], Y, L1, [X|L2]) :- partition(L, Y, L1, L2).
