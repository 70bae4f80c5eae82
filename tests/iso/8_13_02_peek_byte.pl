% ISO/IEC 13211-1, 8.13.2: peek_byte/1,2.

file('horn_8_13_02.tmp').

:- include('support/streams.pl').

% 8.13.2 peek_byte/1,2

?- bytes([7]), reading([type(binary)], ( peek_byte(in,A), get_byte(in,B), peek_byte(in,C) )).
   A = 7, B = 7, C = -1.
?- peek_byte(user_output, B).
   permission_error(input,stream,user_output).

?- bytes([0'q,0'w]), reading([type(binary)], peek_byte(in, X)).
   X = 113.
?- bytes([0'q,0'w]), reading([type(binary)], ( peek_byte(in, X), peek_byte(in, Y) )).
   X = 113, Y = 113.
?- bytes([0'q,0'w]), reading([type(binary)], peek_byte(in, 119)).
   false.
?- bytes([0'q,0'w]), reading([type(binary)], peek_byte(in, 113)).
   true.
?- bytes([]), reading([type(binary)], peek_byte(in, X)).
   X = -1.
?- bytes([0'q,0'w]), reading([type(binary)], ( set_input(in), peek_byte(X), set_input(user_input) )).
   X = 113.
?- peek_byte(_, _).
   instantiation_error.
?- peek_byte(foo(1), _).
   domain_error(stream_or_alias,foo(1)).
?- peek_byte(1.5, _).
   domain_error(stream_or_alias,1.5).
?- peek_byte(nowhere, _).
   existence_error(stream,nowhere).
?- closed(S), peek_byte(S, _).
   existence_error(stream,...).
?- peek_byte(user_output, _).
   permission_error(input,stream,user_output).
?- text(a), reading([], peek_byte(in, _)).
   permission_error(input,text_stream,...).
?- peek_byte(_).
   permission_error(input,text_stream,...).
?- bytes([]), reading([eof_action(error),type(binary)], ( get_byte(in, _), peek_byte(in, _) )).
   permission_error(input,past_end_of_stream,...).
?- bytes([]), reading([eof_action(eof_code),type(binary)], ( get_byte(in, _), peek_byte(in, X) )).
   X = -1.
?- bytes([1]), reading([type(binary)], peek_byte(in, a)).
   type_error(in_byte,a).
?- peek_byte(a).
   type_error(in_byte,a).
?- peek_byte(_, a).
   instantiation_error.
?- bytes([1]), reading([type(binary)], peek_byte(in, -2)).
   type_error(in_byte,-2).
?- peek_byte(-2).
   type_error(in_byte,-2).
?- peek_byte(_, -2).
   instantiation_error.
?- bytes([1]), reading([type(binary)], peek_byte(in, 256)).
   type_error(in_byte,256).
?- peek_byte(256).
   type_error(in_byte,256).
?- peek_byte(_, 256).
   instantiation_error.
?- bytes([1]), reading([type(binary)], peek_byte(in, 1.0)).
   type_error(in_byte,1.0).
?- peek_byte(1.0).
   type_error(in_byte,1.0).
?- peek_byte(_, 1.0).
   instantiation_error.

?- delete.
   true.
