% Permutations. The boxes of a run show which goal called which, with what answers.

perm([], []).
perm(Xs, [X|Ys]) :-
    select_one(X, Xs, Rest),
    perm(Rest, Ys).

select_one(X, [X|Xs], Xs).
select_one(X, [Y|Xs], [Y|Ys]) :-
    select_one(X, Xs, Ys).

?- trace_tree(perm([1,2,3], L), 'boxes.html').
   ... .

?- perm([1,2,3], L), L = [3|_].
   L = [3,1,2]
;  L = [3,2,1]
;  false.
