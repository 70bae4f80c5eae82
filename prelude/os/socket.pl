% Sockets, with predicates of SWI-Prolog's library(socket). The threads of a program share them, so that one can accept
% connections and others serve them; the streams of a connection belong to the thread that opens them. A machine needs access
% to the network, which its host grants; without it, the predicates throw a permission error. Interrupts and limits of time end
% a wait. A build of Horn without the feature `network` throws an existence error.

:- module(socket, [
    tcp_socket/1, tcp_close_socket/1, tcp_connect/2, tcp_connect/3, tcp_connect/4, tcp_bind/2, tcp_listen/2, tcp_accept/3,
    tcp_open_socket/2, tcp_open_socket/3, tcp_setopt/2, tcp_host_to_address/2, gethostname/1
]).

:- meta_predicate in_context(0,?).

in_context(G, PI) :- catch(G, error(E,_), throw(error(E,PI))).

%! tcp_socket(-Socket) is det.
%
%  Makes a socket.
?- tcp_socket(S), tcp_close_socket(S).
   S = ... .
tcp_socket(Socket) :-
    in_context('$tcp_socket'(N), tcp_socket/1),
    Socket = '$socket'(N).

%! tcp_close_socket(+Socket) is det.
%
%  Closes a socket. The streams of its connection stay open.
?- tcp_socket(S), tcp_close_socket(S), tcp_close_socket(S).
   error(existence_error(socket,...),tcp_close_socket/1).
?- tcp_close_socket(s).
   error(type_error(socket,s),tcp_close_socket/1).
tcp_close_socket(Socket) :-
    number_of(Socket, N, tcp_close_socket/1),
    in_context('$tcp_close'(N), tcp_close_socket/1).

number_of(Socket, N, PI) :-
    (   var(Socket) -> instantiation_error(PI)
    ;   Socket = '$socket'(N) -> true
    ;   type_error(socket, Socket, PI)
    ).

%! tcp_connect(+Address, -Stream, +Options) is det.
%
%  Connects to `Host:Port`. `Stream` is a stream for reading and for writing. Options are `timeout(Seconds)`, the longest wait
%  for the connection, and `nodelay(_)`, `bypass_proxy(_)`, which have no effect. Throws `socket_error(Code,Message)` if there is no
%  connection, with a code such as `econnrefused`.
?- tcp_connect(localhost:x, S, []).
   error(type_error(integer,x),tcp_connect/3).
?- catch(tcp_connect('127.0.0.1':1, S, []), error(socket_error(C,_),_), true).
   C = econnrefused.
tcp_connect(Address, Stream, Options) :-
    must_be(list, Options),
    (   nonvar(Address), Address = '$socket'(_) -> tcp_connect(Address, Stream), Options = []
    ;   option(timeout(T), Options, 0),
        milliseconds(T, Ms),
        connected(Address, Ms, N, tcp_connect/3),
        in_context('$tcp_streams'(N, 0, Stream), tcp_connect/3),
        '$tcp_close'(N)
    ).

milliseconds(T, Ms) :-
    (   number(T), T > 0 -> Ms is max(1, ceiling(T*1000))
    ;   Ms = 0
    ).

connected(Address, Ms, N, PI) :-
    host_port(Address, Host, Port, PI),
    in_context('$tcp_socket'(N), PI),
    catch('$tcp_connect'(N, Host, Port, Ms), error(E,_), ( '$tcp_close'(N), throw(error(E,PI)) )).

host_port(Address, Host, Port, PI) :-
    (   var(Address) -> instantiation_error(PI)
    ;   Address = Host0:Port0 -> true
    ;   type_error(address, Address, PI)
    ),
    ( ( var(Host0) ; var(Port0) ) -> instantiation_error(PI) ; true ),
    host_atom(Host0, Host, PI),
    (   integer(Port0) -> Port = Port0
    ;   Port0 == http -> Port = 80
    ;   type_error(integer, Port0, PI)
    ),
    ( between(0, 65535, Port) -> true ; domain_error(port, Port, PI) ).

host_atom(Host0, Host, PI) :-
    (   nonvar(Host0), Host0 =.. [ip|Ns], ground(Ns), length(Ns, L) ->
        (   L =:= 4 -> atomic_list_concat(Ns, '.', Host)
        ;   L =:= 8 ->
            findall(A, ( member(N, Ns), format(atom(A), "~16r", [N]) ), As),
            atomic_list_concat(As, :, Host)
        ;   type_error(address, Host0, PI)
        )
    ;   atom(Host0) -> Host = Host0
    ;   catch(atom_string(Host, Host0), error(_,_), fail) -> true
    ;   type_error(address, Host0, PI)
    ).

%! tcp_connect(+Socket, +Address) is det.
%
%  Connects a socket to `Host:Port`.
?- tcp_socket(S), catch(tcp_connect(S, '127.0.0.1':1), error(socket_error(C,_),_), true), tcp_close_socket(S).
   S = ..., C = econnrefused.
tcp_connect(Socket, Address) :-
    number_of(Socket, N, tcp_connect/2),
    host_port(Address, Host, Port, tcp_connect/2),
    in_context('$tcp_connect'(N, Host, Port, 0), tcp_connect/2).

%! tcp_connect(+Socket, +Address, -Read, -Write) is det.
%
%  Connects a socket to `Host:Port` and opens its two streams.
?- tcp_socket(S), catch(tcp_connect(S, '127.0.0.1':1, R, W), error(socket_error(C,_),_), true), tcp_close_socket(S).
   S = ..., C = econnrefused.
tcp_connect(Socket, Address, Read, Write) :-
    tcp_connect(Socket, Address),
    tcp_open_socket(Socket, Read, Write).

%! tcp_bind(+Socket, ?Address) is det.
%
%  Binds a socket to `Port` of all addresses of this machine, or to `Host:Port`. A variable as the port is bound to a
%  free one.
?- tcp_socket(S), tcp_bind(S, '127.0.0.1':P), tcp_listen(S, 5), tcp_close_socket(S), P > 0.
   S = ..., P = ... .
tcp_bind(Socket, Address) :-
    number_of(Socket, N, tcp_bind/2),
    (   nonvar(Address), Address = Host0:Port -> host_atom(Host0, Host, tcp_bind/2)
    ;   Host = '0.0.0.0', Port = Address
    ),
    ( var(Port) -> P0 = 0 ; must_be(between(0,65535), Port), P0 = Port ),
    in_context('$tcp_bind'(N, Host, P0, P), tcp_bind/2),
    ( var(Port) -> Port = P ; true ).

%! tcp_listen(+Socket, +Backlog) is det.
%
%  Accepts connections from now on. A bound socket does so already, and the system chooses how many may wait.
?- tcp_socket(S), catch(tcp_listen(S, 5), error(socket_error(C,_),_), true), tcp_close_socket(S).
   S = ..., C = einval.
?- tcp_listen(s, 5).
   error(type_error(socket,s),tcp_listen/2).
tcp_listen(Socket, Backlog) :-
    number_of(Socket, N, tcp_listen/2),
    must_be(nonneg, Backlog),
    (   '$tcp_listens'(N) -> true
    ;   throw(error(socket_error(einval,'the socket is not bound'),tcp_listen/2))
    ).

%! tcp_accept(+Socket, -Connection, -Peer) is det.
%
%  Waits for a connection to a bound socket. `Connection` is a socket for it, `Peer` the address `ip(A,B,C,D)` of the other side.
?- tcp_socket(S), catch(tcp_accept(S, _, _), error(socket_error(C,_),_), true), tcp_close_socket(S).
   S = ..., C = enotconn.
?- tcp_socket(S), tcp_bind(S, localhost:_), catch(call_with_time_limit(0.05, tcp_accept(S, _, _)), E, true), tcp_close_socket(S).
   S = ..., E = time_limit_exceeded.
tcp_accept(Socket, Connection, Peer) :-
    number_of(Socket, N, tcp_accept/3),
    in_context('$tcp_accept'(N, M, Ns), tcp_accept/3),
    Connection = '$socket'(M),
    Peer =.. [ip|Ns].

%! tcp_open_socket(+Socket, -Stream) is det.
%
%  Opens a connected socket as a stream for reading and for writing; the socket is closed with it.
?- tcp_socket(S), catch(tcp_open_socket(S, _), error(socket_error(C,_),_), true), tcp_close_socket(S).
   S = ..., C = enotconn.
tcp_open_socket(Socket, Stream) :-
    number_of(Socket, N, tcp_open_socket/2),
    in_context('$tcp_streams'(N, 0, Stream), tcp_open_socket/2),
    '$tcp_close'(N).

%! tcp_open_socket(+Socket, -Read, -Write) is det.
%
%  Opens a connected socket as two streams. The connection ends when both are closed. For a bound socket, `Read` is
%  the socket itself, for tcp_accept/3, and `Write` stays unbound.
?- tcp_socket(S), tcp_bind(S, localhost:P), tcp_socket(C), tcp_connect(C, localhost:P), tcp_accept(S, D, _),
   tcp_open_socket(C, R, W), tcp_open_socket(D, R1, W1), format(W, "hello.~n", []), close(W), read(R1, T),
   close(R), close(R1), close(W1), tcp_close_socket(S).
   S = ..., P = ..., C = ..., D = ..., R = ..., W = ..., R1 = ..., W1 = ..., T = hello.
?- tcp_socket(S), tcp_bind(S, localhost:_), tcp_listen(S, 5), tcp_open_socket(S, A, _), A == S, tcp_close_socket(S).
   ... .
tcp_open_socket(Socket, Read, Write) :-
    number_of(Socket, N, tcp_open_socket/3),
    (   '$tcp_listens'(N) -> Read = Socket
    ;   opened(N, Read, Write)
    ).

opened(N, Read, Write) :-
    in_context('$tcp_streams'(N, 0, '$stream'(I,O)), tcp_open_socket/3),
    Read = '$stream'(I),
    Write = '$stream'(O),
    '$tcp_close'(N).

%! tcp_setopt(+Socket, +Option) is det.
%
%  Accepts `reuseaddr`, `nodelay`, `nodelay(_)`, `broadcast`, `bindtodevice(_)` and `dispatch(_)`, without effect: bound addresses are reused.
?- tcp_socket(S), tcp_setopt(S, reuseaddr), tcp_close_socket(S).
   S = ... .
tcp_setopt(Socket, Option) :-
    number_of(Socket, _, tcp_setopt/2),
    (   var(Option) -> instantiation_error(tcp_setopt/2)
    ;   memberchk(Option, [reuseaddr,nodelay,nodelay(_),broadcast,bindtodevice(_),dispatch(_)]) -> true
    ;   domain_error(socket_option, Option, tcp_setopt/2)
    ).

%! tcp_host_to_address(+Host, -Address) is det.
%
%  Unifies `Address` with the address `ip(A,B,C,D)` of a host.
?- tcp_host_to_address('127.0.0.1', A).
   A = ip(127,0,0,1).
tcp_host_to_address(Host, Address) :-
    (   var(Host) -> instantiation_error(tcp_host_to_address/2)
    ;   host_atom(Host, Name, tcp_host_to_address/2)
    ),
    in_context('$tcp_address'(Name, Ns), tcp_host_to_address/2),
    Address =.. [ip|Ns].

%! gethostname(-Name) is det.
%
%  Unifies `Name` with the name of this machine.
?- gethostname(N), atom(N).
   N = ... .
gethostname(Name) :- in_context('$tcp_host'(Name), gethostname/1).
