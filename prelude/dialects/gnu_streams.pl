% Streams, tokens and texts as GNU Prolog has them.

:- module(gnu_streams, [
    set_stream_type/2, set_stream_eof_action/2, set_stream_buffering/2, stream_line_column/3, set_stream_line_column/3,
    stream_position/2, add_stream_alias/2, current_alias/2, current_stream/1,
    close_input_atom_stream/1, close_input_chars_stream/1, close_input_codes_stream/1,
    open_output_atom_stream/1, open_output_chars_stream/1, open_output_codes_stream/1,
    close_output_atom_stream/2, close_output_chars_stream/2, close_output_codes_stream/2,
    read_token/1, read_token/2, read_token_from_atom/2, read_token_from_chars/2, read_token_from_codes/2,
    read_atom/2, read_integer/2, read_number/2, get_key/1, get_key/2, get_key_no_echo/1, get_key_no_echo/2,
    print_to_chars/2, print_to_codes/2, writeq_to_chars/2, writeq_to_codes/2, write_canonical_to_chars/2,
    write_canonical_to_codes/2, display_to_chars/2, display_to_codes/2
]).

:- meta_predicate while(1,?,-), from(?,0).

:- use_module(library(memfile)).
:- use_module(library(streams)).

%! set_stream_type(+Stream, +Type) is det.
%
%  Makes a stream one of characters, `text`, or of bytes, `binary`.
?- use_module(library(gnu_streams)).
   true.
?- open_string("a", S), set_stream_type(S, binary), get_byte(S, B), close(S).
   S = ..., B = 97.
set_stream_type(Stream, Type) :- set_stream(Stream, type(Type)).

%! set_stream_eof_action(+Stream, +Action) is det.
%
%  Sets what reading at the end of a stream does: `error`, `eof_code` or `reset`.
?- open_string("", S), set_stream_eof_action(S, eof_code), get_char(S, C), get_char(S, D), close(S).
   S = ..., C = end_of_file, D = end_of_file.
set_stream_eof_action(Stream, Action) :- set_stream(Stream, eof_action(Action)).

%! set_stream_buffering(+Stream, +Mode) is det.
%
%  Sets when output is passed on: `none`, `line` or `block`.
?- set_stream_buffering(user_error, line).
   true.
set_stream_buffering(Stream, Mode) :-
    (   Mode == none -> Buffer = false
    ;   Mode == block -> Buffer = full
    ;   Buffer = Mode
    ),
    set_stream(Stream, buffer(Buffer)).

%! stream_line_column(+Stream, ?Line, ?Column) is det.
%
%  Unifies `Line` and `Column` with the place of the next character, both from 1.
?- open_string("ab", S), get_char(S, C), stream_line_column(S, L, K), close(S).
   S = ..., C = a, L = 1, K = 2.
stream_line_column(Stream, Line, Column) :-
    line_count(Stream, Line),
    line_position(Stream, Position),
    Column is Position+1.

%! set_stream_line_column(+Stream, +Line, +Column) is det.
%
%  Continues to read at a place of a stream that can be repositioned. Throws a domain error if the stream has no such place.
?- open_string("ab\ncd", S), set_stream_line_column(S, 2, 2).
   error(permission_error(reposition,stream,_),seek/4).
set_stream_line_column(Stream, Line, Column) :-
    must_be(positive_integer, Line),
    must_be(positive_integer, Column),
    seek(Stream, 0, bof, _),
    Lines is Line-1,
    skip_lines(Lines, Stream),
    Characters is Column-1,
    skip_characters(Characters, Stream).

skip_lines(N, S) :-
    (   N =:= 0 -> true
    ;   skip(S, 0'\n), \+ at_end_of_stream(S) -> N1 is N-1, skip_lines(N1, S)
    ;   domain_error(stream_position, N, set_stream_line_column/3)
    ).

skip_characters(N, S) :-
    (   N =:= 0 -> true
    ;   get_char(S, C), C \== '\n', C \== end_of_file -> N1 is N-1, skip_characters(N1, S)
    ;   domain_error(stream_position, N, set_stream_line_column/3)
    ).

%! stream_position(+Stream, ?Position) is det.
%
%  Unifies `Position` with the position of a stream, for set_stream_position/2.
?- open_string("ab", S), stream_position(S, P), close(S).
   S = ..., P = ... .
stream_position(Stream, Position) :- stream_property(Stream, position(Position)), !.

%! add_stream_alias(+Stream, +Alias) is det.
%
%  Gives a stream one more name.
?- open_string("ab", S), add_stream_alias(S, gnu_example), get_char(gnu_example, C), close(S).
   S = ..., C = a.
add_stream_alias(Stream, Alias) :- set_stream(Stream, alias(Alias)).

%! current_alias(?Stream, ?Alias) is nondet.
%
%  Enumerates the names of streams.
?- current_alias(S, user_output), !.
   S = ... .
current_alias(Stream, Alias) :- stream_property(Stream, alias(Alias)).

%! current_stream(?Stream) is nondet.
%
%  Enumerates the open streams.
?- current_input(S), current_stream(S), !.
   S = ... .
current_stream(Stream) :- stream_property(Stream, mode(_)).

%! close_input_atom_stream(+Stream) is det.
%
%  Closes a stream of open_input_atom_stream/2.
?- open_input_atom_stream(ab, S), get_char(S, C), close_input_atom_stream(S).
   S = ..., C = a.
close_input_atom_stream(Stream) :- close(Stream).

%! close_input_chars_stream(+Stream) is det.
%
%  Closes a stream of open_input_chars_stream/2.
?- open_input_chars_stream([a,b], S), get_char(S, C), close_input_chars_stream(S).
   S = ..., C = a.
close_input_chars_stream(Stream) :- close(Stream).

%! close_input_codes_stream(+Stream) is det.
%
%  Closes a stream of open_input_codes_stream/2.
?- open_input_codes_stream([0'a], S), get_char(S, C), close_input_codes_stream(S).
   S = ..., C = a.
close_input_codes_stream(Stream) :- close(Stream).

% The memory file of an output stream.
:- dynamic(memory_of/2).

%! open_output_atom_stream(-Stream) is det.
%
%  Opens a stream whose text close_output_atom_stream/2 gives.
?- open_output_atom_stream(S), write(S, f(a)), close_output_atom_stream(S, A).
   S = ..., A = 'f(a)'.
open_output_atom_stream(Stream) :-
    new_memory_file(File),
    open_memory_file(File, write, Stream),
    assertz(memory_of(Stream, File)).

%! open_output_chars_stream(-Stream) is det.
%
%  Opens a stream whose text close_output_chars_stream/2 gives.
?- open_output_chars_stream(S), write(S, ab), close_output_chars_stream(S, Cs), Cs = [a|_].
   S = ..., Cs = "ab".
open_output_chars_stream(Stream) :- open_output_atom_stream(Stream).

%! open_output_codes_stream(-Stream) is det.
%
%  Opens a stream whose text close_output_codes_stream/2 gives.
?- open_output_codes_stream(S), write(S, ab), close_output_codes_stream(S, Cs).
   S = ..., Cs = [97,98].
open_output_codes_stream(Stream) :- open_output_atom_stream(Stream).

%! close_output_atom_stream(+Stream, ?Atom) is semidet.
%
%  Closes a stream of open_output_atom_stream/1 and unifies `Atom` with its text.
?- open_output_atom_stream(S), close_output_atom_stream(S, '').
   S = ... .
?- current_output(S), close_output_atom_stream(S, A).
   error(domain_error(term_stream_or_alias,_),close_output_atom_stream/2).
close_output_atom_stream(Stream, Atom) :-
    (   retract(memory_of(Stream, File)) -> true
    ;   domain_error(term_stream_or_alias, Stream, close_output_atom_stream/2)
    ),
    close(Stream),
    memory_file_to_atom(File, Atom0),
    free_memory_file(File),
    Atom = Atom0.

%! close_output_chars_stream(+Stream, ?Chars) is semidet.
%
%  Closes a stream of open_output_chars_stream/1 and unifies `Chars` with the list of its characters.
?- open_output_chars_stream(S), close_output_chars_stream(S, Cs).
   S = ..., Cs = [].
close_output_chars_stream(Stream, Chars) :-
    close_output_atom_stream(Stream, Atom),
    atom_chars(Atom, Chars).

%! close_output_codes_stream(+Stream, ?Codes) is semidet.
%
%  Closes a stream of open_output_codes_stream/1 and unifies `Codes` with the list of its codes.
?- open_output_codes_stream(S), close_output_codes_stream(S, Cs).
   S = ..., Cs = [].
close_output_codes_stream(Stream, Codes) :-
    close_output_atom_stream(Stream, Atom),
    atom_codes(Atom, Codes).

%! read_token(-Token) is det.
%
%  As read_token/2, for the current input.
?- read_token(T).
   T = punct(end_of_file).
read_token(Token) :- current_input(S), read_token(S, Token).

%! read_token(+Stream, -Token) is det.
%
%  Reads the next token: `var(Name)`, an atom, an integer or a float, `string(Atom)` for a text in double quotes,
%  `back_quotes(Atom)`, `punct(P)` where `P` is one of `( ) [ ] { } |`, `punct(full_stop)` or `punct(end_of_file)`, or
%  `extended(Char)` for other characters. Throws a syntax error for quotes that are not closed.
?- open_string("foo(X, \"s\", 0'a) -> 12.5 .", S), findall(T, ( repeat, read_token(S, T), ( T = punct(end_of_file) -> !; true ) ), Ts).
   S = ..., Ts = [foo,punct('('),var('X'),',',string(s),',',97,punct(')'),->,12.5,punct(full_stop),punct(end_of_file)].
?- open_string("'ab", S), read_token(S, T).
   error(syntax_error(quotes_not_closed),read_token/2).
read_token(Stream, Token) :-
    skip_blanks(Stream),
    peek_char(Stream, C),
    token(C, Stream, Token).

token(end_of_file, _, T) :- !, T = punct(end_of_file).
token(C, S, T) :- memberchk(C, ['(',')','[',']','{','}','|']), !, get_char(S, _), T = punct(C).
token(C, S, T) :- memberchk(C, [',',;,!]), !, get_char(S, _), T = C.
token('"', S, T) :- !, quoted(S, '"', A), T = string(A).
token('`', S, T) :- !, quoted(S, '`', A), T = back_quotes(A).
token('''', S, T) :- !, quoted(S, '''', T).
token(C, S, T) :- char_type(C, digit), !, digits(S, Cs), number_token(Cs, S, T).
token(C, S, T) :-
    name_start(C),
    !,
    while(name_char, S, Cs),
    atom_chars(A, Cs),
    ( ( C == '_' ; char_type(C, upper) ) -> T = var(A) ; T = A ).
token(C, S, T) :- symbol(C), !, while(symbol, S, Cs), symbol_token(Cs, S, T).
token(C, S, T) :- get_char(S, _), T = extended(C).

skip_blanks(S) :-
    peek_char(S, C),
    (   C \== end_of_file, char_type(C, space) -> get_char(S, _), skip_blanks(S)
    ;   C == '%' -> skip(S, 0'\n), skip_blanks(S)
    ;   C == (/), peek_string(S, 2, "/*") -> get_char(S, _), get_char(S, _), skip_comment(S), skip_blanks(S)
    ;   true
    ).

skip_comment(S) :-
    get_char(S, C),
    (   C == end_of_file -> syntax_error(comment_not_closed)
    ;   C == (*), peek_char(S, /) -> get_char(S, _)
    ;   skip_comment(S)
    ).

syntax_error(What) :- throw(error(syntax_error(What), read_token/2)).

name_start(C) :- ( C == '_' -> true ; char_type(C, alpha) -> true ; char_type(C, csymf) ).
name_char(C) :- ( C == '_' -> true ; char_type(C, csym) ).
symbol(C) :- memberchk(C, [+,-,*,/,\,^,<,>,=,~,:,'.',?,@,#,&,$]).

while(Test, S, Cs) :-
    peek_char(S, C),
    (   C \== end_of_file, call(Test, C) -> get_char(S, _), Cs = [C|Cs1], while(Test, S, Cs1)
    ;   Cs = []
    ).

symbol_token(['.'], S, T) :- peek_char(S, C), ( C == end_of_file -> true ; char_type(C, space) -> true ; C == '%' ), !, T = punct(full_stop).
symbol_token(Cs, _, T) :- atom_chars(T, Cs).

digits(S, Cs) :- while(digit, S, Cs).

digit(C) :- char_type(C, digit).

% A number after its first digits.
number_token(['0'], S, T) :- peek_char(S, ''''), !, get_char(S, _), character(S, '''', C), char_code(C, T).
number_token(['0'], S, T) :-
    peek_char(S, R),
    memberchk(R-Base, [x-16,o-8,b-2]),
    !,
    get_char(S, _),
    while(name_char, S, Cs),
    ( based(Cs, Base, 0, T0) -> T = T0 ; syntax_error(illegal_number) ).
number_token(Cs, S, T) :-
    (   peek_string(S, 2, P), string_chars(P, ['.',D]), char_type(D, digit) ->
        get_char(S, _),
        digits(S, Fs),
        exponent(S, Es),
        append([Cs,['.'|Fs],Es], All)
    ;   All = Cs
    ),
    number_chars(T, All).

based([], _, N, N).
based([C|Cs], B, N0, N) :- char_type(C, xdigit(W)), W < B, N1 is N0*B+W, based(Cs, B, N1, N).

exponent(S, Es) :-
    (   peek_string(S, 3, P), string_chars(P, [E,X|Xs]), memberchk(E, [e,'E']),
        ( digit(X) ; memberchk(X, [+,-]), Xs = [D], digit(D) ) ->
        get_char(S, _),
        ( digit(X) -> Sign = [] ; get_char(S, _), Sign = [X] ),
        digits(S, Ds),
        append([e|Sign], Ds, Es)
    ;   Es = []
    ).

quoted(S, Q, A) :-
    get_char(S, _),
    characters(S, Q, Cs),
    atom_chars(A, Cs).

characters(S, Q, Cs) :-
    (   peek_char(S, Q) ->
        get_char(S, _),
        (   peek_char(S, Q) -> get_char(S, _), Cs = [Q|Cs1], characters(S, Q, Cs1)
        ;   Cs = []
        )
    ;   character(S, Q, C),
        ( C == [] -> Cs = Cs1 ; Cs = [C|Cs1] ),
        characters(S, Q, Cs1)
    ).

% One character inside quotes; `[]` for a continued line.
character(S, Q, C) :-
    get_char(S, C0),
    (   C0 == end_of_file -> syntax_error(quotes_not_closed)
    ;   C0 == (\) -> get_char(S, E), escaped(E, S, C)
    ;   C0 == Q, peek_char(S, Q) -> get_char(S, _), C = Q
    ;   C = C0
    ).

escaped('\n', _, C) :- !, C = [].
escaped(E, _, C) :- memberchk(E-C0, [a-'\a',b-'\b',f-'\f',n-'\n',r-'\r',t-'\t',v-'\v',e-'\x1b\',s-' ',z-'']), !, C = C0.
escaped(x, S, C) :- !, while(name_char, S, Cs), numbered(Cs, 16, S, C).
escaped(E, S, C) :- digit(E), !, while(digit, S, Cs), numbered([E|Cs], 8, S, C).
escaped(E, _, E).

numbered(Cs, Base, S, C) :-
    ( based(Cs, Base, 0, N) -> true ; syntax_error(illegal_escape_sequence) ),
    ( peek_char(S, \) -> get_char(S, _) ; true ),
    char_code(C, N).

%! read_token_from_atom(+Atom, -Token) is det.
%
%  Reads the first token of an atom, as read_token/2 does.
?- read_token_from_atom('X1+1', T).
   T = var('X1').
read_token_from_atom(Atom, Token) :-
    must_be(atom, Atom),
    open_string(Atom, S),
    call_cleanup(read_token(S, Token), close(S)).

%! read_token_from_chars(+Chars, -Token) is det.
%
%  Reads the first token of a list of characters.
?- read_token_from_chars([' ','1','2'], T).
   T = 12.
read_token_from_chars(Chars, Token) :- atom_chars(A, Chars), read_token_from_atom(A, Token).

%! read_token_from_codes(+Codes, -Token) is det.
%
%  Reads the first token of a list of codes.
?- read_token_from_codes([0'(,0')], T).
   T = punct('(').
read_token_from_codes(Codes, Token) :- atom_codes(A, Codes), read_token_from_atom(A, Token).

%! read_atom(+Stream, -Atom) is det.
%
%  As read_atom/1, from `Stream`.
?- open_string("ab cd", S), read_atom(S, A), read_atom(S, B), close(S).
   S = ..., A = ab, B = cd.
read_atom(Stream, Atom) :- from(Stream, read_atom(Atom)).

%! read_integer(+Stream, -Integer) is det.
%
%  As read_integer/1, from `Stream`.
?- open_string("12", S), read_integer(S, I), close(S).
   S = ..., I = 12.
read_integer(Stream, Integer) :- from(Stream, read_integer(Integer)).

%! read_number(+Stream, -Number) is det.
%
%  As read_number/1, from `Stream`.
?- open_string("1.5", S), read_number(S, N), close(S).
   S = ..., N = 1.5.
read_number(Stream, Number) :- from(Stream, read_number(Number)).

from(Stream, Goal) :-
    current_input(Old),
    setup_call_cleanup(set_input(Stream), Goal, set_input(Old)).

%! get_key(-Code) is det.
%
%  As get_key/2, for the current input.
?- open_string("a", S), set_input(S), get_key(C), set_input(user_input).
   S = ..., C = 97.
get_key(Code) :- current_input(S), get_key(S, Code).

%! get_key(+Stream, -Code) is det.
%
%  Reads the code of a key of the terminal, without waiting for the end of the line; of other streams, the next code.
?- open_string("a", S), get_key(S, C).
   S = ..., C = 97.
get_key(Stream, Code) :-
    (   stream_property(Stream, tty(true)) -> get_single_char(Code)
    ;   get_code(Stream, Code)
    ).

%! get_key_no_echo(-Code) is det.
%
%  As get_key/1; the key is not shown.
?- open_string("a", S), set_input(S), get_key_no_echo(C), set_input(user_input).
   S = ..., C = 97.
get_key_no_echo(Code) :- get_key(Code).

%! get_key_no_echo(+Stream, -Code) is det.
%
%  As get_key/2; the key is not shown.
?- open_string("a", S), get_key_no_echo(S, C).
   S = ..., C = 97.
get_key_no_echo(Stream, Code) :- get_key(Stream, Code).

%! print_to_chars(-Chars, ?Term) is det.
%
%  Unifies `Chars` with the characters that print/1 writes.
?- print_to_chars(Cs, f(x)), Cs = [f|_].
   Cs = "f(x)".
print_to_chars(Chars, Term) :- format(chars(Chars), "~p", [Term]).

%! print_to_codes(-Codes, ?Term) is det.
%
%  Unifies `Codes` with the codes that print/1 writes.
?- print_to_codes(Cs, a).
   Cs = [97].
print_to_codes(Codes, Term) :- format(codes(Codes), "~p", [Term]).

%! writeq_to_chars(-Chars, ?Term) is det.
%
%  Unifies `Chars` with the characters that writeq/1 writes.
?- writeq_to_chars(Cs, 'A'), Cs = [''''|_].
   Cs = "'A'".
writeq_to_chars(Chars, Term) :- format(chars(Chars), "~q", [Term]).

%! writeq_to_codes(-Codes, ?Term) is det.
%
%  Unifies `Codes` with the codes that writeq/1 writes.
?- writeq_to_codes(Cs, 'A').
   Cs = [39,65,39].
writeq_to_codes(Codes, Term) :- format(codes(Codes), "~q", [Term]).

%! write_canonical_to_chars(-Chars, ?Term) is det.
%
%  Unifies `Chars` with the characters that write_canonical/1 writes.
?- write_canonical_to_chars(Cs, 1+2), Cs = [+|_].
   Cs = "+(1,2)".
write_canonical_to_chars(Chars, Term) :- format(chars(Chars), "~k", [Term]).

%! write_canonical_to_codes(-Codes, ?Term) is det.
%
%  Unifies `Codes` with the codes that write_canonical/1 writes.
?- write_canonical_to_codes(Cs, a).
   Cs = [97].
write_canonical_to_codes(Codes, Term) :- format(codes(Codes), "~k", [Term]).

%! display_to_chars(-Chars, ?Term) is det.
%
%  Unifies `Chars` with the characters that display/1 writes.
?- display_to_chars(Cs, 1+2), Cs = [+|_].
   Cs = "+(1,2)".
display_to_chars(Chars, Term) :- displayed(Term, A), atom_chars(A, Chars).

%! display_to_codes(-Codes, ?Term) is det.
%
%  Unifies `Codes` with the codes that display/1 writes.
?- display_to_codes(Cs, a).
   Cs = [97].
display_to_codes(Codes, Term) :- displayed(Term, A), atom_codes(A, Codes).

displayed(Term, A) :- with_output_to(atom(A), display(Term)).
