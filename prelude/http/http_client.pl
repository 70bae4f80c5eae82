% Requests to web servers, with predicates of SWI-Prolog's library(http/http_client), on library(http/http_open).

:- module(http_client, [http_get/3, http_post/4, http_put/4, http_patch/4, http_delete/3, http_read_data/3]).

%! http_get(+URL, -Reply, +Options) is det.
%
%  Unifies `Reply` with the document at a URL: a term of library(http/json) if its type is `application/json`, otherwise an
%  atom. Options are those of http_open/3, `to(T)` with `atom`, `string` (a list of characters), `codes` or `json`, and
%  `reply_header(Fields)`.
?- http_get('https://localhost/', R, []).
   error(existence_error(url_scheme,https),http_open/3).
http_get(URL, Reply, Options) :- replied(URL, Reply, Options).

%! http_post(+URL, +Data, -Reply, +Options) is det.
%
%  Sends data, in a form of the option `post(Data)` of http_open/3, and unifies `Reply` with the answer.
?- http_post('http://localhost/', x, R, []).
   error(_A,...).
http_post(URL, Data, Reply, Options) :- replied(URL, Reply, [post(Data)|Options]).

%! http_put(+URL, +Data, -Reply, +Options) is det.
%
%  As http_post/4, with the method PUT.
?- http_put('ftp://localhost/', atom(a), R, []).
   error(existence_error(url_scheme,ftp),http_open/3).
http_put(URL, Data, Reply, Options) :- replied(URL, Reply, [post(Data),method(put)|Options]).

%! http_patch(+URL, +Data, -Reply, +Options) is det.
%
%  As http_post/4, with the method PATCH.
?- http_patch('ftp://localhost/', atom(a), R, []).
   error(existence_error(url_scheme,ftp),http_open/3).
http_patch(URL, Data, Reply, Options) :- replied(URL, Reply, [post(Data),method(patch)|Options]).

%! http_delete(+URL, -Reply, +Options) is det.
%
%  As http_get/3, with the method DELETE.
?- http_delete('ftp://localhost/', R, []).
   error(existence_error(url_scheme,ftp),http_open/3).
http_delete(URL, Reply, Options) :- replied(URL, Reply, [method(delete)|Options]).

replied(URL, Reply, Options) :-
    must_be(list, Options),
    ( option(reply_header(Fields), Options) -> true ; true ),
    setup_call_cleanup(
        http_open(URL, S, [headers(Fields)|Options]),
        http_read_data([input(S)|Fields], Reply, Options),
        close(S)).

%! http_read_data(+Request, -Data, +Options) is det.
%
%  Unifies `Data` with the data of a request: a term of library(http/json), a list `Name=Value` for a form, otherwise an atom. The
%  option `to(T)` is that of http_get/3.
?- open_string("a=b&c=d", S), http_read_data([input(S),content_type('application/x-www-form-urlencoded')], D, []), close(S).
   S = ..., D = [a=b,c=d].
http_read_data(Request, Data, Options) :-
    memberchk(input(S), Request),
    ( memberchk(content_type(Type), Request) -> true ; Type = '' ),
    option(to(To), Options, Type),
    (   ( To == json ; sub_atom(To, 0, _, _, 'application/json') ) -> json_read(S, Data)
    ;   read_stream_to_chars(S, Cs),
        data(To, Cs, Data)
    ).

data(string, Cs, Data) :- !, Data = Cs.
data(codes, Cs, Data) :- !, maplist(char_code, Cs, Data).
data(To, Cs, Data) :- sub_atom(To, 0, _, _, 'application/x-www-form-urlencoded'), !,
    atom_chars(A, Cs),
    uri_query_components(A, Data).
data(_, Cs, Data) :- atom_chars(Data, Cs).
