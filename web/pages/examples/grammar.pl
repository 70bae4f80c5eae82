% A grammar of sums and products, which computes the value while it reads.

:- use_module(library(dcgs)).

expression(V) --> term(V0), terms(V0, V).

terms(V0, V) --> "+", term(V1), { V2 is V0+V1 }, terms(V2, V).
terms(V0, V) --> "-", term(V1), { V2 is V0-V1 }, terms(V2, V).
terms(V, V) --> [].

term(V) --> factor(V0), factors(V0, V).

factors(V0, V) --> "*", factor(V1), { V2 is V0*V1 }, factors(V2, V).
factors(V, V) --> [].

factor(V) --> digits(Ds), { number_chars(V, Ds) }.
factor(V) --> "(", expression(V), ")".

digits([D|Ds]) --> digit(D), digits(Ds).
digits([D]) --> digit(D).

digit(D) --> [D], { char_type(D, digit) }.

?- phrase(expression(V), "2+3*(4-1)").
   V = 11
;  false.
