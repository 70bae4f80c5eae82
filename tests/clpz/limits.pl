% Limits end a propagation that takes long, or would not end.

:- use_module(library(clpz)).
:- use_module(library(time)).

% Bounds grow by one in each of a million rounds.
climbing(N) :-
    length(Vs, N), Vs ins 0..1000000,
    rising(Vs, Last),
    Vs = [First|_], D in 1..2, First #>= Last + D.

rising([Last], Last).
rising([X,Y|Vs], Last) :- D in 0..1, X + D #=< Y, rising([Y|Vs], Last).

?- climbing(2).
   false.
?- call_with_time_limit(0.05, climbing(1000)).
   throw(time_limit_exceeded).
?- catch(call_with_time_limit(0.05, climbing(1000)), time_limit_exceeded, true), X in 1..3, X #> 2.
   X = 3.

% Each new bound would be the cube of the last one.
?- Z #>= 2, Z #= (Z-1)^3, fd_inf(Z, Inf), Inf > 100, Inf < 10^40.
   clpz:(Z in 64008097941521081149703..sup), clpz:(_A+1#=Z), clpz:(_A^3#=Z), clpz:(_A in 64008097941521081149702..sup), Inf = 64008097941521081149703.
% An equation of the second degree is solved.
?- Z #>= 2, Z #= (Z-1)^2.
   false.
?- X #> 10^300, Y #> X*X, fd_inf(Y, Inf), Inf =:= (10^300+1)^2+1.
   true, ... .
