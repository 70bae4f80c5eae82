% ISO/IEC 13211-1, 8.16.4: atom_chars/2.

% 8.16.4 atom_chars/2

?- atom_chars('', L).
   L = [].
?- atom_chars([], L).
   L = ['[',']'].
?- atom_chars('''', L).
   L = [''''].
?- atom_chars('iso', L).
   L = [i,s,o].
?- atom_chars(A, [p, r, o, l, o, g]).
   A = prolog.
?- atom_chars('North', ['N'|X]).
   X = [o,r,t,h].
?- atom_chars(iso, [i, s]).
   false.
?- atom_chars(A, L).
   instantiation_error.
?- atom_chars(A, [a, E, c]).
   instantiation_error.
?- atom_chars(A, [a, b|L]).
   instantiation_error.
?- atom_chars(f(a), L).
   type_error(atom,f(a)).
?- atom_chars(A, iso).
   type_error(list,iso).
?- atom_chars(A, [a, f(b)]).
   type_error(character,f(b)).
?- atom_chars(A, [0'a]).
   type_error(character,97).
?- L = [a|L], atom_chars(A, L).
   type_error(list,_).

?- atom_chars(abc, L).
   L = "abc".
?- atom_chars(A, "abc").
   A = abc.
?- atom_chars(A, []).
   A = ''.
?- atom_chars(abc, [a|L]).
   L = "bc".
?- atom_chars(A, ['1']).
   A = '1'.
?- atom_chars(_, _).
   instantiation_error.
?- atom_chars(_, [a|_]).
   instantiation_error.
?- atom_chars(_, [_]).
   instantiation_error.
?- atom_chars(f(x), _).
   type_error(atom,f(x)).
?- atom_chars(_, a).
   type_error(list,a).
?- atom_chars(_, [a|b]).
   type_error(list,[a|b]).
?- atom_chars(_, [ab]).
   type_error(character,ab).
?- atom_chars(_, [1]).
   type_error(character,1).
?- atom_chars(_, [a,_]).
   instantiation_error.
