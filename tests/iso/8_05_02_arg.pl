% ISO/IEC 13211-1, 8.5.2: arg/3.

% 8.5.2 arg/3

?- arg(1, foo(a, b), a).
   true.
?- arg(1, foo(a, b), X).
   X = a.
?- arg(1, foo(X, b), a).
   X = a.
?- arg(1, foo(X, b), Y).
   Y = X.
?- arg(1, foo(a, b), b).
   false.
?- arg(0, foo(a, b), foo).
   false.
?- arg(3, foo(3, 4), N).
   false.
?- arg(1, foo(X), u(X)).
   X = u(X).
?- arg(1, X, a).
   instantiation_error.
?- arg(0, atom, A).
   type_error(compound,atom).
?- arg(0, 3, A).
   type_error(compound,3).
?- arg(a, foo(a), _).
   type_error(integer,a).
?- arg(-3, foo(a, b), _).
   domain_error(not_less_than_zero,-3).

% Beyond the standard: the number may be a variable.
?- arg(N, foo(a, b), X).
   N = 1, X = a
;  N = 2, X = b.
?- arg(N, f(a), X).
   N = 1, X = a.
% As the standard has it, with the flag iso.
?- set_prolog_flag(iso, true), catch(arg(_, foo(a, b), a), error(E,_), true), set_prolog_flag(iso, false).
   E = instantiation_error.

?- arg(2, f(a, b), X).
   X = b.
?- arg(1, "ab", X).
   X = a.
?- arg(_, _, _).
   instantiation_error.
?- arg(1, _, _).
   instantiation_error.
?- arg(a, _, _).
   instantiation_error.
?- arg(1.5, f(a), _).
   type_error(integer,1.5).
?- arg(1, 3, _).
   type_error(compound,3).
?- arg(1, a, _).
   type_error(compound,a).
?- arg(-1, f(a), _).
   domain_error(not_less_than_zero,-1).
?- arg(100000000000000000000, f(a), _).
   false.
