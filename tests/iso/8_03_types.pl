% ISO/IEC 13211-1, 8.3: type testing.

% 8.3.1 var/1
?- var(foo).
   false.
?- var(Foo).
   true.
?- foo = Foo, var(Foo).
   false.
?- var(_).
   true.

% 8.3.2 atom/1
?- atom(atom).
   true.
?- atom('string').
   true.
?- atom(a(b)).
   false.
?- atom(Var).
   false.
?- atom([]).
   true.
?- atom(6).
   false.
?- atom(3.3).
   false.

% 8.3.3 integer/1
?- integer(3).
   true.
?- integer(3.3).
   false.
?- integer(X).
   false.
?- integer(atom).
   false.
?- integer(100000000000000000000000000000000).
   true.

% 8.3.4 float/1
?- float(3.3).
   true.
?- float(-3.3).
   true.
?- float(3).
   false.
?- float(atom).
   false.
?- float(X).
   false.

% 8.3.5 atomic/1
?- atomic(atom).
   true.
?- atomic(a(b)).
   false.
?- atomic(Var).
   false.
?- atomic([]).
   true.
?- atomic(6).
   true.
?- atomic(3.3).
   true.

% 8.3.6 compound/1
?- compound(33.3).
   false.
?- compound(-33.3).
   false.
?- compound(_).
   false.
?- compound(a).
   false.
?- compound(a(b)).
   true.
?- compound([]).
   false.
?- compound([a]).
   true.
?- compound(-a).
   true.

% 8.3.7 nonvar/1
?- nonvar(33.3).
   true.
?- nonvar(foo).
   true.
?- nonvar(Foo).
   false.
?- foo = Foo, nonvar(Foo).
   Foo = foo.
?- nonvar(_).
   false.
?- nonvar(a(b)).
   true.

% 8.3.8 number/1
?- number(3).
   true.
?- number(3.3).
   true.
?- number(-3).
   true.
?- number(a).
   false.
?- number(X).
   false.

% 8.3.9 callable/1
?- callable(a).
   true.
?- callable(3).
   false.
?- callable(X).
   false.
?- callable((a,b)).
   true.
?- callable([a]).
   true.

% 8.3.10 ground/1
?- ground(3).
   true.
?- ground(a(1, _)).
   false.
?- ground([a,f(b)]).
   true.
?- X = f(X), ground(X).
   X = f(X).

% 8.3.11 acyclic_term/1
?- acyclic_term(a(1, _)).
   true.
?- X = f(X), acyclic_term(X).
   false.
?- X = f(Y), Z = g(X, X), acyclic_term(Z).
   X = f(Y), Z = g(f(Y),f(Y)).

% The tests as goals that are data.
?- G = var(_), G.
   G = var(_A).
?- T = atom, G =.. [T,3], \+ call(G).
   T = atom, G = atom(3).
