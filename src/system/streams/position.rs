//! Stream positions: characters, lines, columns and bytes, counted as text is read or written.

/// The number in a stream-term. Numbers are never used again.
pub(crate) type StreamId = i64;

/// A stream position (ISO 7.10.2.8), also the term `'$stream_position'(Chars,Line,Column,Bytes)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StreamPosition {
    /// Characters (or bytes, of a binary stream) before it.
    pub chars: u64,
    /// Its line, from 1.
    pub line: u64,
    /// Characters before it on its line, tabs taken to the next multiple of 8.
    pub column: u64,
    /// Bytes before it.
    pub bytes: u64,
}

impl Default for StreamPosition {
    fn default() -> StreamPosition {
        StreamPosition {
            chars: 0,
            line: 1,
            column: 0,
            bytes: 0,
        }
    }
}

impl StreamPosition {
    /// Moves over one character, which takes `bytes` bytes.
    pub(crate) fn advance(&mut self, c: char, bytes: usize) {
        self.chars += 1;
        self.bytes += bytes as u64;
        self.column = match c {
            '\n' => {
                self.line += 1;
                0
            }
            '\r' => 0,
            '\t' => (self.column | 7) + 1,
            '\u{8}' => self.column.saturating_sub(1),
            _ => self.column + 1,
        };
    }

    /// Moves over a text, which takes `bytes` bytes.
    pub(crate) fn advance_text(&mut self, text: &str, bytes: usize) {
        let b = text.as_bytes();
        let mut last = text;
        if let Some(i) = b.iter().rposition(|&c| c == b'\n') {
            let head = &text[..=i];
            self.line += head.bytes().filter(|&c| c == b'\n').count() as u64;
            self.chars += head.bytes().filter(|&c| c & 0xC0 != 0x80).count() as u64;
            self.column = 0;
            last = &text[i + 1..];
        }
        let end = self.bytes + bytes as u64;
        for c in last.chars() {
            self.advance(c, 0);
        }
        self.bytes = end;
    }

    /// Moves over bytes of a binary stream.
    pub(crate) fn advance_bytes(&mut self, n: usize) {
        self.chars += n as u64;
        self.bytes += n as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::StreamPosition;

    #[test]
    fn text_and_characters_count_alike() {
        for text in ["", "abc", "a\nbc\n", "\tx\u{8}é\r", "é\n\n\tz", "a\rb"] {
            let (mut one, mut two) = (StreamPosition::default(), StreamPosition::default());
            one.advance_text(text, text.len());
            for c in text.chars() {
                two.advance(c, c.len_utf8());
            }
            assert_eq!(one, two, "{text:?}");
        }
    }
}
