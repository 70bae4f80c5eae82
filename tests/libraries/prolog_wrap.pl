% Wrappers around predicates.

:- use_module(library(prolog_wrap)).

area(W, H, A) :- A is W*H.

colour(red).
colour(green).
colour(blue).

twice(X, Y) :- area(X, 2, Y).

?- wrap_predicate(area(W,H,A), shown, G, ( write(before(W,H)), G, write(after(A)) )), area(2, 3, X), twice(4, Y).
   outputs("before(2,3)after(6)before(4,2)after(8)"), X = 6, Y = 8.

% A second one is outside of the first; one with the name of the first takes its place.
?- wrap_predicate(area(_,_,_), outer, G, ( write('['), G, write(']') )), area(2, 3, X).
   outputs("[before(2,3)after(6)]"), X = 6.
?- wrap_predicate(area(W,_,_), shown, G, ( write(W), G )), area(2, 3, X).
   outputs("[2]"), X = 6.
?- findall(N, current_predicate_wrapper(N, area(_,_,_), _, _), Ns).
   Ns = [shown,outer].
?- unwrap_predicate(area/3, outer), area(2, 3, X).
   outputs("2"), X = 6.
?- unwrap_predicate(area/3, shown), area(2, 3, X).
   X = 6.
?- unwrap_predicate(area/3, shown).
   false.

% Answers on backtracking, arguments that the wrapper changes, calls that it does not make.
?- wrap_predicate(colour(_), w, G, G), findall(C, colour(C), Cs).
   Cs = [red,green,blue].
?- wrap_predicate(colour(C), w, G, ( G, C \== green )), findall(C, colour(C), Cs).
   Cs = [red,blue].
?- wrap_predicate(colour(C), w, _, C = grey), findall(C, colour(C), Cs).
   Cs = [grey].
?- wrap_predicate(colour(C), w, G, ( G -> true ; C = none )), colour(C).
   C = red.
?- wrap_predicate(colour(C), w, G, ( G, ! )), findall(C, colour(C), Cs).
   Cs = [red].

% An error inside passes through.
?- wrap_predicate(area(_,_,_), w, G, catch(G, error(E,_), ( write(E), fail ))), area(a, 1, _).
   outputs("type_error(evaluable,a/0)"), false.

?- wrap_predicate(append(_,_,_), w, G, G).
   error(permission_error(modify,static_procedure,append/3),_).
?- assertz(wrapped_fact(1)), wrap_predicate(wrapped_fact(_), w, G, G).
   error(permission_error(modify,static_procedure,wrapped_fact/1),_).
