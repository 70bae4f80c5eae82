% ISO/IEC 13211-1, 8.13.3: put_byte/1,2.

file('horn_8_13_03.tmp').

:- include('support/streams.pl').

% 8.13.3 put_byte/1,2

?- put_byte(B).
   instantiation_error.
?- put_byte(user_output, 256).
   type_error(byte,256).
?- put_byte(user_output, ty).
   type_error(byte,ty).
?- put_byte(77).
   permission_error(output,text_stream,...).

?- writing([type(binary)], put_byte(out, 84)), content(Cs).
   Cs = "T".
?- writing([], put_byte(out, 84)).
   permission_error(output,text_stream,...).
?- put_byte(84).
   permission_error(output,text_stream,...).
?- writing([type(binary)], ( set_output(out), put_byte(84), set_output(user_output) )), content(Cs).
   Cs = "T".
?- put_byte(_, 84).
   instantiation_error.
?- put_byte(foo(1), 84).
   domain_error(stream_or_alias,foo(1)).
?- put_byte(nowhere, 84).
   existence_error(stream,nowhere).
?- closed(S), put_byte(S, 84).
   existence_error(stream,...).
?- put_byte(user_input, 84).
   permission_error(output,stream,user_input).
?- put_byte(a).
   type_error(byte,a).
?- writing([type(binary)], put_byte(out, a)).
   type_error(byte,a).
?- put_byte(_, a).
   instantiation_error.
?- put_byte(-1).
   type_error(byte,-1).
?- writing([type(binary)], put_byte(out, -1)).
   type_error(byte,-1).
?- put_byte(_, -1).
   instantiation_error.
?- put_byte(256).
   type_error(byte,256).
?- writing([type(binary)], put_byte(out, 256)).
   type_error(byte,256).
?- put_byte(_, 256).
   instantiation_error.
?- put_byte(_).
   instantiation_error.
?- writing([type(binary)], put_byte(out, _)).
   instantiation_error.
?- put_byte(_, _).
   instantiation_error.

?- delete.
   true.
