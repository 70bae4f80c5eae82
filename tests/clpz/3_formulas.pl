% Conditions and connectives.

:- use_module(library(clpz)).

?- B #<==> (X #> 3).
   clpz:(B in 0..1), clpz:(X#>=4#<==>B).
?- B #<==> (X #= Y).
   clpz:(B in 0..1), clpz:(X#=Y#<==>B).
?- B #<==> (X #\= Y).
   clpz:(B in 0..1), clpz:(X#\=Y#<==>B).
?- B #<==> (X #=< Y).
   clpz:(B in 0..1), clpz:(Y#>=X#<==>B).
?- B #<==> (X+Y #=< Z).
   clpz:(B in 0..1), clpz:(X+Y#=<Z#<==>B).
?- B #<==> (X in 1..3).
   clpz:(B in 0..1), clpz:(X in 1..3#<==>B).
?- B #<==> (X #> 3), X in 5..9.
   B = 1, clpz:(X in 5..9).
?- B #<==> (X #> 3), X in 0..3.
   B = 0, clpz:(X in 0..3).
?- B #<==> (X #> 3), B = 1.
   B = 1, clpz:(X in 4..sup).
?- B #<==> (X #> 3), B = 0.
   B = 0, clpz:(X in inf..3).
?- X in 0..5, B #<==> (X #= 3), B = 0.
   B = 0, clpz:(X in 0..2\/4..5).
?- X in 1..3, X #= 3 #<==> B, X #\= 3.
   B = 0, clpz:(X in 1..2).

?- X #> 3 #/\ X #< 5.
   X = 4.
?- X #> 3 #\/ Y #> 3.
   clpz:(X#>=4#<==>_A), clpz:(Y#>=4#<==>_B), clpz:(_A in 0..1), clpz:(1#=<_A+_B), clpz:(_B in 0..1).
?- X #= 1 #\/ X #= 3 #\/ X in 7..9.
   clpz:(X in 1\/3\/7..9).
?- X in 0..9, X #> 3 #==> X #> 10.
   clpz:(X in 0..3).
?- X #> 10 #<== X #> 3, X #> 5.
   clpz:(X in 11..sup).
?- #\ (X #> 3).
   clpz:(X in inf..3).
?- #\ X.
   X = 0.
?- #\ (X #> 3 #/\ Y #< 2), X #> 3.
   clpz:(X in 4..sup), clpz:(Y in 2..sup).
?- #\ (X #> 3 #\/ Y #< 2).
   clpz:(X in inf..3), clpz:(Y in 2..sup).
?- X #\ Y.
   clpz:(X in 0..1), clpz:(X+Y#=1), clpz:(Y in 0..1).
?- X #\ Y, X = 1.
   X = 1, Y = 0.
?- X #\/ Y.
   clpz:(X in 0..1), clpz:(1#=<X+Y), clpz:(Y in 0..1).
?- X #\/ Y, X = 0.
   X = 0, Y = 1.
?- X #/\ Y.
   X = 1, Y = 1.
?- X #<==> Y.
   X = Y, clpz:(X in 0..1).
?- X #<==> Y, X = 1.
   X = 1, Y = 1.
?- X #<==> #\ Y, X = 1.
   X = 1, Y = 0.
?- B #<==> (X #> 3 #/\ Y #> 3), B = 1.
   B = 1, clpz:(X in 4..sup), clpz:(Y in 4..sup).
?- B #<==> (X #> 3 #\/ Y #> 3), B = 0.
   B = 0, clpz:(X in inf..3), clpz:(Y in inf..3).
?- [A,B,C] ins 0..1, A #==> B, B #==> C, A = 1.
   A = 1, B = 1, C = 1.
?- [A,B,C] ins 0..1, S #= A+B+C, S #= 3.
   A = 1, B = 1, C = 1, S = 3.
?- X in 0..1, Y in 0..1, X #= 1 #<==> Y #= 0, X #= 1.
   X = 1, Y = 0.
?- X #<==> (Y #= 4 #\/ Y #> 5), Y = 4.
   X = 1, Y = 4.

% A comparison of an undefined value is false.

?- B #<==> (1 // 0 #= X).
   B = 0, clpz:(X#=0#<==>_A), clpz:(_A in 0..1).
?- B #<==> (X // Y #= Z), Y = 0.
   B = 0, Y = 0, clpz:(X in inf..sup), clpz:(_A#=Z#<==>_B), clpz:(_B in 0..1).
?- B #<==> (X // Y #= 3), X = 7, Y = 2.
   B = 1, X = 7, Y = 2.
?- B #<==> (X // Y #= 3), X = 7, Y = 3.
   B = 0, X = 7, Y = 3.
?- B #<==> (X mod 3 #= 1), X = 7.
   B = 1, X = 7.
?- B #<==> (X mod 3 #= 1), X = 8.
   B = 0, X = 8.
?- B #<==> (X * Y #= 12), X = 3, Y = 4.
   B = 1, X = 3, Y = 4.
?- #\ (X // Y #= 3), Y = 0.
   Y = 0, clpz:(X in inf..sup).

% Relations between variables decide comparisons, too.
?- Y #>= 3, B #<==> (max(-1,Y) #= Y).
   B = 1, ... .
?- X in 0..5, Y in 6..9, B #<==> (min(X,Y) #= X).
   B = 1, ... .
?- X in 0..5, B #<==> (X mod 7 #= X).
   B = 1, ... .
?- X #< Y, B #<==> (X #=< Y), C #<==> (X #= Y+1).
   B = 1, C = 0, clpz:(X#=<Y+ -1).
