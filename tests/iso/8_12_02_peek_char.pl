% ISO/IEC 13211-1, 8.12.2: peek_char/1,2, peek_code/1,2.

file('horn_8_12_02.tmp').

:- include('support/streams.pl').

% 8.12.2 peek_char/1,2, peek_code/1,2

?- text('qw'), reading([], ( peek_char(in,C), peek_code(in,D), get_char(in,E) )).
   C = q, D = 113, E = q.
?- text(''), reading([eof_action(error)], ( peek_char(in,C), peek_char(in,D) )).
   C = end_of_file, D = end_of_file.
?- peek_char(S, C).
   instantiation_error.
?- peek_char(user_input, 1).
   type_error(in_character,1).
?- peek_code(user_input, -2).
   representation_error(in_character_code).
?- peek_char(user_output, C).
   permission_error(input,stream,user_output).

?- text(qw), reading([], peek_char(in, X)).
   X = q.
?- text(qw), reading([], ( peek_char(in, X), peek_char(in, Y) )).
   X = q, Y = q.
?- text(qw), reading([], peek_char(in, w)).
   false.
?- text(qw), reading([], peek_char(in, q)).
   true.
?- text(''), reading([], peek_char(in, X)).
   X = end_of_file.
?- text(qw), reading([], ( set_input(in), peek_char(X), set_input(user_input) )).
   X = q.
?- peek_char(_, _).
   instantiation_error.
?- peek_char(foo(1), _).
   domain_error(stream_or_alias,foo(1)).
?- peek_char(1.5, _).
   domain_error(stream_or_alias,1.5).
?- peek_char(nowhere, _).
   existence_error(stream,nowhere).
?- closed(S), peek_char(S, _).
   existence_error(stream,...).
?- peek_char(user_output, _).
   permission_error(input,stream,user_output).
?- bytes([97]), reading([type(binary)], peek_char(in, _)).
   permission_error(input,binary_stream,...).
?- text(''), reading([eof_action(error)], ( get_char(in, _), peek_char(in, _) )).
   permission_error(input,past_end_of_stream,...).
?- text(''), reading([eof_action(eof_code)], ( get_char(in, _), peek_char(in, X) )).
   X = end_of_file.
?- peek_char(user_input, 1).
   type_error(in_character,1).
?- peek_char(1).
   type_error(in_character,1).
?- peek_char(_, 1).
   instantiation_error.
?- peek_char(user_input, ab).
   type_error(in_character,ab).
?- peek_char(ab).
   type_error(in_character,ab).
?- peek_char(_, ab).
   instantiation_error.
?- peek_char(user_input, f(x)).
   type_error(in_character,f(x)).
?- peek_char(f(x)).
   type_error(in_character,f(x)).
?- peek_char(_, f(x)).
   instantiation_error.
?- text(qw), reading([], peek_code(in, X)).
   X = 113.
?- text(qw), reading([], ( peek_code(in, X), peek_code(in, Y) )).
   X = 113, Y = 113.
?- text(qw), reading([], peek_code(in, 119)).
   false.
?- text(qw), reading([], peek_code(in, 113)).
   true.
?- text(''), reading([], peek_code(in, X)).
   X = -1.
?- text(qw), reading([], ( set_input(in), peek_code(X), set_input(user_input) )).
   X = 113.
?- peek_code(_, _).
   instantiation_error.
?- peek_code(foo(1), _).
   domain_error(stream_or_alias,foo(1)).
?- peek_code(1.5, _).
   domain_error(stream_or_alias,1.5).
?- peek_code(nowhere, _).
   existence_error(stream,nowhere).
?- closed(S), peek_code(S, _).
   existence_error(stream,...).
?- peek_code(user_output, _).
   permission_error(input,stream,user_output).
?- bytes([97]), reading([type(binary)], peek_code(in, _)).
   permission_error(input,binary_stream,...).
?- text(''), reading([eof_action(error)], ( get_code(in, _), peek_code(in, _) )).
   permission_error(input,past_end_of_stream,...).
?- text(''), reading([eof_action(eof_code)], ( get_code(in, _), peek_code(in, X) )).
   X = -1.
?- peek_code(user_input, a).
   type_error(integer,a).
?- peek_code(a).
   type_error(integer,a).
?- peek_code(_, a).
   instantiation_error.
?- peek_code(user_input, f(x)).
   type_error(integer,f(x)).
?- peek_code(f(x)).
   type_error(integer,f(x)).
?- peek_code(_, f(x)).
   instantiation_error.
?- peek_code(user_input, -2).
   representation_error(in_character_code).
?- peek_code(-2).
   representation_error(in_character_code).
?- peek_code(_, -2).
   instantiation_error.
?- peek_code(user_input, 0x110000).
   representation_error(in_character_code).
?- peek_code(0x110000).
   representation_error(in_character_code).
?- peek_code(_, 0x110000).
   instantiation_error.

?- delete.
   true.
