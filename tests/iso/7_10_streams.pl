% ISO/IEC 13211-1, 7.10: input and output, by what streams do.

file('horn_7_10.tmp').

% bytes_of(Options, Text, Bytes): the bytes of a file to which `Text` is written.
bytes_of(Os, Text, Bs) :-
    file(F),
    setup_call_cleanup(open(F, write, S, Os), catch(write(S, Text), _, true), close(S)),
    setup_call_cleanup(open(F, read, T, [type(binary)]), bytes(T, Bs), close(T)),
    delete_file(F).

bytes(S, Bs) :- get_byte(S, B), ( B =:= -1 -> Bs = [] ; Bs = [B|Bs1], bytes(S, Bs1) ).

% chars_of(Bytes, Options, Chars): the characters read from a file of these bytes, with the error in place of a
% character that cannot be read.
chars_of(Bs, Os, Cs) :-
    file(F),
    setup_call_cleanup(open(F, write, S, [type(binary)]), forall(member(B, Bs), put_byte(S, B)), close(S)),
    setup_call_cleanup(open(F, read, T, Os), chars(T, Cs), close(T)),
    delete_file(F).

chars(S, Cs) :-
    catch(get_char(S, C), error(E, _), C = E),
    (   C == end_of_file -> Cs = []
    ;   Cs = [C|Cs1], chars(S, Cs1)
    ).

with_text(Text, S, G) :-
    file(F),
    setup_call_cleanup(open(F, write, T), write(T, Text), close(T)),
    setup_call_cleanup(open(F, read, S), G, close(S)),
    delete_file(F).

% 7.10.1 sources and sinks

?- open(_, read, _).
   instantiation_error.
?- open(f(x), read, _).
   domain_error(source_sink,f(x)).
?- open('/no/such/folder/file', read, _).
   existence_error(source_sink,'/no/such/folder/file').
?- open('/', write, _).
   permission_error(open,source_sink,/).
?- open('/dev/null', read, S), get_char(S, C), close(S).
   S = ..., C = end_of_file.

% 7.10.2.1 stream-terms

?- current_input(S), stream_property(S, alias(A)), atom(S).
   false.
?- stream_property(user_input, mode(_)).
   domain_error(stream,user_input).
?- stream_property(S, alias(user_output)), stream_property(S, mode(M)).
   S = ..., M = append
;  false.

% 7.10.2.8 stream positions

?- with_text('hello.\nworld.\n', S, ( read(S, A), stream_property(S, position(P)), read(S, B),
       set_stream_position(S, P), read(S, C) )).
   S = ..., A = hello, P = ..., B = world, C = world.
?- with_text('ab', S, ( stream_property(S, position(P)), get_char(S, a), get_char(S, b),
       get_char(S, end_of_file), set_stream_position(S, P), get_char(S, C) )).
   S = ..., P = ..., C = a.
?- set_stream_position(user_input, _).
   instantiation_error.
?- set_stream_position(user_input, here).
   domain_error(stream_position,here).

% 7.10.2.9 the end of a stream

?- with_text('', S, ( stream_property(S, end_of_stream(A)), get_char(S, C),
       stream_property(S, end_of_stream(B)) )).
   S = ..., A = not, C = end_of_file, B = past.
?- with_text(a, S, ( get_char(S, a), peek_char(S, end_of_file), stream_property(S, end_of_stream(E)) )).
   S = ..., E = at.
?- with_text(a, S, ( get_char(S, a), at_end_of_stream(S) )).
   S = ... .
?- with_text(a, S, at_end_of_stream(S)).
   false.

% 7.10.2.11 stream options

?- chars_of([0'a], [eof_action(error)], Cs).
   Cs = "a".
?- file(F), open(F, write, S, []), close(S), open(F, read, T, [eof_action(error)]),
   get_char(T, A), catch(get_char(T, _), error(E, _), true), close(T), delete_file(F).
   F = ..., S = ..., T = ..., A = end_of_file, E = permission_error(input,past_end_of_stream,T).
?- file(F), open(F, write, S, []), close(S), open(F, read, T, [eof_action(eof_code)]),
   get_char(T, A), get_char(T, B), close(T), delete_file(F).
   F = ..., S = ..., T = ..., A = end_of_file, B = end_of_file.
?- open(f, read, _, [type(text)|_]).
   instantiation_error.
?- open(f, read, _, [type(T)]).
   instantiation_error.
?- open(f, read, _, [type(strange)]).
   domain_error(stream_option,type(strange)).
?- open(f, read, _, [no_option(1)]).
   domain_error(stream_option,no_option(1)).
?- open(f, read, _, [alias(user_input)]).
   permission_error(open,source_sink,alias(user_input)).

% 7.10.2.13 stream properties

?- with_text(a, S, findall(P, ( member(P, [mode(_),input,output,eof_action(_),reposition(_),type(_)]),
       stream_property(S, P) ), Ps)).
   S = ..., Ps = [mode(read),input,eof_action(eof_code),reposition(true),type(text)].
?- stream_property(_, strange).
   domain_error(stream_property,strange).
?- stream_property(s, _).
   domain_error(stream,s).

% 7.10.2.10 text streams and their encodings

?- bytes_of([], 'aé€😀', Bs).
   Bs = [97,195,169,226,130,172,240,159,152,128].
?- bytes_of([encoding(iso_latin_1)], 'aé', Bs).
   Bs = [97,233].
?- bytes_of([encoding(iso_latin_1)], '€', Bs).
   Bs = [].
?- bytes_of([encoding(utf16be)], 'a😀', Bs).
   Bs = [0,97,216,61,222,0].
?- bytes_of([encoding(utf16le),bom(true)], a, Bs).
   Bs = [255,254,97,0].
?- bytes_of([bom(true)], a, Bs).
   Bs = [239,187,191,97].
?- chars_of([97,255,98], [], Cs).
   Cs = [a,representation_error(character),b].
?- chars_of([0xC3], [], Cs).
   Cs = [representation_error(character)].
?- chars_of([0xEF,0xBB,0xBF,0'x], [], Cs).
   Cs = "x".
?- chars_of([0xEF,0xBB,0xBF,0'x], [bom(false)], Cs).
   Cs = ['\xfeff\',x].
?- chars_of([0xFE,0xFF,0,97,0xD8,0x3D,0xDE,0], [], Cs).
   Cs = "a😀".
?- chars_of([0xFF,0xFE,97,0], [encoding(utf8)], Cs).
   Cs = "a".
?- file(F), findall(B, ( member(Os, [[bom(true)],[bom(false)],[encoding(utf16le),bom(true)],[type(binary),bom(true)]]),
                         open(F, write, S, Os), close(S), open(F, read, T), stream_property(T, bom(B)), close(T) ), Bs).
   F = ..., Bs = [true,false,true,false].
?- file(F), open(F, write, S, [bom(true)]), stream_property(S, bom(B)), close(S).
   F = ..., S = ..., B = true.
?- chars_of([0xFE,0xFF,0,97,0xD8,0x3D,0xDE,0], [encoding(utf16be)], Cs).
   Cs = "a😀".
?- chars_of([0xD8,0,0,97], [encoding(utf16be)], Cs).
   Cs = [representation_error(character),a].
?- chars_of([97,233], [encoding(ascii)], Cs).
   Cs = [a,representation_error(character)].
?- chars_of([97,0,13,10,98], [], Cs).
   Cs = [a,'\0\','\r','\n',b].
?- with_text('aéb', S, ( get_char(S, A), set_stream(S, encoding(iso_latin_1)), get_char(S, B) )).
   S = ..., A = a, B = 'Ã'.
?- with_text('aéb', S, ( get_char(S, A), set_stream(S, type(binary)), get_byte(S, B) )).
   S = ..., A = a, B = 195.

% 7.10.3 read options

?- read_term_from_atom('f(X,_,Y,X)', T, [variables(Vs)]).
   T = f(A,B,C,A), Vs = [A,B,C].
?- read_term_from_chars("f(X,_,Y,X).", T, [variable_names(Ns),singletons(Ss)]).
   T = f(A,_B,C,A), Ns = ['X'=A,'Y'=C], Ss = ['Y'=C].
?- read_term(T, [variables]).
   domain_error(read_option,variables).
?- read_term(T, [strange(1)]).
   domain_error(read_option,strange(1)).
?- read_term(user_output, T, []).
   permission_error(input,stream,user_output).

% 7.10.4 write options

?- write_term(f('A',"b",1+2), [quoted(true),ignore_ops(true)]).
   outputs("f('A','.'(b,[]),+(1,2))").
?- write_term(f('$VAR'(1),X), [numbervars(true),variable_names(['N'=X])]).
   outputs("f(B,N)").
?- write_term(f(X,Y), [variable_names(['N'=X,'M'=Y])]).
   outputs("f(N,M)").
?- write_term(f(X), [variable_names(['N'=X,'M'=X])]).
   outputs("f(N)").
?- write_term(x, [variable_names(_)]).
   instantiation_error.
?- write_term(x, [variable_names([x=_])]).
   outputs("x").
?- write_term(x, [variable_names([1=_])]).
   domain_error(write_option,variable_names([1=_])).
?- write_term(x, [quoted(maybe)]).
   domain_error(write_option,quoted(maybe)).
?- write_term(x, [quoted(true)|_]).
   instantiation_error.

% 7.10.5 writing a term

?- writeq(- (1)).
   outputs("- (1)").
?- writeq(1 - (-1)).
   outputs("1- -1").
?- writeq([a|b]).
   outputs("[a|b]").
?- writeq({a,b}).
   outputs("{a,b}").
?- writeq('\x1f600\').
   outputs("😀").
?- writeq(['A',b,"c d"]).
   outputs("['A',b,[c,' ',d]]").
?- writeq(f(:-, (a:-b), [(a:-b)])).
   outputs("f(:-,(a:-b),[(a:-b)])").
?- writeq(-(2)^2).
   outputs("(- (2))^2").
?- writeq(1.0e10).
   outputs("10000000000.0").

