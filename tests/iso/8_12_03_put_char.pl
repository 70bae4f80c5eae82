% ISO/IEC 13211-1, 8.12.3: put_char/1,2, put_code/1,2, nl/0,1.

file('horn_8_12_03.tmp').

:- include('support/streams.pl').

% 8.12.3 put_char/1,2, put_code/1,2, nl/0,1

?- put_char(t).
   outputs("t").
?- put_char(user_output, 'é').
   outputs("é").
?- put_code(0't), nl, put_char(b).
   outputs("t\nb").
?- put_char(C).
   instantiation_error.
?- put_char(S, a).
   instantiation_error.
?- put_char(ty).
   type_error(character,ty).
?- put_char(1).
   type_error(character,1).
?- put_char(user_input, a).
   permission_error(output,stream,user_input).
?- put_code(C).
   instantiation_error.
?- put_code(a).
   type_error(integer,a).
?- put_code(-1).
   representation_error(character_code).
?- nl(S).
   instantiation_error.
?- nl(user_input).
   permission_error(output,stream,user_input).
?- nl(1).
   domain_error(stream_or_alias,1).
?- file(F), open(F, write, S, [encoding(iso_latin_1)]), catch(put_char(S, '→'), error(E,_), true), close(S).
   F = ..., S = ..., E = representation_error(character).

?- put_char(t).
   outputs("t").
?- put_char(user_output, t).
   outputs("t").
?- writing([], put_char(out, t)), content(Cs).
   Cs = "t".
?- writing([], ( set_output(out), put_char(t), set_output(user_output) )), content(Cs).
   Cs = "t".
?- writing([type(binary)], put_char(out, t)).
   permission_error(output,binary_stream,...).
?- put_char(_, t).
   instantiation_error.
?- put_char(foo(1), t).
   domain_error(stream_or_alias,foo(1)).
?- put_char(nowhere, t).
   existence_error(stream,nowhere).
?- closed(S), put_char(S, t).
   existence_error(stream,...).
?- put_char(user_input, t).
   permission_error(output,stream,user_input).
?- put_char(1).
   type_error(character,1).
?- put_char(user_output, 1).
   type_error(character,1).
?- put_char(_, 1).
   instantiation_error.
?- put_char(ty).
   type_error(character,ty).
?- put_char(user_output, ty).
   type_error(character,ty).
?- put_char(_, ty).
   instantiation_error.
?- put_char(f(x)).
   type_error(character,f(x)).
?- put_char(user_output, f(x)).
   type_error(character,f(x)).
?- put_char(_, f(x)).
   instantiation_error.
?- put_char(_).
   instantiation_error.
?- put_char(user_output, _).
   instantiation_error.
?- put_char(_, _).
   instantiation_error.
?- put_code(0't).
   outputs("t").
?- put_code(user_output, 0't).
   outputs("t").
?- writing([], put_code(out, 0't)), content(Cs).
   Cs = "t".
?- writing([], ( set_output(out), put_code(0't), set_output(user_output) )), content(Cs).
   Cs = "t".
?- writing([type(binary)], put_code(out, 0't)).
   permission_error(output,binary_stream,...).
?- put_code(_, 0't).
   instantiation_error.
?- put_code(foo(1), 0't).
   domain_error(stream_or_alias,foo(1)).
?- put_code(nowhere, 0't).
   existence_error(stream,nowhere).
?- closed(S), put_code(S, 0't).
   existence_error(stream,...).
?- put_code(user_input, 0't).
   permission_error(output,stream,user_input).
?- put_code(a).
   type_error(integer,a).
?- put_code(user_output, a).
   type_error(integer,a).
?- put_code(_, a).
   instantiation_error.
?- put_code(ty).
   type_error(integer,ty).
?- put_code(user_output, ty).
   type_error(integer,ty).
?- put_code(_, ty).
   instantiation_error.
?- put_code(-1).
   representation_error(character_code).
?- put_code(user_output, -1).
   representation_error(character_code).
?- put_code(_, -1).
   instantiation_error.
% The stream comes before the value of the code, after its type.
?- put_code(foo, -1).
   existence_error(stream,foo).
?- put_code(foo, ty).
   type_error(integer,ty).
?- put_code(0x110000).
   representation_error(character_code).
?- put_code(user_output, 0x110000).
   representation_error(character_code).
?- put_code(_, 0x110000).
   instantiation_error.
?- put_code(_).
   instantiation_error.
?- put_code(user_output, _).
   instantiation_error.
?- put_code(_, _).
   instantiation_error.
?- nl.
   outputs("\n").
?- nl, put_char(a).
   outputs("\na").
?- nl(user_output), put_char(user_output, a).
   outputs("\na").
?- writing([], nl(out)), content(Cs).
   Cs = "\n".
?- nl(_).
   instantiation_error.
?- nl(1).
   domain_error(stream_or_alias,1).
?- nl(nowhere).
   existence_error(stream,nowhere).
?- closed(S), nl(S).
   existence_error(stream,...).
?- nl(user_input).
   permission_error(output,stream,user_input).
?- writing([type(binary)], nl(out)).
   permission_error(output,binary_stream,...).

?- delete.
   true.
