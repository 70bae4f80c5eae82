% ISO/IEC 13211-1, 8.6 and 8.7: arithmetic evaluation and comparison, as goals.

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

% 8.7.1

?- '=:='(0, 1).
   false.
?- '=:='(1.0, 1).
   true.
?- '=:='(3*2, 7-1).
   true.
?- '=:='(N, 5).
   instantiation_error.
?- '=\\='(0, 1).
   true.
?- '=\\='(1.0, 1).
   false.
?- '<'(0, 1).
   true.
?- '<'(1.0, 1).
   false.
?- '=<'(3*2, 7-1).
   true.
?- '=<'(2, floot).
   type_error(evaluable,floot/0).
?- '=<'(2, floot(1)).
   type_error(evaluable,floot/1).
?- '>='(3*2, 7-1).
   true.
?- '>'(_, 5).
   instantiation_error.
?- G = '>'(1, 2), \+ call(G).
   G = (1>2).

% succ/2, plus/3

?- succ(X, 4).
   X = 3.
?- succ(4, X).
   X = 5.
?- succ(X, 0).
   false.
?- succ(_, _).
   instantiation_error.
?- succ(a, _).
   type_error(integer,a).
?- succ(-1, _).
   domain_error(not_less_than_zero,-1).
?- plus(1, X, 3).
   X = 2.
?- plus(1, _, _).
   instantiation_error.
