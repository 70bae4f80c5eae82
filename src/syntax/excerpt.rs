//! The lines of a text that a message shows: long lines are cut around the places that the message points at, and
//! control characters are shown as pictures.

use super::span::Position;
use codespan_reporting::files::SimpleFile;
use std::ops::Range;
use std::sync::Arc;

/// The length in bytes from which on a line is cut.
const LONG: usize = 240;

/// How many bytes are shown before and after a place in a long line.
const AROUND: usize = 60;

/// Stands for a part of a line that is left out.
const CUT: &str = "…";

/// The lines of a text that a message shows. With the whole text, each message would search all of it for line ends.
pub(super) struct Excerpt<'a> {
    pub(super) text: &'a Arc<str>,
    pub(super) file: SimpleFile<&'a str, String>,
    /// The offset of its first line in the text.
    start: usize,
    /// The number of its first line.
    pub(super) line: usize,
    /// The characters that precede the text on its first line.
    indent: usize,
    /// Where parts begin that are shown as they are: the offset in the text, and the one in what is shown; in
    /// ascending order.
    parts: Vec<[usize; 2]>,
}

impl<'a> Excerpt<'a> {
    /// The lines of the text that `places`, in ascending order of their starts, cover; `first` is the position of the
    /// first one's start.
    pub(super) fn new(
        name: &'a str,
        text: &'a Arc<str>,
        places: &[Range<usize>],
        first: Position,
    ) -> Excerpt<'a> {
        let from = places.first().map_or(0, |p| p.start);
        let to = places.iter().map(|p| p.end).max().unwrap_or(from);
        let start = text[..from].rfind('\n').map_or(0, |i| i + 1);
        let end = text[to..].find('\n');
        let end = end.map_or(text.len(), |i| to + i + 1);
        let column = 1 + text[start..from].chars().count();
        let mut marks: Vec<usize> = places.iter().flat_map(|p| [p.start, p.end]).collect();
        marks.sort_unstable();
        let mut shown = ExcerptText::default();
        let mut at = start;
        for line in text[start..end].split_inclusive('\n') {
            shown.add_line(text, at..at + line.len(), &marks);
            at += line.len();
        }
        Excerpt {
            text,
            file: SimpleFile::new(name, shown.text),
            start,
            line: first.line as usize,
            indent: (first.column as usize).saturating_sub(column),
            parts: shown.parts,
        }
    }

    /// A place in the text as a range of what is shown.
    pub(super) fn within(&self, place: Range<usize>) -> Range<usize> {
        self.shown(place.start)..self.shown(place.end)
    }

    fn shown(&self, at: usize) -> usize {
        let next = self.parts.partition_point(|part| part[0] <= at);
        let Some(&[from, to]) = next.checked_sub(1).and_then(|i| self.parts.get(i)) else {
            return 0;
        };
        let end = self.parts.get(next).map(|part| part[1]);
        (to + (at - from)).min(end.unwrap_or(usize::MAX))
    }

    /// The column in the text of an offset in what is shown, on the line with this index.
    pub(super) fn column(&self, line_index: usize, shown: usize) -> usize {
        let next = self.parts.partition_point(|part| part[1] <= shown);
        let at = match next.checked_sub(1).and_then(|i| self.parts.get(i)) {
            Some(&[from, to]) => (from + (shown - to)).min(self.text.len()),
            None => self.start,
        };
        let line = self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        let column = 1 + self.text[line.max(self.start)..at].chars().count();
        match line_index {
            0 => self.indent + column,
            _ => column,
        }
    }
}

/// The text that is shown, as it grows.
#[derive(Default)]
struct ExcerptText {
    text: String,
    parts: Vec<[usize; 2]>,
}

impl ExcerptText {
    /// Adds a line, which is cut to the surroundings of `marks` if it is long.
    fn add_line(&mut self, text: &str, line: Range<usize>, marks: &[usize]) {
        if line.len() <= LONG {
            return self.add(text, line);
        }
        let ends = text[line.clone()].ends_with('\n');
        // The end of the text is on its last line.
        let is_inside = |m: usize| line.contains(&m) || m == line.end && !ends;
        let mut inside: Vec<usize> = marks.iter().copied().filter(|&m| is_inside(m)).collect();
        if inside.is_empty() {
            // The line is in the middle of a place; its beginning is sufficient.
            inside.push(line.start);
        }
        let mut kept: Vec<Range<usize>> = Vec::new();
        for mark in inside {
            let from = boundary(text, mark.saturating_sub(AROUND).max(line.start));
            let to = boundary(text, (mark + AROUND).min(line.end));
            match kept.last_mut() {
                Some(last) if from <= last.end => last.end = last.end.max(to),
                _ => kept.push(from..to),
            }
        }
        let mut at = line.start;
        for part in kept {
            if part.start > at {
                self.cut(at);
            }
            at = part.end;
            self.add(text, part);
        }
        if at < line.end {
            self.cut(at);
            if ends {
                self.add(text, line.end - 1..line.end);
            }
        }
    }

    /// Marks that the text from `at` on is left out.
    fn cut(&mut self, at: usize) {
        self.parts.push([at, self.text.len()]);
        self.text.push_str(CUT);
    }

    /// Adds a part as it is, except for control characters, which a terminal would obey.
    fn add(&mut self, text: &str, part: Range<usize>) {
        self.parts.push([part.start, self.text.len()]);
        for (i, c) in text[part.clone()].char_indices() {
            match picture(c) {
                None => self.text.push(c),
                Some(picture) => {
                    self.parts.push([part.start + i, self.text.len()]);
                    self.text.push(picture);
                    self.parts
                        .push([part.start + i + c.len_utf8(), self.text.len()]);
                }
            }
        }
    }
}

/// The picture of a control character (Unicode, block Control Pictures).
fn picture(c: char) -> Option<char> {
    match c {
        '\n' | '\t' | '\r' => None,
        '\u{7f}' => Some('␡'),
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)),
        '\u{80}'..='\u{9f}' => Some(char::REPLACEMENT_CHARACTER),
        _ => None,
    }
}

/// The last character boundary up to an offset.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use crate::syntax::{Diagnostic, Severity, Span};

    /// The message about a part of a text.
    fn message(text: &str, part: &str) -> String {
        let start = text.find(part).expect("the part");
        let span = Span {
            start,
            end: start + part.len(),
        };
        Diagnostic::new(Severity::Error, "p.pl", text, Some(span), "m").to_string()
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!(
            "p.\nq({}wrong{}).\nr.\n",
            "á,".repeat(400),
            ",b".repeat(400)
        );
        let shown = message(&text, "wrong");
        let expected = format!(
            "error: m\n  ┌─ p.pl:2:803\n  │\n2 │ …{}wrong{}…\n  │ {}^^^^^",
            "á,".repeat(20),
            ",b".repeat(30),
            " ".repeat(41)
        );
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_long_place_at_the_end_of_the_text() {
        let text = format!("p({}", "x".repeat(5_000));
        let shown = message(&text, &text);
        let expected = format!("1 │ p({}…{}\n", "x".repeat(58), "x".repeat(60));
        assert!(shown.contains(&expected), "{shown}");
        assert!(
            shown.ends_with(&format!("\n  │ {}", "^".repeat(121))),
            "{shown}"
        );
    }

    #[test]
    fn a_long_place_is_cut_in_its_middle() {
        let long = "x".repeat(100_000);
        let shown = message(&format!("p(a, '{long}', b).\n"), &long);
        assert!(shown.len() < 1_000, "{shown}");
        assert!(shown.contains("p.pl:1:7") && shown.contains("p(a, 'xxx"));
        assert!(shown.contains("xx…xx") && shown.contains("xxx', b)."));
    }

    #[test]
    fn long_lines_in_the_middle_of_a_place() {
        let text = format!("p :-\n{},\n{},\nq.\n", "a".repeat(9_000), "b".repeat(9_000));
        let shown = message(&text, text.trim_end());
        assert!(shown.len() < 2_000, "{shown}");
        assert!(shown.contains("p.pl:1:1") && shown.contains("4 │"));
    }

    #[test]
    fn control_characters_are_pictures() {
        let shown = message("p(\u{1b}[31m, \0, x\u{9b}, wrong).\n", "wrong");
        assert!(shown.contains("p.pl:1:17"), "{shown}");
        assert!(shown.contains("p(␛[31m, ␀, x\u{fffd}, wrong)."), "{shown}");
        assert!(shown.ends_with("\n  │                 ^^^^^"), "{shown}");
    }
}
