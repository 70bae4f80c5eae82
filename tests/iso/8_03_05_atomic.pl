% ISO/IEC 13211-1, 8.3.5: atomic/1.

% 8.3.5 atomic/1

?- atomic(atom).
   true.
?- atomic(a(b)).
   false.
?- atomic(Var).
   false.
?- atomic([]).
   true.
?- atomic(6).
   true.
?- atomic(3.3).
   true.

?- atomic(_).
   false.
?- atomic(a).
   true.
?- atomic('A b').
   true.
?- atomic({}).
   true.
?- atomic(+).
   true.
?- atomic(1).
   true.
?- atomic(-1).
   true.
?- atomic(10000000000000000000000000).
   true.
?- atomic(1.5).
   true.
?- atomic(-0.0).
   true.
?- atomic(f(a)).
   false.
?- atomic([a]).
   false.
?- atomic("ab").
   false.
?- atomic({a}).
   false.
?- atomic(- a).
   false.
?- atomic((a,b)).
   false.
