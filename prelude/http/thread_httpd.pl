% A web server, with predicates of SWI-Prolog's libraries http/thread_httpd, http/http_dispatch and http/http_parameters. The
% server handles one request at a time, in a thread of its own: a machine that has the program as it is when the server starts.

:- module(thread_httpd, [
    http_server/1, http_server/2, http_stop_server/2, http_current_server/2, http_handler/3, http_delete_handler/1, http_current_handler/2, http_dispatch/1,
    http_404/2, http_redirect/3, http_reply_file/3, http_parameters/2, http_parameters/3
]).

:- meta_predicate http_server(1,?), http_current_server(1,?), http_handler(?,1,?).
:- meta_predicate output_of(0,?).

:- dynamic([handler/3, server/3]).

%! http_server(+Options) is det.
%
%  As http_server/2 with http_dispatch/1.
?- http_server([port(x)]).
   error(type_error(integer,x),http_server/2).
http_server(Options) :- http_server(http_dispatch, Options).

%! http_server(:Handler, +Options) is det.
%
%  Starts a server, and succeeds when it waits for requests. For each request, `call(Handler, Request)` writes a header, a blank line
%  and a document to the current output; `Request` is a list such as `[method(get),path('/a'),search([k=v]),host(H),...]`, in
%  which `input(Stream)` is the stream of the data that was sent. The field `Status: Code Reason` of the header sets the
%  status. A handler that fails or throws gives an answer with the status 500, 404 for an existence error of a file or
%  location, 403 for a permission error; `http_reply(R)` as a ball gives the answer `R`. Options are `port(Port)` or
%  `port(Host:Port)`, where a variable `Port` is unified with a free one; `timeout(Seconds)` (60), the longest wait for a part of a
%  request; and `foreground(true)`: the goal serves the requests itself, without a thread, until an interrupt or a limit ends it, or
%  with `requests(N)`, which implies that, after so many requests.
%
%  The thread of the server has a copy of the program: what handlers add to the database stays there, and clauses that are added
%  later do not reach it.
?- http_server(h, []).
   error(existence_error(option,port),http_server/2).
?- catch(call_with_time_limit(0.05, http_server(h, [port(localhost:_),foreground(true)])), B, true).
   B = time_limit_exceeded.
?- http_server(h, [port(localhost:P)]), http_current_server(h, P), http_stop_server(P, []).
   P = ... .
http_server(Handler, Options) :-
    must_be(list, Options),
    (   memberchk(port(Address), Options) -> true
    ;   existence_error(option, port, http_server/2)
    ),
    ( nonvar(Address), Address = _:Port -> true ; Port = Address ),
    ( var(Port) -> true ; integer(Port) -> true ; type_error(integer, Port, http_server/2) ),
    option(timeout(T), Options, 60),
    Ms is max(1, ceiling(T*1000)),
    option(requests(Most), Options, inf),
    (   ( Most \== inf ; option(foreground(true), Options) ) ->
        serve_at(Address, true, Most, Handler, Ms)
    ;   ( var(Port) -> free_port(Address) ; true ),
        start_server(Address, Port, Handler, Ms)
    ).

% Serves `Most` requests, after the goal `Ready` when clients can connect.
serve_at(Address, Ready, Most, Handler, Ms) :-
    setup_call_cleanup(
        tcp_socket(S),
        ( tcp_bind(S, Address), tcp_listen(S, 5), Ready, serve(Most, S, Handler, Ms) ),
        tcp_close_socket(S)).

free_port(Address) :- setup_call_cleanup(tcp_socket(S), tcp_bind(S, Address), tcp_close_socket(S)).

start_server(Address, Port, Handler, Ms) :-
    message_queue_create(Q),
    call_cleanup(
        (   thread_create(thread_httpd:server_thread(Q, Address, Handler, Ms), Id, [detached(true)]),
            thread_get_message(Q, Status)
        ),
        message_queue_destroy(Q)),
    (   Status = failed(E) -> throw(E)
    ;   assertz(server(Port, Handler, Id))
    ).

server_thread(Q, Address, Handler, Ms) :-
    catch(serve_at(Address, thread_send_message(Q, ready), inf, Handler, Ms), Ball, true),
    % The queue is there until the server is ready.
    (   Ball == http_stop_server -> true
    ;   catch(thread_send_message(Q, failed(Ball)), error(_,_), throw(Ball))
    ).

%! http_current_server(:Handler, ?Port) is nondet.
%
%  True if a server of this handler that http_server/2 has started waits at `Port`.
?- http_current_server(h, 1).
   false.
http_current_server(Handler, Port) :- server(Port, Handler, _).

%! http_stop_server(+Address, +Options) is det.
%
%  Ends the server at a port, or at `Host:Port`; requests that it handles are ended. Options have no effect.
?- http_stop_server(1, []).
   error(existence_error(http_server,1),http_stop_server/2).
?- http_server(h, [port(localhost:P)]), http_stop_server(P, []), sleep(0.2), http_server(h, [port(localhost:P)]), http_stop_server(localhost:P, []).
   P = ... .
http_stop_server(Address, _) :-
    ( nonvar(Address), Address = _:Port -> true ; Port = Address ),
    (   retract(server(Port, _, Id)) -> catch(thread_signal(Id, throw(http_stop_server)), error(_,_), true)
    ;   existence_error(http_server, Port, http_stop_server/2)
    ).

serve(Most, S, Handler, Ms) :-
    (   Most == 0 -> true
    ;   \+ \+ connection(S, Handler, Ms),
        ( integer(Most) -> Most1 is Most-1 ; Most1 = Most ),
        serve(Most1, S, Handler, Ms)
    ).

% A connection that breaks is no reason to end the server.
connection(S, Handler, Ms) :-
    tcp_accept(S, '$socket'(N), Peer),
    '$tcp_streams'(N, Ms, Pair),
    '$tcp_close'(N),
    catch(handled(Pair, Peer, Handler), error(_,_), true),
    catch(close(Pair, [force(true)]), error(_,_), true).

handled(Pair, Peer, Handler) :-
    set_stream(Pair, encoding(iso_latin_1)),
    stream_pair(Pair, Input, Output),
    catch(( http_open:http_head(Pair, Line, Fields), request(Line, Fields, Peer, Request0) ), error(E,_), true),
    (   nonvar(E) -> answer_ball(http_reply(bad_request(E)), Output, get)
    ;   (   memberchk(transfer_encoding-C, Fields), sub_atom(C, _, _, _, chunked) -> Size = -2
        ;   memberchk(content_length(Size), Request0) -> true
        ;   Size = 0
        ),
        memberchk(method(Method), Request0),
        setup_call_cleanup(
            '$http_body'(Input, Size, Body),
            answered(Handler, [input(Body)|Request0], Method, Output),
            close(Body, [force(true)]))
    ),
    close(Output).

request(Line, Fields, Peer, [peer(Peer),method(Method),request_uri(URI),path(Path),http_version(V)|Rest]) :-
    atom_chars(L, Line),
    (   atomic_list_concat([M,URI,Version], ' ', L), known_version(Version, V) -> true
    ;   throw(error(syntax_error(http_request(L)),http_server/2))
    ),
    downcase_atom(M, Method),
    (   sub_atom(URI, B, _, A, ?) ->
        sub_atom(URI, 0, B, _, Path0),
        sub_atom(URI, _, A, 0, Query),
        uri_query_components(Query, Search),
        Rest = [search(Search)|Rest1]
    ;   Path0 = URI, Rest = Rest1
    ),
    uri_encoded(path, Path, Path0),
    findall(F, ( member(N-V0, Fields), field(N, V0, F0), member(F, F0) ), Rest1).

known_version('HTTP/1.1', 1-1).
known_version('HTTP/1.0', 1-0).

field(host, V, Fs) :- !,
    (   sub_atom(V, B, _, A, :), sub_atom(V, _, A, 0, P), atom_number(P, Port) ->
        sub_atom(V, 0, B, _, Host),
        Fs = [host(Host),port(Port)]
    ;   Fs = [host(V)]
    ).
field(content_length, V, Fs) :- !, ( atom_number(V, N), integer(N), N >= 0 -> Fs = [content_length(N)] ; Fs = [] ).
field(N, V, [F]) :- F =.. [N,V].

answered(Handler, Request, Method, Output) :-
    catch(
        ( output_of(call(Handler, Request), Cs) -> true ; throw(error(goal_failed(Handler),http_server/2)) ),
        Ball,
        true),
    (   Ball == http_stop_server -> throw(Ball)
    ;   nonvar(Ball) -> ( Ball = error(_,_) -> true ; Ball = http_reply(_) -> true ; Ball = http_reply(_,_) -> true ; print_message(error, Ball) ), answer_ball(Ball, Output, Method)
    ;   split_answer(Cs, Head, Body),
        answer(Head, Body, Output, Method)
    ).

output_of(G, Cs) :- with_output_to(chars(Cs), G).

% The fields of a header, and the document after the blank line.
split_answer(Cs, Fields, Body) :-
    (   append(Line0, ['\n'|Rest], Cs) ->
        ( append(Line, ['\r'], Line0) -> true ; Line = Line0 ),
        (   Line == [] -> Fields = [], Body = Rest
        ;   append(Name0, [:|Value0], Line) ->
            split_string(Value0, "", " \t", [Value]),
            atom_chars(Name1, Name0),
            downcase_atom(Name1, Name),
            Fields = [Name-Value|Fields1],
            split_answer(Rest, Fields1, Body)
        ;   Fields = [], Body = Cs
        )
    ;   Fields = [], Body = Cs
    ).

answer(Fields, Body, Output, Method) :-
    ( memberchk(status-Status, Fields) -> true ; Status = "200" ),
    (   append(Code0, [' '|Reason], Status) -> true
    ;   Code0 = Status, Reason = []
    ),
    (   catch(number_chars(Code, Code0), error(_,_), fail) -> true
    ;   Code = 200
    ),
    ( Reason == [], reason(Code, Word) -> true ; atom_chars(Word, Reason) ),
    format(Output, "HTTP/1.1 ~d ~w\r\n", [Code,Word]),
    forall(
        ( member(N-V, Fields), N \== status, N \== 'content-length' ),
        format(Output, "~w: ~s\r\n", [N,V])),
    http_open:utf8_length(Body, Length),
    format(Output, "Content-Length: ~d\r\nConnection: close\r\n\r\n", [Length]),
    flush_output(Output),
    set_stream(Output, encoding(utf8)),
    ( Method == head -> true ; format(Output, "~s", [Body]) ).

reason(200, 'OK').
reason(201, 'Created').
reason(204, 'No Content').
reason(301, 'Moved Permanently').
reason(302, 'Found').
reason(303, 'See Other').
reason(307, 'Temporary Redirect').
reason(400, 'Bad Request').
reason(401, 'Unauthorized').
reason(403, 'Forbidden').
reason(404, 'Not Found').
reason(405, 'Method Not Allowed').
reason(500, 'Internal Server Error').
reason(_, 'Status').

answer_ball(Ball, Output, Method) :-
    ball_answer(Ball, Code, Fields, Text),
    reason(Code, Reason), !,
    number_chars(Code, Cs),
    format(chars(Body), "~d ~w~n~w~n", [Code,Reason,Text]),
    answer([status-Cs,'content-type'-"text/plain; charset=UTF-8"|Fields], Body, Output, Method).

ball_answer(http_reply(R), Code, Fields, Text) :- reply(R, Code, Fields, Text), !.
ball_answer(http_reply(R,_), Code, Fields, Text) :- reply(R, Code, Fields, Text), !.
ball_answer(error(existence_error(Kind,What),_), 404, [], What) :-
    memberchk(Kind, [http_location,file,source_sink,url]), !.
ball_answer(error(permission_error(_,_,What),_), 403, [], What) :- !.
ball_answer(error(existence_error(http_parameter,N),_), 400, [], N) :- !.
ball_answer(error(http_parameter(N,E),_), 400, [], N:E) :- !.
ball_answer(Ball, 500, [], Text) :- format(atom(Text), "~q", [Ball]).

reply(not_found(W), 404, [], W).
reply(forbidden(W), 403, [], W).
reply(bad_request(W), 400, [], W).
reply(server_error(W), 500, [], W).
reply(method_not_allowed(_,W), 405, [], W).
reply(moved(U), 301, [location-Cs], U) :- atom_chars(U, Cs).
reply(moved_temporary(U), 302, [location-Cs], U) :- atom_chars(U, Cs).
reply(see_other(U), 303, [location-Cs], U) :- atom_chars(U, Cs).
reply(authorise(basic,Realm), 401, ['www-authenticate'-Cs], '') :- format(chars(Cs), "Basic realm=\"~w\"", [Realm]).

%! http_handler(+Path, :Handler, +Options) is det.
%
%  Registers the handler of a path, an atom or `root(Relative)`, in place of an earlier one. With the option `prefix`, it is the handler of
%  all paths that start with `Path` and have no longer one. `method(M)` or `methods(Ms)` restricts the methods.
?- http_handler(root(hello), h, []), http_current_handler(P, _), http_delete_handler(path('/hello')).
   P = '/hello'.
?- http_handler(_, h, []).
   error(instantiation_error,http_handler/3).
http_handler(Path0, Handler, Options) :-
    path(Path0, Path),
    must_be(list, Options),
    retractall(handler(Path,_,_)),
    assertz(handler(Path, Handler, Options)).

path(Path0, Path) :-
    (   var(Path0) -> instantiation_error(http_handler/3)
    ;   Path0 = root(Relative) ->
        ( var(Relative) -> instantiation_error(http_handler/3) ; true ),
        ( Relative == '.' -> Path = (/) ; format(atom(Path), "/~w", [Relative]) )
    ;   atom(Path0) -> Path = Path0
    ;   type_error(http_location, Path0, http_handler/3)
    ).

%! http_delete_handler(+What) is det.
%
%  Removes the handlers of `path(Path)`.
?- http_delete_handler(path('/no/such')).
   true.
http_delete_handler(What) :-
    must_be(nonvar, What),
    (   What = path(Path0) -> path(Path0, Path), retractall(handler(Path,_,_))
    ;   domain_error(http_handler, What, http_delete_handler/1)
    ).

%! http_current_handler(?Path, ?Handler) is nondet.
%
%  Enumerates the handlers.
?- http_current_handler('/no/such', H).
   false.
http_current_handler(Path, Handler) :- handler(Path, Handler, _).

%! http_dispatch(+Request) is det.
%
%  Calls the handler of the path of a request. Throws an existence error if there is none.
?- http_dispatch([path('/no/such'),method(get)]).
   error(existence_error(http_location,'/no/such'),http_dispatch/1).
http_dispatch(Request) :-
    memberchk(path(Path), Request),
    (   handler(Path, Handler, Options) -> true
    ;   findall(L-h(H,Os,P), ( handler(P, H, Os), memberchk(prefix, Os), sub_atom(Path, 0, L, _, P) ), Hs),
        keysort(Hs, Sorted),
        append(_, [_-h(Handler,Options,_)], Sorted) -> true
    ;   existence_error(http_location, Path, http_dispatch/1)
    ),
    ( memberchk(method(Method), Request) -> true ; Method = get ),
    (   ( memberchk(method(M), Options), Ms = [M] ; memberchk(methods(Ms), Options) ), \+ memberchk(Method, Ms),
        \+ ( Method == head, memberchk(get, Ms) ) ->
        throw(http_reply(method_not_allowed(Method,Path)))
    ;   call(Handler, Request)
    ).

%! http_404(+Options, +Request) is det.
%
%  A handler that answers with the status 404.
?- catch(http_404([], [path('/x')]), B, true).
   B = http_reply(not_found('/x')).
http_404(_, Request) :-
    memberchk(path(Path), Request),
    throw(http_reply(not_found(Path))).

%! http_redirect(+How, +To, +Request) is det.
%
%  Answers with a redirection: `How` is `moved`, `moved_temporary` or `see_other`.
?- catch(http_redirect(see_other, '/x', []), B, true).
   B = http_reply(see_other('/x')).
http_redirect(How, To, _) :-
    (   memberchk(How, [moved,moved_temporary,see_other]) -> R =.. [How,To], throw(http_reply(R))
    ;   domain_error(http_redirection, How, http_redirect/3)
    ).

%! http_reply_file(+File, +Options, +Request) is det.
%
%  Answers with the text of a file. The option `mime_type(T)` sets its type, which the extension shows otherwise.
?- http_reply_file('no/such/file', [], []).
   error(existence_error(source_sink,'no/such/file'),open/4).
http_reply_file(File, Options, _) :-
    (   option(mime_type(Type), Options) -> true
    ;   file_name_extension(_, E, File), mime(E, Type) -> true
    ;   Type = 'text/plain'
    ),
    read_file_to_chars(File, Cs, []),
    format("Content-type: ~w; charset=UTF-8~n~n~s", [Type,Cs]).

mime(html, 'text/html').
mime(css, 'text/css').
mime(js, 'text/javascript').
mime(json, 'application/json').
mime(svg, 'image/svg+xml').

%! http_parameters(+Request, ?Parameters) is det.
%
%  As http_parameters/3, without options.
?- http_parameters([search([a='1',b=x])], [a(A,[integer]),b(B,[]),c(C,[default(d)])]).
   A = 1, B = x, C = d.
http_parameters(Request, Parameters) :- http_parameters(Request, Parameters, []).

%! http_parameters(+Request, ?Parameters, +Options) is det.
%
%  Unifies the values of parameters of a request, which come from its query or from a form, with those of the list `Name(Value,Conditions)`.
%  Conditions are `default(D)`, `optional(true)`, `list(Type)` for all values, `integer`, `nonneg`, `number`, `float`, `boolean`, `atom`, `oneof(Values)`,
%  `length > N`, `length < N`, `length >= N`, `length =< N`. The option `form_data(Pairs)` gives all parameters.
?- http_parameters([search([])], [a(_,[])], []).
   error(existence_error(http_parameter,a),http_parameters/3).
?- http_parameters([search([a=x])], [a(_,[integer])], []).
   error(http_parameter(a,type_error(integer,x)),http_parameters/3).
http_parameters(Request, Parameters, Options) :-
    must_be(list, Parameters),
    ( memberchk(search(Search), Request) -> true ; Search = [] ),
    (   memberchk(method(post), Request), memberchk(content_type(T), Request),
        sub_atom(T, 0, _, _, 'application/x-www-form-urlencoded') ->
        http_read_data(Request, Form, []),
        append(Form, Search, Pairs)
    ;   Pairs = Search
    ),
    ( option(form_data(Data), Options) -> Data = Pairs ; true ),
    parameters(Parameters, Pairs).

parameters([], _).
parameters([P|Ps], Pairs) :-
    P =.. [Name,Value|Rest],
    ( Rest = [Conditions] -> true ; Conditions = [] ),
    (   memberchk(list(Type), Conditions) ->
        findall(V, ( member(Name=V0, Pairs), converted([Type], Name, V0, V) ), Value)
    ;   memberchk(Name=V0, Pairs) -> converted(Conditions, Name, V0, V), Value = V
    ;   memberchk(default(D), Conditions) -> Value = D
    ;   memberchk(optional(true), Conditions) -> true
    ;   existence_error(http_parameter, Name, http_parameters/3)
    ),
    parameters(Ps, Pairs).

converted([], _, V, V).
converted([C|Cs], Name, V0, V) :-
    (   condition(C, V0, V1) -> converted(Cs, Name, V1, V)
    ;   ( C = oneof(Vs) -> E = domain_error(oneof(Vs),V0) ; E = type_error(C,V0) ),
        throw(error(http_parameter(Name,E),http_parameters/3))
    ).

condition(integer, V0, V) :- !, as_number(V0, V), integer(V).
condition(nonneg, V0, V) :- !, as_number(V0, V), integer(V), V >= 0.
condition(number, V0, V) :- !, as_number(V0, V).
condition(float, V0, V) :- !, as_number(V0, V1), V is float(V1).
condition(boolean, V0, V) :- !,
    ( memberchk(V0, [true,on,yes,'1']) -> V = true ; memberchk(V0, [false,off,no,'0']) -> V = false ).
condition(oneof(Vs), V, V) :- !, memberchk(V, Vs).
condition(length>N, V, V) :- !, atom_length(V, L), L > N.
condition(length<N, V, V) :- !, atom_length(V, L), L < N.
condition(length>=N, V, V) :- !, atom_length(V, L), L >= N.
condition(length=<N, V, V) :- !, atom_length(V, L), L =< N.
condition(_, V, V).

as_number(V0, V) :- ( number(V0) -> V = V0 ; atom_number(V0, V) ).
