head(f(g(X), h(Y, Z), i(X, j(Y, k(Z))))).
void(_, f(_, _), [_|T], g(X, _), T).
numbers(1, 2.5, 12345678901, 123456789012345678901234567890, f(2.5, 12345678901)).
body(X) :- q([1, 2, 3|X], f(g(X), h(2.5, 12345678901234567890)), Y, Y, _).
cycle(A, B, C, D) :- q(B, C, A, f(D)).
unify(X, Y) :- X = f(Y, Z), Y = g(A, A), Z = [], q(A).
arith(X, Y) :- Z is (X+Y)*2 - X mod 3, Z > 10, 5 =\= Y, q(Z).
chain(A, D) :- p(A, B), q(B, C), r(C, D).
