% ISO/IEC 13211-1, 8.4.4: keysort/2.

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

?- keysort([], L).
   L = [].
?- keysort([b-1,a-2,b-0,a-1], L).
   L = [a-2,a-1,b-1,b-0].
?- keysort(1, L).
   type_error(list,1).
?- keysort([1|_], L).
   instantiation_error.
?- keysort([1], L).
   type_error(pair,1).
?- keysort([a-1,_], L).
   instantiation_error.
?- keysort([a-1], [1]).
   type_error(pair,1).
?- keysort([a-1], [b-_]).
   false.
?- keysort([a-1], 2).
   type_error(list,2).
