% Tabling with negation: the examples of the literature on the well-founded semantics, with their known models.

:- dynamic(link/2).

% The game of Van Gelder, Ross and Schlipf (1991, example 6.1): a position wins if a move leads to one that loses.
:- table wins/1.
wins(X) :- move(X, Y), tnot(wins(Y)).

move(a, b).
move(b, a).
move(b, c).
move(c, d).

?- wins(X).
   X = a, tabling:delayed(user:wins(a))
;  X = b, tabling:delayed(user:wins(b))
;  X = c.
?- wins(d).
   false.
?- tnot(wins(d)).
   true.
?- tnot(wins(c)).
   false.
?- tnot(wins(a)).
   tabling:tnot(user:wins(a)).
?- call_delays(wins(a), C).
   C = wins(a), tabling:delayed(user:wins(a)).
?- call_residual_program(wins(a), P).
   P = [(wins(a):-tnot(wins(b))),(wins(b):-tnot(wins(a)))], tabling:delayed(user:wins(a)).

% A cycle without an exit is undefined, an acyclic game is not.
:- table win2/1.
win2(X) :- edge2(X, Y), tnot(win2(Y)).

edge2(1, 2).
edge2(2, 3).
edge2(3, 1).
edge2(4, 5).
edge2(5, 6).

?- findall(X-D, call_delays(win2(X), D), L).
   L = [1-win2(1),2-win2(2),3-win2(3),5-true].

% The barber shaves each man who does not shave himself.
:- table shaves/2.
shaves(barber, X) :- man(X), tnot(shaves(X, X)).
shaves(mayor, mayor).

man(barber).
man(mayor).
man(baker).

?- findall(X-D, call_delays(shaves(barber,X), D), L).
   L = [barber-shaves(barber,barber),baker-true].
?- shaves(barber, barber).
   tabling:delayed(user:shaves(barber,barber)).

% Example 3.1 of Van Gelder, Ross and Schlipf: r and s support each other only, and p refutes itself through w.
:- table p/0, q/0, r/0, s/0, t/0, w/0.
p :- w, tnot(q).
q :- p.
r :- s.
s :- r.
t :- tnot(r).
w :- tnot(p).

?- t.
   true.
?- r.
   false.
?- w.
   tabling:delayed(user:w).
?- p.
   tabling:delayed(user:p).

% Positive loops that only delayed literals kept alive are false.
:- table u1/0, u2/0, u3/0, u4/0.
u1 :- tnot(u2), u3.
u3 :- u1.
u3 :- tnot(u4), u3.
u2 :- tnot(u1).
u4 :- fail.

?- u1.
   false.
?- u2.
   true.

% Answers that are found to be true later.
:- table v1/0, v2/0, v3/0.
v1 :- tnot(v2).
v1 :- v3.
v2 :- tnot(v1).
v3.

?- v1.
   true.
?- v2.
   false.

% Undefined answers of tables that are complete are conditions of others.
:- table above/1, both/1.
above(X) :- wins(X).
above(z).
both(X) :- above(X), tnot(above(b)).

?- above(X).
   X = a, tabling:delayed(user:above(a))
;  X = b, tabling:delayed(user:above(b))
;  X = c
;  X = z.
?- findall(X, both(X), L).
   L = [a,b,c,z].
?- answer_residual(both(z), C).
   C = tnot(above(b)).

% Reachability through nodes that are not removed: negation between two components.
:- table reach/2, removed/1.
reach(X, Y) :- arc(X, Y), tnot(removed(Y)).
reach(X, Z) :- reach(X, Y), arc(Y, Z), tnot(removed(Z)).
removed(X) :- broken(X).

arc(1, 2).
arc(2, 3).
arc(3, 1).
arc(3, 4).
arc(4, 5).

broken(4).

?- findall(X-Y, reach(X,Y), L0), sort(L0, L).
   L0 = ..., L = [1-1,1-2,1-3,2-1,2-2,2-3,3-1,3-2,3-3,4-5].

?- not_exists(wins(d)).
   true.
?- not_exists(( arc(X,Y), Y < X, X > 3 )).
   true.
?- tnot(undefined), undefined.
   tabling:tnot(tabling:undefined), tabling:undefined.
?- call_delays(( undefined ; true ), C).
   C = tabling:undefined, tabling:undefined
;  C = true.
?- delays_residual_program(( wins(a), wins(b) ), P).
   P = [(wins(a):-tnot(wins(b))),(wins(b):-tnot(wins(a)))].

% A long chain in one component: chain(0) is equivalent to its own negation, by way of 2,000 tables.
:- table chain/1.
chain(X) :- X < 2000, Y is X+1, tnot(chain(Y)).
chain(X) :- X > 0, X < 2000, 0 is X mod 500, tnot(chain(0)).

?- call_delays(chain(0), D).
   D = chain(0), tabling:delayed(user:chain(0)).
?- chain(1999), tnot(chain(2000)).
   true.

% Modes and conditions exclude each other.
:- table cost(_,min).
cost(X, 1) :- wins(X).

?- cost(c, C).
   C = 1.
?- cost(a, C).
   error(permission_error(add,conditional_answer,user:cost/2),(table)/1).
?- cost(c, C).
   C = 1.

% Balls leave no table behind.
:- table ball/1.
ball(X) :- tnot(ball(X)), throw(oops(X)).

?- ball(1).
   throw(oops(1)).
?- wins(c).
   true.

% Answers are computed again after a change of the database.
:- table linked/2 as incremental.
linked(X, Y) :- link(X, Y).
linked(X, Z) :- linked(X, Y), link(Y, Z).

?- assertz(link(1,2)), assertz(link(2,3)), findall(Y, linked(1,Y), L1),
   retract(link(2,3)), findall(Y, linked(1,Y), L2), retractall(link(_,_)).
   L1 = [2,3], L2 = [2].

% Answer subsumption.
:- table short(_,_,min), long(_,lattice(longer/3)), best(_,po(better/2)), total(_,sum), one(first), other(last).
short(X, Y, 1) :- arc(X, Y).
short(X, Z, N) :- short(X, Y, N0), arc(Y, Z), N is N0+1.
long(X, [X,Y]) :- arc(X, Y).
longer(A, B, C) :- length(A, M), length(B, N), ( M >= N -> C = A ; C = B ).
best(1, X) :- member(X, [3,1,2]).
better(X, Y) :- X > Y.
total(k, X) :- member(X, [1,2,3]).
one(X) :- member(X, [b,a]).
other(X) :- member(X, [b,a]).

?- short(1, 5, N).
   N = 4.
?- long(3, L).
   L = [3,1].
?- best(1, X).
   X = 1.
?- total(k, S).
   S = 6.
?- one(X), other(Y).
   X = b, Y = a.

% Tabling that ends.
:- table doubled/1.
doubled(X) :- member(X, [1,1]).

?- findall(X, doubled(X), L1), current_table(doubled(_), _), untable(doubled/1), findall(X, doubled(X), L2).
   L1 = [1], L2 = [1,1].
