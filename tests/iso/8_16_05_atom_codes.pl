% ISO/IEC 13211-1, 8.16.5: atom_codes/2.

% 8.16.5 atom_codes/2

?- atom_codes('', L).
   L = [].
?- atom_codes([], L).
   L = [91,93].
?- atom_codes(iso, L).
   L = [105,115,111].
?- atom_codes(A, [0'p, 0'r, 0'o, 0'l, 0'o, 0'g]).
   A = prolog.
?- atom_codes('North', [0'N|X]).
   X = [111,114,116,104].
?- atom_codes(iso, [0'i, 0's]).
   false.
?- atom_codes(A, L).
   instantiation_error.
?- atom_codes(f(a), L).
   type_error(atom,f(a)).
?- atom_codes(A, 0'x).
   type_error(list,120).
?- atom_codes(A, [0'i, 0's, -1]).
   representation_error(character_code).
?- atom_codes(A, [0'i, a]).
   type_error(integer,a).

?- atom_codes(abc, L).
   L = [97,98,99].
?- atom_codes(A, [97,98]).
   A = ab.
?- atom_codes(A, []).
   A = ''.
?- atom_codes(_, _).
   instantiation_error.
?- atom_codes(_, [97|_]).
   instantiation_error.
?- atom_codes(_, [_]).
   instantiation_error.
?- atom_codes(f(x), _).
   type_error(atom,f(x)).
?- atom_codes(_, a).
   type_error(list,a).
?- atom_codes(_, [97|b]).
   type_error(list,[97|b]).
?- atom_codes(_, [-1]).
   representation_error(character_code).
?- atom_codes(_, [0x110000]).
   representation_error(character_code).
?- atom_codes(_, [f(x)]).
   type_error(integer,f(x)).
