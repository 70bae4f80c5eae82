:- module(inside, [seen/1]).
% A predicate that the module can call is a current predicate of it.
seen(A) :- current_predicate(of_user/A).
