% Chess boards with queens, as text and as pictures.
%
% Queens are a list in which element I is the position of the queen of line I, as in N queens
% programs: an integer, or a variable whose domain contains the possible positions. Or they are a
% list of pairs Row-Column. Domains are read by fd_set/2 only.

:- module(board, [board/1, board/2, board_svg/2, board_svg/3]).

:- use_module(library(lists)).
:- use_module(library(dcgs)).
:- use_module(library(format)).
:- use_module(library(error)).
:- use_module(library(fd_sets)).
:- use_module(library(iso_ext)).

:- op(700, xfx, in).
:- op(700, xfx, #\=).
:- op(450, xfx, ..).

%! board(+Queens) is det.
%
%  Prints the board. `Q` is a queen, a dot is a square that is still possible for a queen that has
%  not been placed. Throws an instantiation, type or domain error if `Queens` is not such a list, or
%  a queen is not on the board.
?- board([2,4,1,3]).
   outputs("+-+-+-+-+\n| |Q| | |\n+-+-+-+-+\n| | | |Q|\n+-+-+-+-+\n|Q| | | |\n+-+-+-+-+\n| | |Q| |\n+-+-+-+-+\n"), true.
?- X in 1..3, X #\= 2, board([2,X,_]).
   outputs("+-+-+-+\n| |Q| |\n+-+-+-+\n|.| |.|\n+-+-+-+\n|.|.|.|\n+-+-+-+\n"), clpz:(X in 1\/3).
?- board([1|_]).
   error(instantiation_error,board/2).
?- board([1,a]).
   error(type_error(integer,a),board/2).
?- board([-1,2]).
   error(domain_error(not_less_than_zero,-1),board/2).
?- board([1,3]).
   error(domain_error(board_square,3),board/2).
board(Queens) :- board(Queens, []).

%! board(+Queens, +Options) is det.
%
%  As board/1, with options:
%
%  - `by(rows)`: element I is the column of the queen in row I; `by(columns)`: it is the row of the
%    queen in column I. Pairs are always Row-Column.
%  - `from(1)`, `from(0)`: the number of the first row and column. The default is 0 if a queen is at
%    0, and 1 otherwise.
%  - `size(N)`: the number of squares in a line, by default the number of queens.
%  - `style(lines)`: as board/1; `style(plain)`: without lines.
%  - `numbers(Boolean)`: whether the numbers of rows and columns are shown, `false` by default.
%  - `title(Text)`: a line before the board, an atom or a list of characters.
%  - `width(Pixels)`: for pictures; it has no effect here.
%
%  Throws a domain error for an unknown option or a queen that is not on the board.
?- board([1,3,0,2], [style(plain)]).
   outputs("  Q    \n      Q\nQ      \n    Q  \n"), true.
?- board([2,3,1], [by(columns),style(plain)]).
   outputs("    Q\nQ    \n  Q  \n"), true.
?- board([1-2,3-1], [size(3),style(plain)]).
   outputs("  Q  \n     \nQ    \n"), true.
?- board([2,3,1], [style(plain),numbers(true),title('Three')]).
   outputs("Three\n  1 2 3\n1   Q  \n2     Q\n3 Q    \n"), true.
?- board([2,1], [numbers(true),from(1),width(80)]).
   outputs("   1 2\n  +-+-+\n1 | |Q|\n  +-+-+\n2 |Q| |\n  +-+-+\n"), true.
?- numlist(1, 10, Qs), board(Qs, [style(plain),numbers(true),from(1)]).
   outputs("                     1\n   1 2 3 4 5 6 7 8 9 0\n 1 Q                  \n 2   Q                \n 3     Q              \n 4       Q            \n 5         Q          \n 6           Q        \n 7             Q      \n 8               Q    \n 9                 Q  \n10                   Q\n"), Qs = [1,2,3,4,5,6,7,8,9,10].
?- board([1-1,3-2], []).
   error(domain_error(board_square,3),board/2).
?- board([1,2], [size(1)]).
   error(domain_error(board_size,1),board/2).
?- board([1], [colour(red)]).
   error(domain_error(board_option,colour(red)),board/2).
board(Queens, Options) :-
    settings(Options, [by,from,size,style,width,numbers,title], board/2, Settings),
    squares(Queens, Settings, board/2, First, Rows),
    ( memberchk(style(Style), Settings) -> true ; Style = lines ),
    length(Rows, N),
    (   memberchk(numbers(true), Settings), N > 0 ->
        Last is First+N-1,
        number_chars(Last, Digits),
        length(Digits, Width),
        Margin = margin(First, Width)
    ;   Margin = none
    ),
    phrase(( heading(Settings), columns(Margin, Style, N), text(Style, Rows, Margin) ), Cs),
    format("~s", [Cs]).

%! board_svg(+Queens, +File) is det.
%
%  Writes the board to `File` as an SVG picture. In the rows of queens that have not been placed,
%  squares that are no longer possible are darker, and possible squares have a dot. Throws an
%  existence error if the file cannot be created.
?- board_svg([2,4,1,3], '/no such directory/board.svg').
   error(existence_error(source_sink,...),...).
board_svg(Queens, File) :- board_svg(Queens, File, []).

%! board_svg(+Queens, +File, +Options) is det.
%
%  As board_svg/2, with the options `by`, `from` and `size` of board/2, `style`, which has no effect
%  here, and
%
%  - `width(Pixels)`: the width of the picture, by default 40 for each square;
%  - `numbers(Boolean)`: whether the margin shows the numbers of rows and columns, `false` by
%    default;
%  - `title(Text)`: the text alternative of the picture, an atom or a list of characters.
%
%  Throws a domain error for an unknown option.
?- board_svg([2,4,1,3], 'board.svg', [width(0)]).
   error(domain_error(board_option,width(0)),board_svg/3).
board_svg(Queens, File, Options) :-
    settings(Options, [by,from,size,style,width,numbers,title], board_svg/3, Settings),
    squares(Queens, Settings, board_svg/3, First, Rows),
    phrase(picture(Rows, First, Settings), Cs),
    setup_call_cleanup(
        open(File, write, S),
        format(S, "~s", [Cs]),
        close(S)
    ).

%% Options

settings(Options, Names, Context, Options) :-
    (   is_list(Options) -> true
    ;   listed(Options, Context)
    ),
    settings(Options, Names, Context).

settings([], _, _).
settings([O|Os], Names, Context) :-
    (   var(O) -> throw(error(instantiation_error, Context))
    ;   O =.. [Name, Value], memberchk(Name, Names) ->
        (   var(Value) -> throw(error(instantiation_error, Context))
        ;   setting(Name, Value) -> true
        ;   memberchk(Name, [from,size,width]), \+ integer(Value) ->
            throw(error(type_error(integer, Value), Context))
        ;   throw(error(domain_error(board_option, O), Context))
        )
    ;   throw(error(domain_error(board_option, O), Context))
    ),
    settings(Os, Names, Context).

setting(by, Value) :- memberchk(Value, [rows,columns]).
setting(from, Value) :- memberchk(Value, [0,1]).
setting(size, N) :- integer(N), N >= 0.
setting(style, Value) :- memberchk(Value, [lines,plain]).
setting(width, N) :- integer(N), N > 0.
setting(numbers, Value) :- memberchk(Value, [true,false]).
setting(title, Text) :- ( atom(Text) -> true ; is_list(Text) ).

% Throws the error for a term that is not a list.
listed(Term, Context) :-
    (   partial(Term) -> throw(error(instantiation_error, Context))
    ;   throw(error(type_error(list, Term), Context))
    ).

partial(Term) :- acyclic_term(Term), rest(Term, Rest), var(Rest).

rest(Term, Rest) :- ( nonvar(Term), Term = [_|Term1] -> rest(Term1, Rest) ; Rest = Term ).

%% Squares

% A square is queen, open (a queen may still go there), closed (it may not, and its queen has not
% been placed), or empty.

squares(Queens, Settings, Context, First, Rows) :-
    ( is_list(Queens) -> true ; listed(Queens, Context) ),
    each_place(Queens, Context),
    length(Queens, Count),
    greatest(Queens, -1, Greatest),
    (   memberchk(from(First0), Settings) -> First = First0
    ;   least(Queens) -> First = 0
    ;   First = 1
    ),
    ( memberchk(size(Size), Settings) -> true ; Size = Count ),
    (   Size < Count, \+ pairs(Queens) -> throw(error(domain_error(board_size, Size), Context))
    ;   Greatest >= First+Size -> throw(error(domain_error(board_square, Greatest), Context))
    ;   true
    ),
    (   First =:= 1, zero(Queens, Zero) -> throw(error(domain_error(board_square, Zero), Context))
    ;   true
    ),
    Last is First+Size-1,
    lines(Queens, Size, First, Last, Lines),
    (   memberchk(by(columns), Settings), \+ pairs(Queens) -> transpose(Lines, Rows)
    ;   Rows = Lines
    ).

pairs([Q|_]) :- nonvar(Q), Q = _-_.

each_place(Queens, Context) :-
    (   pairs(Queens) -> pair_places(Queens, Context)
    ;   places(Queens, Context)
    ).

pair_places([], _).
pair_places([P|Ps], Context) :-
    (   var(P) -> throw(error(instantiation_error, Context))
    ;   P = Row-Column -> places([Row,Column], Context)
    ;   throw(error(type_error(pair, P), Context))
    ),
    ( P = A-B, integer(A), integer(B) -> true ; throw(error(instantiation_error, Context)) ),
    pair_places(Ps, Context).

places([], _).
places([Q|Qs], Context) :-
    (   var(Q) -> true
    ;   integer(Q) ->
        ( Q >= 0 -> true ; throw(error(domain_error(not_less_than_zero, Q), Context)) )
    ;   throw(error(type_error(integer, Q), Context))
    ),
    places(Qs, Context).

greatest([], G, G).
greatest([Q|Qs], G0, G) :-
    (   integer(Q) -> G1 is max(G0, Q)
    ;   nonvar(Q), Q = A-B -> G1 is max(G0, max(A, B))
    ;   G1 = G0
    ),
    greatest(Qs, G1, G).

least(Queens) :-
    (   zero(Queens, _) -> true
    ;   member(Q, Queens), var(Q), fd_set(Q, Set), fdset_min(Set, 0) -> true
    ).

zero(Queens, Q) :-
    member(Q, Queens),
    ( Q == 0 -> true ; nonvar(Q), Q = A-B, ( A == 0 ; B == 0 ) ), !.

lines(Queens, Size, First, Last, Lines) :-
    (   pairs(Queens) -> pair_lines(First, Last, Queens, Lines)
    ;   list_lines(Size, Queens, First, Last, Lines)
    ).

list_lines(N, Queens, First, Last, Lines) :-
    (   N =:= 0 -> Lines = []
    ;   Lines = [Line|Lines1],
        ( Queens = [Q|Queens1] -> line(Q, First, Last, Line) ; Queens1 = [], line(none, First, Last, Line) ),
        M is N-1,
        list_lines(M, Queens1, First, Last, Lines1)
    ).

line(Q, First, Last, Line) :-
    (   var(Q) -> fd_set(Q, Set) ; Set = none ),
    line(First, Last, Q, Set, Line).

line(I, Last, Q, Set, Line) :-
    (   I > Last -> Line = []
    ;   Line = [Square|Line1],
        (   Set == none -> ( I == Q -> Square = queen ; Square = empty )
        ;   fdset_member(I, Set) -> Square = open
        ;   Square = closed
        ),
        J is I+1,
        line(J, Last, Q, Set, Line1)
    ).

pair_lines(I, Last, Pairs, Lines) :-
    pair_lines(I, I, Last, Pairs, Lines).

pair_lines(I, First, Last, Pairs, Lines) :-
    (   I > Last -> Lines = []
    ;   Lines = [Line|Lines1],
        pair_line(First, Last, I, Pairs, Line),
        J is I+1,
        pair_lines(J, First, Last, Pairs, Lines1)
    ).

pair_line(J, Last, I, Pairs, Line) :-
    (   J > Last -> Line = []
    ;   Line = [Square|Line1],
        ( memberchk(I-J, Pairs) -> Square = queen ; Square = empty ),
        J1 is J+1,
        pair_line(J1, Last, I, Pairs, Line1)
    ).

%% Text

heading(Settings) -->
    (   { memberchk(title(Title), Settings) } ->
        { atom(Title) -> atom_chars(Title, Cs) ; Cs = Title },
        format_("~s~n", [Cs])
    ;   []
    ).

% The numbers of columns, one digit a line, over the squares.
columns(none, _, _) --> [].
columns(margin(First, Width), Style, N) --> digit_lines(Width, Width, First, Style, N).

digit_lines(Place, Width, First, Style, N) -->
    (   { Place =:= 0 } -> []
    ;   blanks(Width),
        ( { Style == lines } -> " " ; [] ),
        { Last is First+N-1 },
        digits(First, Last, Place),
        "\n",
        { Place1 is Place-1 },
        digit_lines(Place1, Width, First, Style, N)
    ).

% The digits of numbers at a place, which is counted from the right; blanks only before a digit.
digits(I, Last, Place) -->
    (   { I > Last } -> []
    ;   { number_chars(I, Cs), length(Cs, Length) },
        " ",
        (   { Length < Place } -> " "
        ;   { Skipped is Length-Place, nth0(Skipped, Cs, C) }, [C]
        ),
        { J is I+1 },
        digits(J, Last, Place)
    ).

% The number of a row, or blanks of the same width, and a blank.
row_number(none, _) --> [].
row_number(margin(_, Width), Number) --> format_("~t~w~*| ", [Number,Width]).

following(none, none).
following(margin(I, Width), margin(J, Width)) :- J is I+1.

number_of(none, '').
number_of(margin(I, _), I).

blanks(N) --> ( { N =:= 0 } -> [] ; " ", { M is N-1 }, blanks(M) ).

text(lines, Rows, Margin) -->
    (   { Rows = [Row|_] } -> row_number(Margin, ''), ruler(Row), lined(Rows, Row, Margin)
    ;   []
    ).
text(plain, Rows, Margin) --> plain(Rows, Margin).

lined([], _, _) --> [].
lined([Row|Rows], Row0, Margin) -->
    { number_of(Margin, Number), following(Margin, Margin1) },
    row_number(Margin, Number), "|", cells(Row), "\n",
    row_number(Margin, ''), ruler(Row0),
    lined(Rows, Row0, Margin1).

cells([]) --> [].
cells([Square|Row]) --> { sign(Square, C) }, [C], "|", cells(Row).

ruler(Row) --> "+", dashes(Row), "\n".

dashes([]) --> [].
dashes([_|Row]) --> "-+", dashes(Row).

plain([], _) --> [].
plain([[S|Row]|Rows], Margin) -->
    { sign(S, C), number_of(Margin, Number), following(Margin, Margin1) },
    row_number(Margin, Number), [C], spaced(Row), "\n",
    plain(Rows, Margin1).

spaced([]) --> [].
spaced([S|Row]) --> { sign(S, C) }, " ", [C], spaced(Row).

sign(queen, 'Q').
sign(open, '.').
sign(closed, ' ').
sign(empty, ' ').

%% Pictures

% A square is 40 units wide; the frame around the board is 6, and 24 where numbers stand.

picture(Rows, First, Settings) -->
    { length(Rows, N),
      ( memberchk(numbers(true), Settings) -> Margin = 24 ; Margin = 6 ),
      Side is 40*N+Margin+6,
      ( memberchk(width(Width), Settings) -> true ; Width = Side ),
      ( memberchk(title(Title), Settings) -> true ; Title = 'Queens on a chess board' ),
      Board is 40*N },
    format_("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"~d\" height=\"~d\" viewBox=\"0 0 ~d ~d\" role=\"img\">~n",
        [Width,Width,Side,Side]),
    "<title>", escaped_text(Title), "</title>\n",
    "<defs><g id=\"queen\" stroke=\"#222\" stroke-width=\"1.2\" stroke-linejoin=\"round\" fill=\"#222\">",
    "<path d=\"M9 29L6.5 13.5L13.5 22L15.5 10L20 21L24.5 10L26.5 22L33.5 13.5L31 29Z\"/>",
    "<path d=\"M9.5 30.5H30.5V34H9.5Z\"/>",
    "<circle cx=\"6.5\" cy=\"12\" r=\"2\"/><circle cx=\"15.5\" cy=\"8.2\" r=\"2\"/>",
    "<circle cx=\"24.5\" cy=\"8.2\" r=\"2\"/><circle cx=\"33.5\" cy=\"12\" r=\"2\"/></g>\n",
    "<pattern id=\"dark\" width=\"80\" height=\"80\" patternUnits=\"userSpaceOnUse\">",
    "<path d=\"M40 0h40v40h-40zM0 40h40v40h-40z\" fill=\"#c69c6d\"/></pattern></defs>\n",
    format_("<rect width=\"~d\" height=\"~d\" rx=\"4\" fill=\"#7a5c42\"/>~n", [Side,Side]),
    format_("<g transform=\"translate(~d ~d)\">~n<rect width=\"~d\" height=\"~d\" fill=\"#f3e3c7\"/>~n",
        [Margin,Margin,Board,Board]),
    format_("<rect width=\"~d\" height=\"~d\" fill=\"url(#dark)\"/>~n", [Board,Board]),
    pieces(Rows, 0),
    "</g>\n",
    ( { Margin =:= 24 } -> numbers(0, N, First) ; [] ),
    "</svg>\n".

pieces([], _) --> [].
pieces([Row|Rows], I) --> pieces_(Row, 0, I), { I1 is I+1 }, pieces(Rows, I1).

pieces_([], _, _) --> [].
pieces_([Square|Row], J, I) -->
    { X is 40*J, Y is 40*I, J1 is J+1 },
    piece(Square, X, Y),
    pieces_(Row, J1, I).

piece(queen, X, Y) --> format_("<use href=\"#queen\" x=\"~d\" y=\"~d\"/>~n", [X,Y]).
piece(open, X, Y) -->
    { CX is X+20, CY is Y+20 },
    format_("<circle cx=\"~d\" cy=\"~d\" r=\"5\" fill=\"#2f7d4f\"/>~n", [CX,CY]).
piece(closed, X, Y) -->
    format_("<rect x=\"~d\" y=\"~d\" width=\"40\" height=\"40\" fill=\"#40404a\" fill-opacity=\"0.5\"/>~n", [X,Y]).
piece(empty, _, _) --> [].

numbers(I, N, First) -->
    (   { I =:= N } -> []
    ;   { At is 24+40*I+20, Base is At+4, Number is First+I, I1 is I+1 },
        number_at(At, 16, Number),
        number_at(12, Base, Number),
        numbers(I1, N, First)
    ).

number_at(X, Y, Number) -->
    format_("<text x=\"~d\" y=\"~d\" font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\" fill=\"#f3e3c7\">~d</text>~n",
        [X,Y,Number]).

escaped_text(Text) --> { atom(Text) -> atom_chars(Text, Cs) ; Cs = Text }, escaped(Cs).

escaped([]) --> [].
escaped([C|Cs]) --> escape(C), escaped(Cs).

escape(C) --> ( { C == (<) } -> "&lt;" ; { C == (&) } -> "&amp;" ; [C] ).
