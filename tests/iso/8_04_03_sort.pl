% ISO/IEC 13211-1, 8.4.3: sort/2.

% 8.4.3 sort/2

?- sort([1, 1], Sorted).
   Sorted = [1].
?- sort([1+Y, z, a, V, 1, 2, V, 1, 7.0, 8.0, 1+Y, 1+2, 8.0, -a, -X, a], Sorted).
   Sorted = [V,7.0,8.0,1,2,a,z,-X,-a,1+Y,1+2].
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

?- sort([], L).
   L = [].
?- sort([c,a,b,a], L).
   L = "abc".
?- sort([1,1.0], L).
   L = [1.0,1].
?- sort([a|_], L).
   instantiation_error.
?- sort(1, L).
   type_error(list,1).
?- sort([a|b], L).
   type_error(list,[a|b]).
?- sort([a], 1).
   type_error(list,1).
?- sort([a], [b|c]).
   type_error(list,[b|c]).
?- sort([a], [X|Y]).
   X = a, Y = [].
?- sort([b,a], [X|Y]), Y = [Z|_].
   X = a, Y = "b", Z = b.
