//! Places in a text: byte ranges, and positions by line and column.

/// A range of byte offsets, end exclusive.
///
/// ```
/// let text = "size(X)";
/// let (span, _) = horn::highlight(text)[2];
/// assert_eq!((span.start, span.end, &text[span.start..span.end]), (5, 6, "X"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A position in a text, by line and column and by byte.
///
/// ```
/// use horn::{Error, Machine, Position};
///
/// let Err(Error::Load(messages)) = Machine::new().consult_str("p.pl", "a.\nb(.\n") else { panic!() };
/// let place = messages[0].position().unwrap();
/// assert_eq!((place.line, place.column), (2, 3));
/// let place = Position::in_text("a.\nb(.\n", 5, Position::default());
/// assert_eq!((place.line, place.column, place.offset), (2, 3, 5));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Byte offset, from 0.
    pub offset: usize,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            line: 1,
            column: 1,
            offset: 0,
        }
    }
}

impl Position {
    /// The position of `offset` in `text`, whose own start is at `origin`.
    ///
    /// ```
    /// use horn::Position;
    ///
    /// let place = Position::in_text("a.\nb(.\n", 5, Position::default());
    /// assert_eq!((place.line, place.column, place.offset), (2, 3, 5));
    /// let place = Position::in_text("b(.", 2, Position { line: 7, column: 5, offset: 100 });
    /// assert_eq!((place.line, place.column, place.offset), (7, 7, 102));
    /// ```
    pub fn in_text(text: &str, offset: usize, origin: Position) -> Position {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let lines = before.iter().filter(|&&b| b == b'\n').count() as u32;
        let line_start = before.iter().rposition(|&b| b == b'\n').map(|i| i + 1);
        let chars = chars_in(&before[line_start.unwrap_or(0)..]);
        Position {
            line: origin.line + lines,
            column: match line_start {
                Some(_) => chars + 1,
                None => origin.column + chars,
            },
            offset: origin.offset + offset,
        }
    }
}

/// The number of characters that start in these bytes of UTF-8.
fn chars_in(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32
}

/// The offsets of a text's lines, for repeated look-up of positions.
pub(crate) struct SourceMap<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> SourceMap<'t> {
    /// Indexes the lines of a text.
    pub(crate) fn new(text: &'t str) -> SourceMap<'t> {
        let newlines = text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
        let starts = std::iter::once(0)
            .chain(newlines.map(|(i, _)| i + 1))
            .collect();
        SourceMap { text, starts }
    }

    /// The position of a byte offset.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|&s| s <= offset);
        let bytes = &self.text.as_bytes()[self.starts[line - 1]..offset];
        Position {
            line: line as u32,
            column: chars_in(bytes) + 1,
            offset,
        }
    }
}
