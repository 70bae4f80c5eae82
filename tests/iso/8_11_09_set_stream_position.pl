% ISO/IEC 13211-1, 8.11.9: set_stream_position/2.

file('horn_8_11_09.tmp').

:- include('support/streams.pl').

% 8.11.9 set_stream_position/2

?- set_stream_position(S, P).
   instantiation_error.
?- set_stream_position(user_input, P).
   instantiation_error.
?- set_stream_position(user_input, foo).
   domain_error(stream_position,foo).
?- alias(S, user_input), stream_property(S, position(P)), set_stream_position(S, P).
   permission_error(reposition,stream,...).
?- text('one. two. three.'), reading([reposition(true)], ( read(in,_), property(position(P)), read(in,X), set_stream_position(in,P), read(in,Y) )).
   P = ..., X = two, Y = two.
?- text('ab\ncd'), reading([], ( get_char(in,_), get_char(in,_), get_char(in,_), get_char(in,_), line_count(in,L), line_position(in,P), character_count(in,N) )).
   L = 2, P = 1, N = 4.

?- set_stream_position(_, _).
   instantiation_error.
?- set_stream_position(user_input, _).
   instantiation_error.
?- text(a), reading([reposition(true)], ( stream_property(S, alias(in)), stream_property(S, position(P)), set_stream_position(_, P) )).
   instantiation_error.
?- set_stream_position(1, foo).
   domain_error(stream_or_alias,1).
?- set_stream_position(user_input, 1.5).
   domain_error(stream_position,1.5).
?- text(abc), reading([reposition(true)], ( stream_property(S, alias(in)), get_char(in, _), stream_property(S, position(P)), get_char(in, A), set_stream_position(in, P), get_char(in, B) )).
   S = ..., P = ..., A = b, B = b.
?- text(abc), reading([reposition(true)], ( stream_property(S, alias(in)), stream_property(S, position(P)), get_char(in, _), get_char(in, _), get_char(in, _), get_char(in, E), set_stream_position(in, P), get_char(in, A) )).
   S = ..., P = ..., E = end_of_file, A = a.

?- delete.
   true.
