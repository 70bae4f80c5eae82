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
