% Bytes as text: base 64, base 32 and hexadecimal encodings; UUIDs.

:- module(base64, [
    base64/2, base64//1, base64url/2, base64url//1, base64_encoded/3, base64_encoded//2, base32/2, base32//1,
    hex_bytes/2, uuid/1, uuid/2, uuidv4/1, uuidv4_string/1, uuid_string/2
]).

%! base64(?Plain, ?Encoded) is det.
%
%  Converts between the atoms `Plain` and `Encoded`, the base 64 encoding of the UTF-8 bytes of
%  `Plain`.
?- base64(hello, E).
   E = 'aGVsbG8='.
?- base64(P, 'aGVsbG8=').
   P = hello.
base64(P, E) :- base64_encoded(P, E, [as(atom)]).

%! base64(?Plain)// is det.
%
%  Describes the base 64 encoding of the list `Plain`.
?- phrase(base64("hello"), Cs).
   Cs = "aGVsbG8=".
base64(P, Es, []) :-
    (   nonvar(P), ground(P) -> text_to_string(P, Cs), chars_base64(Cs, Es, [])
    ;   chars_base64(P, Es, [])
    ).

%! base64url(?Plain, ?Encoded) is det.
%
%  As base64/2, with the URL-safe alphabet: `-` and `_` instead of `+` and `/`, and no padding.
?- base64url('a?>', E).
   E = 'YT8-'.
base64url(P, E) :- base64_encoded(P, E, [as(atom),charset(url),padding(false)]).

%! base64url(?Plain)// is det.
%
%  As base64//1, with the alphabet and without the padding of base64url/2.
?- phrase(base64url("a?>"), Cs).
   Cs = "YT8-".
?- phrase(base64url(P), "YT8-").
   P = "a?>".
base64url(P) --> base64_encoded(P, [charset(url),padding(false)]).

%! base64_encoded(?Plain, +Options)// is det.
%
%  Describes the base 64 encoding of the list `Plain`, with the options of base64_encoded/3. An encoding to decode is
%  the rest of the text.
?- phrase(base64_encoded("hi", []), Cs).
   Cs = "aGk=".
?- phrase(base64_encoded("a?>", [charset(url)]), Cs).
   Cs = "YT8-".
?- phrase(base64_encoded(P, [as(codes)]), "aGk=").
   P = [104,105].
base64_encoded(P, Os, Es0, Es) :-
    (   ground(P) ->
        merge_options([as(chars)], Os, Os1),
        base64_encoded(P, Cs, Os1),
        append(Cs, Es, Es0)
    ;   Es = [],
        base64_encoded(P, Es0, Os)
    ).

%! base64_encoded(?Plain, ?Encoded, +Options) is det.
%
%  Converts between plain and encoded text. Options are `as(T)`, the type of the result (`atom`,
%  `codes`, `chars` or `string`; characters by default); `charset(classic)` or `charset(url)`;
%  `padding(Boolean)`; `encoding(E)`, `utf8` by default.
?- base64_encoded("hi", E, []).
   E = "aGk=".
base64_encoded(P, E, Os0) :-
    must_be(list, Os0),
    classic(Os0, Os),
    option(as(As), Os, string),
    (   nonvar(P) ->
        text_to_string(P, Cs),
        chars_base64(Cs, Es, Os),
        in_form(As, Es, E)
    ;   nonvar(E) ->
        text_to_string(E, Es),
        chars_base64(Cs, Es, Os),
        in_form(As, Cs, P)
    ;   instantiation_error(base64_encoded/3)
    ).

classic([], []).
classic([O|Os], [P|Ps]) :-
    ( O = charset(classic) -> P = charset(standard) ; O = encoding(E), E \== utf8 -> P = encoding(octet) ; P = O ),
    classic(Os, Ps).

in_form(atom, Cs, A) :- !, atom_chars(A, Cs).
in_form(codes, Cs, Ks) :- !, format(codes(Ks), "~s", [Cs]).
in_form(_, Cs, Cs).

%! base32(?Plain, ?Encoded) is det.
%
%  Converts between the atoms `Plain` and `Encoded`, the base 32 encoding of the UTF-8 bytes of
%  `Plain`.
?- base32(hello, E).
   E = 'NBSWY3DP'.
?- base32(P, 'MZXW6===').
   P = foo.
base32(P, E) :-
    (   nonvar(P) ->
        text_to_string(P, Cs),
        chars_utf8bytes(Cs, Bs),
        fives(Bs, Es),
        atom_chars(E, Es)
    ;   text_to_string(E, Es0),
        values(Es0, Vs),
        length(Vs, L),
        number_of(Vs, 0, N),
        Bytes is L*5//8,
        Shift is L*5-Bytes*8,
        M is N>>Shift,
        length(Bs, Bytes),
        bytes_of(Bs, M, Bytes),
        chars_utf8bytes(Cs, Bs),
        atom_chars(P, Cs)
    ).

fives([], []).
fives([B|Bs0], Es) :-
    Bs = [B|Bs0],
    length(Bs, L0),
    L is min(5, L0),
    length(Group, L),
    append(Group, Rest, Bs), !,
    value_of(Group, 0, V0),
    V is V0<<(8*(5-L)),
    Digits is (L*8+4)//5,
    encoded(8, Digits, V, Es, Es1),
    fives(Rest, Es1).

value_of([], V, V).
value_of([B|Bs], V0, V) :- V1 is V0*256+B, value_of(Bs, V1, V).

encoded(I, Digits, V, Es0, Es) :-
    (   I =:= 0 -> Es0 = Es
    ;   I1 is I-1,
        (   Digits > 0 -> D is (V>>(5*I1)) /\ 31, digit32(D, E)
        ;   E = (=)
        ),
        Es0 = [E|Es1],
        Digits1 is Digits-1,
        encoded(I1, Digits1, V, Es1, Es)
    ).

digit32(D, E) :- nth0(D, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", E).

values([], []).
values([C|Cs], Vs) :-
    (   C == (=) -> Vs = []
    ;   Vs = [V|Vs1],
        ( digit32(V, C0), C0 == C -> true ; syntax_error(illegal_base32) ),
        values(Cs, Vs1)
    ).

number_of([], N, N).
number_of([V|Vs], N0, N) :- N1 is N0*32+V, number_of(Vs, N1, N).

bytes_of([], _, _).
bytes_of([B|Bs], N, I) :- I1 is I-1, B is (N>>(8*I1)) /\ 255, bytes_of(Bs, N, I1).

%! base32(?Plain)// is det.
%
%  Describes the base 32 encoding of the list `Plain`. An encoding to decode is the rest of the text.
?- phrase(base32("foo"), Cs).
   Cs = "MZXW6===".
?- phrase(base32(P), "MZXW6===").
   P = "foo".
base32(P, Es0, Es) :-
    (   ground(P) ->
        base32(P, E),
        atom_chars(E, Cs),
        append(Cs, Es, Es0)
    ;   Es = [],
        base32(A, Es0),
        atom_chars(A, P)
    ).

%! hex_bytes(?Hex, ?Bytes) is det.
%
%  Converts between a list of bytes and the list of characters of its hexadecimal form. `Hex` may
%  also be given as an atom.
?- hex_bytes("01ff", Bs).
   Bs = [1,255].
?- hex_bytes(H, [1,255]).
   H = "01ff".
hex_bytes(H, Bs) :-
    (   nonvar(H) -> text_to_string(H, Cs), pairs(Cs, Bs)
    ;   must_be(list(between(0,255)), Bs),
        hex(Bs, H)
    ).

pairs([], []).
pairs([A,B|Cs], [X|Xs]) :- char_type(A, xdigit(I)), char_type(B, xdigit(J)), X is I*16+J, pairs(Cs, Xs).

hex([], []).
hex([B|Bs], [X,Y|Cs]) :- format(chars([X,Y]), "~`0t~16r~2|", [B]), hex(Bs, Cs).

%! uuid(-UUID) is det.
%
%  Unifies `UUID` with a random UUID (version 4), an atom.
?- uuid(U), atom_length(U, N).
   U = ..., N = 36.
uuid(U) :- uuidv4_string(Cs), atom_chars(U, Cs).

%! uuid(-UUID, +Options) is det.
%
%  As uuid/1. With the option `format(integer)`, `UUID` is an integer.
?- uuid(U, [format(integer)]), integer(U).
   U = ... .
uuid(U, Os) :-
    (   memberchk(format(integer), Os) -> uuidv4(Bs), value_of(Bs, 0, U)
    ;   uuid(U)
    ).

%! uuidv4(-Bytes) is det.
%
%  Unifies `Bytes` with the list of the 16 bytes of a random UUID (version 4).
?- uuidv4(Bs), length(Bs, N).
   Bs = ..., N = 16.
uuidv4(Bs) :-
    '$random_bits'(R),
    N is (R /\ \ (15<<76) /\ \ (3<<62)) \/ (4<<76) \/ (2<<62),
    length(Bs, 16),
    bytes_of(Bs, N, 16).

%! uuidv4_string(-Chars) is det.
%
%  Unifies `Chars` with the characters of a random UUID (version 4).
?- uuidv4_string(Cs), length(Cs, N).
   Cs = ..., N = 36.
uuidv4_string(Cs) :- uuidv4(Bs), uuid_string(Bs, Cs).

%! uuid_string(?Bytes, ?Chars) is det.
%
%  Converts between the 16 bytes of a UUID and its characters.
?- uuid_string(Bs, "00112233-4455-6677-8899-aabbccddeeff"), Bs = [A,B|_].
   Bs = ..., A = 0, B = 17.
uuid_string(Bs, Cs) :-
    (   nonvar(Cs) -> undashed(Cs, Hs), hex_bytes(Hs, Bs)
    ;   hex_bytes(Hs, Bs),
        length(A, 8), length(B, 4), length(C, 4), length(D, 4),
        append([A,B,C,D,E], Hs), !,
        append([A,"-",B,"-",C,"-",D,"-",E], Cs)
    ).

undashed([], []).
undashed([C|Cs], Hs) :- ( C == (-) -> Hs = Hs1 ; Hs = [C|Hs1] ), undashed(Cs, Hs1).
