% Domains, lists of variables, and reflection.

:- use_module(library(clpz)).

?- X in 0..3.
   clpz:(X in 0..3).
?- X in inf..5.
   clpz:(X in inf..5).
?- X in inf..sup.
   clpz:(X in inf..sup).
?- X in 1..2\/4..5.
   clpz:(X in 1..2\/4..5).
?- X in 1\/3.
   clpz:(X in 1\/3).
?- X in 1..2\/3..5.
   clpz:(X in 1..5).
?- X in 5..1.
   false.
?- X in 7.
   X = 7.
?- X in {1,2,5}.
   clpz:(X in 1..2\/5).
?- 2 in 1..3.
   true.
?- 4 in 1..3.
   false.
?- X in 1..5, X in 4..9.
   clpz:(X in 4..5).
?- [X,Y] ins 1..3.
   clpz:(X in 1..3), clpz:(Y in 1..3).
?- [] ins 1..3.
   true.
?- domain([X,Y], 1, 3).
   clpz:(X in 1..3), clpz:(Y in 1..3).
?- X in 1..3, X = 4.
   false.
?- X in 1..3, X = 2.
   X = 2.
?- X in 1..3, X \= 5.
   clpz:(X in 1..3).
?- X in 1..3, X \= 2.
   false.
?- X in 1..3, \+ X = 5.
   clpz:(X in 1..3).

?- X in 1..3\/5..8, fd_inf(X, I), fd_sup(X, S), fd_size(X, N), fd_dom(X, D).
   I = 1, S = 8, N = 7, D = 1..3\/5..8, clpz:(X in 1..3\/5..8).
?- fd_inf(X, I), fd_sup(X, S), fd_size(X, N), fd_dom(X, D).
   I = inf, S = sup, N = sup, D = inf..sup.
?- fd_dom(3, D), fd_size(3, S), fd_inf(3, I).
   D = 3..3, S = 1, I = 3.
?- fd_var(X).
   false.
?- X in 1..3, fd_var(X), X = 1, \+ fd_var(X).
   X = 1.
?- X #> Y, X #\= Z, fd_degree(X, D).
   D = 2, clpz:(Y#=<X+ -1), clpz:(X#\=Z).

?- all_different([X,Y,Z]).
   clpz:all_different([X,Y,Z]).
?- all_distinct([X,Y,Z]).
   clpz:all_distinct([X,Y,Z]).
?- all_different([X,X]).
   false.
?- all_different([1,2,1]).
   false.
?- all_different([X,1,2]), X in 1..3.
   X = 3.
?- length(Qs, 3), Qs ins 1..3, all_distinct(Qs).
   Qs = [_A,_B,_C], clpz:(_A in 1..3), clpz:all_distinct([_A,_B,_C]), clpz:(_B in 1..3), clpz:(_C in 1..3).

?- sum([X,Y,Z], #=, W).
   clpz:(X+Y+Z#=W).
?- sum([X,Y,Z], #=<, 10).
   clpz:(X+Y+Z#=<10).
?- sum([], #=, W).
   W = 0.
?- sum([X,Y], #\=, 3).
   clpz:(X+Y#\=3).
?- scalar_product([1,2,3], [X,Y,Z], #=, W).
   clpz:(X+2*Y+3*Z#=W).
?- scalar_product([1,2], [X,Y,Z], #=, W).
   false.
?- scalar_product([1,2], [X,Y], #\=, 3).
   clpz:(X+2*Y#\=3).
?- chain([X,Y,Z], #=<).
   clpz:(Y#>=X), clpz:(Z#>=Y).
?- chain([1,X,3], #<).
   X = 2.

% Complements and intersections.
?- X in \ (1..2).
   clpz:(X in inf..0\/3..sup).
?- X in 1..5, X in \ (2..3).
   clpz:(X in 1\/4..5).
?- X in (1..5\/9) /\ \ 3.
   clpz:(X in 1..2\/4..5\/9).
?- X in \ (inf..sup).
   false.
