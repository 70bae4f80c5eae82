//! A text that is open in an editor, with positions as the protocol counts them: lines from 0, and columns in
//! UTF-16 units.

use crate::prolog::Span;
use lsp_types::{Position, Range, TextDocumentContentChangeEvent};
use std::sync::Arc;

/// A text and the places where its lines start.
#[derive(Clone, Debug)]
pub(super) struct DocumentText {
    pub(super) text: Arc<str>,
    starts: Arc<[usize]>,
}

impl DocumentText {
    pub(super) fn new(text: &str) -> DocumentText {
        let newlines = text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
        let starts = std::iter::once(0).chain(newlines.map(|(i, _)| i + 1));
        DocumentText {
            text: text.into(),
            starts: starts.collect(),
        }
    }

    /// The text after a change of a part of it, or of all of it.
    pub(super) fn changed(&self, change: &TextDocumentContentChangeEvent) -> DocumentText {
        let Some(range) = change.range else {
            return DocumentText::new(&change.text);
        };
        let start = self.offset(range.start);
        let end = self.offset(range.end).max(start);
        let mut text = String::with_capacity(self.text.len() + change.text.len());
        text.push_str(&self.text[..start]);
        text.push_str(&change.text);
        text.push_str(&self.text[end..]);
        DocumentText::new(&text)
    }

    /// The line that a byte offset is in, from 0.
    pub(super) fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&s| s <= offset) - 1
    }

    /// The byte offset where a line starts; the end of the text for lines after the last.
    pub(super) fn line_start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.text.len())
    }

    /// A line without its end.
    pub(super) fn line(&self, line: usize) -> &str {
        let end = self.line_start(line + 1);
        self.text[self.line_start(line)..end].trim_end_matches(['\n', '\r'])
    }

    /// The byte offset of a position. A position behind the end of its line is that end; one inside a pair of
    /// surrogates is that of the character.
    pub(super) fn offset(&self, position: Position) -> usize {
        let start = self.line_start(position.line as usize);
        let (mut units, mut offset) = (0, start);
        for c in self.line(position.line as usize).chars() {
            units += c.len_utf16() as u32;
            if units > position.character {
                break;
            }
            offset += c.len_utf8();
        }
        offset
    }

    /// The position of a byte offset.
    pub(super) fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_of(offset);
        let before = &self.text[self.starts[line]..offset];
        Position {
            line: line as u32,
            character: utf16_len(before),
        }
    }

    /// The range of a span.
    pub(super) fn range(&self, span: Span) -> Range {
        Range {
            start: self.position(span.start),
            end: self.position(span.end.max(span.start)),
        }
    }

    /// The text of a span.
    pub(super) fn of(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }
}

/// The length of a text in UTF-16 units.
pub(super) fn utf16_len(text: &str) -> u32 {
    text.chars().map(|c| c.len_utf16() as u32).sum()
}

#[cfg(test)]
mod tests {
    use super::DocumentText;
    use lsp_types::{Position, Range, TextDocumentContentChangeEvent};

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_count_utf16_units() {
        let text = DocumentText::new("a\t😀é.\r\nb(X).\n");
        for (position, offset) in [
            (at(0, 0), 0),
            (at(0, 2), 2),
            (at(0, 4), 6),
            (at(0, 5), 8),
            (at(1, 2), 13),
            (at(2, 0), 17),
        ] {
            assert_eq!(text.offset(position), offset, "{position:?}");
            assert_eq!(text.position(offset), position, "{offset}");
        }
        // Inside a pair of surrogates, behind the end of a line, behind the end of the text, inside a character.
        assert_eq!(text.offset(at(0, 3)), 2);
        assert_eq!(text.offset(at(0, 99)), 9);
        assert_eq!(text.offset(at(99, 99)), 17);
        assert_eq!(text.position(4), at(0, 2));
    }

    #[test]
    fn changes_replace_ranges() {
        let change = |range, text: &str| TextDocumentContentChangeEvent {
            range,
            range_length: None,
            text: text.to_string(),
        };
        let range = |start, end| Some(Range { start, end });
        let text = DocumentText::new("p(😀).\nq.\n");
        let text = text.changed(&change(range(at(0, 2), at(0, 4)), "x,y"));
        assert_eq!(&*text.text, "p(x,y).\nq.\n");
        let text = text.changed(&change(range(at(0, 7), at(1, 2)), ""));
        assert_eq!(&*text.text, "p(x,y).\n");
        let text = text.changed(&change(range(at(7, 7), at(9, 9)), "r."));
        assert_eq!(&*text.text, "p(x,y).\nr.");
        assert_eq!(&*text.changed(&change(None, "s.")).text, "s.");
    }
}
