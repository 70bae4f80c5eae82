//! The sockets of a program, and the streams over them: they wait in slices, so that interrupts and limits of time end
//! a wait. They need the feature `network`.

use crate::machine::Interrupt;
use rustc_hash::FxHashMap;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest time between two looks at interrupts.
const SLICE: Duration = Duration::from_millis(20);

/// A socket.
pub(crate) enum Socket {
    /// It is neither bound nor connected.
    New,
    /// It accepts connections at an address.
    Listening(TcpListener),
    Connected(TcpStream),
}

/// The open sockets of a program: a clone is the same table, for a thread, so that one thread may accept a connection and
/// another one serve it.
#[derive(Default, Clone)]
pub(crate) struct Sockets(Arc<Mutex<SocketTable>>);

/// Open sockets by number.
#[derive(Default)]
struct SocketTable {
    open: FxHashMap<i64, Socket>,
    last: i64,
}

impl Sockets {
    fn locked(&self) -> MutexGuard<'_, SocketTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a socket; its number.
    pub(crate) fn add(&self, socket: Socket) -> i64 {
        let mut table = self.locked();
        table.last += 1;
        let number = table.last;
        table.open.insert(number, socket);
        number
    }

    /// The result of a step, which may not wait, on the open socket with this number.
    pub(crate) fn with<T>(&self, number: i64, step: impl FnOnce(&mut Socket) -> T) -> Option<T> {
        self.locked().open.get_mut(&number).map(step)
    }

    /// Closes a socket. Returns true if it was open. Streams over it stay open.
    pub(crate) fn close(&self, number: i64) -> bool {
        self.locked().open.remove(&number).is_some()
    }
}

/// A connection whose reads and writes end with `WouldBlock` when the machine is interrupted or a time limit expires,
/// and with `TimedOut` when the other side gives nothing for too long.
pub(crate) struct Waiting {
    connection: TcpStream,
    interrupt: Interrupt,
    longest: Option<Duration>,
}

impl Waiting {
    /// # Errors
    /// An error of the system.
    pub(crate) fn new(
        connection: &TcpStream,
        interrupt: Interrupt,
        longest: Option<Duration>,
    ) -> io::Result<Waiting> {
        let connection = connection.try_clone()?;
        connection.set_nonblocking(false)?;
        connection.set_read_timeout(Some(SLICE))?;
        connection.set_write_timeout(Some(SLICE))?;
        Ok(Waiting {
            connection,
            interrupt,
            longest,
        })
    }

    fn wait<T>(&mut self, mut step: impl FnMut(&mut TcpStream) -> io::Result<T>) -> io::Result<T> {
        let start = Instant::now();
        loop {
            match step(&mut self.connection) {
                Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                done => return done,
            }
            if self.interrupt.is_due() {
                return Err(ErrorKind::WouldBlock.into());
            }
            if self
                .longest
                .is_some_and(|longest| start.elapsed() >= longest)
            {
                return Err(ErrorKind::TimedOut.into());
            }
        }
    }
}

impl Read for Waiting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.wait(|c| c.read(buffer))
    }
}

impl Write for Waiting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wait(|c| c.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
