% Stream predicates beyond the standard: open streams, streams of text in memory, pending input.

:- module(streams, [
    current_stream/3, stream_pair/3, stream_position_data/3, pipe/2,
    open_text_stream/2, peek_string/3, read_pending_chars/3,
    read_pending_codes/3, fill_buffer/1, '$named_stream'/2
]).

%! current_stream(?Object, ?Mode, ?Stream) is nondet.
%
%  True if `Stream` is open in `Mode` on the file `Object`, which is `[]` if the stream is not a
%  file.
?- current_output(S), current_stream(O, M, S).
   S = ..., O = [], M = append.
current_stream(O, M, S) :-
    stream_property(S, mode(M)),
    (   stream_property(S, file_name(F)) -> O = F
    ;   O = []
    ).

%! '$named_stream'(+Name, -Stream) is semidet.
%
%  Unifies `Stream` with the open stream that an alias names, or with the current input or output for the names
%  `current_input` and `current_output`.
?- '$named_stream'(user_error, S), stream_property(S, alias(user_error)).
   S = ... .
?- current_output(S), '$named_stream'(current_output, S).
   S = ... .
?- '$named_stream'(no_stream, _).
   false.
'$named_stream'(Alias, S) :- stream_property(S, alias(Alias)), !.
'$named_stream'(current_input, S) :- current_input(S).
'$named_stream'(current_output, S) :- current_output(S).

%! stream_pair(+Stream, -Read, -Write) is det.
%
%  If `Stream` is a variable, unifies it with the connection of an input and an output stream: closing it closes both.
%  Unifies `Read` and `Write` with the two streams of a connection; otherwise `Read` with `Stream` if it is an input
%  stream, or `Write` if it is an output stream. Of a connection, a side that was closed is left unbound.
?- stream_pair(user_input, R, W).
   R = user_input.
?- pipe(R, W), stream_pair(S, R, W), format(S, "t(1).~n", []), flush_output(S), read(S, T), close(S).
   R = ..., W = ..., S = ..., T = t(1).
?- stream_pair(_, _, _).
   instantiation_error.
stream_pair(S, R, W) :-
    (   var(S), ( var(R) ; var(W) ) -> throw(error(instantiation_error, stream_pair/3))
    ;   var(S) ->
        side(R, input, I),
        side(W, output, O),
        S = '$stream'(I,O)
    ;   S = '$stream'(I,O) ->
        ( is_stream('$stream'(I)) -> R = '$stream'(I) ; true ),
        ( is_stream('$stream'(O)) -> W = '$stream'(O) ; true )
    ;   open_side(S, input, _) -> R = S
    ;   is_stream(S) -> W = S
    ;   throw(error(existence_error(stream,S), stream_pair/3))
    ).

% The number of an open stream of this direction, which an alias may name.
side(S, Direction, N) :-
    (   open_side(S, Direction, T) -> T = '$stream'(N)
    ;   throw(error(existence_error(stream,S), stream_pair/3))
    ).

open_side(S, Direction, T) :-
    stream_property(T, Direction),
    ( T == S ; stream_property(T, alias(S)) ), !.

%! stream_position_data(?Field, +Position, -Value) is nondet.
%
%  True if `Value` is the field `char_count`, `line_count`, `line_position` or `byte_count` of a
%  stream position, the value of the stream property `position`.
?- open_string("ab\nc", S), get_char(S, a), stream_property(S, position(P)),
   stream_position_data(char_count, P, N), close(S).
   S = ..., P = ..., N = 1.
stream_position_data(F, P, V) :-
    (   var(P) -> throw(error(instantiation_error, stream_position_data/3))
    ;   P = '$stream_position'(C,L,K,B) -> true
    ;   throw(error(domain_error(stream_position,P), stream_position_data/3))
    ),
    field(F, C, L, K, B, V).

field(char_count, C, _, _, _, C).
field(line_count, _, L, _, _, L).
field(line_position, _, _, K, _, K).
field(byte_count, _, _, _, B, B).

%! open_text_stream(+Text, -Stream) is det.
%
%  Opens an input stream with the text `Text`.
?- open_text_stream(abc, S), get_char(S, C), close(S).
   S = ..., C = a.
open_text_stream(T, S) :- open_string(T, S).

%! peek_string(+Stream, +Length, -Chars) is det.
%
%  Unifies `Chars` with the next `Length` characters, fewer only at the end of the stream, without
%  consuming them.
?- open_string("hello", S), peek_string(S, 3, Cs), get_char(S, C), close(S).
   S = ..., Cs = "hel", C = h.
peek_string(S, N, Cs) :-
    must_be(nonneg, N),
    peek_char(S, _),
    '$peek_chars'(S, N, Cs).

%! read_pending_chars(+Stream, -Chars, ?Tail) is det.
%
%  Unifies `Chars` with the characters that can be read without waiting, or the first that arrive if
%  there are none, followed by `Tail`; with `[]` at the end.
?- open_string("ab", S), read_pending_chars(S, Cs, []), close(S).
   S = ..., Cs = "ab".
read_pending_chars(S, Cs, Tail) :-
    peek_char(S, C),
    (   C == end_of_file -> Cs = []
    ;   '$pending_chars'(S, Cs, Tail)
    ).

%! read_pending_codes(+Stream, -Codes, ?Tail) is det.
%
%  As read_pending_chars/3, with codes.
?- open_string("ab", S), read_pending_codes(S, Cs, []), close(S).
   S = ..., Cs = [97,98].
read_pending_codes(S, Codes, Tail) :-
    peek_char(S, C),
    (   C == end_of_file -> Codes = []
    ;   '$pending_chars'(S, Cs, []),
        codes(Cs, Codes, Tail)
    ).

codes([], Tail, Tail).
codes([C|Cs], [K|Ks], Tail) :- char_code(C, K), codes(Cs, Ks, Tail).

%! fill_buffer(+Stream) is det.
%
%  Waits until input is available.
?- open_string("ab", S), fill_buffer(S), close(S).
   S = ... .
fill_buffer(S) :- peek_char(S, _).


%! pipe(-Read, -Write) is det.
%
%  Opens a pipe of the system: what is written to the output stream `Write` is read from the input stream `Read`, which
%  ends when `Write` is closed. A pipe holds some thousand bytes; a thread should read it while more is written.
?- pipe(R, W), format(W, "p(~w).~n", [1]), close(W), read(R, T), read(R, E), close(R).
   R = ..., W = ..., T = p(1), E = end_of_file.
pipe(Read, Write) :- '$pipe'(Read, Write).
