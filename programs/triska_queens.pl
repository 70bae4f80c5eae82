%   What it shows:  the program of Markus Triska's page "Solving N-queens with
%   Prolog", with constraints over integers; its speed depends on the labeling.
%   How to run it:  horn programs/triska_queens.pl   then
%                   ?- N = 20, n_queens(N, Qs), labeling([ff], Qs).

n_queens(N, Qs) :-
        length(Qs, N),
        Qs ins 1..N,
        safe_queens(Qs).

safe_queens([]).
safe_queens([Q|Qs]) :-
        safe_queens(Qs, Q, 1),
        safe_queens(Qs).

safe_queens([], _, _).
safe_queens([Q|Qs], Q0, D0) :-
        Q0 #\= Q,
        abs(Q0 - Q) #\= D0,
        D1 #= D0 + 1,
        safe_queens(Qs, Q0, D1).

?- N = 8, n_queens(N, Qs), labeling([ff], Qs).
   N = 8, Qs = [1,5,8,6,3,7,2,4]
;  N = 8, Qs = [1,6,8,3,7,4,2,5]
;  ... .

?- n_queens(8, Qs), labeling([ff], Qs).
   Qs = [1,5,8,6,3,7,2,4]
;  Qs = [1,6,8,3,7,4,2,5]
;  ...
;  Qs = [3,5,2,8,1,7,4,6]
;  ... .

?- findall(Qs, (n_queens(8, Qs), labeling([ff], Qs)), Qss), length(Qss, L).
   Qss = [[1,5,8,6,3,7,2,4]|...], L = 92.

?- N = 20, n_queens(N, Qs), labeling([ff], Qs).
   N = 20, Qs = [1,3,5,14,17,4,16,7,12,18,15,19,6,10,20,11,8,2,13,9]
;  ... .

?- N = 100, n_queens(N, Qs), labeling([ff], Qs).
   N = 100, Qs = [1,3,5,57,59,4,64,7,58|...]
;  ... .
