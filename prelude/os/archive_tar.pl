% The headers of tar files (POSIX 1003.1, ustar and pax, and the long names of GNU tar), for library(archive). Bytes are
% characters with codes up to 255.

:- module(archive_tar, [tar_header/3, tar_header_text/2, zeros/2, from_utf8/2, to_utf8/2, bytes/3, skip_bytes/2]).

% A header is h(Name, Type, Size, Time, Permissions, Target).

block(512).

%! bytes(+Stream, +Length, -Bytes) is det.
%
%  Reads exactly so many bytes. Throws an archive error if there are fewer.
?- open_string("abc", S), bytes(S, 2, Bs), close(S).
   S = ..., Bs = "ab".
?- open_string("abc", S), bytes(S, 4, Bs).
   error(archive_error(truncated,3),_A).
bytes(S, N, Bs) :-
    (   N =:= 0 -> Bs = []
    ;   get_n_chars(S, N, Bs0),
        length(Bs0, M),
        ( M =:= N -> Bs = Bs0 ; throw(error(archive_error(truncated,M),_)) )
    ).

%! skip_bytes(+Stream, +Length) is det.
%
%  Reads so many bytes and forgets them.
?- open_string("abc", S), skip_bytes(S, 2), get_char(S, C), close(S).
   S = ..., C = c.
skip_bytes(S, N) :-
    (   N =:= 0 -> true
    ;   K is min(N, 65536),
        bytes(S, K, _),
        M is N-K,
        skip_bytes(S, M)
    ).

% A part of a list of bytes.
byte_field(Bs, Start, Length, Field) :-
    length(Before, Start),
    append(Before, Rest, Bs),
    length(Field, Length),
    append(Field, _, Rest), !.

%! from_utf8(+Bytes, -Atom) is det.
%
%  The name whose encoding in UTF-8 the bytes are. Bytes that are no such encoding are characters themselves.
?- from_utf8("\xc3\\xa4\", A).
   A = ä.
?- from_utf8("\xe4\", A).
   A = ä.
from_utf8(Bs, A) :-
    (   catch(decoded(Bs, Cs), error(_,_), fail) -> atom_chars(A, Cs)
    ;   atom_chars(A, Bs)
    ).

decoded(Bs, Cs) :- maplist(char_code, Bs, Ks), chars_utf8bytes(Cs, Ks), \+ memberchk('\xfffd\', Cs).

%! to_utf8(+Atom, -Bytes) is det.
%
%  The encoding of a name in UTF-8.
?- to_utf8(ä, Bs).
   Bs = "\xc3\\xa4\".
to_utf8(A, Bs) :- atom_chars(A, Cs), chars_utf8bytes(Cs, Ks), maplist(code_char, Ks, Bs).

code_char(K, C) :- char_code(C, K).

%! tar_header(+Stream, -Header, -Format) is semidet.
%
%  Reads the next header; fails at the end of the archive. Throws an archive error for what is no header.
?- open_string("no archive", S), tar_header(S, H, F).
   error(archive_error(truncated,10),_A).
tar_header(S, H, Format) :- header(S, extended([],[]), H, Format).

header(S, Extended, H, Format) :-
    peek_char(S, C),
    C \== end_of_file,
    block(N),
    bytes(S, N, Bs),
    (   all_zero(Bs) -> fail
    ;   check_sum(Bs),
        field_text(Bs, 156, 1, Type),
        number_field(Bs, 124, 12, Size),
        kind(Type, Kind),
        described(Kind, S, Bs, Size, Extended, H, Format)
    ).

all_zero(Bs) :- \+ ( member(B, Bs), B \== '\x0\' ).

kind('L', long_name) :- !.
kind('K', long_target) :- !.
kind(x, extended) :- !.
kind(g, global) :- !.
kind(T, entry(T)).

described(entry(T), _, Bs, Size0, extended(Keys,Target0), H, Format) :-
    entry_type(T, Type),
    ( memberchk(path-Name, Keys) -> true ; full_name(Bs, Name) ),
    (   Target0 = [_|_] -> from_utf8(Target0, Target)
    ;   memberchk(linkpath-Target, Keys) -> true
    ;   field_text(Bs, 157, 100, Target)
    ),
    ( memberchk(size-S1, Keys), atom_number(S1, Size1) -> true ; Size1 = Size0 ),
    ( memberchk(Type, [file,hard_link]) -> Size = Size1 ; Size = 0 ),
    ( memberchk(mtime-T1, Keys), atom_number(T1, Time) -> true ; number_field(Bs, 136, 12, Time) ),
    number_field(Bs, 100, 8, Permissions0),
    Permissions is Permissions0 /\ 0o7777,
    H = h(Name,Type,Size,Time,Permissions,Target),
    byte_field(Bs, 257, 8, Magic),
    ( Magic = "ustar  \x0\" -> Format = 'gnu tar format' ; Keys = [_|_] -> Format = 'posix pax interchange format' ; Format = 'posix ustar format' ).
described(long_name, S, _, Size, extended(Keys,Target), H, F) :-
    long_text(S, Size, Bs),
    from_utf8(Bs, Name),
    header(S, extended([path-Name|Keys],Target), H, F).
described(long_target, S, _, Size, extended(Keys,_), H, F) :-
    long_text(S, Size, Bs),
    header(S, extended(Keys,Bs), H, F).
described(extended, S, _, Size, extended(Keys,Target), H, F) :-
    padded(S, Size, Bs),
    phrase(records(Keys1), Bs),
    append(Keys1, Keys, Keys2),
    header(S, extended(Keys2,Target), H, F).
described(global, S, _, Size, Extended, H, F) :-
    padded(S, Size, _),
    header(S, Extended, H, F).

padded(S, Size, Bs) :-
    ( Size =< 1<<24 -> true ; throw(error(archive_error(header,Size),_)) ),
    bytes(S, Size, Bs),
    Pad is -Size mod 512,
    skip_bytes(S, Pad).

long_text(S, Size, Bs) :- padded(S, Size, Bs0), before_zero(Bs0, Bs).

% Records of pax: `Length Key=Value` and a newline.
records([K-V|Ks]) -->
    decimal(Ds), " ", { Ds = [_|_], number_chars(N, Ds), length(Ds, D), M is N-D-2, M > 0, length(Bs, M) },
    seq(Bs), "\n", !,
    { append(Ks0, ['='|Vs], Bs), !, atom_chars(K, Ks0), from_utf8(Vs, V) },
    records(Ks).
records([]) --> seq(_).

decimal([D|Ds]) --> [D], { char_type(D, decimal_digit) }, !, decimal(Ds).
decimal([]) --> [].

full_name(Bs, Name) :-
    field_bytes(Bs, 0, 100, Ns),
    byte_field(Bs, 257, 6, Magic),
    (   Magic == "ustar\x0\", field_bytes(Bs, 345, 155, Ps), Ps = [_|_] ->
        append(Ps, ['/'|Ns], All)
    ;   All = Ns
    ),
    from_utf8(All, Name).

field_bytes(Bs, Start, Length, Fs) :- byte_field(Bs, Start, Length, Fs0), before_zero(Fs0, Fs).

field_text(Bs, Start, Length, A) :- field_bytes(Bs, Start, Length, Fs), from_utf8(Fs, A).

before_zero(Bs0, Bs) :- ( append(Bs, ['\x0\'|_], Bs0) -> true ; Bs = Bs0 ).

% Octal digits; or a binary number, whose first bit is 1.
number_field(Bs, Start, Length, N) :-
    byte_field(Bs, Start, Length, [F|Fs]),
    char_code(F, K),
    (   K >= 128 -> K1 is K /\ 127, binary(Fs, K1, N)
    ;   octal([F|Fs], 0, N)
    ).

binary([], N, N).
binary([B|Bs], N0, N) :- char_code(B, K), N1 is N0*256+K, binary(Bs, N1, N).

octal([], N, N).
octal([B|Bs], N0, N) :-
    char_code(B, K),
    (   K >= 0'0, K =< 0'7 -> N1 is N0*8+K-0'0, octal(Bs, N1, N)
    ;   B == ' ', N0 =:= 0 -> octal(Bs, 0, N)
    ;   N = N0
    ).

% The sum of all bytes, those of the sum itself taken as blanks.
check_sum(Bs) :-
    number_field(Bs, 148, 8, Sum),
    byte_field(Bs, 148, 8, Field),
    sum(Bs, 0, All),
    sum(Field, 0, Its),
    (   Sum =:= All-Its+8*32 -> true
    ;   throw(error(archive_error(header,checksum),_))
    ).

sum([], N, N).
sum([B|Bs], N0, N) :- char_code(B, K), N1 is N0+K, sum(Bs, N1, N).

entry_type('', file) :- !.
entry_type('0', file) :- !.
entry_type('7', file) :- !.
entry_type('1', hard_link) :- !.
entry_type('2', link) :- !.
entry_type('3', character_device) :- !.
entry_type('4', block_device) :- !.
entry_type('5', directory) :- !.
entry_type('6', fifo) :- !.
entry_type(_, file).

%! tar_header_text(+Header, -Bytes) is det.
%
%  The header of an entry in the form of ustar, with a header of pax before it for a name or target that is long.
?- tar_header_text(h(a,file,3,0,0o644,''), Bs), length(Bs, N), open_string(Bs, S), tar_header(S, H, F).
   Bs = ..., N = 512, S = ..., H = h(a,file,3,0,420,''), F = 'posix ustar format'.
tar_header_text(h(Name,Type,Size,Time,Permissions,Target), Bs) :-
    to_utf8(Name, Ns0),
    to_utf8(Target, Ts),
    long_record(path, Ns0, Rs1),
    long_record(linkpath, Ts, Rs2),
    ( Size >= 1<<33 -> format(chars(Zs), "~d", [Size]), record(size, Zs, Rs3) ; Rs3 = [] ),
    append([Rs1,Rs2,Rs3], Records),
    (   Records == [] -> Bs = Bs2
    ;   length(Records, N),
        one_header("PaxHeader", x, N, Time, 0o644, [], Bs1),
        Pad is -N mod 512,
        zeros(Pad, Zeros),
        append([Bs1,Records,Zeros,Bs2], Bs)
    ),
    type_flag(Type, Flag),
    one_header(Ns0, Flag, Size, Time, Permissions, Ts, Bs2).

long_record(Key, Vs, Rs) :- ( length(Vs, N), N =< 100 -> Rs = [] ; record(Key, Vs, Rs) ).

% A record says how long it is, its length included.
record(Key, Vs, Rs) :-
    atom_chars(Key, Ks),
    append(Ks, ['='|Vs], Ts),
    length(Ts, N0),
    N1 is N0+2,
    with_digits(N1, N1, N),
    format(chars(Ds), "~d ", [N]),
    append([Ds,Ts,"\n"], Rs).

with_digits(Base, N0, N) :-
    number_chars(N0, Ds),
    length(Ds, D),
    N1 is Base+D,
    ( N1 =:= N0 -> N = N0 ; with_digits(Base, N1, N) ).

type_flag(file, '0').
type_flag(hard_link, '1').
type_flag(link, '2').
type_flag(character_device, '3').
type_flag(block_device, '4').
type_flag(directory, '5').
type_flag(fifo, '6').

one_header(Ns, Flag, Size, Time0, Permissions, Ts, Bs) :-
    filled(Ns, 100, F1),
    digits(Permissions, 7, F2),
    digits(0, 7, F3),
    ( Size < 1<<33 -> Size1 = Size ; Size1 = 0 ),
    digits(Size1, 11, F4),
    Time is max(0, truncate(Time0)),
    digits(Time, 11, F5),
    filled(Ts, 100, F6),
    zeros(247, F7),
    append([F1,F2,F3,F3,F4,F5], Before),
    append([[Flag],F6,"ustar\x0\00",F7], After),
    append([Before,"        ",After], Blank),
    sum(Blank, 0, Sum),
    format(chars(F8), "~`0t~8r~6|\x0\ ", [Sum]),
    append([Before,F8,After], Bs).

filled(Bs, Length, Field) :-
    length(Field, Length),
    length(Bs, N),
    (   N >= Length -> append(Field, _, Bs)
    ;   M is Length-N, zeros(M, Zs), append(Bs, Zs, Field)
    ), !.

digits(N, Width, Field) :- format(chars(Ds), "~`0t~8r~*|", [N,Width]), append(Ds, ['\x0\'], Field).

%! zeros(+Count, -Bytes) is det.
%
%  So many bytes that are 0.
?- zeros(2, Zs).
   Zs = "\x0\\x0\".
zeros(N, Zs) :- length(Zs, N), maplist(=('\x0\'), Zs).
