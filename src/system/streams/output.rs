//! The output side of a stream: from characters to bytes, with positions.
//!
//! Must not know terms.

use crate::system::pipes::PipeWriter;
use crate::system::streams::encoding::{Encoding, StreamFault};
use crate::system::streams::position::StreamPosition;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// A full buffer is passed on at this size.
const FULL: usize = 1 << 15;

/// Where bytes go.
pub(crate) enum ByteSink {
    /// A writer of the host or of the process.
    Writer(Box<dyn Write + Send>),
    /// A writer that other machines use, too.
    Shared(SharedWriter),
    /// A file.
    File(File),
    /// A pipe, whose reader may make a write wait.
    Pipe(PipeWriter),
    /// They stay in the buffer.
    Memory,
    /// They stay in the buffer until a thread that passes earlier ones on gives the sink back.
    Lent,
}

/// A writer that several machines use.
#[derive(Clone)]
pub(crate) struct SharedWriter(Arc<Mutex<Box<dyn Write + Send>>>);

impl Write for SharedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Written as a whole, so that the lines of two machines are not mixed.
        let mut to = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        to.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .flush()
    }
}

/// When a buffer is passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Buffering {
    /// When it is full or flushed.
    Full,
    /// Also after each newline.
    Line,
    /// At once.
    None,
}

impl Buffering {
    /// The name in the property `buffer`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Buffering::Full => "full",
            Buffering::Line => "line",
            Buffering::None => "false",
        }
    }
}

/// An output stream's data.
pub(crate) struct Output {
    sink: ByteSink,
    encoding: Encoding,
    buffer: Vec<u8>,
    /// True while writing passes nothing on.
    defers: bool,
    /// When the buffer is passed on.
    pub buffering: Buffering,
    /// The position of the next character or byte.
    pub position: StreamPosition,
}

impl Output {
    pub(crate) fn new(sink: ByteSink, encoding: Encoding, buffering: Buffering) -> Output {
        Output {
            sink,
            encoding,
            buffer: Vec::new(),
            defers: false,
            buffering,
            position: StreamPosition::default(),
        }
    }

    /// Changes the encoding of the output from now on. Returns false if it must not change.
    pub(crate) fn set_encoding(&mut self, encoding: Encoding) -> bool {
        // A text in memory is taken out as UTF-8.
        let free = !matches!(self.sink, ByteSink::Memory);
        if free {
            self.encoding = encoding;
        }
        free || self.encoding == encoding
    }

    /// Writes a text.
    ///
    /// # Errors
    /// An error of the sink, or a character that the encoding does not have; nothing is written then.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), StreamFault> {
        let before = self.buffer.len();
        match self.encoding {
            Encoding::Utf8 | Encoding::Binary => self.buffer.extend_from_slice(text.as_bytes()),
            other => {
                let max = other.greatest();
                if text.chars().any(|c| c > max) {
                    return Err(StreamFault::Encoding);
                }
                text.chars().for_each(|c| other.push(c, &mut self.buffer));
            }
        }
        let bytes = self.buffer.len() - before;
        self.position.advance_text(text, bytes);
        let flush = match self.buffering {
            Buffering::Full => false,
            Buffering::Line => text.contains('\n'),
            Buffering::None => true,
        };
        self.settle(flush)
    }

    /// Starts the stream with the byte order mark of its encoding, if that has one.
    pub(crate) fn write_mark(&mut self) {
        let mark = self.encoding.mark();
        self.buffer.extend_from_slice(mark);
        self.position.bytes += mark.len() as u64;
    }

    /// Writes a byte to a binary stream.
    ///
    /// # Errors
    /// An error of the sink.
    pub(crate) fn write_byte(&mut self, b: u8) -> Result<(), StreamFault> {
        self.buffer.push(b);
        self.position.advance_bytes(1);
        self.settle(self.buffering != Buffering::Full)
    }

    fn settle(&mut self, flush: bool) -> Result<(), StreamFault> {
        if self.defers {
            Ok(())
        } else if flush {
            self.flush().map_err(StreamFault::Io)
        } else if self.buffer.len() >= FULL {
            self.pass_on().map_err(StreamFault::Io)
        } else {
            Ok(())
        }
    }

    /// Passes the buffer to the sink. Output that a sink refuses is lost, so that the error is reported once.
    ///
    /// # Errors
    /// An error of the sink. Of a pipe, also `WouldBlock` when the machine is interrupted or a time limit expires; then
    /// nothing is lost.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.pass_on()?;
        match &mut self.sink {
            ByteSink::Writer(w) => w.flush(),
            ByteSink::Shared(w) => w.flush(),
            ByteSink::File(f) => f.flush(),
            ByteSink::Pipe(p) => p.wait(),
            ByteSink::Memory | ByteSink::Lent => Ok(()),
        }
    }

    /// As [`Output::flush`], but does not wait for the reader of a pipe, whose errors are reported by the next write.
    ///
    /// # Errors
    /// An error of the sink.
    pub(crate) fn flush_without_waiting(&mut self) -> io::Result<()> {
        if let ByteSink::Pipe(pipe) = &mut self.sink {
            pipe.hand_over(&mut self.buffer);
            return Ok(());
        }
        self.flush()
    }

    /// Passes the buffer to the sink.
    ///
    /// # Errors
    /// Those of [`Output::flush`].
    pub(crate) fn pass_on(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let result = match &mut self.sink {
            ByteSink::Writer(w) => w.write_all(&self.buffer),
            ByteSink::Shared(w) => w.write_all(&self.buffer),
            ByteSink::File(f) => f.write_all(&self.buffer),
            ByteSink::Pipe(p) => return p.write_block(&mut self.buffer),
            ByteSink::Memory | ByteSink::Lent => return Ok(()),
        };
        self.buffer.clear();
        result
    }

    /// Returns true if passing text on may wait for the other side of a connection or a pipe.
    pub(crate) fn may_wait(&self) -> bool {
        !matches!(self.sink, ByteSink::File(_) | ByteSink::Memory)
    }

    /// From now on, text is passed on by [`Output::lend`] alone, or also by writing.
    pub(crate) fn defer(&mut self, defers: bool) {
        self.defers = defers;
    }

    /// An output with the sink and the text that is due to be passed on, all of it if `flushes` is true; `None` if none is.
    pub(crate) fn lend(&mut self, flushes: bool) -> Option<Output> {
        let is_due = flushes || self.buffer.len() >= FULL || self.buffering != Buffering::Full;
        if !is_due || !self.may_wait() || self.is_lent() {
            return None;
        }
        let sink = std::mem::replace(&mut self.sink, ByteSink::Lent);
        let mut lent = Output::new(sink, Encoding::Binary, Buffering::Full);
        lent.buffer = std::mem::take(&mut self.buffer);
        Some(lent)
    }

    /// Returns true if another thread passes text on: it is to be written before what is in the buffer.
    pub(crate) fn is_lent(&self) -> bool {
        matches!(self.sink, ByteSink::Lent)
    }

    /// Takes the sink back, and the text that it has not taken.
    pub(crate) fn take_back(&mut self, mut lent: Output) {
        self.sink = std::mem::replace(&mut lent.sink, ByteSink::Memory);
        let mut left = std::mem::take(&mut lent.buffer);
        left.append(&mut self.buffer);
        self.buffer = left;
    }

    /// Redirects later output to another sink, after flushing.
    ///
    /// # Errors
    /// An error of the old sink.
    pub(crate) fn redirect(&mut self, sink: ByteSink, buffering: Buffering) -> io::Result<()> {
        let result = self.flush();
        self.sink = sink;
        self.buffering = buffering;
        self.position = StreamPosition::default();
        result
    }

    /// A writer to the same destination, which another machine may use at the same time; none if text stays in memory.
    pub(crate) fn shared_writer(&mut self) -> Option<SharedWriter> {
        let flushed = self.flush();
        match &mut self.sink {
            ByteSink::Shared(w) => Some(w.clone()),
            ByteSink::Writer(_) => {
                // An error is reported by the next write.
                let _ = flushed;
                let memory = std::mem::replace(&mut self.sink, ByteSink::Memory);
                let ByteSink::Writer(w) = memory else {
                    return None;
                };
                let w = SharedWriter(Arc::new(Mutex::new(w)));
                self.sink = ByteSink::Shared(w.clone());
                Some(w)
            }
            ByteSink::File(_) | ByteSink::Pipe(_) | ByteSink::Memory | ByteSink::Lent => None,
        }
    }

    #[cfg(feature = "zlib")]
    /// A writer to the same place, after flushing; none if text stays in memory.
    ///
    /// # Errors
    /// An error of the sink.
    pub(crate) fn second_writer(&mut self) -> Option<io::Result<Box<dyn Write + Send>>> {
        if let Err(e) = self.flush() {
            return Some(Err(e));
        }
        match &self.sink {
            ByteSink::File(file) => Some(
                file.try_clone()
                    .map(|f| Box::new(f) as Box<dyn Write + Send>),
            ),
            _ => Some(Ok(Box::new(self.shared_writer()?))),
        }
    }

    #[cfg(feature = "zlib")]
    /// The sink, after flushing; none if the text stays in the buffer.
    ///
    /// # Errors
    /// An error of the sink.
    pub(crate) fn into_writer(mut self) -> Option<io::Result<Box<dyn Write + Send>>> {
        if let Err(e) = self.flush() {
            return Some(Err(e));
        }
        match std::mem::replace(&mut self.sink, ByteSink::Memory) {
            ByteSink::Writer(w) => Some(Ok(w)),
            ByteSink::File(f) => Some(Ok(Box::new(f))),
            ByteSink::Pipe(p) => Some(Ok(Box::new(p))),
            ByteSink::Shared(w) => Some(Ok(Box::new(w))),
            ByteSink::Memory | ByteSink::Lent => None,
        }
    }

    /// Returns true if the text stays in the buffer.
    pub(crate) fn is_in_memory(&self) -> bool {
        matches!(self.sink, ByteSink::Memory)
    }

    /// The size of the buffer in bytes.
    pub(crate) fn gathered_bytes(&self) -> usize {
        self.buffer.len()
    }

    /// The text written so far to a stream into memory.
    pub(crate) fn gathered(&self) -> &str {
        std::str::from_utf8(&self.buffer).unwrap_or_default()
    }

    pub(crate) fn seek(&mut self, place: StreamPosition) -> io::Result<()> {
        self.flush()?;
        if let ByteSink::File(f) = &mut self.sink {
            f.seek(SeekFrom::Start(place.bytes))?;
            self.position = place;
        }
        Ok(())
    }

    /// The size of the file in bytes; `None` if the stream is not a file.
    pub(crate) fn size(&mut self) -> Option<u64> {
        self.flush().ok()?;
        match &self.sink {
            ByteSink::File(f) => Some(f.metadata().ok()?.len()),
            _ => None,
        }
    }
}

impl Drop for Output {
    /// A stream that was not closed is flushed; errors cannot be reported any more.
    fn drop(&mut self) {
        if let ByteSink::Pipe(pipe) = &mut self.sink {
            pipe.finish(std::mem::take(&mut self.buffer));
            return;
        }
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::{Buffering, ByteSink, Encoding, Output};
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);
    impl Write for Shared {
        fn write(&mut self, b: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(b);
            Ok(b.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn buffers_are_passed_on_as_asked() {
        let to = Shared::default();
        let seen = || String::from_utf8(to.0.lock().unwrap().clone()).unwrap();
        let sink = ByteSink::Writer(Box::new(to.clone()));
        let mut o = Output::new(sink, Encoding::Utf8, Buffering::Line);
        o.write("ab").ok().unwrap();
        assert_eq!(seen(), "");
        o.write("c\nd").ok().unwrap();
        assert_eq!((seen(), o.position.column), ("abc\nd".into(), 1));
        o.buffering = Buffering::Full;
        o.write("\n").ok().unwrap();
        assert_eq!(seen(), "abc\nd");
        drop(o);
        assert_eq!(seen(), "abc\nd\n");
    }

    #[test]
    fn a_narrow_encoding_refuses_wide_characters() {
        let mut o = Output::new(ByteSink::Memory, Encoding::Latin1, Buffering::Full);
        assert!(o.write("é").is_ok() && o.write("→").is_err());
        assert_eq!((o.position.chars, o.position.bytes), (1, 1));
    }
}
