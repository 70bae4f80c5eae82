% ISO/IEC 13211-1, 8.11.5: open/3, open/4.

file('horn_8_11_05.tmp').

:- include('support/streams.pl').

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
   F = 'horn_8_11_05.tmp', S = ..., X = x.

?- open(_, read, _).
   instantiation_error.
?- open(f, _, _).
   instantiation_error.
?- open(f, read, _, _).
   instantiation_error.
?- open(f, read, _, [_]).
   instantiation_error.
?- open(f, read, _, [eof_action(_)]).
   instantiation_error.
?- open(f, read, _, [alias(_)]).
   instantiation_error.
?- open(f, read, _, [type(text)|_]).
   instantiation_error.
?- open(f, 1, _).
   type_error(atom,1).
?- open(f, f(x), _).
   type_error(atom,f(x)).
?- open(f, read, _, foo).
   type_error(list,foo).
?- open(f, read, _, [type(text)|foo]).
   type_error(list,[type(text)|foo]).
?- open(f, read, a).
   uninstantiation_error(a).
?- open(f, read, 1).
   uninstantiation_error(1).
?- open(1, read, _).
   domain_error(source_sink,1).
?- open(f(x), read, _).
   domain_error(source_sink,f(x)).
?- open(f, reading, _).
   domain_error(io_mode,reading).
?- open(f, read, _, [foo(x)]).
   domain_error(stream_option,foo(x)).
?- open(f, read, _, [1]).
   domain_error(stream_option,1).
?- open(f, read, _, [type(foo)]).
   domain_error(stream_option,type(foo)).
?- open(f, read, _, [type(1)]).
   domain_error(stream_option,type(1)).
?- open(f, read, _, [reposition(foo)]).
   domain_error(stream_option,reposition(foo)).
?- open(f, read, _, [alias(1)]).
   domain_error(stream_option,alias(1)).
?- open(f, read, _, [eof_action(foo)]).
   domain_error(stream_option,eof_action(foo)).
?- open('no_such_file.tmp', read, _).
   existence_error(source_sink,'no_such_file.tmp').
?- open('no_such_directory/f', write, _).
   existence_error(source_sink,'no_such_directory/f').
?- open('.', write, _).
   permission_error(open,source_sink,'.').
?- open('.', append, _).
   permission_error(open,source_sink,'.').
?- text(a), reading([], ( file(F), open(F, read, _, [alias(in)]) )).
   permission_error(open,source_sink,alias(in)).
?- text(abc), reading([type(text), reposition(true), eof_action(reset)], ( get_char(in, A), get_char(in, B) )).
   A = a, B = b.
?- bytes([1,2]), reading([type(binary), eof_action(eof_code)], ( get_byte(in, A), get_byte(in, B), get_byte(in, C) )).
   A = 1, B = 2, C = -1.
?- text(ab), file(F), open(F, write, S), close(S), content(Cs).
   F = ..., S = ..., Cs = [].

?- delete.
   true.
