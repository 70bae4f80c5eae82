% Archives that are written and read again, and archives that are damaged or that lead out of their directory.

:- use_module(library(archive)).
:- use_module(library(files)).
:- use_module(library(lists)).
:- use_module(library(zlib)).

with_directory(Goal, D) :-
    tmp_file(archive_test, D),
    make_directory(D),
    call_cleanup(once(Goal), delete_directory_and_contents(D)).

file(D, N, Bytes) :-
    directory_file_path(D, N, F),
    setup_call_cleanup(open(F, write, S, [type(binary)]), forall(member(B, Bytes), put_byte(S, B)), close(S)).

% The names in an archive of a directory in, and the files that are extracted from it.
round(Options, Names, Out) :- with_directory(packed(D, Options, Names, Out), D).

packed(D, Options, Names, Out) :-
    directory_file_path(D, in, In),
    directory_file_path(D, out, To),
    directory_file_path(D, packed, File),
    directory_file_path(In, sub, Sub),
    maplist(make_directory, [In,To,Sub]),
    numlist(0, 255, Bytes),
    file(In, bytes, Bytes),
    length(Long, 120),
    maplist(=(n), Long),
    atom_chars(LongName, Long),
    file(Sub, LongName, [0'x]),
    archive_create(File, [in], [directory(D)|Options]),
    archive_entries(File, Names0),
    msort(Names0, Names),
    archive_extract(File, To, [exclude(['*nnn'])]),
    directory_file_path(To, 'in/bytes', F),
    setup_call_cleanup(open(F, read, S, [type(binary)]), read_bytes(S, Read), close(S)),
    ( Read == Bytes -> Same = same ; Same = other ),
    directory_file_path(To, 'in/sub', ToSub),
    directory_files(ToSub, Subs),
    Out = Same-Subs.

read_bytes(S, Bs) :- get_byte(S, B), ( B == -1 -> Bs = [] ; Bs = [B|Bs1], read_bytes(S, Bs1) ).

lengths(Names, Ls) :- maplist(atom_length, Names, Ls).

% An archive with one entry of this name, whose data is "data".
with_entry(Name, Format, Goal, File) :-
    with_directory(one(D, Name, Format, Goal, File), D).

one(D, Name, Format, Goal, File) :-
    directory_file_path(D, one, File),
    archive_open(File, write, A, [format(Format)]),
    archive_next_header(A, Name),
    archive_set_header_property(A, mtime(1000000000)),
    archive_open_entry(A, S),
    maplist(put_byte(S), [100,97,116,97]),
    close(S),
    archive_close(A),
    call(Goal).

text(File, Name, Text) :-
    archive_open(File, A, []),
    archive_next_header(A, Name),
    archive_open_entry(A, S),
    set_stream(S, encoding(utf8)),
    archive_close(A),
    read_string(S, _, Text),
    close(S).

zipped_twice(File, Text, Same) :-
    atom_concat(File, '.gz', F),
    open_streams(Before),
    setup_call_cleanup(open(File, read, In, [type(binary)]), read_bytes(In, Bs), close(In)),
    setup_call_cleanup(gzopen(F, write, Out, [type(binary)]), maplist(put_byte(Out), Bs), close(Out)),
    text(F, _, Text),
    open_streams(After),
    ( Before == After -> Same = true ; Same = false ).

open_streams(N) :- findall(S, stream_property(S, mode(_)), Ss), length(Ss, N).

% The file with another byte in the place of one that is `Old`.
damage(File, Old, New) :-
    setup_call_cleanup(open(File, read, S, [type(binary)]), read_bytes(S, Bs0), close(S)),
    append(Before, [Old|After], Bs0), !,
    append(Before, [New|After], Bs),
    setup_call_cleanup(open(File, write, T, [type(binary)]), maplist(put_byte(T), Bs), close(T)).

?- round([format(gnutar)], Names, Out), lengths(Names, Ls).
   Names = [in,'in/bytes','in/sub',...], Out = same-[], Ls = [2,8,6,127].
?- round([format(tar),filter(gzip)], Names, Out), lengths(Names, Ls).
   Names = [in,'in/bytes','in/sub',...], Out = same-[], Ls = [2,8,6,127].
?- round([format(zip)], Names, Out), lengths(Names, Ls).
   Names = ['in/','in/bytes','in/sub/',...], Out = same-[], Ls = [3,8,7,127].
?- with_entry('é', gnutar, text(F, N, T), F).
   F = ..., N = é, T = "data".
?- with_entry('é', zip, text(F, N, T), F).
   F = ..., N = é, T = "data".
?- with_entry(a, zip, text(F, b, T), F).
   false.
?- with_entry('../a', gnutar, archive_extract(F, '/tmp', []), F).
   error(permission_error(extract,archive_entry,'../a'),archive_extract/3).
?- with_entry('/a', zip, archive_extract(F, '/tmp', []), F).
   error(permission_error(extract,archive_entry,'/a'),archive_extract/3).
?- with_entry(a, gnutar, archive_extract(F, '/tmp', [remove_prefix(b)]), F).
   error(domain_error(path_prefix(b),a),archive_extract/3).
?- with_entry(a, gnutar, ( damage(F, 0'a, 0'b), archive_entries(F, Ns) ), F).
   error(archive_error(header,checksum),_A).
?- with_entry(a, zip, ( damage(F, 0x4b, 0x4c), archive_entries(F, Ns) ), F).
   error(archive_error(truncated,_A),_B).
?- with_entry(a, gnutar, ( archive_open(F, A, []), archive_next_header(A, N), archive_header_property(A, mtime(T)), archive_close(A) ), F).
   F = ..., A = ..., N = a, T = 1000000000.
?- with_entry(a, gnutar, ( archive_open(F, A, []), archive_next_header(A, N), archive_open_entry(A, S), archive_next_header(A, M) ), F).
   error(permission_error(next_header,archive,_A),archive_next_header/2).
% A zip file that cannot be repositioned, and the streams that are open before and after it is read.
?- with_entry(a, zip, zipped_twice(F, T, Same), F).
   F = ..., T = "data", Same = true.
?- with_entry(a, gnutar, ( archive_open(F, A, []), archive_close(A), archive_close(A) ), F).
   error(existence_error(archive,_A),archive_close/1).
