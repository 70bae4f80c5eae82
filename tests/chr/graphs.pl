% Union-find, shortest paths, and reachability.

:- use_module(library(chr)).
:- use_module(library(lists)).

:- op(700, xfx, ~>).
:- op(700, xfx, ~~>).

:- chr_constraint
    make(+any), union(+any,+any), find(+any,?any), ~>(+any,+any), link(+any,+any), root(+any,+int),
    nmake(+any), nunion(+any,+any), nfind(+any,?any), ~~>(+any,+any), nlink(+any,+any), nroot(+any),
    edge(+any,+any,+int), dist(+any,+int), road(+any,+any), path(+any,+any).

% Naive.
nmake(A) <=> nroot(A).
nunion(A,B) <=> nfind(A, X), nfind(B, Y), nlink(X, Y).
A ~~> B \ nfind(A,X) <=> nfind(B, X).
nroot(A) \ nfind(A,X) <=> X = A.
nlink(A,A) <=> true.
nlink(A,B), nroot(A), nroot(B) <=> B ~~> A, nroot(A).

% Optimal: with ranks and path compression.
make(A) <=> root(A, 0).
union(A,B) <=> find(A, X), find(B, Y), link(X, Y).
A ~> B, find(A,X) <=> find(B, X), A ~> X.
root(B,_) \ find(B,X) <=> X = B.
link(A,A) <=> true.
link(A,B), root(A,N), root(B,M) <=> N >= M | B ~> A, N1 is max(N, M+1), root(A, N1).
link(B,A), root(A,N), root(B,M) <=> N >= M | B ~> A, N1 is max(N, M+1), root(A, N1).

% Shortest paths from one node.
dist(V,D1) \ dist(V,D2) <=> D1 =< D2 | true.
dist(V,D), edge(V,W,C) ==> E is D+C, dist(W, E).

% Transitive closure.
path(X,Y) \ path(X,Y) <=> true.
road(X,Y) ==> path(X, Y).
road(X,Y), path(Y,Z) ==> path(X, Z).

each(_, []).
each(G, [X|Xs]) :- G =.. L0, append(L0, [X], L), C =.. L, call(C), each(G, Xs).

roots(Xs, Rs) :- findall(X-R, ( member(X, Xs), find(X, R) ), Rs).

joined(N) :- numlist(1, N, Ns), each(make, Ns), joins(1, N), find(1, R), find(N, R).

joins(I, N) :- ( I < N -> J is I+1, union(I, J), joins(J, N) ; true ).

?- each(make, [a,b,c,d]), union(a, b), union(d, c), roots([a,b,c,d], Rs).
   Rs = [a-a,b-a,c-d,d-d], user:(b~>a), user:(c~>d), user:root(d,1), user:root(a,1).
?- each(make, [a,b,c,d]), union(a, b), union(c, d), union(b, d), find(a, R), find(d, R).
   R = a, user:(b~>a), user:(c~>a), user:(d~>a), user:root(a,2).
?- each(nmake, [a,b,c,d]), nunion(a, b), nunion(c, d), nfind(b, X), nfind(d, Y).
   X = a, Y = c, user:(b~~>a), user:(d~~>c), user:nroot(c), user:nroot(a).
?- findall(Rs, ( joined(40), findall(R, find_chr_constraint(root(R,_)), Rs) ), L).
   L = [[1]].
?- findall(Ds, ( edge(a, b, 7), edge(a, c, 2), edge(c, b, 3), edge(b, d, 1), edge(d, a, 1), dist(a, 0), findall(V-D, find_chr_constraint(dist(V,D)), Ds0), msort(Ds0, Ds) ), L).
   L = [[a-0,b-5,c-2,d-6]].
?- findall(Ds, ( dist(a, 0), edge(b, d, 1), edge(c, b, 3), edge(a, c, 2), edge(a, b, 7), findall(V-D, find_chr_constraint(dist(V,D)), Ds0), msort(Ds0, Ds) ), L).
   L = [[a-0,b-5,c-2,d-6]].
?- findall(Ps, ( road(1, 2), road(2, 3), road(3, 1), findall(X-Y, find_chr_constraint(path(X,Y)), Ps0), sort(Ps0, Ps) ), L).
   L = [[1-1,1-2,1-3,2-1,2-2,2-3,3-1,3-2,3-3]].
?- findall(Ps, ( road(1, 2), ( road(2, 3) ; road(2, 4) ), findall(X-Y, find_chr_constraint(path(X,Y)), Ps0), sort(Ps0, Ps) ), L).
   L = [[1-2,1-3,2-3],[1-2,1-4,2-4]].
