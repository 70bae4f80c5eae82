% Solvers: booleans, and finite domains as lists of values.

:- use_module(library(chr)).
:- use_module(library(lists)).

:- chr_constraint and(?bool,?bool,?bool), or(?bool,?bool,?bool), neg(?bool,?bool), xor(?bool,?bool,?bool), dom(?any,+list), diff(?any,?any), less(?any,?any).

and(0,_,Z) <=> Z = 0.
and(_,0,Z) <=> Z = 0.
and(1,Y,Z) <=> Z = Y.
and(X,1,Z) <=> Z = X.
and(X,Y,1) <=> X = 1, Y = 1.
and(X,X,Z) <=> Z = X.
and(X,Y,A) \ and(X,Y,B) <=> A = B.
and(X,Y,A) \ and(Y,X,B) <=> A = B.

or(0,Y,Z) <=> Z = Y.
or(X,0,Z) <=> Z = X.
or(1,_,Z) <=> Z = 1.
or(_,1,Z) <=> Z = 1.
or(X,Y,0) <=> X = 0, Y = 0.
or(X,X,Z) <=> Z = X.

neg(0,Y) <=> Y = 1.
neg(1,Y) <=> Y = 0.
neg(X,0) <=> X = 1.
neg(X,1) <=> X = 0.
neg(X,X) <=> fail.
neg(X,Y) \ neg(Y,Z) <=> X = Z.
neg(X,Y), and(X,Y,Z) <=> Z = 0, neg(X, Y).

xor(0,Y,Z) <=> Z = Y.
xor(X,0,Z) <=> Z = X.
xor(X,Y,0) <=> X = Y.
xor(1,Y,Z) <=> neg(Y, Z).
xor(X,1,Z) <=> neg(X, Z).
xor(X,Y,1) <=> neg(X, Y).

half_adder(X, Y, S, C) :- xor(X, Y, S), and(X, Y, C).
adder(X, Y, Z, S, C) :- half_adder(X, Y, S1, C1), half_adder(Z, S1, S, C2), or(C1, C2, C).

dom(_,[]) <=> fail.
dom(X,[Y]) <=> X = Y.
dom(X,L) <=> nonvar(X) | memberchk(X, L).
dom(X,L1), dom(X,L2) <=> intersected(L1, L2, L), dom(X, L).
diff(X,X) <=> fail.
diff(X,Y) <=> nonvar(X), nonvar(Y) | X \== Y.
diff(Y,X) \ dom(X,L) <=> nonvar(Y), select(Y, L, L1) | dom(X, L1).
diff(X,Y) \ dom(X,L) <=> nonvar(Y), select(Y, L, L1) | dom(X, L1).
less(X,Y) <=> nonvar(X), nonvar(Y) | X < Y.
less(X,Y) \ dom(X,L) <=> nonvar(Y), least(L, Y, L1), L1 \== L | dom(X, L1).
less(X,Y) \ dom(Y,L) <=> nonvar(X), greater(L, X, L1), L1 \== L | dom(Y, L1).
less(X,Y), dom(X,L), dom(Y,M) ==> last(M, Max), least(L, Max, L1), L1 \== L | dom(X, L1).
less(X,Y), dom(X,[Min|_]), dom(Y,M) ==> greater(M, Min, M1), M1 \== M | dom(Y, M1).

intersected([], _, []).
intersected([X|Xs], Ys, Zs) :- ( memberchk(X, Ys) -> Zs = [X|Zs1] ; Zs = Zs1 ), intersected(Xs, Ys, Zs1).

least([], _, []).
least([X|Xs], Max, Ys) :- ( X < Max -> Ys = [X|Ys1], least(Xs, Max, Ys1) ; Ys = [] ).

greater([], _, []).
greater([X|Xs], Min, Ys) :- ( X > Min -> Ys = [X|Xs] ; greater(Xs, Min, Ys) ).

all_diff([]).
all_diff([X|Xs]) :- diffs(Xs, X), all_diff(Xs).

diffs([], _).
diffs([Y|Ys], X) :- diff(X, Y), diffs(Ys, X).

doms([], _).
doms([X|Xs], L) :- dom(X, L), doms(Xs, L).

label([]).
label([X|Xs]) :- ( var(X), find_chr_constraint(dom(X0,L)), X0 == X -> member(X, L) ; true ), label(Xs).

% The queen of each column, with diagonals.
queens(N, Qs) :-
    length(Qs, N),
    numlist(1, N, L),
    doms(Qs, L),
    all_diff(Qs),
    ups(Qs),
    label_safe(Qs, []).

ups(_).

label_safe([], _).
label_safe([Q|Qs], Ps) :- label([Q]), safe(Ps, Q, 1), label_safe(Qs, [Q|Ps]).

safe([], _, _).
safe([P|Ps], Q, D) :- P =\= Q+D, P =\= Q-D, D1 is D+1, safe(Ps, Q, D1).

?- and(X, Y, 1).
   X = 1, Y = 1.
?- and(X, Y, Z), X = Y.
   X = Y, Z = X.
?- neg(X, Y), and(X, Y, Z).
   Z = 0, user:neg(X,Y).
?- neg(X, Y), neg(Y, Z).
   X = Z, user:neg(X,Y).
?- adder(1, 1, 0, S, C).
   S = 0, C = 1.
?- adder(X, 1, 0, S, 1).
   X = 1, S = 0.
?- adder(X, Y, Z, 1, 1).
   X = 1, Y = 1, Z = 1.
?- neg(X, X).
   false.
?- dom(X, [1,2,3]), dom(X, [3,4,5]).
   X = 3.
?- dom(X, [1,2,3]), diff(X, 2).
   user:dom(X,[1,3]), user:diff(X,2).
?- dom(X, [1,2]), dom(Y, [1,2]), diff(X, Y), X = 1.
   X = 1, Y = 2.
?- dom(X, [1,2]), dom(Y, [1,2]), dom(Z, [1,2]), all_diff([X,Y,Z]), label([X,Y,Z]).
   false.
?- dom(X, [1,2,3]), dom(Y, [1,2,3]), less(X, Y).
   user:dom(X,[1,2]), user:less(X,Y), user:dom(Y,[2,3]).
?- dom(X, [1,2,3]), dom(Y, [1,2,3]), dom(Z, [1,2,3]), less(X, Y), less(Y, Z).
   X = 1, Y = 2, Z = 3.
?- queens(6, Qs).
   Qs = [2,4,6,1,3,5]
;  Qs = [3,6,2,5,1,4]
;  Qs = [4,1,5,2,6,3]
;  Qs = [5,3,1,6,4,2]
;  false.
?- dom(X, [1,2,3]), ( X = 4 ; X = 2 ).
   X = 2.
