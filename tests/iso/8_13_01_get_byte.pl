% ISO/IEC 13211-1, 8.13.1: get_byte/1,2.

file('horn_8_13_01.tmp').

:- include('support/streams.pl').

% 8.13.1 get_byte/1,2

?- bytes([113,119,0,255]), reading([type(binary)], ( get_byte(in,A), get_byte(in,B), get_byte(in,C), get_byte(in,D), get_byte(in,E) )).
   A = 113, B = 119, C = 0, D = 255, E = -1.
?- get_byte(B).
   permission_error(input,text_stream,...).
?- get_byte(S, B).
   instantiation_error.
?- get_byte(user_input, p).
   type_error(in_byte,p).
?- get_byte(user_input, -2).
   type_error(in_byte,-2).
?- get_byte(user_input, 256).
   type_error(in_byte,256).

?- bytes([0'q,0'w]), reading([type(binary)], get_byte(in, X)).
   X = 113.
?- bytes([0'q,0'w]), reading([type(binary)], ( get_byte(in, X), get_byte(in, Y) )).
   X = 113, Y = 119.
?- bytes([0'q,0'w]), reading([type(binary)], get_byte(in, 119)).
   false.
?- bytes([0'q,0'w]), reading([type(binary)], get_byte(in, 113)).
   true.
?- bytes([]), reading([type(binary)], get_byte(in, X)).
   X = -1.
?- bytes([0'q,0'w]), reading([type(binary)], ( set_input(in), get_byte(X), set_input(user_input) )).
   X = 113.
?- get_byte(_, _).
   instantiation_error.
?- get_byte(foo(1), _).
   domain_error(stream_or_alias,foo(1)).
?- get_byte(1.5, _).
   domain_error(stream_or_alias,1.5).
?- get_byte(nowhere, _).
   existence_error(stream,nowhere).
?- closed(S), get_byte(S, _).
   existence_error(stream,...).
?- get_byte(user_output, _).
   permission_error(input,stream,user_output).
?- text(a), reading([], get_byte(in, _)).
   permission_error(input,text_stream,...).
?- get_byte(_).
   permission_error(input,text_stream,...).
?- bytes([]), reading([eof_action(error),type(binary)], ( get_byte(in, _), get_byte(in, _) )).
   permission_error(input,past_end_of_stream,...).
?- bytes([]), reading([eof_action(eof_code),type(binary)], ( get_byte(in, _), get_byte(in, X) )).
   X = -1.
?- bytes([1]), reading([type(binary)], get_byte(in, a)).
   type_error(in_byte,a).
?- get_byte(a).
   type_error(in_byte,a).
?- get_byte(_, a).
   instantiation_error.
?- bytes([1]), reading([type(binary)], get_byte(in, -2)).
   type_error(in_byte,-2).
?- get_byte(-2).
   type_error(in_byte,-2).
?- get_byte(_, -2).
   instantiation_error.
?- bytes([1]), reading([type(binary)], get_byte(in, 256)).
   type_error(in_byte,256).
?- get_byte(256).
   type_error(in_byte,256).
?- get_byte(_, 256).
   instantiation_error.
?- bytes([1]), reading([type(binary)], get_byte(in, 1.0)).
   type_error(in_byte,1.0).
?- get_byte(1.0).
   type_error(in_byte,1.0).
?- get_byte(_, 1.0).
   instantiation_error.

?- delete.
   true.
