len([], 0).
term_expansion(x, _) :- repeat, fail.
x.
last_of([X], X).
