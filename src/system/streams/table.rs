//! The open streams of one machine, their aliases, and which of them are current.
//!
//! A host gives the three standard streams any reader or writer; nothing here is shared between
//! machines except the process's own standard streams, which are the defaults. Must not know cells.

use crate::base::atom::{Atom, atoms};
use crate::system::streams::encoding::{Encoding, StreamFault};
use crate::system::streams::input::{ByteSource, Input};
use crate::system::streams::memory_files::MemoryFiles;
use crate::system::streams::output::{Buffering, ByteSink, Output};
use crate::system::streams::position::{StreamId, StreamPosition};
use rustc_hash::FxHashMap;
use std::io::{self, IsTerminal, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The stream `user_input`.
pub(crate) const USER_INPUT: StreamId = 0;

/// The stream `user_output`.
pub(crate) const USER_OUTPUT: StreamId = 1;

/// The stream `user_error`.
pub(crate) const USER_ERROR: StreamId = 2;

/// The memory that an open stream takes, in bytes, about.
const STREAM: usize = 1024;

/// Input or output.
pub(crate) enum Side {
    /// An input stream.
    Input(Input),
    /// An output stream.
    Output(Output),
}

/// The I/O mode of a stream (ISO 7.10.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IoMode {
    /// `read`
    Read,
    /// `write`
    Write,
    /// `append`
    Append,
}

impl IoMode {
    /// The mode's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            IoMode::Read => "read",
            IoMode::Write => "write",
            IoMode::Append => "append",
        }
    }
}

/// The effect of reading after the end (ISO 7.10.2.11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EofAction {
    /// `permission_error(input,past_end_of_stream,S)`
    Error,
    /// The end again.
    EofCode,
    /// The source is read again.
    Reset,
}

impl EofAction {
    /// The action's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            EofAction::Error => "error",
            EofAction::EofCode => "eof_code",
            EofAction::Reset => "reset",
        }
    }
}

/// One open stream.
pub(crate) struct Stream {
    /// Its data.
    pub side: Side,
    /// The mode in which it was opened.
    pub mode: IoMode,
    /// Its characters' encoding, or that it is binary.
    pub encoding: Encoding,
    /// The effect of reading after the end.
    pub eof_action: EofAction,
    /// True if it can be repositioned.
    pub reposition: bool,
    /// The file.
    pub file_name: Option<Atom>,
    /// Names given by `alias(A)`.
    pub aliases: Vec<Atom>,
    /// True if it is a terminal.
    pub tty: bool,
    /// True if its text starts with a byte order mark; `None` if a mark has no meaning for it.
    pub bom: Option<bool>,
    /// The bytes of text that it keeps in memory, as they are counted in [`Streams::bytes`].
    pub kept: usize,
}

impl Stream {
    /// Returns true if it is a binary stream.
    pub(crate) fn is_binary(&self) -> bool {
        self.encoding == Encoding::Binary
    }

    /// Its position.
    pub(crate) fn position(&self) -> StreamPosition {
        match &self.side {
            Side::Input(i) => i.position,
            Side::Output(o) => o.position,
        }
    }

    /// `not`, `at` or `past` (ISO 7.10.2.13), as far as is known without reading.
    pub(crate) fn end_of_stream(&self) -> &'static str {
        match &self.side {
            Side::Input(i) if i.past => "past",
            Side::Input(i) if i.is_at_end() => "at",
            _ => "not",
        }
    }

    /// Changes its encoding from now on. Returns false if it must not change.
    pub(crate) fn set_encoding(&mut self, encoding: Encoding) -> bool {
        let is_set = match &mut self.side {
            Side::Input(i) => {
                i.set_encoding(encoding);
                true
            }
            Side::Output(o) => o.set_encoding(encoding),
        };
        if is_set {
            self.encoding = encoding;
        }
        is_set
    }

    /// Goes to a position of this stream.
    ///
    /// # Errors
    /// An error of the file.
    pub(crate) fn seek(&mut self, place: StreamPosition) -> io::Result<()> {
        match &mut self.side {
            Side::Input(i) => i.seek(place),
            Side::Output(o) => o.seek(place),
        }
    }
}

/// The streams of one machine.
pub(crate) struct Streams {
    open: FxHashMap<StreamId, Box<Stream>>,
    next: StreamId,
    aliases: FxHashMap<Atom, StreamId>,
    /// The current input stream.
    pub input: StreamId,
    /// The current output stream.
    pub output: StreamId,
    /// The captures of output, each with the output stream that was current before; innermost last.
    captures: Vec<(StreamId, StreamId)>,
    /// The texts of memory files.
    pub(crate) memory_files: MemoryFiles,
    /// The bytes of text that open streams keep in memory.
    kept: usize,
    /// The bytes of text that were written to streams other than those into memory.
    written: u64,
    /// The value of `written` that must not be exceeded.
    most_written: Option<u64>,
    /// The prompt of a reader of a terminal.
    pub(crate) prompt: Prompt,
}

/// The text that a reader of a terminal prints before it reads, which `prompt/2` changes.
#[derive(Clone)]
pub(crate) struct Prompt(Arc<Mutex<PromptText>>);

struct PromptText {
    text: String,
    /// The text before the next line only, if `prompt1/1` has set one.
    next: Option<String>,
}

impl Default for Prompt {
    fn default() -> Prompt {
        let text = "|: ".to_string();
        Prompt(Arc::new(Mutex::new(PromptText { text, next: None })))
    }
}

impl Prompt {
    fn locked(&self) -> MutexGuard<'_, PromptText> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The text.
    pub(crate) fn text(&self) -> String {
        self.locked().text.clone()
    }

    /// The text before the line that is read now.
    pub(crate) fn before_line(&self) -> String {
        let mut prompt = self.locked();
        prompt.next.take().unwrap_or_else(|| prompt.text.clone())
    }

    /// Changes the text.
    pub(crate) fn set(&self, text: &str) {
        text.clone_into(&mut self.locked().text);
    }

    /// Changes the text before the next line.
    pub(crate) fn set_next(&self, text: &str) {
        self.locked().next = Some(text.to_string());
    }
}

impl Default for Streams {
    fn default() -> Streams {
        Streams::new()
    }
}

impl Streams {
    /// The three standard streams, on those of the process.
    pub(crate) fn new() -> Streams {
        let mut s = Streams {
            open: FxHashMap::default(),
            next: USER_INPUT,
            aliases: FxHashMap::default(),
            input: USER_INPUT,
            output: USER_OUTPUT,
            captures: Vec::new(),
            memory_files: MemoryFiles::default(),
            kept: 0,
            written: 0,
            most_written: None,
            prompt: Prompt::default(),
        };
        let from = ByteSource::Reader(Box::new(io::stdin()));
        let input = Side::Input(Input::new(from, Encoding::Utf8));
        s.add_standard(input, IoMode::Read, atoms::USER_INPUT);
        let to = |sink, buffering| Side::Output(Output::new(sink, Encoding::Utf8, buffering));
        let out = ByteSink::Writer(Box::new(io::stdout()));
        let err = ByteSink::Writer(Box::new(io::stderr()));
        let tty = io::stdout().is_terminal();
        s.add_standard(to(out, buffering(tty)), IoMode::Append, atoms::USER_OUTPUT);
        s.add_standard(to(err, Buffering::None), IoMode::Append, atoms::USER_ERROR);
        s.set_tty(USER_INPUT, io::stdin().is_terminal());
        s.set_tty(USER_OUTPUT, tty);
        s.set_tty(USER_ERROR, io::stderr().is_terminal());
        s
    }

    /// Exchanges the open streams for those of another machine. The current streams stay, and so do captures of output and
    /// its count.
    pub(crate) fn exchange_program(&mut self, other: &mut Streams) {
        use std::mem::swap;
        swap(&mut self.open, &mut other.open);
        swap(&mut self.next, &mut other.next);
        swap(&mut self.aliases, &mut other.aliases);
        swap(&mut self.memory_files, &mut other.memory_files);
        swap(&mut self.kept, &mut other.kept);
        // Other threads may have closed them.
        if !self.open.contains_key(&self.input) {
            self.input = USER_INPUT;
        }
        if !self.open.contains_key(&self.output) {
            self.output = USER_OUTPUT;
        }
    }

    fn add_standard(&mut self, side: Side, mode: IoMode, alias: Atom) {
        self.add(Stream {
            side,
            mode,
            encoding: Encoding::Utf8,
            // ISO 7.10.2.9 demands it of both, although only input can end.
            eof_action: EofAction::Reset,
            reposition: false,
            file_name: None,
            aliases: vec![alias],
            tty: false,
            bom: None,
            kept: 0,
        });
    }

    /// Sets the property `tty` of the standard streams. At a terminal, each line of output is shown at once.
    pub(crate) fn set_terminal(&mut self, input: bool, output: bool, error: bool) {
        if let Some(o) = self.output_of(USER_OUTPUT) {
            o.buffering = buffering(output);
        }
        self.set_tty(USER_INPUT, input);
        self.set_tty(USER_OUTPUT, output);
        self.set_tty(USER_ERROR, error);
    }

    fn set_tty(&mut self, id: StreamId, tty: bool) {
        if let Some(s) = self.open.get_mut(&id) {
            s.tty = tty;
        }
    }

    /// Takes over the readers and writers of the standard streams of another machine.
    pub(crate) fn take_standard(&mut self, other: &mut Streams) {
        for id in [USER_INPUT, USER_OUTPUT, USER_ERROR] {
            if let (Some(to), Some(from)) = (self.open.get_mut(&id), other.open.get_mut(&id)) {
                std::mem::swap(&mut to.side, &mut from.side);
                to.tty = from.tty;
            }
        }
        self.prompt = other.prompt.clone();
    }

    /// Redirects the output of these streams to that of another machine, line by line. There is no input.
    pub(crate) fn share_output(&mut self, other: &mut Streams) {
        for (id, buffering) in [
            (USER_OUTPUT, Buffering::Line),
            (USER_ERROR, Buffering::None),
        ] {
            if let Some(to) = other.output_of(id).and_then(Output::shared_writer) {
                self.redirect(id, Box::new(to), buffering);
            }
        }
        self.set_user_input(Box::new(io::empty()));
        self.limit_output_with(other);
    }

    /// Limits output to what is left of the limit of another machine.
    pub(crate) fn limit_output_with(&mut self, other: &Streams) {
        self.most_written = other.output_left();
    }

    /// Redirects `user_input`.
    pub(crate) fn set_user_input(&mut self, from: Box<dyn Read + Send>) {
        if let Some(s) = self.open.get_mut(&USER_INPUT) {
            s.side = Side::Input(Input::new(ByteSource::Reader(from), Encoding::Utf8));
            s.tty = false;
        }
    }

    /// Redirects `user_output`, fully buffered.
    /// A failure to flush earlier output is lost with the old writer.
    pub(crate) fn set_user_output(&mut self, to: Box<dyn Write + Send>) {
        self.redirect(USER_OUTPUT, to, Buffering::Full);
    }

    /// Redirects `user_error`, unbuffered.
    pub(crate) fn set_user_error(&mut self, to: Box<dyn Write + Send>) {
        self.redirect(USER_ERROR, to, Buffering::None);
    }

    fn redirect(&mut self, id: StreamId, to: Box<dyn Write + Send>, buffering: Buffering) {
        self.set_tty(id, false);
        if let Some(o) = self.output_of(id) {
            let _ = o.redirect(ByteSink::Writer(to), buffering);
        }
    }

    /// Sets the column of `user_output` to 0, after something else has moved the terminal to the start of a line.
    pub(crate) fn at_line_start(&mut self) {
        if let Some(o) = self.output_of(USER_OUTPUT) {
            o.position.column = 0;
        }
    }

    /// Flushes all output streams, without waiting for the readers of pipes.
    ///
    /// # Errors
    /// The first error of a sink; the other streams are flushed all the same.
    pub(crate) fn flush_all(&mut self) -> io::Result<()> {
        let mut first = Ok(());
        for s in self.open.values_mut() {
            if let Side::Output(o) = &mut s.side {
                let result = o.flush_without_waiting();
                if first.is_ok() {
                    first = result;
                }
            }
        }
        first
    }

    /// Registers a stream and its aliases.
    pub(crate) fn add(&mut self, stream: Stream) -> StreamId {
        let id = self.next;
        self.next += 1;
        for &a in &stream.aliases {
            self.aliases.insert(a, id);
        }
        self.open.insert(id, Box::new(stream));
        id
    }

    /// Removes a stream; if it was current, a standard stream becomes current.
    pub(crate) fn remove(&mut self, id: StreamId) -> Option<Box<Stream>> {
        let s = self.open.remove(&id)?;
        self.kept -= s.kept;
        let written = match &s.side {
            Side::Output(o) => Some(o.gathered()),
            Side::Input(_) => None,
        };
        self.memory_files.closed(id, written);
        self.aliases.retain(|_, &mut i| i != id);
        if self.input == id {
            self.input = USER_INPUT;
        }
        if self.output == id {
            self.output = USER_OUTPUT;
        }
        Some(s)
    }

    /// The stream with this number, if it is open.
    pub(crate) fn get(&self, id: StreamId) -> Option<&Stream> {
        self.open.get(&id).map(|s| &**s)
    }

    /// The stream with this number, if it is open.
    pub(crate) fn get_mut(&mut self, id: StreamId) -> Option<&mut Stream> {
        self.open.get_mut(&id).map(|s| &mut **s)
    }

    /// The stream with this alias.
    pub(crate) fn by_alias(&self, a: Atom) -> Option<StreamId> {
        self.aliases.get(&a).copied()
    }

    /// Gives an open stream another name.
    pub(crate) fn add_alias(&mut self, id: StreamId, a: Atom) {
        let old = self.aliases.insert(a, id);
        if let Some(s) = old.and_then(|old| self.open.get_mut(&old)) {
            s.aliases.retain(|&b| b != a);
        }
        if let Some(s) = self.open.get_mut(&id) {
            s.aliases.push(a);
        }
    }

    /// The open streams, oldest first.
    pub(crate) fn ids(&self) -> Vec<StreamId> {
        let mut ids: Vec<StreamId> = self.open.keys().copied().collect();
        ids.sort_unstable();
        ids
    }

    /// The stream as an input stream.
    pub(crate) fn input_of(&mut self, id: StreamId) -> Option<&mut Input> {
        match &mut self.get_mut(id)?.side {
            Side::Input(i) => Some(i),
            Side::Output(_) => None,
        }
    }

    /// The stream as an output stream.
    pub(crate) fn output_of(&mut self, id: StreamId) -> Option<&mut Output> {
        match &mut self.get_mut(id)?.side {
            Side::Output(o) => Some(o),
            Side::Input(_) => None,
        }
    }

    /// The memory of texts that streams keep in memory, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.kept + self.memory_files.bytes() + STREAM * self.open.len()) as u64
    }

    /// Returns true if a text makes an output stream into memory pass a multiple of `step` bytes.
    pub(crate) fn grows_past(&mut self, id: StreamId, text: &str, step: usize) -> bool {
        self.output_of(id).is_some_and(|o| {
            let before = o.gathered_bytes();
            o.is_in_memory() && before / step != (before + text.len()) / step
        })
    }

    /// Writes a text to an output stream; does nothing if the stream is not one.
    ///
    /// # Errors
    /// An error of the stream's sink or encoding.
    pub(crate) fn write(&mut self, id: StreamId, text: &str) -> Result<(), StreamFault> {
        if id == USER_ERROR {
            // On a terminal, the two must appear in the order in which they were written.
            self.flush_user_output();
        }
        let Some(s) = self.open.get_mut(&id) else {
            return Ok(());
        };
        let Side::Output(o) = &mut s.side else {
            return Ok(());
        };
        let result = o.write(text);
        if o.is_in_memory() {
            self.kept += o.gathered_bytes() - s.kept;
            s.kept = o.gathered_bytes();
        } else {
            self.written += text.len() as u64;
        }
        result
    }

    /// Writes a byte to a binary output stream; does nothing if the stream is not an output stream.
    ///
    /// # Errors
    /// An error of the stream's sink.
    pub(crate) fn write_byte(&mut self, id: StreamId, byte: u8) -> Result<(), StreamFault> {
        self.written += 1;
        self.output_of(id).map_or(Ok(()), |o| o.write_byte(byte))
    }

    /// Returns true if so many bytes more would exceed the limit on output. Streams into memory are exempt.
    pub(crate) fn exceeds_limit(&mut self, id: StreamId, bytes: usize) -> bool {
        let most = self.most_written.unwrap_or(u64::MAX);
        self.written.saturating_add(bytes as u64) > most && !self.is_in_memory(id)
    }

    /// Returns true if the stream is not an output stream that leaves the machine.
    pub(crate) fn is_in_memory(&mut self, id: StreamId) -> bool {
        self.output_of(id).is_none_or(|o| o.is_in_memory())
    }

    /// The bytes of text that were written to streams other than those into memory.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Sets the value of [`Streams::written`] that must not be exceeded.
    pub(crate) fn limit_output(&mut self, most: Option<u64>) {
        self.most_written = most;
    }

    /// The bytes that may still be written; `None` without a limit.
    pub(crate) fn output_left(&self) -> Option<u64> {
        let most = self.most_written?;
        Some(most.saturating_sub(self.written))
    }

    /// Flushes `user_output` before a read that may wait, so that a prompt is visible. At a terminal, the newline after
    /// the last term that was read may be left, and the read waits nevertheless.
    pub(crate) fn before_reading(&mut self, id: StreamId) {
        let at_terminal = self.get(id).is_some_and(|s| s.tty);
        let drained = self.input_of(id).is_some_and(|i| i.is_drained());
        if id == USER_INPUT && (drained || at_terminal) {
            self.flush_user_output();
        }
    }

    /// An error here is reported again at the next write or flush.
    fn flush_user_output(&mut self) {
        if let Some(o) = self.output_of(USER_OUTPUT) {
            let _ = o.flush();
        }
    }

    /// Opens a reader.
    pub(crate) fn open_reader(&mut self, from: Box<dyn Read + Send>) -> StreamId {
        let i = Input::new(ByteSource::Reader(from), Encoding::Utf8);
        self.add_plain(Side::Input(i), IoMode::Read)
    }

    /// Opens a writer.
    pub(crate) fn open_writer(&mut self, to: Box<dyn Write + Send>) -> StreamId {
        self.open_sink(ByteSink::Writer(to))
    }

    /// Opens a text stream to a sink.
    pub(crate) fn open_sink(&mut self, sink: ByteSink) -> StreamId {
        let o = Output::new(sink, Encoding::Utf8, Buffering::Full);
        self.add_plain(Side::Output(o), IoMode::Write)
    }

    #[cfg(any(feature = "network", feature = "zlib"))]
    /// Closes an input stream; the bytes that were not read from it. None if it is a standard stream or no input
    /// stream.
    pub(crate) fn take_reader(&mut self, id: StreamId) -> Option<Box<dyn Read + Send>> {
        let is_standard = [USER_INPUT, USER_OUTPUT, USER_ERROR].contains(&id);
        if is_standard || self.input_of(id).is_none() {
            return None;
        }
        match self.remove(id)?.side {
            Side::Input(input) => Some(input.into_bytes()),
            Side::Output(_) => None,
        }
    }

    #[cfg(feature = "zlib")]
    /// Closes an output stream; the place to which its bytes went. None if it is a standard stream, a stream into
    /// memory or no output stream.
    ///
    /// # Errors
    /// An error of the sink.
    pub(crate) fn take_writer(
        &mut self,
        id: StreamId,
    ) -> Option<io::Result<Box<dyn Write + Send>>> {
        let is_standard = [USER_INPUT, USER_OUTPUT, USER_ERROR].contains(&id);
        if is_standard || self.output_of(id).is_none_or(|o| o.is_in_memory()) {
            return None;
        }
        match self.remove(id)?.side {
            Side::Output(output) => output.into_writer(),
            Side::Input(_) => None,
        }
    }

    #[cfg(feature = "zlib")]
    /// The bytes that an input stream still has: those of a stream that is closed with it, or else shared with the stream.
    pub(crate) fn reader_of(
        &mut self,
        id: StreamId,
        takes_over: bool,
    ) -> Option<Box<dyn Read + Send>> {
        match takes_over {
            true => self.take_reader(id),
            false => Some(Box::new(self.input_of(id)?.shared_reader())),
        }
    }

    #[cfg(feature = "zlib")]
    /// The place to which the bytes of an output stream go: that of a stream that is closed with it, or else shared with the
    /// stream.
    ///
    /// # Errors
    /// An error of the sink.
    pub(crate) fn writer_of(
        &mut self,
        id: StreamId,
        takes_over: bool,
    ) -> Option<io::Result<Box<dyn Write + Send>>> {
        match takes_over {
            true => self.take_writer(id),
            false => self.output_of(id)?.second_writer(),
        }
    }

    #[cfg(any(feature = "network", feature = "zlib"))]
    /// Sets the encoding of a stream that was just opened.
    pub(crate) fn encode(&mut self, id: StreamId, encoding: Encoding) {
        if let Some(s) = self.get_mut(id) {
            s.encoding = encoding;
            match &mut s.side {
                Side::Input(i) => i.set_encoding(encoding),
                Side::Output(o) => {
                    o.set_encoding(encoding);
                }
            }
        }
    }

    /// Adds a text stream that is not a file.
    fn add_plain(&mut self, side: Side, mode: IoMode) -> StreamId {
        self.add(Stream {
            side,
            mode,
            encoding: Encoding::Utf8,
            eof_action: EofAction::EofCode,
            reposition: false,
            file_name: None,
            aliases: Vec::new(),
            tty: false,
            bom: None,
            kept: 0,
        })
    }

    /// Opens a text for reading.
    pub(crate) fn open_text(&mut self, text: String) -> StreamId {
        let kept = text.len();
        let id = self.add_plain(Side::Input(Input::of_text(text)), IoMode::Read);
        if let Some(s) = self.open.get_mut(&id) {
            s.kept = kept;
            self.kept += kept;
        }
        id
    }

    /// Opens an output stream into memory; see [`Streams::gathered`].
    pub(crate) fn open_memory(&mut self) -> StreamId {
        self.open_sink(ByteSink::Memory)
    }

    /// The text of an output stream into memory.
    pub(crate) fn gathered(&self, id: StreamId) -> Option<&str> {
        match &self.get(id)?.side {
            Side::Output(o) => Some(o.gathered()),
            Side::Input(_) => None,
        }
    }

    /// Starts to capture the current output.
    pub(crate) fn push_capture(&mut self) -> StreamId {
        let id = self.open_memory();
        self.captures.push((id, self.output));
        self.output = id;
        id
    }

    /// Ends the capture `id` and those inside it that an exception left open. The output stream
    /// from before is current again, if it is still open.
    pub(crate) fn pop_capture(&mut self, id: StreamId) -> Option<String> {
        let depth = self.captures.iter().position(|c| c.0 == id)?;
        let before = self.captures[depth].1;
        let text = self.gathered(id).unwrap_or_default().to_string();
        for (inner, _) in self.captures.split_off(depth) {
            self.remove(inner);
        }
        self.output = match self.open.contains_key(&before) {
            true => before,
            false => USER_OUTPUT,
        };
        Some(text)
    }
}

/// The buffering of the process's output.
fn buffering(tty: bool) -> Buffering {
    match tty {
        true => Buffering::Line,
        false => Buffering::Full,
    }
}

#[cfg(test)]
mod tests {
    use super::{Streams, USER_INPUT, USER_OUTPUT};

    #[test]
    fn captures_nest_and_survive_exceptions() {
        let mut s = Streams::new();
        s.set_user_output(Box::new(std::io::sink()));
        let outer = s.push_capture();
        s.write(s.output, "a").ok().unwrap();
        s.push_capture();
        s.write(s.output, "lost").ok().unwrap();
        assert_eq!(s.pop_capture(outer).as_deref(), Some("a"));
        assert_eq!(s.output, USER_OUTPUT);
        assert_eq!(s.ids().len(), 3);
        assert_eq!(s.pop_capture(outer), None);
    }

    #[test]
    fn a_closed_current_stream_gives_way() {
        let mut s = Streams::new();
        let t = s.open_text("abc".into());
        s.input = t;
        s.remove(t);
        assert_eq!(s.input, USER_INPUT);
        assert!(s.get(t).is_none() && s.open_text(String::new()) != t);
    }

    #[test]
    fn machines_move_between_threads() {
        fn is_send<T: Send>(_: &T) {}
        is_send(&Streams::new());
    }
}
