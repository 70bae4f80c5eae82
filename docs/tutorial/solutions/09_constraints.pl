% Solutions of lesson 9: models.

:- use_module(library(clpz)).
:- use_module(library(lists)).

% 1. A letter puzzle with seven solutions.

two_four([T,W,O] + [T,W,O] = [F,O,U,R]) :-
    Digits = [T,W,O,F,U,R],
    Digits ins 0..9,
    all_different(Digits),
    2*(100*T + 10*W + O) #= 1000*F + 100*O + 10*U + R,
    T #\= 0,
    F #\= 0.

?- findall(P, ( two_four(P), term_variables(P, Vs), label(Vs) ), Ps), length(Ps, N).
   Ps = [[7,3,4]+[7,3,4]=[1,4,6,8]|...], N = 7.

% None has an odd R, since R is the last digit of twice O.

?- two_four(P), P = (_ = [_,_,_,R]), R mod 2 #= 1, term_variables(P, Vs), label(Vs).
   false.

% 2. Magic squares. There are eight, which are one: the constraints on the corners leave the one whose
%    first corner is the smallest one, and whose second one is smaller than the third one.

magic([[A,B,C],[D,E,F],[G,H,I]]) :-
    Vs = [A,B,C,D,E,F,G,H,I],
    Vs ins 1..9,
    all_distinct(Vs),
    maplist(sum_15, [[A,B,C],[D,E,F],[G,H,I],[A,D,G],[B,E,H],[C,F,I],[A,E,I],[C,E,G]]).

% The sum of all numbers is 45, and there are three rows.
sum_15([X,Y,Z]) :- X+Y+Z #= 15.

?- findall(Square, ( magic(Square), append(Square, Vs), label(Vs) ), Squares), length(Squares, N).
   Squares = [[[2,7,6],[9,5,1],[4,3,8]]|...], N = 8.

?- Square = [[A,_,C],_,[G,_,I]], A #< C, A #< G, A #< I, C #< G, magic(Square), append(Square, Vs), label(Vs).
   Square = [[2,9,4],[7,5,3],[6,1,8]], A = 2, C = 4, G = 6, I = 8, Vs = [2,9,4,7,5,3,6,1,8]
;  false.

% 3. Langford's rows exist for 3, 4, 7 and 8: N or N+1 is a multiple of four.

langford(N, Firsts) :-
    length(Firsts, N),
    first_second(Firsts, 1, Seconds),
    append(Firsts, Seconds, Places),
    Last #= 2*N,
    Places ins 1..Last,
    all_distinct(Places).

first_second([], _, []).
first_second([P|Ps], K, [Q|Qs]) :-
    Q #= P+K+1,
    K1 #= K+1,
    first_second(Ps, K1, Qs).

?- N in 1..8, label([N]), langford(N, Firsts), once(labeling([ff], Firsts)).
   N = 3, Firsts = [2,3,1]
;  N = 4, Firsts = [2,5,3,1]
;  N = 7, Firsts = [12,4,2,8,5,3,1]
;  N = 8, Firsts = [14,2,4,7,9,6,3,1].

% 4. The suitcase.

suitcase(Things, Weight, Value) :-
    length(Things, 6),
    Things ins 0..1,
    [Weight,Value] ins 0..100,
    scalar_product([3,4,7,8,9,11], Things, #=, Weight),
    scalar_product([4,5,10,11,13,15], Things, #=, Value),
    Weight #=< 20.

?- suitcase(Things, Weight, Value), labeling([maximize(Value)], [Value|Things]).
   Things = [0,0,0,0,1,1], Weight = 20, Value = 28.

% 5. Seats.

seats([Ann,Bob,Cleo,Dan]) :-
    [Ann,Bob,Cleo,Dan] ins 1..4,
    all_distinct([Ann,Bob,Cleo,Dan]),
    Ann in 2..3,
    Bob #< Cleo,
    abs(Ann-Dan) #= 1,
    abs(Ann-Bob) #\= 1,
    Cleo in 1\/4.

?- seats(Seats), Seats = [Ann,Bob,Cleo,Dan], label(Seats).
   Seats = [3,1,4,2], Ann = 3, Bob = 1, Cleo = 4, Dan = 2.

% 6. The dinner, with the number of cooks as an argument. One cook needs 20 minutes more than two; a
%    third one does not help, since the oven is what everything waits for.

cooks_dinner(Cooks, Jobs, End) :-
    Jobs = [job(dough,Dough,20), job(sauce,Sauce,30), job(salad,Salad,15),
            job(cream,Cream,25), job(table,Table,10),
            job(pie,Pie,40), job(meringue,Meringue,30)],
    [End,Dough,Sauce,Salad,Cream,Table,Pie,Meringue] ins 0..240,
    Dough+20 #=< Pie,
    Sauce+30 #=< Pie,
    Cream+25 #=< Meringue,
    cumulative([task(Dough,20,_,1,_),task(Sauce,30,_,1,_),task(Salad,15,_,1,_),
                task(Cream,25,_,1,_),task(Table,10,_,1,_)], [limit(Cooks)]),
    serialized([Pie,Meringue], [40,30]),
    maplist(ready_by(End), Jobs).

ready_by(End, job(_,Start,Minutes)) :-
    Start+Minutes #=< End.

cooks_minutes(Cooks, End) :-
    cooks_dinner(Cooks, Jobs, End),
    term_variables(Jobs, Vs),
    labeling([minimize(End)], [End|Vs]).

?- member(Cooks, [1,2,3,4]), cooks_minutes(Cooks, End).
   Cooks = 1, End = 115
;  Cooks = 2, End = 95
;  Cooks = 3, End = 95
;  Cooks = 4, End = 95.

% 7. BASE + BALL = GAMES has a single solution: the query looks for all.

base_games([B,A,S,E] + [B,A,L,L] = [G,A,M,E,S]) :-
    Letters = [B,A,S,E,L,G,M],
    Letters ins 0..9,
    all_different(Letters),
    1000*B + 100*A + 10*S + E + 1000*B + 100*A + 10*L + L #=
        10000*G + 1000*A + 100*M + 10*E + S,
    B #\= 0,
    G #\= 0.

?- base_games(P), term_variables(P, Vs), label(Vs).
   P = ([7,4,8,3]+[7,4,5,5]=[1,4,9,3,8]), Vs = [7,4,8,3,5,9]
;  false.

% 8. Sudoku with diagonals.

diagonal_sudoku(Rows) :-
    sudoku(Rows),
    diagonal(Rows, Falling),
    all_distinct(Falling),
    maplist(reverse, Rows, Mirrored),
    diagonal(Mirrored, Rising),
    all_distinct(Rising).

% The first element of the first row, the second one of the second row, and so on.
diagonal([], []).
diagonal([[X|_]|Rows], [X|Xs]) :-
    maplist(list_tail, Rows, Tails),
    diagonal(Tails, Xs).

list_tail([_|Xs], Xs).

sudoku(Rows) :-
    length(Rows, 9),
    maplist(same_length(Rows), Rows),
    append(Rows, Squares),
    Squares ins 1..9,
    maplist(all_distinct, Rows),
    transpose(Rows, Columns),
    maplist(all_distinct, Columns),
    blocks(Rows).

blocks([]).
blocks([As,Bs,Cs|Rows]) :-
    blocks(As, Bs, Cs),
    blocks(Rows).

blocks([], [], []).
blocks([A1,A2,A3|As], [B1,B2,B3|Bs], [C1,C2,C3|Cs]) :-
    all_distinct([A1,A2,A3,B1,B2,B3,C1,C2,C3]),
    blocks(As, Bs, Cs).

?- diagonal_sudoku(Rows), append(Rows, Squares), once(labeling([ff], Squares)), maplist(portray_clause, Rows).
   outputs("[1,2,3,4,5,6,7,8,9].\n[4,5,6,7,8,9,1,2,3].\n[7,8,9,1,2,3,4,5,6].\n[6,3,5,2,4,1,8,9,7].\n[9,1,7,5,3,8,2,6,4].\n[8,4,2,6,9,7,5,3,1].\n[2,9,8,3,1,4,6,7,5].\n[3,7,1,8,6,5,9,4,2].\n[5,6,4,9,7,2,3,1,8].\n"), Rows = [[1|...]|...], Squares = [1|...].
