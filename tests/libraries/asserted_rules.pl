% Rules that programs add are compiled when they are first called: what they mean is settled when they are added.

:- dynamic(p/1).
:- dynamic(q/2).

double(X, Y) :- Y is 2*X.

?- assertz((q(X,Y) :- X > 1, double(X, Y))), assertz((q(X,Y) :- \+ X > 1, !, Y = small(X))), assertz(q(_,z(_,"text"))).
   true.
?- q(3, R).
   R = 6
;  R = z(_A,"text").
?- q(0, R).
   R = small(0).
?- clause(q(A,B), G).
   G = ( A > 1, double(A,B) )
;  G = ( \+ A > 1, !, B = small(A) )
;  B = z(_A,"text"), G = true.

% Errors are found when the rule is added, also those that only the compiler knows.

?- assertz((p(_) :- m:1)).
   type_error(callable,1).
?- assertz((p(_) :- a, 1)).
   type_error(callable,(a,1)).
?- assertz((p(_) :- ( a -> "text" ; 2 ))).
   type_error(callable,_).
?- clause(p(_), _).
   false.

% A rule that is erased while a call goes on, or by its own first call.

?- assertz((p(1) :- retract((p(2) :- _)))), assertz((p(2) :- true, true)), assertz(p(3)).
   true.
?- p(X).
   X = 1
;  X = 2
;  X = 3.
?- retractall(p(_)), assertz((p(X) :- retract((p(_) :- _)), garbage_collect, X = a)), p(X).
   X = a.
?- p(_).
   false.

% References to clauses stay valid.

?- \+ \+ ( assertz((p(X) :- X = b, true), R), p(Y), Y == b, clause(p(Z), B, R), B == (Z = b, true), erase(R) ).
   true.
?- p(_).
   false.

% The listing of the code compiles it.

?- assertz((p(X) :- double(X, Y), Y > 3, true)).
   true.
?- \+ \+ ( '$clause_codes'(user, p(_), [Code]), append(_, "call 1,double/2"||_, Code) ).
   true.

% Every argument is in the index.

?- retractall(q(_,_)), \+ ( between(1, 100, I), \+ assertz((q(I,J) :- J > 0, true)) ), q(77, 1).
   true.
?- catch(q(77, _), error(E,_), true).
   E = instantiation_error.
