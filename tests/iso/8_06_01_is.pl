% ISO/IEC 13211-1, 8.6.1: (is)/2.

% 8.6.1 (is)/2

?- 'is'(Result, '+'(11.0, 3)).
   Result = 14.0.
?- X = (1+2), Y is X*3.
   X = 1+2, Y = 9.
?- is(foo, 77).
   false.
?- is(77, N).
   instantiation_error.
?- is(X, foo+1).
   type_error(evaluable,foo/0).
?- is(X, foo(1)).
   type_error(evaluable,foo/1).
?- is(3, 3.0).
   false.
?- is(1.0, 1).
   false.
?- G = is(X, 2**3), call(G).
   G = (8 is 2**3), X = 8.

?- X is 3 + 4 * 2.
   X = 11.
?- X is "a" + 0.
   X = 97.
?- 3 is 1 + 2.
   true.
?- 3 is 1.0 + 2.
   false.
?- a is 1.
   false.
?- f(X) is 1.
   false.
?- X is Y.
   instantiation_error.
?- X is a.
   type_error(evaluable,a/0).
?- X is [].
   type_error(evaluable,[]/0).
?- X is f(1).
   type_error(evaluable,f/1).
?- X is 1 + a.
   type_error(evaluable,a/0).
?- X is 1 // 0.
   evaluation_error(zero_divisor).
?- X is 1 << a.
   type_error(evaluable,a/0).
?- X is 1 << 1.0.
   type_error(integer,1.0).
