% ISO/IEC 13211-1, 8.7.1: arithmetic comparison: (=:=)/2, (=\=)/2, (<)/2, (=<)/2, (>)/2, (>=)/2.

% 8.7.1 arithmetic comparison: (=:=)/2, (=\=)/2, (<)/2, (=<)/2, (>)/2, (>=)/2

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

?- plus(1, X, 3).
   X = 2.
?- plus(a, 1, X).
   type_error(integer,a).
?- plus(1, 1.5, X).
   type_error(integer,1.5).
?- plus(X, 1, Y).
   instantiation_error.
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

?- 0 =:= 1.
   false.
?- 1.0 =:= 1.
   true.
?- 3*2 =:= 7-1.
   true.
?- 2 =:= 1.
   false.
?- -1 =:= 1.5.
   false.
?- 9007199254740993 =:= 9007199254740992.0.
   false.
?- _ =:= 5.
   instantiation_error.
?- 5 =:= _.
   instantiation_error.
?- floot =:= 5.
   type_error(evaluable,floot/0).
?- 5 =:= floot(1).
   type_error(evaluable,floot/1).
?- 1/0 =:= 5.
   evaluation_error(zero_divisor).
?- 1 =:= [].
   type_error(evaluable,[]/0).

?- 0 =\= 1.
   true.
?- 1.0 =\= 1.
   false.
?- 3*2 =\= 7-1.
   false.
?- 2 =\= 1.
   true.
?- -1 =\= 1.5.
   true.
?- 9007199254740993 =\= 9007199254740992.0.
   true.
?- _ =\= 5.
   instantiation_error.
?- 5 =\= _.
   instantiation_error.
?- floot =\= 5.
   type_error(evaluable,floot/0).
?- 5 =\= floot(1).
   type_error(evaluable,floot/1).
?- 1/0 =\= 5.
   evaluation_error(zero_divisor).
?- 1 =\= [].
   type_error(evaluable,[]/0).

?- 0 < 1.
   true.
?- 1.0 < 1.
   false.
?- 3*2 < 7-1.
   false.
?- 2 < 1.
   false.
?- -1 < 1.5.
   true.
?- 9007199254740993 < 9007199254740992.0.
   false.
?- _ < 5.
   instantiation_error.
?- 5 < _.
   instantiation_error.
?- floot < 5.
   type_error(evaluable,floot/0).
?- 5 < floot(1).
   type_error(evaluable,floot/1).
?- 1/0 < 5.
   evaluation_error(zero_divisor).
?- 1 < [].
   type_error(evaluable,[]/0).

?- 0 =< 1.
   true.
?- 1.0 =< 1.
   true.
?- 3*2 =< 7-1.
   true.
?- 2 =< 1.
   false.
?- -1 =< 1.5.
   true.
?- 9007199254740993 =< 9007199254740992.0.
   false.
?- _ =< 5.
   instantiation_error.
?- 5 =< _.
   instantiation_error.
?- floot =< 5.
   type_error(evaluable,floot/0).
?- 5 =< floot(1).
   type_error(evaluable,floot/1).
?- 1/0 =< 5.
   evaluation_error(zero_divisor).
?- 1 =< [].
   type_error(evaluable,[]/0).

?- 0 > 1.
   false.
?- 1.0 > 1.
   false.
?- 3*2 > 7-1.
   false.
?- 2 > 1.
   true.
?- -1 > 1.5.
   false.
?- 9007199254740993 > 9007199254740992.0.
   true.
?- _ > 5.
   instantiation_error.
?- 5 > _.
   instantiation_error.
?- floot > 5.
   type_error(evaluable,floot/0).
?- 5 > floot(1).
   type_error(evaluable,floot/1).
?- 1/0 > 5.
   evaluation_error(zero_divisor).
?- 1 > [].
   type_error(evaluable,[]/0).

?- 0 >= 1.
   false.
?- 1.0 >= 1.
   true.
?- 3*2 >= 7-1.
   true.
?- 2 >= 1.
   true.
?- -1 >= 1.5.
   false.
?- 9007199254740993 >= 9007199254740992.0.
   true.
?- _ >= 5.
   instantiation_error.
?- 5 >= _.
   instantiation_error.
?- floot >= 5.
   type_error(evaluable,floot/0).
?- 5 >= floot(1).
   type_error(evaluable,floot/1).
?- 1/0 >= 5.
   evaluation_error(zero_divisor).
?- 1 >= [].
   type_error(evaluable,[]/0).

% A compiled comparison throws the same error as the called one, with the same context.

lt(X, Y) :- X < Y+1.
ltp(X, Y, Z) :- X < Y+Z*2.
gt0(X) :- 0 < X.
gt0p(X, Y) :- 0 < X*Y.
sum(X, Y, Z, S) :- S is X+(Y+Z*2).
twice(X, Y, A, B) :- B is X*2, A is Y+B.
larger(X, Y, B) :- B is X+1, Y > B.
cond(X, Y, R) :- ( X =:= Y-1 -> R = yes ; R = no ).
neg(X, Y) :- \+ X > Y*2.
behind(X, Y) :- atom(X), foo(Y) =\= X+Y.
foo.
late(X) :- foo, X =< _+1.

?- lt(a, _).
   error(type_error(evaluable,a/0),(<)/2).
?- lt(_, a).
   error(instantiation_error,(<)/2).
?- lt(1, a).
   error(type_error(evaluable,a/0),(<)/2).
?- lt(f(1), 2).
   error(type_error(evaluable,f/1),(<)/2).
?- lt(1+b, a).
   error(type_error(evaluable,b/0),(<)/2).
?- ltp(a, b, c).
   error(type_error(evaluable,a/0),(<)/2).
?- ltp(1, b, c).
   error(type_error(evaluable,b/0),(<)/2).
?- ltp(1, 2, c).
   error(type_error(evaluable,c/0),(<)/2).
?- ltp(1/0, _, c).
   error(evaluation_error(zero_divisor),(<)/2).
?- gt0(a).
   error(type_error(evaluable,a/0),(<)/2).
?- gt0p(_, a).
   error(instantiation_error,(<)/2).
?- sum(a, b, c, S).
   error(type_error(evaluable,a/0),(is)/2).
?- sum(1, b, c, S).
   error(type_error(evaluable,b/0),(is)/2).
?- sum(1, _, c, S).
   error(instantiation_error,(is)/2).
?- sum(1, 2, c, S).
   error(type_error(evaluable,c/0),(is)/2).
?- twice(a, b, A, B).
   error(type_error(evaluable,a/0),(is)/2).
?- twice(_, b, A, B).
   error(instantiation_error,(is)/2).
?- larger(_, b, B).
   error(instantiation_error,(is)/2).
?- larger(1, b, B).
   error(type_error(evaluable,b/0),(>)/2).
?- cond(a, b, R).
   error(type_error(evaluable,a/0),(=:=)/2).
?- cond(1, b, R).
   error(type_error(evaluable,b/0),(=:=)/2).
?- neg(a, _).
   error(type_error(evaluable,a/0),(>)/2).
?- behind(a, _).
   error(type_error(evaluable,foo/1),(=\=)/2).
?- late(a).
   error(type_error(evaluable,a/0),(=<)/2).
?- late(1).
   error(instantiation_error,(=<)/2).
