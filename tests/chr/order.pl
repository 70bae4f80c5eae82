% Partial orders: the rules of the first papers on constraint handling rules, on variables.

:- use_module(library(chr)).
:- use_module(library(lists)).

:- chr_constraint leq(?any,?any), eq(?any,?any), neq(?any,?any).

reflexivity  @ leq(X,X) <=> true.
antisymmetry @ leq(X,Y), leq(Y,X) <=> X = Y.
idempotence  @ leq(X,Y) \ leq(X,Y) <=> true.
transitivity @ leq(X,Y), leq(Y,Z) ==> leq(X,Z).

neq(X,X) <=> fail.
neq(X,Y) \ neq(X,Y) <=> true.
neq(X,Y) \ neq(Y,X) <=> true.
neq(X,Y) <=> ground(X), ground(Y) | X \== Y.

cycle(N) :- length(L, N), chain(L, Last), L = [First|_], leq(Last, First), all_same(L).

chain([Last], Last) :- !.
chain([X,Y|Xs], Last) :- leq(X, Y), chain([Y|Xs], Last).

all_same([_]) :- !.
all_same([X,Y|Ys]) :- X == Y, all_same([Y|Ys]).

?- leq(A, B), leq(B, C), leq(C, A).
   A = B, C = A.
?- leq(A, B), leq(B, C), leq(C, A), \+ attvar(A).
   A = B, C = A.
?- leq(A, B), leq(B, C).
   user:leq(A,C), user:leq(A,B), user:leq(B,C).
?- leq(A, A).
   true.
?- leq(A, B), A = B.
   A = B.
?- leq(A, B), leq(B, C), ( C = A ; A = 1 ).
   A = B, C = A
;  A = 1, user:leq(B,C), user:leq(1,B), user:leq(1,C).
?- cycle(2).
   true.
?- cycle(15).
   true.
?- leq(A, f(B)), leq(f(C), A), B = C.
   A = f(B), B = C.
?- leq(X, Y), copy_term(X-Y, X1-Y1, Gs).
   Gs = [user:leq(X1,Y1)], user:leq(X,Y).
?- neq(A, B), neq(B, A), A = 1.
   A = 1, user:neq(1,B).
?- neq(A, B), A = 1, B = 2.
   A = 1, B = 2.
?- neq(A, B), A = B.
   false.
?- neq(f(A), f(B)), A = 1, B = 1.
   false.
?- catch(( leq(A, B), throw(done) ), done, true), leq(B, A).
   user:leq(B,A).
?- \+ \+ leq(A, B), leq(B, A).
   user:leq(B,A).
?- findall(x, ( leq(A, B), leq(B, A), A == B ), L).
   L = "x".
