% Arrows that are not those of a grammar rule and of a rule.

greeting -> "hello".

p(X) : - q(X).
