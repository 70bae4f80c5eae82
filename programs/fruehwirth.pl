%   What it shows:  the N queens program of Thom Fruehwirth from an exercise of The
%   Art of Prolog (14.1.v), as printed in an article of June 1st, 2026: rows and both
%   kinds of diagonals are lists that are shifted against each other by unification.
%   How to run it:  horn programs/fruehwirth.pl   then   ?- n_queens(4,Qs).
%   It uses library(lambda) and library(reif) without importing them.

:- use_module(library(clpz)).
:- use_module(library(lists)).
n_queens(N,Qs) :- length(Qs,N), queens(N,Qs,_,_).
queens(0,_, _, _).
queens(N,Qs,Ups,[_|Downs]) :- N #> 0, N_ #= N-1, queens(N_,Qs,[_|Ups],Downs), queen(N_,Qs,Ups,Downs).
queen(N,[N|_], [N|_], [N|_]).
queen(N,[_|Qs],[_|Ups],[_|Downs]) :- queen(N,Qs,Ups,Downs).

?- n_queens(4,Qs).
Qs = [2,0,3,1]
; Qs = [1,3,0,2]
; false.

:- use_module(library(format)).
:- use_module(library(between)).
place_line(N,Q,L) :- N_ #= N-1, numlist(0,N_,L_), number_chars(Q,[QC|_]), maplist(Q+\I^C^if_(I=Q,C=QC,C=(-)),L_,L).
pretty_queens(N,Qs) :- n_queens(N,Qs), maplist(place_line(N),Qs,Ls), nl, maplist(portray_clause,Ls), nl.

?- pretty_queens(4,Qs).
"--2-".
"0---".
"---3".
"-1--".
Qs = [2,0,3,1]
;
"-1--".
"---3".
"0---".
"--2-".
Qs = [1,3,0,2]
; false.
