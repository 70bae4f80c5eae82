% A module that is named after its file, and whose text has a dialect of its own.

:- encoding(utf8).
:- expects_dialect(yap).
:- module(_, [codes/1, sees/2]).

codes("a").
sees(D, Q) :- current_prolog_flag(emulated_dialect, D), prolog_flag_of(Q).
prolog_flag_of(Q) :- current_prolog_flag(double_quotes, Q).

?- module:codes(Cs).
   Cs = [97].
