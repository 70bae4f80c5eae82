% Solutions of lesson 10: one problem, five hands.

:- use_module(library(clpz)).
:- use_module(library(lists)).

% 1. The program from SICP with constraints. The number of columns is the length of the board: saying so
%    first makes every query terminate whose board has a known length.

sicp_queens(BoardSize, Rows) :-
    length(Rows, BoardSize),
    queen_cols(BoardSize, BoardSize, Rows).

queen_cols(0, _, []).
queen_cols(K, BoardSize, Rows) :-
    K #> 0,
    K1 #= K-1,
    same_length(Rows, [_|RestOfQueens]),
    queen_cols(K1, BoardSize, RestOfQueens),
    NewRow in 1..BoardSize,
    safe(RestOfQueens, NewRow, K1),
    indomain(NewRow),
    append(RestOfQueens, [NewRow], Rows).

safe([], _, _).
safe([Row|Rows], NewRow, Distance) :-
    NewRow #\= Row,
    abs(NewRow-Row) #\= Distance,
    Distance1 #= Distance-1,
    safe(Rows, NewRow, Distance1).

?- sicp_queens(4, Rows).
   Rows = [2,4,1,3]
;  Rows = [3,1,4,2]
;  false.

?- sicp_queens(N, [2,4,1,3]).
   N = 4
;  false.

% 2. A queen in a corner: the first or the last element of the list is 1 or 8. The first query is a
%    trap: once/1 takes the first of the possibilities, and forgets the others. setof/3 removes what
%    comes twice, and does not need it.

:- ensure_loaded('../../../programs/triska_queens').

corner([Q|_]) :- edge(Q).
corner(Qs) :- append(_, [Q], Qs), edge(Q).

edge(1).
edge(8).

?- findall(Qs, ( n_queens(8, Qs), once(corner(Qs)), label(Qs) ), Boards), length(Boards, N).
   Boards = [[1,5,8,6,3,7,2,4]|...], N = 4.

?- setof(Qs, ( n_queens(8, Qs), corner(Qs), label(Qs) ), Boards), length(Boards, N).
   Boards = [[1,5,8,6,3,7,2,4]|...], N = 16.

% 3. Rooks: all different, and nothing else. There are as many solutions as orders.

n_rooks(N, Rs) :-
    length(Rs, N),
    Rs ins 1..N,
    all_distinct(Rs).

?- findall(Rs, ( n_rooks(6, Rs), label(Rs) ), Boards), length(Boards, N).
   Boards = [[1,2,3,4,5,6]|...], N = 720.

% 4. Only the number that is placed changes: N instead of N_.

from_one(N, Qs) :- length(Qs, N), from_one(N, Qs, _, _).

from_one(0, _, _, _).
from_one(N, Qs, Ups, [_|Downs]) :-
    N #> 0,
    N_ #= N-1,
    from_one(N_, Qs, [_|Ups], Downs),
    queen(N, Qs, Ups, Downs).

queen(N, [N|_], [N|_], [N|_]).
queen(N, [_|Qs], [_|Ups], [_|Downs]) :- queen(N, Qs, Ups, Downs).

?- from_one(4, Qs).
   Qs = [3,1,4,2]
;  Qs = [2,4,1,3]
;  false.

% 5. Turned by 180 degrees, the queen in row Q of column I is in row N+1-Q of column N+1-I: each queen
%    and its partner at the other end of the list have the sum N+1.

symmetric(N, Qs) :-
    n_queens(N, Qs),
    reverse(Qs, Partners),
    Sum #= N+1,
    maplist(partner(Sum), Qs, Partners).

partner(Sum, Q, P) :- Q+P #= Sum.

?- symmetric(6, Qs), label(Qs).
   Qs = [2,4,6,1,3,5]
;  Qs = [3,6,2,5,1,4]
;  Qs = [4,1,5,2,6,3]
;  Qs = [5,3,1,6,4,2]
;  false.

?- symmetric(8, Qs), label(Qs).
   Qs = [3,5,2,8,1,7,4,6]
;  Qs = [4,6,8,2,7,1,3,5]
;  Qs = [5,3,1,7,2,8,6,4]
;  Qs = [6,4,7,1,8,2,5,3]
;  false.

% 6. The torus. Of the numbers up to 8, only 1, 5 and 7 have solutions: N must not be divisible by 2 or
%    3.

torus_queens(N, Qs) :-
    n_rooks(N, Qs),
    sums_differences(Qs, 1, N, Sums, Differences),
    all_distinct(Sums),
    all_distinct(Differences).

sums_differences([], _, _, [], []).
sums_differences([Q|Qs], I, N, [S|Ss], [D|Ds]) :-
    S #= (Q+I) mod N,
    D #= (Q-I) mod N,
    I1 #= I+1,
    sums_differences(Qs, I1, N, Ss, Ds).

?- N in 1..8, label([N]), torus_queens(N, Qs), once(label(Qs)).
   N = 1, Qs = [1]
;  N = 5, Qs = [1,3,5,2,4]
;  N = 7, Qs = [1,3,5,7,2,4,6]
;  false.

% 7. Kings: a distance of one row or column matters, and no other. As there is one in each row and in
%    each column, only neighbouring columns can have neighbouring kings.

n_kings(N, Ks) :-
    n_rooks(N, Ks),
    safe_kings(Ks).

safe_kings([]).
safe_kings([_]).
safe_kings([K1,K2|Ks]) :-
    abs(K1-K2) #> 1,
    safe_kings([K2|Ks]).

?- findall(Ks, ( n_kings(4, Ks), label(Ks) ), Boards).
   Boards = [[2,4,1,3],[3,1,4,2]].

?- findall(Ks, ( n_kings(6, Ks), label(Ks) ), Boards), length(Boards, N).
   Boards = [[1,3,5,2,4,6]|...], N = 90.

% 8. One of many: the queens of lesson 9's kind. All that is different in N queens is different: rows,
%    sums and differences. Its search is the second one: constraints and first fail.

three_distinct(N, Qs) :-
    n_rooks(N, Qs),
    diagonals(Qs, 1, Sums, Differences),
    all_distinct(Sums),
    all_distinct(Differences).

diagonals([], _, [], []).
diagonals([Q|Qs], I, [S|Ss], [D|Ds]) :-
    S #= Q+I,
    D #= Q-I,
    I1 #= I+1,
    diagonals(Qs, I1, Ss, Ds).

?- findall(Qs, ( three_distinct(8, Qs), labeling([ff], Qs) ), Boards), length(Boards, N).
   Boards = [[1,5,8,6,3,7,2,4]|...], N = 92.
