% Solutions of lesson 8: all, none, and purity.

:- use_module(library(clpz)).
:- use_module(library(reif)).

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

suits(Dish, Guest) :-
    dish(Dish),
    guest(Guest),
    \+ ( contains(Dish, Ingredient), avoids(Guest, Ingredient) ).

% 1. In the second query, the ingredient is asked for, and the two dishes are only said to exist.

?- guest(Guest), \+ avoids(Guest, _).
   Guest = cleo.

?- setof(I, Dish1^Dish2^( dif(Dish1, Dish2), contains(Dish1, I), contains(Dish2, I) ), Is).
   Is = [nuts].

?- findall(Dish, suits(Dish, ann), Dishes), length(Dishes, N).
   Dishes = [soup,curry,sorbet], N = 3.

% 2. Menus. All variables of the negated goal are known, except I, which occurs only inside it.

menu(Guest, Dish1, Dish2) :-
    dif(Dish1, Dish2),
    suits(Dish1, Guest),
    suits(Dish2, Guest),
    \+ ( contains(Dish1, I), contains(Dish2, I) ).

?- menu(ann, soup, Dish).
   Dish = curry
;  Dish = sorbet.

?- menu(cleo, salad, Dish).
   Dish = soup
;  Dish = curry
;  Dish = sorbet.

% 3. The first negation fails, as X could be a. A double negation asks whether something is possible,
%    and does not say how. dif/2 waits.

?- \+ member(X, [a,b]).
   false.

?- \+ \+ X = a.
   true.

?- dif(X, Y), X = Y.
   false.

?- dif(f(X), f(a)), X = b.
   X = b.

% 4. With the cut, unique([X,a], Ys) has too few answers: member(X, [a]) makes X the same as a, and the
%    cut forgets that X might be something else.

unique_cut([], []).
unique_cut([X|Xs], Ys) :- member(X, Xs), !, unique_cut(Xs, Ys).
unique_cut([X|Xs], [X|Ys]) :- unique_cut(Xs, Ys).

?- unique_cut([X,a], Ys).
   X = a, Ys = "a".

% In the pure version, either X occurs in Xs, or it is different from all elements. memberd_t(X, Xs, T)
% of library(reif) says in T whether X is an element of Xs.

unique([], []).
unique([X|Xs], Ys) :-
    if_(memberd_t(X, Xs), Ys = Ys1, Ys = [X|Ys1]),
    unique(Xs, Ys1).

?- unique([X,a], Ys).
   X = a, Ys = "a"
;  Ys = [X,a], dif:dif(X,a).

?- unique([a,b,a], Ys).
   Ys = "ba".

% 5. The maximum. A list has one if it has an element.

list_max([X|Xs], Max) :- list_max_(Xs, X, Max).

list_max_([], Max, Max).
list_max_([X|Xs], Max0, Max) :-
    Max1 #= max(Max0, X),
    list_max_(Xs, Max1, Max).

?- list_max([3,X,5], 7).
   X = 7.

?- X in 0..9, list_max([3,X,5], 5), label([X]).
   X = 0
;  X = 1
;  X = 2
;  X = 3
;  X = 4
;  X = 5.

% 6. Tests of list_max/2: what it is for; something false, in two ways; the most general query;
%    termination.

?- list_max([3,7,5], Max).
   Max = 7.

?- list_max([], Max).
   false.

?- list_max([3,7,5], 3).
   false.

?- list_max(Xs, Max).
   Xs = [Max]
;  Xs = [_A,_B], clpz:(Max#=max(_A,_B)), clpz:(Max#>=_A), clpz:(Max#>=_B)
;  ... .

?- list_max([_,_,_], Max), false.
   false.

% 7. With man/1 in front, X is known. The fact married(moe) would take an answer away: bachelor/1 is not
%    pure. A negation turns "more clauses, more answers" into its opposite.

man(homer).
man(moe).
man(ned).

married(homer).

bachelor(X) :- man(X), \+ married(X).

?- bachelor(X).
   X = moe
;  X = ned.
