% Declarations after the clauses, evaluations that end early, and tables that are discarded while they are read.

:- set_prolog_flag(protect_static_code, false).

fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N-1, B is N-2, fib(A, X), fib(B, Y), F is X+Y.
:- table fib/2.

:- table reached/1.
reached(a).
reached(X) :- endless(_), reached(X).
endless(X) :- endless(X).

:- table p/1, q/1.
p(A) :- q(A).
p(1).
q(A) :- p(A).

:- table r/1, s/1.
r(1).
r(2).
r(3).
s(X) :- r(X), X > 1.

both(X, Y) :- r(X), abolish_all_tables, s(Y).

plain(1).
plain(2).

?- fib(200, F).
   F = 280571172992510140037611932413038677189525.
?- reached(a).
   true.
?- p(1), q(1).
   true.
?- q(1), p(1).
   true.
?- findall(X-Y, both(X, Y), L).
   L = [1-2,1-3,2-2,2-3,3-2,3-3].
?- table(plain/1), predicate_property(plain(_), tabled), setof(X, plain(X), L).
   L = [1,2].
?- between(1, 2000, _), abolish_all_tables, once(r(_)), fail.
   false.
?- distinct(X, member(X, [1,1,2])), abolish_all_tables, r(3).
   X = 1
;  X = 2.
?- once(clause(fib(1, F), B)).
   F = 1, B = true.
?- clause(r(X), true).
   X = 1
;  X = 2
;  X = 3.
