% Archives: tar (ustar, pax, GNU's long names), zip, and single compressed files, with the predicates of SWI-Prolog's
% library(archive). They need the feature `zlib`.
%
% A filter is `gzip` or none. The data of an entry is held in memory while its stream is open.

:- module(archive, [
    archive_open/3, archive_open/4, archive_close/1, archive_property/2, archive_next_header/2, archive_open_entry/2,
    archive_header_property/2, archive_set_header_property/2, archive_extract/3, archive_entries/2, archive_data_stream/3,
    archive_create/3, archive_foldl/4
]).

:- use_module(library(archive_tar)).
:- use_module(library(archive_zip)).
:- use_module(library(lists)).
:- use_module(library(error)).
:- use_module(library(files)).
:- use_module(library(zlib)).

:- meta_predicate archive_foldl(4,?,?,?).
:- meta_predicate folded(?,4,?,?).

% The archives that are open, each with a number:
%
%  - archive(Id, Mode, Format, Stream, Filters); owned(Id, Resources): what is released with it, stream(S) and file(F)
%  - waiting(Id, What): of a tar file that is read, the bytes up to the next header; of a zip file that is read, the other
%    entries, and that is written, the position; of other data, 0 before its only entry and 1 after it
%  - current(Id, Entry): the present entry; entry_stream(Id, Stream) or entry_stream(Id, open(Stream,File)): its stream
%  - packed(Id, Entry): an entry of a zip file that was written
:- dynamic([last_archive/1, archive/5, owned/2, waiting/2, current/2, entry_stream/2, packed/2]).

last_archive(0).

%! archive_open(+Data, -Archive, +Options) is det.
%
%  Opens an archive for reading, as archive_open/4 does.
?- archive_open('no such file', A, []).
   error(existence_error(source_sink,'no such file'),open/4).
archive_open(Data, Archive, Options) :- archive_open(Data, read, Archive, Options).

%! archive_open(+Data, +Mode, -Archive, +Options) is det.
%
%  Opens an archive in the mode `read` or `write`. `Data` is the name of a file, or a binary stream, which the archive takes over if it is
%  compressed. Options:
%
%  - `format(F)`: `all` (the default), `tar` or another of its names (`gnutar`, `ustar`, `pax`, which are read and written alike),
%    `zip`, `empty`, or `raw` for any other data, as an archive with one entry `data`; several may be given. An archive that is written
%    has one format, `zip` or a name of `tar`.
%  - `filter(F)` or `compression(F)`: `all` (the default), `gzip` or `none`; what is written is not compressed by default.
%  - `close_parent(B)`: true if `Data` is closed with the archive, the default for a file.
%
%  Throws `error(archive_error(What,Where),_)` for data that is no archive, and domain or permission errors for formats
%  and filters that are not there.
?- archive_open(f, append, A, []).
   error(domain_error(io_mode,append),archive_open/4).
?- archive_open(f, write, A, [format(rar)]).
   error(domain_error(format,rar),archive_open/4).
?- archive_open(f, read, A, [filter(xz)]).
   error(permission_error(set,filter,xz),archive_open/4).
archive_open(Data, Mode, Archive, Options) :-
    ( ( var(Data) ; var(Mode) ) -> instantiation_error(archive_open/4) ; true ),
    must_be(list, Options),
    ( memberchk(Mode, [read,write]) -> true ; domain_error(io_mode, Mode, archive_open/4) ),
    var(Archive),
    formats(Mode, Options, Formats),
    filters(Mode, Options, Filters),
    data_stream(Data, Mode, S0, Own),
    filtered(Mode, Filters, S0, Used, S1),
    % A filter has taken its stream over.
    ( Used == [gzip] -> Closes0 = true ; Closes0 = Own ),
    ( Used \== [gzip], memberchk(close_parent(Closes), Options) -> true ; Closes = Closes0 ),
    catch(begun(Mode, Formats, S1, Format, S, Waiting, Rs), Ball, ( closing(Closes0, S1, [], Rs1), released(Rs1), throw(Ball) )),
    closing(Closes, S1, Rs, Resources),
    once(retract(last_archive(I0))),
    I is I0+1,
    assertz(last_archive(I)),
    assertz(archive(I, Mode, Format, S, Used)),
    assertz(waiting(I, Waiting)),
    assertz(owned(I, Resources)),
    Archive = '$archive'(I).

closing(Closes, S, Rs, Resources) :- ( Closes == true -> append(Rs, [stream(S)], Resources) ; Resources = Rs ).

released([]).
released([R|Rs]) :- ( R = stream(S) -> close(S) ; R = file(F), delete_file(F) ), released(Rs).

known_format(F) :- ( memberchk(F, [all,zip,raw,empty]) ; is_tar(F) ), !.

is_tar(F) :- memberchk(F, [tar,gnutar,ustar,pax]).

formats(Mode, Options, Fs) :-
    findall(F, member(format(F), Options), Fs0),
    (   member(F, Fs0), \+ known_format(F) -> domain_error(format, F, archive_open/4)
    ;   Mode == read -> ( Fs0 == [] -> Fs = [all] ; Fs = Fs0 )
    ;   Fs0 = [F], ( F == zip ; is_tar(F) ) -> Fs = Fs0
    ;   Fs0 == [] -> Fs = [gnutar]
    ;   domain_error(format, Fs0, archive_open/4)
    ).

filters(Mode, Options, Fs) :-
    findall(F, ( member(filter(F), Options) ; member(compression(F), Options) ), Fs0),
    (   member(F, Fs0), \+ memberchk(F, [all,gzip,none]) ->
        (   memberchk(F, [bzip2,compress,grzip,lrzip,lzip,lzma,lzop,rpm,uu,xz]) -> permission_error(set, filter, F, archive_open/4)
        ;   domain_error(filter, F, archive_open/4)
        )
    ;   Mode == write, memberchk(all, Fs0) -> domain_error(filter, all, archive_open/4)
    ;   Fs0 == [], Mode == read -> Fs = [all]
    ;   Fs0 == [] -> Fs = [none]
    ;   Fs = Fs0
    ).

data_stream(Data, Mode, S, Closes) :-
    (   catch(stream_property(Data, mode(_)), error(_,_), fail) -> S = Data, Closes = false
    ;   open(Data, Mode, S, [type(binary)]), Closes = true
    ),
    set_stream(S, encoding(octet)).

filtered(write, Filters, S0, Used, S) :-
    (   memberchk(gzip, Filters) -> zopen(S0, S, [format(gzip)]), Used = [gzip]
    ;   S = S0, Used = []
    ).
filtered(read, Filters, S0, Used, S) :-
    (   ( memberchk(all, Filters) ; memberchk(gzip, Filters) ),
        peeked(S0, Start),
        append("\x1f\\x8b\", _, Start) ->
        zopen(S0, S, [format(gzip)]),
        Used = [gzip]
    ;   S = S0, Used = []
    ).

begun(write, [Format], S, Format, S, 0, []).
begun(read, Formats, S0, Format, S, Waiting, Rs) :-
    peeked(S0, Start),
    recognized(Start, Formats, Format),
    (   Format == zip ->
        seekable(S0, S, Rs),
        catch(zip_entries(S, Waiting), Ball, ( released(Rs), throw(Ball) ))
    ;   S = S0, Waiting = 0, Rs = []
    ).

peeked(S, Start) :- ( peek_char(S, end_of_file) -> Start = [] ; peek_string(S, 264, Start) ).

% Whether a tar header is one is seen when it is read.
recognized(Start, Formats, Format) :-
    (   ( append("PK\x3\\x4\", _, Start) ; append("PK\x5\\x6\", _, Start) ), allowed(zip, Formats) -> Format = zip
    ;   length(Before, 257), append(Before, Rest, Start), append("ustar", _, Rest), allowed(tar, Formats) -> Format = tar
    ;   Start == [], ( allowed(empty, Formats) ; allowed(tar, Formats) ) -> Format = tar
    ;   memberchk(raw, Formats) -> Format = raw
    ;   allowed(tar, Formats) -> Format = tar
    ;   throw(error(archive_error(header,unrecognized),archive_open/4))
    ).

allowed(F, Formats) :- ( memberchk(F, Formats) ; memberchk(all, Formats) ; F == tar, member(G, Formats), is_tar(G) ), !.

% The directory of a zip file is at its end. Other data than a file is copied to one first.
seekable(S0, S, Rs) :-
    (   stream_property(S0, reposition(true)) -> S = S0, Rs = []
    ;   tmp_file(archive, F),
        setup_call_cleanup(open(F, write, Out, [encoding(octet)]), copy_stream_data(S0, Out), close(Out)),
        open(F, read, S, [encoding(octet)]),
        Rs = [stream(S),file(F)]
    ).

is_archive(Archive, I, PI) :-
    (   var(Archive) -> instantiation_error(PI)
    ;   Archive = '$archive'(I), integer(I) -> ( archive(I, _, _, _, _) -> true ; existence_error(archive, Archive, PI) )
    ;   type_error(archive, Archive, PI)
    ).

%! archive_close(+Archive) is det.
%
%  Closes an archive. Streams of its entries that are open can be read on.
?- archive_close(a).
   error(type_error(archive,a),archive_close/1).
archive_close(Archive) :-
    is_archive(Archive, I, archive_close/1),
    archive(I, Mode, Format, S, _), !,
    (   Mode == write -> call_cleanup(once(finished(I, Format, S)), forgotten(I)) ; forgotten(I) ).

finished(I, Format, S) :-
    entry_is_written(I, archive_close/1),
    (   Format == zip ->
        findall(E, packed(I, E), Es),
        waiting(I, Start),
        zip_directory(Es, Start, Bs),
        '$put_chars'(S, Bs)
    ;   zeros(1024, Zs),
        '$put_chars'(S, Zs)
    ),
    flush_output(S).

forgotten(I) :-
    retractall(archive(I, _, _, _, _)),
    retractall(waiting(I, _)),
    retractall(current(I, _)),
    retractall(entry_stream(I, _)),
    retractall(packed(I, _)),
    once(retract(owned(I, Rs))),
    released(Rs).

%! archive_property(+Archive, ?Property) is nondet.
%
%  True if `Property` is `filters(List)`, the filters of the archive.
?- archive_property(_, filters(Fs)).
   error(instantiation_error,archive_property/2).
archive_property(Archive, filters(Fs)) :-
    is_archive(Archive, I, archive_property/2),
    archive(I, _, _, _, Fs).

%! archive_next_header(+Archive, ?Name) is semidet.
%
%  Goes on to the next entry whose name unifies with `Name`; fails at the end of the archive. In an archive that is written, begins the entry
%  `Name`. Throws a permission error if the stream of the present entry is open.
?- archive_next_header(a, N).
   error(type_error(archive,a),archive_next_header/2).
archive_next_header(Archive, Name) :-
    is_archive(Archive, I, archive_next_header/2),
    (   entry_stream(I, E), is_open(E) -> permission_error(next_header, archive, Archive, archive_next_header/2)
    ;   true
    ),
    archive(I, Mode, Format, S, _), !,
    (   Mode == read -> once(next_entry(Format, I, S, Name))
    ;   must_be(atom, Name),
        once(entry_is_written(I, archive_next_header/2)),
        get_time(Now),
        Time is truncate(Now),
        assertz(current(I, h(Name,file,0,Time,0o644,'')))
    ).

is_open(open(S,_)) :- !, is_open(S).
is_open(S) :- catch(stream_property(S, mode(_)), error(_,_), fail), !.

next_entry(Format, I, S, Name) :-
    retractall(entry_stream(I, _)),
    retractall(current(I, _)),
    read_entry(Format, I, S, E),
    assertz(current(I, E)),
    (   entry_header(E, h(N,_,_,_,_,_)), N = Name -> true
    ;   next_entry(Format, I, S, Name)
    ).

read_entry(tar, I, S, tar(H,F)) :-
    once(retract(waiting(I, Rest))),
    skip_bytes(S, Rest),
    (   tar_header(S, H, F) ->
        H = h(_,_,Size,_,_,_),
        Next is (Size+511)//512*512
    ;   Next = 0
    ),
    assertz(waiting(I, Next)),
    nonvar(H).
read_entry(zip, I, _, E) :-
    once(retract(waiting(I, [E|Es]))),
    assertz(waiting(I, Es)).
read_entry(raw, I, _, raw(h(data,file,0,0,0o644,''))) :-
    once(retract(waiting(I, 0))),
    assertz(waiting(I, 1)).

entry_header(tar(H,_), H).
entry_header(zip(H,_,_,_,_), H).
entry_header(raw(H), H).
entry_header(h(N,T,S,M,P,L), h(N,T,S,M,P,L)).

present(Archive, I, E, PI) :-
    is_archive(Archive, I, PI),
    ( current(I, E) -> true ; permission_error(access, archive_entry, Archive, PI) ).

%! archive_header_property(+Archive, ?Property) is nondet.
%
%  True if the present entry has a property: `filetype(Type)` (`file`, `directory`, `link`, `hard_link`, `fifo`, `character_device` or
%  `block_device`), `size(Bytes)`, `mtime(Stamp)`, `permissions(Integer)`, `link_target(Name)`, `format(Text)`.
?- archive_header_property(a, size(S)).
   error(type_error(archive,a),archive_header_property/2).
archive_header_property(Archive, Property) :-
    present(Archive, _, E, archive_header_property/2),
    entry_header(E, h(_,Type,Size,Time,Permissions,Target)),
    (   Property = filetype(Type)
    ;   Property = size(Size)
    ;   Property = mtime(Time)
    ;   Property = permissions(Permissions)
    ;   Target \== '', Property = link_target(Target)
    ;   entry_format(E, F), Property = format(F)
    ).

entry_format(tar(_,F), F).
entry_format(zip(_,_,_,_,_), zip).
entry_format(raw(_), raw).

%! archive_set_header_property(+Archive, +Property) is det.
%
%  Sets a property of the entry that is written next: `filetype(T)`, `mtime(Stamp)`, `size(Bytes)`, which is known without it,
%  `link_target(Name)`, `permissions(Integer)`.
?- archive_set_header_property(a, size(1)).
   error(type_error(archive,a),archive_set_header_property/2).
archive_set_header_property(Archive, Property) :-
    present(Archive, I, h(N,T0,S,M0,P0,L0), archive_set_header_property/2),
    (   Property = filetype(T) -> must_be(atom, T), H = h(N,T,S,M0,P0,L0)
    ;   Property = mtime(M) -> must_be(number, M), H = h(N,T0,S,M,P0,L0)
    ;   Property = permissions(P) -> must_be(nonneg, P), H = h(N,T0,S,M0,P,L0)
    ;   Property = link_target(L) -> must_be(atom, L), H = h(N,link,S,M0,P0,L)
    ;   Property = size(_) -> H = h(N,T0,S,M0,P0,L0)
    ;   domain_error(archive_header_property, Property, archive_set_header_property/2)
    ),
    retractall(current(I, _)),
    assertz(current(I, H)).

%! archive_open_entry(+Archive, -Stream) is det.
%
%  Opens the present entry as a binary stream for reading, or in an archive that is written, for writing. Closing the archive does not
%  close it, if it is read.
?- archive_open_entry(a, S).
   error(type_error(archive,a),archive_open_entry/2).
archive_open_entry(Archive, Stream) :-
    present(Archive, I, E, archive_open_entry/2),
    archive(I, Mode, _, S, _), !,
    (   Mode == read ->
        entry_bytes(E, I, S, Bs),
        '$open_bytes'(Bs, Stream),
        assertz(entry_stream(I, Stream))
    ;   tmp_file(archive, F),
        open(F, write, Stream, [type(binary)]),
        assertz(entry_stream(I, open(Stream,F)))
    ).

entry_bytes(tar(h(_,_,Size,_,_,_),_), I, S, Bs) :-
    once(retract(waiting(I, Rest0))),
    bytes(S, Size, Bs),
    Rest is Rest0-Size,
    assertz(waiting(I, Rest)).
entry_bytes(zip(H,M,P,C,O), _, S, Bs) :- zip_data(S, zip(H,M,P,C,O), Bs).
entry_bytes(raw(_), _, S, Bs) :- get_n_chars(S, _, Bs).

% Writes the header and the data of the entry that was begun last.
entry_is_written(I, PI) :-
    (   retract(current(I, H)) ->
        (   retract(entry_stream(I, open(E,F))) ->
            ( is_open(E) -> permission_error(next_header, archive, '$archive'(I), PI) ; true ),
            size_file(F, Size),
            with_size(H, Size, H1),
            call_cleanup(written(I, H1, F), delete_file(F))
        ;   written(I, H, none)
        )
    ;   true
    ).

with_size(h(N,T,_,M,P,L), Size, h(N,T,Size,M,P,L)).

written(I, H, F) :-
    archive(I, _, Format, S, _),
    ( Format == zip -> zip_written(I, H, F, S) ; tar_written(H, F, S) ).

tar_written(H, F, S) :-
    tar_header_text(H, Bs),
    '$put_chars'(S, Bs),
    (   F == none -> true
    ;   file_copied(F, S),
        H = h(_,_,Size,_,_,_),
        Pad is -Size mod 512,
        zeros(Pad, Zs),
        '$put_chars'(S, Zs)
    ).

file_copied(F, S) :-
    setup_call_cleanup(
        open(F, read, In, [encoding(octet)]),
        copy_stream_data(In, S),
        close(In)
    ).

zip_written(I, H0, F, S) :-
    once(retract(waiting(I, Offset))),
    H0 = h(Name0,Type,Size,Time,P,L),
    ( Type == directory, \+ sub_atom(Name0, _, 1, 0, /) -> atom_concat(Name0, /, Name) ; Name = Name0 ),
    H = h(Name,Type,Size,Time,P,L),
    (   ( F == none ; Size =:= 0 ) ->
        E = zip(H,0,0,0,Offset),
        local_written(E, S, Next)
    ;   setup_call_cleanup(open(F, read, In, [encoding(octet)]), get_n_chars(In, _, Data), close(In)),
        '$crc32'(Data, Sum),
        tmp_file(archive, F2),
        call_cleanup(deflated(H, Data, Sum, Offset, F2, S, E, Next), delete_file(F2))
    ),
    assertz(packed(I, E)),
    assertz(waiting(I, Next)).

deflated(H, Data, Sum, Offset, F, S, E, Next) :-
    open(F, write, Out, [encoding(octet)]),
    zopen(Out, Z, [format(raw_deflate)]),
    call_cleanup('$put_chars'(Z, Data), close(Z)),
    size_file(F, Packed),
    E = zip(H,8,Packed,Sum,Offset),
    local_written(E, S, Next),
    file_copied(F, S).

% `Next` is the position after the data of the entry.
local_written(E, S, Next) :-
    E = zip(_,_,Packed,_,Offset),
    zip_local(E, Bs),
    '$put_chars'(S, Bs),
    length(Bs, N),
    Next is Offset+N+Packed.

%! archive_entries(+Data, -Names) is det.
%
%  The names of all entries of an archive.
?- tmp_file(a, F), archive_create(F, [], []), archive_entries(F, Ns), delete_file(F).
   F = ..., Ns = [].
archive_entries(Data, Names) :- archive_foldl(add_name, Data, Names, []).

add_name(N, _, [N|Ns], Ns).

%! archive_foldl(:Goal, +Data, +State0, -State) is det.
%
%  Calls `Goal` with the name of each entry, the archive and two states, the first of which is `State0` and the last `State`.
?- archive_foldl([_,_,N0,N]>>(N is N0+1), 'no such file', 0, N).
   error(existence_error(source_sink,'no such file'),open/4).
archive_foldl(Goal, Data, State0, State) :-
    setup_call_cleanup(
        archive_open(Data, A, []),
        folded(A, Goal, State0, State),
        archive_close(A)
    ).

folded(A, Goal, State0, State) :-
    (   archive_next_header(A, N) ->
        call(Goal, N, A, State0, State1),
        folded(A, Goal, State1, State)
    ;   State = State0
    ).

%! archive_create(+File, +Inputs, +Options) is det.
%
%  Writes an archive with these files. Directories are written with all that is in them. Options are those of archive_open/4, and
%  `directory(D)`: the names of the inputs are relative to this directory. The format is `gnutar` by default.
?- tmp_file(a, F), archive_create(F, ['no such file'], []).
   error(existence_error(file,'no such file'),archive_create/3).
archive_create(File, Inputs, Options) :-
    must_be(list, Inputs),
    ( memberchk(directory(D), Options) -> true ; D = '.' ),
    setup_call_cleanup(
        archive_open(File, write, A, Options),
        once(all_added(Inputs, D, A)),
        archive_close(A)
    ).

all_added([], _, _).
all_added([F|Fs], D, A) :- added(F, D, A), all_added(Fs, D, A).

added(F, D, A) :-
    directory_file_path(D, F, Path),
    (   exists_directory(Path) ->
        archive_next_header(A, F),
        archive_set_header_property(A, filetype(directory)),
        archive_set_header_property(A, permissions(0o755)),
        stamped(Path, A),
        directory_files(Path, Ns0),
        msort(Ns0, Ns1),
        members(Ns1, F, Ns),
        all_added(Ns, D, A)
    ;   exists_file(Path) ->
        archive_next_header(A, F),
        stamped(Path, A),
        ( access_file(Path, execute) -> archive_set_header_property(A, permissions(0o755)) ; true ),
        setup_call_cleanup(archive_open_entry(A, S), octets_copied(Path, S), close(S))
    ;   existence_error(file, F, archive_create/3)
    ).

octets_copied(Path, S) :- set_stream(S, encoding(octet)), file_copied(Path, S).

stamped(Path, A) :-
    time_file(Path, T0),
    T is truncate(T0),
    archive_set_header_property(A, mtime(T)).

members([], _, []).
members([N|Ns], F, Ms0) :-
    (   memberchk(N, ['.',..]) -> Ms0 = Ms
    ;   directory_file_path(F, N, M), Ms0 = [M|Ms]
    ),
    members(Ns, F, Ms).

%! archive_extract(+Data, +Directory, +Options) is det.
%
%  Writes the files and directories of an archive below a directory. Options:
%
%  - `remove_prefix(P)`: the beginning of the names that is left out, or a list of such; a name without it is a domain error
%  - `include(Patterns)`, `exclude(Patterns)`: the entries whose names match a pattern of wildcard_match/2
%
%  Throws a permission error for a name that leads out of the directory. Links and devices are left out.
?- archive_extract(a, 'no such directory', []).
   error(existence_error(directory,'no such directory'),archive_extract/3).
archive_extract(Data, Directory, Options) :-
    must_be(list, Options),
    ( exists_directory(Directory) -> true ; existence_error(directory, Directory, archive_extract/3) ),
    ( memberchk(remove_prefix(P), Options) -> true ; P = '' ),
    ( memberchk(include(Is), Options) -> true ; Is = all ),
    ( memberchk(exclude(Xs), Options) -> true ; Xs = [] ),
    archive_foldl(extracted(Directory, P, Is, Xs), Data, 0, _).

extracted(D, P, Is, Xs, Name, A, N0, N) :-
    N is N0+1,
    (   some_matches(Xs, Name) -> true
    ;   Is \== all, \+ some_matches(Is, Name) -> true
    ;   without_prefix(P, Name, Short),
        inside(Short, Name),
        directory_file_path(D, Short, Path),
        archive_header_property(A, filetype(Type)), !,
        entry_extracted(Type, Path, A)
    ).

some_matches(Ps, Name) :- member(P, Ps), wildcard_match(P, Name), !.

without_prefix(P, Name, Short) :-
    (   P = [_|_] -> ( member(Q, P), atom_concat(Q, Short, Name) -> true ; domain_error(path_prefix(P), Name, archive_extract/3) )
    ;   P == [] -> Short = Name
    ;   atom_concat(P, Short, Name) -> true
    ;   domain_error(path_prefix(P), Name, archive_extract/3)
    ).

inside(Short, Name) :-
    atomic_list_concat(Parts, /, Short),
    (   ( memberchk(.., Parts) ; Parts = ['',_|_] ; sub_atom(Short, _, 1, _, \) ) -> permission_error(extract, archive_entry, Name, archive_extract/3)
    ;   true
    ).

entry_extracted(directory, Path, _) :- !, ( exists_directory(Path) -> true ; make_directory_path(Path) ).
entry_extracted(file, Path, A) :- !,
    file_directory_name(Path, D),
    ( exists_directory(D) -> true ; make_directory_path(D) ),
    setup_call_cleanup(
        archive_open_entry(A, In),
        (   set_stream(In, encoding(octet)),
            setup_call_cleanup(open(Path, write, Out, [encoding(octet)]), copy_stream_data(In, Out), close(Out))
        ),
        close(In)
    ).
entry_extracted(_, _, _).

%! archive_data_stream(+Data, -Stream, +Options) is nondet.
%
%  True if `Stream` reads a file of an archive, or of an archive in it; data that is no archive is its own only file. The stream is to
%  be closed before the next answer. The option `meta_data(Data)` unifies `Data` with a list of dicts, the outermost archive first: its
%  filters, and the name and the properties of the entry.
?- open_string("plain", In), archive_data_stream(In, S, []), set_stream(S, encoding(octet)), get_n_chars(S, N, Cs), close(S).
   In = ..., S = ..., N = 5, Cs = "plain"
;  false.
archive_data_stream(Data, Stream, Options) :-
    setup_call_cleanup(
        archive_open(Data, A, [close_parent(true),format(all),format(raw)]),
        data_of_entry(A, Stream, Options),
        archive_close(A)
    ).

data_of_entry(A, Stream, Options0) :-
    is_archive(A, I, archive_data_stream/3),
    archive(I, _, Format, _, Fs),
    (   select(meta_data(Data), Options0, Options1) -> Data = [D|More], Options = [meta_data(More)|Options1]
    ;   Options = Options0
    ),
    repeat,
    (   archive_next_header(A, Name) -> true ; !, fail ),
    archive_header_property(A, filetype(file)),
    findall(K-V, ( archive_header_property(A, P), P =.. [K,V] ), Ps),
    dict_create(D, archive_meta_data, [filters-Fs,name-Name|Ps]),
    archive_open_entry(A, S),
    (   Format == raw -> Stream = S, ( var(More) -> More = [] ; true )
    ;   set_stream(S, encoding(octet)),
        archive_data_stream(S, Stream, Options)
    ).
