% Block operators of SWI-Prolog: `[]` and `{}` as postfix operators.

:- expects_dialect(swi).

:- op(100, yf, []).

element(A[I], X) :- nth1(I, A, X).
pair(A[I][J], A, I, J).
written(A) :- with_output_to(atom(A), ( print(x[1]), print(\ x[1][2]), print((a:-b)[c]) )).
parts(x[1,2], L) :- L = 1.

?- element([a,b,c][2], X).
   X = b.
?- pair(T, m, 1, 2).
   T = m[1][2].
?- T = m[1,2], T =.. L.
   T = m[1,2], L = [[],[1,2],m].
?- written(A).
   A = 'x[1]\\x[1][2](a:-b)[c]'.
?- op(100, fy, []).
   error(permission_error(create,operator,[]),op/3).
