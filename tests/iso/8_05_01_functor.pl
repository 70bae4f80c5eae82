% ISO/IEC 13211-1, 8.5.1: functor/3.

% 8.5.1 functor/3

?- functor(foo(a, b, c), foo, 3).
   true.
?- functor(foo(a, b, c), X, Y).
   X = foo, Y = 3.
?- functor(X, foo, 3).
   X = foo(_A,_B,_C).
?- functor(X, foo, 0).
   X = foo.
?- functor(mats(A, B), A, B).
   A = mats, B = 2.
?- functor(foo(a), foo, 2).
   false.
?- functor(foo(a), fo, 1).
   false.
?- functor(1, X, Y).
   X = 1, Y = 0.
?- functor(X, 1.1, 0).
   X = 1.1.
?- functor([_|_], '.', 2).
   true.
?- functor([], [], 0).
   true.
?- functor(X, Y, 3).
   instantiation_error.
?- functor(X, foo, N).
   instantiation_error.
?- functor(X, foo, a).
   type_error(integer,a).
?- functor(F, 1.5, 1).
   type_error(atom,1.5).
?- functor(F, foo(a), 1).
   type_error(atomic,foo(a)).
?- functor(F, foo(a), 0).
   type_error(atomic,foo(a)).
?- functor(T, foo, -1).
   domain_error(not_less_than_zero,-1).
?- current_prolog_flag(max_arity, M), N is M+1, functor(T, foo, N).
   representation_error(max_arity).
?- functor(T, foo, 1000000000000000000000).
   representation_error(max_arity).
?- current_prolog_flag(max_arity, M), N is M + 1, functor(T, foo, N).
   representation_error(max_arity).

?- functor(f(a, b), N, A).
   N = f, A = 2.
?- functor(a, N, A).
   N = a, A = 0.
?- functor("ab", N, A).
   N = '.', A = 2.
?- functor({a}, N, A).
   N = {}, A = 1.
?- functor(1.5, N, A).
   N = 1.5, A = 0.
?- functor(T, 1.5, 0).
   T = 1.5.
?- functor(T, foo, 0).
   T = foo.
?- functor(T, '.', 2).
   T = [_A|_B].
?- functor(_, _, 0).
   instantiation_error.
?- functor(_, a, _).
   instantiation_error.
?- functor(_, f(a), 0).
   type_error(atomic,f(a)).
?- functor(_, a, 1.5).
   type_error(integer,1.5).
?- functor(_, 1, 1).
   type_error(atom,1).
?- functor(_, a, -5).
   domain_error(not_less_than_zero,-5).
?- functor(f(a), g, _).
   false.
