% ISO/IEC 13211-1, 8.16.1: atom_length/2.

% 8.16.1 atom_length/2

?- atom_length('enchanted evening', N).
   N = 17.
?- atom_length('enchanted\
 evening', N).
   N = 17.
?- atom_length('', N).
   N = 0.
?- atom_length(scarlet, 5).
   false.
?- atom_length(Atom, 4).
   instantiation_error.
?- atom_length(1.23, 4).
   type_error(atom,1.23).
?- atom_length(atom, '4').
   type_error(integer,'4').
?- atom_length(atom, -4).
   domain_error(not_less_than_zero,-4).
?- atom_length('größe', N).
   N = 5.

?- atom_length(a, N).
   N = 1.
?- atom_length([], N).
   N = 2.
?- atom_length(_, _).
   instantiation_error.
?- atom_length(1, _).
   type_error(atom,1).
?- atom_length(f(x), _).
   type_error(atom,f(x)).
?- atom_length("ab", _).
   type_error(atom,"ab").
?- atom_length(a, 1.5).
   type_error(integer,1.5).
?- atom_length(a, b).
   type_error(integer,b).
?- atom_length(a, -1).
   domain_error(not_less_than_zero,-1).
?- atom_length(a, 2).
   false.
