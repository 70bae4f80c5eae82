len(Xs, N) :- grow([Xs], N).
grow(Xs, N) :- grow([Xs,Xs,Xs,Xs|Xs], N).
rev(Xs, Ys) :- catch(fill(Xs), _, true), rev(Xs, Ys).
fill(Xs) :- assertz(kept(Xs)), atom_codes(A, Xs), assertz(kept(A)), fill([x|Xs]).
last_of(_, X) :- length(L, 100000000), atom_length(L, X).
count(_, _, N) :- N is 7**(7**(7**7)).
