% SEND+MORE=MONEY, with a mistake in the domain of the digits.

:- use_module(library(clpz)).

puzzle(Digits) :-
    Digits = [S,E,N,D,M,O,R,Y],
    Digits ins 1..9,
    all_different(Digits),
    1000*S + 100*E + 10*N + D + 1000*M + 100*O + 10*R + E #=
    10000*M + 1000*O + 100*N + 10*E + Y,
    S #\= 0,
    M #\= 0,
    label(Digits).
