% Unbounded integers, relations in all directions, and the strength of propagation.

:- use_module(library(clpz)).

:- dynamic(p/1).
n_factorial(0, 1).
n_factorial(N, F) :- N #> 0, N1 #= N-1, F #= N*F1, n_factorial(N1, F1).
n_fac(N, F) :- zcompare(C, N, 0), n_fac_(C, N, F).
n_fac_(=, _, 1).
n_fac_(>, N, F) :- F #= F0*N, N1 #= N-1, n_fac(N1, F0).
?- n_factorial(N, 1).
   N = 0
;  N = 1
;  false.
?- n_factorial(N, 3).
   false.
?- n_factorial(N, 720).
   N = 6
;  false.
?- n_factorial(20, F).
   F = 2432902008176640000
;  false.
?- n_factorial(30, F).
   F = 265252859812191058636308480000000
;  false.
?- n_factorial(N, 265252859812191058636308480000000).
   N = 30
;  false.
?- n_factorial(N, F).
   N = 0, F = 1
;  N = 1, F = 1
;  N = 2, F = 2
;  N = 3, F = 6
;  ... .
?- n_fac(30, F).
   F = 265252859812191058636308480000000.
?- n_fac(N, F).
   N = 0, F = 1
;  N = 1, F = 1
;  N = 2, F = 2
;  ... .
?- n_fac(N, 6).
   N = 3
;  false.
?- X #= 2^200.
   X = 1606938044258990275541962092341162602522202993782792835301376.
?- X*X #= 10^40.
   clpz:(X in -100000000000000000000\/100000000000000000000).
?- N #= F*10^30, F = 3.
   N = 3000000000000000000000000000000, F = 3.
?- N #= F*10^30, N #> 10^30, N #< 3*10^30.
   F = 2, N = 2000000000000000000000000000000.
?- X #> 10^25, X #< 10^25+3, label([X]).
   X = 10000000000000000000000001
;  X = 10000000000000000000000002.
?- X #> Y, Y #> X.
   false.
?- [X,Y] ins 0..1000000000, X #> Y, Y #> X.
   false.
?- X #> Y, B #<==> (Y #> X), B = 1.
   false.
?- X #> Y, Y #> Z, Z #> X.
   false.
?- X^2 #= 144, X in -12..12.
   clpz:(X in -12\/12).
?- X in -12..12, X^2 #= 144.
   clpz:(X in -12\/12).
?- X in 0..3, assertz(p(X)).
   error(permission_error(store,constrained_variable,X),assertz/1).
?- X in 0..3, nb_setval(k, f(X)).
   error(permission_error(store,constrained_variable,X),nb_setval/2).
?- X in 1..3, B #<==> X in 2..5, B = 0.
   X = 1, B = 0.
?- Y #= X+1, freeze(Y, write(y)), freeze(X, write(x)), X = 2.
   outputs("yx"), Y = 3, X = 2.
?- freeze(X, write(x)), Y #= X+1, freeze(Y, write(y)), X = 2.
   outputs("xy"), X = 2, Y = 3.
?- zcompare(O, X, 3), O = (<).
   O = (<), clpz:(X in inf..2).
?- zcompare(O, X, Y), X = 3, Y = 3.
   O = (=), X = 3, Y = 3.
?- zcompare(O, X+1, Y), Y = 3, X in 2..9, X #\= 2.
   O = (>), Y = 3, clpz:(X in 3..9).

% Functions of variables with few values are domain consistent.

?- X in 0..10, X mod 3 #= 1.
   clpz:(X in 1\/4\/7\/10).
?- X in -9..9, X rem 4 #= 1.
   clpz:(X in 1\/5\/9).
?- X in 0..20, X // 7 #= Y, Y in 1\/3.
   Y = 1, clpz:(X in 7..13).
?- abs(Y mod Y) #= X.
   X = 0, clpz:(Y in inf.. -1\/1..sup).
?- Y // Y #= X.
   X = 1, clpz:(Y in inf.. -1\/1..sup).
?- 4 #= 8 div (Y div 2), Y #\= 4.
   Y = 5.
?- X*Y #= 16, X #>= -4, Y in -3..3.
   clpz:(X*Y#=16), clpz:(X in 8..16), clpz:(Y in 1..2).

% Truth values known before and after.

?- X in 0..9, B #<==> X #= Y, B = 0, Y = 3.
   B = 0, Y = 3, clpz:(X in 0..2\/4..9).
?- [X,Y] ins 0..9, B #<==> X #= Y+2, B = 1, X #\= 5.
   B = 1, clpz:(X in 2..4\/6..9), clpz:(Y+2#=X), clpz:(Y in 0..2\/4..7).
?- [X,Y] ins 0..9, B #<==> X #< Y, B = 0, Y #> 7.
   B = 0, clpz:(X in 8..9), clpz:(X#>=Y), clpz:(Y in 8..9).
?- [X,Y] ins 0..4, B #<==> X #< Y, X #> Y+1.
   B = 0, clpz:(Y#=<X+ -2), clpz:(X in 2..4), clpz:(Y in 0..2).
?- B #<==> X in 2..4, X in 0..9, B = 0, X #> 2.
   B = 0, clpz:(X in 5..9).

% Unifying a variable with a term of its own constraint does not make its bounds grow forever.

?- max(X+X,15) #= X.
   false.
?- X #>= 15, Y #= 2*X, Z #= Y+1, Z #= X.
   false.

% A negative dividend bounds the divisor from below, however it is rounded.

?- W in 4..20, Q in -1..0, Q #= -5 div W.
   Q = -1, clpz:(W in 5..20), clpz:(-5 div W#= -1).
?- W in 2..20, Q in -1..0, Q #= -5 // W.
   clpz:(W in 3..20), clpz:(-5//W#=Q), clpz:(Q in -1..0).

% A hole around zero is used: the square of a number that is not between -4 and 4 is at least 25.

?- X in -9..9, X*X #>= 20.
   clpz:(X in -9.. -5\/5..9).
?- X in -9..9, X #\= 0, Y #= X^4.
   clpz:(X in -9.. -1\/1..9), clpz:(X^4#=Y), clpz:(Y in 1..6561).
?- Y #= X^2, Y #> 10^30.
   clpz:(Y in 1000000000000002000000000000001..sup), clpz:(X^2#=Y), clpz:(X in inf.. -1000000000000001\/1000000000000001..sup).
?- N #>= 10^7, N #< 10^8, X^2 #= N, N+10^8 #= M, Y^2 #= M, X #> 0, Y #> 0, label([N,X,M,Y]).
   N = 23765625, X = 4875, M = 123765625, Y = 11125
;  N = 56250000, X = 7500, M = 156250000, Y = 12500
;  false.
