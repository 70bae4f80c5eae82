% ISO/IEC 13211-1, 7.4.2: directives.

% 7.4.2 directives

:- dynamic(d1/1).
:- dynamic((d2/0, d3/2)).
:- dynamic([d4/1, d5/1]).
:- discontiguous(e1/1).
e1(1).
e2(1).
e1(2).
:- op(700, xfx, =@=@=).
op_term(a =@=@= b).
:- initialization(assertz(d1(loaded))).
:- set_prolog_flag(double_quotes, atom).
flagged("an atom").
:- set_prolog_flag(double_quotes, chars).

?- d1(X).
   X = loaded.
?- d2.
   false.
?- d3(_, _).
   false.
?- d4(_) ; d5(_).
   false.
?- findall(X, e1(X), L).
   L = [1,2].
?- op_term(X), X =.. [F|As].
   X = (a=@=@=b), F = (=@=@=), As = "ab".
?- flagged(X), atom(X).
   X = 'an atom'.
?- flagged2(_).
   existence_error(procedure,flagged2/1).

:- char_conversion(&, ',').
conv(a & b).
conv('&').
:- char_conversion('&', '&').
conv(&).

?- findall(X, conv(X), Xs).
   Xs = "&&".
?- conv(X, Y).
   X = a, Y = b.
