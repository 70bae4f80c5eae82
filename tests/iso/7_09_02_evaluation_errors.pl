% ISO/IEC 13211-1, 7.9.2: errors of expressions.

% 7.9.2 errors of expressions

?- X is X0.
   instantiation_error.
?- X is foo.
   type_error(evaluable,foo/0).
?- X is foo(1,2).
   type_error(evaluable,foo/2).
?- X is 1+foo(a,b,c).
   type_error(evaluable,foo/3).
?- X is "ab".
   type_error(evaluable,"ab").
?- X is [].
   type_error(evaluable,[]/0).
?- X is [1,2].
   type_error(evaluable,[1,2]).
?- X is 1+a+b.
   type_error(evaluable,a/0).
?- X is 1/0+a.
   evaluation_error(zero_divisor).
?- X is (1,2).
   type_error(evaluable,(',')/2).
