% ISO/IEC 13211-1, 8.5.5: term_variables/2.

% 8.5.5 term_variables/2

?- term_variables(t, Vars).
   Vars = [].
?- term_variables(A+B*C/B-D, Vars).
   Vars = [A,B,C,D].
?- term_variables(t, [x, y|a]).
   type_error(list,[x,y|a]).
?- S = B+T, T = A*B, term_variables(S, Vars).
   S = B+A*B, T = A*B, Vars = [B,A].
?- T = A*B, S = B+T, term_variables(S, Vars).
   T = A*B, S = B+A*B, Vars = [B,A].
?- term_variables(A+B+B, [B, C|_]).
   A = B, C = A.
?- X = f(X,Y), term_variables(X, Vs).
   X = f(X,Y), Vs = [Y].
?- term_variables(f(A,B), Vs, Tail).
   Vs = [A,B|Tail].

% setarg/3, nb_setarg/3

?- T = f(a,b), setarg(1, T, c).
   T = f(c,b).
?- T = f(a), ( setarg(1, T, b), fail ; true ).
   T = f(a).
?- T = f(a), ( nb_setarg(1, T, g(X,1.5,Y,X)), fail ; true ).
   T = f(g(A,1.5,B,A)).
?- T = [a,b], setarg(2, T, []).
   T = [a].
?- setarg(3, f(a), x).
   false.
?- setarg(0, f(a), x).
   false.
?- setarg(_, f(a), x).
   instantiation_error.
?- setarg(1, a, x).
   type_error(compound,a).
?- setarg(-1, f(a), x).
   domain_error(not_less_than_zero,-1).

?- term_variables(f(X, g(Y), X, _Z), L).
   L = [X,Y,_Z].
?- term_variables(a, L).
   L = [].
?- term_variables(X, L).
   L = [X].
?- term_variables(f(X, Y), [A|B]).
   A = X, B = [Y].
?- term_variables(f(X), a).
   type_error(list,a).
?- term_variables(f(X), [_|a]).
   type_error(list,[_|a]).
?- term_variables(f(X), [a, b]).
   false.
