% Documents of web servers as streams, with predicates of SWI-Prolog's library(http/http_open). A connection serves one
% request. There is no TLS: a URL that starts with `https` is an existence error.

:- module(http_open, [http_open/3]).

%! http_open(+URL, -Stream, +Options) is det.
%
%  Opens the document at a URL, which may also be a list of its parts: `host(H)`, `port(P)`, `path(Path)`,
%  `search(Pairs)`, `scheme(http)`. Options:
%
%  - `method(M)`: `get` (default), `head`, `post`, `put`, `delete`, `patch`, `options`
%  - `post(Data)`: the data that is sent: `atom(A)`, `string(S)`, `codes(Cs)`, each also with a type before the text; `form(Pairs)`; `json(Term)`
%  - `request_header(Name=Value)`, `user_agent(A)`, `authorization(basic(User,Password))`
%  - `header(Name,Value)`, `headers(Fields)`, `status_code(Code)`, `size(N)`, `final_url(URL)`, `version(Major-Minor)`: what the server answers.
%    With `status_code(Code)`, no code is an error
%  - `timeout(Seconds)`: the longest wait for the connection and for each answer
%  - `redirect(false)`, `max_redirect(N)`: no, or at most `N` (10) redirections
%  - `encoding(E)`, `type(binary)`: of the stream; by default what the server states, or UTF-8
%
%  Throws an existence error for a document that does not exist, a permission error for one that may not be read,
%  `socket_error(Code,Message)` if there is no connection.
?- http_open('https://localhost/', S, []).
   error(existence_error(url_scheme,https),http_open/3).
?- http_open(f(x), S, []).
   error(type_error(url,f(x)),http_open/3).
?- catch(http_open('http://127.0.0.1:1/', S, []), error(socket_error(C,_),_), true).
   C = econnrefused.
?- catch(http_open([host('127.0.0.1'),port(1),search([a=b])], S, []), error(socket_error(C,_),_), true).
   C = econnrefused.
http_open(URL0, Stream, Options) :-
    must_be(list, Options),
    (   var(URL0) -> instantiation_error(http_open/3)
    ;   catch(atom_string(URL, URL0), error(_,_), fail) -> true
    ;   is_list(URL0), memberchk(host(Host), URL0) -> url_of_parts(URL0, Host, URL)
    ;   type_error(url, URL0, http_open/3)
    ),
    option(max_redirect(Most), Options, 10),
    opened(URL, Most, Stream, Options).

url_of_parts(Parts, Host, URL) :-
    ( ( option(scheme(Scheme), Parts) ; option(protocol(Scheme), Parts) ) -> true ; Scheme = http ),
    ( option(port(Port), Parts) -> atomic_list_concat([Host,:,Port], Authority) ; Authority = Host ),
    option(path(Path), Parts, /),
    ( option(search(Pairs), Parts) -> uri_query_components(Search, Pairs) ; true ),
    uri_components(URL, uri_components(Scheme,Authority,Path,Search,_)).

opened(URL, Most, Stream, Options) :-
    url_parts(URL, Host, Port, Target),
    option(timeout(T), Options, 0),
    ( number(T), T > 0 -> Ms is max(1, ceiling(T*1000)) ; Ms = 0 ),
    catch(connected(Host, Port, Ms, Pair), error(E,_), throw(error(E,http_open/3))),
    catch(
        exchanged(Pair, URL, Host, Port, Target, Code, Fields, Options),
        Ball,
        ( close(Pair, [force(true)]), throw(Ball) )),
    (   redirects(Code, Fields, URL, Next), \+ option(redirect(false), Options) ->
        close(Pair, [force(true)]),
        (   Most > 0 -> true
        ;   throw(error(permission_error(redirect,http,URL),http_open/3))
        ),
        Most1 is Most-1,
        ( memberchk(Code, [301,302,303]) -> without_data(Options, Options1) ; Options1 = Options ),
        opened(Next, Most1, Stream, Options1)
    ;   answered(Code, Fields, URL, Pair, Stream, Options)
    ).

without_data([], []).
without_data([O|Os0], Os) :-
    (   nonvar(O), ( O = post(_) ; O = method(M), nonvar(M), M \== head ) -> Os = Os1
    ;   Os = [O|Os1]
    ),
    without_data(Os0, Os1).

connected(Host, Port, Ms, Pair) :-
    '$tcp_socket'(N),
    catch('$tcp_connect'(N, Host, Port, Ms), Ball, ( '$tcp_close'(N), throw(Ball) )),
    '$tcp_streams'(N, Ms, Pair),
    '$tcp_close'(N).

% The parts of a URL that a connection needs; `Target` is path and query.
url_parts(URL, Host, Port, Target) :-
    uri_components(URL, uri_components(Scheme,Authority,Path0,Search,_)),
    (   var(Scheme) -> domain_error(url, URL, http_open/3)
    ;   Scheme == http -> true
    ;   existence_error(url_scheme, Scheme, http_open/3)
    ),
    ( ( var(Authority) ; Authority == '' ) -> domain_error(url, URL, http_open/3) ; true ),
    uri_authority_components(Authority, uri_authority(_,_,Host,Port0)),
    ( ( var(Port0) ; Port0 == '' ) -> Port = 80 ; integer(Port0) -> Port = Port0 ; atom_number(Port0, Port) ),
    ( ( var(Path0) ; Path0 == '' ) -> Path = (/) ; Path = Path0 ),
    ( var(Search) -> Target = Path ; atomic_list_concat([Path,?,Search], Target) ).

redirects(Code, Fields, URL, Next) :-
    memberchk(Code, [301,302,303,307,308]),
    memberchk(location-Location, Fields),
    uri_resolve(Location, URL, Next).

% Sends the request and reads the head of the answer.
exchanged(Pair, URL, Host, Port, Target, Code, Fields, Options) :-
    set_stream(Pair, encoding(iso_latin_1)),
    (   option(post(Data), Options) -> post_text(Data, Type, Text), Method0 = post
    ;   Text = none, Method0 = get
    ),
    option(method(Method), Options, Method0),
    (   memberchk(Method, [get,head,post,put,delete,patch,options]) -> true
    ;   domain_error(http_method, Method, http_open/3)
    ),
    upcase_atom(Method, M),
    ( Port =:= 80 -> HostPort = Host ; atomic_list_concat([Host,:,Port], HostPort) ),
    option(user_agent(Agent), Options, 'Horn'),
    line(Pair, "~w ~w HTTP/1.1", [M,Target]),
    line(Pair, "Host: ~w", [HostPort]),
    line(Pair, "User-Agent: ~w", [Agent]),
    line(Pair, "Connection: close", []),
    (   option(authorization(basic(U,P)), Options) ->
        atomic_list_concat([U,:,P], Plain),
        base64(Plain, Encoded),
        line(Pair, "Authorization: Basic ~w", [Encoded])
    ;   true
    ),
    forall(member(request_header(Name=Value), Options), line(Pair, "~w: ~w", [Name,Value])),
    (   Text == none -> line(Pair, "", [])
    ;   utf8_length(Text, Length),
        line(Pair, "Content-Type: ~w", [Type]),
        line(Pair, "Content-Length: ~d", [Length]),
        line(Pair, "", []),
        flush_output(Pair),
        stream_pair(Pair, _, Output),
        set_stream(Output, encoding(utf8)),
        format(Output, "~s", [Text])
    ),
    flush_output(Pair),
    http_head(Pair, First, Fields),
    (   phrase(status(Code), First) -> true
    ;   atom_chars(Line, First),
        throw(error(syntax_error(http_status(Line)),http_open(URL)))
    ).

% A line of the head. A value with the end of a line in it would be another line.
line(Stream, Format, Arguments) :-
    format(chars(Cs), Format, Arguments),
    (   member(C, Cs), memberchk(C, ['\n','\r']) -> atom_chars(A, Cs), domain_error(http_header, A, http_open/3)
    ;   format(Stream, "~s\r\n", [Cs])
    ).

utf8_length(Cs, N) :- utf8_length(Cs, 0, N).

utf8_length([], N, N).
utf8_length([C|Cs], N0, N) :-
    char_code(C, K),
    ( K < 0x80 -> B = 1 ; K < 0x800 -> B = 2 ; K < 0x10000 -> B = 3 ; B = 4 ),
    N1 is N0+B,
    utf8_length(Cs, N1, N).

post_text(Data, _, _) :- var(Data), !, instantiation_error(http_open/3).
post_text(Data, Type, Text) :-
    (   data(Data, Type0, Text0) -> Type = Type0
    ;   domain_error(http_data, Data, http_open/3)
    ),
    ( Text0 = chars(Text) -> true ; text_chars(Text0, Text) ).

data(atom(A), 'text/plain; charset=UTF-8', A).
data(atom(T,A), T, A).
data(string(A), 'text/plain; charset=UTF-8', A).
data(string(T,A), T, A).
data(codes(A), 'text/plain; charset=UTF-8', A).
data(codes(T,A), T, A).
data(form(Ps0), 'application/x-www-form-urlencoded', Q) :-
    findall(K=V, ( member(P, Ps0), pair(P, K, V) ), Ps),
    uri_query_components(Q, Ps).
data(json(T), 'application/json; charset=UTF-8', chars(Cs)) :-
    with_output_to(chars(Cs), ( current_output(S), json_write(S, T, [width(0)]) )).
data(json(T,_), Type, Text) :- data(json(T), Type, Text).

pair(K=V, K, V).
pair(K-V, K, V).
pair(P, K, V) :- P =.. [K,V], \+ memberchk(K, [=,-]).

text_chars(T, Cs) :- atom_string(A, T), atom_chars(A, Cs).

status(Code) -->
    "HTTP/", [_,'.',_,' ',A,B,C],
    { catch(number_chars(Code, [A,B,C]), error(_,_), fail) },
    ( " " | \+ [_] ),
    rest.

rest --> [] | [_], rest.

% http_head(+Stream, -Line, -Fields): the first line of a message, and its fields Name-Value with names in lower case, with `_`
% for `-`.
http_head(Stream, Line, Fields) :-
    head_line(Stream, Line),
    http_fields(Stream, Fields).

head_line(Stream, Line) :-
    read_line_to_chars(Stream, Cs),
    (   Cs == end_of_file -> throw(error(syntax_error(http_end_of_message),http_open/3))
    ;   append(Line0, ['\r'], Cs) -> Line = Line0
    ;   Line = Cs
    ).

http_fields(Stream, Fields) :-
    head_line(Stream, Line),
    (   Line == [] -> Fields = []
    ;   append(Name0, [:|Value0], Line) ->
        split_string(Value0, "", " \t", [Value1]),
        atom_chars(Value, Value1),
        maplist(field_char, Name0, Name1),
        atom_chars(Name2, Name1),
        downcase_atom(Name2, Name),
        Fields = [Name-Value|Fields1],
        http_fields(Stream, Fields1)
    ;   http_fields(Stream, Fields)
    ).

field_char(C, D) :- ( C == (-) -> D = '_' ; D = C ).

answered(Code, Fields, URL, Pair, Stream, Options) :-
    forall(( member(header(N,_), Options), nonvar(N) ), true),
    (   option(status_code(C), Options) -> C = Code
    ;   Code >= 200, Code < 300 -> true
    ;   close(Pair, [force(true)]),
        failed(Code, URL)
    ),
    asked(Options, Code, Fields, URL),
    stream_pair(Pair, Input, Output),
    (   ( option(method(head), Options) ; Code =:= 204 ; Code =:= 304 ) -> Size = 0
    ;   memberchk(transfer_encoding-Chunked, Fields), sub_atom(Chunked, _, _, _, chunked) -> Size = -2
    ;   memberchk(content_length-L, Fields), atom_number(L, Size0), integer(Size0), Size0 >= 0 -> Size = Size0
    ;   Size = -1
    ),
    close(Output, [force(true)]),
    '$http_body'(Input, Size, Stream),
    (   option(type(binary), Options) -> set_stream(Stream, type(binary))
    ;   option(encoding(E), Options) -> set_stream(Stream, encoding(E))
    ;   memberchk(content_type-T, Fields), downcase_atom(T, T1), sub_atom(T1, _, _, _, 'charset=iso-8859-1') ->
        set_stream(Stream, encoding(iso_latin_1))
    ;   true
    ).

failed(Code, URL) :-
    (   memberchk(Code, [401,403,405,407]) -> throw(error(permission_error(access,url,URL),status(Code)))
    ;   memberchk(Code, [404,410]) -> throw(error(existence_error(url,URL),status(Code)))
    ;   throw(error(http_error(Code,URL),http_open/3))
    ).

asked([], _, _, _).
asked([O|Os], Code, Fields, URL) :-
    (   O = header(N0,V) ->
        atom_chars(N0, Cs0),
        maplist(field_char, Cs0, Cs),
        atom_chars(N1, Cs),
        downcase_atom(N1, N),
        ( memberchk(N-V0, Fields) -> V = V0 ; V = '' )
    ;   O = headers(Hs) -> findall(F, ( member(N-V, Fields), F =.. [N,V] ), Hs)
    ;   O = size(S) -> ( memberchk(content_length-L, Fields), atom_number(L, S0) -> S = S0 ; true )
    ;   O = final_url(U) -> U = URL
    ;   O = version(V) -> V = 1-1
    ;   true
    ),
    asked(Os, Code, Fields, URL).
