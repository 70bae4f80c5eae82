% ISO/IEC 13211-1, 8.3.7: nonvar/1.

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

?- nonvar(a).
   true.
?- nonvar('A b').
   true.
?- nonvar([]).
   true.
?- nonvar({}).
   true.
?- nonvar(+).
   true.
?- nonvar(1).
   true.
?- nonvar(-1).
   true.
?- nonvar(10000000000000000000000000).
   true.
?- nonvar(1.5).
   true.
?- nonvar(-0.0).
   true.
?- nonvar(f(a)).
   true.
?- nonvar([a]).
   true.
?- nonvar("ab").
   true.
?- nonvar({a}).
   true.
?- nonvar(- a).
   true.
?- nonvar((a,b)).
   true.
