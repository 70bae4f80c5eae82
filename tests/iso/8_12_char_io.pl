% ISO/IEC 13211-1, 8.12 and 8.13: input and output of characters and bytes. The
% file that is written here is deleted by the last query.

file('horn_8_12.tmp').

text(T) :- file(F), open(F, write, S), write(S, T), close(S).

bytes(Bs) :- file(F), open(F, write, S, [type(binary)]), put_each(Bs, S), close(S).

put_each([], _).
put_each([B|Bs], S) :- put_byte(S, B), put_each(Bs, S).

reading(Options, G) :-
    file(F),
    setup_call_cleanup(open(F, read, S, [alias(in)|Options]), G, close(S)).

delete :- file(F), delete_file(F).

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

% 8.13.2 peek_byte/1,2

?- bytes([7]), reading([type(binary)], ( peek_byte(in,A), get_byte(in,B), peek_byte(in,C) )).
   A = 7, B = 7, C = -1.
?- peek_byte(user_output, B).
   permission_error(input,stream,user_output).

% 8.13.3 put_byte/1,2

?- put_byte(B).
   instantiation_error.
?- put_byte(user_output, 256).
   type_error(byte,256).
?- put_byte(user_output, ty).
   type_error(byte,ty).
?- put_byte(77).
   permission_error(output,text_stream,...).

?- delete.
   true.
