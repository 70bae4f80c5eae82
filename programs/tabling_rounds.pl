%   What it shows:  tabled predicates that call each other. They are evaluated in rounds; a reader of a
%   table goes on in the next round where it stopped, unless that could change the answers.
%   How to run it:  horn programs/tabling_rounds.pl   then
%                   ?- answers(X, even(X), N).

% answers(T, Goal, N): N is the number of instances of T for the answers of Goal. All are different.
answers(T, Goal, N) :-
    findall(T, Goal, Ts),
    length(Ts, N),
    sort(Ts, Us),
    length(Us, N).

% Each round has one more answer, and the readers read only that one.
:- table ping/1, pong/1.
ping(X) :- pong(Y), Y < 20000, X is Y+1.
ping(0).
pong(X) :- ping(Y), Y < 20000, X is Y+1.
pong(0).

?- answers(X, ping(X), N).
   N = 20001.
?- answers(X, pong(X), N).
   N = 20001.

% Several readers of one table in a clause, one after the other.
:- table even/1, odd/1.
even(0).
even(X) :- member(D, [1,3,5]), odd(Y), X is (Y+D) mod 6000.
odd(X) :- even(Y), X is Y+1.

?- answers(X, even(X), N).
   N = 3000.
?- answers(X, odd(X), N).
   N = 3000.

% A reader inside another one reads all answers in each round.
:- table path/2.
path(X, Y) :- arc(X, Y).
path(X, Z) :- path(X, Y), path(Y, Z).

arc(X, Y) :- between(0, 19, X), Y is (X+1) mod 20.
arc(X, Y) :- between(0, 19, X), Y is (X*7+3) mod 20.

?- answers(X-Y, path(X,Y), N).
   N = 400.

% Readers that are cut, negated, or read only if another one has no answer yet.
:- table p/1, q/1, r/1.
p(X) :- member(K, [1,2,3]), q(Y), X is (Y*K) mod 101.
p(X) :-
    (   q(Y), Y > 50 -> r(X0), X is X0+1
    ;   r(X)
    ),
    X < 300.
p(1).
q(X) :- p(Y), X is (Y+7) mod 103.
q(X) :- r(X), \+ X > 90.
r(X) :- p(Y), once(q(Z)), X is (Y+Z) mod 97.
r(X) :- forall(q(Y), Y < 200), p(X).

?- answers(X, p(X), P), answers(X, q(X), Q), answers(X, r(X), R).
   P = 300, Q = 103, R = 300.

% Aggregates of a table that depends on them: each round collects all answers again.
:- table collected(max), counted(max), first(max), c/1, d/1, e/1.
collected(N) :- findall(X, c(X), Xs), length(Xs, N).
c(0).
c(X) :- c(Y), Y < 15, X is Y+1.
c(X) :- collected(X), X < 30.
counted(N) :- aggregate_all(count, d(_), N).
d(0).
d(X) :- d(Y), Y < 15, X is Y+1.
d(X) :- counted(N), X is N+100, X < 130.
first(N) :- findall(X, limit(40, e(X)), Xs), length(Xs, N).
e(0).
e(X) :- e(Y), Y < 60, X is Y+1.
e(X) :- first(N), X is N+100.

?- collected(N).
   N = 30.
?- counted(N).
   N = 30.
?- first(N).
   N = 40.

% An answer that is replaced is read again.
:- table shortest(_,_,min).
shortest(X, Y, 1) :- arc(X, Y).
shortest(X, Z, N) :- shortest(X, Y, M), arc(Y, Z), N is M+1.

?- aggregate_all(max(N), shortest(0,_,N), Max), aggregate_all(sum(N), shortest(0,_,N), Sum).
   Max = 6, Sum = 72.

% A ball in one round and none in another: the readers after it are not mixed up.
:- table f/1, g/1, h/1.
f(X) :- catch(g(X), _, fail).
f(X) :- h(Y), Y < 10, X is Y+1.
f(0).
g(X) :- f(X), ( X > 5 -> throw(large) ; true ).
h(X) :- f(X).

?- answers(X, f(X), N).
   N = 11.
