len(L, N) :- L = [_|_], X = f(X), N = X.
len([], N) :- N = s(N).
rev(_, Ys) :- Ys = [c|Ys].
last_of(_, X) :- length(L, 200000), foldl([E,A,s(A,E)]>>true, L, z, X).
count(_, _, N) :- sleep(1000), N = 2.
append(Xs, Ys, Zs) :- thread_create(true), Xs = Ys, Ys = Zs.
