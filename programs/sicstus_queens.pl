%   What it shows:  the N queens program of the SICStus manual: a user-defined constraint,
%                   an FD predicate of two indexicals.
%   How to run it:  horn programs/sicstus_queens.pl   then
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


% version 1: weak but efficient
no_threat(X, Y, I) +:
     X in \({Y} \/ {Y+I} \/ {Y-I}),
     Y in \({X} \/ {X+I} \/ {X-I}).

/*
% version 2: strong but very inefficient version
no_threat(X, Y, I) +:
    X in unionof(B,dom(Y),\({B} \/ {B+I} \/ {B-I})),
    Y in unionof(B,dom(X),\({B} \/ {B+I} \/ {B-I})).

% version 3: strong but somewhat inefficient version
no_threat(X, Y, I) +:
    X in (4..card(Y)) ? (inf..sup) \/
          unionof(B,dom(Y),\({B} \/ {B+I} \/ {B-I})),
    Y in (4..card(X)) ? (inf..sup) \/
          unionof(B,dom(X),\({B} \/ {B+I} \/ {B-I})).
*/

?- queens(8, L, [ff]).
   L = [1,5,8,6,3,7,2,4]
;  ... .

?- queens(20, L, [ff]).
   L = [1,3,5,14,17,4,16,7,12,18,15,19,6,10,20,11,8,2,13,9]
;  ... .

?- findall(L, queens(8, L, [ff]), Ls), length(Ls, N).
   Ls = [[1,5,8,6,3,7,2,4]|...], N = 92.
