//! Sockets, for `prelude/os/socket.pl` and the libraries of HTTP; they need the feature `network`, and access to the
//! network.

use crate::system::{BuiltinRow, det, reentrant};

pub(crate) const ROWS: &[BuiltinRow] = &[
    det("$tcp_socket", "-integer", "-", "Makes a socket.", socket),
    det(
        "$tcp_connect",
        "+integer, +atom, +integer, +integer",
        "-",
        "Connects a socket to a port of a host, within so many milliseconds; 0 is no limit.",
        connect,
    ),
    det(
        "$tcp_bind",
        "+integer, +atom, +integer, -integer",
        "-",
        "Binds a socket to an address and a port, or to a free port if it is 0; the last argument is the port.",
        bind,
    ),
    det(
        "$tcp_listens",
        "+integer",
        "-",
        "True if a socket is bound, so that connections to it can be accepted.",
        listens,
    ),
    reentrant(
        "$tcp_accept",
        "+integer, -integer, -list",
        "-",
        "Waits for a connection to a bound socket: a new socket and the four or eight numbers of the address of the other side.",
        accept,
    ),
    det(
        "$tcp_streams",
        "+integer, +integer, -stream",
        "-",
        "Opens the pair of streams of a connected socket. A read that waits for more than so many milliseconds is an error, if they are not 0.",
        streams,
    ),
    det("$tcp_close", "+integer", "-", "Closes a socket.", close),
    det(
        "$tcp_address",
        "+atom, -list",
        "-",
        "Unifies the last argument with the numbers of the address of a host.",
        address,
    ),
    det("$tcp_host", "-atom", "-", "The name of this host.", host),
    det(
        "$http_body",
        "+stream, +integer, -stream",
        "-",
        "Opens the next so many bytes of a stream as a stream; all up to its end for -1, chunks of HTTP for -2. The stream is taken over.",
        body,
    ),
];

#[cfg(not(feature = "network"))]
mod absent {
    use crate::machine::Cell;
    use crate::system::{Res, Vm};

    pub(super) fn absent(vm: &mut Vm) -> Res {
        let name = vm.atoms.intern("network");
        Err(vm.existence_error("feature", Cell::atom(name)))
    }
}

#[cfg(not(feature = "network"))]
use absent::{
    absent as accept, absent as address, absent as bind, absent as body, absent as close,
    absent as connect, absent as host, absent as listens, absent as socket, absent as streams,
};

#[cfg(feature = "network")]
use present::{accept, address, bind, body, close, connect, host, listens, socket, streams};

#[cfg(feature = "network")]
mod present {
    use crate::base::clock::HAS_THREADS;
    use crate::builtins::threads::{call_again, is_signalled};
    use crate::machine::{Ball, Cell};
    use crate::system::environment::host_name;
    use crate::system::sockets::{Socket, Waiting};
    use crate::system::streams::encoding::Encoding;
    use crate::system::streams::stream_term;
    use crate::system::streams::terms::{find, pair_term};
    use crate::system::text::text_of;
    use crate::system::{Res, Vm};
    use std::io::{self, BufReader, ErrorKind, Read};
    use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
    use std::sync::mpsc::{RecvTimeoutError, channel};
    use std::time::{Duration, Instant};

    /// The longest time between two looks at interrupts.
    const SLICE: Duration = Duration::from_millis(10);

    /// Checks that the machine may use the network.
    ///
    /// # Errors
    /// `permission_error(access, network, Culprit)`
    fn check_access(vm: &mut Vm, culprit: Cell) -> Result<(), Ball> {
        match vm.ext.environment.access.network {
            true => Ok(()),
            false => Err(vm.permission_error("access", "network", culprit)),
        }
    }

    /// `error(socket_error(Code, Message), _)`
    fn socket_error(vm: &mut Vm, e: &io::Error) -> Ball {
        let code = match e.kind() {
            ErrorKind::ConnectionRefused => "econnrefused",
            ErrorKind::ConnectionReset => "econnreset",
            ErrorKind::AddrInUse => "eaddrinuse",
            ErrorKind::AddrNotAvailable => "eaddrnotavail",
            ErrorKind::PermissionDenied => "eacces",
            ErrorKind::TimedOut => "etimedout",
            ErrorKind::HostUnreachable => "ehostunreach",
            ErrorKind::NetworkUnreachable => "enetunreach",
            ErrorKind::NotConnected => "enotconn",
            _ => "host_not_found",
        };
        let code = Cell::atom(vm.atoms.intern(code));
        let message = Cell::atom(vm.atoms.intern_transient(&e.to_string()));
        let formal = vm.compound("socket_error", &[code, message]);
        let context = vm.heap.new_var();
        vm.error_with_context(formal, context)
    }

    fn number(vm: &Vm, i: usize) -> i64 {
        vm.x(i).as_int()
    }

    fn missing(vm: &mut Vm) -> Ball {
        let socket = vm.x(0);
        let term = vm.compound("$socket", &[socket]);
        vm.existence_error("socket", term)
    }

    /// The result of work on another thread, which may wait for long.
    ///
    /// # Errors
    /// The ball of an interrupt or a time limit that ends the wait.
    fn waited<T: Send + 'static>(
        vm: &mut Vm,
        work: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> Result<io::Result<T>, Ball> {
        if !HAS_THREADS {
            return Ok(Err(ErrorKind::Unsupported.into()));
        }
        let (send, receive) = channel();
        let thread = std::thread::Builder::new().name("horn-socket".to_string());
        if let Err(e) = thread.spawn(move || drop(send.send(work()))) {
            return Ok(Err(e));
        }
        loop {
            match vm.while_waiting(|| receive.recv_timeout(SLICE)) {
                Ok(done) => return Ok(done),
                Err(RecvTimeoutError::Disconnected) => return Ok(Err(ErrorKind::Other.into())),
                Err(RecvTimeoutError::Timeout) => vm.check_interrupt()?,
            }
        }
    }

    fn addresses(host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let mut all: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
        // IPv4 addresses first: many servers listen on these only.
        all.sort_by_key(|a| a.is_ipv6());
        Ok(all)
    }

    fn port(vm: &mut Vm, c: Cell) -> Result<u16, Ball> {
        u16::try_from(c.as_int()).map_err(|_| vm.domain_error("port", c))
    }

    pub(super) fn socket(vm: &mut Vm) -> Res {
        check_access(vm, Cell::NIL)?;
        let number = vm.ext.sockets.add(Socket::New);
        Ok(vm.unify(vm.x(0), Cell::int(number)))
    }

    /// Puts a socket in the place of the one whose number is the first argument.
    ///
    /// # Errors
    /// `existence_error(socket, Socket)`
    fn replace(vm: &mut Vm, new: Socket) -> Res {
        let replaced = vm.ext.sockets.with(number(vm, 0), |old| *old = new);
        replaced.map(|()| true).ok_or_else(|| missing(vm))
    }

    pub(super) fn listens(vm: &mut Vm) -> Res {
        let is_bound = |s: &mut Socket| matches!(s, Socket::Listening(_));
        Ok(vm.ext.sockets.with(number(vm, 0), is_bound) == Some(true))
    }

    pub(super) fn connect(vm: &mut Vm) -> Res {
        let (host, most) = (vm.x(1), number(vm, 3));
        check_access(vm, host)?;
        let host = text_of(vm, host)?;
        let port = port(vm, vm.x(2))?;
        let most = u64::try_from(most)
            .ok()
            .filter(|&m| m > 0)
            .map(Duration::from_millis);
        let connected = waited(vm, move || {
            let mut failed = io::Error::from(ErrorKind::NotFound);
            for address in addresses(&host, port)? {
                let connected = match most {
                    Some(most) => TcpStream::connect_timeout(&address, most),
                    None => TcpStream::connect(address),
                };
                match connected {
                    Ok(connection) => return Ok(connection),
                    Err(e) => failed = e,
                }
            }
            Err(failed)
        })?;
        let connection = connected.map_err(|e| socket_error(vm, &e))?;
        replace(vm, Socket::Connected(connection))
    }

    pub(super) fn bind(vm: &mut Vm) -> Res {
        let host = vm.x(1);
        check_access(vm, host)?;
        let host = text_of(vm, host)?;
        let port = port(vm, vm.x(2))?;
        let listening = waited(vm, move || {
            let listener = TcpListener::bind(&addresses(&host, port)?[..])?;
            listener.set_nonblocking(true)?;
            let bound = listener.local_addr()?.port();
            Ok((listener, bound))
        })?;
        let (listener, bound) = listening.map_err(|e| socket_error(vm, &e))?;
        replace(vm, Socket::Listening(listener))?;
        Ok(vm.unify(vm.x(3), Cell::int(i64::from(bound))))
    }

    fn ip(vm: &mut Vm, address: IpAddr) -> Cell {
        let numbers: Vec<Cell> = match address {
            IpAddr::V4(a) => a
                .octets()
                .iter()
                .map(|&n| Cell::int(i64::from(n)))
                .collect(),
            IpAddr::V6(a) => a
                .segments()
                .iter()
                .map(|&n| Cell::int(i64::from(n)))
                .collect(),
        };
        vm.heap.list(&numbers, Cell::NIL)
    }

    pub(super) fn accept(vm: &mut Vm) -> Res {
        check_access(vm, vm.x(0))?;
        let id = number(vm, 0);
        let start = Instant::now();
        let (connection, peer) = loop {
            let accepted = vm.ext.sockets.with(id, |socket| match socket {
                Socket::Listening(listener) => listener.accept(),
                Socket::New | Socket::Connected(_) => Err(ErrorKind::NotConnected.into()),
            });
            match accepted.ok_or_else(|| missing(vm))? {
                Ok(accepted) => break accepted,
                Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
                Err(e) => return Err(socket_error(vm, &e)),
            }
            vm.check_interrupt()?;
            if is_signalled(vm) {
                let args = [vm.x(0), vm.x(1), vm.x(2)];
                return call_again(vm, "$tcp_accept", &args);
            }
            // The longer a server has waited for a connection, the less often it checks for one.
            let pause = start.elapsed() / 16;
            let pause = pause.clamp(Duration::from_micros(100), SLICE);
            vm.while_waiting_at_call(|| std::thread::sleep(pause));
        };
        let new = vm.ext.sockets.add(Socket::Connected(connection));
        let peer = ip(vm, peer.ip());
        Ok(vm.unify(vm.x(1), Cell::int(new)) && vm.unify(vm.x(2), peer))
    }

    pub(super) fn streams(vm: &mut Vm) -> Res {
        check_access(vm, vm.x(0))?;
        let (id, most) = (number(vm, 0), number(vm, 1));
        let most = u64::try_from(most)
            .ok()
            .filter(|&m| m > 0)
            .map(Duration::from_millis);
        let interrupt = vm.interrupt_handle();
        let ends = vm.ext.sockets.with(id, |socket| match socket {
            Socket::Connected(c) => {
                let reader = Waiting::new(c, interrupt.clone(), most);
                reader.and_then(|r| Ok((r, Waiting::new(c, interrupt, most)?)))
            }
            Socket::New | Socket::Listening(_) => Err(ErrorKind::NotConnected.into()),
        });
        let ends = ends.ok_or_else(|| missing(vm))?;
        let (reader, writer) = ends.map_err(|e| socket_error(vm, &e))?;
        let input = vm.ext.streams.open_reader(Box::new(reader));
        let output = vm.ext.streams.open_writer(Box::new(writer));
        let pair = pair_term(vm, input, output);
        Ok(vm.unify(vm.x(2), pair))
    }

    pub(super) fn close(vm: &mut Vm) -> Res {
        let id = number(vm, 0);
        match vm.ext.sockets.close(id) {
            true => Ok(true),
            false => Err(missing(vm)),
        }
    }

    pub(super) fn address(vm: &mut Vm) -> Res {
        let host = vm.x(0);
        check_access(vm, host)?;
        let host = text_of(vm, host)?;
        let found = waited(vm, move || addresses(&host, 0))?;
        let found = found.map_err(|e| socket_error(vm, &e))?;
        let Some(first) = found.first() else {
            return Err(socket_error(vm, &ErrorKind::NotFound.into()));
        };
        let address = ip(vm, first.ip());
        Ok(vm.unify(vm.x(1), address))
    }

    pub(super) fn host(vm: &mut Vm) -> Res {
        check_access(vm, Cell::NIL)?;
        let name = vm.atoms.intern_transient(&host_name());
        Ok(vm.unify(vm.x(0), Cell::atom(name)))
    }

    pub(super) fn body(vm: &mut Vm) -> Res {
        let (stream, size) = (vm.x(0), number(vm, 1));
        let id = find(vm, stream)?;
        let Some(from) = vm.ext.streams.take_reader(id) else {
            return Err(vm.permission_error("input", "stream", stream));
        };
        let reader: Box<dyn Read + Send> = match u64::try_from(size) {
            Ok(size) => Box::new(from.take(size)),
            Err(_) if size == -2 => Box::new(Chunks {
                from: BufReader::new(from),
                left: 0,
                state: ChunkState::Size,
            }),
            Err(_) => from,
        };
        let new = vm.ext.streams.open_reader(reader);
        vm.ext.streams.encode(new, Encoding::Utf8);
        let term = stream_term(vm, new);
        Ok(vm.unify(vm.x(2), term))
    }

    /// The next part of a body in the chunked transfer coding (RFC 9112, section 7.1).
    #[derive(PartialEq, Eq)]
    enum ChunkState {
        /// The size of a chunk.
        Size,
        /// Bytes of a chunk.
        Data,
        /// The end of the line after a chunk.
        End,
        /// Nothing.
        Done,
    }

    /// The bytes of a body in the chunked transfer coding.
    struct Chunks {
        from: BufReader<Box<dyn Read + Send>>,
        left: u64,
        state: ChunkState,
    }

    /// The length of the line with the size of a chunk.
    const LONGEST_LINE: usize = 4096;

    impl Chunks {
        /// The next line without its end; none at the end of the text.
        fn line(&mut self) -> io::Result<Option<String>> {
            let mut line = Vec::new();
            let mut byte = [0];
            loop {
                if self.from.read(&mut byte)? == 0 {
                    return Ok(None);
                }
                match byte[0] {
                    b'\n' => break,
                    _ if line.len() == LONGEST_LINE => return Err(ErrorKind::InvalidData.into()),
                    b => line.push(b),
                }
            }
            let text = String::from_utf8_lossy(&line);
            Ok(Some(text.trim().to_string()))
        }
    }

    impl Read for Chunks {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            loop {
                match self.state {
                    ChunkState::Done => return Ok(0),
                    ChunkState::Data => {
                        let most = usize::try_from(self.left)
                            .unwrap_or(usize::MAX)
                            .min(buffer.len());
                        let n = self.from.read(&mut buffer[..most])?;
                        if n == 0 {
                            return Err(ErrorKind::UnexpectedEof.into());
                        }
                        self.left -= n as u64;
                        if self.left == 0 {
                            self.state = ChunkState::End;
                        }
                        return Ok(n);
                    }
                    ChunkState::End => {
                        self.line()?;
                        self.state = ChunkState::Size;
                    }
                    ChunkState::Size => {
                        let line = self.line()?.ok_or(ErrorKind::UnexpectedEof)?;
                        let digits = line.split(';').next().unwrap_or("").trim();
                        self.left =
                            u64::from_str_radix(digits, 16).map_err(|_| ErrorKind::InvalidData)?;
                        self.state = match self.left {
                            0 => ChunkState::Done,
                            _ => ChunkState::Data,
                        };
                    }
                }
            }
        }
    }
}
