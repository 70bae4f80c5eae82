% Five houses in a row, five nations, colours, drinks, pets and trades. Who owns the zebra?

solution(Owner) :-
    Houses = [house(_, norwegian, _, _, _), _, house(_, _, _, milk, _), _, _],
    member(house(red, english, _, _, _), Houses),
    member(house(_, spanish, dog, _, _), Houses),
    member(house(green, _, _, coffee, _), Houses),
    member(house(_, ukrainian, _, tea, _), Houses),
    right_of(house(green, _, _, _, _), house(ivory, _, _, _, _), Houses),
    member(house(_, _, snails, _, sculptor), Houses),
    member(house(yellow, _, _, _, diplomat), Houses),
    next_to(house(_, _, _, _, doctor), house(_, _, fox, _, _), Houses),
    next_to(house(_, _, _, _, diplomat), house(_, _, horse, _, _), Houses),
    member(house(_, _, _, juice, violinist), Houses),
    member(house(_, japanese, _, _, painter), Houses),
    next_to(house(_, norwegian, _, _, _), house(blue, _, _, _, _), Houses),
    member(house(_, Owner, zebra, _, _), Houses).

right_of(X, Y, [Y,X|_]).
right_of(X, Y, [_|Houses]) :- right_of(X, Y, Houses).

next_to(X, Y, Houses) :- right_of(X, Y, Houses).
next_to(X, Y, Houses) :- right_of(Y, X, Houses).

?- solution(Owner).
   Owner = japanese
;  false.
