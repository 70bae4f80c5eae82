% The refined operational semantics: the order in which rules are tried, what is removed when, guards, activation by
% bindings, backtracking.

:- use_module(library(chr)).
:- use_module(library(lists)).

:- chr_option(debug, off).
:- chr_type color ---> red ; green.

:- chr_constraint a(+int), b(+int), c(?any), d(?any,?any), p(?any,?any), q(?any), counter(+int), tick, entry(+any,?any).
:- chr_constraint one, two, passive_one, passive_two, three(?any), four(?any), g(?any), h(?any,?any), r(+any,?any).
:- chr_constraint colored(+color), loop(+int), pair(?any,?any), u(?any), v(?any), t(?int), thrower, stop.
:- chr_constraint deep(?any), set(+any), fill(+int).

a(X), a(Y) ==> write(p(X,Y)), nl.

b(X), b(Y) \ b(Z) <=> X<Y, Y<Z | write(q(X,Y,Z)), nl.

c(X) ==> nonvar(X) | functor(X, F, _), write(c(F)), nl.

d(X,Y) ==> nonvar(X) | write(d(X,Y)), nl.
d(X,Y), d(X,Z) ==> write(dd(Y,Z)), nl.

p(f(X),Y), q(X) ==> shape(X, S), write(pq(S,Y)), nl.
p(X,X) <=> write(same), nl.
q(X) \ q(X) <=> write(dup), nl.

counter(N), tick <=> M is N+1, counter(M).

entry(K,V) \ entry(K,W) <=> V = W.

one, two # passive ==> write(one), nl.
passive_one, passive_two # Id <=> write(both), nl pragma passive(Id).

% Guards ask: what would bind a variable of a constraint is false.
three(X) <=> X = 3 | write(three), nl.
four(X) <=> ( X = 3 ; X = 4 ) | write(four), nl.
g(X) ==> member(Y, [1,2,3]), Y >= 2 | write(g(X,Y)), nl.
h(X,Y) <=> X = Y | write(h), nl.
r(K,X) <=> K = k(Y), integer(Y), Z is Y+1 | X = Z.

loop(0) <=> true.
loop(N) <=> M is N-1, loop(M).

pair(X,Y) \ pair(Y,X) <=> write(turned), nl.

u(X), v(Y) <=> ( X = 1 ; X = 2 ), Y = X.

t(X), t(Y), t(Z) ==> integer(X), integer(Y), integer(Z), X < Y, Y < Z | write(t(X,Y,Z)), nl.

thrower <=> throw(thrown).

stop <=> fail.

deep(f(g(X),h(X,_))) <=> write(deep(X)), nl.

shape(X, S) :- ( var(X) -> S = any ; functor(X, S, _) ).

set(X) \ set(X) <=> true.
fill(0) <=> true.
fill(N) <=> M is N mod 10, set(M), N1 is N-1, fill(N1).

% Rules are tried in their order; the active constraint takes the place of each head from the left, and its
% partners are tried from the newest on.

?- a(1), a(2), a(3).
   outputs("p(2,1)\np(1,2)\np(3,2)\np(3,1)\np(2,3)\np(1,3)\n"), user:a(3), user:a(2), user:a(1).
?- b(1), b(2), b(3).
   outputs("q(1,2,3)\n"), user:b(2), user:b(1).
?- b(3), b(1), b(2).
   outputs("q(1,2,3)\n"), user:b(2), user:b(1).

% Bindings activate the constraints that they concern, once for each.

?- d(X, 1), d(X, 2), nl, X = 1.
   outputs("dd(2,1)\ndd(1,2)\n\nd(1,1)\nd(1,2)\n"), X = 1, user:d(1,2), user:d(1,1).
?- d(X, 1), d(Y, 2), nl, X = Y.
   outputs("\ndd(1,2)\ndd(2,1)\n"), X = Y, user:d(X,1), user:d(X,2).
?- c(X), c(Y), X = f(Y), Y = 3.
   outputs("c(f)\nc(3)\n"), X = f(3), Y = 3, user:c(3), user:c(f(3)).
?- p(f(X), 1), q(X).
   outputs("pq(any,1)\n"), user:p(f(X),1), user:q(X).
?- p(f(X), 1), q(Y), X = Y.
   outputs("pq(any,1)\n"), X = Y, user:p(f(X),1), user:q(X).
?- p(f(X), 1), q(g(Z)), X = g(Y), write(more), nl, Y = Z.
   outputs("more\npq(g,1)\n"), X = g(Z), Z = Y, user:p(f(g(Z)),1), user:q(g(Z)).
?- p(X, Y), X = Y.
   outputs("same\n"), X = Y.
?- q(X), q(Y), q(Z), X = Y, Y = Z.
   outputs("dup\ndup\n"), X = Y, Z = X, user:q(X).
?- pair(A, B), pair(C, D), A = D, B = C.
   outputs("turned\n"), A = D, B = C, user:pair(B,A).
?- deep(X), X = f(A, B), A = g(1), B = h(C, D), C = 1.
   outputs("deep(1)\n"), X = f(g(1),h(1,D)), A = g(1), B = h(1,D), C = 1.

% Constraints that have no variables are in the answer, too.

?- counter(0), tick, tick, tick.
   user:counter(3).
?- tick, tick, counter(0), tick.
   user:counter(3).
?- entry(1, X), entry(2, Y), entry(1, 3), entry(2, 4), entry(1, Z).
   X = 3, Y = 4, Z = 3, user:entry(2,4), user:entry(1,3).
?- colored(red), colored(green).
   user:colored(green), user:colored(red).

% Passive heads.

?- two, one.
   outputs("one\n"), user:one, user:two.
?- one, two.
   user:one, user:two.
?- passive_two, passive_one.
   outputs("both\n"), true.
?- passive_one, passive_two.
   user:passive_one, user:passive_two.

% Guards.

?- three(X).
   user:three(X).
?- three(X), X = 3.
   outputs("three\n"), X = 3.
?- three(4).
   user:three(4).
?- four(4), four(X), X = 3.
   outputs("four\nfour\n"), X = 3.
?- g(a).
   outputs("g(a,2)\n"), user:g(a).
?- h(A, B), A = B.
   outputs("h\n"), A = B.
?- h(f(A), f(B)), B = A.
   outputs("h\n"), A = B.
?- r(k(1), X), r(k(a), Y), r(b, Z).
   X = 2, user:r(b,Z), user:r(k(a),Y).

% Bodies with several answers, with errors, that fail.

?- u(X), v(Y).
   X = 1, Y = 1
;  X = 2, Y = 2.
?- ( counter(1), tick, fail ; counter(5) ), tick.
   user:counter(6).
?- counter(1), ( tick, fail ; true ).
   user:counter(1).
?- catch(( tick, thrower ), B, true), counter(1).
   B = thrown, user:counter(1).
?- stop.
   false.
?- t(1), t(3), t(2).
   outputs("t(1,2,3)\n"), user:t(2), user:t(3), user:t(1).
?- t(A), t(B), t(C), A = 1, C = 3, B = 2.
   outputs("t(1,2,3)\n"), A = 1, B = 2, C = 3, user:t(3), user:t(2), user:t(1).

% The store.

?- a(1), find_chr_constraint(a(X)).
   X = 1, user:a(1).
?- counter(1), current_chr_constraint(user, C).
   C = counter(1), user:counter(1).
?- q(X), find_chr_constraint(q(Y)), X == Y.
   X = Y, user:q(X).
?- counter(1), entry(a, b), chr_show_store(user).
   outputs("counter(1)\nentry(a,b)\n"), user:counter(1), user:entry(a,b).
?- find_chr_constraint(_).
   false.
?- copy_term(X, Y), q(X), copy_term(X, Z, Gs).
   Gs = [user:q(Z)], user:q(X).

% Removed constraints leave nothing behind.

?- loop(10000).
   true.
?- fill(1000), findall(X, find_chr_constraint(set(X)), Xs0), sort(Xs0, Xs).
   Xs0 = [1,2,3,4,5,6,7,8,9,0], Xs = [0,1,2,3,4,5,6,7,8,9], user:set(1), user:set(2), user:set(3), user:set(4), user:set(5), user:set(6), user:set(7), user:set(8), user:set(9), user:set(0).
