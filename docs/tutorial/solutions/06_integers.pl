% Solutions of lesson 6: integers.

:- use_module(library(clpz)).

% 1. Two scales of temperature.

celsius_fahrenheit(C, F) :- 5*(F-32) #= 9*C.

?- celsius_fahrenheit(C, 212).
   C = 100.

?- C in -100..100, celsius_fahrenheit(C, C), label([C]).
   C = -40.

?- C in 0..30, celsius_fahrenheit(C, F), label([C]).
   C = 0, F = 32
;  C = 5, F = 41
;  C = 10, F = 50
;  C = 15, F = 59
;  C = 20, F = 68
;  C = 25, F = 77
;  C = 30, F = 86.

% 2. Diophantus. Each part of his life is a whole number of years.

diophantus(Age) :-
    [Boy,Youth,Single,Son] ins 0..150,
    Age #= 6*Boy,
    Age #= 12*Youth,
    Age #= 7*Single,
    Age #= 2*Son,
    Age #= Boy+Youth+Single+5+Son+4,
    label([Boy]).

?- diophantus(Age).
   Age = 84.

% 3. Pythagorean triples.

pythagoras(A, B, C) :-
    [A,B,C] ins 1..20,
    A #< B,
    A*A+B*B #= C*C,
    label([A,B,C]).

?- pythagoras(A, B, C).
   A = 3, B = 4, C = 5
;  A = 5, B = 12, C = 13
;  A = 6, B = 8, C = 10
;  A = 8, B = 15, C = 17
;  A = 9, B = 12, C = 15
;  A = 12, B = 16, C = 20
;  false.

% 4. The sum of a list.

list_sum([], 0).
list_sum([X|Xs], S) :-
    S #= X+S1,
    list_sum(Xs, S1).

?- list_sum([3,4,5], S).
   S = 12.

?- Xs = [A,B,C], Xs ins 1..9, A #< B, B #< C, list_sum(Xs, 20), label(Xs).
   Xs = [3,8,9], A = 3, B = 8, C = 9
;  Xs = [4,7,9], A = 4, B = 7, C = 9
;  Xs = [5,6,9], A = 5, B = 6, C = 9
;  Xs = [5,7,8], A = 5, B = 7, C = 8
;  false.

% 5. Collatz. As Steps is limited before the recursion, the query for the numbers with seven steps ends.

collatz(N, Next) :-
    N #> 1,
    N #= 2*Next.
collatz(N, Next) :-
    N #> 1,
    N #= 2*Half+1,
    Half #> 0,
    Next #= 3*N+1.

collatz_steps(1, 0).
collatz_steps(N, Steps) :-
    Steps #> 0,
    N #> 1,
    Steps1 #= Steps-1,
    collatz(N, Next),
    collatz_steps(Next, Steps1).

?- collatz_steps(27, Steps).
   Steps = 111
;  false.

?- collatz_steps(N, 7).
   N = 128
;  N = 20
;  N = 21
;  N = 3
;  false.

% 6. Mobiles in balance.

mobile_weight(weight(W), W) :- W #> 0.
mobile_weight(bar(Left,Right), W) :-
    W #= 2*W1,
    mobile_weight(Left, W1),
    mobile_weight(Right, W1).

?- mobile_weight(bar(bar(weight(X),weight(3)), weight(Y)), W).
   X = 3, Y = 6, W = 12.

?- mobile_weight(bar(weight(2), bar(weight(1),weight(2))), W).
   false.

% 7. Leap years. 1900 was none: from 1897 on, seven years followed each other without one.

leap_year(Y) :- Y mod 4 #= 0, Y mod 100 #\= 0.
leap_year(Y) :- Y mod 400 #= 0.

common_year(Y) :- Y mod 4 #\= 0.
common_year(Y) :- Y mod 100 #= 0, Y mod 400 #\= 0.

?- Y in 1890..1920, leap_year(Y), label([Y]).
   Y = 1892
;  Y = 1896
;  Y = 1904
;  Y = 1908
;  Y = 1912
;  Y = 1916
;  Y = 1920
;  false.

common_years([], _).
common_years([_|Rest], Y) :-
    common_year(Y),
    Next #= Y+1,
    common_years(Rest, Next).

?- length(Seven, 7), Y in 1890..2400, common_years(Seven, Y), label([Y]).
   Seven = [_A,_B,_C,_D,_E,_F,_G], Y = 1897
;  Seven = [_A,_B,_C,_D,_E,_F,_G], Y = 2097
;  Seven = [_A,_B,_C,_D,_E,_F,_G], Y = 2197
;  Seven = [_A,_B,_C,_D,_E,_F,_G], Y = 2297
;  false.

% 8. Euclid.

gcd(A, 0, A) :- A #> 0.
gcd(A, B, G) :-
    B #> 0,
    R #= A mod B,
    gcd(B, R, G).

?- gcd(1071, 462, G).
   G = 21
;  false.

?- X in 1..30, label([X]), gcd(X, 30, 6).
   X = 6
;  X = 12
;  X = 18
;  X = 24
;  false.
