% Compressed streams, with the predicates of SWI-Prolog's library(zlib). A build of Horn without the feature `zlib`
% throws an existence error.

:- module(zlib, [zopen/3, gzopen/3, gzopen/4]).

%! zopen(+Stream, -Compressed, +Options) is det.
%
%  Opens a stream that decompresses what it reads from an input stream, or compresses what it writes to an output stream. It
%  takes that stream over and closes it with itself, unless `close_parent(false)` is an option. Options:
%
%  - `format(F)`: `deflate` (zlib), `gzip` or `raw_deflate`; by default an input stream shows its format, and an output
%    stream has `deflate`
%  - `level(N)`: 0 (not compressed) to 9 (smallest); 6 by default
%  - `close_parent(false)`: `Stream` stays open, for what comes before or after the compressed bytes
%  - `multi_part(Boolean)`: whether several compressed parts after one another are read as one; by default they are for
%    `gzip`
?- tmp_file(z, F), open(F, write, O, [type(binary)]), zopen(O, Z, [close_parent(false)]), put_byte(Z, 0'a), close(Z), put_byte(O, 0'b), close(O),
   open(F, read, I, [type(binary)]), zopen(I, Y, [close_parent(false),multi_part(false)]), get_byte(Y, A), get_byte(Y, E), close(Y),
   get_byte(I, B), close(I), delete_file(F).
   F = ..., O = ..., Z = ..., I = ..., Y = ..., A = 97, E = -1, B = 98.
?- zopen(nowhere, S, []).
   error(existence_error(stream,nowhere),zopen/3).
?- zopen(user_input, S, []).
   error(permission_error(compress,stream,user_input),zopen/3).
zopen(Stream, Compressed, Options) :-
    must_be(list, Options),
    option(format(F), Options, auto),
    (   memberchk(F, [auto,deflate,gzip,raw_deflate]) -> true
    ;   domain_error(compression_format, F, zopen/3)
    ),
    option(level(L), Options, 6),
    must_be(between(0,9), L),
    option(close_parent(Takes), Options, true),
    must_be(boolean, Takes),
    (   option(multi_part(Parts), Options) -> must_be(boolean, Parts)
    ;   Parts = auto
    ),
    ( var(Stream) -> instantiation_error(zopen/3) ; true ),
    catch('$zopen'(Stream, F, L, Takes, Parts, Compressed), error(E,_), throw(error(E,zopen/3))).

%! gzopen(+File, +Mode, -Stream) is det.
%
%  As gzopen/4, without options.
?- gzopen('no/such/file', read, S).
   error(existence_error(source_sink,'no/such/file'),open/4).
gzopen(File, Mode, Stream) :- gzopen(File, Mode, Stream, []).

%! gzopen(+File, +Mode, -Stream, +Options) is det.
%
%  Opens a file that is compressed by gzip. Options are those of open/4 and zopen/3.
?- tmp_file(gz, F), gzopen(F, write, S, []), write(S, hello), close(S), gzopen(F, read, T, []), read_string(T, _, X), close(T), delete_file(F).
   F = ..., S = ..., T = ..., X = "hello".
gzopen(File, Mode, Stream, Options) :-
    must_be(list, Options),
    option(encoding(E), Options, utf8),
    ( option(type(binary), Options) -> Type = [type(binary)] ; Type = [encoding(E)] ),
    ( option(alias(A), Options) -> true ; A = [] ),
    ( memberchk(format(_), Options) -> Format = [] ; Mode == read -> Format = [] ; Format = [format(gzip)] ),
    open(File, Mode, Parent, Type),
    append(Format, Options, ZOptions),
    zopen(Parent, Stream, ZOptions),
    ( A == [] -> true ; set_stream(Stream, alias(A)) ).
