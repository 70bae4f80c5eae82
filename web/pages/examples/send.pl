% SEND + MORE = MONEY: each letter is a digit of its own.

:- use_module(library(clpz)).

puzzle([S,E,N,D,M,O,R,Y]) :-
    Vars = [S,E,N,D,M,O,R,Y],
    Vars ins 0..9,
    all_different(Vars),
    S*1000 + E*100 + N*10 + D
        + M*1000 + O*100 + R*10 + E
        #= M*10000 + O*1000 + N*100 + E*10 + Y,
    M #\= 0, S #\= 0.

% Propagation alone finds three of the digits:
?- puzzle([S,E,N,D,M,O,R,Y]), M #= 1.
   ... .

?- puzzle(Vars), label(Vars).
   Vars = [9,5,6,7,1,0,8,2]
;  false.

?- puzzle(Vars), search_tree(label(Vars), 'tree.html').
   ... .
