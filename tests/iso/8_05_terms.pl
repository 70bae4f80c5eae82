% ISO/IEC 13211-1, 8.5: term creation and decomposition.

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
?- functor(T, foo, 1000000000000000000000).
   representation_error(max_arity).

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

% Beyond the standard: the number may be asked for.
?- arg(N, foo(a, b), X).
   N = 1, X = a
;  N = 2, X = b.
?- arg(N, f(a), X).
   N = 1, X = a.

% 8.5.3 (=..)/2

?- '=..'(foo(a, b), [foo, a, b]).
   true.
?- '=..'(X, [foo, a, b]).
   X = foo(a,b).
?- '=..'(foo(a, b), L).
   L = [foo,a,b].
?- '=..'(foo(X, b), [foo, a, Y]).
   X = a, Y = b.
?- '=..'(1, [1]).
   true.
?- '=..'(foo(a, b), [foo, b, a]).
   false.
?- '=..'(X, [1.1]).
   X = 1.1.
?- '=..'([a], L).
   L = ['.',a,[]].
?- '=..'(X, Y).
   instantiation_error.
?- '=..'(X, [foo, a|Y]).
   instantiation_error.
?- '=..'(X, [foo|bar]).
   type_error(list,[foo|bar]).
?- '=..'(X, [Foo, bar]).
   instantiation_error.
?- '=..'(X, [3, 1]).
   type_error(atom,3).
?- '=..'(X, [1.1, foo]).
   type_error(atom,1.1).
?- '=..'(X, [a(b), 1]).
   type_error(atom,a(b)).
?- '=..'(X, [a(b)]).
   type_error(atomic,a(b)).
?- '=..'(X, 4).
   type_error(list,4).
?- '=..'(X, []).
   domain_error(non_empty_list,[]).
?- '=..'(f(X), [f,u(X)]).
   X = u(X).
?- '=..'(f(a), [f|b]).
   type_error(list,[f|b]).

% 8.5.4 copy_term/2

?- copy_term(X, Y).
   true.
?- copy_term(X, 3).
   true.
?- copy_term(_, a).
   true.
?- copy_term(a+X, X+b).
   X = a.
?- copy_term(_, _).
   true.
?- copy_term(X+X+Y, A+B+B).
   A = B.
?- copy_term(a, b).
   false.
?- copy_term(a+X, X+b), copy_term(a+X, X+b).
   false.
?- copy_term(demoen(X, X), demoen(Y, f(Y))).
   Y = f(Y).
?- X = f(X), copy_term(X, Y), Y = f(Z), Z == Y.
   X = f(X), Y = X, Z = X.

% 8.5.5 term_variables/2

?- term_variables(t, Vars).
   Vars = [].
?- term_variables(A+B*C/B-D, Vars).
   Vars = [A,B,C,D].
?- term_variables(t, [x, y|a]).
   type_error(list,[x,y|a]).
?- S = B+T, T = A*B, term_variables(S, Vars).
   S = B+A*B, T = A*B, Vars = [B,A].
?- T = A*B, S = B+T, term_variables(S, Vars).
   T = A*B, S = B+A*B, Vars = [B,A].
?- term_variables(A+B+B, [B, C|_]).
   A = B, C = A.
?- X = f(X,Y), term_variables(X, Vs).
   X = f(X,Y), Vs = [Y].
?- term_variables(f(A,B), Vs, Tail).
   Vs = [A,B|Tail].

% setarg/3, nb_setarg/3

?- T = f(a,b), setarg(1, T, c).
   T = f(c,b).
?- T = f(a), ( setarg(1, T, b), fail ; true ).
   T = f(a).
?- T = f(a), ( nb_setarg(1, T, g(X,1.5,Y,X)), fail ; true ).
   T = f(g(A,1.5,B,A)).
?- T = [a,b], setarg(2, T, []).
   T = [a].
?- setarg(3, f(a), x).
   false.
?- setarg(0, f(a), x).
   false.
?- setarg(_, f(a), x).
   instantiation_error.
?- setarg(1, a, x).
   type_error(compound,a).
?- setarg(-1, f(a), x).
   domain_error(not_less_than_zero,-1).
