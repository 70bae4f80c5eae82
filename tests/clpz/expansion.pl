% Constraints in clauses are expanded when they are loaded. The same goals, called as terms, are not
% expanded: both must give the same bindings, the same residual goals and the same errors.

:- use_module(library(clpz)).
:- use_module(library(lists)).

in_clause(1, B, X, Y) :- B #<==> X #= Y.
in_clause(2, B, X, Y) :- B #<==> X #\= Y+1.
in_clause(3, B, X, Y) :- B #<==> X #< Y.
in_clause(4, B, X, Y) :- B #<==> X+1 #=< Y.
in_clause(5, B, X, Y) :- X #> Y #<==> B.
in_clause(6, B, X, Y) :- B #<==> X #>= 2*Y-3.
in_clause(7, B, X, Y) :- B #<==> X*Y #= 6.
in_clause(8, B, X, Y) :- B #<==> X // Y #= 2.
in_clause(9, B, X, Y) :- B #<==> (X #= 1 #\/ Y #= 2).
in_clause(10, B, X, Y) :- X #= 1 #\/ Y #= B.
in_clause(11, B, X, Y) :- X #> 1 #==> Y #> B.
in_clause(12, B, X, Y) :- #\ X+Y #= B.
in_clause(13, B, X, Y) :- X #< 2 #/\ Y #\= B.
in_clause(14, B, X, Y) :- X #= Y+B.
in_clause(15, B, X, Y) :- X+Y #\= 2*B.
in_clause(16, B, X, Y) :- 3*X-Y #=< B+4.
in_clause(17, B, X, Y) :- X #> Y-B+2.
in_clause(18, B, X, Y) :- B #= abs(X-Y).
in_clause(19, B, X, Y) :- X #= 1 #<==> Y #= B.
in_clause(20, B, X, Y) :- 1 #<==> X #= Y+B.

called(1, B, X, Y, B #<==> X #= Y).
called(2, B, X, Y, B #<==> X #\= Y+1).
called(3, B, X, Y, B #<==> X #< Y).
called(4, B, X, Y, B #<==> X+1 #=< Y).
called(5, B, X, Y, X #> Y #<==> B).
called(6, B, X, Y, B #<==> X #>= 2*Y-3).
called(7, B, X, Y, B #<==> X*Y #= 6).
called(8, B, X, Y, B #<==> X // Y #= 2).
called(9, B, X, Y, B #<==> (X #= 1 #\/ Y #= 2)).
called(10, B, X, Y, X #= 1 #\/ Y #= B).
called(11, B, X, Y, X #> 1 #==> Y #> B).
called(12, B, X, Y, #\ X+Y #= B).
called(13, B, X, Y, X #< 2 #/\ Y #\= B).
called(14, B, X, Y, X #= Y+B).
called(15, B, X, Y, X+Y #\= 2*B).
called(16, B, X, Y, 3*X-Y #=< B+4).
called(17, B, X, Y, X #> Y-B+2).
called(18, B, X, Y, B #= abs(X-Y)).
called(19, B, X, Y, X #= 1 #<==> Y #= B).
called(20, B, X, Y, 1 #<==> X #= Y+B).

% Domains and bindings before the constraint.
before(B, X, Y, true, [B,X,Y]).
before(B, X, Y, B = 1, [X,Y]).
before(B, X, Y, B = 0, [X,Y]).
before(B, X, Y, B = 2, [X,Y]).
before(B, X, Y, B = a, [X,Y]).
before(B, X, Y, B = 1.0, [X,Y]).
before(B, X, Y, B = (Y #> 4), [X,Y]).
before(B, X, Y, X = 3, [B,Y]).
before(B, X, Y, Y = 3, [B,X]).
before(B, X, Y, Y = 0, [B,X]).
before(B, X, Y, X = Y, [B,X]).
before(B, X, Y, B = X, [X,Y]).
before(B, X, Y, X = Y+1, [B,Y]).
before(B, X, Y, X = foo, [B,Y]).
before(B, X, Y, Y = foo(B), [B,X]).
before(B, X, Y, ( X = 10000000000000000000000 ), [B,Y]).
before(B, X, Y, ( X in 0..3, Y in 2..5 ), [B,X,Y]).
before(B, X, Y, ( X in 0..3, Y in 5..9 ), [B,X,Y]).
before(B, X, Y, ( X in 0..3, Y in 0..3, B in 0..1 ), [B,X,Y]).
before(B, X, Y, ( X in 0 \/ 3 \/ 6, Y in 1..2, B #> 0 ), [B,X,Y]).
before(B, X, Y, ( X #> Y, B #< 1 ), [B,X,Y]).

outcome(Before, Goal, Vs, R) :-
    catch(( call(Before), call(Goal) -> copy_term(Vs, Vs1, Gs), R = yes(Vs1, Gs) ; R = no ), E, R = ball(E)).

differs(N, Before, R1-R2) :-
    called(N, B, X, Y, Goal),
    before(B, X, Y, Before, Vs),
    copy_term(Goal+Before+Vs+in_clause(N,B,X,Y), _+Before1+Vs1+Expanded),
    outcome(Before1, Expanded, Vs1, R1),
    outcome(Before, Goal, Vs, R2),
    \+ R1 =@= R2.

?- differs(N, Before, Rs).
   false.

?- findall(N, ( called(N, B, X, Y, _), before(B, X, Y, _, _) ), Ns), length(Ns, L).
   Ns = ..., L = 420.
