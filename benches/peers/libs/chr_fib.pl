% chr_fib: Fibonacci numbers with memory, 1,000 numbers from below (constraint handling rules).

:- use_module(library(chr)).
:- chr_constraint fib(+int, ?int), upto(+int).

start @ upto(_) ==> fib(0, 1), fib(1, 1).
next  @ upto(Max), fib(N1, M1) \ fib(N0, M0) <=> N1 =:= N0+1, N1 < Max | N2 is N1+1, M2 is M0+M1, fib(N2, M2).

bench_default(20).

bench(0) :- !.
bench(N) :- N > 0, \+ \+ upto(1000), N1 is N-1, bench(N1).

check :- upto(10), find_chr_constraint(fib(10, 89)).
