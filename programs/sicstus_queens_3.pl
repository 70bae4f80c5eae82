%   What it shows:  the N queens program of the SICStus manual, with the third version of the
%                   constraint: it considers the values of the other queen once they are few.
%   How to run it:  horn programs/sicstus_queens_3.pl   then
%                   ?- queens(20, L, [ff]).

:- use_module(library(clpfd)).

queens(N, L, LabelingType) :-
     length(L, N),
     domain(L, 1, N),
     constrain_all(L),
     labeling(LabelingType, L).

constrain_all([]).
constrain_all([X|Xs]) :-
     constrain_between(X, Xs, 1),
     constrain_all(Xs).

constrain_between(_X, [], _N).
constrain_between(X, [Y|Ys], N) :-
     no_threat(X, Y, N),
     N1 is N+1,
     constrain_between(X, Ys, N1).


% version 3: strong but somewhat inefficient version
no_threat(X, Y, I) +:
    X in (4..card(Y)) ? (inf..sup) \/
          unionof(B,dom(Y),\({B} \/ {B+I} \/ {B-I})),
    Y in (4..card(X)) ? (inf..sup) \/
          unionof(B,dom(X),\({B} \/ {B+I} \/ {B-I})).

?- queens(8, L, [ff]).
   L = [1,5,8,6,3,7,2,4]
;  ... .

?- findall(L, queens(8, L, [ff]), Ls), length(Ls, N).
   Ls = [[1,5,8,6,3,7,2,4]|...], N = 92.
