% Dialects are chosen for a text, for the rest of one, and for all texts.

?- expects_dialect(_).
   error(instantiation_error,expects_dialect/1).
?- expects_dialect(1).
   error(type_error(atom,1),expects_dialect/1).
?- expects_dialect(basic).
   error(domain_error(dialect,basic),expects_dialect/1).
?- current_prolog_flag(emulated_dialect, D).
   D = horn.
?- set_prolog_flag(emulated_dialect, swi).
   error(permission_error(modify,flag,emulated_dialect),set_prolog_flag/2).
?- expects_dialect(yap), current_prolog_flag(emulated_dialect, D), current_prolog_flag(double_quotes, Q).
   D = yap, Q = codes.
?- X = "a", op(0, xfx, :=).
   X = [97].
?- expects_dialect(swi), current_op(P, T, :=).
   P = 800, T = xfx.
?- expects_dialect(horn), current_prolog_flag(double_quotes, Q).
   Q = chars.
?- current_op(P, T, :=).
   false.

:- expects_dialect(sicstus).
codes("a").
:- expects_dialect(scryer).
chars("a").

?- codes(X), chars(Y).
   X = [97], Y = "a".
