% Queens, with a mistake: the range is that of another board.

:- use_module(library(clpz)).

queens(N, Qs) :-
    length(Qs, N),
    Qs ins 1..3,
    safe(Qs),
    label(Qs).

safe([]).
safe([Q|Qs]) :-
    no_attack(Qs, Q, 1),
    safe(Qs).

no_attack([], _, _).
no_attack([Q|Qs], Q0, D) :-
    Q0 #\= Q,
    Q0 #\= Q + D,
    Q0 #\= Q - D,
    D1 is D+1,
    no_attack(Qs, Q0, D1).
