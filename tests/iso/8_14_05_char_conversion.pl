% ISO/IEC 13211-1, 8.14.5: char_conversion/2, 8.14.6 current_char_conversion/2.

% 8.14.5 char_conversion/2, 8.14.6 current_char_conversion/2

?- char_conversion('&', '\''), current_char_conversion('&', C), char_conversion('&', '&').
   C = '\''.
?- char_conversion(C, a).
   instantiation_error.
?- char_conversion(ab, a).
   representation_error(character).
?- current_char_conversion(x, X).
   X = x.

?- char_conversion(_, a).
   instantiation_error.
?- char_conversion(a, _).
   instantiation_error.
?- char_conversion(ab, a).
   representation_error(character).
?- char_conversion(a, ab).
   representation_error(character).
?- char_conversion(1, a).
   representation_error(character).
?- char_conversion(a, 1).
   representation_error(character).
?- char_conversion('^', '^').
   true.
?- current_char_conversion(a, X).
   X = a.
?- current_char_conversion(X, a).
   X = a.
?- current_char_conversion(ab, _).
   type_error(character,ab).
?- current_char_conversion(_, ab).
   type_error(character,ab).
?- current_char_conversion(1, _).
   type_error(character,1).
?- char_conversion(à, a), current_char_conversion(à, X), char_conversion(à, à).
   X = a.
?- char_conversion(à, a), setof(X, current_char_conversion(X, a), L), char_conversion(à, à).
   L = "aà".

?- char_conversion(à, '('), char_conversion(é, ')').
   true.
?- read(X).
   inputs("fàa, 'àé', \"à\", 0'à é. b."), X = f(a,àé,"à",224).
?- read(X).
   inputs("% à\nf/* à */àa é. b."), syntax_error(...).
?- set_prolog_flag(char_conversion, off).
   true.
?- read(X).
   inputs("f(à) ."), X = f(à).
?- set_prolog_flag(char_conversion, on), char_conversion(à, à), char_conversion(é, é).
   true.
?- read(X).
   inputs("f(à)."), X = f(à).
?- current_char_conversion(à, X).
   X = à.
