% Sockets, with predicates of the libraries of this name in SICStus Prolog and Scryer Prolog, on those of library(socket).

:- module(sockets, [
    socket_client_open/3, socket_server_open/2, socket_server_open/3, socket_server_accept/4, socket_server_close/1,
    current_host/1, current_hostname/1
]).

%! socket_client_open(+Address, -Stream, +Options) is det.
%
%  Connects to `Host:Port`. `Stream` is for reading and for writing. Options are those of a stream: `alias(Name)`,
%  `eof_action(Action)`, `type(text)` or `type(binary)`, `encoding(E)`; `reposition(false)` and `eol(_)` have no effect.
?- socket_client_open('127.0.0.1':x, _, []).
   error(type_error(integer,x),tcp_connect/3).
?- catch(socket_client_open('127.0.0.1':1, _, []), error(socket_error(C,_),_), true).
   C = econnrefused.
socket_client_open(Address, Stream, Options) :-
    must_be(list, Options),
    tcp_connect(Address, Stream, []),
    set_properties(Options, Stream).

set_properties([], _).
set_properties([O|Os], Stream) :-
    ( without_effect(O) -> true ; set_stream(Stream, O) ),
    set_properties(Os, Stream).

without_effect(reposition(_)).
without_effect(eol(_)).

%! socket_server_open(?Address, -Server) is det.
%
%  Waits for connections to `Port` of all addresses of this machine, or to `Host:Port`. A variable as the port is bound to a free
%  one.
?- socket_server_open('127.0.0.1':P, S), socket_server_close(S), P > 0.
   P = ..., S = ... .
socket_server_open(Address, Server) :- socket_server_open(Address, Server, []).

%! socket_server_open(?Address, -Server, +Options) is det.
%
%  As socket_server_open/2. Options are `numeric_nodename(_)`, `numeric_servername(_)` and `reuseaddr(_)`, without effect.
?- socket_server_open(P, S, [reuseaddr(true)]), socket_server_close(S), P > 0.
   P = ..., S = ... .
?- socket_server_open(_, _, [no(1)]).
   error(domain_error(socket_option,no(1)),socket_server_open/3).
socket_server_open(Address, Server, Options) :-
    must_be(list, Options),
    (   member(O, Options), \+ memberchk(O, [numeric_nodename(_),numeric_servername(_),reuseaddr(_)]) ->
        domain_error(socket_option, O, socket_server_open/3)
    ;   tcp_socket(Server),
        catch(tcp_bind(Server, Address), E, ( tcp_close_socket(Server), throw(E) )),
        tcp_listen(Server, 5)
    ).

%! socket_server_accept(+Server, -Client, -Stream, +Options) is det.
%
%  Waits for a connection. `Client` is the address of the other side, an atom; `Stream` is for reading and for writing. Options are
%  those of socket_client_open/3.
?- socket_server_open(localhost:P, S), socket_client_open(localhost:P, C, []), socket_server_accept(S, A, D, [alias(side)]),
   format(C, "hello.~n", []), flush_output(C), read(side, T), close(C), close(D), socket_server_close(S).
   P = ..., S = ..., C = ..., A = '127.0.0.1', D = ..., T = hello.
socket_server_accept(Server, Client, Stream, Options) :-
    must_be(list, Options),
    tcp_accept(Server, Connection, Peer),
    Peer =.. [ip|Numbers],
    atomic_list_concat(Numbers, '.', Client),
    tcp_open_socket(Connection, Stream),
    set_properties(Options, Stream).

%! socket_server_close(+Server) is det.
%
%  Ends the wait for connections.
?- socket_server_close(s).
   error(type_error(socket,s),tcp_close_socket/1).
socket_server_close(Server) :- tcp_close_socket(Server).

%! current_host(?Name) is semidet.
%
%  Unifies `Name` with the name of this machine.
?- current_host(H), atom(H).
   H = ... .
current_host(Name) :- gethostname(Name).

%! current_hostname(?Name) is semidet.
%
%  As current_host/1.
?- current_hostname(H), atom(H).
   H = ... .
current_hostname(Name) :- gethostname(Name).
