% ISO/IEC 13211-1, 8.12.1: get_char/1,2, get_code/1,2.

file('horn_8_12_01.tmp').

:- include('support/streams.pl').

% 8.12.1 get_char/1,2, get_code/1,2

?- text('qwerty'), reading([], ( get_char(in,C), get_code(in,D) )).
   C = q, D = 119.
?- text('qwerty'), reading([], get_char(in,p)).
   false.
?- text('\'qwerty\''), reading([], get_code(in,C)).
   C = 39.
?- text('é→'), reading([], ( get_char(in,C), get_code(in,D) )).
   C = é, D = 8594.
?- text(''), reading([], ( get_char(in,C), get_code(in,D) )).
   C = end_of_file, D = -1.
?- get_char(S, C).
   instantiation_error.
?- get_char(user_input, 1).
   type_error(in_character,1).
?- get_char(user_input, ab).
   type_error(in_character,ab).
?- get_char(1, C).
   domain_error(stream_or_alias,1).
?- get_char(nowhere, C).
   existence_error(stream,nowhere).
?- get_char(user_output, C).
   permission_error(input,stream,user_output).
?- get_code(user_input, a).
   type_error(integer,a).
?- get_code(user_input, -2).
   representation_error(in_character_code).
?- get_code(user_input, 0x110000).
   representation_error(in_character_code).
?- get_code(user_input, 0xD800).
   representation_error(in_character_code).
?- bytes([1]), reading([type(binary)], get_char(in,C)).
   permission_error(input,binary_stream,...).
?- bytes([255,97]), reading([], ( catch(get_char(in,_), error(E,_), true), get_char(in,C) )).
   E = representation_error(character), C = a.

?- text(qw), reading([], get_char(in, X)).
   X = q.
?- text(qw), reading([], ( get_char(in, X), get_char(in, Y) )).
   X = q, Y = w.
?- text(qw), reading([], get_char(in, w)).
   false.
?- text(qw), reading([], get_char(in, q)).
   true.
?- text(''), reading([], get_char(in, X)).
   X = end_of_file.
?- text(qw), reading([], ( set_input(in), get_char(X), set_input(user_input) )).
   X = q.
?- get_char(_, _).
   instantiation_error.
?- get_char(foo(1), _).
   domain_error(stream_or_alias,foo(1)).
?- get_char(1.5, _).
   domain_error(stream_or_alias,1.5).
?- get_char(nowhere, _).
   existence_error(stream,nowhere).
?- closed(S), get_char(S, _).
   existence_error(stream,...).
?- get_char(user_output, _).
   permission_error(input,stream,user_output).
?- bytes([97]), reading([type(binary)], get_char(in, _)).
   permission_error(input,binary_stream,...).
?- text(''), reading([eof_action(error)], ( get_char(in, _), get_char(in, _) )).
   permission_error(input,past_end_of_stream,...).
?- text(''), reading([eof_action(eof_code)], ( get_char(in, _), get_char(in, X) )).
   X = end_of_file.
?- get_char(user_input, 1).
   type_error(in_character,1).
?- get_char(1).
   type_error(in_character,1).
?- get_char(_, 1).
   instantiation_error.
?- get_char(user_input, ab).
   type_error(in_character,ab).
?- get_char(ab).
   type_error(in_character,ab).
?- get_char(_, ab).
   instantiation_error.
?- get_char(user_input, f(x)).
   type_error(in_character,f(x)).
?- get_char(f(x)).
   type_error(in_character,f(x)).
?- get_char(_, f(x)).
   instantiation_error.
?- text(qw), reading([], get_code(in, X)).
   X = 113.
?- text(qw), reading([], ( get_code(in, X), get_code(in, Y) )).
   X = 113, Y = 119.
?- text(qw), reading([], get_code(in, 119)).
   false.
?- text(qw), reading([], get_code(in, 113)).
   true.
?- text(''), reading([], get_code(in, X)).
   X = -1.
?- text(qw), reading([], ( set_input(in), get_code(X), set_input(user_input) )).
   X = 113.
?- get_code(_, _).
   instantiation_error.
?- get_code(foo(1), _).
   domain_error(stream_or_alias,foo(1)).
?- get_code(1.5, _).
   domain_error(stream_or_alias,1.5).
?- get_code(nowhere, _).
   existence_error(stream,nowhere).
?- closed(S), get_code(S, _).
   existence_error(stream,...).
?- get_code(user_output, _).
   permission_error(input,stream,user_output).
?- bytes([97]), reading([type(binary)], get_code(in, _)).
   permission_error(input,binary_stream,...).
?- text(''), reading([eof_action(error)], ( get_code(in, _), get_code(in, _) )).
   permission_error(input,past_end_of_stream,...).
?- text(''), reading([eof_action(eof_code)], ( get_code(in, _), get_code(in, X) )).
   X = -1.
?- get_code(user_input, a).
   type_error(integer,a).
?- get_code(a).
   type_error(integer,a).
?- get_code(_, a).
   instantiation_error.
?- get_code(user_input, f(x)).
   type_error(integer,f(x)).
?- get_code(f(x)).
   type_error(integer,f(x)).
?- get_code(_, f(x)).
   instantiation_error.
?- get_code(user_input, -2).
   representation_error(in_character_code).
?- get_code(-2).
   representation_error(in_character_code).
?- get_code(_, -2).
   instantiation_error.
?- get_code(user_input, 0x110000).
   representation_error(in_character_code).
?- get_code(0x110000).
   representation_error(in_character_code).
?- get_code(_, 0x110000).
   instantiation_error.

?- delete.
   true.
