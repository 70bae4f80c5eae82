% Reading files and streams with grammars, or as a whole.

:- module(pio, [
    phrase_from_file/2, phrase_from_file/3, phrase_from_stream/2,
    phrase_to_file/2, phrase_to_file/3, phrase_to_stream/2,
    read_file_to_chars/3, read_file_to_codes/3, read_file_to_terms/3,
    read_line_to_chars/2, read_line_to_codes/2,
    read_stream_to_chars/2, read_stream_to_codes/2
]).

:- meta_predicate phrase_from_file(//,?), phrase_from_file(//,?,?), phrase_from_stream(//,?).
:- meta_predicate phrase_to_file(//,?), phrase_to_file(//,?,?), phrase_to_stream(//,?).

%! phrase_from_file(:Body, +File) is nondet.
%
%  The grammar body describes the text of the file.
?- phrase_from_file(seq(_), no_such_file).
   error(existence_error(source_sink,no_such_file),open/4).
phrase_from_file(B, File) :- phrase_from_file(B, File, []).

%! phrase_from_file(:Body, +File, +Options) is nondet.
?- phrase_from_file(seq(_), no_such_file, [type(text)]).
   error(existence_error(source_sink,no_such_file),open/4).
phrase_from_file(B, File, Os) :-
    setup_call_cleanup(
        open(File, read, S, Os),
        read_stream_to_chars(S, Cs),
        close(S)),
    phrase(B, Cs).

%! phrase_from_stream(:Body, +Stream) is nondet.
%
%  The grammar body describes the rest of the stream's text.
?- phrase_from_stream([], nowhere).
   error(existence_error(stream,nowhere),get_char/2).
phrase_from_stream(B, S) :-
    read_stream_to_chars(S, Cs),
    phrase(B, Cs).

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
    rest(C, S, Cs0),
    Cs = Cs0.

rest(C, S, Cs) :-
    (   C == end_of_file -> Cs = []
    ;   Cs = [C|Cs1],
        get_char(S, C1),
        rest(C1, S, Cs1)
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
    ;   line(C, S, Cs0),
        Cs = Cs0
    ).

line(C, S, Cs) :-
    (   ( C == '\n' ; C == end_of_file ) -> Cs = []
    ;   C == '\r', peek_char(S, '\n') -> get_char(S, _), Cs = []
    ;   Cs = [C|Cs1],
        get_char(S, C1),
        line(C1, S, Cs1)
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
