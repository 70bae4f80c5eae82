% A text of SICStus Prolog 4: operators, text as codes, libraries, loops, block declarations.

:- expects_dialect(sicstus4).
:- use_module(library(lists)).
:- use_module(library(avl)).

:- mode shown(+).

dialect(D) :- current_prolog_flag(emulated_dialect, D).
:- prolog_load_context(dialect, D), assertz(loaded_as(D)).

text("ab").
prefixes(L, Ps) :- findall(P, prefix(L, P), Ps).

?- loaded_as(D).
   D = sicstus4.
% The dialect ends with the text.
?- dialect(D).
   D = horn.
?- text(T).
   T = [97,98].
% SICStus Prolog has the list first.
?- prefixes([a], Ps).
   Ps = [[],[a]].
?- current_op(P, xfy, :).
   P = 600.

%% Loops: compiled, and as goals that are called

sum(Xs, S) :- ( foreach(X, Xs), fromto(0, S0, S1, S) do S1 is S0+X ).

?- sum([1,2,3], S).
   S = 6.

fib(N, F) :- ( for(_, 1, N), fromto(1, F1, F2, F), fromto(0, F0, F1, _) do F2 is F1+F0 ).

?- fib(10, F).
   F = 89.

squares(N, Qs) :- ( count(I, 1, N), foreach(Q, Qs) do Q is I*I ).

?- squares(4, Qs).
   Qs = [1,4,9,16].
?- squares(N, [A,B]).
   N = 2, A = 1, B = 4.

% A loop is reversible where its body is.
copied(Xs, Ys) :- ( foreach(X, Xs), foreach(X, Ys) do true ).

?- copied([a|T], [A,b]).
   T = [b], A = a.

table(N, Rows) :-
    (   for(I, 1, N), foreach(Row, Rows), param(N) do
        ( for(J, 1, N), foreach(P, Row), param(I) do P is I*J )
    ).

?- table(3, T).
   T = [[1,2,3],[2,4,6],[3,6,9]].

% A variable that is not a parameter is local to a step.
local(X, Ys) :- ( foreach(Y, Ys) do Y = X ), X = here.
shared(X, Ys) :- ( foreach(Y, Ys), param(X) do Y = X ), X = here.

?- local(X, [1,2]).
   X = here.
?- shared(X, [1,2]).
   false.
?- shared(X, [A,B]).
   X = here, A = here, B = here.

arguments(T, L) :- ( foreacharg(X, T, I), foreach(I-X, L) do true ).

?- arguments(f(a,b), L).
   L = [1-a,2-b].

inside(Xs, Ls) :- findall(L, ( member(N, [1,2]), ( foreach(X, Xs), foreach(Y, L), param(N) do Y is X*N ) ), Ls).

?- inside([1,2], Ls).
   Ls = [[1,2],[2,4]].

first_even(Xs, E) :- ( foreach(X, Xs), fromto(none, E0, E1, E) do E0 == none, X mod 2 =:= 0 -> E1 = X ; E1 = E0 ).

?- first_even([3,4,6], E).
   E = 4.

% The clauses of a loop do not interrupt those of the predicate that has it.
kind([], none).
kind([X|Xs], all(N)) :- ( foreach(Y, [X|Xs]), fromto(0, N0, N1, N) do integer(Y), N1 is N0+1 ).
kind(_, other).

?- kind([1,2], K).
   K = all(2)
;  K = other.

as_goal(G) :- G = ( foreach(X, [1,2]), foreach(Y, Ys) do Y is X+1 ), call(G), write(Ys).

?- as_goal(_).
   outputs("[2,3]").

items(Xs) --> ( foreach(X, Xs) do [X], [end] ).

?- phrase(items([1,2]), L).
   L = [1,end,2,end].

%% Block declarations

:- block merge(-,?,-), merge(?,-,-).
merge([], Y, Y).
merge(X, [], X).
merge([H|X], [E|Y], [H|Z]) :- H @< E, merge(X, [E|Y], Z).
merge([H|X], [E|Y], [E|Z]) :- H @>= E, merge([H|X], Y, Z).

?- merge(X, Y, Z).
   when:when((nonvar(X);nonvar(Z)),user:merge(X,Y,Z)).
?- merge(X, Y, Z), X = [1].
   X = [1], when:when((nonvar(Y);nonvar(Z)),user:merge([1],Y,Z)).
?- merge([a,c|X], Y, Z), Y = [b,d], X = [].
   Y = [b,d], X = [], Z = [a,b,c,d]
;  false.
?- merge(X, Y, []).
   X = [], Y = []
;  X = [], Y = [].

:- block size(-, ?).
size([], 0).
size([_|T], N) :- size(T, N0), N is N0+1.

?- size(L, N).
   freeze:freeze(L,user:size(L,N)).
?- size(L, N), L = [a,b].
   L = [a,b], N = 2.

%% AVL trees

?- list_to_avl([b-2,a-1], T), avl_fetch(b, T, V).
   T = ..., V = 2.
