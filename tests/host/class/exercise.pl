% An exercise on lists.
%
% asks for len/2, rev/2, last_of/2, count/3, append/3, small_sum/2

% A check of the exercise's own, which submissions cannot change.
is_reverse([], []).
is_reverse(Xs, Ys) :- append(Front, [X], Xs), Ys = [X|Rest], is_reverse(Front, Rest).

numlist_of(0, []) :- !.
numlist_of(N, [N|Ns]) :- M is N-1, numlist_of(M, Ns).

% 1 point: the length of the empty list
?- len([], N).
   N = 0.

% 2 points: the length of longer lists
?- len([a,b,c], N).
   N = 3.

% 1 point: lists of a length
?- len(L, 2), !.
   L = [_A,_B].

% 3 points: a list is reversed
?- rev([a,b,c], Rs), once(is_reverse([a,b,c], Rs)).
   Rs = [c,b,a].

% 2 points, 3 s: long lists are reversed
?- \+ \+ ( numlist_of(100_000, Ns), rev(Ns, [R|_]), R == 1 ).
   true.

% 2 points: the last element is unique
?- last_of([a,b,c], X).
   X = c.

% 1 point: an empty list has no last element
?- last_of([], _).
   false.

% 2 points: occurrences are counted
?- count(a, [a,b,a], N).
   N = 2.

% 2 points: lists are joined and split
?- append(Xs, Ys, [1,2]).
   Xs = [], Ys = [1,2]
;  Xs = [1], Ys = [2]
;  Xs = [1,2], Ys = [].

% 2 points, 64 MB: sums with constraints
?- small_sum(X, Y).
   X = 1, Y = 3
;  X = 2, Y = 2
;  X = 3, Y = 1.

% 1 point: nothing but the number is printed
?- len([a], N), write(N).
   outputs("1"), N = 1.
