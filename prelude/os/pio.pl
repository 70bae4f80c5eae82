% Reading files and streams with grammars, or as a whole.

:- module(pio, [
    phrase_from_file/2, phrase_from_file/3, phrase_from_stream/2,
    phrase_to_file/2, phrase_to_file/3, phrase_to_stream/2,
    read_file_to_chars/3, read_file_to_codes/3, read_file_to_terms/3,
    read_line_to_chars/2, read_line_to_codes/2, read_line_to_codes/3, read_line_to_string/2,
    read_stream_to_chars/2, read_stream_to_codes/2, read_stream_to_codes/3, read_file_to_string/3,
    read_line/1, read_line/2, stream_to_lazy_list/2
]).

:- meta_predicate phrase_from_file(//,?), phrase_from_file(//,?,?), phrase_from_stream(//,?).
:- meta_predicate phrase_to_file(//,?), phrase_to_file(//,?,?), phrase_to_stream(//,?).

%! phrase_from_file(:Body, +File) is nondet.
%
%  The grammar body describes the text of the file, which is read as far as the description
%  looks at it, a block at a time.
?- phrase_from_file(seq(_), no_such_file).
   error(existence_error(source_sink,no_such_file),open/4).
phrase_from_file(B, File) :- phrase_from_file(B, File, []).

%! phrase_from_file(:Body, +File, +Options) is nondet.
%
%  The text is read as far as it is looked at, so that a grammar that leaves no choice points needs no more memory
%  for a large file than for a small one.
?- phrase_from_file(seq(_), no_such_file, [type(text)]).
   error(existence_error(source_sink,no_such_file),open/4).
phrase_from_file(B, File, Os) :-
    setup_call_cleanup(
        open(File, read, S, Os),
        phrase_from_stream(B, S),
        close(S)).

%! phrase_from_stream(:Body, +Stream) is nondet.
%
%  The grammar body describes the rest of the stream's text.
?- phrase_from_stream([], nowhere).
   error(existence_error(stream,nowhere),peek_char/2).
phrase_from_stream(B, S) :-
    stream_to_lazy_list(S, Cs),
    phrase(B, Cs).

%! stream_to_lazy_list(+Stream, -List) is det.
%
%  The rest of the stream's text: a list whose end is a variable that is bound to what follows, a piece at a
%  time, when it is looked at. If the stream cannot go back, all is read at once.
?- stream_to_lazy_list(nowhere, Cs).
   error(existence_error(stream,nowhere),peek_char/2).
stream_to_lazy_list(S, Cs) :-
    peek_char(S, _),
    (   lazy_chars(S, Cs) -> true
    ;   read_stream_to_chars(S, Cs)
    ).

% The rest of a stream as a list that is read when a unification looks at it. On backtracking
% over that the block is read again, from the same place: a stream that cannot go back has no such
% list. What nobody holds any more of the list is garbage.
lazy_chars(S, Cs) :-
    '$stream_place'(S, P),
    put_attr(Cs, pio, block(S,P)).

attr_unify_hook(block(S,P), Cs) :-
    set_stream_position(S, P),
    '$read_chars'(S, 4096, Block, Rest),
    (   Block == Rest -> Rest = []
    ;   at_end_of_stream(S) -> Rest = []
    ;   lazy_chars(S, Rest)
    ),
    Cs = Block.

attribute_goals(_) --> [].

%! phrase_to_file(:Body, +File) is nondet.
%
%  Writes the first text that the grammar body describes.
?- phrase_to_file(B, f).
   error(instantiation_error,phrase/3).
phrase_to_file(B, File) :- phrase_to_file(B, File, []).

%! phrase_to_file(:Body, +File, +Options) is semidet.
?- phrase_to_file(B, f, []).
   error(instantiation_error,phrase/3).
phrase_to_file(B, File, Os) :-
    phrase(B, Cs), !,
    must_be(chars, Cs),
    setup_call_cleanup(
        open(File, write, S, Os),
        '$put_chars'(S, Cs),
        close(S)).

%! phrase_to_stream(:Body, +Stream) is semidet.
?- current_output(S), phrase_to_stream("abc", S).
   S = ..., outputs("abc").
phrase_to_stream(B, S) :-
    phrase(B, Cs), !,
    must_be(chars, Cs),
    '$put_chars'(S, Cs).

%! read_stream_to_chars(+Stream, -Chars) is det.
?- read_stream_to_chars(nowhere, Cs).
   error(existence_error(stream,nowhere),get_char/2).
read_stream_to_chars(S, Cs) :-
    get_char(S, C),
    (   C == end_of_file -> Cs = []
    ;   '$read_chars'(S, -1, Cs1, []),
        Cs = [C|Cs1]
    ).

%! read_stream_to_codes(+Stream, -Codes) is det.
?- read_stream_to_codes(nowhere, Cs).
   error(existence_error(stream,nowhere),get_char/2).
read_stream_to_codes(S, Codes) :-
    read_stream_to_chars(S, Cs),
    codes(Cs, Codes).

codes([], []).
codes([C|Cs], [K|Ks]) :- char_code(C, K), codes(Cs, Ks).

%! read_file_to_chars(+File, -Chars, +Options) is det.
?- read_file_to_chars(no_such_file, Cs, []).
   error(existence_error(source_sink,no_such_file),open/4).
read_file_to_chars(File, Cs, Os) :-
    setup_call_cleanup(
        open(File, read, S, Os),
        read_stream_to_chars(S, Cs),
        close(S)).

%! read_file_to_codes(+File, -Codes, +Options) is det.
?- read_file_to_codes(no_such_file, Cs, []).
   error(existence_error(source_sink,no_such_file),open/4).
read_file_to_codes(File, Codes, Os) :-
    read_file_to_chars(File, Cs, Os),
    codes(Cs, Codes).

%! read_file_to_terms(+File, -Terms, +Options) is det.
%
%  All terms of the file; `Options` as for read_term/3.
?- read_file_to_terms(no_such_file, Ts, []).
   error(existence_error(source_sink,no_such_file),open/3).
read_file_to_terms(File, Ts, Os) :-
    setup_call_cleanup(
        open(File, read, S),
        ( read_term(S, T, Os), terms(T, S, Os, Ts0) ),
        close(S)),
    Ts = Ts0.

terms(T, S, Os, Ts) :-
    (   T == end_of_file -> Ts = []
    ;   Ts = [T|Ts1],
        read_term(S, T1, Os),
        terms(T1, S, Os, Ts1)
    ).

%! read_line_to_chars(+Stream, -Chars) is det.
%
%  The next line without its end; `end_of_file` at the end of the stream.
?- read_line_to_chars(nowhere, Cs).
   error(existence_error(stream,nowhere),get_char/2).
read_line_to_chars(S, Cs) :-
    get_char(S, C),
    (   C == end_of_file -> Cs = end_of_file
    ;   C == '\n' -> Cs = []
    ;   '$read_line'(S, Cs1),
        (   C == '\r', Cs1 == [] -> Cs = []
        ;   Cs = [C|Cs1]
        )
    ).

%! read_line_to_codes(+Stream, -Codes) is det.
%
%  As read_line_to_chars/2; -1 at the end of the stream.
?- read_line_to_codes(nowhere, Cs).
   error(existence_error(stream,nowhere),get_char/2).
read_line_to_codes(S, Codes) :-
    read_line_to_chars(S, Cs),
    (   Cs == end_of_file -> Codes = -1
    ;   codes(Cs, Codes)
    ).

%! read_line_to_codes(+Stream, -Codes, ?Tail) is det.
%
%  The next line with its end, then `Tail`; nothing at the end of the stream.
?- read_line_to_codes(nowhere, Cs, T).
   error(existence_error(stream,nowhere),get_char/2).
read_line_to_codes(S, Codes, Tail) :-
    get_line_to_chars(S, Cs, []),
    codes(Cs, Ks),
    append(Ks, Tail, Codes).

%! read_line_to_string(+Stream, -Chars) is det.
%
%  As read_line_to_chars/2.
?- read_line_to_string(nowhere, Cs).
   error(existence_error(stream,nowhere),get_char/2).
read_line_to_string(S, Cs) :- read_line_to_chars(S, Cs).

%! read_stream_to_codes(+Stream, -Codes, ?Tail) is det.
?- read_stream_to_codes(nowhere, Cs, T).
   error(existence_error(stream,nowhere),get_char/2).
read_stream_to_codes(S, Codes, Tail) :- read_stream_to_codes(S, Ks), append(Ks, Tail, Codes).

%! read_file_to_string(+File, -Chars, +Options) is det.
?- read_file_to_string(no_such_file, Cs, []).
   error(existence_error(source_sink,no_such_file),open/4).
read_file_to_string(F, Cs, Os) :- read_file_to_chars(F, Cs, Os).

%! read_line(-Codes) is det.
%
%  The next line of the current input without its end; `end_of_file` at the end.
?- read_line(L).
   L = end_of_file.
read_line(L) :- current_input(S), read_line(S, L).

%! read_line(+Stream, -Codes) is det.
?- read_line(nowhere, L).
   error(existence_error(stream,nowhere),get_char/2).
read_line(S, L) :-
    read_line_to_chars(S, Cs),
    (   Cs == end_of_file -> L = end_of_file
    ;   codes(Cs, L)
    ).
