% The monotonic mode: in expressions, variables are written #X, unless they are constrained already.
% No answer is lost then when a variable is bound to an expression later.

:- use_module(library(clpz)).

clpz:monotonic.

?- X #= 3.
   error(instantiation_error,(#=)/2).
?- #X #= 3.
   X = 3.
?- #X #> 3, X #< 5.
   X = 4.
?- X in 0..3, X #> 2.
   X = 3.
?- B #<==> #X #> 3.
   error(instantiation_error,(#<==>)/2).
?- #B #<==> #X #> 3, X = 4.
   B = 1, X = 4.
?- sum([X,Y], #=, 3), X = 1.
   X = 1, Y = 2.
?- #X #= 1 + Y.
   error(instantiation_error,(#=)/2).
zero(X) :- X #= 0.
?- zero(X).
   error(instantiation_error,(#=)/2).
?- 3 #= 1+2.
   true.
?- #X + #Y #= 3, X = 1.
   X = 1, Y = 2.
?- abs(X) #\= 3.
   error(instantiation_error,(#\=)/2).
?- #X #\= 3 #\/ Y.
   error(instantiation_error,(#\/)/2).
?- # a #= 3.
   error(type_error(integer,a),(#=)/2).
?- # X #\= #Y, X = 1, Y = 1.
   false.
?- X in 1..2, X*X #= 4.
   X = 2.
?- scalar_product([2,1], [X,Y], #=, #Z), X = 1, Y = 1.
   X = 1, Y = 1, Z = 3.
?- length(L, 2), L ins 0..1, sum(L, #=, 2).
   L = [1,1].
