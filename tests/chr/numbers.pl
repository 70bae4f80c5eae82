% Programs on numbers: greatest common divisors, primes, Fibonacci numbers, sorting. All arguments that matter
% are ground.

:- use_module(library(chr)).
:- use_module(library(lists)).

:- chr_constraint gcd(+natural), candidate(+int), prime(+int), upto(+int), fib(+int,?int), fibonacci(+int,?int), seq(+any), next(+int,+any), sorted(+int,+int), arrow(+any,+any).

gcd(0) <=> true.
gcd(N) \ gcd(M) <=> N =< M | L is M mod N, gcd(L).

candidate(1) <=> true.
candidate(N) <=> prime(N), M is N-1, candidate(M).
absorb @ prime(Y) \ prime(X) <=> 0 =:= X mod Y | true.

% Bottom-up.
start @ upto(_) ==> fib(0, 1), fib(1, 1).
up @ upto(Max), fib(N1,M1), fib(N2,M2) ==> Max > N2, N2 =:= N1+1 | N is N2+1, M is M1+M2, fib(N, M).

% Top-down, with tabulation: what was computed is looked up.
same @ fibonacci(N,M1) \ fibonacci(N,M2) <=> M1 = M2.
zero @ fibonacci(0,M) ==> M = 1.
one @ fibonacci(1,M) ==> M = 1.
more @ fibonacci(N,M) ==> N > 1 | N1 is N-1, fibonacci(N1, M1), N2 is N-2, fibonacci(N2, M2), M is M1+M2.

% Merge sort of arrows from 0: afterwards each number has an arrow to the next one.
arrow(X,A) \ arrow(X,B) <=> A < B | arrow(A, B).

arrows([]).
arrows([N|Ns]) :- arrow(0, N), arrows(Ns).

?- gcd(9), gcd(6).
   user:gcd(3).
?- gcd(1000000007), gcd(998244353).
   user:gcd(1).
?- X is 2**89*3, Y is 2**100, gcd(X), gcd(Y).
   X = 1856910058928070412348686336, Y = 1267650600228229401496703205376, user:gcd(618970019642690137449562112).
?- candidate(29).
   user:prime(2), user:prime(3), user:prime(5), user:prime(7), user:prime(11), user:prime(13), user:prime(17), user:prime(19), user:prime(23), user:prime(29).
?- findall(N, ( candidate(200), findall(P, find_chr_constraint(prime(P)), Ps), length(Ps, N) ), L).
   L = [46].
?- upto(5).
   user:upto(5), user:fib(5,8), user:fib(4,5), user:fib(3,3), user:fib(2,2), user:fib(1,1), user:fib(0,1).
?- findall(M, ( upto(100), find_chr_constraint(fib(100,M)) ), L).
   L = [573147844013817084101].
?- fibonacci(7, M), fibonacci(5, K).
   M = 21, K = 8, user:fibonacci(0,1), user:fibonacci(1,1), user:fibonacci(2,2), user:fibonacci(3,3), user:fibonacci(4,5), user:fibonacci(5,8), user:fibonacci(6,13), user:fibonacci(7,21).
?- findall(M-Count, ( fibonacci(90, M), findall(N, find_chr_constraint(fibonacci(N,_)), Ns), length(Ns, Count) ), L).
   L = [4660046610375530309-91].
?- arrows([6,3,9,1,4]).
   user:arrow(4,6), user:arrow(3,4), user:arrow(1,3), user:arrow(0,1), user:arrow(6,9).
