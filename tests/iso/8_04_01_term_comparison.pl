% ISO/IEC 13211-1, 8.4.1: term comparison: (@=<)/2, (==)/2, (\==)/2, (@<)/2, (@>)/2, (@>=)/2.

% 8.4.1 term comparison: (@=<)/2, (==)/2, (\==)/2, (@<)/2, (@>)/2, (@>=)/2

?- '@=<'(1.0, 1).
   true.
?- '@<'(1.0, 1).
   true.
?- '\\=='(1, 1).
   false.
?- '@=<'(aardvark, zebra).
   true.
?- '@=<'(short, short).
   true.
?- '@=<'(short, shorter).
   true.
?- '@>='(short, shorter).
   false.
?- '@<'(foo(a, b), north(a)).
   false.
?- '@>'(foo(b), foo(a)).
   true.
?- '@<'(foo(a, X), foo(b, Y)).
   true.
?- '@<'(_, 1).
   true.
?- '@<'(1, a).
   true.
?- '@<'(a, f(a)).
   true.
?- '=='(X, X).
   true.
?- '=='(X, Y).
   false.
?- '\\=='(_, _).
   true.
?- '\\=='(X, a).
   true.
?- '=='(f(X,a), f(X,a)).
   true.
?- X = f(X), Y = f(Y), X == Y.
   X = f(X), Y = X.

?- 1.0 @< 1.0.
   false.
?- 1.0 @=< 1.0.
   true.
?- 1.0 @> 1.0.
   false.
?- 1.0 @>= 1.0.
   true.
?- 1.0 == 1.0.
   true.
?- 1.0 \== 1.0.
   false.

?- 1.0 @< 1.
   true.
?- 1.0 @=< 1.
   true.
?- 1.0 @> 1.
   false.
?- 1.0 @>= 1.
   false.
?- 1.0 == 1.
   false.
?- 1.0 \== 1.
   true.

?- 1 @< 1.0.
   false.
?- 1 @=< 1.0.
   false.
?- 1 @> 1.0.
   true.
?- 1 @>= 1.0.
   true.
?- 1 == 1.0.
   false.
?- 1 \== 1.0.
   true.

?- 1 @< 1.
   false.
?- 1 @=< 1.
   true.
?- 1 @> 1.
   false.
?- 1 @>= 1.
   true.
?- 1 == 1.
   true.
?- 1 \== 1.
   false.

?- 1 @< a.
   true.
?- 1 @=< a.
   true.
?- 1 @> a.
   false.
?- 1 @>= a.
   false.
?- 1 == a.
   false.
?- 1 \== a.
   true.

?- a @< 1.
   false.
?- a @=< 1.
   false.
?- a @> 1.
   true.
?- a @>= 1.
   true.
?- a == 1.
   false.
?- a \== 1.
   true.

?- a @< a.
   false.
?- a @=< a.
   true.
?- a @> a.
   false.
?- a @>= a.
   true.
?- a == a.
   true.
?- a \== a.
   false.

?- a @< b.
   true.
?- a @=< b.
   true.
?- a @> b.
   false.
?- a @>= b.
   false.
?- a == b.
   false.
?- a \== b.
   true.

?- b @< a.
   false.
?- b @=< a.
   false.
?- b @> a.
   true.
?- b @>= a.
   true.
?- b == a.
   false.
?- b \== a.
   true.

?- b @< b.
   false.
?- b @=< b.
   true.
?- b @> b.
   false.
?- b @>= b.
   true.
?- b == b.
   true.
?- b \== b.
   false.

?- b @< f(a).
   true.
?- b @=< f(a).
   true.
?- b @> f(a).
   false.
?- b @>= f(a).
   false.
?- b == f(a).
   false.
?- b \== f(a).
   true.

?- f(a) @< b.
   false.
?- f(a) @=< b.
   false.
?- f(a) @> b.
   true.
?- f(a) @>= b.
   true.
?- f(a) == b.
   false.
?- f(a) \== b.
   true.

?- f(a) @< f(a).
   false.
?- f(a) @=< f(a).
   true.
?- f(a) @> f(a).
   false.
?- f(a) @>= f(a).
   true.
?- f(a) == f(a).
   true.
?- f(a) \== f(a).
   false.

?- f(a) @< f(b).
   true.
?- f(a) @=< f(b).
   true.
?- f(a) @> f(b).
   false.
?- f(a) @>= f(b).
   false.
?- f(a) == f(b).
   false.
?- f(a) \== f(b).
   true.

?- f(b) @< f(a).
   false.
?- f(b) @=< f(a).
   false.
?- f(b) @> f(a).
   true.
?- f(b) @>= f(a).
   true.
?- f(b) == f(a).
   false.
?- f(b) \== f(a).
   true.

?- f(b) @< f(b).
   false.
?- f(b) @=< f(b).
   true.
?- f(b) @> f(b).
   false.
?- f(b) @>= f(b).
   true.
?- f(b) == f(b).
   true.
?- f(b) \== f(b).
   false.

?- f(b) @< f(a,a).
   true.
?- f(b) @=< f(a,a).
   true.
?- f(b) @> f(a,a).
   false.
?- f(b) @>= f(a,a).
   false.
?- f(b) == f(a,a).
   false.
?- f(b) \== f(a,a).
   true.

?- f(a,a) @< f(b).
   false.
?- f(a,a) @=< f(b).
   false.
?- f(a,a) @> f(b).
   true.
?- f(a,a) @>= f(b).
   true.
?- f(a,a) == f(b).
   false.
?- f(a,a) \== f(b).
   true.

?- f(a,a) @< f(a,a).
   false.
?- f(a,a) @=< f(a,a).
   true.
?- f(a,a) @> f(a,a).
   false.
?- f(a,a) @>= f(a,a).
   true.
?- f(a,a) == f(a,a).
   true.
?- f(a,a) \== f(a,a).
   false.
