% ISO/IEC 13211-1, 7.8: control constructs.

:- dynamic(undefined_here/0).

twice(!) :- write('C ').
twice(true) :- write('Moss ').

goal((twice(_), !)).
goal(write('Three ')).

a(1).
a(2).
a(3).

first(X) :- a(X), !.
first(4).

cut_in_call(X) :- a(X), call(!).

cut_in_then(X) :- ( true -> a(X), ! ; X = none ).
cut_in_then(5).

cut_in_condition(X) :- ( ! -> a(X) ; true ).
cut_in_condition(6).

cut_in_negation(X) :- \+ \+ !, a(X).
cut_in_negation(7).

cut_in_or(X) :- ( X = 1 ; !, X = 2 ; X = 3 ).
cut_in_or(8).

goal_variable(X, G) :- a(X), G.
goal_variable(9, _).

% 7.7.7 calling procedures that are not there (7.11.2.4, the flag unknown)

?- undefined_here.
   false.
?- undefined_anywhere(1, 2).
   existence_error(procedure,undefined_anywhere/2).
?- set_prolog_flag(unknown, fail), undefined_anywhere.
   false.
?- set_prolog_flag(unknown, warning).
   true.
?- undefined_anywhere.
   false.
?- set_prolog_flag(unknown, error).
   true.
?- undefined_anywhere.
   existence_error(procedure,undefined_anywhere/0).

% 7.8.1 true/0

?- true.
   true.
?- true, true.
   true.

% 7.8.2 fail/0

?- fail.
   false.
?- a(_), fail.
   false.

% 7.8.3 call/1

?- call(!).
   true.
?- call(fail).
   false.
?- call((fail, X)).
   false.
?- call((fail, call(1))).
   false.
?- call((write(3), X)).
   outputs("3"), instantiation_error.
?- call((write(3), call(1))).
   outputs("3"), type_error(callable,1).
?- call(X).
   instantiation_error.
?- call(1).
   type_error(callable,1).
?- call(1.5).
   type_error(callable,1.5).
?- call((fail, 1)).
   type_error(callable,(fail,1)).
?- call((write(3), 1)).
   type_error(callable,(write(3),1)).
?- call((1 ; true)).
   type_error(callable,(1;true)).
?- call((true -> 1 ; true)).
   type_error(callable,(true->1;true)).
?- call((a(_), 1.5)).
   type_error(callable,(a(_),1.5)).
?- call(((true, "a") ; 3)).
   type_error(callable,((true,"a");3)).
?- call((a(X), call((!, fail)))).
   false.
?- call((a(X), !)).
   X = 1.
?- cut_in_call(X).
   X = 1
;  X = 2
;  X = 3.
?- call(a, X), X > 2.
   X = 3.
?- G = (X = 1 ; X = 2), G.
   G = (1=1;1=2), X = 1
;  G = (2=1;2=2), X = 2.
?- goal_variable(X, !).
   X = 1
;  X = 2
;  X = 3
;  X = 9.
?- call((X = a, (X = b ; X = a))).
   X = a.
?- call((true ; fail, 1 = _)).
   true
;  false.
?- call([]).
   existence_error(procedure,[]/0).
?- call((:- true)).
   existence_error(procedure,(:-)/1).
?- call({}).
   existence_error(procedure,{}/0).
?- call(_:true).
   instantiation_error.
?- call(1:true).
   type_error(atom,1).
?- M = _, M:true.
   instantiation_error.
?- f(x):true.
   type_error(atom,f(x)).
?- G = user:G, call(G).
   type_error(callable,...).
?- call(user:(system:true)).
   true.

% 7.8.4 !/0

?- !.
   true.
?- ( ! , fail ; true ).
   false.
?- ( call(!), fail ; true ).
   true.
?- twice(_), !, write('Forwards '), fail.
   outputs("C Forwards "), false.
?- ( ! ; write(no) ), write('Cut disjunction '), fail.
   outputs("Cut disjunction "), false.
?- twice(_), ( write('No ') ; ! ), write('Cut '), fail.
   outputs("C No Cut Cut "), false.
?- twice(_), ( !, fail ; write('No ') ).
   outputs("C "), false.
?- twice(X), call(X), write('Forwards '), fail.
   outputs("C Forwards Moss Forwards "), false.
?- goal(X), call(X), write('Forwards '), fail.
   outputs("C Forwards Three Forwards "), false.
?- twice(_), \+ \+ !, write('Forwards '), fail.
   outputs("C Forwards Moss Forwards "), false.
?- twice(_), once(!), write('Forwards '), fail.
   outputs("C Forwards Moss Forwards "), false.
?- twice(_), call(!), write('Forwards '), fail.
   outputs("C Forwards Moss Forwards "), false.
?- first(X).
   X = 1.
?- cut_in_then(X).
   X = 1.
?- cut_in_condition(X).
   X = 1
;  X = 2
;  X = 3
;  X = 6.
?- cut_in_negation(X).
   X = 1
;  X = 2
;  X = 3
;  X = 7.
?- cut_in_or(X).
   X = 1
;  X = 2.
?- findall(X, (a(X), !), Xs).
   Xs = [1].
?- catch((a(X), !), _, true).
   X = 1.

% 7.8.5 (',')/2

?- X = 1, var(X).
   false.
?- var(X), X = 1.
   X = 1.
?- X = true, call(X).
   X = true.
?- ','(true, X = 1).
   X = 1.
?- G = ','(X = 1, Y = 2), call(G).
   G = (1=1,2=2), X = 1, Y = 2.
?- (fail, undefined_anywhere).
   false.

% 7.8.6 (;)/2: disjunction

?- true ; fail.
   true
;  false.
?- (!, fail) ; true.
   false.
?- ! ; call(3).
   true.
?- (X = 1, !) ; X = 2.
   X = 1.
?- X = 1 ; X = 2.
   X = 1
;  X = 2.
?- ';'(X = 1, X = 2).
   X = 1
;  X = 2.
?- (X = 1 ; X = 2), (true ; !).
   X = 1
;  X = 1.
?- fail ; fail.
   false.

% 7.8.7 (->)/2: if then

?- X = 0 -> true.
   X = 0.
?- fail -> true.
   false.
?- true -> fail.
   false.
?- true -> (X = 1 ; X = 2).
   X = 1
;  X = 2.
?- (X = 1 ; X = 2) -> true.
   X = 1.
?- '->'(true, X = 1).
   X = 1.
?- a(X), X > 1 -> true.
   X = 2.
?- (! -> fail), true ; true.
   true.
?- true -> ! ; fail.
   true.

% 7.8.8 (;)/2: if then else

?- (true -> true ; fail).
   true.
?- (fail -> true ; true).
   true.
?- (true -> fail ; fail).
   false.
?- (fail -> true ; fail).
   false.
?- (true -> X = 1 ; X = 2).
   X = 1.
?- (fail -> X = 1 ; X = 2).
   X = 2.
?- (true -> (X = 1 ; X = 2) ; true).
   X = 1
;  X = 2.
?- ((X = 1 ; X = 2) -> true ; true).
   X = 1.
?- ((!, X = 1, fail) -> true ; fail ; X = 2).
   X = 2.
?- (fail -> true ; true -> X = 1 ; X = 2).
   X = 1.
?- G = (fail -> X = 1 ; X = 2), call(G).
   G = (fail->2=1;2=2), X = 2.
?- ;(->(fail, true), X = 3).
   X = 3.
?- ((a(X), X > 1) -> X > 2 ; true).
   false.

% 7.8.9 catch/3

foo(X) :- Y is X * 2, throw(test(Y)).
bar(X) :- X = Y, throw(Y).
coo(X) :- throw(X).
car(X) :- X = 1, throw(X).
rethrow(X) :- catch(throw(X), other, true).

?- catch(foo(5), test(Y), true).
   Y = 10.
?- catch(bar(3), Z, true).
   Z = 3.
?- catch(true, _, 3).
   true.
?- catch(true, C, write(demoen)), throw(bla).
   throw(bla).
?- catch(car(X), Y, true).
   Y = 1.
?- catch(number_codes(X, [0'3, 0' ]), error(syntax_error(S), _), true).
   S = illegal_number.
?- catch(coo(X), error(E, _), true).
   E = instantiation_error.
?- catch(rethrow(x), B, true).
   B = x.
?- catch(number_codes(_, [0'3,0'x]), error(syntax_error(_), _), fail).
   false.
?- catch(a(X), _, true).
   X = 1
;  X = 2
;  X = 3.
?- catch((a(X), X > 1, throw(found(X))), found(Y), true).
   Y = 2.
?- catch(throw(f(X)), f(Y), (X = 1, Y = 2)).
   X = 1, Y = 2.
?- X = 1, catch((X = 1, Y = 2, throw(done(Y))), done(Z), true).
   X = 1, Z = 2.
?- catch(catch(throw(a), b, write(inner)), a, write(outer)).
   outputs("outer").
?- catch(catch(throw(a), a, throw(b)), b, write(outer)).
   outputs("outer").
?- catch(catch(throw(f(_, b)), f(c, _), throw(second)), second, true).
   true.
?- catch(fail, _, true).
   false.
?- catch(undefined_anywhere, error(E, _), true).
   E = existence_error(procedure,undefined_anywhere/0).
?- catch(call(1), error(E, _), true).
   E = type_error(callable,1).
?- catch(G, error(E, _), true).
   E = instantiation_error.
?- catch(throw(a), a, G).
   instantiation_error.
?- catch(throw(a), a, 1).
   type_error(callable,1).
?- catch(3, error(type_error(T, 3), _), true).
   T = callable.
?- catch((member(X, [1,2,3]), X >= 2, !), _, true).
   X = 2.

% 7.8.10 throw/1

?- throw(a).
   throw(a).
?- throw(f(_)).
   throw(f(_)).
?- throw(_).
   instantiation_error.
?- throw(error(type_error(integer,a),here)).
   error(type_error(integer,a),here).
?- X = f(Y), catch(throw(X), f(Z), true).
   X = f(Y).
?- catch(throw([1,2|_]), [A|_], true).
   A = 1.
?- catch((X = 1, throw(x)), x, true).
   true.

% Bindings of a cleanup goal last if the goal was deterministic, as those of a conjunction, and are undone with the goal otherwise.
?- setup_call_cleanup(X = 1, Y = 2, Z = 3).
   X = 1, Y = 2, Z = 3.
?- setup_call_cleanup(true, member(X, [1,2]), Z = 3).
   X = 1
;  X = 2, Z = 3.
?- ( setup_call_cleanup(true, fail, X = 1) ; X = 2 ).
   X = 2.
?- catch(setup_call_cleanup(true, throw(ball(X)), X = 1), ball(Y), true).
   true.
?- setup_call_cleanup(true, member(X, [1,2]), Z = 3), !.
   X = 1, Z = 3.
?- setup_call_cleanup(true, X = 1, X = 2).
   X = 1.
