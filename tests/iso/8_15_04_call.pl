% ISO/IEC 13211-1, 8.15.4: call/2 to call/8.

p(1).
p(2).
p(3).

sum(A, B, C, D, E, F, G, S) :- S is A + B + C + D + E + F + G.

% 8.15.4 call/2 to call/8

?- call(integer, 3).
   true.
?- call(functor(F, c), 0).
   F = c.
?- call(atom_concat, pro, log, A).
   A = prolog.
?- call(atom_concat(pro), log, A).
   A = prolog.
?- call(call(atom_concat, pro), log, A).
   A = prolog.
?- call(',', p(X), X > 2).
   X = 3.
?- call(;, X = 1, Y = 2).
   X = 1
;  Y = 2.
?- call(;, (true -> fail), X = 1).
   false.
?- call(->, p(X), true).
   X = 1.
?- call(sum(1), 2, 3, 4, 5, 6, 7, S).
   S = 28.
?- call(sum(1, 2, 3, 4, 5, 6), 7, S).
   S = 28.
?- call(fail, 1).
   existence_error(procedure,fail/1).
?- call(p, 4).
   false.
?- call((fail -> p), X).
   existence_error(procedure,(->)/3).
?- call(1, 2).
   type_error(callable,1).
?- call("ab", c).
   existence_error(procedure,'.'/3).
?- call(_, a).
   instantiation_error.
?- call(G, a, b, c).
   instantiation_error.
?- call(3.5, a, b).
   type_error(callable,3.5).
?- call(undefined_anywhere, 1, 2).
   existence_error(procedure,undefined_anywhere/2).
?- p(Y), call(!).
   Y = 1
;  Y = 2
;  Y = 3.

% The largest number of arguments of a procedure.
?- \+ \+ ( functor(T, wide, 2000), assertz(T), call(T) ).
   true.
?- functor(T, wide, 60000), call(T, a).
   representation_error(max_arity).
