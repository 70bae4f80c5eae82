% ISO/IEC 13211-1, 8.5.3: (=..)/2.

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

?- f(a, b) =.. L.
   L = [f,a,b].
?- "a" =.. L.
   L = ['.',a,[]].
?- 1.5 =.. L.
   L = [1.5].
?- X =.. [a].
   X = a.
?- X =.. [[]].
   X = [].
?- X =.. [f|"ab"].
   X = f(a,b).
?- X =.. [_].
   instantiation_error.
?- X =.. [_|_].
   instantiation_error.
?- X =.. [f|_].
   instantiation_error.
?- X =.. [_, a].
   instantiation_error.
?- X =.. a.
   type_error(list,a).
?- X =.. [f|a].
   type_error(list,[f|a]).
?- X =.. [1, a].
   type_error(atom,1).
?- X =.. [f(a)].
   type_error(atomic,f(a)).
?- X =.. [f(a), b].
   type_error(atom,f(a)).
?- X =.. [].
   domain_error(non_empty_list,[]).
?- f(a) =.. [f|a].
   type_error(list,[f|a]).
?- f(a) =.. [g|_].
   false.
?- f(a) =.. b.
   type_error(list,b).
