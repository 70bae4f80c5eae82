% ISO/IEC 13211-1, 7.6: terms as bodies.

% 7.6 terms as bodies

b1 :- call(1).
?- clause(b1, _).
   permission_error(access,private_procedure,b1/0).
?- assertz((b2(X) :- X)), clause(b2(Y), B).
   B = call(Y).
?- assertz((b3(X) :- X, \+ X)), clause(b3(Y), B).
   B = (call(Y),\+Y).
?- assertz((b4 :- ( a -> X ; Y ))), clause(b4, B).
   B = (a->call(_A);call(_B)).
?- assertz((b5 :- (3 ; a))).
   type_error(callable,(3;a)).
?- assertz((b6 :- (a -> 3))).
   type_error(callable,(a->3)).
?- assertz((b7 :- a, "x", 1.5)).
   type_error(callable,(a,"x",1.5)).
?- assertz((b8 :- findall(_, 3, _))), clause(b8, B).
   B = findall(_A,3,_B).
?- assertz(_).
   instantiation_error.
?- assertz((3 :- a)).
   type_error(callable,3).
?- assertz((X :- a)).
   instantiation_error.
?- assertz(b9), clause(b9, B).
   B = true.
?- assertz((b10(X) :- true)), clause(b10(Y), B).
   B = true.
?- assertz((b11(X) :- X, Y ; Z -> !, W ; \+ X)), clause(b11(A), B).
   B = (call(A),call(_A);call(_B)->!,call(_C);\+A).
?- assertz((b12 :- catch(X, Y, Z))), clause(b12, B).
   B = catch(_A,_B,_C).
?- assertz((b13 :- call((fail,1)))), clause(b13, B).
   B = call((fail,1)).
?- b13.
   type_error(callable,(fail,1)).
?- assertz((b14 :- a, (b ; 1.5))).
   type_error(callable,(a,(b;1.5))).
?- assertz((b15 :- (a, "x" -> b ; c, 2))).
   type_error(callable,(a,"x"->b;c,2)).
?- assertz((b16 :- \+ 3)), b16.
   type_error(callable,3).
?- assertz((b17(X) :- X)), b17(( fail ; true )).
   true.
?- assertz((b18(X) :- X ; true)), findall(a, b18(!), L).
   L = "aa".
?- assertz((b19 :- ! ; true)), findall(a, b19, L).
   L = "a".
?- assertz((b20(X) :- ( true -> X ; true ))), findall(a, b20(( true ; true )), L).
   L = "aa".
?- assertz((b21 :- (a :- b))), clause(b21, B).
   B = (a:-b).
?- b21.
   existence_error(procedure,(:-)/2).
?- assertz((b22 :- a, !, b ; c)), clause(b22, B).
   B = (a,!,b;c).

% 7.6.1 terms as heads

?- assertz("a").
   permission_error(modify,static_procedure,'.'/2).
?- assertz((1.5 :- true)).
   type_error(callable,1.5).
?- assertz((h1, h2)).
   permission_error(modify,static_procedure,(',')/2).
?- assertz((h1 ; h2)).
   permission_error(modify,static_procedure,(;)/2).
?- assertz((h1 -> h2)).
   permission_error(modify,static_procedure,(->)/2).
?- assertz((! :- true)).
   permission_error(modify,static_procedure,!/0).
?- assertz(\+ h1).
   permission_error(modify,static_procedure,(\+)/1).
% Control constructs and builtins of the standard are reserved (7.5.2), and nothing else.
?- assertz({h1}), assertz((:- h1)), assertz((?- h1)).
   true.
?- retract({H}), retract((:- H)), retract((?- H)).
   H = h1.
?- assertz(msort(1, 2)), assertz(findall(1, 2, 3, 4)), msort(X, Y), findall(Z, _, _, _).
   X = 1, Y = 2, Z = 1.
?- abolish(msort/2), abolish(findall/4), msort([b,a], L).
   L = "ab".
?- assertz(((h1 :- h2) :- h3)).
   permission_error(modify,static_procedure,(:-)/2).
?- assertz((call(_) :- true)).
   permission_error(modify,static_procedure,call/1).
?- assertz((call(_, _, _) :- true)).
   permission_error(modify,static_procedure,call/3).
?- assertz((catch(_, _, _) :- true)).
   permission_error(modify,static_procedure,catch/3).
?- assertz((h3(X, Y, X) :- h4)), clause(H, h4), H = h3(_, _, _).
   instantiation_error.
?- clause(h3(A, B, C), h4).
   A = C.
?- assertz((foo:h5 :- true)), foo:h5.
   true.

% 7.6.2 a variable among the goals of a body that is data becomes a call, before the body runs

?- call(( Z = !, member(X, [1,2]), Z )).
   Z = !, X = 1
;  Z = !, X = 2.
?- call(( member(X, [1,2]), Z = !, Z ; X = 3 )).
   X = 1, Z = !
;  X = 2, Z = !
;  X = 3.
?- call(( Z = !, ( true -> member(X, [1,2]), Z ; true ) )).
   Z = !, X = 1
;  Z = !, X = 2.
?- call(( Z = ( !, fail ), member(X, [1,2]), Z ; X = 3 )).
   X = 3.
?- call(( Z = !, member(X, [1,2]), user:Z )).
   Z = !, X = 1
;  Z = !, X = 2.
?- call(',', C = !, ( X = 1, C ; X = 2 )).
   C = !, X = 1
;  C = !, X = 2.
?- G = ( member(X, [1,2]), Z ), Z = !, call(G).
   G = (member(1,[1,2]),!), X = 1, Z = ! .
?- call(( Z = ( true, 1 ), Z )).
   type_error(callable,(true,1)).

% 7.6.4 clauses back to terms

?- assertz((k1(X, Y) :- X = Y, write(X))), clause(k1(a, B), Body).
   Body = (a=B,write(a)).
?- assertz(k2(f(X), [X|Y])), clause(k2(A, B), Body).
   A = f(_A), B = [_A|_B], Body = true.
?- assertz((k3 :- X = "text", X \== [])), clause(k3, (V = T, _)).
   T = "text".
?- clause(k4, 4).
   type_error(callable,4).
?- clause(\+ _, B).
   permission_error(access,private_procedure,(\+)/1).
?- clause((a, b), B).
   permission_error(access,private_procedure,(',')/2).

% Rules with single-sided unification are clauses of another kind.

?- assertz((ra(1) => true)), ra(1).
   true.
?- assertz((rb(1) => true)), rb(X).
   error(existence_error(matching_rule,rb(_)),_).
?- assertz((rc(1) => true)), assertz(rc(2)).
   permission_error(assert,procedure,rc/1).
?- assertz(rd(1)), assertz((rd(2) => true)).
   permission_error(assert,procedure,rd/1).
?- assertz((re(b) => true)), asserta((re(a) => true)), assertz((re(f(X)), X > 1 => true)), findall(H-B, ( H = re(_), clause(H, B) ), Cs).
   Cs = [re(a)-true,re(b)-true,re(f(_A))-(_A>1,!,true)].
?- assertz((rf(1) => true)), retract((rf(1) :- true)), rf(1).
   error(existence_error(matching_rule,rf(1)),_).
?- assertz((rg(1) => true)), retract((rg(1) :- true)), assertz(rg(2)), rg(X).
   X = 2.
?- assertz((rh(1) => true)), retract((rh(1) :- true)), predicate_property(rh(_), number_of_clauses(N)).
   N = 0.
?- assertz((1 => true)).
   type_error(callable,1).
?- assertz((_ => true)).
   instantiation_error.
?- assertz((ri => 1)).
   type_error(callable,1).
?- assertz((ri, 1 => true)).
   type_error(callable,1).
?- assertz((atom(_) => true)).
   permission_error(modify,static_procedure,atom/1).

rj(1) => true.
:- catch(rj(2), error(E, _), assertz(rj_said(E))).
rj(2) => true.

?- rj_said(E), rj(2).
   E = existence_error(matching_rule,rj(2)).
?- rj(3).
   error(existence_error(matching_rule,rj(3)),_).
