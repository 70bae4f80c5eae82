% Functions of the binary notation, sign, and exact division.

:- use_module(library(clpz)).

?- X #= 5 /\ 3, Y #= 5 \/ 3, Z #= 5 xor 3, N #= \ 5.
   X = 1, Y = 7, Z = 6, N = -6.
?- X #= 1 << 5, Y #= 37 >> 2, Z #= 37 >> -1, U #= -37 << -2.
   X = 32, Y = 9, Z = 74, U = -10.
?- X #= msb(9), Y #= lsb(12), Z #= popcount(7), S #= sign(-3).
   X = 3, Y = 2, Z = 3, S = -1.
?- X #= msb(0).
   false.
?- X #= popcount(2^200-1), Y #= 2^200 /\ (2^200+1), Y #= 2^Z.
   X = 200, Y = 1606938044258990275541962092341162602522202993782792835301376, Z = 200.

% In all directions.
?- 5 #= X >> 1.
   clpz:(X in 10..11).
?- X in 0..7, 5 #= X /\ 7.
   X = 5.
?- [X,Y] ins 0..3, X \/ Y #= 0.
   X = 0, Y = 0.
?- X xor 1 #= 3.
   X = 2.
?- 1024 #= 1 << Y.
   Y = 10.
?- X in 0..9, Y #= X << 2.
   clpz:(X in 0..9), clpz:(4*X#=Y), clpz:(Y in 0..36).
?- X in -9..100, Y #= msb(X).
   clpz:(X in 1..100), clpz:(Y#=msb(X)), clpz:(Y in 0..6).
?- 4 #= msb(X).
   clpz:(X in 16..31).
?- X in -5..5, Y #= sign(X), Y #> 0.
   Y = 1, clpz:(X in 1..5).
?- X in 0..15, 3 #= popcount(X).
   clpz:(X in 7\/11\/13..14), clpz:(3#=popcount(X)).
?- X #>= 0, Z #= X /\ Y.
   clpz:(X in 0..sup), clpz:(Z#=X/\Y), clpz:(Z in 0..sup).
?- Y in 0..3, X #= \ Y.
   clpz:(X in -4.. -1), clpz:(X+Y+1#=0), clpz:(Y in 0..3).
?- X in 0..4, X xor X #= Y, X \/ X #= 3.
   X = 3, Y = 0.

% Exact division: there is no remainder.
?- X #= 6/2, 6 #= Y/2.
   X = 3, Y = 12.
?- X #= 7/2.
   false.
?- X #= 7/0.
   false.
?- X in 1..9, Y #= 7/X, Y #> 1.
   X = 1, Y = 7.

% Conditions are false where a function is not defined.
?- X in 0..1, B #<==> msb(X) #>= 0.
   clpz:(X in 0..1), clpz:(B in 0..1), ... .
?- B #<==> msb(X) #>= 0, X = 0.
   X = 0, B = 0, ... .
?- B #<==> 3 #= 6/Y, Y = 2.
   Y = 2, B = 1.
?- B #<==> 3 #= 7/Y, Y = 2.
   Y = 2, B = 0.
?- B #<==> 7 #= dist(3,10), X #= 1+dist(3,10).
   B = 1, X = 8.

?- X #= a /\ 3.
   error(type_error(evaluable,a/0),(#=)/2).
?- X #= msb(a).
   error(type_error(evaluable,a/0),(#=)/2).

% Residual goals mean the same as the constraint.
same(G, Vs) :-
    call(G),
    copy_term(Vs, Vs1, Gs),
    once(conjunction(Gs)),
    findall(Vs, label(Vs), L),
    findall(Vs1, label(Vs1), L1),
    L == L1.

conjunction([]).
conjunction([G|Gs]) :- call(G), conjunction(Gs).

?- same(( [X,Y,Z] ins -3..3, X /\ Y #= Z ), [X,Y,Z]).
   ... .
?- same(( [X,Y,Z] ins -3..3, X xor Y #= Z \/ 1 ), [X,Y,Z]).
   ... .
?- same(( [X,Y,Z] ins -3..3, X << Y #= Z ), [X,Y,Z]).
   ... .
?- same(( [X,Y] ins -3..9, X >> 2 #= Y ), [X,Y]).
   ... .
?- same(( [X,Y] ins -3..9, popcount(X) #= lsb(Y) ), [X,Y]).
   ... .

% A relation between a number and its bits, in both directions.
bits([], 0).
bits([B|Bs], N) :- B #= N /\ 1, N1 #= N >> 1, bits(Bs, N1).

?- bits(Bs, 5), !.
   Bs = [1,0,1].
?- Bs = [_,_,_], Bs ins 0..1, N in 0..7, bits(Bs, N), N #= 6.
   Bs = [0,1,1], N = 6.

% A value that is too large to compute is not in a bounded domain.
?- Z #= X << Y, Y = 10000000000000, X = -1.
   X = -1, Y = 10000000000000, clpz:(Z in inf.. -1), clpz:(Z#= -1<<10000000000000).
?- Z #= 1 << Y, Y = 10000000000000, Z #< 10^50.
   false.
?- Z #= X << Y, Y = 10000000000000, X in 0..5, Z = 0.
   Z = 0, X = 0, Y = 10000000000000.
?- X in -1..4, msb(X) #= X.
   false.
