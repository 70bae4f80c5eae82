% Equations of two variables: they become one.

:- use_module(library(clpz)).

% # Sums that leave two variables

?- X+0 #= Y, X == Y.
   X = Y, clpz:(X in inf..sup).
?- 3*X-Y #= 2*X, X == Y.
   X = Y, clpz:(X in inf..sup).
?- 2*X #= 2*Y.
   X = Y, clpz:(X in inf..sup).
?- X #= Y+0*Z, X == Y.
   X = Y, clpz:(X in inf..sup), clpz:(Z in inf..sup).
?- X+Y #= Y+Z, X == Z.
   X = Z, clpz:(X in inf..sup), clpz:(Y in inf..sup).
?- sum([X,Y], #=, Z), Y = 0, X == Z.
   X = Z, Y = 0, clpz:(X in inf..sup).
?- scalar_product([1,-1], [X,Y], #=, 0), X == Y.
   X = Y, clpz:(X in inf..sup).

% # Later, when other variables become integers or equal

?- X #= Y+Z, Z = 0, X == Y.
   X = Y, Z = 0, clpz:(X in inf..sup).
?- X+Y+Z #= W+V, Y = 0, Z = 1, V = 1, X == W.
   X = W, Y = 0, Z = 1, V = 1, clpz:(X in inf..sup).
?- 2*X+Z #= 2*Y, Z = 0, X == Y.
   X = Y, Z = 0, clpz:(X in inf..sup).
?- X+2*Z #= Y+2*V, Z = 1, V = 1, X == Y.
   X = Y, Z = 1, V = 1, clpz:(X in inf..sup).
?- X+Y #= Z+W, Y = W, X == Z.
   X = Z, Y = W, clpz:(X in inf..sup), clpz:(Y in inf..sup).
?- X #= Y+Z, Y #= X+W, W = 0, Z = 0, X == Y.
   X = Y, Z = 0, W = 0, clpz:(X in inf..sup).
?- X+Y #= Z+10^30, Y #= 10^30, X == Z.
   X = Z, Y = 1000000000000000000000000000000, clpz:(X in inf..sup).
?- X+Y #=< Z, Y = -98765432109876543210, Z = 0.
   Y = -98765432109876543210, Z = 0, clpz:(X in inf..98765432109876543210).
?- X #\= Y, X #= Y+Z, Z = 0.
   false.
?- [X,Y,Z] ins 0..3, all_different([X,Y]), X #= Y+Z, Z = 0.
   false.
?- X in 0..5, Y in 3..9, X #= Y+Z, Z = 0.
   X = Y, Z = 0, clpz:(X in 3..5).

% # Products, quotients, powers, magnitudes, extremes

?- X*Y #= Z, Y = 1, X == Z.
   X = Z, Y = 1, clpz:(X in inf..sup).
?- X*Y #= Z, Y = -1.
   Y = -1, clpz:(X+Z#=0).
?- X*Y #= Z, Y = 0.
   Y = 0, Z = 0, clpz:(X in inf..sup).
?- X//Y #= Z, Y = 1, X == Z.
   X = Z, Y = 1, clpz:(X in inf..sup).
?- X div Y #= Z, Y = 1, X == Z.
   X = Z, Y = 1, clpz:(X in inf..sup).
?- X^Y #= Z, Y = 1, X == Z.
   X = Z, Y = 1, clpz:(X in inf..sup).
?- abs(X) #= Y, X #>= 0, X == Y.
   X = Y, clpz:(X in 0..sup).
?- max(X,Y) #= Z, X #>= 5, Y #=< 3, X == Z.
   X = Z, clpz:(X in 5..sup), clpz:(Y in inf..3).
?- max(X,X) #= Z, X == Z.
   X = Z, clpz:(X in inf..sup).
?- element(I, [X,Y], Z), I = 1, X == Z.
   I = 1, X = Z, clpz:(X in inf..sup), clpz:(Y in inf..sup).

% # A factor that is the product

?- X*Y #= X, Y = 5.
   X = 0, Y = 5.
?- Y*X #= X, Y = 5.
   Y = 5, X = 0.
?- X*Y #= X, X in 1..9.
   Y = 1, clpz:(X in 1..9).
?- X*Y #= X, Y #\= 1.
   X = 0, clpz:(Y in inf..0\/2..sup).
?- X*Y #= X, X = 0.
   X = 0, clpz:(Y in inf..sup).
?- X*Y #= X, Y = 1.
   Y = 1, clpz:(X in inf..sup).
?- X*5 #= X.
   X = 0.
?- X*X #= X.
   clpz:(X in 0..1).
?- X^3 #= X.
   clpz:(X in-1..1).
?- X #= Y*Y, X = Y.
   X = Y, clpz:(X in 0..1).

% # A product that is a multiple of a factor

?- X*Y #= 2*X, Y = 2.
   Y = 2, clpz:(X in inf..sup).
?- X*Y #= 2*X, Y = 3.
   X = 0, Y = 3.
?- X*Y #= 2*X, X = 3.
   X = 3, Y = 2.
?- X*Y #= 2*X, X #\= 0.
   Y = 2, clpz:(X in inf.. -1\/1..sup).
?- X*Y #= 2*X, Y #\= 2.
   X = 0, clpz:(Y in inf..1\/3..sup).
?- 2*X #= Y*X, Y = 2.
   Y = 2, clpz:(X in inf..sup).
?- X*Y #= 3*X+0, Y = 3.
   Y = 3, clpz:(X in inf..sup).
?- X*Y-2*X #= 0, Y = 2.
   Y = 2, clpz:(X in inf..sup).
?- X*Y #= -1*X, Y = 2.
   X = 0, Y = 2.
?- X*Y #= X+6, Y = 3.
   X = 3, Y = 3.
?- X*Y #= 2*X+3*Y, Y = 3.
   X = 9, Y = 3.
?- X*Y+Z #= 2*X, Y = 2, Z = 0.
   Y = 2, Z = 0, clpz:(X in inf..sup).
?- X*Y*Z #= 6*X, Y = 2, Z = 3.
   Y = 2, Z = 3, clpz:(X in inf..sup).
?- X in 0..10, X*Y #= 2*X, Y = 2.
   Y = 2, clpz:(X in 0..10).
?- X in 0..10, Y in 2..3, X*Y #= 2*X, label([Y]).
   Y = 2, clpz:(X in 0..10)
;  X = 0, Y = 3.
?- X*Y #= 2*X #<==> B, Y = 2.
   Y = 2, B = 1, clpz:(X in inf..sup).
?- B #<==> (X*Y #= 2*X), Y = 3, X = 5.
   B = 0, X = 5, Y = 3.
?- B #<==> (X*Y #= 2*X), Y = 3, X = 0.
   B = 1, X = 0, Y = 3.

% # Products with a common factor

?- X*Y #= X*Z, Z = Y.
   Y = Z, clpz:(X in inf..sup), clpz:(Y in inf..sup).
?- X*Y #= X*Z, Z = 2, Y = 2.
   Y = 2, Z = 2, clpz:(X in inf..sup).
?- X*Y #= X*Z, Z = 2, Y = 3.
   X = 0, Y = 3, Z = 2.
?- X*Y #= 2*Z, Y = 2, X == Z.
   X = Z, Y = 2, clpz:(X in inf..sup).
?- X*Y #= Z*Y, Y = 2, X == Z.
   X = Z, Y = 2, clpz:(X in inf..sup).
?- X in 0..5, Z in 3..9, X*Y #= Z*Y, Y = 2, X == Z.
   X = Z, Y = 2, clpz:(X in 3..5).

% # Equations of the second degree

?- X*X #= 2*X.
   clpz:(X in 0\/2).
?- X*Y #= 2*X, X = Y.
   X = Y, clpz:(X in 0\/2).
?- X*X #= X+6.
   clpz:(X in -2\/3).
?- X^2 #= -4*X-4.
   X = -2.
?- X*X #= X+1.
   false.
?- X*X #= 2*Y, X = Y.
   X = Y, clpz:(X in 0\/2).
?- (X-7)*(X-7) #= 0.
   X = 7.

% # Quotients, magnitudes, extremes that are defined twice

?- X//2 #= X//Y, Y = 2.
   Y = 2, clpz:(X in inf..sup).
?- X//Y #= X//Z, Y = Z.
   Y = Z, clpz:(X in inf..sup), clpz:(Y in inf.. -1\/1..sup).
?- abs(X) #= abs(Y), X = Y.
   X = Y, clpz:(X in inf..sup).
?- abs(X) #= Y, X #=< 0.
   clpz:(X in inf..0), clpz:(X+Y#=0), clpz:(Y in 0..sup).
?- max(X,3) #= max(X,Y), Y = 3.
   Y = 3, clpz:(X in inf..sup).
?- max(X,Y) #= X, Y = 3.
   Y = 3, clpz:(X in 3..sup).
?- min(X,Y) #= X.
   clpz:(Y#>=X).

% # Linear functions of the same variable

?- A #= 2*X, B #= 2*X, A == B.
   A = B, clpz:(2*X#=A).
?- 2*X #= A, 2*Z #= A, X == Z.
   X = Z, clpz:(2*X#=A).
?- 2*X #= A, 3*X #= A.
   X = 0, A = 0.
?- 2*X #= A, 3*A #= B, B #= 5*X+7.
   X = 7, A = 14, B = 42.
?- 2*X #= A, 3*A #= B, B #= 4*X+1.
   false.
?- 2*X #= A, X+A #= 6.
   X = 2, A = 4.
?- B #<==> (2*X #= A), 2*X #= A.
   B = 1, clpz:(2*X#=A).
?- B #<==> (2*X #= A), 2*X+1 #= A.
   B = 0, clpz:(2*X+1#=A), clpz:(A#\=2*X).

% # Truth values

?- X #/\ Y #<==> B, Y = 1, B == X.
   X = B, Y = 1, clpz:(X in 0..1).
?- X #\/ Y #<==> B, Y = 0, B == X.
   X = B, Y = 0, clpz:(X in 0..1).
?- X #\ Y #<==> B, Y = 0, B == X.
   X = B, Y = 0, clpz:(X in 0..1).
?- X #==> Y #<==> B, X = 1, B == Y.
   X = 1, Y = B, clpz:(Y in 0..1).
?- X #<==> B, X == B.
   X = B, clpz:(X in 0..1).
?- B #<==> (X #= Y), B = 1, X == Y.
   B = 1, X = Y, clpz:(X in inf..sup).
?- X #= Y #\/ X #= 3, X #\= 3, X == Y.
   X = Y, clpz:(X in inf..2\/4..sup).

% # Goals that wait

?- freeze(X, (write(x(X)), nl)), X #= Y+Z, Z = 0, Y = 7.
   outputs("x(7)\n"), X = 7, Y = 7, Z = 0.
?- dif(X, Y), X #= Y+Z, Z = 0.
   false.
?- X #= Y+Z, freeze(X, write(x)), freeze(Y, write(y)), Z = 0, X == Y, X = 3.
   outputs("xy"), X = 3, Y = 3, Z = 0.
?- when(?=(X,Y), write(known)), X #= Y+Z, Z = 0.
   outputs("known"), X = Y, Z = 0, clpz:(X in inf..sup).

% # Backtracking makes them two again

?- X #= Y+Z, ( Z = 0, X == Y, fail ; Z = 1 ).
   Z = 1, clpz:(Y+1#=X).
?- X #= Y+Z, ( Z = 0 ; Z = 1 ), Y = 4.
   X = 4, Y = 4, Z = 0
;  X = 5, Y = 4, Z = 1.
?- X*Y #= 2*X, ( Y = 2 ; Y = 3 ).
   Y = 2, clpz:(X in inf..sup)
;  X = 0, Y = 3.
?- X*Y #= Z*Y, ( Y = 2, X == Z, fail ; Y = 1 ), X == Z.
   X = Z, Y = 1, clpz:(X in inf..sup).
?- A #= 2*X, ( B #= 2*X, A == B, fail ; B #= 2*X+1 ), X = 3.
   A = 6, X = 3, B = 7.
?- [X,Y,Z] ins 0..2, X #= Y+Z, label([Z]), X == Y.
   X = Y, Z = 0, clpz:(X in 0..2)
;  false.

% A head that binds several variables at once, one of which makes two others equal.
n_product(0, 1).
n_product(N, F) :- N #> 0, N1 #= N-1, F #= N*F1, n_product(N1, F1).

?- n_product(N, F), N #>= 3, !.
   N = 3, F = 6.

% # Wrapped variables stand where variables do

?- #0 #<==> #0.
   true.
?- #B #<==> (#X #> 3), X = 4.
   B = 1, X = 4.
?- [#X] ins 0..1.
   clpz:(X in 0..1).
?- #X in 0..1, label([#X]).
   X = 0
;  X = 1.
?- [#X,Y] ins 1..2, all_different([#X,Y]), labeling([ff], [#X,#Y]).
   X = 1, Y = 2
;  X = 2, Y = 1.
?- X in 2..7, fd_inf(#X, L), fd_dom(#3, D).
   L = 2, D = 3..3, clpz:(X in 2..7).
?- [#a] ins 0..1.
   error(type_error(integer,#a),(ins)/2).
