% chr_union_find: Tarjan's union-find with path compression, 4,000 unions (constraint handling rules).
% The rules are those of Schrijvers and Fruehwirth, Optimal Union-Find in Constraint Handling Rules.

:- use_module(library(chr)).
:- chr_constraint make(+int), find(+int, ?int), union(+int, +int), root(+int, +int), link(+int, +int), arrow(+int, +int).

make     @ make(A) <=> root(A, 0).
union    @ union(A, B) <=> find(A, X), find(B, Y), link(X, Y).
findNode @ arrow(A, B), find(A, X) <=> find(B, X), arrow(A, X).
findRoot @ root(A, _) \ find(A, X) <=> X = A.
linkEq   @ link(A, A) <=> true.
linkLeft @ link(A, B), root(A, N), root(B, M) <=> N >= M | arrow(B, A), N1 is max(N, M+1), root(A, N1).
linkRight @ link(B, A), root(A, N), root(B, M) <=> N >= M | arrow(B, A), N1 is max(N, M+1), root(A, N1).

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, \+ \+ sets(4000, _), N1 is N-1, bench(N1).

check :- sets(100, 1).

% Sets of 1 to N are joined in pairs, pairs of pairs, and so on; Roots is the number of roots that remain.
sets(N, Roots) :-
    makes(N),
    unions(1, N),
    findall(R, find_chr_constraint(root(R, _)), Rs),
    length(Rs, Roots).

makes(0) :- !.
makes(N) :- make(N), N1 is N-1, makes(N1).

unions(Step, N) :- Step >= N, !.
unions(Step, N) :- joins(1, Step, N), Step2 is 2*Step, unions(Step2, N).

joins(A, Step, N) :- A+Step > N, !.
joins(A, Step, N) :- B is A+Step, union(A, B), A2 is A+2*Step, joins(A2, Step, N).
