% A condition that only tests makes no choice point, and needs no environment.
max(X, Y, Z) :- ( X >= Y -> Z = X ; Z = Y ).
tak(X, Y, Z, A) :-
    (   X =< Y
    ->  Z = A
    ;   X1 is X-1, Y1 is Y-1, Z1 is Z-1,
        tak(X1, Y, Z, A1), tak(Y1, Z, X, A2), tak(Z1, X, Y, A3),
        tak(A1, A2, A3, A)
    ).
any(X, Y) :- ( ( X == a ; X == b, Y \== c ) -> q(X) ; r(Y) ).
not(X, Y) :- \+ X = Y, \+ ( X > 1, Y > 1 ), q(X, Y).

% Others mark the choice point and cut back to it.
if(X, Y) :- ( q(X) -> Y = a ; Y = b ), r(Y).
soft(X, Y) :- ( q(X, Y) *-> r(Y) ; s(Y) ).
none(X) :- \+ q(X), r(X).
or(X) :- ( X = 1 ; X = 2 ; q(X) ), r(X).

% Cuts: at the neck, after a call, in a condition.
neck(X) :- X > 0, !, q(X).
deep(X) :- q(X), !, r(X).
local(X) :- ( q(X), ! -> r(X) ; s(X) ).
