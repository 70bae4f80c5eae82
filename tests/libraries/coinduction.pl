% Programs of Simon, Mallya, Bansal and Gupta (2006): infinite terms and automata.

:- use_module(library(coinduction)).

:- coinductive stream/1, state/2.

stream([H|T]) :- num(H), stream(T).

num(0).
num(s(N)) :- num(N).

state(s0, [a|T]) :- state(s1, T).
state(s1, [b|T]) :- state(s0, T).

?- X = [0,s(0)|X], stream(X).
   X = [0,s(0)|X]
;  ... .
?- X = [0,a|X], stream(X).
   false.
?- stream([0]).
   false.
?- state(s0, [a,b|T]), T = [a,b|T].
   T = [a,b|T]
;  ... .
