% The directory of zip files (PKWARE's APPNOTE 6.3), for library(archive). Bytes are characters with codes up to 255.

:- module(archive_zip, [zip_entries/2, zip_data/3, zip_local/2, zip_directory/3]).

:- use_module(library(archive_tar)).
:- use_module(library(zlib)).

% zip(Header, Method, Packed, Sum, Offset): the header of the entry as in archive_tar, the bytes that its data takes and
% their check sum, and where its local header stands.

%! zip_entries(+Stream, -Entries) is det.
%
%  The entries of the directory at the end of a file. Throws an archive error if there is none.
?- open_string("no archive", S), zip_entries(S, Es).
   error(_A,_B).
zip_entries(S, Es) :-
    seek(S, 0, eof, End),
    Most is min(End, 65557),
    Start is End-Most,
    seek(S, Start, bof, _),
    bytes(S, Most, Bs),
    ( last_end(Bs, Bs1) -> true ; not_zip ),
    fields([_/4,_/2,_/2,_/2,Count/2,_/4,Offset/4], Bs1),
    ( ( Count =:= 0xffff ; Offset =:= 0xffffffff ) -> throw(error(archive_error(unsupported,zip64),_)) ; true ),
    seek(S, Offset, bof, _),
    directory(Count, S, Es).

not_zip :- throw(error(archive_error(header,zip),_)).

% The last record of 22 bytes or more that begins as the end of a directory does.
last_end(Bs, Found) :- last_end(Bs, none, Found), Found \== none.

last_end([], F, F).
last_end([B|Bs], F0, F) :-
    (   B == 'P', append("K\x5\\x6\", _, Bs), length(Bs, N), N >= 21 -> F1 = [B|Bs]
    ;   F1 = F0
    ),
    last_end(Bs, F1, F).

% fields(Fields, Bytes): the bytes begin with these fields, each `Number/Length`, the least significant byte first.
fields([], _).
fields([N/L|Fs], Bs0) :- number_field(L, 0, Bs0, N, Bs), fields(Fs, Bs).

number_field(0, _, Bs, 0, Bs) :- !.
number_field(L, Shift, [B|Bs0], N, Bs) :-
    char_code(B, K),
    L1 is L-1,
    Shift1 is Shift+8,
    number_field(L1, Shift1, Bs0, N0, Bs),
    N is N0 \/ K << Shift.

directory(0, _, []) :- !.
directory(Count, S, [zip(h(Name,Type,Size,Time,Permissions,''),Method,Packed,Sum,Offset)|Es]) :-
    bytes(S, 46, Bs),
    ( append("PK\x1\\x2\", _, Bs) -> true ; not_zip ),
    fields([_/4,_/1,System/1,_/2,_/2,Method/2,Clock/2,Day/2,Sum/4,Packed/4,Size/4,NameLength/2,ExtraLength/2,CommentLength/2,
            _/2,_/2,Attributes/4,Offset/4], Bs),
    bytes(S, NameLength, Ns),
    from_utf8(Ns, Name),
    Rest is ExtraLength+CommentLength,
    skip_bytes(S, Rest),
    dos_time(Day, Clock, Time),
    Mode is Attributes >> 16,
    (   sub_atom(Name, _, 1, 0, /) -> Type = directory, Default = 0o755
    ;   System =:= 3, Mode /\ 0o170000 =:= 0o120000 -> Type = link, Default = 0o777
    ;   Type = file, Default = 0o644
    ),
    ( System =:= 3, Mode =\= 0 -> Permissions is Mode /\ 0o7777 ; Permissions = Default ),
    Count1 is Count-1,
    directory(Count1, S, Es).

dos_time(Day, Clock, Time) :-
    Y is 1980 + Day >> 9,
    Mo is max(1, Day >> 5 /\ 15),
    D is max(1, Day /\ 31),
    H is Clock >> 11,
    Mi is Clock >> 5 /\ 63,
    Sec is 2*(Clock /\ 31),
    date_time_stamp(date(Y,Mo,D,H,Mi,Sec,0,-,-), Time).

%! zip_data(+Stream, +Entry, -Bytes) is det.
%
%  The data of an entry. Throws an archive error if it is damaged, or compressed in another manner than by `deflate`.
?- zip_data(s, zip(h(a,directory,0,0,0,''),0,0,0,0), Bs).
   Bs = [].
zip_data(S, zip(h(Name,_,Size,_,_,_),Method,Packed,Sum,Offset), Bs) :-
    (   Packed =:= 0, Size =:= 0 -> Bs = []
    ;   seek(S, Offset, bof, _),
        bytes(S, 30, Ls),
        fields([_/4,_/2,_/2,_/2,_/2,_/2,_/4,_/4,_/4,NameLength/2,ExtraLength/2], Ls),
        Skipped is NameLength+ExtraLength,
        skip_bytes(S, Skipped),
        bytes(S, Packed, Ps),
        unpacked(Method, Ps, Size, Bs),
        (   '$crc32'(Bs, Sum) -> true
        ;   throw(error(archive_error(damaged,Name),_))
        )
    ).

unpacked(0, Bs, _, Bs) :- !.
unpacked(8, Ps, Size, Bs) :- !,
    '$open_bytes'(Ps, P),
    set_stream(P, encoding(octet)),
    zopen(P, Z, [format(raw_deflate)]),
    call_cleanup(get_n_chars(Z, Size, Bs), close(Z)).
unpacked(Method, _, _, _) :- throw(error(archive_error(unsupported,method(Method)),_)).

%! zip_local(+Entry, -Bytes) is det.
%
%  The local header of an entry, which stands before its data.
?- zip_local(zip(h(a,file,1,0,0o644,''),0,1,0,0), Bs), length(Bs, N).
   Bs = ..., N = 31.
zip_local(zip(h(Name,_,Size,Time,_,_),Method,Packed,Sum,_), Bs) :-
    to_utf8(Name, Ns),
    common(Ns, Size, Time, Method, Packed, Sum, Cs),
    append(["PK\x3\\x4\",Cs,"\x0\\x0\",Ns], Bs).

% The fields from the version on, up to the length of the name.
common(Ns, Size, Time, Method, Packed, Sum, Cs) :-
    length(Ns, N),
    day_and_clock(Time, Day, Clock),
    field_bytes([20/2,0x800/2,Method/2,Clock/2,Day/2,Sum/4,Packed/4,Size/4,N/2], Cs).

% The bytes of fields.
field_bytes([], []).
field_bytes([N/L|Fs], Bs) :- number_bytes(L, N, Bs, Bs1), field_bytes(Fs, Bs1).

number_bytes(0, _, Bs, Bs) :- !.
number_bytes(L, N, [B|Bs], Rest) :-
    K is N /\ 255,
    char_code(B, K),
    N1 is N >> 8,
    L1 is L-1,
    number_bytes(L1, N1, Bs, Rest).

day_and_clock(Time, Day, Clock) :-
    stamp_date_time(Time, date(Y,Mo,D,H,Mi,S,_,_,_), 'UTC'),
    (   Y < 1980 -> Day = 33, Clock = 0
    ;   Day is (Y-1980) << 9 \/ Mo << 5 \/ D,
        Clock is H << 11 \/ Mi << 5 \/ truncate(S)//2
    ).

%! zip_directory(+Entries, +Start, -Bytes) is det.
%
%  The directory of these entries, which begins at the position `Start` of the file.
?- zip_directory([], 0, Bs), length(Bs, N).
   Bs = ..., N = 22.
zip_directory(Es, Start, Bs) :-
    directory_bytes(Es, Ds),
    length(Ds, Size),
    length(Es, Count),
    ( Count < 0xffff, Start < 0xffffffff -> true ; throw(error(archive_error(unsupported,zip64),_)) ),
    field_bytes([0/2,0/2,Count/2,Count/2,Size/4,Start/4,0/2], Fs),
    append([Ds,"PK\x5\\x6\",Fs], Bs).

directory_bytes([], []).
directory_bytes([zip(h(Name,Type,Size,Time,Permissions,_),Method,Packed,Sum,Offset)|Es], Bs) :-
    to_utf8(Name, Ns),
    common(Ns, Size, Time, Method, Packed, Sum, Cs),
    ( Type == directory -> Kind = 0o040000 ; Kind = 0o100000 ),
    Attributes is (Kind \/ Permissions) << 16,
    field_bytes([0/2,0/2,0/2,0/2,Attributes/4,Offset/4], Fs),
    directory_bytes(Es, Bs1),
    append(["PK\x1\\x2\","\x14\\x3\",Cs,Fs,Ns,Bs1], Bs).
