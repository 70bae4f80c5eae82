% Comma-separated values (RFC 4180): rows as terms, or a header and rows as lists.

:- module(csv, [
    csv//1, csv//2,
    csv_read_file/2, csv_read_file/3, csv_read_file_row/3, csv_read_stream/3, csv_read_row/3,
    csv_write_file/2, csv_write_file/3, csv_write_stream/3,
    parse_csv//1, parse_csv//2, write_csv/2, write_csv/3
]).

%! csv(?Rows)// is det.
%
%  Describes text that consists of the rows `row(Field,...)`. Parses text that is instantiated,
%  otherwise generates the text of `Rows`.
?- phrase(csv(Rows), "a,\"b,c\",2.5\n,\"q\"\"r\",x\n").
   Rows = [row(a,'b,c',2.5),row('','q"r',x)].
?- phrase(csv([row(a,'b,c',1),row('q"x','','y z')]), Cs).
   Cs = "a,\"b,c\",1\r\n\"q\"\"x\",,y z\r\n".
csv(Rows) --> csv(Rows, []).

%! csv(?Rows, +Options)// is det.
%
%  As csv//1, with options:
%
%  - `separator(Code)`: a character or its code, `0',` by default;
%  - `functor(row)`: the functor of the rows;
%  - `convert(true)`: fields that are numbers become numbers;
%  - `strip(false)`: whether white space around fields is removed;
%  - `ignore_quotes(false)`: whether quotes are ordinary characters;
%  - `case(preserve)`, `case(down)` or `case(up)`: conversion of letters;
%  - `arity(N)`: the number of fields of each row;
%  - `match_arity(true)`: all rows must have the same number of fields;
%  - `skip_header('#')`: leading lines that begin with this text are skipped;
%  - `quote(Code)`: the quote character.
%
%  With `arity(N)` or `match_arity(true)`, a row of another length is a domain error.
?- phrase(csv(Rows, [separator(0';),functor(r)]), "1;2\n").
   Rows = [r(1,2)].
?- phrase(csv(Rows), "a,b\nc\n").
   error(domain_error(row_arity(2),1),csv//2).
csv(Rows, Os, Cs0, Cs) :-
    must_be(list, Os),
    settings(Os, S),
    (   nonvar(Cs0) ->
        normal(Cs0, Cs1),
        without_header(S, Cs1, Cs2),
        rows(Rows0, S, _, Cs2, Cs),
        Rows = Rows0
    ;   is_list(Rows) -> written(Rows, S, Cs0, Cs)
    ;   instantiation_error(csv//2)
    ).

% Text is a list of codes or of characters.
normal([X|Xs], Cs) :- integer(X), !, atom_codes(A, [X|Xs]), atom_chars(A, Cs).
normal(Cs, Cs).

% s(Separator, Functor, Convert, Strip, Quote, Case, Arity, Match, Header)
settings(Os, s(Sep,F,Convert,Strip,Quote,Case,Arity,Match,Header)) :-
    option(separator(Sep0), Os, ','),
    character(Sep0, Sep),
    option(functor(F), Os, row),
    option(convert(Convert), Os, true),
    option(strip(Strip), Os, false),
    option(quote(Quote0), Os, '"'),
    option(ignore_quotes(Ignore), Os, false),
    ( Ignore == true -> Quote = none ; character(Quote0, Quote) ),
    option(case(Case), Os, preserve),
    option(arity(Arity), Os, _),
    option(match_arity(Match), Os, true),
    option(skip_header(Header), Os, none).

character(X, C) :- ( integer(X) -> char_code(C, X) ; X = [C] -> true ; must_be(character, X), C = X ).

without_header(S, Cs0, Cs) :-
    arg(9, S, Header),
    (   Header \== none, format(chars(Hs), "~w", [Header]), append(Hs, _, Cs0) ->
        line(Cs0, Cs1),
        without_header(S, Cs1, Cs)
    ;   Cs = Cs0
    ).

line([], []).
line([C|Cs0], Cs) :- ( C == '\n' -> Cs = Cs0 ; line(Cs0, Cs) ).

rows([], _, _, [], []) :- !.
rows([R|Rs], S, Arity, Cs0, Cs) :-
    fields(Fs, S, Cs0, Cs1),
    length(Fs, N),
    arg(8, S, Match),
    arg(7, S, Wanted),
    (   Match == false -> true
    ;   Wanted = N, Arity = N -> true
    ;   ( nonvar(Wanted) -> A = Wanted ; A = Arity ),
        throw(error(domain_error(row_arity(A),N), csv//2))
    ),
    arg(2, S, F),
    R =.. [F|Fs],
    rows(Rs, S, Arity, Cs1, Cs).

fields([F|Fs], S) -->
    field(Cs, Kind, S),
    { value(Kind, Cs, S, F) },
    (   { arg(1, S, Sep) }, [Sep] -> fields(Fs, S)
    ;   line_end -> { Fs = [] }
    ).

line_end --> "\r\n", !.
line_end --> "\n", !.
line_end --> "\r", !.
line_end([], []).

field(Cs, quoted, S) --> { arg(5, S, Q) }, leading(S), [Q], !, quoted(Cs, Q), trailing(S).
field(Cs, plain, S) --> plain(Cs, S).

leading(S, Cs0, Cs) :- ( arg(4, S, true) -> blanks(Cs0, Cs) ; Cs = Cs0 ).

trailing(S, Cs0, Cs) :- leading(S, Cs0, Cs).

blanks([C|Cs0], Cs) :- ( C == ' ' ; C == '\t' ), !, blanks(Cs0, Cs).
blanks(Cs, Cs).

quoted(Cs, Q) -->
    (   [C] ->
        (   { C \== Q } -> { Cs = [C|Cs1] }, quoted(Cs1, Q)
        ;   [Q] -> { Cs = [Q|Cs1] }, quoted(Cs1, Q)
        ;   { Cs = [] }
        )
    ;   { syntax_error(end_of_file_in_quoted) }
    ).

plain([], S, Cs, Cs) :- ( Cs = [] ; Cs = [C|_], ends(C, S) ), !.
plain([C|Cs1], S, [C|Cs0], Cs) :- plain(Cs1, S, Cs0, Cs).

ends('\n', _) :- !.
ends('\r', _) :- !.
ends(C, S) :- arg(1, S, C).

value(Kind, Cs0, S, F) :-
    (   Kind == plain, arg(4, S, true) -> stripped(Cs0, Cs)
    ;   Cs = Cs0
    ),
    (   arg(3, S, true), Kind == plain, number_text(Cs, N) -> F = N
    ;   atom_chars(A, Cs),
        arg(6, S, Case),
        cased(Case, A, F)
    ).

cased(down, A, F) :- !, downcase_atom(A, F).
cased(up, A, F) :- !, upcase_atom(A, F).
cased(_, A, A).

stripped(Cs0, Cs) :- blanks(Cs0, Cs1), reverse(Cs1, Rs0), blanks(Rs0, Rs), reverse(Rs, Cs).

% A field is a number only if all its characters belong to the number.
number_text([C|Cs], N) :-
    ( C == (-) -> Cs = [D|_] ; C == (+) -> Cs = [D|_] ; D = C ),
    char_type(D, decimal_digit),
    append(_, [Last], [C|Cs]),
    char_type(Last, decimal_digit), !,
    \+ ( member(X, Cs), memberchk(X, "'_") ),
    ( C == (+) -> Ds = Cs ; Ds = [C|Cs] ),
    catch(number_chars(N, Ds), error(syntax_error(_),_), fail).

%% Writing

written([], _) --> [].
written([R|Rs], S) -->
    { ( nonvar(R) -> true ; instantiation_error(csv//2) ),
      ( is_list(R) -> Fs = R ; R =.. [_|Fs] ) },
    written_fields(Fs, S), "\r\n",
    written(Rs, S).

written_fields([], _) --> [].
written_fields([F|Fs], S) --> written_field(F, S), more_fields(Fs, S).

more_fields([], _) --> [].
more_fields([F|Fs], S) --> { arg(1, S, Sep) }, [Sep], written_fields([F|Fs], S).

written_field(F, S) -->
    { field_text(F, Cs), arg(1, S, Sep) },
    (   { needs_quotes(Cs, Sep) } -> "\"", doubled(Cs), "\""
    ;   seq(Cs)
    ).

field_text(F, Cs) :-
    (   var(F) -> instantiation_error(csv//2)
    ;   F = [_|_] -> must_be(chars, F), Cs = F
    ;   F == [] -> Cs = []
    ;   format(chars(Cs), "~w", [F])
    ).

needs_quotes(Cs, Sep) :-
    member(C, Cs),
    memberchk(C, [Sep,'"','\n','\r']), !.
needs_quotes([' '|_], _) :- !.
needs_quotes(Cs, _) :- append(_, [' '], Cs), !.

doubled([]) --> [].
doubled([C|Cs]) --> ( { C == '"' } -> "\"\"" ; [C] ), doubled(Cs).

%% Files

%! csv_read_file_row(+File, -Row, +Options) is nondet.
%
%  Enumerates the rows of `File`, of any length. With the option `line(N)`, `N` is unified with the
%  number of the row. Throws an existence error if there is no such file.
?- csv_read_file_row(no_such_file, Row, []).
   error(existence_error(source_sink,no_such_file),open/4).
csv_read_file_row(File, Row, Os0) :-
    (   select(line(N), Os0, Os) -> true
    ;   Os = Os0
    ),
    append(Os, [match_arity(false)], Os1),
    csv_read_file(File, Rows, Os1),
    nth1(N, Rows, Row).

%! csv_read_file(+File, -Rows) is det.
%
%  Unifies `Rows` with the list of the rows of `File`. Throws an existence error if there is no such
%  file.
?- csv_read_file(no_such_file, Rows).
   error(existence_error(source_sink,no_such_file),open/4).
csv_read_file(File, Rows) :- csv_read_file(File, Rows, []).

%! csv_read_file(+File, -Rows, +Options) is det.
%
%  As csv_read_file/2, with the options of csv//2. Without a separator, files named `*.tsv` are
%  separated by tabs.
?- csv_read_file(no_such_file, Rows, []).
   error(existence_error(source_sink,no_such_file),open/4).
csv_read_file(File, Rows, Os) :-
    with_separator(File, Os, Os1),
    read_file_to_chars(File, Cs, []),
    phrase(csv(Rows, Os1), Cs), !.

with_separator(File, Os, Os1) :-
    (   \+ option(separator(_), Os), atom(File), sub_atom(File, _, 4, 0, '.tsv') -> Os1 = [separator('\t')|Os]
    ;   Os1 = Os
    ).

%! csv_read_stream(+Stream, -Rows, +Options) is det.
%
%  Unifies `Rows` with the list of the remaining rows of `Stream`. Throws an existence error if
%  `Stream` is not open.
?- csv_read_stream(nowhere, Rows, []).
   error(existence_error(stream,nowhere),get_char/2).
csv_read_stream(S, Rows, Os) :-
    read_stream_to_chars(S, Cs),
    phrase(csv(Rows, Os), Cs), !.

%! csv_read_row(+Stream, -Row, +Options) is det.
%
%  Reads the next row of `Stream`, `end_of_file` at its end. Quoted fields may contain line ends.
%  Throws an existence error if `Stream` is not open.
?- csv_read_row(nowhere, Row, []).
   error(existence_error(stream,nowhere),get_char/2).
csv_read_row(S, Row, Os) :-
    row_text(S, Cs),
    (   Cs == end_of_file -> Row = end_of_file
    ;   phrase(csv(Rows, Os), Cs),
        Rows = [Row|_], !
    ).

row_text(S, Cs) :-
    get_line_to_chars(S, Line, Rest),
    (   Line == [] -> Cs = end_of_file
    ;   completed(S, Line, Rest, Line, 0, Cs)
    ).

% A line with an open quote continues on the next line.
completed(S, Line, Rest, All, N0, All) :-
    quotes(Line, Rest, N0, N),
    (   N mod 2 =:= 0 -> Rest = []
    ;   get_line_to_chars(S, Next, Rest1),
        (   Next == [] -> Rest = []
        ;   Rest = Next,
            completed(S, Next, Rest1, All, N, All)
        )
    ).

quotes(Cs, Rest, N0, N) :-
    (   Cs == Rest -> N = N0
    ;   Cs = [C|Cs1],
        ( C == '"' -> N1 is N0+1 ; N1 = N0 ),
        quotes(Cs1, Rest, N1, N)
    ).

%! csv_write_file(+File, +Rows) is det.
%
%  Writes the rows to `File`. Throws an instantiation error if `Rows` is not sufficiently
%  instantiated.
?- csv_write_file(f, [_]).
   error(instantiation_error,csv//2).
csv_write_file(File, Rows) :- csv_write_file(File, Rows, []).

%! csv_write_file(+File, +Rows, +Options) is det.
%
%  As csv_write_file/2, with the options of csv//2. Rows are terms or lists.
?- csv_write_file(f, [_], []).
   error(instantiation_error,csv//2).
csv_write_file(File, Rows, Os) :-
    with_separator(File, Os, Os1),
    phrase(csv(Rows, Os1), Cs),
    setup_call_cleanup(open(File, write, S), '$put_chars'(S, Cs), close(S)).

%! csv_write_stream(+Stream, +Rows, +Options) is det.
%
%  Writes the rows to `Stream`, with the options of csv//2.
?- current_output(S), csv_write_stream(S, [row(a,1)], []).
   S = ..., outputs("a,1\r\n").
csv_write_stream(S, Rows, Os) :-
    phrase(csv(Rows, Os), Cs),
    '$put_chars'(S, Cs).

%% The interface of Scryer Prolog

%! parse_csv(-Data)// is det.
%
%  Describes text with a header line: `Data` is `frame(Header,Rows)`, where fields are lists of
%  characters, numbers, or `[]`.
?- phrase(parse_csv(Data), "col1,col2\none,2\n,three").
   Data = frame(["col1","col2"],[["one",2],[[],"three"]]).
parse_csv(Data) --> parse_csv(Data, []).

%! parse_csv(-Data, +Options)// is det.
%
%  As parse_csv//1, with the options `token_separator(',')` and `with_header(true)`.
?- phrase(parse_csv(Data, [with_header(false),token_separator(';')]), "1;x").
   Data = frame([],[[1,"x"]]).
parse_csv(frame(Header,Rows), Os) -->
    {   option(token_separator(Sep), Os, ','),
        option(with_header(With), Os, true),
        settings([separator(Sep),functor(row),match_arity(false)], S)
    },
    lines(Lines, S),
    { With == true -> Lines = [Header|Rows] ; Header = [], Rows = Lines }.

lines([], _, [], []) :- !.
lines([L|Ls], S) --> line_fields(L, S), lines(Ls, S).

line_fields([F|Fs], S) -->
    field(Cs, Kind, S),
    { Kind == plain, number_text(Cs, N) -> F = N ; F = Cs },
    (   { arg(1, S, Sep) }, [Sep] -> line_fields(Fs, S)
    ;   line_end -> { Fs = [] }
    ).

%! write_csv(+File, +Frame) is det.
%
%  Writes `Frame`, a term `frame(Header,Rows)`, to `File`. Throws an instantiation error if `Frame`
%  is not sufficiently instantiated.
?- write_csv(f, frame(_,_)).
   error(instantiation_error,write_csv/3).
write_csv(File, Frame) :- write_csv(File, Frame, []).

%! write_csv(+File, +Frame, +Options) is det.
%
%  As write_csv/2, with the options `line_separator('\n')`, `token_separator(',')`,
%  `with_header(true)` and `null_value(empty)`.
?- write_csv(f, frame(_,_), []).
   error(instantiation_error,write_csv/3).
write_csv(File, Frame, Os) :-
    (   Frame = frame(Header,Rows), is_list(Header), is_list(Rows) -> true
    ;   instantiation_error(write_csv/3)
    ),
    option(line_separator(End), Os, '\n'),
    option(token_separator(Sep), Os, ','),
    option(with_header(With), Os, true),
    option(null_value(Null), Os, empty),
    settings([separator(Sep)], S),
    (   With == true -> Lines = [Header|Rows]
    ;   Lines = Rows
    ),
    phrase(frame_lines(Lines, Null, End, S), Cs),
    setup_call_cleanup(open(File, write, St), '$put_chars'(St, Cs), close(St)).

frame_lines([], _, _, _) --> [].
frame_lines([L|Ls], Null, End, S) -->
    { nulls(L, Null, Fs) },
    written_fields(Fs, S),
    format_("~w", [End]),
    frame_lines(Ls, Null, End, S).

nulls([], _, []).
nulls([X|Xs], Null, [Y|Ys]) :-
    (   X == [], Null \== empty -> Y = Null
    ;   Y = X
    ),
    nulls(Xs, Null, Ys).
