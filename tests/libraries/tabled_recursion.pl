% Tabled predicates that call each other: each component of calls is completed once, in time linear in its calls.

:- table d/1, e/1.

d(0).
d(X) :- X > 0, Y is X-1, e(Y).

e(0).
e(X) :- X > 0, Y is X-1, d(Y).

% About 85 inferences a call.
?- call_with_inference_limit(d(12800), 2000000, R).
   R = (!).

% The same with calls that are variants of those that are not complete.
:- table up_d/1, up_e/1.

up_d(X) :- up_e(Y), Y < 2000, X is Y+1.
up_d(0).

up_e(X) :- up_d(Y), Y < 2000, X is Y+1.
up_e(0).

?- call_with_inference_limit(aggregate_all(count-max(X), up_d(X), N-M), 400000, R).
   N = 2001, M = 2000, R = (!).
