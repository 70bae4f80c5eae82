% The prices of a shop, in cents. The host defines list_price(Item, Cents).

:- use_module(library(clpz)).

% discount(Quantity, Percent): from Quantity items on, Percent of the price is taken off.
discount(100, 15).
discount(10, 5).

% price(+Item, +Quantity, -Cents)
price(Item, Quantity, Cents) :-
    list_price(Item, Each),
    percent_off(Quantity, Off),
    Cents #= Quantity * Each * (100 - Off) // 100.

percent_off(Quantity, Off) :-
    discount(Least, Off),
    Quantity >= Least,
    !.
percent_off(_, 0).

% affordable(+Item, +Budget, ?Quantity): the quantities that cost at most Budget.
affordable(Item, Budget, Quantity) :-
    list_price(Item, Each),
    Quantity #>= 1,
    Quantity * Each #=< Budget.

?- price(tea, 2, Cents).
   Cents = 500.
?- price(tea, 100, Cents).
   Cents = 21250.
?- price(salt, 1, Cents).
   false.
?- percent_off(10, Off).
   Off = 5.
?- affordable(coffee, 1000, Quantity).
   clpz:(Quantity in 1..3).
?- list_price(Item, Each).
   Item = tea, Each = 250
;  Item = coffee, Each = 310.
