% ISO/IEC 13211-1, 8.11.8: stream_property/2, at_end_of_stream/0,1.

file('horn_8_11_08.tmp').

:- include('support/streams.pl').

% 8.11.8 stream_property/2, at_end_of_stream/0,1

?- stream_property(foo, P).
   domain_error(stream,foo).
?- stream_property(S, foo).
   domain_error(stream_property,foo).
?- stream_property(S, alias(nowhere)).
   false.
?- text('a\nb'), reading([type(text)], ( property(mode(M)), property(type(T)), property(file_name(N)) )).
   M = read, T = text, N = 'horn_8_11_08.tmp'.
?- text('ab'), reading([], ( get_char(in,_), property(end_of_stream(E1)), get_char(in,_), at_end_of_stream(in), property(end_of_stream(E2)), get_char(in,C), property(end_of_stream(E3)) )).
   E1 = not, E2 = at, C = end_of_file, E3 = past.
?- text(''), reading([eof_action(error)], ( get_char(in,C), catch(get_char(in,_), error(permission_error(A,B,_),_), true) )).
   C = end_of_file, A = input, B = past_end_of_stream.
?- text(''), reading([eof_action(eof_code)], ( get_char(in,C), get_char(in,D) )).
   C = end_of_file, D = end_of_file.
?- at_end_of_stream(S).
   instantiation_error.
?- at_end_of_stream(1).
   domain_error(stream_or_alias,1).
?- at_end_of_stream(user_output).
   permission_error(input,stream,user_output).

?- stream_property(1, _).
   domain_error(stream,1).
?- stream_property(_, 1).
   domain_error(stream_property,1).
?- stream_property(_, foo(_)).
   domain_error(stream_property,foo(_)).
?- text(a), reading([], ( stream_property(S, alias(in)), stream_property(S, input) )).
   S = ... .
?- text(a), reading([], ( stream_property(S, alias(in)), stream_property(S, output) )).
   false.
?- text(a), reading([], ( stream_property(S, alias(in)), stream_property(S, mode(M)) )).
   S = ..., M = read.
?- text(a), reading([eof_action(error)], ( stream_property(S, alias(in)), stream_property(S, eof_action(A)) )).
   S = ..., A = error.
?- text(a), reading([], ( stream_property(S, alias(in)), stream_property(S, type(T)) )).
   S = ..., T = text.
?- bytes([1]), reading([type(binary)], ( stream_property(S, alias(in)), stream_property(S, type(T)) )).
   S = ..., T = binary.
?- writing([], ( stream_property(S, alias(out)), stream_property(S, mode(M)) )).
   S = ..., M = write.
?- text(''), reading([], at_end_of_stream(in)).
   true.
?- text(a), reading([], at_end_of_stream(in)).
   false.
?- text(a), reading([], ( get_char(in, _), at_end_of_stream(in) )).
   true.
?- text(''), reading([], ( set_input(in), at_end_of_stream, set_input(user_input) )).
   true.
?- at_end_of_stream(_).
   instantiation_error.
?- at_end_of_stream(f(x)).
   domain_error(stream_or_alias,f(x)).
?- at_end_of_stream(nowhere).
   existence_error(stream,nowhere).
?- closed(S), at_end_of_stream(S).
   existence_error(stream,...).
?- at_end_of_stream(user_output).
   permission_error(input,stream,user_output).

% The property bom/1: the text starts with a byte order mark.
?- bytes([0xef,0xbb,0xbf,0'a]), reading([], ( stream_property(S, alias(in)), stream_property(S, bom(B)), get_char(in, C) )).
   S = ..., B = true, C = a.
?- text(''), reading([], ( stream_property(S, alias(in)), stream_property(S, bom(B)), stream_property(S, end_of_stream(E)) )).
   S = ..., B = false, E = not.
?- writing([bom(true)], ( stream_property(S, alias(out)), stream_property(S, bom(B)) )).
   S = ..., B = true.
?- bytes([1]), reading([type(binary)], ( stream_property(S, alias(in)), stream_property(S, bom(_)) )).
   false.

% 7.10.2.9 the standard streams
?- findall(A-M-E-R, ( member(A, [user_input,user_output,user_error]), stream_property(S, alias(A)),
                      stream_property(S, mode(M)), stream_property(S, eof_action(E)), stream_property(S, reposition(R)) ), Ps).
   Ps = [user_input-read-reset-false,user_output-append-reset-false,user_error-append-reset-false].

?- delete.
   true.
