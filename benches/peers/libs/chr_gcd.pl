% chr_gcd: Euclid's algorithm by subtraction, 100,000 steps (constraint handling rules).

:- use_module(library(chr)).
:- chr_constraint gcd(+int).

gcd(0) <=> true.
gcd(N) \ gcd(M) <=> N =< M | L is M-N, gcd(L).

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, \+ \+ ( gcd(2), gcd(200001) ), N1 is N-1, bench(N1).

check :- gcd(9), gcd(6), findall(X, find_chr_constraint(gcd(X)), [3]).
