//! Pipes from and to subprocesses, and named pipes: reads, writes and openings wait in slices, so that interrupts and
//! limits of time end a wait.

use crate::machine::Interrupt;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// The longest time between two looks at interrupts.
const SLICE: Duration = Duration::from_millis(20);

/// The longest wait for a thread whose own wait has ended.
const RELEASE: Duration = Duration::from_millis(500);

/// Runs `work`, which may wait, in a thread of its own. When the wait is given up, `release` ends the wait of the thread, if
/// it can.
///
/// # Errors
/// `WouldBlock` when the machine is interrupted or a time limit expires. The error of `work`.
pub(crate) fn wait_for<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
    interrupt: &Interrupt,
    release: impl FnOnce() -> Option<T>,
) -> io::Result<T> {
    let (send, result) = sync_channel(1);
    // Once the wait was given up there is no receiver.
    in_thread(move || send.send(work()).unwrap_or_default())?;
    let received = receive(&result, interrupt);
    if matches!(&received, Err(e) if e.kind() == ErrorKind::WouldBlock)
        && let Some(released) = release()
    {
        // The thread has what it waited for until this is dropped.
        drop((result.recv_timeout(RELEASE), released));
    }
    received?.unwrap_or_else(|| Err(ErrorKind::BrokenPipe.into()))
}

/// Starts a thread that may wait for a pipe.
fn in_thread(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let thread = std::thread::Builder::new().name("horn-pipe".to_string());
    thread.spawn(work)
}

/// Waits for what a thread sends; `None` once it cannot send any more.
///
/// # Errors
/// `WouldBlock` when the machine is interrupted or a time limit expires.
fn receive<T>(from: &Receiver<T>, interrupt: &Interrupt) -> io::Result<Option<T>> {
    loop {
        match from.recv_timeout(SLICE) {
            Ok(sent) => return Ok(Some(sent)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
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
        if let Err(e) = in_thread(move || pass_on(pipe, &send)) {
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
            let Some(block) = receive(&self.blocks, &self.interrupt)? else {
                return Ok(0);
            };
            self.block = block?;
            self.read = 0;
            if self.block.is_empty() {
                return Ok(0);
            }
        }
        let n = to.len().min(self.block.len() - self.read);
        to[..n].copy_from_slice(&self.block[self.read..self.read + n]);
        self.read += n;
        Ok(n)
    }
}

/// The blocks that the thread of a [`PipeWriter`] may have: one that it writes, and the last one.
const WRITER_BLOCKS: usize = 2;

/// The writing end of a pipe, to which a thread of its own writes. A wait for the reader of the pipe ends with
/// `WouldBlock` when the machine is interrupted or a time limit expires; the thread goes on with its block, so that
/// nothing is lost or written twice. An error of the system is the result of the next wait.
pub(crate) struct PipeWriter {
    /// `None` once the pipe is to be closed.
    blocks: Option<SyncSender<Vec<u8>>>,
    results: Receiver<io::Result<()>>,
    /// The number of blocks whose results have not been received.
    pending: usize,
    /// The first error that no wait has returned.
    fault: Option<io::Error>,
    /// True if a wait for the pending blocks was given up.
    gave_up: bool,
    thread: Option<JoinHandle<()>>,
    interrupt: Interrupt,
}

impl PipeWriter {
    /// A writer to a pipe. If the thread cannot be started, the first write has the error.
    pub(crate) fn new(pipe: impl Write + Send + 'static, interrupt: Interrupt) -> PipeWriter {
        let (blocks, to_write) = sync_channel(WRITER_BLOCKS);
        let (written, results) = sync_channel(WRITER_BLOCKS);
        let (thread, fault) = match in_thread(move || write_blocks(pipe, &to_write, &written)) {
            Ok(thread) => (Some(thread), None),
            Err(e) => (None, Some(e)),
        };
        PipeWriter {
            blocks: Some(blocks),
            results,
            pending: 0,
            fault,
            gave_up: false,
            thread,
            interrupt,
        }
    }

    /// Writes a block, and waits until it is written. The block is left as it is if the wait for an earlier one ends with
    /// `WouldBlock`, and is empty otherwise.
    ///
    /// # Errors
    /// The errors of [`PipeWriter::wait`]; of errors of the system, also those of earlier blocks: then the block is lost.
    pub(crate) fn write_block(&mut self, block: &mut Vec<u8>) -> io::Result<()> {
        if let Err(e) = self.wait() {
            if e.kind() != ErrorKind::WouldBlock {
                block.clear();
            }
            return Err(e);
        }
        self.send(std::mem::take(block))?;
        self.wait()
    }

    /// Writes a block without waiting. The block is left as it is if an earlier one is not written yet.
    pub(crate) fn hand_over(&mut self, block: &mut Vec<u8>) {
        while let Ok(result) = self.results.try_recv() {
            self.note(result);
        }
        if self.pending == 0
            && !block.is_empty()
            && let Err(e) = self.send(std::mem::take(block))
        {
            self.note_fault(e);
        }
    }

    /// Waits until all blocks are written.
    ///
    /// # Errors
    /// `WouldBlock` when the machine is interrupted or a time limit expires; the first error of the system that was not
    /// returned yet.
    pub(crate) fn wait(&mut self) -> io::Result<()> {
        while self.pending > 0 {
            match receive(&self.results, &self.interrupt) {
                Ok(Some(result)) => self.note(result),
                Ok(None) => {
                    self.pending = 0;
                    self.note_fault(ErrorKind::BrokenPipe.into());
                }
                Err(e) => {
                    self.gave_up = true;
                    return Err(e);
                }
            }
        }
        self.fault.take().map_or(Ok(()), Err)
    }

    /// Writes the last block. If a wait was given up, the thread writes it when the reader of the pipe goes on, and
    /// closes the pipe.
    pub(crate) fn finish(&mut self, block: Vec<u8>) {
        self.wait_to_end();
        if !block.is_empty() {
            // Errors cannot be reported any more.
            let _ = self.send(block);
        }
    }

    /// Waits for the pending blocks, unless a wait for them was given up before.
    fn wait_to_end(&mut self) {
        if !self.gave_up {
            // Errors cannot be reported any more.
            let _ = self.wait();
        }
    }

    /// Passes a block to the thread.
    fn send(&mut self, block: Vec<u8>) -> io::Result<()> {
        let blocks = self.blocks.as_ref();
        let sent = blocks.is_some_and(|blocks| blocks.send(block).is_ok());
        if !sent {
            return Err(ErrorKind::BrokenPipe.into());
        }
        self.pending += 1;
        Ok(())
    }

    /// Notes the result of a block.
    fn note(&mut self, result: io::Result<()>) {
        self.pending -= 1;
        self.gave_up &= self.pending > 0;
        if let Err(e) = result {
            self.note_fault(e);
        }
    }

    fn note_fault(&mut self, e: io::Error) {
        self.fault = self.fault.take().or(Some(e));
    }
}

/// Writes blocks to a pipe until there are no more. Then the pipe is closed.
fn write_blocks(
    mut pipe: impl Write,
    blocks: &Receiver<Vec<u8>>,
    results: &SyncSender<io::Result<()>>,
) {
    for block in blocks {
        let result = pipe.write_all(&block).and_then(|()| pipe.flush());
        // Without a receiver, nothing waits for the result any more.
        let _ = results.send(result);
    }
}

impl Write for PipeWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wait()?;
        if !bytes.is_empty() {
            self.send(bytes.to_vec())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.wait()
    }
}

impl Drop for PipeWriter {
    /// Closes the pipe when everything is written: now, or in the thread if a wait was given up.
    fn drop(&mut self) {
        self.wait_to_end();
        self.blocks = None;
        if self.pending == 0
            && let Some(thread) = self.thread.take()
        {
            // The thread has nothing left to do; a panic of it is the fault of the last block.
            let _ = thread.join();
        }
    }
}
