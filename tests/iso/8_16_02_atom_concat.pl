% ISO/IEC 13211-1, 8.16.2: atom_concat/3.

% 8.16.2 atom_concat/3

?- atom_concat(hello, ' world', S).
   S = 'hello world'.
?- atom_concat(T, ' world', 'small world').
   T = small.
?- atom_concat(hello, ' world', 'small world').
   false.
?- atom_concat(T1, T2, hello).
   T1 = '', T2 = hello
;  T1 = h, T2 = ello
;  T1 = he, T2 = llo
;  T1 = hel, T2 = lo
;  T1 = hell, T2 = o
;  T1 = hello, T2 = ''.
?- atom_concat(A1, 'iso', S).
   instantiation_error.
?- atom_concat(f(a), b, C).
   type_error(atom,f(a)).
?- atom_concat(small, T, 'small world').
   T = ' world'.

?- atom_concat(a, b, ab).
   true.
?- atom_concat('', X, ab).
   X = ab.
?- atom_concat(X, '', ab).
   X = ab.
?- atom_concat('', '', X).
   X = ''.
?- findall(X+Y, atom_concat(X, Y, ab), L).
   L = [''+ab,a+b,ab+''].
?- atom_concat(_, _, _).
   instantiation_error.
?- atom_concat(a, _, _).
   instantiation_error.
?- atom_concat(_, a, _).
   instantiation_error.
?- atom_concat(f(x), a, _).
   type_error(atom,f(x)).
?- atom_concat(a, f(x), _).
   type_error(atom,f(x)).
?- atom_concat(_, _, f(x)).
   type_error(atom,f(x)).
?- atom_concat(a, _, "ab").
   type_error(atom,"ab").
