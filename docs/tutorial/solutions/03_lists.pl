% Solutions of lesson 3: lists.

% 1. The second element. The list has at least two elements; anything may follow.

second_of([_,X|_], X).

?- second_of([do,re,mi], X).
   X = re.

?- second_of(Xs, re).
   Xs = [_A,re|_B].

% 2. An end of a list, and a part of it. A sublist is a beginning of an end. The empty list is a
%    beginning of each of the four ends, so that it comes four times.

suffix_of(Suffix, Xs) :- append(_, Suffix, Xs).

sublist_of(Sublist, Xs) :-
    suffix_of(Suffix, Xs),
    append(Sublist, _, Suffix).

?- suffix_of(Suffix, [do,re,mi]).
   Suffix = [do,re,mi]
;  Suffix = [re,mi]
;  Suffix = [mi]
;  Suffix = [].

?- sublist_of(Sublist, [do,re,mi]).
   Sublist = []
;  Sublist = [do]
;  Sublist = [do,re]
;  Sublist = [do,re,mi]
;  Sublist = []
;  Sublist = [re]
;  Sublist = [re,mi]
;  Sublist = []
;  Sublist = [mi]
;  Sublist = [].

% 3. Each element twice.

doubled([], []).
doubled([X|Xs], [X,X|Ys]) :- doubled(Xs, Ys).

?- doubled([do,re], Ys).
   Ys = [do,do,re,re].

?- doubled(Xs, [do,do,re,re]).
   Xs = [do,re].

?- doubled(Xs, [do,do,re,mi]).
   false.

% 4. All elements are the same. The most general query enumerates the lists by their length.

all_equal_to(_, []).
all_equal_to(X, [X|Xs]) :- all_equal_to(X, Xs).

?- all_equal_to(X, [do,do,do]).
   X = do.

?- all_equal_to(X, [do,re,do]).
   false.

?- all_equal_to(X, Xs).
   Xs = []
;  Xs = [X]
;  Xs = [X,X]
;  ... .

% 5. The other shuffle: only the places of X and Y change. 52 cards take 52 of them, and 8 cards take 6.

interleaved([], [], []).
interleaved([X|Xs], [Y|Ys], [X,Y|Zs]) :-
    interleaved(Xs, Ys, Zs).

deck_in_shuffled(Deck, Shuffled) :-
    append(Left, Right, Deck),
    interleaved(Right, Left, Shuffled).

in_shuffles([], Deck, Deck).
in_shuffles([_|Counts], Deck0, Deck) :-
    deck_in_shuffled(Deck0, Deck1),
    in_shuffles(Counts, Deck1, Deck).

?- deck_in_shuffled([1,2,3,4,5,6,7,8], Shuffled).
   Shuffled = [5,1,6,2,7,3,8,4]
;  false.

?- numlist(1, 8, Deck), Counts = [_|_], in_shuffles(Counts, Deck, Deck), length(Counts, N).
   Deck = [1,2,3,4,5,6,7,8], Counts = [_A,_B,_C,_D,_E,_F], N = 6
;  ... .

?- numlist(1, 52, Deck), Counts = [_|_], in_shuffles(Counts, Deck, Deck), length(Counts, N).
   Deck = [1|...], Counts = [_A|...], N = 52
;  ... .

% 6. Without all X. If X is not known, there are three cases: it is do, it is re, or it is something
%    else, and dif/2 remembers what it is not.

without(_, [], []).
without(X, [X|Xs], Ys) :- without(X, Xs, Ys).
without(X, [Y|Xs], [Y|Ys]) :- dif(X, Y), without(X, Xs, Ys).

?- without(do, [do,re,do,mi], Ys).
   Ys = [re,mi]
;  false.

?- without(X, [do,re], Ys).
   X = do, Ys = [re]
;  X = re, Ys = [do]
;  Ys = [do,re], dif:dif(X,do), dif:dif(X,re).

% 7. Three houses. All that the puzzle says is said about one list. As the length of the row is known
%    from the first goal on, everything terminates.

list_order([], []).
list_order(Xs, [X|Ys]) :-
    select(X, Xs, Rest),
    list_order(Rest, Ys).

neighbours_in(Xs, A, B) :- append(_, [A,B|_], Xs).

houses(Row) :-
    Row = [First|_],
    dif(First, green),
    list_order([red,green,blue], Row),
    neighbours_in(Row, red, blue).

?- houses(Row).
   Row = [red,blue,green]
;  false.

% 8. Words on a wheel. The end is not empty, so that the list itself comes once and not twice.

rotated(Xs, Ys) :-
    Back = [_|_],
    append(Front, Back, Xs),
    append(Back, Front, Ys).

word("ate").
word("eat").
word("tea").
word("team").
word("toe").

?- rotated([do,re,mi], Ys).
   Ys = [do,re,mi]
;  Ys = [re,mi,do]
;  Ys = [mi,do,re]
;  false.

?- rotated("tea", Word), word(Word).
   Word = "tea"
;  Word = "eat"
;  Word = "ate"
;  false.
