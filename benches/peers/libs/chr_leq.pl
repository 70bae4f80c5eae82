% chr_leq: a ring of 60 inequalities, all variables become one (constraint handling rules).

:- use_module(library(chr)).
:- chr_constraint leq(?any, ?any).

reflexivity  @ leq(X, X) <=> true.
antisymmetry @ leq(X, Y), leq(Y, X) <=> X = Y.
idempotence  @ leq(X, Y) \ leq(X, Y) <=> true.
transitivity @ leq(X, Y), leq(Y, Z) ==> leq(X, Z).

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, \+ \+ ring(60, _), N1 is N-1, bench(N1).

check :- ring(8, Vs), sort(Vs, [_]).

ring(N, [V|Vs]) :-
    length([V|Vs], N),
    chain([V|Vs], Last),
    leq(Last, V).

chain([V], V).
chain([V,W|Vs], Last) :- leq(V, W), chain([W|Vs], Last).
