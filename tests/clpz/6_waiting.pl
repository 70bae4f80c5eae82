% Constraints together with other suspended goals: freeze/2, dif/2, when/2, attributed variables.

:- use_module(library(clpz)).

% Bindings by propagation wake goals, and bindings by goals wake propagators.

?- freeze(X, write(x)), X in 1..3, X #> 2.
   outputs("x"), X = 3.
?- freeze(Y, write(y)), X in 1..3, Y #= X+1, X = 2.
   outputs("y"), Y = 3, X = 2.
?- X in 1..3, freeze(X, Y = X), Y in 2..3, X #\= 3, X #\= 1.
   X = 2, Y = 2.
?- X in 1..3, freeze(X, Y #= X+1), X #> 2.
   X = 3, Y = 4.
?- dif(X, 2), X in 1..2, X #> 1.
   false.
?- dif(X, Y), X in 1..1, Y in 1..2.
   X = 1, clpz:(Y in 1..2), dif:dif(1,Y).
?- X in 1..3, freeze(X, X > 1), label([X]).
   X = 2
;  X = 3.
?- freeze(X, (write(X), nl)), X in 1..3, label([X]).
   outputs("1\n"), X = 1
;  outputs("2\n"), X = 2
;  outputs("3\n"), X = 3.
?- [X,Y] ins 0..1, freeze(X, write(x)), freeze(Y, write(y)), X #= Y, X = 1.
   outputs("xy"), X = 1, Y = 1.
?- when(ground(X+Y), write(both)), [X,Y] ins 0..1, X #< Y.
   outputs("both"), X = 0, Y = 1.

% Residual goals of several modules.

?- X in 0..3, dif(X, Y).
   clpz:(X in 0..3), dif:dif(X,Y).
?- X in 0..3, freeze(X, true).
   clpz:(X in 0..3), freeze:freeze(X,user:true).
?- X in 1..3, frozen(X, G).
   G = clpz:(X in 1..3), clpz:(X in 1..3).

% Copies.

?- X #> Y, copy_term(X, C, Gs).
   Gs = [clpz:(_A#=<C+ -1)], clpz:(Y#=<X+ -1).
?- X*Y #\= 3, copy_term(X, C, Gs), true.
   Gs = [clpz:(C*_A#=_B),clpz:(_B in inf..2\/4..sup)], clpz:(X*Y#=_C), clpz:(_C in inf..2\/4..sup).
?- X in 1..3, copy_term(f(X,X,Y), C, Gs).
   C = f(_A,_A,_B), Gs = [clpz:(_A in 1..3)], clpz:(X in 1..3).
?- call_residue_vars(X #> 3, Vs).
   Vs = [X], clpz:(X in 4..sup).

% Backtracking undoes everything.

?- X in 1..9, ( X #> 5, fail ; X #< 3 ).
   clpz:(X in 1..2).
?- X in 1..9, \+ X #> 9, \+ \+ X #> 3.
   clpz:(X in 1..9).
?- ( X #> 3 ; X #< 3 ).
   clpz:(X in 4..sup)
;  clpz:(X in inf..2).
?- catch(( X in 1..3, throw(oops) ), oops, true).
   true.
?- X in 1..9, ( X #> 5 -> true ; true ).
   clpz:(X in 6..9).
?- findall(X, ( X in 1..3, label([X]) ), L).
   L = [1,2,3].
?- forall(( X in 1..3, label([X]) ), X > 0).
   true.
?- X in 1..3, ( label([X]), X > 1 -> true ).
   X = 2.

% Unification of many variables at once.

?- [X,Y,Z] ins 0..5, X #< Y, Y #< Z, f(X,Y,Z) = f(1,2,3).
   X = 1, Y = 2, Z = 3.
?- [X,Y,Z] ins 0..5, X #< Y, Y #< Z, f(X,Y,Z) = f(1,3,2).
   false.
?- [X,Y] ins 0..5, X #< Y, f(X,Y) = f(A,A).
   false.

% Copies of constrained variables are constrained in the same way, among themselves.

?- X in 1..3, copy_term(X, Y).
   clpz:(X in 1..3), clpz:(Y in 1..3).
?- X #> Y, copy_term(X, C).
   clpz:(Y#=<X+ -1), clpz:(_A#=<C+ -1).
?- X #> Y, Y in 0..5, findall(X-Y, ( Y #> 3 ; Y #< 2 ), [A-B,C-D]), A = 7, D #> 0.
   A = 7, D = 1, clpz:(X in 1..sup), clpz:(Y#=<X+ -1), clpz:(Y in 0..5), clpz:(B in 4..5), clpz:(C in 2..sup).
?- length(L, 3), L ins 1..3, all_distinct(L), copy_term(L, M), M = [1,2|_], L = [3|_].
   L = [3,_A,_B], M = [1,2,3], clpz:(_A in 1..2), clpz:all_distinct([3,_A,_B]), clpz:(_B in 1..2).
?- X in 1..3, findall(Y-L, ( member(Y, [1,2]), findall(X, member(_, [a,b]), L) ), M), M = [_,_-[Z,_]], Z = 3.
   M = [1-[_A,_B],2-[3,_C]], Z = 3, clpz:(X in 1..3), clpz:(_A in 1..3), clpz:(_B in 1..3), clpz:(_C in 1..3).
?- X in 1..3, catch(findall(X, throw(a), _), a, true), findall(X, true, [Y]).
   clpz:(X in 1..3), clpz:(Y in 1..3).
?- X in 1..3, freeze(X, write(X)), copy_term(X, Y), Y = 2.
   outputs("2"), Y = 2, clpz:(X in 1..3), freeze:freeze(X,user:write(X)).

% A soft cut disables a choice point below those of its condition; a wake-up may be what runs it.

?- freeze(X, ( true *-> true ; true )), X = 1.
   X = 1.
?- freeze(X, ( member(Y, [1,2]) *-> true ; true )), X = 1.
   X = 1, Y = 1
;  X = 1, Y = 2.

% A wake-up that fails makes the condition fail; one that binds does so before the rest.

?- ( freeze(X, fail), X = 1 *-> Y = then ; Y = else ).
   Y = else.
?- X in 1..3, ( X #> 5, Y = 1 *-> Z = then ; Z = else ).
   Z = else, clpz:(X in 1..3).
?- ( freeze(X, Y = 2), X = 1 *-> true ; Y = 3 ).
   X = 1, Y = 2.
?- ( dif(X, 1), ( X = 1 ; X = 2 ) *-> true ; X = 3 ).
   X = 2.
