% A text of GNU Prolog.

:- expects_dialect(gnu).

codes("a").
pair(X, Y) :- fd_domain([X,Y], 1, 3), X #> Y, Y #>1.

?- codes(Cs).
   Cs = [97].
?- pair(X, Y).
   X = 3, Y = 2.
