solve(true).
solve((A,B)) :- solve(A), solve(B).
solve(H) :- predicate_property(H, built_in), !, call(H).
solve(H) :- clause(H, B), solve(B).
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
