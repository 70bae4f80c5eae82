% ISO/IEC 13211-1, 8.16.6: char_code/2.

% 8.16.6 char_code/2

?- char_code('a', Code).
   Code = 97.
?- char_code(Char, 99).
   Char = c.
?- char_code(b, 0'b).
   true.
?- char_code(b, 4).
   false.
?- char_code(X, Y).
   instantiation_error.
?- char_code(ab, Y).
   type_error(character,ab).
?- char_code(X, a).
   type_error(integer,a).
?- char_code(X, -2).
   representation_error(character_code).
?- char_code(X, 0x110000).
   representation_error(character_code).

?- char_code(a, 97).
   true.
?- char_code(a, 98).
   false.
?- char_code(C, 0x1F600).
   C = '\x1F600\'.
?- char_code(_, _).
   instantiation_error.
?- char_code(ab, _).
   type_error(character,ab).
?- char_code(1, _).
   type_error(character,1).
?- char_code(f(x), _).
   type_error(character,f(x)).
?- char_code(_, f(x)).
   type_error(integer,f(x)).
?- char_code(_, -1).
   representation_error(character_code).
?- char_code(a, b).
   type_error(integer,b).
