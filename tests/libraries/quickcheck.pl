% Properties of lists, one of them false: the counter-example is small.

:- set_prolog_flag(protect_static_code, false).
:- use_module(library(quickcheck)).

prop_reverse(L:list(integer)) :- reverse(L, R), reverse(R, L).
prop_append(A:list, B:list(atom)) :- append(A, B, C), length(A, M), length(B, N), length(C, K), K =:= M+N.
prop_sorted(L:list(integer)) :- msort(L, L).
prop_small(X:positive_integer) :- X < 10.
prop_error(X:integer) :- ( X > 3 -> throw(large) ; true ).
prop_even(X:even) :- 0 =:= X mod 2.
prop_text(A:atom) :- atom_codes(A, Cs), atom_codes(B, Cs), A == B.
prop_untyped(_).
prop_unknown(_:no_such_type).

quickcheck:arbitrary(even, X) :- quickcheck:arbitrary(integer, Y), X is 2*Y.

?- quickcheck(prop_reverse/1).
   outputs("100 tests of prop_reverse/1 passed\n").
?- quickcheck(prop_append/2, [test_count(20),size(8)]).
   outputs("20 tests of prop_append/2 passed\n").
?- quickcheck(prop_text/1).
   outputs("100 tests of prop_text/1 passed\n").
?- quickcheck(prop_even/1).
   outputs("100 tests of prop_even/1 passed\n").
?- catch(quickcheck(prop_sorted/1), counter_example(user:prop_sorted(L:_)), true), length(L, 2).
   L = ... .
?- quickcheck(prop_small/1).
   throw(counter_example(user:prop_small(10:positive_integer))).
?- quickcheck(prop_error/1).
   throw(counter_example(user:prop_error(4:integer),large)).
?- quickcheck(prop_untyped/1).
   error(domain_error(typed_argument,_A),quickcheck/2).
?- quickcheck(prop_unknown/1).
   error(existence_error(quickcheck_type,no_such_type),quickcheck/2).
