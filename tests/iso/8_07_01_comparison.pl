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
