% Names of the standard that a program takes for itself, and names that are infix and postfix operators.

:- expects_dialect(swi).

:- redefine_system_predicate(false).
:- dynamic false/0.

% An integrity constraint, as in Aleph.
false :- taken(X), X > 2.

:- dynamic taken/1.

violated(Vs) :- findall(X, ( member(X, [1,2,3]), asserta(taken(X)), once(false) ), Vs).

% `//` is infix already.
:- op(200, xf, //).
:- op(700, xfx, is_mode).

sides([L,R]) :- X = (4//2), X =.. [_,L,R].
marks([A,B,C]) :- A = (head// is_mode det), B = f(a//), C = [b// | c].

?- violated(Vs).
   Vs = [3].
?- sides([L,R]).
   L = 4, R = 2.
?- marks([A,B,C]).
   A = (head// is_mode det), B = f(a//), C = [b// |c].
