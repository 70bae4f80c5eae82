%   What it shows:  exercise 2.42 of Structure and Interpretation of Computer Programs in
%   Prolog. The algorithm is that of programs/sicp_queens.scm, and so is the order of the results:
%   for every safe placement in the first K-1 columns, place a queen in each row of column K, and
%   keep the safe placements. Scheme maps, flattens, and filters lists of all placements; Prolog
%   describes one placement, and backtracking finds the others.
%   How to run it:  horn programs/sicp_queens.pl   then   ?- queens(8, Qs).

%! queens(+BoardSize, ?Rows) is nondet.
%
%  True if `Rows` is a list of the rows of the queens of all columns, no two of which attack each
%  other.
queens(BoardSize, Rows) :- queen_cols(BoardSize, BoardSize, Rows).

%! queen_cols(+K, +BoardSize, ?Rows) is nondet.
%
%  True if `Rows` is a safe placement of queens in the first `K` columns.
queen_cols(0, _, []).
queen_cols(K, BoardSize, Rows) :-
        K > 0,
        K1 is K-1,
        queen_cols(K1, BoardSize, RestOfQueens),
        between(1, BoardSize, NewRow),
        safe(RestOfQueens, NewRow, K1),
        append(RestOfQueens, [NewRow], Rows).

%! safe(+Rows, +NewRow, +Distance) is semidet.
%
%  True if a queen in the new row attacks none of `Rows`, the first of which is `Distance` columns
%  away.
safe([], _, _).
safe([Row|Rows], NewRow, Distance) :-
        NewRow =\= Row,
        NewRow - Row =\= Distance,
        Row - NewRow =\= Distance,
        Distance1 is Distance-1,
        safe(Rows, NewRow, Distance1).

% The results of the page, as a list like Scheme's where there are many.

?- queens(1, Qs).
   Qs = [1]
;  false.

?- queens(2, Qs).
   false.

?- queens(3, Qs).
   false.

?- queens(4, Qs).
   Qs = [2,4,1,3]
;  Qs = [3,1,4,2]
;  false.

?- findall(Qs, queens(5, Qs), Qss).
   Qss = [[1,3,5,2,4],
          [1,4,2,5,3],
          [2,4,1,3,5],
          [2,5,3,1,4],
          [3,1,4,2,5],
          [3,5,2,4,1],
          [4,1,3,5,2],
          [4,2,5,3,1],
          [5,2,4,1,3],
          [5,3,1,4,2]].

?- findall(Qs, queens(6, Qs), Qss).
   Qss = [[2,4,6,1,3,5],[3,6,2,5,1,4],[4,1,5,2,6,3],[5,3,1,6,4,2]].

?- findall(Qs, queens(8, Qs), Qss), length(Qss, L), nth1(N, Qss, [3,7,2,8,5,1,4,6]).
   Qss = [[1,5,8,6,3,7,2,4]|...], L = 92, N = 26
;  false.

?- queens(8, [3,7,2,8,5,1,4,6]).
   true
;  false.

% Placements in two columns of a board of size four: the page gives the last two of them in the
% other order.
?- findall(Qs, queen_cols(2, 4, Qs), Qss).
   Qss = [[1,3],[1,4],[2,4],[3,1],[4,1],[4,2]].
