% Message digests of texts and files. A build of Horn without the feature `hashes` throws an existence error for them.

:- module(hashes, [
    sha_hash/3, hmac_sha/4, file_sha1/2, hash_atom/2, md5_hash/3, crypto_data_hash/3, crypto_file_hash/3
]).

%! sha_hash(+Data, -Hash, +Options) is det.
%
%  Unifies `Hash` with the list of the bytes of the SHA digest of the text `Data`. Options are
%  `algorithm(A)`: `sha1` (default), `sha224`, `sha256`, `sha384` or `sha512`; `encoding(E)`: `utf8`
%  (default), or `octet` if each character is a byte.
?- sha_hash(abc, H, []), hash_atom(H, A).
   H = [169,153,62,54,71,6,129,106,186,62,37,113,120,80,194,108,156,208,216,157], A = a9993e364706816aba3e25717850c26c9cd0d89d.
?- sha_hash(abc, _, [algorithm(sha0)]).
   error(domain_error(algorithm,sha0),sha_hash/3).
?- sha_hash(_, _, []).
   error(instantiation_error,sha_hash/3).
sha_hash(Data, Hash, Os) :-
    must_be(list, Os),
    hashed(Data, sha1, [sha1,sha224,sha256,sha384,sha512], Os, Hash, sha_hash/3).

hashed(Data, Default, Known, Os, Hash, PI) :-
    option(algorithm(A), Os, Default),
    one_of(A, Known, algorithm, PI),
    encoding(Os, E, PI),
    (   ground(Data) -> true
    ;   instantiation_error(PI)
    ),
    '$hash'(A, Data, E, Hash).

one_of(X, Xs, Domain, PI) :-
    (   var(X) -> instantiation_error(PI)
    ;   memberchk(X, Xs) -> true
    ;   domain_error(Domain, X, PI)
    ).

encoding(Os, E, PI) :-
    option(encoding(E), Os, utf8),
    one_of(E, [utf8,octet], encoding, PI).

%! hmac_sha(+Key, +Data, -Hash, +Options) is det.
%
%  Unifies `Hash` with the list of the bytes of the keyed digest (HMAC, RFC 2104) of the text `Data`. Options are those
%  of sha_hash/3.
?- hmac_sha('Jefe', 'what do ya want for nothing?', H, [algorithm(sha256)]), hash_atom(H, A).
   H = ..., A = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'.
?- hmac_sha(_, data, _, []).
   error(instantiation_error,hmac_sha/4).
hmac_sha(Key, Data, Hash, Os) :-
    must_be(list, Os),
    keyed(Key, Data, sha1, [sha1,sha224,sha256,sha384,sha512], Os, Hash, hmac_sha/4).

keyed(Key, Data, Default, Known, Os, Hash, PI) :-
    option(algorithm(A), Os, Default),
    one_of(A, Known, algorithm, PI),
    encoding(Os, E, PI),
    (   ground(Key-Data) -> true
    ;   instantiation_error(PI)
    ),
    '$hmac'(A, Key, Data, E, Hash).

%! file_sha1(+File, -Hash) is det.
%
%  Unifies `Hash` with the hexadecimal SHA-1 digest of the bytes of a file, an atom.
?- file_sha1(no_such_file, H).
   error(existence_error(source_sink,no_such_file),_A).
file_sha1(File, Hash) :- crypto_file_hash(File, Hash, [algorithm(sha1)]).

%! hash_atom(?Bytes, ?Hex) is det.
%
%  `Hex` is the atom of the hexadecimal digits of a list of bytes.
?- hash_atom([0,255], A).
   A = '00ff'.
?- hash_atom(Bs, '00ff').
   Bs = [0,255].
?- hash_atom(Bs, xy).
   false.
hash_atom(Bytes, Hex) :-
    (   var(Bytes) ->
        (   var(Hex) -> instantiation_error(hash_atom/2)
        ;   hex_bytes(Hex, Bytes)
        )
    ;   hex_bytes(Cs, Bytes),
        atom_chars(Hex, Cs)
    ).

%! md5_hash(+Data, -Hash, +Options) is det.
%
%  Unifies `Hash` with the hexadecimal MD5 digest of the text `Data`, an atom. The option
%  `encoding(E)` is as for sha_hash/3.
?- md5_hash(abc, H, []).
   H = '900150983cd24fb0d6963f7d28e17f72'.
?- md5_hash('\x100\', H, [encoding(octet)]).
   error(representation_error(octet),_A).
md5_hash(Data, Hash, Os) :-
    must_be(list, Os),
    encoding(Os, E, md5_hash/3),
    hashed(Data, md5, [md5], [encoding(E)], Bytes, md5_hash/3),
    hash_atom(Bytes, Hash).

%! crypto_data_hash(+Data, -Hash, +Options) is det.
%
%  Unifies `Hash` with the hexadecimal digest of the text `Data`, an atom. Options are
%  `algorithm(A)`: `md5`, `sha1`, `sha224`, `sha256` (default; a variable `A` is unified with it), `sha384` or
%  `sha512`; `encoding(E)` as for sha_hash/3; `hmac(Key)` for the keyed digest.
?- crypto_data_hash(abc, H, [algorithm(A)]).
   H = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad, A = sha256.
?- crypto_data_hash(abc, H, [algorithm(sha1),hmac(k)]).
   H = f9bef091fe00d9f5128593836dba99e193f08174.
?- crypto_data_hash(abc, H, [algorithm(crc)]).
   error(domain_error(algorithm,crc),crypto_data_hash/3).
crypto_data_hash(Data, Hash, Os) :-
    must_be(list, Os),
    option(algorithm(A), Os, sha256),
    ( var(A) -> A = sha256 ; true ),
    encoding(Os, E, crypto_data_hash/3),
    Known = [md5,sha1,sha224,sha256,sha384,sha512],
    Os1 = [algorithm(A),encoding(E)],
    (   option(hmac(Key), Os) -> keyed(Key, Data, A, Known, Os1, Bytes, crypto_data_hash/3)
    ;   hashed(Data, A, Known, Os1, Bytes, crypto_data_hash/3)
    ),
    hash_atom(Bytes, Hash).

%! crypto_file_hash(+File, -Hash, +Options) is det.
%
%  As crypto_data_hash/3, for the bytes of a file.
?- crypto_file_hash(no_such_file, H, []).
   error(existence_error(source_sink,no_such_file),_A).
crypto_file_hash(File, Hash, Os) :-
    must_be(list, Os),
    setup_call_cleanup(
        open(File, read, S, [type(binary)]),
        bytes_of(S, Bytes),
        close(S)
    ),
    crypto_data_hash(Bytes, Hash, [encoding(octet)|Os]).

bytes_of(S, Bytes) :-
    get_byte(S, B),
    (   B < 0 -> Bytes = []
    ;   Bytes = [B|Bytes1],
        bytes_of(S, Bytes1)
    ).
