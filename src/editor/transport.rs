//! Messages over the standard streams of the process.
//!
//! `Connection::stdio` of `lsp-server` holds the lock of the standard output as long as it exists. A new machine,
//! whose output is the standard output until it is set, would wait for it. Here the lock is taken for each message.

use lsp_server::{Connection, Message};
use std::io::{self, BufReader, Write};
use std::thread::{Builder, JoinHandle};

/// The threads that read and write.
pub(super) struct Transport {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Transport {
    /// Starts the threads; they end with the connection.
    ///
    /// # Errors
    /// The errors of starting threads.
    pub(super) fn start() -> io::Result<(Connection, Transport)> {
        let (sender, outgoing) = crossbeam_channel::unbounded::<Message>();
        let (incoming, receiver) = crossbeam_channel::unbounded();
        let write = move || {
            for message in outgoing {
                let mut bytes = Vec::new();
                message.write(&mut bytes)?;
                let mut stdout = io::stdout().lock();
                stdout.write_all(&bytes)?;
                stdout.flush()?;
            }
            Ok(())
        };
        let read = move || {
            let mut stdin = BufReader::new(io::stdin());
            while let Some(message) = Message::read(&mut stdin)? {
                let is_end = matches!(&message, Message::Notification(n) if n.method == "exit");
                if incoming.send(message).is_err() || is_end {
                    break;
                }
            }
            Ok(())
        };
        let transport = Transport {
            reader: Builder::new().name("reader".to_string()).spawn(read)?,
            writer: Builder::new().name("writer".to_string()).spawn(write)?,
        };
        Ok((Connection { sender, receiver }, transport))
    }

    /// Waits for the threads, once the connection has ended.
    ///
    /// # Errors
    /// The errors of the streams.
    pub(super) fn join(self) -> io::Result<()> {
        for thread in [self.reader, self.writer] {
            let ended = thread.join();
            ended
                .unwrap_or_else(|_| Err(io::Error::other("a thread of the server has panicked")))?;
        }
        Ok(())
    }
}
