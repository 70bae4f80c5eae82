% References to the clauses of static predicates that clause/2 sees.

:- set_prolog_flag(protect_static_code, false).

app([], L, L).
app([X|Xs], L, [X|Zs]) :- app(Xs, L, Zs).

:- set_prolog_flag(protect_static_code, true).

hidden(1).

:- dynamic(fact/1).
fact(1).
fact(2).

?- clause(app(_, _, _), B, R), clause(H, B1, R).
   B = true, R = ..., H = app([],_A,_A), B1 = true
;  B = app(_A,_B,_C), R = ..., H = app([_D|_E],_F,[_D|_G]), B1 = app(_E,_F,_G).
?- clause(app([_|_], _, _), app(_, _, _), R), clause(_, true, R).
   false.
?- nth_clause(app(_, _, _), 2, R), nth_clause(H, N, R).
   R = ..., H = app(_A,_B,_C), N = 2.
?- nth_clause(app(_, _, _), 3, _).
   false.
?- clause(app([], _, _), true, R), instance(R, T).
   R = ..., T = (app([],_A,_A):-true).
?- clause(app([], _, _), true, R), erase(R).
   error(permission_error(modify,static_procedure,app/3),erase/1).
?- app([1], [2], L).
   L = [1,2].
?- clause(hidden(_), _, _).
   error(permission_error(access,private_procedure,hidden/1),...).
?- clause(fact(X), true, R), X == 2, erase(R), \+ clause(_, _, R).
   X = 2, R = ... .
?- findall(X, clause(fact(X), true, _), Xs).
   Xs = [1].
