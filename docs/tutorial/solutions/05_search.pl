% Solutions of lesson 5: how Prolog searches.

:- ensure_loaded('../programs/tram').

% 1. With the clauses exchanged, the longest routes come first: the recursive clause is tried before the
%    other one, at each stop. The set of answers is the same.

route_(From, To) :-
    leg(From, Next),
    route_(Next, To).
route_(From, To) :-
    leg(From, To).

?- route_(zoo, X).
   X = park
;  X = airport
;  X = museum
;  X = station
;  X = market.

?- route(zoo, X).
   X = market
;  X = museum
;  X = station
;  X = park
;  X = airport
;  false.

% 2. list_element([do,re,mi], re) is called; its first clause does not fit, as do is not re. The second
%    one calls list_element([re,mi], re), for which the first clause fits, and the second one might fit,
%    too: here is the choice point. When another answer is wanted, list_element([mi], re) and
%    list_element([], re) are called and fail.

list_element([X|_], X).
list_element([_|Xs], X) :-
    list_element(Xs, X).

?- list_element([do,re,mi], re).
   true
;  false.

% 3. What terminates?

?- length(Xs, 3), false.
   false.

?- length(Xs, N), false.
   loops.

?- length([a|Xs], N), false.
   loops.

?- member(a, Xs), false.
   loops.

?- member(X, [a,b|_]), false.
   loops.

?- select(a, Xs, [b,c]), false.
   false.

% 4. The slice: the fact is out of reach. X is passed on, so that only the length of the list matters.

element_slice([X|_], X) :- false.
element_slice([_|Xs], X) :-
    element_slice(Xs, X), false.

?- element_slice([_,_,_], _).
   false.

?- element_slice(_, joker).
   loops.

% 5. The slice of list_pile_reverse/3: its third argument, the reverse, is only passed on, and the pile
%    can always grow. Only the length of the first list matters.

pile_slice([], Pile, Pile) :- false.
pile_slice([X|Xs], Pile, Ys) :-
    pile_slice(Xs, [X|Pile], Ys), false.

?- pile_slice(Xs, [], [a,b]).
   loops.

same_length([], []).
same_length([_|Xs], [_|Ys]) :- same_length(Xs, Ys).

list_reverse(Xs, Ys) :-
    same_length(Xs, Ys),
    list_pile_reverse(Xs, [], Ys).

list_pile_reverse([], Pile, Pile).
list_pile_reverse([X|Xs], Pile, Ys) :-
    list_pile_reverse(Xs, [X|Pile], Ys).

?- list_reverse(Xs, [do,re]).
   Xs = [re,do].

?- list_reverse([do,re], Ys).
   Ys = [re,do].

% 6. Trams in both directions: a second clause. This network has the ring, and the park.

track(zoo, market).
track(market, museum).
track(museum, zoo).
track(market, station).
track(museum, park).
track(station, park).

both_ways(A, B) :- track(A, B).
both_ways(A, B) :- track(B, A).

path(From, To, Path) :-
    from_to_visited(From, To, [From], Path).

from_to_visited(To, To, Visited, Visited).
from_to_visited(From, To, Visited, Path) :-
    both_ways(From, Next),
    maplist(dif(Next), Visited),
    from_to_visited(Next, To, [Next|Visited], Path).

?- path(zoo, park, Path).
   Path = [park,museum,market,zoo]
;  Path = [park,station,market,zoo]
;  Path = [park,museum,zoo]
;  Path = [park,station,market,museum,zoo]
;  false.

?- path(A, B, Path), false.
   false.

% 7. In this slice of reaches2/2, a goal calls itself with nothing in front of it. There is no fact in
%    it, so that no fact can change anything.

reaches_slice(_, Water) :-
    reaches_slice(_, Water), false.

?- reaches_slice(limmat, Water).
   loops.
