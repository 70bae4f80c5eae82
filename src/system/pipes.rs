//! Pipes from subprocesses, and named pipes: reads and openings wait in slices, so that interrupts and limits of time
//! end a wait.

use crate::machine::Interrupt;
use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// The longest time between two looks at interrupts.
const SLICE: Duration = Duration::from_millis(20);

/// Runs `work`, which may wait, in a thread of its own.
///
/// # Errors
/// `WouldBlock` when the machine is interrupted or a time limit expires; then the thread is not waited for. The error of
/// `work`.
pub(crate) fn wait_for<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
    interrupt: &Interrupt,
) -> io::Result<T> {
    let (send, result) = sync_channel(1);
    let thread = std::thread::Builder::new().name("horn-pipe".to_string());
    // Once the wait was given up there is no receiver.
    thread.spawn(move || send.send(work()).unwrap_or_default())?;
    loop {
        match result.recv_timeout(SLICE) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Disconnected) => return Err(ErrorKind::BrokenPipe.into()),
            Err(RecvTimeoutError::Timeout) if interrupt.is_due() => {
                return Err(ErrorKind::WouldBlock.into());
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// The most bytes of a block.
const BLOCK: usize = 1 << 14;

/// The reading end of a pipe, which a thread of its own reads, two blocks ahead at most. A read ends with `WouldBlock`
/// when the machine is interrupted or a time limit expires; what arrives later is not lost.
pub(crate) struct PipeReader {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    /// The bytes of the block that were read.
    read: usize,
    interrupt: Interrupt,
}

impl PipeReader {
    /// Starts to read a pipe. If the thread cannot be started, the first read has the error.
    pub(crate) fn new(pipe: impl Read + Send + 'static, interrupt: Interrupt) -> PipeReader {
        let (send, blocks) = sync_channel(1);
        let failed = send.clone();
        let thread = std::thread::Builder::new().name("horn-pipe".to_string());
        if let Err(e) = thread.spawn(move || pass_on(pipe, &send)) {
            // The channel has room for one block, and this end of it is open.
            let _ = failed.send(Err(e));
        }
        PipeReader {
            blocks,
            block: Vec::new(),
            read: 0,
            interrupt,
        }
    }
}

/// Passes on the bytes of a pipe, until its end, an error, or the end of the stream that reads it. Then the pipe is
/// closed.
fn pass_on(mut pipe: impl Read, blocks: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut block = vec![0; BLOCK];
        let read = pipe.read(&mut block);
        let is_last = match &read {
            Ok(n) => *n == 0,
            Err(e) if e.kind() == ErrorKind::Interrupted => continue,
            Err(_) => true,
        };
        let passed = read.map(|n| {
            block.truncate(n);
            block
        });
        if blocks.send(passed).is_err() || is_last {
            return;
        }
    }
}

impl Read for PipeReader {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while self.read == self.block.len() {
            match self.blocks.recv_timeout(SLICE) {
                Ok(block) => {
                    self.block = block?;
                    self.read = 0;
                    if self.block.is_empty() {
                        return Ok(0);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) if self.interrupt.is_due() => {
                    return Err(ErrorKind::WouldBlock.into());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        let n = to.len().min(self.block.len() - self.read);
        to[..n].copy_from_slice(&self.block[self.read..self.read + n]);
        self.read += n;
        Ok(n)
    }
}
