% ISO/IEC 13211-1, 8.3.1: var/1.

% 8.3.1 var/1

?- var(foo).
   false.
?- var(Foo).
   true.
?- foo = Foo, var(Foo).
   false.
?- var(_).
   true.

?- var(a).
   false.
?- var('A b').
   false.
?- var([]).
   false.
?- var({}).
   false.
?- var(+).
   false.
?- var(1).
   false.
?- var(-1).
   false.
?- var(10000000000000000000000000).
   false.
?- var(1.5).
   false.
?- var(-0.0).
   false.
?- var(f(a)).
   false.
?- var([a]).
   false.
?- var("ab").
   false.
?- var({a}).
   false.
?- var(- a).
   false.
?- var((a,b)).
   false.
