% ISO/IEC 13211-1, 8.11: stream selection and control. The file that is written
% here is deleted by the last query.

file('horn_8_11.tmp').

text(T) :- file(F), open(F, write, S), write(S, T), close(S).

reading(Options, G) :-
    file(F),
    setup_call_cleanup(open(F, read, S, [alias(in)|Options]), G, close(S)).

delete :- file(F), delete_file(F).

property(P) :- stream_property(S, alias(in)), stream_property(S, P).

alias(S, A) :- stream_property(S, alias(A)).

% 8.11.1 current_input/1

?- current_input(S), alias(S, A).
   S = ..., A = user_input.
?- current_input(foo).
   domain_error(stream,foo).
?- text(a), file(F), open(F, read, S), close(S), current_input(S).
   existence_error(stream,...).
?- current_output(S), current_input(S).
   false.

% 8.11.2 current_output/1

?- current_output(S), alias(S, A).
   S = ..., A = user_output.
?- current_output(foo).
   domain_error(stream,foo).

% 8.11.3 set_input/1

?- set_input(S).
   instantiation_error.
?- set_input(1).
   domain_error(stream_or_alias,1).
?- set_input(foo).
   existence_error(stream,foo).
?- set_input(user_output).
   permission_error(input,stream,user_output).
?- text('x. y.'), reading([], ( set_input(in), read(X), read(Y), set_input(user_input) )).
   X = x, Y = y.
?- text(a), reading([], set_input(in)), current_input(I), alias(I, A).
   I = ..., A = user_input.

% 8.11.4 set_output/1

?- set_output(S).
   instantiation_error.
?- set_output([]).
   existence_error(stream,[]).
?- set_output(user_input).
   permission_error(output,stream,user_input).

% 8.11.5 open/3, open/4

?- open(F, read, S).
   instantiation_error.
?- open(f, M, S).
   instantiation_error.
?- open(f, read, S, O).
   instantiation_error.
?- open(f, read, S, [type(text)|_]).
   instantiation_error.
?- open(f, read, S, [type(text),_]).
   instantiation_error.
?- open(f, 1, S).
   type_error(atom,1).
?- open(f, read, S, type(text)).
   type_error(list,type(text)).
?- open(f, read, s).
   uninstantiation_error(s).
?- open(1, read, S).
   domain_error(source_sink,1).
?- open(foo(1,2), write, S).
   domain_error(source_sink,foo(1,2)).
?- open(f, red, S).
   domain_error(io_mode,red).
?- open(f, read, S, [bowl]).
   domain_error(stream_option,bowl).
?- open(f, read, S, [type(bowl)]).
   domain_error(stream_option,type(bowl)).
?- open('no such file', read, S).
   existence_error(source_sink,'no such file').
?- open('.', write, S).
   permission_error(open,source_sink,'.').
?- text(a), file(F), open(F, read, S, [alias(user_output)]).
   permission_error(open,source_sink,alias(user_output)).
?- text('ab'), file(F), open(F, append, S), write(S, c), close(S), reading([], ( get_char(in,A), get_char(in,B), get_char(in,C) )).
   F = ..., S = ..., A = a, B = b, C = c.
?- text('x.'), file(F), open(F, read, S, [alias(mine)]), read(mine, X), close(mine).
   F = 'horn_8_11.tmp', S = ..., X = x.

% 8.11.6 close/1, close/2

?- close(S).
   instantiation_error.
?- close(_).
   instantiation_error.
?- close(1).
   domain_error(stream_or_alias,1).
?- close(nowhere).
   existence_error(stream,nowhere).
?- close(user_output, O).
   instantiation_error.
?- close(user_output, [force(true)|_]).
   instantiation_error.
?- close(user_output, [force]).
   domain_error(close_option,force).
?- close(user_output, foo).
   type_error(list,foo).
?- close(user_input), close(user_output), close(user_error).
   true.

% 8.11.7 flush_output/0, flush_output/1

?- flush_output.
   true.
?- flush_output(S).
   instantiation_error.
?- flush_output(user_input).
   permission_error(output,stream,user_input).
?- flush_output(nowhere).
   existence_error(stream,nowhere).

% 8.11.8 stream_property/2, at_end_of_stream/0,1

?- stream_property(foo, P).
   domain_error(stream,foo).
?- stream_property(S, foo).
   domain_error(stream_property,foo).
?- stream_property(S, alias(nowhere)).
   false.
?- text('a\nb'), reading([type(text)], ( property(mode(M)), property(type(T)), property(file_name(N)) )).
   M = read, T = text, N = 'horn_8_11.tmp'.
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

?- delete.
   true.
