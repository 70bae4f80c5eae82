//! A service over HTTP with a machine for each request: the program is loaded once, and each request gets a machine of
//! its image, which may use nothing of the world outside and runs under limits.
//! `cargo run --example service -- 127.0.0.1:8080` serves `POST /` with a query as the body; without an address, the
//! example asks itself some queries and ends.

use horn::{Access, Error, Image, Limit, Machine};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

const PROGRAM: &str = r"
    :- use_module(library(clpz)).
    route(graz, wien, 160). route(wien, linz, 105). route(linz, graz, 130).
    travel(A, B, M) :- travel(A, B, [A], M).
    travel(A, B, _, M) :- route(A, B, M).
    travel(A, C, Seen, M) :-
        route(A, B, M1),
        \+ member(B, Seen),
        travel(B, C, [B|Seen], M2),
        M is M1 + M2.
";

/// The most bytes of a query.
const LONGEST: usize = 10_000;
/// The most answers of a reply.
const ANSWERS: usize = 3;

/// The program of the service, loaded.
fn image() -> Result<Image, Error> {
    let mut machine = Machine::builder()
        .access(Access::none())
        .limit(Limit::Time(Some(Duration::from_secs(1))))
        .limit(Limit::Memory(Some(64 << 20)))
        .build()?;
    machine.consult_str("routes.pl", PROGRAM)?;
    Ok(machine.freeze())
}

/// The status and the lines of a reply.
fn reply(image: &Image, text: &str) -> (&'static str, String) {
    let answers = || -> Result<Vec<String>, Error> {
        let mut machine = image.machine();
        let answers = machine.query(text)?.take(ANSWERS);
        answers.map(|answer| Ok(answer?.to_string())).collect()
    };
    match answers() {
        Ok(answers) if answers.is_empty() => ("200 OK", "false\n".to_string()),
        Ok(answers) => ("200 OK", answers.join("\n") + "\n"),
        Err(Error::Syntax(fault)) => ("400 Bad Request", format!("{}\n", fault.message)),
        Err(Error::Resource(_)) => (
            "503 Service Unavailable",
            "the query is too expensive\n".to_string(),
        ),
        Err(error) => ("422 Unprocessable Content", format!("{error}\n")),
    }
}

/// Reads one request and writes its reply.
fn serve(image: &Image, stream: TcpStream) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    // Lines of the head and the body together may have this many bytes.
    let mut reader = BufReader::new(stream.try_clone()?.take(2 * LONGEST as u64));
    let (mut line, mut length) = (String::new(), 0);
    while reader.read_line(&mut line)? > 2 {
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    let mut body = vec![0; length.min(LONGEST)];
    reader.read_exact(&mut body)?;
    let (status, text) = reply(image, &String::from_utf8_lossy(&body));
    let length = text.len();
    write!(
        &stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{text}"
    )
}

/// Serves requests, each on a thread of its own.
fn serve_all(image: Image, listener: TcpListener) {
    for stream in listener.incoming().flatten() {
        let image = image.clone();
        thread::spawn(move || {
            if let Err(error) = serve(&image, stream) {
                eprintln!("service: {error}");
            }
        });
    }
}

/// The reply to a query, as a client sees it.
fn ask(address: std::net::SocketAddr, query: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    let length = query.len();
    write!(
        stream,
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n{query}"
    )?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply)?;
    let (head, body) = reply.split_once("\r\n\r\n").unwrap_or((&reply, ""));
    let status = head.lines().next().unwrap_or_default();
    Ok(format!(
        "{}\n{body}",
        status.trim_start_matches("HTTP/1.1 ")
    ))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let image = image()?;
    if let Some(address) = std::env::args().nth(1) {
        serve_all(image, TcpListener::bind(address)?);
        return Ok(());
    }
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || serve_all(image, listener));
    for query in [
        "travel(graz, linz, Minutes)",
        "travel(linz, nowhere, M)",
        "X #> 3, X #< 6",
        "repeat, fail",
        "travel(graz",
        "halt",
        "exists_file('/etc/passwd')",
        "travel(graz, wien, M)",
    ] {
        print!("?- {query}.\n{}", ask(address, query)?);
    }
    Ok(())
}
