% ISO/IEC 13211-1, 8.4: term comparison, sorting.

% 8.4.1 (@=<)/2, (==)/2, (\==)/2, (@<)/2, (@>)/2, (@>=)/2

?- '@=<'(1.0, 1).
   true.
?- '@<'(1.0, 1).
   true.
?- '\\=='(1, 1).
   false.
?- '@=<'(aardvark, zebra).
   true.
?- '@=<'(short, short).
   true.
?- '@=<'(short, shorter).
   true.
?- '@>='(short, shorter).
   false.
?- '@<'(foo(a, b), north(a)).
   false.
?- '@>'(foo(b), foo(a)).
   true.
?- '@<'(foo(a, X), foo(b, Y)).
   true.
?- '@<'(_, 1).
   true.
?- '@<'(1, a).
   true.
?- '@<'(a, f(a)).
   true.
?- '=='(X, X).
   true.
?- '=='(X, Y).
   false.
?- '\\=='(_, _).
   true.
?- '\\=='(X, a).
   true.
?- '=='(f(X,a), f(X,a)).
   true.
?- X = f(X), Y = f(Y), X == Y.
   X = f(X), Y = X.

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

% 8.4.3 sort/2

?- sort([1, 1], Sorted).
   Sorted = [1].
?- sort([1+Y, z, a, V, 1, 2, V, 1, 7.0, 8.0, 1+Y, 1+2, 8.0, -a, -X, a], Sorted).
   Sorted = [V,1,2,7.0,8.0,a,z,-X,-a,1+Y,1+2].
?- sort([X, 1], [1, 1]).
   X = 1.
?- sort([1, 1], [1, 1]).
   false.
?- sort([V], V).
   V = [V].
?- sort([f(U),U,U,f(V),f(U),V], L), length(L, N).
   L = [U,V,f(U),f(V)], N = 4.
?- sort(a, _).
   type_error(list,a).
?- sort(_, _).
   instantiation_error.
?- sort([a|_], _).
   instantiation_error.
?- sort([a|b], _).
   type_error(list,[a|b]).
?- sort([], a).
   type_error(list,a).
?- sort([b], [c|d]).
   type_error(list,[c|d]).
?- msort([c,a,b,a], L).
   L = [a,a,b,c].
?- sort(0, @>=, [1,4,2,4], L).
   L = [4,4,2,1].
?- sort(1, @<, [f(2),f(1),f(2)], L).
   L = [f(1),f(2)].

% 8.4.4 keysort/2

?- keysort([1-1, 1-1], Sorted).
   Sorted = [1-1,1-1].
?- keysort([2-99, 1-a, 3-f(_), 1-z, 1-a, 2-44], Sorted).
   Sorted = [1-a,1-z,1-a,2-99,2-44,3-f(_A)].
?- keysort([X-1, 1-1], [2-1, 1-1]).
   X = 2.
?- Pairs = [1-2|Pairs], keysort(Pairs, Sorted).
   type_error(list,_).
?- keysort([V-V], V).
   V = [V-V].
?- keysort(_, _).
   instantiation_error.
?- keysort([a|_], _).
   instantiation_error.
?- keysort([a], _).
   type_error(pair,a).
?- keysort([_], _).
   instantiation_error.
?- keysort([a|b], _).
   type_error(list,[a|b]).
?- keysort([a-1], [_|b]).
   type_error(list,[_|b]).
?- keysort([a-1], [x]).
   type_error(pair,x).
