% ISO/IEC 13211-1, 9.1: sums, differences, products, quotients and comparisons of floats, in clauses that run often.

% 9.1.7 (+)/2, (-)/2, (*)/2, (/)/2 of floats and integers in clauses

sums(0, X, X) :- !.
sums(N, X0, X) :-
    X1 is X0*1.5 - X0/3 + N*0.25 - 1,
    N1 is N-1,
    (   X1 > 1.0e10 -> X2 is X1/1.0e10
    ;   X1 =< 0.5 -> X2 is 2.0
    ;   X2 = X1
    ),
    sums(N1, X2, X).

halves(0, X, X) :- !.
halves(N, X0, X) :- X1 is X0/2, X2 is X1+N, N1 is N-1, halves(N1, X2, X).

compared(N, N, S, S) :- !.
compared(I, N, S0, S) :-
    F is I*0.5,
    ( F =:= I/2.0 -> A = 1 ; A = 0 ),
    ( F < 7 -> B = 1 ; B = 0 ),
    ( F >= 7.5 -> C = 1 ; C = 0 ),
    ( F =\= 3.0 -> D = 1 ; D = 0 ),
    ( 3 =< F -> E = 1 ; E = 0 ),
    S1 is S0+A+B+C+D+E,
    I1 is I+1,
    compared(I1, N, S1, S).

grown(0, X, X) :- !.
grown(N, X0, X) :- X1 is X0*1.0e10, N1 is N-1, grown(N1, X1, X).

divided(0, X, _, X) :- !.
divided(N, X0, Y, X) :- X1 is X0/Y, N1 is N-1, divided(N1, X1, Y, X).

raised(0, X, X) :- !.
raised(N, X0, X) :- X1 is X0*3, N1 is N-1, raised(N1, X1, X).

constants(0, L, L) :- !.
constants(N, L0, L) :- N1 is N-1, constants(N1, [1.5, -0.0|L0], L).

?- sums(2000, 1.0, X).
   X = 26464.973077163748.
?- halves(2000, 3, X).
   X = 4.0.
?- compared(0, 2000, 0, S).
   S = 7992.
?- grown(30, 1.0, X).
   X = 9.999999999999998e299.
?- grown(40, 1.0, X).
   evaluation_error(float_overflow).
?- divided(10, 1024.0, 2, X).
   X = 1.0.
?- divided(10, 1.0, 0, X).
   evaluation_error(zero_divisor).
?- divided(10, 1.0, 0.0, X).
   evaluation_error(zero_divisor).
?- divided(10, 1.0, -0.0, X).
   evaluation_error(zero_divisor).
?- divided(3, 1.0, a, X).
   type_error(evaluable,a/0).
?- divided(3, 1.0, Y, X).
   instantiation_error.
?- raised(40, 2, X), raised(40, 2.0, Y).
   X = 24315330918113857602, Y = 2.4315330918113858e19.
% 2⁵³+1 is no float.
?- raised(1, 3002399751580331, X), X =:= 9007199254740992.0.
   false.
?- constants(3, [], L).
   L = [1.5,-0.0,1.5,-0.0,1.5,-0.0].
