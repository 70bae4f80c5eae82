% Dishes and guests, for lesson 8.

dish(soup).
dish(salad).
dish(curry).
dish(cake).
dish(sorbet).

contains(soup, onion).
contains(soup, cream).
contains(salad, nuts).
contains(salad, oil).
contains(curry, rice).
contains(curry, coconut).
contains(cake, flour).
contains(cake, nuts).
contains(cake, egg).
contains(sorbet, lemon).

guest(ann).
guest(bob).
guest(cleo).

avoids(ann, nuts).
avoids(bob, cream).
avoids(bob, egg).

% Wrong: the variables of the negated goal may be unknown.
suits(Dish, Guest) :-
    \+ ( contains(Dish, Ingredient), avoids(Guest, Ingredient) ).
