% chr_primes: the primes up to 2,000 by sieving (constraint handling rules).

:- use_module(library(chr)).
:- chr_constraint candidate(+int), prime(+int).

candidate(1) <=> true.
candidate(N) <=> prime(N), M is N-1, candidate(M).
absorb @ prime(I) \ prime(J) <=> 0 =:= J mod I | true.

bench_default(1).

bench(0) :- !.
bench(N) :- N > 0, \+ \+ candidate(2000), N1 is N-1, bench(N1).

check :- candidate(100), findall(P, find_chr_constraint(prime(P)), Ps), length(Ps, 25).
