% Comparisons of integer expressions, and their residual goals.

:- use_module(library(clpz)).

% Known values are computed.

?- X #= 3*4-5.
   X = 7.
?- 7 #= X+2.
   X = 5.
?- 3*X #= 12.
   X = 4.
?- 3*X #= 13.
   false.
?- 2 #= 1+1.
   true.
?- 2 #\= 1+1.
   false.
?- X #= abs(-5)+min(3,4)*max(1,2)-(7//2)+(-7)//2+(-7) div 2+(-7) mod 4+(-7) rem 4+2^10.
   X = 1023.
?- X #= 1//0.
   false.
?- X #= 1 mod 0.
   false.
?- X #= 2^(-1).
   false.
?- X #= 0^0.
   X = 1.
?- X #= X+1.
   false.
?- X #\= X.
   false.
?- X #< X.
   false.
?- X #= 5, X #= 6.
   false.

% One variable: a domain.

?- X #> 3.
   clpz:(X in 4..sup).
?- X #< 3.
   clpz:(X in inf..2).
?- X #>= 3, X #=< 3.
   X = 3.
?- X #\= 3.
   clpz:(X in inf..2\/4..sup).
?- 2*X #> 7.
   clpz:(X in 4..sup).
?- 5-X #>= 3.
   clpz:(X in inf..2).
?- X*X #= 144.
   clpz:(X in -12\/12).
?- X*X #= 145.
   false.
?- X^3 #= -27.
   X = -3.
?- abs(X) #= 4.
   clpz:(X in -4\/4).
?- abs(X) #< 3.
   clpz:(X in -2..2).
?- abs(X-4) #\= 2.
   clpz:(X in inf..1\/3..5\/7..sup).

% Two variables and more.

?- X #= Y.
   X = Y, clpz:(X in inf..sup).
?- X #= Y+1.
   clpz:(Y+1#=X).
?- X #= Y-1.
   clpz:(X+1#=Y).
?- X #> Y.
   clpz:(Y#=<X+ -1).
?- X #>= Y.
   clpz:(X#>=Y).
?- X #< Y.
   clpz:(X#=<Y+ -1).
?- X #=< Y.
   clpz:(Y#>=X).
?- X #\= Y.
   clpz:(X#\=Y).
?- X #\= Y+3.
   clpz:(X#\=Y+3).
?- X #\= Y-3.
   clpz:(Y#\=X+3).
?- X+Y #= 3.
   clpz:(X+Y#=3).
?- X+Y #\= 3.
   clpz:(X+Y#\=3).
?- X+Y #= Z.
   clpz:(X+Y#=Z).
?- X-Y #= Z.
   clpz:(Y+Z#=X).
?- X-Y #\= Z.
   clpz:(X#\=Y+Z).
?- X+Y #=< 3.
   clpz:(X+Y#=<3).
?- X+Y #>= 3.
   clpz:(3#=<X+Y).
?- 2*X #= Y.
   clpz:(2*X#=Y).
?- 3*X #= 2*Y.
   clpz:(3*X#=2*Y).
?- 2*X+3*Y #= 10.
   clpz:(2*X+3*Y#=10).
?- 4*X+6*Y #= 20.
   clpz:(2*X+3*Y#=10).
?- 4*X+6*Y #= 21.
   false.
?- 2*X-3*Y+Z #= 0.
   clpz:(2*X+Z#=3*Y).
?- X+Y+Z #= W+V.
   clpz:(X+Y+Z#=W+V).
?- X+Y-X #= 3.
   Y = 3, clpz:(X in inf..sup).
?- X*Y #= Z.
   clpz:(X*Y#=Z).
?- X*Y #\= 3.
   clpz:(X*Y#=_A), clpz:(_A in inf..2\/4..sup).
?- X//Y #= Z.
   clpz:(X//Y#=Z), clpz:(Y in inf.. -1\/1..sup).
?- X div Y #= Z.
   clpz:(X div Y#=Z), clpz:(Y in inf.. -1\/1..sup).
?- X mod Y #= Z.
   clpz:(X mod Y#=Z), clpz:(Y in inf.. -1\/1..sup).
?- X rem Y #= Z.
   clpz:(X rem Y#=Z), clpz:(Y in inf.. -1\/1..sup).
?- Y #= abs(X).
   clpz:(Y in 0..sup), clpz:(Y#=abs(X)).
?- Z #= min(X,Y).
   clpz:(X#>=Z), clpz:(Y#>=Z), clpz:(Z#=min(X,Y)).
?- Z #= max(X,Y).
   clpz:(Z#>=X), clpz:(Z#>=Y), clpz:(Z#=max(X,Y)).
?- X^Y #= Z.
   clpz:(X^Y#=Z).
?- abs(X-Y) #\= 3.
   clpz:(abs(X-Y)#\=3).

% Propagation.

?- X in 0..3, Y #= X*X.
   clpz:(X in 0..3), clpz:(X^2#=Y), clpz:(Y in 0..9).
?- [X,Y] ins 0..1000000, X*Y #= 1000000, X #>= Y.
   clpz:(X in 1..1000000), clpz:(X*Y#=1000000), clpz:(X#>=Y), clpz:(Y in 1..1000000).
?- X in 0..10, Y #= 3*X, Y #> 20.
   clpz:(X in 7..10), clpz:(3*X#=Y), clpz:(Y in 21..30).
?- [X,Y] ins 0..5, X+Y #= 9.
   clpz:(X in 4..5), clpz:(X+Y#=9), clpz:(Y in 4..5).
?- X in 1..10, X mod 5 #= 0, X #\= 5.
   X = 10.
?- X in 0..20, 20 // X #= 3, X #\= 6.
   false.
?- [X,Y] ins 1..2, X #\= Y, Y #\= 2.
   X = 2, Y = 1.
?- X #> Y, Y #> X.
   false.
?- [X,Y] ins 0..1000000000, X #> Y, Y #> X.
   false.

% Variables without bounds.

?- X #= 2^200.
   X = 1606938044258990275541962092341162602522202993782792835301376.
?- X*X #= 10^40, X #> 0.
   X = 100000000000000000000.
?- X #> 10^25, X #< 10^25+3, X #\= 10^25+1.
   X = 10000000000000000000000002.
?- N #= F*10^30, F #= 7.
   N = 7000000000000000000000000000000, F = 7.
?- X #>= -(10^30), X #=< -(10^30).
   X = -1000000000000000000000000000000.
?- X #> 9223372036854775806, X #< 9223372036854775809, X #\= 9223372036854775808.
   X = 9223372036854775807.
?- X * 9223372036854775808 #= 92233720368547758080.
   X = 10.

% Variables that are unified.

?- X in 1..3, Y in 3..5, X = Y.
   X = 3, Y = 3.
?- X #> Y, X = Y.
   false.
?- X #= Y+Z, X = Y.
   X = Y, Z = 0, clpz:(X in inf..sup).
?- X*Y #= 16, X = Y, X #> 0.
   X = 4, Y = 4.

% Every constraint propagates when two of its variables are unified.

?- X rem 2 #= 1 #<== B, B = 1, X in 2..4, X = Y.
   X = 3, B = 1, Y = 3.
?- #\ B #\/ X // Z #= 0, X #= Y, B = 1, Z = 1, Y in 0..5.
   B = 1, X = 0, Z = 1, Y = 0.
?- X #> Y, Y #> Z, X = Z.
   false.

% Residual goals, called again, are printed as before.

?- clpz:(Y#=<X+ -1).
   clpz:(Y#=<X+ -1).
?- clpz:(X in inf.. -1\/1..sup).
   clpz:(X in inf.. -1\/1..sup).
?- clpz:(X*Y#=_A), clpz:(_A in inf..2\/4..sup).
   clpz:(X*Y#=_A), clpz:(_A in inf..2\/4..sup).
?- clpz:all_different([X,Y,Z]).
   clpz:all_different([X,Y,Z]).

% A known distance is a single constraint: it needs no variable for the difference, and keeps no value without support.

?- abs(X-Y) #= 1.
   clpz:(abs(X-Y)#=1).

?- X in 1..3, Y in 2..10, 3 #= abs(X-Y).
   clpz:(X in 1..3), clpz:(abs(X-Y)#=3), clpz:(Y in 4..6).

?- [X,Y] ins 1..5, abs(X-Y) #= 1, X = 3.
   X = 3, clpz:(Y in 2\/4).

?- abs(X-Y) #= 0.
   X = Y, clpz:(X in inf..sup).

?- abs(X-Y) #= 1, X = Y.
   false.

?- abs(X-Y) #= -1.
   false.

?- abs(2*X+Y) #= 2, X = 3.
   X = 3, clpz:(Y in -8\/ -4).

?- abs(3) #= 3, abs(-3) #\= 4.
   true.
