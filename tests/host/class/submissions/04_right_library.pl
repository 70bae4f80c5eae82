% The solutions of the library.
len(Xs, N) :- length(Xs, N).
rev(Xs, Ys) :- reverse(Xs, Ys).
last_of(Xs, X) :- last(Xs, X).
count(X, Xs, N) :- include(==(X), Xs, Ys), length(Ys, N).
append(Xs, Ys, Zs) :- lists:append(Xs, Ys, Zs).
small_sum(X, Y) :- member(X-Y, [1-3,2-2,3-1]).
