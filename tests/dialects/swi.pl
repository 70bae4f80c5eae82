% A text of SWI-Prolog.

:- expects_dialect(swi).
:- use_module(library(lists)).

:- dynamic counter/1.
:- predicate_options(assignment/3, 1, [pass_to(nothing/1, 1)]).

assignment(X := Y, X, Y).
chosen(X as Y, X, Y).
codes(`ab`).
grouped(1 000 000).
text(X, N, Cs) :- atom_length(X, N), ( N > 2 -> findall(C, atom_codes(X, C), [Cs]) ; Cs = none ).

?- assignment(A, x, 1).
   A = :=(x,1).
?- chosen(A, x, y).
   A = as(x,y).
?- codes(Cs).
   Cs = [97,98].
?- grouped(N).
   N = 1000000.
?- text(123, N, Cs).
   N = 3, Cs = [49,50,51].
?- text("ab", N, Cs).
   N = 2, Cs = none.
% The predicates of the dialect stay in the module; the meaning of quotes goes with the text.
?- atom_length(123, N).
   N = 3.
?- atom(ab), X = "ab".
   X = "ab".
% Digits in groups, in queries and in texts that are read.
?- X = 1 000 000, Y = 0b1000 0000, Z = 0o777 777.
   X = 1000000, Y = 128, Z = 262143.
?- term_to_atom(X, '1 0').
   X = 10.
?- catch(term_to_atom(_, '0xff ff'), error(syntax_error(_),_), true).
   true.
