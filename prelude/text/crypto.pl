% Random bytes, keys and prime numbers, as in SWI-Prolog's library(crypto), whose digests are in library(hashes).

:- module(crypto, [
    crypto_n_random_bytes/2, crypto_data_hkdf/4, crypto_is_prime/2, crypto_generate_prime/3, crypto_modular_inverse/3
]).

%! crypto_n_random_bytes(+N, -Bytes) is det.
%
%  Unifies `Bytes` with a list of `N` random bytes from the generator of library(random), which set_random/1 and the
%  seed of the host determine. They can be predicted from others, and are not suitable for secret keys.
?- crypto_n_random_bytes(20, Bs), length(Bs, N).
   Bs = ..., N = 20.
?- crypto_n_random_bytes(a, Bs).
   error(type_error(integer,a),must_be/2).
crypto_n_random_bytes(N, Bytes) :-
    must_be(not_less_than_zero, N),
    random_bytes(N, Bytes0),
    Bytes = Bytes0.

% Each random number has 128 bits.
random_bytes(N, Bs) :-
    (   N =:= 0 -> Bs = []
    ;   '$random_bits'(R),
        K is min(N, 16),
        low_bytes(K, R, Bs, Bs1),
        N1 is N-K,
        random_bytes(N1, Bs1)
    ).

low_bytes(K, R, Bs0, Bs) :-
    (   K =:= 0 -> Bs0 = Bs
    ;   B is R /\ 255,
        R1 is R>>8,
        K1 is K-1,
        Bs0 = [B|Bs1],
        low_bytes(K1, R1, Bs1, Bs)
    ).

%! crypto_data_hkdf(+Data, +Length, -Bytes, +Options) is det.
%
%  Unifies `Bytes` with a list of `Length` bytes, a key that is derived from `Data`, a text or list of bytes (HKDF,
%  RFC 5869). Options are `algorithm(A)`: `sha1`, `sha224`, `sha256` (default), `sha384` or `sha512`; `info(Text)`;
%  `salt(Bytes)`; `encoding(E)`, `utf8` by default, or `octet`.
?- crypto_data_hkdf([1,2,3], 4, Bs, []).
   Bs = [120,153,126,24].
?- crypto_data_hkdf("abc", 4, Bs, [info("x"),salt([1,2])]).
   Bs = [137,102,165,197].
?- crypto_data_hkdf(abc, 9000, Bs, []).
   error(domain_error(hkdf_length,9000),crypto_data_hkdf/4).
crypto_data_hkdf(Data, Length, Bytes, Os) :-
    must_be(list, Os),
    must_be(not_less_than_zero, Length),
    option(algorithm(A), Os, sha256),
    option(encoding(E), Os, utf8),
    option(info(Info), Os, ""),
    option(salt(Salt0), Os, []),
    octets(Data, E, Key),
    octets(Info, E, Infos),
    octets(Salt0, E, Salt1),
    keyed(A, "", "", Empty),
    length(Empty, Size),
    (   Length =< 255*Size -> true
    ;   domain_error(hkdf_length, Length, crypto_data_hkdf/4)
    ),
    ( Salt1 == [] -> length(Salt, Size), zeros(Salt) ; Salt = Salt1 ),
    keyed(A, Salt, Key, Pseudorandom),
    expanded(Length, 1, [], A, Pseudorandom, Infos, Bytes0),
    Bytes = Bytes0.

zeros([]).
zeros(['\0\'|Zs]) :- zeros(Zs).

% The characters whose codes are the bytes of a text or list of bytes.
octets(Text, E, Cs) :-
    (   is_list(Text), Text = [B|_], integer(B) -> bytes_chars(Text, Cs)
    ;   text_to_string(Text, Cs0),
        (   E == octet -> Cs = Cs0
        ;   chars_utf8bytes(Cs0, Bs),
            bytes_chars(Bs, Cs)
        )
    ).

bytes_chars([], []).
bytes_chars([B0|Bs], [C|Cs]) :- B is B0 /\ 255, char_code(C, B), bytes_chars(Bs, Cs).

keyed(A, Key, Data, Hash) :-
    hmac_sha(Key, Data, Bytes, [algorithm(A),encoding(octet)]),
    bytes_chars(Bytes, Hash).

expanded(Left, I, Before, A, Key, Info, Bytes) :-
    (   Left =< 0 -> Bytes = []
    ;   char_code(Counter, I),
        append([Before,Info,[Counter]], Data),
        keyed(A, Key, Data, Block),
        taken(Block, Left, Bytes, Bytes1),
        length(Block, Size),
        Left1 is Left-Size,
        I1 is I+1,
        expanded(Left1, I1, Block, A, Key, Info, Bytes1)
    ).

taken([], _, Bs, Bs).
taken([C|Cs], Left, Bs0, Bs) :-
    (   Left =:= 0 -> Bs0 = Bs
    ;   char_code(C, B),
        Bs0 = [B|Bs1],
        Left1 is Left-1,
        taken(Cs, Left1, Bs1, Bs)
    ).

%! crypto_is_prime(+N, +Options) is semidet.
%
%  True if `N` is probably a prime number: it passes the test of Miller and Rabin for the first 13 primes, which is a
%  proof below 3,317,044,064,679,887,385,961,981, and for as many random numbers as the option `iterations(I)` says,
%  by default 32.
?- crypto_is_prime(97, []).
   true.
?- crypto_is_prime(561, []).
   false.
?- N is 2**127-1, crypto_is_prime(N, []).
   N = 170141183460469231731687303715884105727.
?- crypto_is_prime(1, []).
   false.
crypto_is_prime(N, Os) :-
    must_be(integer, N),
    must_be(list, Os),
    option(iterations(I0), Os, 32),
    ( integer(I0) -> I = I0 ; I = 32 ),
    N >= 2,
    Ps = [2,3,5,7,11,13,17,19,23,29,31,37,41],
    (   memberchk(N, Ps) -> true
    ;   \+ ( member(P, Ps), N mod P =:= 0 ),
        N1 is N-1,
        odd_part(N1, D, 0, R),
        all_pass(Ps, N, N1, D, R),
        (   N < 3317044064679887385961981 -> true
        ;   random_pass(I, N, N1, D, R)
        )
    ).

odd_part(N, D, R0, R) :-
    (   N /\ 1 =:= 0 -> N1 is N>>1, R1 is R0+1, odd_part(N1, D, R1, R)
    ;   D = N, R = R0
    ).

all_pass([], _, _, _, _).
all_pass([A|As], N, N1, D, R) :- passes(A, N, N1, D, R), all_pass(As, N, N1, D, R).

random_pass(I, N, N1, D, R) :-
    (   I =< 0 -> true
    ;   High is N-2,
        '$random_integer'(2, High, A),
        passes(A, N, N1, D, R),
        I1 is I-1,
        random_pass(I1, N, N1, D, R)
    ).

passes(A, N, N1, D, R) :-
    X is powm(A, D, N),
    (   ( X =:= 1 ; X =:= N1 ) -> true
    ;   squared(R, X, N, N1)
    ).

squared(R, X0, N, N1) :-
    R > 1,
    X is X0*X0 mod N,
    (   X =:= N1 -> true
    ;   R1 is R-1,
        squared(R1, X, N, N1)
    ).

%! crypto_generate_prime(+Bits, -N, +Options) is det.
%
%  Unifies `N` with a random prime number of `Bits` bits whose two highest bits are 1. With the option `safe(true)`,
%  `(N-1)/2` is prime, too. The random bits are those of crypto_n_random_bytes/2.
?- crypto_generate_prime(64, N, []), crypto_is_prime(N, []), M is msb(N).
   N = ..., M = 63.
?- crypto_generate_prime(1, N, []).
   error(domain_error(not_less_than(2),1),crypto_generate_prime/3).
crypto_generate_prime(Bits, N, Os) :-
    must_be(integer, Bits),
    must_be(list, Os),
    (   Bits >= 2 -> true
    ;   domain_error(not_less_than(2), Bits, crypto_generate_prime/3)
    ),
    option(safe(Safe), Os, false),
    repeat,
    Bytes is (Bits+7)//8,
    random_bytes(Bytes, Bs),
    number_of(Bs, 0, R0),
    R is R0 /\ ((1<<Bits)-1),
    N0 is R \/ (3<<(Bits-2)) \/ 1,
    crypto_is_prime(N0, []),
    (   Safe == true -> Half is (N0-1)//2, crypto_is_prime(Half, [])
    ;   true
    ), !,
    N = N0.

number_of([], N, N).
number_of([B|Bs], N0, N) :- N1 is N0<<8 \/ B, number_of(Bs, N1, N).

%! crypto_modular_inverse(+X, +M, -Y) is det.
%
%  Unifies `Y` with the number below `M` for which `X*Y mod M` is 1. Throws a domain error if there is none.
?- crypto_modular_inverse(3, 11, Y).
   Y = 4.
?- crypto_modular_inverse(2, 4, Y).
   error(domain_error(coprime(4),2),crypto_modular_inverse/3).
crypto_modular_inverse(X, M, Y) :-
    must_be(integer, X),
    must_be(positive_integer, M),
    X0 is X mod M,
    bezout(X0, M, 1, 0, G, Y0),
    (   G =:= 1 -> Y is Y0 mod M
    ;   domain_error(coprime(M), X, crypto_modular_inverse/3)
    ).

% Invariant: A is S0 times the number to invert, modulo M, and B is S1 times it.
bezout(A, B, S0, S1, G, S) :-
    (   B =:= 0 -> G = A, S = S0
    ;   Q is A//B,
        R is A-Q*B,
        S2 is S0-Q*S1,
        bezout(B, R, S1, S2, G, S)
    ).
