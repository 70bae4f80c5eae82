//! The text of a message: file, place, the source lines with carets, notes and a hint.
//!
//! The layout is that of codespan-reporting. Without colours, a message is the same text in a terminal, a log and a
//! test. It is made only when the message is printed.

use super::diagnostic::{Diagnostic, Place, Severity};
use super::excerpt::Excerpt;
use super::span::{Position, Span};
use codespan_reporting::diagnostic::{Diagnostic as Report, Label, LabelStyle, Severity as Level};
use codespan_reporting::files::{self, Files};
use codespan_reporting::term::{Config, WriteStyle, emit_into_string, emit_to_write_style};
use std::fmt;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// The bytes of a text that a span covers, cut to the text.
fn bytes(text: &str, span: Span) -> Range<usize> {
    let start = span.start.min(text.len());
    start..span.end.clamp(start, text.len())
}

/// The excerpts of all texts that a message shows: one for each text.
struct Excerpts<'a>(Vec<Excerpt<'a>>);

impl<'a> Excerpts<'a> {
    fn new(d: &'a Diagnostic, span: Span) -> Excerpts<'a> {
        let mut excerpts = Excerpts(Vec::new());
        excerpts.add(d, &d.file, &d.text, bytes(&d.text, span));
        for p in &d.places {
            if !excerpts.0.iter().any(|e| Arc::ptr_eq(e.text, &p.text)) {
                excerpts.add(d, &p.file, &p.text, bytes(&p.text, p.span));
            }
        }
        excerpts
    }

    /// Adds the lines of a text from the first place in it to the last one.
    fn add(&mut self, d: &'a Diagnostic, name: &'a str, text: &'a Arc<str>, place: Range<usize>) {
        let in_text = |p: &&Place| Arc::ptr_eq(&p.text, text);
        let all = d.places.iter().filter(in_text);
        let ranges = all.map(|p| bytes(text, p.span)).chain([place.clone()]);
        let mut ranges: Vec<Range<usize>> = ranges.collect();
        ranges.sort_unstable_by_key(|r| r.start);
        let start = ranges[0].start;
        // Only the first place of a message can have a position that is not counted in its text.
        let before = &text[start..place.start];
        let first = match d.position() {
            Some(known) if Arc::ptr_eq(&d.text, text) && !before.contains('\n') => Position {
                column: known.column.saturating_sub(before.chars().count() as u32),
                ..known
            },
            _ => Position::in_text(text, start, Position::default()),
        };
        self.0.push(Excerpt::new(name, text, &ranges, first));
    }

    /// The number of the excerpt of a text, and a place in it.
    fn locate(&self, text: &Arc<str>, span: Span) -> Option<(usize, Range<usize>)> {
        let i = self.0.iter().position(|e| Arc::ptr_eq(e.text, text))?;
        Some((i, self.0[i].within(bytes(text, span))))
    }

    fn get(&self, i: usize) -> Result<&Excerpt<'a>, files::Error> {
        self.0.get(i).ok_or(files::Error::FileMissing)
    }
}

impl<'a> Files<'a> for Excerpts<'a> {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, i: usize) -> Result<&'a str, files::Error> {
        Ok(self.get(i)?.file.name())
    }

    fn source(&'a self, i: usize) -> Result<&'a str, files::Error> {
        Ok(self.get(i)?.file.source())
    }

    fn line_index(&'a self, i: usize, byte_index: usize) -> Result<usize, files::Error> {
        self.get(i)?.file.line_index((), byte_index)
    }

    fn line_number(&'a self, i: usize, line_index: usize) -> Result<usize, files::Error> {
        Ok(self.get(i)?.line + line_index)
    }

    fn column_number(
        &'a self,
        i: usize,
        line_index: usize,
        byte: usize,
    ) -> Result<usize, files::Error> {
        Ok(self.get(i)?.column(line_index, byte))
    }

    fn line_range(&'a self, i: usize, line_index: usize) -> Result<Range<usize>, files::Error> {
        self.get(i)?.file.line_range((), line_index)
    }
}

/// The message as codespan-reporting takes it.
fn report(d: &Diagnostic, excerpts: &Excerpts<'_>, span: Span) -> Report<usize> {
    let severity = match d.severity {
        Severity::Note => Level::Note,
        Severity::Warning => Level::Warning,
        Severity::Error => Level::Error,
    };
    let label = |style, text, span, message: &str| {
        let (i, range) = excerpts.locate(text, span)?;
        Some(Label::new(style, i, range).with_message(message))
    };
    let own = d.label.as_deref().unwrap_or_default();
    let primary = label(LabelStyle::Primary, &d.text, span, own);
    let others = d.places.iter();
    let others = others.filter_map(|p| label(LabelStyle::Secondary, &p.text, p.span, &p.message));
    Report::new(severity)
        .with_message(&d.message)
        .with_labels_iter(primary.into_iter().chain(others))
        .with_notes_iter(d.notes.iter().cloned())
        .with_notes_iter(d.hint.iter().map(|h| format!("hint: {h}")))
}

/// The escape sequences of a terminal (ECMA-48, 8.3.117) for the parts of a message.
struct Coloured<'a>(&'a mut Vec<u8>);

impl io::Write for Coloured<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The colour of a severity.
fn colour(severity: Level) -> &'static str {
    match severity {
        Level::Bug | Level::Error => "31",
        Level::Warning => "33",
        Level::Note => "32",
        Level::Help => "36",
    }
}

impl Coloured<'_> {
    fn set(&mut self, parameters: &str) -> io::Result<()> {
        self.0.extend_from_slice(b"\x1b[");
        self.0.extend_from_slice(parameters.as_bytes());
        self.0.push(b'm');
        Ok(())
    }
}

impl WriteStyle for Coloured<'_> {
    fn set_header(&mut self, severity: Level) -> io::Result<()> {
        self.set("1")?;
        self.set(colour(severity))
    }

    fn set_header_message(&mut self) -> io::Result<()> {
        self.set("1")
    }

    fn set_line_number(&mut self) -> io::Result<()> {
        self.set("34")
    }

    fn set_note_bullet(&mut self) -> io::Result<()> {
        self.set("34")
    }

    fn set_source_border(&mut self) -> io::Result<()> {
        self.set("34")
    }

    fn set_label(&mut self, severity: Level, style: LabelStyle) -> io::Result<()> {
        match style {
            LabelStyle::Primary => self.set(colour(severity)),
            LabelStyle::Secondary => self.set("34"),
        }
    }

    fn reset(&mut self) -> io::Result<()> {
        self.set("0")
    }
}

impl Diagnostic {
    /// The message without an excerpt of the text.
    fn plain(&self) -> String {
        let hint = self.hint.iter().map(|h| format!("hint: {h}"));
        let below = self.notes.iter().cloned().chain(hint);
        let level = format!("{:?}", self.severity).to_lowercase();
        let about = if self.file.is_empty() {
            &*level
        } else {
            &*self.file
        };
        let first = format!("{about}: {}", self.message);
        below.fold(first, |text, line| text + "\n = " + &line)
    }

    /// The message with the escape sequences of a terminal for colours.
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let Err(Error::Syntax(d)) = Machine::new().prepare("X = .") else { panic!() };
    /// assert!(d.coloured().contains("\x1b[31m"));
    /// assert!(!d.to_string().contains("\x1b["));
    /// ```
    pub fn coloured(&self) -> String {
        let Some(span) = self.span else {
            return self.plain();
        };
        let excerpts = Excerpts::new(self, span);
        let report = report(self, &excerpts, span);
        let mut bytes = Vec::new();
        let config = Config::default();
        match emit_to_write_style(&mut Coloured(&mut bytes), &config, &excerpts, &report) {
            Ok(()) => String::from_utf8_lossy(&bytes).trim_end().to_string(),
            Err(_) => self.plain(),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(span) = self.span else {
            return f.write_str(&self.plain());
        };
        let excerpts = Excerpts::new(self, span);
        let report = report(self, &excerpts, span);
        match emit_into_string(&Config::default(), &excerpts, &report) {
            Ok(text) => f.write_str(text.trim_end()),
            Err(_) => f.write_str(&self.plain()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagnostic, Place, Severity};
    use crate::syntax::Span;
    use std::sync::Arc;

    #[test]
    fn the_place_is_shown_with_a_caret() {
        let span = Span { start: 8, end: 14 };
        let text = "a.\np :- lenght(L, 2).\n";
        let message = "unknown procedure lenght/2";
        let mut d = Diagnostic::new(Severity::Warning, "p.pl", text, Some(span), message);
        d.hint = Some("did you mean length/2?".into());
        let position = d.position().expect("a place");
        assert_eq!((position.line, position.column), (2, 6));
        let text = d.to_string();
        assert!(text.contains("p.pl:2:6") && text.contains("^^^^^^"));
        assert!(text.contains("hint: did you mean length/2?"), "{text}");
    }

    #[test]
    fn places_beyond_the_end_of_the_text() {
        let span = Span { start: 99, end: 9 };
        let mut d = Diagnostic::new(Severity::Error, "p.pl", "a.", Some(span), "m");
        assert!(d.to_string().contains("p.pl:1:3"));
        d.span = None;
        assert_eq!(d.to_string(), "p.pl: m");
    }

    #[test]
    fn further_places_of_the_same_text_and_of_others() {
        let place = |file: &str, text: &Arc<str>, part: &str, message: &str| {
            let start = text.find(part).expect("the part");
            let span = Span {
                start,
                end: start + part.len(),
            };
            Place {
                file: file.into(),
                text: text.clone(),
                span,
                message: message.into(),
            }
        };
        let text: Arc<str> = "p(1).\nq(a).\np(2).\n".into();
        let other: Arc<str> = "x.\ny.\n".into();
        let span = Span { start: 12, end: 17 };
        let message = "clauses of p/1 are not together";
        let mut d = Diagnostic::new(Severity::Warning, "p.pl", text.clone(), Some(span), message);
        d.label = Some("p/1 again".into());
        d.places = vec![
            place("p.pl", &text, "p(1)", "the others"),
            place("o.pl", &other, "y", "used here"),
        ];
        d.notes = vec!["order matters".into()];
        let expected = "\
warning: clauses of p/1 are not together
  ┌─ p.pl:3:1
  │
1 │ p(1).
  │ ---- the others
2 │ q(a).
3 │ p(2).
  │ ^^^^^ p/1 again
  │
  ┌─ o.pl:2:1
  │
2 │ y.
  │ - used here
  │
  = order matters";
        assert_eq!(d.to_string(), expected);
        let coloured = d.coloured();
        assert_eq!(console_text(&coloured), expected);
    }

    /// The text without escape sequences.
    fn console_text(text: &str) -> String {
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_string();
        parts.fold(first, |text, part| {
            text + part.split_once('m').map_or("", |(_, rest)| rest)
        })
    }
}
