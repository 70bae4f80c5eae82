% Uniform resource identifiers (RFC 3986): parsing, building, encoding.

:- module(uri, [
    uri_components/2, uri_data/3, uri_data/4, uri_is_global/1, uri_encoded/3, uri_query_components/2,
    uri_authority_components/2, uri_authority_data/3, uri_resolve/3, uri_normalized/2, uri_normalized/3,
    uri_normalized_iri/2, uri_normalized_iri/3, uri_iri/2, uri_edit/3, uri_file_name/2, www_form_encode/2, urlenc/3
]).

chars_of(T, Cs) :-
    (   T == [] -> Cs = []
    ;   atomic(T) -> format(chars(Cs), "~w", [T])
    ;   must_be(chars, T), Cs = T
    ).

%! uri_components(?URI, ?Components) is det.
%
%  Converts between a URI and `uri_components(Scheme,Authority,Path,Search,Fragment)`, in which a
%  missing part is a variable.
?- uri_components('http://a.org/b?c=d#e', uri_components(S,A,P,Q,F)).
   S = http, A = 'a.org', P = '/b', Q = 'c=d', F = e.
?- uri_components(U, uri_components(http,'a.org','/b',_,_)).
   U = 'http://a.org/b'.
uri_components(U, C) :-
    (   nonvar(U) ->
        chars_of(U, Cs),
        parts(Cs, S, A, P, Q, F),
        C = uri_components(S1,A1,P1,Q1,F1),
        named(S, S1), named(A, A1), named(P, P1), named(Q, Q1), named(F, F1)
    ;   C = uri_components(S,A,P,Q,F),
        phrase(( optional(S, "", ":"), optional(A, "//", ""), optional(P, "", ""), query(Q), optional(F, "#", "") ), Cs),
        atom_chars(U, Cs)
    ).

named(some(Cs), A) :- ( nonvar(A) -> chars_of(A, Cs) ; atom_chars(A, Cs) ).
named(none, _).

optional(X, Before, Behind) -->
    (   { var(X) } -> []
    ;   { chars_of(X, Cs) },
        seq(Before), seq(Cs), seq(Behind)
    ).

query(Q) -->
    (   { nonvar(Q), Q = [P|_], compound(P) } -> { uri_query_components(T, Q) }, optional(T, "?", "")
    ;   optional(Q, "?", "")
    ).

parts(Cs0, S, A, some(P), Q, F) :-
    (   append(Ss, [:|Cs1], Cs0), Ss = [C|_], char_type(C, alpha), \+ ( member(X, Ss), memberchk(X, "/?#") ) -> S = some(Ss)
    ;   S = none, Cs1 = Cs0
    ),
    (   Cs1 = [/,/|Cs2] -> until("/?#", Cs2, As, Cs3), A = some(As)
    ;   A = none, Cs3 = Cs1
    ),
    until("?#", Cs3, P, Cs4),
    (   Cs4 = [?|Cs5] -> until("#", Cs5, Qs, Cs6), Q = some(Qs)
    ;   Q = none, Cs6 = Cs4
    ),
    (   Cs6 = [#|Fs] -> F = some(Fs)
    ;   F = none
    ).

until(Ends, [C|Cs0], [C|Xs], Cs) :- \+ memberchk(C, Ends), !, until(Ends, Cs0, Xs, Cs).
until(_, Cs, [], Cs).

%! uri_data(?Part, +Components, ?Value) is nondet.
%
%  True if `Value` is the part `scheme`, `authority`, `path`, `search` or `fragment` of
%  `Components`.
?- uri_components('http://a.org/b', C), uri_data(path, C, P).
   C = ..., P = '/b'.
uri_data(scheme, uri_components(S,_,_,_,_), S).
uri_data(authority, uri_components(_,A,_,_,_), A).
uri_data(path, uri_components(_,_,P,_,_), P).
uri_data(search, uri_components(_,_,_,Q,_), Q).
uri_data(fragment, uri_components(_,_,_,_,F), F).

%! uri_data(+Part, +Components, +Value, -New) is det.
%
%  Unifies `New` with `Components` in which the given part is replaced by `Value`.
?- uri_data(path, uri_components(http,'a.org','/b',_,_), '/c', C), uri_components(U, C).
   C = ..., U = 'http://a.org/c'.
uri_data(scheme, uri_components(_,A,P,Q,F), S, uri_components(S,A,P,Q,F)).
uri_data(authority, uri_components(S,_,P,Q,F), A, uri_components(S,A,P,Q,F)).
uri_data(path, uri_components(S,A,_,Q,F), P, uri_components(S,A,P,Q,F)).
uri_data(search, uri_components(S,A,P,_,F), Q, uri_components(S,A,P,Q,F)).
uri_data(fragment, uri_components(S,A,P,Q,_), F, uri_components(S,A,P,Q,F)).

%! uri_is_global(+URI) is semidet.
%
%  True if `URI` has a scheme of at least two characters.
?- uri_is_global('http://a').
   true.
uri_is_global(U) :-
    chars_of(U, Cs),
    parts(Cs, some([_,_|_]), _, _, _, _).

%! uri_encoded(+Component, ?Text, ?Encoded) is det.
%
%  Converts between text and its percent-encoding. `Component` is `query_value`, `fragment`, `path`
%  or `segment`: the characters allowed there are kept; the UTF-8 bytes of the others become `%XX`.
?- uri_encoded(query_value, 'a b&é', E).
   E = 'a%20b%26%C3%A9'.
?- uri_encoded(path, T, 'a%20b').
   T = 'a b'.
uri_encoded(Component, T, E) :-
    must_be(oneof([query_value,fragment,path,segment]), Component),
    (   nonvar(T) ->
        chars_of(T, Cs),
        encoded(Cs, Component, Es),
        atom_chars(E, Es)
    ;   chars_of(E, Es),
        ( Component == query_value -> plus_blanks(Es, Fs) ; Fs = Es ),
        decoded(Fs, Cs),
        atom_chars(T, Cs)
    ).

encoded([], _, []).
encoded([C|Cs], K, Es) :-
    (   stays(K, C) -> Es = [C|Es1]
    ;   chars_utf8bytes([C], Bs),
        percent(Bs, Es, Es1)
    ),
    encoded(Cs, K, Es1).

percent([], Es, Es).
percent([B|Bs], ['%',X,Y|Es0], Es) :- format(chars([X,Y]), "~`0t~16R~2|", [B]), percent(Bs, Es0, Es).

stays(_, C) :- char_type(C, ascii), char_type(C, alnum), !.
stays(_, C) :- memberchk(C, "-._~!$'()*,@"), !.
stays(query_value, C) :- memberchk(C, "/?").
stays(fragment, C) :- memberchk(C, "/?&=+:;").
stays(path, C) :- memberchk(C, "/&=+;").
stays(segment, C) :- memberchk(C, "&=+;").
stays(iri(K), C) :- ( char_type(C, ascii) -> stays(K, C) ; true ).

plus_blanks([], []).
plus_blanks([C|Cs], [D|Ds]) :- ( C == (+) -> D = ' ' ; D = C ), plus_blanks(Cs, Ds).

decoded(Es, Cs) :- bytes(Es, Bs, []), chars_utf8bytes(Cs, Bs).

bytes([], Bs, Bs).
bytes([E|Es], Bs0, Bs) :-
    (   E == '%', Es = [X,Y|Es1], char_type(X, xdigit(I)), char_type(Y, xdigit(J)) ->
        B is I*16+J,
        Bs0 = [B|Bs1],
        bytes(Es1, Bs1, Bs)
    ;   chars_utf8bytes([E], New),
        append(New, Bs1, Bs0),
        bytes(Es, Bs1, Bs)
    ).

%! uri_query_components(?Query, ?Pairs) is det.
%
%  Converts between a query and the list `Pairs` of `Name=Value`. When a query is generated, pairs
%  may also be `Name-Value` or `Name(Value)`.
?- uri_query_components('a=b%20c&d=1', Ps).
   Ps = [a='b c',d='1'].
?- uri_query_components(Q, [a='b c',d(1)]).
   Q = 'a=b%20c&d=1'.
uri_query_components(Q, Ps) :-
    (   nonvar(Q) ->
        split_string(Q, "&;", "", Fs),
        names_values(Fs, Ps)
    ;   must_be(list, Ps),
        written(Ps, As),
        atomic_list_concat(As, &, Q)
    ).

names_values([], []).
names_values([F|Fs], Ps) :-
    (   F == [] -> Ps = Ps1
    ;   ( append(N0, [=|V0], F) -> true ; N0 = F, V0 = [] ),
        uri_encoded(query_value, N, N0),
        ( V0 == [] -> V = '' ; uri_encoded(query_value, V, V0) ),
        Ps = [N=V|Ps1]
    ),
    names_values(Fs, Ps1).

written([], []).
written([P|Ps], [A|As]) :-
    (   P = (N=V) -> true
    ;   P = N-V -> true
    ;   compound(P), P =.. [N,V] -> true
    ;   type_error(name_value, P, uri_query_components/2)
    ),
    uri_encoded(query_value, N, NE),
    uri_encoded(query_value, V, VE),
    atomic_list_concat([NE,=,VE], A),
    written(Ps, As).

%! uri_authority_components(?Authority, ?Components) is det.
%
%  Converts between an authority and `uri_authority(User,Password,Host,Port)`.
?- uri_authority_components('u@a.org:80', C).
   C = uri_authority(u,_A,'a.org',80).
uri_authority_components(A, uri_authority(U,Pw,H,Port)) :-
    (   nonvar(A) ->
        chars_of(A, Cs0),
        (   append(Us, [@|Cs1], Cs0) ->
            ( append(Un, [:|Ps], Us) -> atom_chars(Pw, Ps) ; Un = Us ),
            atom_chars(U, Un)
        ;   Cs1 = Cs0
        ),
        (   append(Hs, [:|Ns], Cs1), Ns = [_|_], \+ memberchk(:, Ns), \+ memberchk(']', Ns) ->
            atom_chars(Port0, Ns),
            ( atom_number(Port0, N) -> Port = N ; Port = Port0 )
        ;   Hs = Cs1
        ),
        atom_chars(H, Hs)
    ;   phrase(( user(U, Pw), optional(H, "", ""), optional(Port, ":", "") ), Cs),
        atom_chars(A, Cs)
    ).

user(U, Pw) --> ( { var(U) } -> [] ; optional(U, "", ""), optional(Pw, ":", ""), "@" ).

%! uri_authority_data(?Part, ?Components, ?Value) is nondet.
%
%  True if `Value` is the part `user`, `password`, `host` or `port` of `Components`.
?- uri_authority_components('a.org:80', C), uri_authority_data(port, C, P).
   C = ..., P = 80.
uri_authority_data(user, uri_authority(U,_,_,_), U).
uri_authority_data(password, uri_authority(_,Pw,_,_), Pw).
uri_authority_data(host, uri_authority(_,_,H,_), H).
uri_authority_data(port, uri_authority(_,_,_,P), P).

%! uri_resolve(+Relative, +Base, -Absolute) is det.
%
%  Unifies `Absolute` with the reference `Relative` resolved against `Base`.
?- uri_resolve('../c', 'http://a.org/x/y/z', U).
   U = 'http://a.org/x/c'.
uri_resolve(R, B, U) :-
    chars_of(R, Rs),
    chars_of(B, Bs),
    parts(Rs, RS, RA, some(RP), RQ, RF),
    parts(Bs, BS, BA, some(BP), BQ, _),
    (   RS = some(_) -> S = RS, A = RA, P0 = RP, Q = RQ
    ;   S = BS,
        (   RA = some(_) -> A = RA, P0 = RP, Q = RQ
        ;   A = BA,
            (   RP == [] -> P0 = BP, ( RQ = some(_) -> Q = RQ ; Q = BQ )
            ;   Q = RQ,
                ( RP = [/|_] -> P0 = RP ; merged(A, BP, RP, P0) )
            )
        )
    ),
    without_dots(P0, P),
    all_shown(S, A, P, Q, RF, U).

all_shown(S, A, P, Q, F, U) :-
    shown(S, "", ":", Cs0, Cs1),
    shown(A, "//", "", Cs1, Cs2),
    shown(some(P), "", "", Cs2, Cs3),
    shown(Q, "?", "", Cs3, Cs4),
    shown(F, "#", "", Cs4, []),
    atom_chars(U, Cs0).

shown(none, _, _) --> [].
shown(some(Cs), Before, Behind) --> seq(Before), seq(Cs), seq(Behind), !.

merged(A, BP, RP, P) :-
    (   A = some(_), BP == [] -> P = [/|RP]
    ;   reverse(BP, Rs),
        ( append(_, [/|Ds], Rs) -> reverse([/|Ds], Dir) ; Dir = [] ),
        append(Dir, RP, P)
    ).

without_dots([], []) :- !.
without_dots(P0, P) :-
    segments(P0, Ss0),
    ( Ss0 = [[]|Ss1] -> Root = "/" ; Ss1 = Ss0, Root = [] ),
    climbed(Ss1, [], Ss),
    joined(Ss, Cs),
    append(Root, Cs, P).

segments(Cs, Ss) :- ( append(S, [/|Rest], Cs) -> Ss = [S|Ss1], segments(Rest, Ss1) ; Ss = [Cs] ).

climbed([], Rs, Ss) :- reverse(Rs, Ss).
climbed([S|Ss], Rs, Ts) :-
    (   S == "." -> ( Ss == [] -> climbed(Ss, [[]|Rs], Ts) ; climbed(Ss, Rs, Ts) )
    ;   S == ".." ->
        ( Rs = [_|Rs1] -> true ; Rs1 = [] ),
        ( Ss == [] -> climbed(Ss, [[]|Rs1], Ts) ; climbed(Ss, Rs1, Ts) )
    ;   climbed(Ss, [S|Rs], Ts)
    ).

joined([], []).
joined([S|Ss], Cs) :- joined(Ss, S, Cs).

joined([], Cs, Cs).
joined([S|Ss], Cs0, Cs) :- append(Cs0, [/|S], Cs1), joined(Ss, Cs1, Cs).

%! uri_normalized(+URI, -Normalized) is det.
%
%  Unifies `Normalized` with the normal form of `URI`: scheme and host in lower case, no `.` and
%  `..` in the path, no percent-encoding of characters that need none.
?- uri_normalized('HTTP://A.org/x/../y%7e', U).
   U = 'http://a.org/y~'.
uri_normalized(U0, U) :- normalized(uri, U0, U).

%! uri_normalized(+URI, +Base, -Normalized) is det.
%
%  As uri_normalized/2, after uri_resolve/3 with `Base`.
?- uri_normalized('../c', 'http://a.org/x/y', U).
   U = 'http://a.org/c'.
uri_normalized(U0, Base, U) :- uri_resolve(U0, Base, U1), normalized(uri, U1, U).

%! uri_normalized_iri(+URI, -Normalized) is det.
%
%  As uri_normalized/2, without percent-encoding of characters beyond ASCII.
?- uri_normalized_iri('http://a.org/%c3%bc', U).
   U = 'http://a.org/ü'.
uri_normalized_iri(U0, U) :- normalized(iri, U0, U).

%! uri_normalized_iri(+URI, +Base, -Normalized) is det.
%
%  As uri_normalized_iri/2, after uri_resolve/3 with `Base`.
?- uri_normalized_iri(ü, 'http://a.org/x', U).
   U = 'http://a.org/ü'.
uri_normalized_iri(U0, Base, U) :- uri_resolve(U0, Base, U1), normalized(iri, U1, U).

normalized(Kind, U0, U) :-
    chars_of(U0, Cs0),
    parts(Cs0, S0, A0, some(P0), Q0, F0),
    in_lower_case(S0, S),
    host_in_lower_case(A0, A),
    recoded(P0, Kind, path, P1),
    (   ( P1 = [/|_] ; S = some(_) ) -> without_dots(P1, P)
    ;   P = P1
    ),
    (   Q0 = some(Qs0) -> query_recoded(Qs0, Kind, Qs), Q = some(Qs)
    ;   Q = none
    ),
    (   F0 = some(Fs0) -> plus_blanks(Fs0, Fs1), recoded(Fs1, Kind, fragment, Fs), F = some(Fs)
    ;   F = none
    ),
    all_shown(S, A, P, Q, F, U).

in_lower_case(none, none).
in_lower_case(some(Cs0), some(Cs)) :- string_lower(Cs0, Cs1), chars_of(Cs1, Cs).

host_in_lower_case(none, none).
host_in_lower_case(some(Cs0), some(Cs)) :-
    (   append(User, [@|Host0], Cs0) -> append(User, [@|Host], Cs)
    ;   Host0 = Cs0,
        Cs = Host
    ),
    in_lower_case(some(Host0), some(Host)).

recoded(Cs0, Kind, Component, Cs) :-
    decoded(Cs0, Cs1),
    ( Kind == iri -> K = iri(Component) ; K = Component ),
    encoded(Cs1, K, Cs).

% Delimiters are left unchanged.
query_recoded(Cs0, Kind, Cs) :-
    until("&;=", Cs0, Part0, Cs1),
    recoded(Part0, Kind, query_value, Part),
    append(Part, Cs2, Cs),
    (   Cs1 = [C|Cs3] -> Cs2 = [C|Cs4], query_recoded(Cs3, Kind, Cs4)
    ;   Cs2 = []
    ).

%! uri_iri(?URI, ?IRI) is det.
%
%  Converts between a URI and an IRI, which contains characters beyond ASCII instead of their
%  percent-encoding.
?- uri_iri('http://a.org/%C3%BC%20', I).
   I = 'http://a.org/ü%20'.
?- uri_iri(U, 'http://a.org/ü').
   U = 'http://a.org/%C3%BC'.
uri_iri(U, I) :-
    (   nonvar(U) -> chars_of(U, Cs0), to_iri(Cs0, Cs), atom_chars(I, Cs)
    ;   chars_of(I, Cs0),
        to_uri(Cs0, Cs),
        atom_chars(U, Cs)
    ).

to_iri([], []).
to_iri([C|Cs0], Ds) :-
    (   high_bytes([C|Cs0], Bs, Cs1), Bs = [_|_], catch(chars_utf8bytes(Ds0, Bs), error(_,_), fail) ->
        append(Ds0, Ds1, Ds),
        to_iri(Cs1, Ds1)
    ;   Ds = [C|Ds1],
        to_iri(Cs0, Ds1)
    ).

high_bytes(Cs0, Bs, Cs) :-
    (   Cs0 = ['%',X,Y|Cs1], char_type(X, xdigit(I)), I >= 8, char_type(Y, xdigit(J)) ->
        B is I*16+J,
        Bs = [B|Bs1],
        high_bytes(Cs1, Bs1, Cs)
    ;   Bs = [],
        Cs = Cs0
    ).

to_uri([], []).
to_uri([C|Cs], Ds) :-
    (   char_type(C, ascii) -> Ds = [C|Ds1]
    ;   chars_utf8bytes([C], Bs),
        percent(Bs, Ds, Ds1)
    ),
    to_uri(Cs, Ds1).

%! uri_edit(+Actions, +URI, -New) is det.
%
%  Unifies `New` with `URI` changed by `Actions`, one or a list of `scheme(S)`, `authority(A)`,
%  `user(U)`, `password(P)`, `host(H)`, `port(P)`, `path(P)` (relative to the present path),
%  `search(Pairs)` (which replaces pairs with the same names) and `fragment(F)`. A variable as
%  argument removes the part.
?- uri_edit([scheme(https),path(d),search([q=2])], 'http://a.org/b/c?q=1&r=3', U).
   U = 'https://a.org/b/d?r=3&q=2'.
?- uri_edit(port(8080), 'http://a.org/', U).
   U = 'http://a.org:8080/'.
uri_edit(As, U0, U) :-
    ( is_list(As) -> List = As ; List = [As] ),
    uri_components(U0, C0),
    edited(List, C0, C),
    uri_components(U, C).

edited([], C, C).
edited([A|As], C0, C) :-
    must_be(callable, A),
    (   edited_part(A, C0, C1) -> edited(As, C1, C)
    ;   domain_error(uri_edit, A, uri_edit/3)
    ).

edited_part(scheme(S), C0, C) :- uri_data(scheme, C0, S, C).
edited_part(authority(A), C0, C) :- uri_data(authority, C0, A, C).
edited_part(fragment(F), C0, C) :- uri_data(fragment, C0, F, C).
edited_part(path(P0), C0, C) :-
    uri_data(path, C0, Old),
    ( nonvar(P0), nonvar(Old) -> uri_resolve(P0, Old, P) ; P = P0 ),
    uri_data(path, C0, P, C).
edited_part(search(New), C0, C) :-
    uri_data(search, C0, Old),
    ( var(Old) -> Ps0 = [] ; uri_query_components(Old, Ps0) ),
    (   var(New) -> true
    ;   Q = q,
        ( New = [P|_], compound(P) -> pairs_named(New, Ps1) ; compound(New), New \= [_|_] -> pairs_named([New], Ps1) ; uri_query_components(New, Ps1) )
    ),
    (   Q == q ->
        findall(N=V, ( member(N=V, Ps0), \+ memberchk(N=_, Ps1) ), Kept),
        append(Kept, Ps1, Ps),
        ( Ps == [] -> true ; uri_query_components(Search, Ps) )
    ;   true
    ),
    uri_data(search, C0, Search, C).
edited_part(Part, C0, C) :-
    Part =.. [Name,Value],
    memberchk(Name, [user,password,host,port]),
    uri_data(authority, C0, A0),
    ( var(A0) -> D0 = uri_authority(_,_,_,_) ; uri_authority_components(A0, D0) ),
    nth1(I, [user,password,host,port], Name),
    D0 =.. [F|Xs0],
    nth1(I, Xs0, _, Rest),
    nth1(I, Xs, Value, Rest),
    D =.. [F|Xs],
    uri_authority_components(A, D),
    uri_data(authority, C0, A, C).

pairs_named([], []).
pairs_named([P|Ps], [N=V|Qs]) :-
    (   P = (N=V) -> true
    ;   P = N-V -> true
    ;   P =.. [N,V]
    ),
    pairs_named(Ps, Qs).

%! uri_file_name(?URI, ?File) is semidet.
%
%  Converts between a `file` URI and the path of a file.
?- uri_file_name(U, '/a b').
   U = 'file:///a%20b'.
?- uri_file_name('file:///a%20b', F).
   F = '/a b'.
uri_file_name(U, F) :-
    (   nonvar(U) ->
        uri_components(U, uri_components(file,A,P,_,_)),
        ( var(A) -> true ; memberchk(A, ['',localhost]) ),
        uri_encoded(path, F, P)
    ;   absolute_file_name(F, A),
        uri_encoded(path, A, P),
        atom_concat('file://', P, U)
    ).

%! www_form_encode(?Text, ?Encoded) is det.
%
%  Converts between text and its encoding as a form value.
?- www_form_encode('a b', E).
   E = 'a%20b'.
www_form_encode(T, E) :- uri_encoded(query_value, T, E).

%! urlenc(?Text, ?Encoded, +Options) is det.
%
%  Converts between text and its encoding as a form value.
?- urlenc('a b', E, []).
   E = 'a%20b'.
urlenc(T, E, _) :- uri_encoded(query_value, T, E).
