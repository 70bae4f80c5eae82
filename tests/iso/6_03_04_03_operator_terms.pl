% ISO/IEC 13211-1, 6.3.4.3: the operator table as it is.

% 6.3.4.3 the operator table as it is

?- X = (a :- b, c ; d -> e), X = (H :- (B ; I)).
   X = (a:-b,c;d->e), H = a, B = (b,c), I = (d->e).
?- X = - - a, X = -(Y).
   X = - -a, Y = -a.
?- X = \ \ a, X = \Y.
   X = \ \a, Y = \a.
?- X = a - b - c, X = Y - Z.
   X = a-b-c, Y = a-b, Z = c.
?- X = a ^ b ^ c, X = Y ^ Z.
   X = a^b^c, Y = a, Z = b^c.
?- X = (a , b , c), X = (Y , Z).
   X = (a,b,c), Y = a, Z = (b,c).
?- X = (a ; b ; c), X = (Y ; Z).
   X = (a;b;c), Y = a, Z = (b;c).
?- X = (a -> b -> c), X = (Y -> Z).
   X = (a->b->c), Y = a, Z = (b->c).
?- X = 2 ** 3 ** 4.
   syntax_error(...).
?- X = (a = b = c).
   syntax_error(...).
?- X = (a :- b :- c).
   syntax_error(...).
?- X = (:- :- a).
   syntax_error(...).
?- X = (\+ \+ a), X = (\+ Y).
   X = (\+ \+a), Y = (\+a).
?- X = 1 - 2 * 3, X = A - B.
   X = 1-2*3, A = 1, B = 2*3.
?- X = (1 - 2) * 3, X = A * B.
   X = (1-2)*3, A = 1-2, B = 3.
?- X = - (1) ^ 2, X = -(Y).
   X = - (1^2), Y = 1^2.
?- X = -1 ^ 2, X = A ^ 2.
   X = -1^2, A = -1.
?- X = - a ^ 2, X = -(Y).
   X = - (a^2), Y = a^2.
?- X = f(:-), X = f(Y).
   X = f(:-), Y = (:-).
?- X = [-], X = [Y].
   X = "-", Y = (-).
?- X = f((a :- b)), X = f(Y).
   X = f((a:-b)), Y = (a:-b).
?- X = f(a :- b).
   syntax_error(...).
?- X = [a :- b].
   syntax_error(...).
?- X = [a , b | c], X = [Y | Z].
   X = [a,b|c], Y = a, Z = [b|c].
?- X = {a , b}, X = {Y}.
   X = {a,b}, Y = (a,b).
?- X = {- a}, X = {Y}.
   X = {-a}, Y = -a.
?- X = -(1), integer(X).
   false.
?- X = - 1, integer(X).
   X = -1.
?- X = -(-(1)), X = -(Y), Y = -(Z).
   X = - - (1), Y = - (1), Z = 1.
?- X = (a --> b , {c}), X = (Y --> Z).
   X = (a-->b,{c}), Y = a, Z = (b,{c}).
