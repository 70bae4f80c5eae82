//! Sockets and HTTP, between machines of this process and plain sockets, on 127.0.0.1 alone.

use horn::{Limit, Machine};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// A server that answers one request with these bytes; its port, and the request when it was served.
fn served_once(answer: &'static [u8]) -> (u16, thread::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let server = thread::spawn(move || {
        let (connection, _) = listener.accept().expect("a connection");
        let mut reader = BufReader::new(connection.try_clone().expect("a socket"));
        let (mut request, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            let n = reader.read_line(&mut line).expect("a line");
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
            request += &line;
            if n == 0 || line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).expect("a body");
        request += &String::from_utf8_lossy(&body);
        (&connection).write_all(answer).expect("an answer");
        request
    });
    (port, server)
}

/// A port that is free.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

fn holds(machine: &mut Machine, query: &str) {
    match machine.run(query) {
        Ok(true) => {}
        other => panic!("{query}: {other:?}"),
    }
}

#[test]
fn documents_of_a_server() {
    let mut m = Machine::new();
    let (port, server) = served_once(
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: b\r\n\r\nhello, this is too much",
    );
    holds(
        &mut m,
        &format!(
            "http_open('http://127.0.0.1:{port}/a?b=c', S, [header('X-A', b), size(5)]), read_string(S, _, T), close(S), atom_string(hello, T)"
        ),
    );
    let request = server.join().expect("a request");
    assert!(
        request.starts_with("GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:"),
        "{request}"
    );
    let chunks = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n4;x\r\n[1,2\r\n2\r\n,3\r\n1\r\n]\r\n0\r\n\r\n";
    let (port, server) = served_once(chunks);
    holds(
        &mut m,
        &format!("http_post('http://127.0.0.1:{port}/', form([a='b c']), [1,2,3], [])"),
    );
    let request = server.join().expect("a request");
    assert!(
        request.ends_with("\r\n\r\na=b%20c") || request.ends_with("\r\n\r\na=b+c"),
        "{request}"
    );
    let (port, server) = served_once(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    holds(
        &mut m,
        &format!(
            "catch(http_get('http://127.0.0.1:{port}/', _, []), error(existence_error(url, _), _), true)"
        ),
    );
    server.join().expect("a request");
    let (port, server) = served_once(b"no such protocol\r\n\r\n");
    holds(
        &mut m,
        &format!(
            "catch(http_get('http://127.0.0.1:{port}/', _, []), error(syntax_error(_), _), true)"
        ),
    );
    server.join().expect("a request");
}

#[test]
fn a_redirection_is_followed() {
    let (port, server) = served_once(b"HTTP/1.1 200 OK\r\n\r\nthere");
    let head = format!(
        "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:{port}/b\r\nContent-Length: 0\r\n\r\n"
    );
    let (first, redirecting) = served_once(head.leak().as_bytes());
    let mut m = Machine::new();
    holds(
        &mut m,
        &format!(
            "http_get('http://127.0.0.1:{first}/a', there, [final_url(U)]), sub_atom(U, _, _, 0, '/b')"
        ),
    );
    redirecting.join().expect("a request");
    server.join().expect("a request");
}

#[test]
fn requests_to_a_server() {
    let port = free_port();
    let server = thread::spawn(move || {
        let mut m = Machine::new();
        m.consult_str(
            "server",
            "echo(R) :- http_read_json(R, T), reply_json(json([got=T])).\n\
             hello(R) :- http_parameters(R, [n(N, [integer])]), M is N+1, format(\"Content-type: text/plain~n~n~w\", [M]).\n\
             :- http_handler(root(echo), echo, [method(post)]).\n\
             :- http_handler('/h', hello, [prefix]).\n",
        )
        .expect("a program");
        m.run(&format!(
            "http_server([port('127.0.0.1':{port}), requests(6)])"
        ))
    });
    let ask = |request: &str| {
        let start = Instant::now();
        let mut connection = loop {
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(connection) => break connection,
                Err(e) if start.elapsed() > Duration::from_secs(20) => panic!("{e}"),
                Err(_) => thread::sleep(Duration::from_millis(10)),
            }
        };
        connection.write_all(request.as_bytes()).expect("a request");
        let mut answer = String::new();
        connection.read_to_string(&mut answer).expect("an answer");
        answer
    };
    let answer = ask("GET /hello?n=41 HTTP/1.1\r\nHost: a:1\r\n\r\n");
    assert!(
        answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\n42"),
        "{answer}"
    );
    let answer = ask(
        "POST /echo HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n[1]",
    );
    assert!(answer.ends_with("\r\n\r\n{\"got\":[1]}"), "{answer}");
    let answer = ask("GET /echo HTTP/1.1\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 405 "), "{answer}");
    let answer = ask("GET /no HTTP/1.1\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 404 Not Found\r\n"), "{answer}");
    let answer = ask("GET /h?n=x HTTP/1.1\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    let answer = ask("what is this\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
    assert!(matches!(server.join().expect("a machine"), Ok(true)));
}

#[test]
fn limits_end_a_wait_for_a_server() {
    // A server that accepts and never answers.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let mut m = Machine::new();
    let start = Instant::now();
    holds(
        &mut m,
        &format!(
            "catch(call_with_time_limit(0.05, http_get('http://127.0.0.1:{port}/', _, [])), time_limit_exceeded, true)"
        ),
    );
    holds(
        &mut m,
        &format!(
            "catch(http_get('http://127.0.0.1:{port}/', _, [timeout(0.05)]), error(system_error, _), true)"
        ),
    );
    m.set_limit(Limit::Time(Some(Duration::from_millis(50))));
    assert!(
        m.run(&format!("http_get('http://127.0.0.1:{port}/', _, [])"))
            .is_err()
    );
    m.set_limit(Limit::Time(None));
    let handle = m.interrupt_handle();
    let interrupting = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        handle.interrupt();
    });
    assert!(
        m.run("tcp_socket(S), tcp_bind(S, localhost:_), tcp_accept(S, _, _)")
            .is_err()
    );
    interrupting.join().expect("an interrupt");
    holds(&mut m, "true");
    assert!(start.elapsed() < Duration::from_secs(20));
}

/// The server of the manual of SWI-Prolog: one thread accepts connections, and each is served by a thread of its own.
#[test]
fn a_thread_serves_each_connection() {
    let mut m = Machine::new();
    let loaded = m.consult_str(
        "server.pl",
        r#"
        :- use_module(library(socket)).
        create_server(Port, Id) :-
            tcp_socket(Socket),
            tcp_setopt(Socket, reuseaddr),
            tcp_bind(Socket, localhost:Port),
            tcp_listen(Socket, 5),
            tcp_open_socket(Socket, AcceptFd, _),
            thread_create(dispatch(AcceptFd, 3), Id).
        dispatch(AcceptFd, 0) :- !, tcp_close_socket(AcceptFd).
        dispatch(AcceptFd, N) :-
            tcp_accept(AcceptFd, Socket, Peer),
            thread_create(process_client(Socket, Peer), _, [detached(true)]),
            N1 is N-1,
            dispatch(AcceptFd, N1).
        process_client(Socket, ip(127,0,0,1)) :-
            setup_call_cleanup(
                tcp_open_socket(Socket, StreamPair),
                ( read(StreamPair, T), format(StreamPair, "~q.~n", [got(T)]), flush_output(StreamPair) ),
                close(StreamPair)).
        asked(Port, T, A) :-
            tcp_connect(localhost:Port, S, []),
            format(S, "~q.~n", [T]), flush_output(S),
            read(S, A),
            close(S).
        "#,
    );
    loaded.expect("a program");
    holds(
        &mut m,
        "create_server(P, Id), maplist(asked(P), [a,f(X),'B c'], As), As = [got(a),got(f(_)),got('B c')],
         thread_join(Id, true)",
    );
}
