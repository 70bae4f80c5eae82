% Constraints over thousands of variables: limits end one long run of a propagator, and posting is quick.

:- use_module(library(clpz)).
:- use_module(library(lists)).
:- use_module(library(time)).

heavy(all_distinct, N) :- length(Vs, N), Vs ins 1..N, all_distinct(Vs).
heavy(circuit, N) :- length(Vs, N), circuit(Vs).
heavy(disjoint2, N) :- length(Rs, N), rectangles(Rs, N), disjoint2(Rs).
heavy(serialized, N) :- length(Vs, N), Vs ins 0..1000000, ones(Vs, Ds), serialized(Vs, Ds).
heavy(bin_packing, N) :-
    length(Xs, N), unit_items(Xs, Is), numlist(1, N, Ks), open_bins(Ks, Bs), bin_packing(Is, Bs).
heavy(precede, N) :-
    length(Xs, N), Xs ins 1..N, numlist(1, N, Vs), value_precede_chain(Vs, Xs).

unit_items([], []).
unit_items([X|Xs], [item(X,1)|Is]) :- unit_items(Xs, Is).

open_bins([], []).
open_bins([K|Ks], [bin(K,_)|Bs]) :- open_bins(Ks, Bs).

rectangles([], _).
rectangles([r(X,2,Y,3)|Rs], N) :- [X,Y] ins 0..N, rectangles(Rs, N).

ones([], []).
ones([_|Vs], [1|Ds]) :- ones(Vs, Ds).

% ends(C, N): a time limit ends the propagation of C in time, and leaves nothing of it.
ends(C, N) :-
    X in 0..9,
    catch(call_with_time_limit(0.05, heavy(C, N)), time_limit_exceeded, Ended = true),
    Ended == true,
    X #> 8,
    X == 9,
    heavy(C, 3).

?- ends(all_distinct, 9000).
   true, ... .
?- ends(circuit, 9000).
   true, ... .
?- ends(disjoint2, 9000).
   true, ... .
?- ends(serialized, 20000).
   true, ... .
?- ends(bin_packing, 5000).
   true, ... .
?- ends(precede, 5000).
   true, ... .

% Posting is quick, even for many variables.
?- \+ \+ ( N = 3000, length(Xs, N), length(Ps, N), length(Ys, N), Xs ins 0..N,
           call_with_time_limit(5, sorting(Xs, Ps, Ys)), Xs = [N|_], last(Ys, N) ).
   true.
% Each variable fixes the next one.
triangle(0, []) :- !.
triangle(N, [X|Xs]) :- X in 1..N, N1 is N-1, triangle(N1, Xs).

?- \+ \+ ( triangle(20000, Xs), call_with_time_limit(5, all_distinct(Xs)), ground(Xs) ).
   true.

% holes(N, X): X lies in 0..2*N and is even.
holes(N, X) :- M is 2*N, X in 0..M, odd_values(1, M, X).

odd_values(I, M, _) :- I > M, !.
odd_values(I, M, X) :- X #\= I, I1 is I+2, odd_values(I1, M, X).

% Removing a value from a domain with very many holes does not copy it.
?- call_with_time_limit(2, ( holes(30000, X), fd_size(X, S) )), X #> 59996, X #\= 60000.
   S = 30001, X = 59998.
% Answers in the order of costs: no answer is searched for among all that went before.
?- holes(10000, X), call_with_time_limit(5, ( labeling([max(X),down,enum], [X]), X < 2 )).
   X = 0.
?- X in 0..3000, call_with_time_limit(5, ( labeling([max(X*(3000-X)),down], [X]), X < 1 )).
   X = 0.
