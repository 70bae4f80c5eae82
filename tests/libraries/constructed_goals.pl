% Control constructs that call/N makes, in a module and in `user`: the goal is that with all arguments (ISO 8.15.4).

:- module(constructed_goals, [condition/1, soft/1, rule/1, sequence/1, negation/0]).

condition(X) :- call(;((true->X=a)), X=b).
soft(X) :- call(;((member(X,[1,2])*->true)), X=b).
rule(X) :- call(->(member(X,[1,2])), true).
sequence(X) :- call(','(member(X,[1,2,3])), !).
negation :- call(\+, fail).

?- condition(X).
   X = a.
?- soft(X).
   X = 1
;  X = 2.
?- rule(X).
   X = 1.
?- sequence(X).
   X = 1.
?- negation.
   true.
?- call(;((true->X=a)), X=b).
   X = a.
?- call((;), fail, X=b).
   X = b.
