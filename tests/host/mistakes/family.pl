:- dynamic visited/1.
parent(ann, bob).
parent(bob, cleo).

grandparent(X, Z) :- parent(X, Y), parnet(Y, Z).

sum([], 0).
sum([X|Xs], S) :-
    sum(Xs, S0),
    S is S0 + X.

ancestor(X, Y) :- ancestor(X, Z), parent(Z, Y).
ancestor(X, Y) :- parent(X, Y).

count(N) :- M is N - 1, count(M), write(N).
count(0).

len([_|T], N) :- len(T, N0), N is N0 + 1.

area(R, A) :- A is pi * R * r.
twice(L, M) :- maplist(double, L, M).
double(X, Y) :- Y is X * k.
older(X) :- assertz(parent(X, zoe)).
greeting --> [hello], nmae.
