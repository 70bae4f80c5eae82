//! The input side of a stream: from bytes to characters, with positions and the end of stream.
//!
//! Characters are decoded a block at a time into a text that the term reader scans in place.
//! Nothing is read ahead of what one `read` of the source gives, so that terminals and pipes
//! answer line by line. Must not know terms.

use crate::system::streams::encoding::{Encoding, StreamFault};
use crate::system::streams::position::StreamPosition;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
#[cfg(feature = "zlib")]
use std::sync::{Arc, Mutex, PoisonError};

/// The number of bytes requested from a source at once.
const BLOCK: usize = 1 << 15;

/// Consumed text is dropped when it is longer than this and than the text that is left.
const SLACK: usize = 1 << 16;

/// Where bytes come from.
pub(crate) enum ByteSource {
    /// A reader of the host or of the process.
    Reader(Box<dyn Read + Send>),
    /// A file.
    File(File),
    /// Nothing: the whole text is in the buffer.
    Nothing,
    /// A reader from which another thread reads at the moment.
    Lent,
}

impl ByteSource {
    /// The next bytes; none at the end.
    ///
    /// # Errors
    /// Those of the source.
    pub(crate) fn fetch(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; BLOCK];
        let n = self.read(&mut bytes)?;
        bytes.truncate(n);
        Ok(bytes)
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let n = match self {
                ByteSource::Reader(r) => r.read(buffer),
                ByteSource::File(f) => f.read(buffer),
                ByteSource::Nothing => Ok(0),
                ByteSource::Lent => Err(io::ErrorKind::ResourceBusy.into()),
            };
            match n {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => (),
                other => return other,
            }
        }
    }
}

/// A reader that two streams use.
#[cfg(feature = "zlib")]
#[derive(Clone)]
pub(crate) struct SharedReader(Arc<Mutex<Box<dyn Read + Send>>>);

#[cfg(feature = "zlib")]
impl Read for SharedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut reader = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reader.read(buffer)
    }
}

/// An input stream's data.
pub(crate) struct Input {
    source: ByteSource,
    encoding: Encoding,
    /// Bytes that are not decoded yet; for a binary stream, not consumed yet from `at` on.
    raw: Vec<u8>,
    /// Decoded characters; those from `at` on are not consumed yet.
    text: String,
    at: usize,
    /// `raw` starts with this many bytes that do not encode a character.
    bad: usize,
    /// True once the first bytes were checked for a byte order mark.
    begun: bool,
    /// True if a byte order mark is a character of the text.
    keeps_mark: bool,
    /// True once the source has reported its end.
    ended: bool,
    /// The end of the stream has been read (`end_of_stream(past)`).
    pub past: bool,
    /// The position of the next character or byte.
    pub position: StreamPosition,
}

impl Input {
    pub(crate) fn new(source: ByteSource, encoding: Encoding) -> Input {
        Input {
            source,
            encoding,
            raw: Vec::new(),
            text: String::new(),
            at: 0,
            bad: 0,
            begun: false,
            keeps_mark: false,
            ended: false,
            past: false,
            position: StreamPosition::default(),
        }
    }

    /// An input stream of this text.
    pub(crate) fn of_text(text: String) -> Input {
        let mut input = Input::new(ByteSource::Nothing, Encoding::Utf8);
        input.text = text;
        input.begun = true;
        input.ended = true;
        input
    }

    /// Returns true if the next character must be fetched from the source.
    pub(crate) fn is_drained(&self) -> bool {
        match self.encoding {
            Encoding::Binary => self.at == self.raw.len() && !self.ended,
            _ => self.at == self.text.len() && self.bad == 0 && !self.ended,
        }
    }

    /// Takes the source, if it has not ended and may wait for long.
    pub(crate) fn lend_source(&mut self) -> Option<ByteSource> {
        let has_bytes = self.bad == 0 && !self.ended;
        let waits = has_bytes && matches!(self.source, ByteSource::Reader(_));
        waits.then(|| std::mem::replace(&mut self.source, ByteSource::Lent))
    }

    /// Takes back the source.
    pub(crate) fn restore(&mut self, source: ByteSource) {
        self.source = source;
    }

    /// Takes back the source and the bytes that it has given; none at its end.
    pub(crate) fn take_back(&mut self, source: ByteSource, bytes: &[u8]) {
        self.source = source;
        self.raw.extend_from_slice(bytes);
        self.ended = bytes.is_empty();
        if self.encoding != Encoding::Binary {
            self.decode();
        }
    }

    /// Returns true if the end is known to be reached, without reading.
    pub(crate) fn is_at_end(&self) -> bool {
        let left = match self.encoding {
            Encoding::Binary => self.raw.len() - self.at,
            _ => self.text.len() - self.at + self.bad,
        };
        left == 0 && self.ended
    }

    /// Changes the encoding of the input from now on. Pending characters that were decoded
    /// already are decoded anew.
    pub(crate) fn set_encoding(&mut self, encoding: Encoding) {
        if self.encoding == encoding {
            return;
        }
        let mut raw = Vec::new();
        match self.encoding {
            Encoding::Binary => raw.extend_from_slice(&self.raw[self.at..]),
            old => {
                let waiting = self.text[self.at..].chars();
                waiting.for_each(|c| old.push(c, &mut raw));
                raw.extend_from_slice(&self.raw);
            }
        }
        self.raw = raw;
        self.text.clear();
        self.at = 0;
        self.bad = 0;
        self.encoding = encoding;
        if !self.raw.is_empty() {
            self.decode();
        }
    }

    /// A byte order mark is read as the character that it is.
    pub(crate) fn keep_mark(&mut self) {
        (self.begun, self.keeps_mark) = (true, true);
    }

    #[cfg(any(feature = "network", feature = "zlib"))]
    /// The bytes that were not consumed yet, and those that the source gives after them.
    pub(crate) fn into_bytes(mut self) -> Box<dyn Read + Send> {
        self.set_encoding(Encoding::Binary);
        let pending = self.raw.split_off(self.at.min(self.raw.len()));
        let pending = io::Cursor::new(pending);
        match self.source {
            ByteSource::Reader(r) => Box::new(pending.chain(r)),
            ByteSource::File(f) => Box::new(pending.chain(f)),
            ByteSource::Nothing | ByteSource::Lent => Box::new(pending),
        }
    }

    #[cfg(feature = "zlib")]
    /// A reader of the bytes that were not consumed yet. From now on the stream has what this reader leaves.
    pub(crate) fn shared_reader(&mut self) -> SharedReader {
        let encoding = self.encoding;
        let nothing = Input::new(ByteSource::Nothing, Encoding::Binary);
        let bytes = std::mem::replace(self, nothing).into_bytes();
        let shared = SharedReader(Arc::new(Mutex::new(bytes)));
        *self = Input::new(ByteSource::Reader(Box::new(shared.clone())), encoding);
        shared
    }

    /// The size of the file in bytes; `None` if the stream is not a file.
    pub(crate) fn size(&self) -> Option<u64> {
        match &self.source {
            ByteSource::File(f) => Some(f.metadata().ok()?.len()),
            _ => None,
        }
    }

    /// The end was read and the stream shall be tried again.
    pub(crate) fn reset(&mut self) {
        self.past = false;
        self.ended = matches!(self.source, ByteSource::Nothing);
    }

    /// The next character, left in place; none at the end.
    ///
    /// # Errors
    /// An error of the source, or bytes that do not encode a character.
    pub(crate) fn peek(&mut self) -> Result<Option<char>, StreamFault> {
        loop {
            if let Some(c) = self.text[self.at..].chars().next() {
                return Ok(Some(c));
            }
            if self.bad > 0 {
                return Err(StreamFault::Encoding);
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// The next character, consumed; none at the end. Bytes that are no character are consumed
    /// with the error that they cause.
    ///
    /// # Errors
    /// As [`Input::peek`].
    pub(crate) fn get(&mut self) -> Result<Option<char>, StreamFault> {
        match self.peek() {
            Ok(Some(c)) => {
                self.at += c.len_utf8();
                self.position.advance(c, self.encoding.width(c));
                Ok(Some(c))
            }
            Err(StreamFault::Encoding) => {
                let n = self.bad;
                self.drop_bad();
                self.position.advance('\u{FFFD}', n);
                Err(StreamFault::Encoding)
            }
            other => other,
        }
    }

    /// The next byte of a binary stream, left in place.
    ///
    /// # Errors
    /// An error of the source.
    pub(crate) fn peek_byte(&mut self) -> Result<Option<u8>, StreamFault> {
        if self.at == self.raw.len() && !self.ended {
            self.at = 0;
            self.raw.clear();
            self.read_block()?;
        }
        Ok(self.raw.get(self.at).copied())
    }

    /// The next byte of a binary stream, consumed.
    ///
    /// # Errors
    /// An error of the source.
    pub(crate) fn get_byte(&mut self) -> Result<Option<u8>, StreamFault> {
        let b = self.peek_byte()?;
        if b.is_some() {
            self.at += 1;
            self.position.advance_bytes(1);
        }
        Ok(b)
    }

    /// The decoded text that is not consumed yet.
    pub(crate) fn pending(&self) -> &str {
        &self.text[self.at..]
    }

    /// Appends more text to [`Input::pending`]; false at the end. Invalid bytes
    /// become U+FFFD here, and the second value is true then.
    ///
    /// # Errors
    /// An error of the source.
    pub(crate) fn more(&mut self) -> Result<(bool, bool), StreamFault> {
        if self.bad > 0 {
            self.text.push('\u{FFFD}');
            self.drop_bad();
            return Ok((true, true));
        }
        self.fill().map(|more| (more, false))
    }

    /// Consumes `n` bytes of [`Input::pending`].
    pub(crate) fn consume(&mut self, n: usize) {
        let text = &self.text[self.at..self.at + n];
        let bytes = self.encoded_bytes(text);
        self.position.advance_text(text, bytes);
        self.at += n;
    }

    /// Puts a consumed text back: [`Input::pending`] begins with it again. It was consumed from position `start` on. The
    /// text is lost if memory does not suffice for it and the pending text together.
    pub(crate) fn give_back(&mut self, mut text: String, start: StreamPosition) {
        if text.try_reserve_exact(self.pending().len()).is_err() {
            return;
        }
        // The byte order mark, which is no part of the text, may have been read after `start`.
        let bytes = self.position.bytes - self.encoded_bytes(&text) as u64;
        text.push_str(self.pending());
        (self.text, self.at) = (text, 0);
        self.position = StreamPosition { bytes, ..start };
        self.past = false;
    }

    /// The number of bytes that a text has in the encoding of the stream.
    fn encoded_bytes(&self, text: &str) -> usize {
        match self.encoding {
            Encoding::Utf8 | Encoding::Binary => text.len(),
            Encoding::Latin1 | Encoding::Ascii => text.chars().count(),
            Encoding::Utf16Be | Encoding::Utf16Le => 2 * text.encode_utf16().count(),
        }
    }

    /// Goes to a position that this stream had before.
    ///
    /// # Errors
    /// An error of the file.
    pub(crate) fn seek(&mut self, place: StreamPosition) -> io::Result<()> {
        if place == self.position && !self.past {
            return Ok(());
        }
        self.read_again(place).map(drop)
    }

    /// Goes back to a position that this stream had before, and releases the text that was read since. Returns false if
    /// the source is not a file that can be read again, or if U+FFFD is pending: it may stand for bytes whose error was
    /// reported, and which are not to be reported twice.
    pub(crate) fn go_back(&mut self, place: StreamPosition) -> bool {
        !self.pending().contains('\u{FFFD}') && matches!(self.read_again(place), Ok(true))
    }

    /// Releases the memory of the pending text, where the source is a file that can be read again from here on.
    pub(crate) fn release_pending(&mut self) {
        self.go_back(self.position);
    }

    /// Reads a file again from a position on. Returns false if the source is not a file.
    fn read_again(&mut self, place: StreamPosition) -> io::Result<bool> {
        let ByteSource::File(f) = &mut self.source else {
            return Ok(false);
        };
        f.seek(SeekFrom::Start(place.bytes))?;
        (self.raw, self.text) = (Vec::new(), String::new());
        (self.at, self.bad) = (0, 0);
        self.begun = place.bytes > 0 || self.keeps_mark;
        (self.ended, self.past) = (false, false);
        self.position = place;
        Ok(true)
    }

    fn drop_bad(&mut self) {
        self.raw.drain(..self.bad);
        self.bad = 0;
        self.decode();
    }

    /// Reads a block and decodes it; false if nothing more comes.
    fn fill(&mut self) -> Result<bool, StreamFault> {
        if self.at > SLACK && self.at > self.text.len() / 2 {
            self.text.drain(..self.at);
            self.at = 0;
        }
        let before = self.text.len();
        while !self.ended && self.text.len() == before && self.bad == 0 {
            self.read_block()?;
            self.decode();
        }
        Ok(self.text.len() > before || self.bad > 0)
    }

    fn read_block(&mut self) -> Result<(), StreamFault> {
        let start = self.raw.len();
        self.raw.resize(start + BLOCK, 0);
        let n = self.source.read(&mut self.raw[start..]);
        self.raw.truncate(start + *n.as_ref().unwrap_or(&0));
        self.ended = n.map_err(StreamFault::Io)? == 0;
        Ok(())
    }

    /// Moves the complete characters in `raw` to `text`.
    fn decode(&mut self) {
        if !self.begun && !self.raw.is_empty() {
            let mark = self.encoding.mark();
            if !self.ended && self.raw.len() < mark.len() {
                if mark.starts_with(&self.raw) {
                    return;
                }
            } else if !mark.is_empty() && self.raw.starts_with(mark) {
                self.raw.drain(..mark.len());
                self.position.bytes += mark.len() as u64;
            }
            self.begun = true;
        }
        let used = match self.encoding {
            Encoding::Binary => return,
            Encoding::Latin1 => {
                self.text.extend(self.raw.iter().map(|&b| char::from(b)));
                self.raw.len()
            }
            Encoding::Ascii => {
                let n = self.raw.iter().take_while(|b| b.is_ascii()).count();
                self.text
                    .extend(self.raw[..n].iter().map(|&b| char::from(b)));
                self.bad = usize::from(n < self.raw.len());
                n
            }
            Encoding::Utf16Be | Encoding::Utf16Le => self.decode_units(),
            Encoding::Utf8 => match std::str::from_utf8(&self.raw) {
                Ok(s) => {
                    self.text.push_str(s);
                    s.len()
                }
                Err(e) => {
                    let n = e.valid_up_to();
                    self.text.push_str(&String::from_utf8_lossy(&self.raw[..n]));
                    self.bad = match e.error_len() {
                        Some(len) => len,
                        // A character that the end of the stream cuts off.
                        None if self.ended => self.raw.len() - n,
                        None => 0,
                    };
                    n
                }
            },
        };
        self.raw.drain(..used);
    }

    /// Moves the complete UTF-16 characters in `raw` to `text`; returns the number of bytes moved.
    fn decode_units(&mut self) -> usize {
        let big = self.encoding == Encoding::Utf16Be;
        let unit = |b: &[u8]| match big {
            true => u16::from_be_bytes([b[0], b[1]]),
            false => u16::from_le_bytes([b[0], b[1]]),
        };
        let mut used = 0;
        while let Some(first) = self.raw.get(used..used + 2) {
            let first = unit(first);
            let second = self.raw.get(used + 2..used + 4).map(unit);
            let pair = matches!(first, 0xD800..0xDC00);
            if pair && second.is_none() && !self.ended {
                return used;
            }
            let units = [first, second.unwrap_or(0)];
            let width = if pair { 2 } else { 1 };
            match char::decode_utf16(units[..width].iter().copied()).next() {
                Some(Ok(c)) => {
                    self.text.push(c);
                    used += 2 * width;
                }
                _ => {
                    self.bad = 2;
                    return used;
                }
            }
        }
        // A byte that the end of the stream cuts off.
        if self.ended {
            self.bad = self.raw.len() - used;
        }
        used
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteSource, Encoding, Input, StreamFault};
    use std::io::Read;

    /// Gives one byte at a time.
    struct Drip(Vec<u8>);
    impl Read for Drip {
        fn read(&mut self, b: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            b[0] = self.0.remove(0);
            Ok(1)
        }
    }

    fn input(bytes: &[u8], encoding: Encoding) -> Input {
        Input::new(ByteSource::Reader(Box::new(Drip(bytes.to_vec()))), encoding)
    }

    fn all(i: &mut Input) -> String {
        let mut s = String::new();
        loop {
            match i.get() {
                Ok(Some(c)) => s.push(c),
                Ok(None) => return s,
                Err(StreamFault::Encoding) => s.push('!'),
                Err(StreamFault::Io(_)) => s.push('?'),
            }
        }
    }

    #[test]
    fn characters_may_arrive_in_pieces() {
        let mut i = input("\u{FEFF}a é\n→x".as_bytes(), Encoding::Utf8);
        assert_eq!(all(&mut i), "a é\n→x");
        assert_eq!(
            (i.position.line, i.position.column, i.position.chars),
            (2, 2, 6)
        );
        assert_eq!(i.position.bytes, 12);
    }

    #[test]
    fn bytes_that_are_no_character_are_errors_once() {
        assert_eq!(all(&mut input(b"a\xFFb\xC3", Encoding::Utf8)), "a!b!");
        assert_eq!(all(&mut input(b"a\xE9", Encoding::Latin1)), "aé");
        assert_eq!(all(&mut input(b"a\xE9b", Encoding::Ascii)), "a!b");
        let units = b"\xFE\xFF\0a\xD8\x3D\xDE\x00\xDC\x00\0b\0";
        assert_eq!(all(&mut input(units, Encoding::Utf16Be)), "a\u{1F600}!b!");
        assert_eq!(all(&mut input(b"a\0\xAC\x20", Encoding::Utf16Le)), "a€");
        let mut i = input(b"\xFFa", Encoding::Utf8);
        assert!(i.peek().is_err() && i.peek().is_err());
        assert_eq!(i.more().ok(), Some((true, true)));
        assert_eq!(i.pending(), "\u{FFFD}");
    }

    #[test]
    fn a_text_that_is_given_back_is_read_again() {
        let mut i = input("\u{FEFF}aé\nbc".as_bytes(), Encoding::Utf8);
        let start = i.position;
        while i.more().is_ok_and(|(more, _)| more) {}
        let all_bytes = i.pending().len();
        i.consume(all_bytes - 1);
        i.give_back("aé\nb".to_string(), start);
        assert_eq!(
            (i.pending(), i.position.chars, i.position.line),
            ("aé\nbc", 0, 1)
        );
        assert_eq!(all(&mut i), "aé\nbc");
        assert_eq!((i.position.line, i.position.bytes), (2, 9));
    }

    #[test]
    fn the_encoding_can_change_on_the_way() {
        let mut i = Input::new(
            ByteSource::Reader(Box::new(&b"a\xC3\xA9\xC3\xA9\xFF"[..])),
            Encoding::Utf8,
        );
        assert!(matches!(i.get(), Ok(Some('a'))) && matches!(i.get(), Ok(Some('é'))));
        i.set_encoding(Encoding::Latin1);
        assert_eq!(all(&mut i), "Ã©ÿ");
        assert_eq!(i.position.bytes, 6);
    }

    #[test]
    fn a_reset_stream_is_read_again() {
        let mut i = input(b"", Encoding::Utf8);
        assert!(matches!(i.get(), Ok(None)) && i.is_at_end());
        i.source = ByteSource::Reader(Box::new(Drip(b"x".to_vec())));
        assert!(matches!(i.get(), Ok(None)));
        i.reset();
        assert!(matches!(i.get(), Ok(Some('x'))));
    }

    #[test]
    fn bytes_come_one_by_one() {
        let mut i = input(&[1, 255, 0], Encoding::Binary);
        assert!(matches!(i.peek_byte(), Ok(Some(1))));
        let got: Vec<_> = (0..4).map(|_| i.get_byte().ok().flatten()).collect();
        assert_eq!(got, [Some(1), Some(255), Some(0), None]);
    }
}
