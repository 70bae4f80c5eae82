% Reading and writing files and streams with grammars or as a whole.

:- module(pio, [
    phrase_from_file/2, phrase_from_file/3, phrase_from_stream/2,
    phrase_to_file/2, phrase_to_file/3, phrase_to_stream/2,
    read_file_to_chars/3, read_file_to_codes/3, read_file_to_terms/3,
    read_line_to_chars/2, read_line_to_codes/2, read_line_to_codes/3, read_line_to_string/2,
    read_stream_to_chars/2, read_stream_to_codes/2, read_stream_to_codes/3, read_file_to_string/3,
    read_line/1, read_line/2, stream_to_lazy_list/2, stream_to_lazy_codes/2,
    lazy_list_location//1, lazy_list_character_count//1, syntax_error//1
]).

:- meta_predicate phrase_from_file(//,?), phrase_from_file(//,?,?), phrase_from_stream(//,?).
:- meta_predicate phrase_to_file(//,?), phrase_to_file(//,?,?), phrase_to_stream(//,?).

%! phrase_from_file(:Body, +File) is nondet.
%
%  True if the grammar body `Body` describes the text of `File`. The text is read on demand, one
%  block at a time. Throws an existence error if there is no such file.
?- phrase_from_file(seq(_), no_such_file).
   error(existence_error(source_sink,no_such_file),open/4).
phrase_from_file(B, File) :- phrase_from_file(B, File, []).

%! phrase_from_file(:Body, +File, +Options) is nondet.
%
%  As phrase_from_file/2, with the options of open/4. A grammar that leaves no choice points runs in
%  constant memory.
?- phrase_from_file(seq(_), no_such_file, [type(text)]).
   error(existence_error(source_sink,no_such_file),open/4).
phrase_from_file(B, File, Os) :-
    setup_call_cleanup(
        open(File, read, S, Os),
        phrase_from_stream(B, S),
        close(S)).

%! phrase_from_stream(:Body, +Stream) is nondet.
%
%  True if the grammar body `Body` describes the remaining text of `Stream`. Throws an existence
%  error if `Stream` is not open.
?- phrase_from_stream([], nowhere).
   error(existence_error(stream,nowhere),peek_char/2).
phrase_from_stream(B, S) :-
    stream_to_lazy_list(S, Cs),
    phrase(B, Cs).

%! stream_to_lazy_list(+Stream, -List) is det.
%
%  Unifies `List` with the remaining text of `Stream`: a list whose end is a variable that is bound
%  to the next block when it is unified. If the stream cannot be repositioned, the whole text is
%  read at once. Throws an existence error if `Stream` is not open.
?- stream_to_lazy_list(nowhere, Cs).
   error(existence_error(stream,nowhere),peek_char/2).
stream_to_lazy_list(S, Cs) :-
    peek_char(S, _),
    (   lazy_text(S, chars, Cs) -> true
    ;   read_stream_to_chars(S, Cs)
    ).

%! stream_to_lazy_codes(+Stream, -List) is det.
%
%  As stream_to_lazy_list/2, for the codes of the text.
?- stream_to_lazy_codes(nowhere, Cs).
   error(existence_error(stream,nowhere),peek_char/2).
stream_to_lazy_codes(S, Cs) :-
    peek_char(S, _),
    (   lazy_text(S, codes, Cs) -> true
    ;   read_stream_to_codes(S, Cs)
    ).

% The remaining text of a stream as a list that is read on unification. When that is undone on
% backtracking, the block is read again from the same position, so this requires a stream that can
% be repositioned. Parts of the list that are no longer referenced are garbage.
lazy_text(S, Kind, Cs) :-
    '$stream_place'(S, P),
    lazy_text(S, Kind, P, Cs).

% `First` is the place where the list begins.
lazy_text(S, Kind, First, Cs) :-
    '$stream_place'(S, P),
    put_attr(Cs, pio, block(S,P,Kind,First)).

attr_unify_hook(block(S,P,Kind,First), Cs) :-
    set_stream_position(S, P),
    '$read_chars'(S, 4096, Kind, Block, Rest),
    (   Block == Rest -> Rest = []
    ;   lazy_text(S, Kind, First, Rest)
    ),
    Cs = Block.

attribute_goals(_) --> [].

%! lazy_list_location(-Location)// is det.
%
%  Unifies `Location` with the place in the text of phrase_from_file/2 or stream_to_lazy_list/2: `file(File,Line,Position,Characters)` or
%  `stream(Stream,Line,Position,Characters)`, where lines count from 1, positions in a line and characters from 0. Behind the last
%  character that was read from the text at all it is `end_of_file-Rest`, with the number of characters left. Throws a type error
%  if the list is no such text.
?- open_string("ab", S), stream_to_lazy_list(S, Cs), phrase(( "a", lazy_list_location(L) ), Cs, _).
   S = ..., Cs = "ab", L = end_of_file-1.
?- phrase(lazy_list_location(L), [a|b], _).
   error(type_error(lazy_list,[a|b]),lazy_list_location//1).
lazy_list_location(Location, Cs, Cs) :-
    text_place(Cs, lazy_list_location//1, Count, Source),
    (   Source = begun(S,First) ->
        counted_place(S, First, Count, Line, Position),
        (   stream_property(S, file_name(File)) -> Location = file(File,Line,Position,Count)
        ;   Location = stream(S,Line,Position,Count)
        )
    ;   Location = Count
    ).

% The number of characters before a list in its text, and `begun(Stream,First)` with the place where the text begins; for a text that was
% read to its end, `end_of_file-Left` and `ended`.
text_place(Cs, PI, Count, Source) :-
    '$skip_list'(Cs, Left, Tail),
    (   get_attr(Tail, pio, block(S,P,_,First)) ->
        position_count(P, End),
        Count is End-Left,
        Source = begun(S,First)
    ;   Tail == [] -> Count = end_of_file-Left, Source = ended
    ;   type_error(lazy_list, Cs, PI)
    ).

position_count(P, Count) :- stream_position_data(char_count, P, Count).

% The line and the position in the line of a character: the text up to it is read once more.
counted_place(S, First, Count, Line, Position) :-
    '$stream_place'(S, Now),
    set_stream_position(S, First),
    position_count(First, Begin),
    N is Count-Begin,
    '$read_chars'(S, N, codes, _, []),
    line_count(S, Line),
    line_position(S, Position),
    set_stream_position(S, Now).

%! lazy_list_character_count(-Count)// is det.
%
%  Unifies `Count` with the number of characters before the place in the text, as in lazy_list_location//1.
?- phrase(lazy_list_character_count(C), "ab", _).
   C = end_of_file-2.
lazy_list_character_count(Count, Cs, Cs) :- text_place(Cs, lazy_list_character_count//1, Count, _).

%! syntax_error(+Error)// is erroneous.
%
%  Throws `error(syntax_error(Error),Location)` with the place of lazy_list_location//1.
?- phrase(( "a", syntax_error(digit_expected) ), "ab", _).
   error(syntax_error(digit_expected),end_of_file-1).
syntax_error(Error, Cs, _) :-
    lazy_list_location(Location, Cs, _),
    throw(error(syntax_error(Error), Location)).

%! phrase_to_file(:Body, +File) is nondet.
%
%  Writes the first text that the grammar body describes to `File`. Throws an instantiation error if
%  `Body` is a variable.
?- phrase_to_file(B, f).
   error(instantiation_error,phrase/3).
phrase_to_file(B, File) :- phrase_to_file(B, File, []).

%! phrase_to_file(:Body, +File, +Options) is semidet.
%
%  As phrase_to_file/2, with the options of open/4.
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
%
%  Writes the first text that the grammar body describes to `Stream`.
?- current_output(S), phrase_to_stream("abc", S).
   S = ..., outputs("abc").
phrase_to_stream(B, S) :-
    phrase(B, Cs), !,
    must_be(chars, Cs),
    '$put_chars'(S, Cs).

%! read_stream_to_chars(+Stream, -Chars) is det.
%
%  Unifies `Chars` with the list of the remaining characters of `Stream`. Throws an existence error
%  if `Stream` is not open.
?- read_stream_to_chars(nowhere, Cs).
   error(existence_error(stream,nowhere),get_char/2).
?- open_string("ab", S), read_stream_to_chars(S, Cs), read_stream_to_chars(S, Ds), close(S).
   S = ..., Cs = "ab", Ds = [].
read_stream_to_chars(S, Cs) :- '$read_chars'(S, -1, chars, Cs, []).

%! read_stream_to_codes(+Stream, -Codes) is det.
%
%  Unifies `Codes` with the list of the remaining codes of `Stream`. Throws an existence error if
%  `Stream` is not open.
?- read_stream_to_codes(nowhere, Cs).
   error(existence_error(stream,nowhere),get_char/2).
read_stream_to_codes(S, Codes) :- '$read_chars'(S, -1, codes, Codes, []).

%! read_file_to_chars(+File, -Chars, +Options) is det.
%
%  Unifies `Chars` with the list of the characters of `File`, with the options of open/4. Throws an
%  existence error if there is no such file.
?- read_file_to_chars(no_such_file, Cs, []).
   error(existence_error(source_sink,no_such_file),open/4).
read_file_to_chars(File, Cs, Os) :-
    setup_call_cleanup(
        open(File, read, S, Os),
        read_stream_to_chars(S, Cs),
        close(S)).

%! read_file_to_codes(+File, -Codes, +Options) is det.
%
%  Unifies `Codes` with the list of the codes of `File`, with the options of open/4. Throws an
%  existence error if there is no such file.
?- read_file_to_codes(no_such_file, Cs, []).
   error(existence_error(source_sink,no_such_file),open/4).
read_file_to_codes(File, Codes, Os) :-
    setup_call_cleanup(
        open(File, read, S, Os),
        read_stream_to_codes(S, Codes),
        close(S)).

%! read_file_to_terms(+File, -Terms, +Options) is det.
%
%  Unifies `Terms` with the list of the terms of `File`, with the options of read_term/3. Throws an
%  existence error if there is no such file.
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
%  Reads the next line and unifies `Chars` with its characters without the line end; with
%  `end_of_file` at the end of the stream. Throws an existence error if `Stream` is not open.
?- read_line_to_chars(nowhere, Cs).
   error(existence_error(stream,nowhere),get_char/2).
?- open_string("ab\r\n\nc", S), read_line_to_chars(S, A), read_line_to_chars(S, B), read_line_to_chars(S, C),
   read_line_to_chars(S, D), close(S).
   S = ..., A = "ab", B = [], C = "c", D = end_of_file.
read_line_to_chars(S, Cs) :- '$read_line'(S, chars, Cs).

%! read_line_to_codes(+Stream, -Codes) is det.
%
%  Reads the next line and unifies `Codes` with its codes without the line end; with `end_of_file` at the end
%  of the stream, as SWI-Prolog does, against its manual. Throws an existence error if `Stream` is not open.
?- read_line_to_codes(nowhere, Cs).
   error(existence_error(stream,nowhere),get_char/2).
?- open_string("a", S), read_line_to_codes(S, A), read_line_to_codes(S, B), close(S).
   S = ..., A = [97], B = end_of_file.
read_line_to_codes(S, Codes) :- '$read_line'(S, codes, Codes).

%! read_line_to_codes(+Stream, -Codes, ?Tail) is det.
%
%  Reads the next line and unifies `Codes` with its codes, including the line end, followed by
%  `Tail`; with `Tail` at the end of the stream. Throws an existence error if `Stream` is not open.
?- read_line_to_codes(nowhere, Cs, T).
   error(existence_error(stream,nowhere),get_char/2).
?- open_string("ab\nc", S), read_line_to_codes(S, A, T), read_line_to_codes(S, B, U), read_line_to_codes(S, C, V),
   close(S).
   S = ..., A = [97,98,10|T], B = [99|U], C = V.
read_line_to_codes(S, Codes, Tail) :-
    '$read_until'(S, "\n", codes, Line, End, Separator),
    ( Separator =:= -1 -> End = Tail ; End = [Separator|Tail] ),
    Codes = Line.

%! read_line_to_string(+Stream, -Chars) is det.
%
%  As read_line_to_chars/2.
?- read_line_to_string(nowhere, Cs).
   error(existence_error(stream,nowhere),get_char/2).
read_line_to_string(S, Cs) :- read_line_to_chars(S, Cs).

%! read_stream_to_codes(+Stream, -Codes, ?Tail) is det.
%
%  As read_stream_to_codes/2, with `Tail` at the end of the list.
?- read_stream_to_codes(nowhere, Cs, T).
   error(existence_error(stream,nowhere),get_char/2).
read_stream_to_codes(S, Codes, Tail) :- '$read_chars'(S, -1, codes, Codes, Tail).

%! read_file_to_string(+File, -Chars, +Options) is det.
%
%  Unifies `Chars` with the list of the characters of `File`. Throws an existence error if there is
%  no such file.
?- read_file_to_string(no_such_file, Cs, []).
   error(existence_error(source_sink,no_such_file),open/4).
read_file_to_string(F, Cs, Os) :- read_file_to_chars(F, Cs, Os).

%! read_line(-Codes) is det.
%
%  Reads the next line of the current input and unifies `Codes` with its codes without the line end;
%  with `end_of_file` at the end.
?- read_line(L).
   L = end_of_file.
read_line(L) :- current_input(S), read_line(S, L).

%! read_line(+Stream, -Codes) is det.
%
%  As read_line/1, from `Stream`.
?- read_line(nowhere, L).
   error(existence_error(stream,nowhere),get_char/2).
read_line(S, L) :- '$read_line'(S, codes, L).
