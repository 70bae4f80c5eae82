% A question, with a mistake: the negation comes before its variable has a value.

bachelor(X) :- \+ married(X), male(X).

male(homer).
male(moe).

married(homer).
