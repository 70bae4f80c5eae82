% ISO/IEC 13211-1, 8.4.2: compare/3.

% 8.4.2 compare/3

?- compare(Order, 3, 5).
   Order = (<).
?- compare(Order, d, d).
   Order = (=).
?- compare(Order, Order, 3).
   Order = (<).
?- compare(<, <, <).
   false.
?- compare(1+2, 3, 3.0).
   type_error(atom,1+2).
?- compare(>=, 3, 3.0).
   domain_error(order,>=).
?- compare(O, 1, 1.0).
   O = (>).

?- compare(_, 1, a).
   true.
?- compare(<, 1, a).
   true.
?- compare(>, 1, a).
   false.
?- compare(=, a, a).
   true.
?- compare(O, f(X), f(Y)), ( O = (<) ; O = (>) ), !.
   O = ... .
?- compare(a, 1, 2).
   domain_error(order,a).
?- compare(1, 1, 2).
   type_error(atom,1).
?- compare(f(x), 1, 2).
   type_error(atom,f(x)).
?- compare(=<, 1, 2).
   domain_error(order,=<).
?- compare([], 1, 2).
   domain_error(order,[]).
