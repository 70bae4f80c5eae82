:- module(inside, [seen/1]).
% What the module can call counts as a current predicate.
seen(A) :- current_predicate(of_user/A).
