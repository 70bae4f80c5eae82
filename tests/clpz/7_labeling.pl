% Labeling: every option, its errors, and solutions in order.

:- use_module(library(clpz)).

% The selection of a variable.

?- X in 0..2, Y in 0..1, labeling([input_order], [X,Y]), !.
   X = 0, Y = 0.
?- findall(X-Y, ( X in 0..2, Y in 0..1, labeling([first_fail], [X,Y]) ), L).
   L = [0-0,1-0,2-0,0-1,1-1,2-1].
?- findall(X-Y, ( X in 0..1, Y in 0..2, labeling([anti_first_fail], [X,Y]) ), L).
   L = [0-0,1-0,0-1,0-2,1-1,1-2].
?- findall(X-Y, ( X in 2..3, Y in 1..2, labeling([smallest], [X,Y]) ), L).
   L = [2-1,3-1,2-2,3-2].
?- findall(X-Y, ( X in 0..1, Y in 0..2, labeling([largest], [X,Y]) ), L).
   L = [0-0,1-0,0-1,1-1,0-2,1-2].
?- findall(X-Y, ( X in 0..1, Y in 0..1, Z in 0..5, Y #=< Z, labeling([occurrence], [X,Y]) ), L).
   L = [0-0,1-0,0-1,1-1].
?- findall(X-Y, ( X in 0..1, Y in 0..1, Z in 0..5, Y #=< Z, labeling([most_constrained], [X,Y]) ), L).
   L = [0-0,1-0,0-1,1-1].
?- findall(X-Y, ( X in 0..1, Y in 0\/5, labeling([max_regret], [X,Y]) ), L).
   L = [0-0,1-0,0-5,1-5].
?- findall(X-Y, ( X in 0..1, Y in 0..2, Y #=< Z, Y #=< U, Y #=< V, Z in 0..9, U in 0..9, V in 0..9, X #=< Z, labeling([dom_deg], [X,Y]) ), L).
   L = [0-0,1-0,0-1,1-1,0-2,1-2].
?- findall(X-Y, ( X in 0..2, Y in 0..1, labeling([dom_w_deg], [X,Y]) ), L).
   L = [0-0,1-0,2-0,0-1,1-1,2-1].
?- findall(X-Y, ( X in 0..1, Y in 0..1, labeling([afc], [X,Y]) ), L).
   L = [0-0,0-1,1-0,1-1].
?- findall(X-Y, ( X in 0..2, Y in 0..1, labeling([impact], [X,Y]) ), L).
   L = [0-0,1-0,2-0,0-1,1-1,2-1].
?- findall(X-Y, ( X in 0..1, Y in 0..1, labeling([impact], [X,Y]) ), L).
   L = [0-0,0-1,1-0,1-1].
?- findall(X-Y, ( X in 0..1, Y in 0..1, labeling([random_variable(5)], [X,Y]) ), L0), sort(L0, L).
   L0 = ..., L = [0-0,0-1,1-0,1-1].
?- findall(X-Y, ( X in 0..1, Y in 0..1, labeling([random_variable], [X,Y]) ), L0), sort(L0, L).
   L0 = ..., L = [0-0,0-1,1-0,1-1].

% The order of values.

?- findall(X, ( X in 1..5, labeling([median], [X]) ), L).
   L = [3,2,4,1,5].
?- findall(X, ( X in 1\/2\/9, labeling([middle], [X]) ), L).
   L = [2,1,9].
?- findall(X, ( X in 1..4, labeling([random(3)], [X]) ), L0), msort(L0, L).
   L0 = ..., L = [1,2,3,4].
?- findall(X, ( X in 1..4, labeling([random], [X]) ), L0), msort(L0, L).
   L0 = ..., L = [1,2,3,4].
?- findall(X, ( X in 1..20, labeling([random(3)], [X]) ), L1), findall(X, ( X in 1..20, labeling([random_value(3)], [X]) ), L2), L1 == L2.
   L1 = ..., L2 = ... .

% The kind of branching, and its direction.

?- findall(X, ( X in 1..3, labeling([step,out], [X]) ), L).
   L = [3,2,1].
?- findall(X, ( X in 1..3, labeling([enum,out], [X]) ), L).
   L = [3,2,1].
?- findall(X, ( X in 1..3, labeling([enum,down,out], [X]) ), L).
   L = [1,2,3].
?- findall(X, ( X in 1..4, labeling([bisect,out], [X]) ), L).
   L = [4,3,2,1].
?- findall(X, ( X in 1..2\/5..6, labeling([interval], [X]) ), L).
   L = [1,2,5,6].
?- findall(X, ( X in 1..2\/5..6, labeling([interval,down], [X]) ), L).
   L = [6,5,2,1].
?- findall(X, ( X in 1..4, labeling([bisect,median,in], [X]) ), L).
   L = [1,2,3,4].
?- findall(X, ( X in 1..4, labeling([enum,median], [X]) ), L).
   L = [2,3,1,4].
?- X in 1..3, labeling([up,step,leftmost,in,satisfy,precision(0.5)], [X]), !.
   X = 1.

% Choices by predicates of the program.

last_one(Vs, X, Rest) :- append(Rest, [X], Vs).

greatest(X, _, B0, B) :-
    fd_max(X, M),
    (   first_bound(B0, B), X #= M
    ;   later_bound(B0, B), X #< M
    ).

by_pairs(D, X, _, B0, B) :-
    fd_min(X, M), N is M+D,
    (   first_bound(B0, B), X #=< N
    ;   later_bound(B0, B), X #> N
    ).

?- findall(X-Y, ( X in 0..1, Y in 0..1, labeling([variable(last_one)], [X,Y]) ), L).
   L = [0-0,1-0,0-1,1-1].
?- findall(X, ( X in 1..3, labeling([value(greatest)], [X]) ), L).
   L = [3,2,1].
?- findall(X-Y, ( X in 0..1, Y in 0..1, labeling([variable(last_one),value(greatest)], [X,Y]) ), L).
   L = [1-1,0-1,1-0,0-0].
?- findall(X, ( X in 0..1, labeling([value(by_pairs(0))], [X]) ), L).
   L = [0,1].
?- X in 1..9, Y in 1..9, X+Y #= 10, C #= X*Y, labeling([value(greatest),minimize(C)], [X,Y]).
   X = 9, Y = 1, C = 9.
?- X in 1..3, labeling([variable(nobody)], [X]).
   error(existence_error(procedure,nobody/3),nobody/3).

% Optimisation.

?- [X,Y] ins 0..9, X+Y #= 9, Z #= X*Y, labeling([minimize(Z)], [X,Y]).
   X = 0, Y = 9, Z = 0.
?- [X,Y] ins 0..9, X+Y #= 9, Z #= X*Y, labeling([maximize(Z),restart,ff,bisect], [X,Y]).
   X = 4, Y = 5, Z = 20.
?- X in 0..3, labeling([maximize(X),all], [X]).
   X = 0
;  X = 1
;  X = 2
;  X = 3.
?- X in 0..3, labeling([maximize(X),all,restart], [X]).
   X = 0
;  X = 1
;  X = 2
;  X = 3
;  false.
?- X in 0..3, labeling([minimize(X),maximize(X),best,bab], [X]).
   X = 3.
?- X in 0..3, labeling([maximize(X),satisfy], [X]), !.
   X = 0.
?- [X,Y] ins 0..2, X+Y #= 2, labeling([lex_minimize([Y,X])], [X,Y]).
   X = 2, Y = 0.
?- [X,Y] ins 0..2, X+Y #>= 2, labeling([lex_maximize([Y,X])], [X,Y]).
   X = 2, Y = 2.
?- [X,Y] ins 0..2, X+Y #>= 2, labeling([pareto_minimize([X,Y])], [X,Y]).
   X = 0, Y = 2
;  X = 1, Y = 1
;  X = 2, Y = 0.
?- [X,Y] ins 0..3, X*X+Y*Y #=< 9, labeling([pareto_maximize([X,Y]),down], [X,Y]).
   X = 3, Y = 0
;  X = 2, Y = 2
;  X = 0, Y = 3.
?- X in 0..3, X #> 3, labeling([maximize(X)], [X]).
   false.
?- [X,Y] ins 0..3, labeling([maximize(Y)], [X]).
   error(instantiation_error,labeling/2).
?- X in 1..9, minimize(labeling([down],[X]), X).
   X = 1.
?- X in 1..9, X*X #= Y, maximize(labeling([],[X]), Y).
   X = 9, Y = 81.
?- X in 1..9, minimize(X #> 3, X).
   error(instantiation_error,minimize/2).
?- X in 1..9, minimize(fail, X).
   false.
?- X in 3..5, maximize(indomain(X), X, [all]).
   X = 3
;  X = 4
;  X = 5
;  false.
?- X in 3..5, minimize(indomain(X), X, [worst]).
   error(domain_error(optimization_option,[worst]),minimize/3).
?- X in 3..5, minimize(indomain(X), X, O).
   error(instantiation_error,minimize/3).
?- X in 1..3, Y in 1..3, C #= X-Y, solve([maximize(C)], [labeling([down],[X]),indomain(Y)]).
   X = 3, Y = 1, C = 2.
?- findall(X-Y, ( [X,Y] ins 0..1, solve([down], [labeling([],[Y]),labeling([up],[X])]) ), L).
   L = [0-1,1-1,0-0,1-0].
?- findall(X, ( X in 0..1, solve([], labeling([down],[X])) ), L).
   L = [1,0].
?- X in 0..1, solve([], [foo(X)]).
   error(domain_error(search_goal,foo(_A)),solve/2).
?- solve([], [G]).
   error(instantiation_error,solve/2).

% Limits, and the status that they report.

?- X in 1..3, labeling([time_out(10000,F)], [X]), !.
   X = 1, F = success.
?- X in 1..3, labeling([time_out(10000,F),maximize(X)], [X]).
   X = 3, F = optimality.
?- X in 1..3, labeling([time_out(10000,success)], [X]), !.
   X = 1.
?- X in 1..3, X #> 3, labeling([time_out(10000,F)], [X]).
   false.
?- length(Xs, 40), Xs ins 0..1, sum(Xs, #=, 20), sum(Xs, #\=, S), S #= 20, labeling([time_out(20,F)], Xs).
   Xs = ..., S = 20, F = time_out, ... .
?- findall(X-Y, ( [X,Y] ins 0..2, labeling([discrepancy(1)], [X,Y]) ), L).
   L = [0-0,0-1,1-0].
?- findall(X-Y, ( [X,Y] ins 0..2, labeling([discrepancy(1),enum], [X,Y]) ), L).
   L = [0-0,0-1,0-2,1-0,2-0].
?- findall(X-Y, ( [X,Y] ins 0..2, labeling([discrepancy(0)], [X,Y]) ), L).
   L = [0-0].
?- findall(X-N, ( X in 0..2, labeling([assumptions(N)], [X]) ), L).
   L = [0-1,1-2,2-2].
?- findall(X-N, ( X in 0..2, labeling([assumptions(N),value(greatest)], [X]) ), L).
   L = [2-1,1-2,0-2].

% Restarts.

?- length(Xs, 12), Xs ins 1..12, all_different(Xs), labeling([random(4),ff,restart_luby(3)], Xs), !.
   Xs = ..., ... .
?- findall(X-Y, ( [X,Y] ins 0..1, X #\= Y, labeling([random(2),restart_constant(1)], [X,Y]) ), L0), msort(L0, L).
   L0 = ..., L = [0-1,1-0].
?- [X,Y] ins 0..20, 3*X+2*Y #=< 40, Z #= 5*X+3*Y, labeling([maximize(Z),restart_geometric(1.5,4),random(1)], [X,Y]).
   X = 12, Y = 2, Z = 66.
?- [X,Y] ins 0..9, X+Y #= 9, Z #= X*Y, labeling([minimize(Z),restart_linear(5),dom_w_deg], [X,Y]).
   X = 0, Y = 9, Z = 0.
?- [X,Y] ins 0..9, X+Y #=< 9, Z #= 2*X+Y, labeling([maximize(Z),relax_and_reconstruct([X,Y],50),time_out(100,F)], [X,Y]).
   X = 9, Y = 0, Z = 18, F = optimality
|  X = 9, Y = 0, Z = 18, F = success.
?- [X,Y] ins 0..9, X+Y #=< 9, Z #= 2*X+Y, labeling([maximize(Z),relax_and_reconstruct([X,Y],50,[1,1]),restart,time_out(100,F)], [X,Y]).
   X = 9, Y = 0, Z = 18, F = optimality
|  X = 9, Y = 0, Z = 18, F = success.

% Solutions in the order of cost.

?- [X,Y] ins 0..1, labeling([min(X),max(Y)], [X,Y]).
   X = 0, Y = 1
;  X = 0, Y = 0
;  X = 1, Y = 1
;  X = 1, Y = 0.
?- [X,Y] ins 0..2, X #\= Y, labeling([max(abs(X-Y))], [X,Y]).
   X = 0, Y = 2
;  X = 2, Y = 0
;  X = 0, Y = 1
;  X = 1, Y = 0
;  X = 1, Y = 2
;  X = 2, Y = 1.
?- [X,Y,Z] ins 1..20, X*X+Y*Y #= Z*Z, X #< Y, labeling([min(X+Y+Z)], [X,Y,Z]).
   X = 3, Y = 4, Z = 5
;  X = 6, Y = 8, Z = 10
;  X = 5, Y = 12, Z = 13
;  X = 9, Y = 12, Z = 15
;  X = 8, Y = 15, Z = 17
;  X = 12, Y = 16, Z = 20.
?- X in 1..3, labeling([min(a)], [X]).
   error(type_error(evaluable,a/0),(#=)/2).

% Very many costs: the order is that of few.

?- \+ \+ ( X in 0..1500, findall(X, labeling([max(X),down,enum], [X]), Xs),
           numlist(0, 1500, Ys), reverse(Ys, Xs) ).
   true.
?- \+ \+ ( X in 0..600, findall(X, labeling([min((X-7)*(X-7))], [X]), Xs), length(Xs, 601),
           Xs = [7,6,8,5,9|_], last(Xs, 600) ).
   true.
?- \+ \+ ( [X,Y] ins 0..200, X+Y #= 200, findall(X-Y, labeling([max(X*Y),down], [X,Y]), L), length(L, 201),
           L = [100-100,101-99,99-101,102-98|_], last(L, 0-200) ).
   true.
?- \+ \+ ( [X,Y,Z] ins 0..8, all_different([X,Y,Z]), E = X*Y-Z,
           findall(E-X-Y-Z, labeling([min(E),max(X),ff], [X,Y,Z]), L), length(L, 504),
           findall(C-D-[X,Y,Z], ( member(E-X-Y-Z, L), C is E, D is -X ), Keys), msort(Keys, Keys) ).
   true.

% Other suspended goals run at each step.

?- X in 1..3, freeze(X, X > 1), labeling([max(X)], [X]).
   X = 3
;  X = 2
;  false.
?- X in 1..3, dif(X, 2), labeling([minimize(X)], [X]).
   X = 1.
?- [X,Y] ins 0..1, freeze(X, Y = X), findall(X-Y, labeling([down,discrepancy(1)], [X,Y]), L).
   L = [1-1,0-0], ... .

% Errors.

?- X in 1..3, labeling([min,smallest], [X]).
   error(domain_error(consistent_labeling_options,[min,smallest]),labeling/2).
?- X in 1..3, labeling([value(foo),step], [X]).
   error(domain_error(consistent_labeling_options,[value(foo),step]),labeling/2).
?- X in 1..3, labeling([bab,bab], [X]).
   error(domain_error(nonrepeating_labeling_options,[bab,bab]),labeling/2).
?- X in 1..3, labeling([min(X),minimize(X)], [X]).
   error(domain_error(consistent_labeling_options,[min(_A),minimize(_A)]),labeling/2).
?- X in 1..3, labeling([minimize(X,Y)], [X]).
   error(domain_error(labeling_option,minimize(_A,_B)),labeling/2).
?- X in 1..3, labeling([minimize(a)], [X]).
   error(type_error(integer,a),labeling/2).
?- X in 1..3, labeling([lex_minimize(X)], [X]).
   error(instantiation_error,labeling/2).
?- X in 1..3, labeling([discrepancy(a)], [X]).
   error(type_error(integer,a),labeling/2).
?- X in 1..3, labeling([discrepancy(-1)], [X]).
   error(domain_error(not_less_than_zero,-1),labeling/2).
?- X in 1..3, labeling([time_out(T,F)], [X]).
   error(instantiation_error,labeling/2).
?- X in 1..3, labeling([random(a)], [X]).
   error(type_error(integer,a),labeling/2).
?- X in 1..3, labeling([restart_geometric(a,1)], [X]).
   error(type_error(number,a),labeling/2).
?- X in 1..3, labeling([variable(V)], [X]).
   error(instantiation_error,labeling/2).
?- X in 1..3, labeling([value(1)], [X]).
   error(type_error(callable,1),labeling/2).
?- X in 1..3, labeling([1], [X]).
   error(domain_error(labeling_option,1),labeling/2).
