% Known programs and properties of library(clpq), of library(clpr) in clpr.pl.

:- use_module(library(clpq)).
:- use_module(library(lists)).

% Mortgage (Jaffar and others): principal, months, interest, balance, monthly payment.
mg(P, T, I, B, MP) :- {T = 1, B+MP = P*(1+I)}.
mg(P, T, I, B, MP) :- {T > 1, P1 = P*(1+I)-MP, T1 = T-1}, mg(P1, T1, I, B, MP).

?- mg(1000, 3, 1/100, B, 340), !.
   B = 67r1000.
?- mg(P, 3, 1/10, B, MP), !.
   clpq:{... }, ... .
?- mg(1000, T, 1/10, 0, 12100/21), !.
   T = 2.

fib(0, 0).
fib(1, 1).
fib(N, F) :-
    {N > 1, N1 = N-1, N2 = N-2, F = F1+F2, F1 >= 0, F2 >= 0},
    fib(N1, F1),
    fib(N2, F2).

?- fib(12, F), !.
   F = 144.
?- {N >= 2}, fib(N, 13), !.
   N = 7.

% A linear program of R rows, with coefficients of a generator of numbers.
next(S0, S, M, R) :- S is (S0*1103515245+12345) mod 2147483648, R is (S>>8) mod M.

program(Rows, Columns, Objective) :-
    length(Vs, Columns),
    not_negative(Vs),
    rows(Rows, 42, S, Vs),
    form(Vs, S, _, Objective).

not_negative([]).
not_negative([V|Vs]) :- {V >= 0}, not_negative(Vs).

rows(N, S0, S, Vs) :-
    (   N =:= 0 -> S = S0
    ;   form(Vs, S0, S1, E),
        next(S1, S2, 1000, R),
        B is R+500,
        {E =< B},
        N1 is N-1,
        rows(N1, S2, S, Vs)
    ).

form([], S, S, 0).
form([V|Vs], S0, S, E) :-
    next(S0, S1, 10, R),
    (   R < 3 -> next(S1, S2, 9, K0), K is K0+1, E = E1+K*V
    ;   S2 = S1, E = E1
    ),
    form(Vs, S2, S, E1).

?- program(50, 30, _O), sup(_O, S), S =:= 3257951r2184, !.
   S = 3257951r2184, ... .
?- findall(S, (program(200, 60, O), sup(O, S)), Ss).
   Ss = [42244683229r28589158].

% The relaxation of SEND + MORE = MONEY.
digits([]).
digits([V|Vs]) :- {V >= 0, V =< 9}, digits(Vs).

?- digits([S,E,N,D,O,R,Y]), {S >= 1, 1000*S+100*E+10*N+D+1000+100*O+10*R+E = 10000+1000*O+100*N+10*E+Y}, inf(S, I), !.
   ..., I = 4041r500, ... .

% Equalities that follow from inequalities.
?- {X =< Y, Y =< Z, Z =< X}, X == Y, Y == Z.
   ... .
?- {X+Y >= 2, X =< 1, Y =< 1}.
   X = 1, Y = 1.
?- {X >= 0, Y >= 0, Z >= 0, X+Y+Z =< 0}.
   X = 0, Y = 0, Z = 0.
?- {X > 0, Y >= 0, X+Y =< 0}.
   false.
?- {2*X-2*Y-2*Z > 3, 2*Y-X-Z < 4, 2*Y-X-Z = 4}.
   false.
?- {X =\= 3, X >= 3, X =< 3}.
   false.
?- {X =\= Y}, X = Y.
   false.
?- {X >= 1, Y >= X}, Y = 0.
   false.
?- {X+Y = 4}, X = Y.
   X = 2, Y = 2.
?- {2*X = 1}.
   X = 1r2.
?- {X = 0.5}.
   X = 1r2.
?- X = a, {X = Y}.
   error(type_error(expression,a),clpq: {}/1).
?- {X >= 1}, X = a.
   false.

% Projection on the variables of the query.
between_(X, Y) :- {X =< Z, Z =< Y}.
double(X, Y) :- {Z = X+1, Y = 2*Z}.

?- between_(X, Y).
   clpq:{X-Y=<0}.
?- double(X, Y).
   clpq:{Y=2+2*X}.
?- {A+B+C >= 3, A =< 1, B =< 1, C =< 2}, dump([A], [a], Cs), !.
   ..., Cs = [a>=0,a=<1], ... .

% Nonlinear constraints wait.
?- {X*Y = 6}, X = 2.
   X = 2, Y = 3.
?- {Z = X*X}, X = 1/2, {X = 3}.
   false.
?- {X = abs(Y)}, Y = -3.
   X = 3, Y = -3.
?- {X = Y^2}, Y = 3.
   X = 9, Y = 3.
?- {X = 6/Y}, Y = 0.
   false.

?- {X >= 2}, entailed(X > 1), \+ entailed(X > 2).
   clpq:{X>=2}.
?- {X >= 0, Y >= 0, 2*X+Y =< 7, X+3*Y =< 9}, bb_inf([X,Y], -3*X-2*Y, I, Vs).
   I = -11, Vs = [3,1], ... .
?- {X >= 0}, sup(X, _).
   false.
?- {(X = 1 ; X = 2)}.
   X = 1
;  X = 2.
?- {_}.
   error(instantiation_error,clpq: {}/1).
?- {foo}.
   error(type_error(constraint,foo),clpq: {}/1).
