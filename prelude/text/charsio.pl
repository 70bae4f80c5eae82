% Character types, and terms, lines and UTF-8 as lists of characters.

:- module(charsio, [
    char_type/2, read_from_chars/2, read_term_from_chars/3, write_term_to_chars/3,
    get_line_to_chars/3, get_n_chars/3, chars_utf8bytes/2, chars_base64/3,
    term_to_chars/2, utf8_codes//1, atom_to_chars/3, number_to_chars/3
]).

%! char_type(?Char, ?Type) is nondet.
%
%  True if `Char` is of type `Type`. `Char` and `Type` may be variables. Types are
%
%  - `alpha`, `alphabetic`, `alphanumeric`, `alnum`, `ascii`, `ascii_graphic`, `ascii_punctuation`,
%    `binary_digit`, `cntrl`, `control`, `csym`, `csymf`, `decimal_digit`, `digit`, `end_of_line`,
%    `exponent`, `graph`, `graphic`, `hexadecimal_digit`, `layout`, `lower`, `meta`, `newline`,
%    `numeric`, `octal_digit`, `octet`, `paren`, `period`, `print`, `prolog`, `punct`, `quote`,
%    `sign`, `solo`, `space`, `symbolic_control`, `symbol_char`, `upper`, `white`, `whitespace`;
%  - `digit(Value)` and `xdigit(Value)`: a decimal or hexadecimal digit with its value;
%  - `to_lower(L)` and `to_upper(U)`: any character, with its lower or upper case form;
%  - `lower(U)`: a lower case letter whose upper case form is `U`; `upper(L)`: an upper case letter
%    whose lower case form is `L`.
?- char_type(a, alpha).
   true.
?- char_type(X, digit(7)).
   X = '7'.
?- char_type(X, xdigit(11)).
   X = b.
?- char_type(a, to_upper(U)).
   U = 'A'.
?- char_type(X, upper(ä)).
   X = 'Ä'.
char_type(C, T) :-
    (   nonvar(C) -> must_be(character, C), type_of(T, C)
    ;   nonvar(T), T = digit(V), integer(V) -> V >= 0, V =< 9, K is V+0'0, char_code(C, K)
    ;   nonvar(T), T = xdigit(V), integer(V) ->
        V >= 0, V =< 15,
        ( V =< 9 -> K is V+0'0 ; K is V+0'a-10 ),
        char_code(C, K)
    ;   sought(T, Kind),
        '$next_of_type'(0, Kind, K0),
        code_from(K0, Kind, K),
        char_code(C, K),
        type_of(T, C)
    ).

% Preselects the candidates among all characters, so that type_of/2 rejects few.
sought(T, Kind) :-
    (   var(T) -> Kind = to_lower
    ;   atom(T) -> known_type(T), Kind = T
    ;   memberchk(T, [digit(_),xdigit(_)]) -> Kind = hexadecimal_digit
    ;   memberchk(T, [to_lower(A),to_upper(A),lower(A),upper(A)]) ->
        ( var(A) -> functor(T, Kind, _) ; must_be(character, A), Kind = T )
    ;   domain_error(char_type, T, char_type/2)
    ).

code_from(K0, Kind, K) :-
    K1 is K0+1,
    (   '$next_of_type'(K1, Kind, K2) -> ( K = K0 ; code_from(K2, Kind, K) )
    ;   K = K0
    ).

type_of(T, C) :-
    (   var(T) -> types(Ts), member(T, Ts), has_type(T, C)
    ;   callable(T) -> has_type(T, C)
    ;   domain_error(char_type, T, char_type/2)
    ).

types([alnum, alpha, alphabetic, alphanumeric, ascii, ascii_graphic, ascii_punctuation,
       binary_digit, cntrl, control, csym, csymf, decimal_digit, digit, exponent, graph, graphic,
       hexadecimal_digit, layout, lower, meta, newline, numeric, octal_digit, octet, paren,
       period, print, prolog, punct, quote, sign, solo, space, symbolic_control, symbol_char,
       upper, white, whitespace, end_of_line,
       digit(_), xdigit(_), to_lower(_), to_upper(_), lower(_), upper(_)]).

has_type(T, C) :- compound(T), !, has_case(T, C).
has_type(T, C) :- known_type(T), '$char_type'(C, T).

known_type(T) :-
    types(Ts),
    (   memberchk(T, Ts) -> true
    ;   domain_error(char_type, T, char_type/2)
    ).

has_case(digit(V), C) :- !, char_code(C, K), K >= 0'0, K =< 0'9, V is K-0'0.
has_case(xdigit(V), C) :- !,
    char_code(C, K),
    (   K >= 0'0, K =< 0'9 -> V is K-0'0
    ;   K >= 0'a, K =< 0'f -> V is K-0'a+10
    ;   K >= 0'A, K =< 0'F, V is K-0'A+10
    ).
has_case(to_lower(L), C) :- !, '$char_case'(C, L, _).
has_case(to_upper(U), C) :- !, '$char_case'(C, _, U).
has_case(lower(U), C) :- !, '$char_type'(C, lower), '$char_case'(C, _, U).
has_case(upper(L), C) :- !, '$char_type'(C, upper), '$char_case'(C, L, _).
has_case(T, _) :- domain_error(char_type, T, char_type/2).

%! read_from_chars(+Chars, -Term) is det.
%
%  Reads `Term` from the list `Chars`.
?- read_from_chars("f(X,a).", T).
   T = f(_A,a).
read_from_chars(Cs, T) :- read_term_from_chars(Cs, T, []).

%! read_term_from_chars(+Chars, -Term, +Options) is det.
%
%  As read_from_chars/2, with the options of read_term/2.
?- read_term_from_chars("f(X).", T, [variable_names(Vs)]).
   T = f(_A), Vs = ['X'=_A].
read_term_from_chars(Cs, T, Os) :-
    must_be(chars, Cs),
    must_be(list, Os),
    '$read_text'(Cs, T, Os).

%! write_term_to_chars(+Term, +Options, -Chars) is det.
%
%  Unifies `Chars` with the text that write_term/2 gives for `Term` and `Options`.
?- write_term_to_chars('A'+b, [quoted(true)], Cs).
   Cs = "'A'+b".
write_term_to_chars(T, Os, Cs) :-
    must_be(list, Os),
    '$term_text'(T, Os, Cs0, []),
    Cs = Cs0.

%! term_to_chars(+Term, -Chars) is det.
%
%  Unifies `Chars` with the text that writeq/1 gives for `Term`.
?- term_to_chars([a,'B'], Cs).
   Cs = "[a,'B']".
term_to_chars(T, Cs) :- '$term_text'(T, [quoted(true),numbervars(true)], Cs0, []), Cs = Cs0.

%! get_line_to_chars(+Stream, -Chars, ?Rest) is det.
%
%  Reads a line. Unifies `Chars` with its characters, including the line end, followed by `Rest`;
%  with `[]` at the end of the stream. Throws an existence error if `Stream` is not open.
?- get_line_to_chars(nowhere, Cs, []).
   error(existence_error(stream,nowhere),get_char/2).
get_line_to_chars(S, Cs, Rest) :-
    '$read_until'(S, "\n", chars, Line, End, Separator),
    (   Separator =\= -1 -> End = ['\n'|Rest]
    ;   Line == End -> End = []
    ;   End = Rest
    ),
    Cs = Line.

%! get_n_chars(+Stream, ?N, -Chars) is det.
%
%  Reads `N` characters, fewer only at the end of the stream. If `N` is a variable, reads all
%  characters and unifies `N` with their number.
?- get_n_chars(user_input, 0, Cs).
   Cs = [].
?- open_string("abcd", S), get_n_chars(S, 2, A), get_n_chars(S, N, B), get_n_chars(S, 2, C), close(S).
   S = ..., A = "ab", N = 2, B = "cd", C = [].
get_n_chars(S, N, Cs) :-
    can_be(not_less_than_zero, N),
    (   N == 0 -> Cs = []
    ;   ( var(N) -> Most = -1 ; Most = N ),
        '$read_chars'(S, Most, chars, Text, []),
        length(Text, Length),
        % The end is read, too, if it is known that it follows.
        ( Length > 0, Length =\= Most -> get_char(S, _) ; true ),
        ( var(N) -> N = Length ; true ),
        Cs = Text
    ).

%! utf8_codes(?Codes)// is det.
%
%  Describes the list of the bytes of the UTF-8 encoding of the character codes `Codes`.
?- phrase(utf8_codes([0'a,0xe9]), Bs).
   Bs = [97,195,169].
?- phrase(utf8_codes(Cs), [97,195,169]).
   Cs = [97,233].
utf8_codes(Codes, Bs0, Bs) :-
    (   nonvar(Bs0) -> utf8_sequences(Codes, Bs0, Bs)
    ;   encode_codes(Codes, Bs0, Bs)
    ).

encode_codes([], Bs, Bs).
encode_codes([K|Ks], Bs0, Bs) :- bytes(K, Bs0, Bs1), encode_codes(Ks, Bs1, Bs).

% Reads characters until the end.
utf8_sequences(Ks, Bs0, Bs) :-
    (   nonvar(Bs0), utf8_sequence(K, Bs0, Bs1), Ks = [K|Ks1] -> utf8_sequences(Ks1, Bs1, Bs)
    ;   Ks = [],
        Bs = Bs0
    ).

utf8_sequence(K, [B|Bs0], Bs) :-
    (   B < 0x80 -> K = B, Bs = Bs0
    ;   B >= 0xc0,
        (   B < 0xe0 -> N = 1, K0 is B/\0x1f
        ;   B < 0xf0 -> N = 2, K0 is B/\0xf
        ;   B < 0xf8, N = 3, K0 is B/\0x7
        ),
        continued(N, K0, K, Bs0, Bs)
    ).

continued(N, K0, K, Bs0, Bs) :-
    (   N =:= 0 -> K = K0, Bs = Bs0
    ;   nonvar(Bs0),
        Bs0 = [B|Bs1],
        B/\0xc0 =:= 0x80,
        K1 is (K0<<6)\/(B/\0x3f),
        N1 is N-1,
        continued(N1, K1, K, Bs1, Bs)
    ).

%! chars_utf8bytes(?Chars, ?Bytes) is det.
%
%  Converts between a list of characters and the list of the bytes of its UTF-8 encoding.
?- chars_utf8bytes("aé", Bs).
   Bs = [97,195,169].
?- chars_utf8bytes(Cs, [226,130,172]).
   Cs = "€".
chars_utf8bytes(Cs, Bs) :-
    (   is_list(Cs), ground(Cs) -> must_be(chars, Cs), encode(Cs, Bs)
    ;   must_be(list(between(0,255)), Bs),
        decode(Bs, Cs)
    ).

encode([], []).
encode([C|Cs], Bs) :- char_code(C, K), bytes(K, Bs, Bs1), encode(Cs, Bs1).

bytes(K, Bs, Rest) :-
    (   K < 0x80 -> Bs = [K|Rest]
    ;   K < 0x800 ->
        A is 0xc0\/(K>>6), B is 0x80\/(K/\0x3f),
        Bs = [A,B|Rest]
    ;   K < 0x10000 ->
        A is 0xe0\/(K>>12), B is 0x80\/((K>>6)/\0x3f), C is 0x80\/(K/\0x3f),
        Bs = [A,B,C|Rest]
    ;   A is 0xf0\/(K>>18), B is 0x80\/((K>>12)/\0x3f),
        C is 0x80\/((K>>6)/\0x3f), D is 0x80\/(K/\0x3f),
        Bs = [A,B,C,D|Rest]
    ).

% Bytes that are not valid UTF-8 are decoded as the replacement character.
decode([], []).
decode([B|Bs], [C|Cs]) :-
    (   B < 0x80 -> K = B, Rest = Bs
    ;   lead(B, N, K0), more(N, Bs, K0, K1, Rest0), valid(N, K1) -> K = K1, Rest = Rest0
    ;   K = 0xfffd, Rest = Bs
    ),
    char_code(C, K),
    decode(Rest, Cs).

lead(B, 1, K) :- B >= 0xc2, B < 0xe0, !, K is B/\0x1f.
lead(B, 2, K) :- B >= 0xe0, B < 0xf0, !, K is B/\0x0f.
lead(B, 3, K) :- B >= 0xf0, B < 0xf5, K is B/\0x07.

more(0, Bs, K, K, Bs) :- !.
more(N, [B|Bs], K0, K, Rest) :-
    B >= 0x80, B < 0xc0,
    K1 is (K0<<6)\/(B/\0x3f),
    N1 is N-1,
    more(N1, Bs, K1, K, Rest).

valid(1, K) :- K >= 0x80.
valid(2, K) :- K >= 0x800, \+ ( K >= 0xd800, K =< 0xdfff ).
valid(3, K) :- K >= 0x10000, K =< 0x10ffff.

%! chars_base64(?Chars, ?Base64, +Options) is semidet.
%
%  Converts between characters and their base 64 encoding. Options are `encoding(utf8)` (the
%  default) or `encoding(octet)`, which requires character codes below 256; `padding(Boolean)`,
%  `true` by default; `charset(standard)` (the default) or `charset(url)`.
?- chars_base64("hello", B, []).
   B = "aGVsbG8=".
?- chars_base64(Cs, "aGVsbG8=", []).
   Cs = "hello".
chars_base64(Cs, B64, Os) :-
    must_be(list, Os),
    option(padding(Pad), Os, true),
    option(charset(Set), Os, standard),
    option(encoding(Enc), Os, utf8),
    digits(Set, Digits),
    (   is_list(Cs), ground(Cs) ->
        (   Enc == utf8 -> chars_utf8bytes(Cs, Bs)
        ;   octets(Cs, Bs)
        ),
        to_base64(Bs, Digits, Pad, B64)
    ;   must_be(chars, B64),
        from_base64(B64, Digits, Bs),
        (   Enc == utf8 -> decode(Bs, Cs)
        ;   octets(Cs, Bs)
        )
    ).

octets([], []).
octets([C|Cs], [B|Bs]) :- char_code(C, B), octets(Cs, Bs).

digits(standard, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/").
digits(url, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_").

to_base64([], _, _, []).
to_base64([A], Ds, Pad, [W,X|Rest]) :- !,
    sextets(A, 0, 0, Ds, [W,X|_]),
    (   Pad == true -> Rest = "=="
    ;   Rest = []
    ).
to_base64([A,B], Ds, Pad, [W,X,Y|Rest]) :- !,
    sextets(A, B, 0, Ds, [W,X,Y|_]),
    (   Pad == true -> Rest = "="
    ;   Rest = []
    ).
to_base64([A,B,C|Bs], Ds, Pad, [W,X,Y,Z|Rest]) :-
    sextets(A, B, C, Ds, [W,X,Y,Z]),
    to_base64(Bs, Ds, Pad, Rest).

sextets(A, B, C, Ds, [W,X,Y,Z]) :-
    N is (A<<16)\/(B<<8)\/C,
    I is N>>18, nth0(I, Ds, W),
    J is (N>>12)/\63, nth0(J, Ds, X),
    K is (N>>6)/\63, nth0(K, Ds, Y),
    L is N/\63, nth0(L, Ds, Z).

from_base64(Cs, Ds, Bs) :- values(Cs, Ds, Vs), groups(Vs, Bs).

values([], _, []).
values([C|Cs], Ds, Vs) :-
    (   C == (=) -> Vs = []
    ;   nth0(V, Ds, C0), C0 == C -> Vs = [V|Vs1], values(Cs, Ds, Vs1)
    ).

groups([], []).
groups([W,X], [A]) :- !, A is (W<<2)\/(X>>4).
groups([W,X,Y], [A,B]) :- !, A is (W<<2)\/(X>>4), B is ((X/\15)<<4)\/(Y>>2).
groups([W,X,Y,Z|Vs], [A,B,C|Bs]) :-
    N is (W<<18)\/(X<<12)\/(Y<<6)\/Z,
    A is N>>16, B is (N>>8)/\255, C is N/\255,
    groups(Vs, Bs).

%! atom_to_chars(+Text, -Codes, ?Tail) is det.
%
%  Unifies `Codes` with the codes of an atomic term, followed by `Tail`.
?- atom_to_chars(ab, Cs, T).
   Cs = [97,98|T].
atom_to_chars(A, Codes, Tail) :-
    must_be(atomic, A),
    format(codes(Cs), "~w", [A]),
    append(Cs, Tail, Codes).

%! number_to_chars(+Number, -Codes, ?Tail) is det.
%
%  Unifies `Codes` with the codes of a number, followed by `Tail`.
?- number_to_chars(12, Cs, []).
   Cs = [49,50].
number_to_chars(N, Codes, Tail) :-
    must_be(number, N),
    atom_to_chars(N, Codes, Tail).
