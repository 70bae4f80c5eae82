% Known programs and properties of library(clpr).

:- use_module(library(clpr)).

?- {X+Y = 5, X-Y = 1}.
   X = 3.0, Y = 2.0.
?- {3*X = 1}, {X*3 = 1}.
   X = 0.3333333333333333.
?- {X = 0.1+0.2, X = 0.3}.
   X = 0.30000000000000004.
?- {X >= 1, X =< 1}.
   X = 1.0.
?- {X > 1, X < 1}.
   false.
?- {X >= 0, Y >= 0, X+Y =< 4, X+3*Y =< 6, X =< 3}, sup(3*X+5*Y, S), S =:= 14, !.
   ..., S = 14.0, ... .
?- {X = sin(Y), Y = 0}.
   X = 0.0, Y = 0.0.
?- {X = Y*Z}, Y = 2, {Z = 4}.
   X = 8.0, Y = 2, Z = 4.0.
?- {X >= 1.5}, bb_inf([X], X, I).
   I = 2.0, clpr:{X>=1.5}.

% An equation with a known value and one unknown variable is solved for it: all real roots of a power, the
% principal value of a trigonometric function.
?- {-8 = X^3}.
   X = -2.0.
?- {X^2 = 9, X =< 0}.
   X = -3.0.
?- {X*Y = 9, X = Y, X < 0}.
   X = -3.0, Y = -3.0.
?- {X^Y = 8, X = 2}.
   X = 2.0, Y = 3.0.
?- {1 = sin(X+Y), Y = 0}, abs(X-pi/2) < 1.0e-9 -> true.
   X = ..., Y = 0.0.
?- {4 = -(X^2)}.
   false.
?- {5 = 1^X}.
   clpr:{5.0=1.0^X}.
