% Parts of URLs, with predicates of SWI-Prolog's library(url), on library(uri).

:- module(url, [
    parse_url/2, parse_url/3, global_url/3, is_absolute_url/1, parse_url_search/2, http_location/2,
    url_iri/2, file_name_to_url/2
]).

%! parse_url(?URL, ?Parts) is det.
%
%  Converts between a URL and a list of `protocol(P)`, `host(H)`, `port(N)`, `path(P)`, `search(Pairs)`, `fragment(F)`, `user(U)`. Parts
%  that the URL has not are not in the list.
?- parse_url('http://a.org:80/b?c=d#e', Ps).
   Ps = [protocol(http),host('a.org'),port(80),path('/b'),search([c=d]),fragment(e)].
?- parse_url(U, [protocol(http),host('a.org'),path('/x')]).
   U = 'http://a.org/x'.
?- parse_url(_, _).
   error(instantiation_error,parse_url/2).
parse_url(URL, Parts) :-
    (   nonvar(URL) ->
        uri_components(URL, uri_components(Scheme,Authority,Path,Search,Fragment)),
        ( nonvar(Authority) -> uri_authority_components(Authority, uri_authority(User,_,Host,Port)) ; true ),
        ( ( nonvar(Path), Path \== '' ) -> P = Path ; nonvar(Authority) -> P = (/) ; true ),
        ( nonvar(Search) -> uri_query_components(Search, Pairs) ; true ),
        findall(
            T,
            ( member(T, [protocol(Scheme),user(User),host(Host),port(Port),path(P),search(Pairs),fragment(Fragment)]),
              arg(1, T, A),
              nonvar(A) ),
            Parts)
    ;   is_list(Parts) ->
        part(protocol(Scheme), Parts),
        ( memberchk(protocol(_), Parts) -> true ; Scheme = http ),
        part(host(Host), Parts),
        part(port(Port), Parts),
        part(user(User), Parts),
        part(fragment(Fragment), Parts),
        ( memberchk(path(Path), Parts) -> true ; Path = (/) ),
        (   memberchk(search(Pairs), Parts), Pairs \== [] -> uri_query_components(Search, Pairs)
        ;   true
        ),
        (   nonvar(Host) -> uri_authority_components(Authority, uri_authority(User,_,Host,Port))
        ;   true
        ),
        uri_components(URL, uri_components(Scheme,Authority,Path,Search,Fragment))
    ;   instantiation_error(parse_url/2)
    ).

part(T, Parts) :- ( memberchk(T, Parts) -> true ; true ).

%! parse_url(+URL, +Base, -Parts) is det.
%
%  As parse_url/2, for a URL that may be relative to another one.
?- parse_url('../c', 'http://a.org/x/b', Ps).
   Ps = [protocol(http),host('a.org'),path('/c')].
parse_url(URL, Base, Parts) :-
    ( is_list(Base) -> parse_url(B, Base) ; B = Base ),
    uri_resolve(URL, B, Global),
    parse_url(Global, Parts).

%! global_url(+URL, +Base, -Global) is det.
%
%  Unifies `Global` with a URL that may be relative to another one.
?- global_url('c.html', 'http://a.org/b/d.html', U).
   U = 'http://a.org/b/c.html'.
global_url(URL, Base, Global) :- uri_resolve(URL, Base, Global).

%! is_absolute_url(+URL) is semidet.
%
%  True if the URL has a protocol.
?- is_absolute_url('http://a.org/').
   true.
?- is_absolute_url('a/b').
   false.
is_absolute_url(URL) :- uri_is_global(URL).

%! parse_url_search(?Text, ?Pairs) is det.
%
%  Converts between the list of codes of a query and a list `Name=Value`.
?- atom_codes('a=b', Cs), parse_url_search(Cs, Ps).
   Cs = ..., Ps = [a=b].
parse_url_search(Text, Pairs) :-
    (   nonvar(Text) ->
        ( Text = [C|_], integer(C) -> atom_codes(A, Text) ; A = Text ),
        uri_query_components(A, Pairs)
    ;   uri_query_components(A, Pairs),
        atom_codes(A, Text)
    ).

%! http_location(+Parts, -Location) is det.
%
%  Unifies the list of codes `Location` with path and query of a list of parts.
?- http_location([path('/a'),search([b=c])], L), atom_codes(A, L).
   L = ..., A = '/a?b=c'.
http_location(Parts, Location) :-
    must_be(list, Parts),
    ( memberchk(path(Path), Parts) -> true ; Path = (/) ),
    (   memberchk(search(Pairs), Parts), Pairs \== [] ->
        uri_query_components(Search, Pairs),
        atomic_list_concat([Path,?,Search], A)
    ;   A = Path
    ),
    atom_codes(A, Location).

%! url_iri(?URL, ?IRI) is det.
%
%  As uri_iri/2.
?- url_iri('http://a.b/%C3%A9', I).
   I = 'http://a.b/é'.
url_iri(URL, IRI) :- uri_iri(URL, IRI).

%! file_name_to_url(?File, ?URL) is semidet.
%
%  As uri_file_name/2, with the file first.
?- file_name_to_url(F, 'file:///tmp/a').
   F = '/tmp/a'.
file_name_to_url(File, URL) :- uri_file_name(URL, File).
