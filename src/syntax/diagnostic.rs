//! Messages about program text: file, place, the source line with a caret, and a hint.
//!
//! The layout is that of codespan-reporting, without colours, so that a message is the same text in a terminal,
//! a log and a test. It is made only when the message is printed.

use super::error::SyntaxError;
use super::span::{Position, Span};
use codespan_reporting::diagnostic::{Diagnostic as Report, Label, Severity as ReportSeverity};
use codespan_reporting::files::{self, Files, SimpleFile};
use codespan_reporting::term::{Config, emit_into_string};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// How serious a message is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The text is understood, but other systems may understand it otherwise (a legacy directive, for example).
    Note,
    /// The text was loaded, but may contain a mistake.
    Warning,
    /// A part of the text was not loaded, or a directive did not succeed.
    Error,
}

/// A message about a program text.
///
/// ```
/// use horn::{Diagnostic, Error, Machine, Severity};
///
/// let mut machine = Machine::new();
/// let Err(Error::Load(messages)) = machine.consult_str("p.pl", "p(X) :- q(X.\n") else {
///     panic!("it does not load");
/// };
/// let d: &Diagnostic = &messages[0];
/// assert_eq!((d.severity, &*d.file), (Severity::Error, "p.pl"));
/// let (span, position) = (d.span.unwrap(), d.position().unwrap());
/// assert_eq!(&d.text[span.start..span.end], ".");
/// assert_eq!((position.line, position.column), (1, 12));
/// assert_eq!(d.source_line(), "p(X) :- q(X.");
/// assert!(d.to_string().contains("p.pl:1:12"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How serious it is.
    pub severity: Severity,
    /// The name of the file, or the name under which the text was loaded.
    pub file: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    /// The place in the text; none if the message is about the text as a whole.
    pub span: Option<Span>,
    /// The message, in one line.
    pub message: String,
    /// A way to correct it.
    pub hint: Option<String>,
    /// The atom in `syntax_error(…)`, for syntax errors.
    pub syntax_error: Option<&'static str>,
    /// True for a syntax error that is due to the end of the text alone.
    pub incomplete: bool,
    /// The line and column where the place starts, if they are known without counting.
    pub(crate) known: Option<Position>,
}

impl Diagnostic {
    /// A message about a place in a text, or about the text as a whole.
    pub fn new(
        severity: Severity,
        file: impl Into<Arc<str>>,
        text: impl Into<Arc<str>>,
        span: Option<Span>,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            severity,
            file: file.into(),
            text: text.into(),
            span,
            message: message.into(),
            hint: None,
            syntax_error: None,
            incomplete: false,
            known: None,
        }
    }

    /// The message about a syntax error of a text.
    pub fn of_syntax_error(
        file: impl Into<Arc<str>>,
        text: impl Into<Arc<str>>,
        e: &SyntaxError,
    ) -> Diagnostic {
        let start = e.at.offset;
        let span = Span {
            start,
            end: start + e.found.as_ref().map_or(0, String::len),
        };
        let message = format!("syntax error: {}", e.message);
        Diagnostic {
            hint: e.hint.clone(),
            syntax_error: Some(e.kind.name()),
            incomplete: e.incomplete,
            ..Diagnostic::new(Severity::Error, file, text, Some(span), message)
        }
    }

    /// The line and column where the place starts; none if the message is about the text as a whole.
    pub fn position(&self) -> Option<Position> {
        if self.known.is_some() {
            return self.known;
        }
        let start = self.span?.start.min(self.text.len());
        Some(Position::in_text(&self.text, start, Position::default()))
    }

    /// The message with the positions of a larger text, in which its own text starts at `origin`.
    ///
    /// ```
    /// use horn::{Error, Machine, Position};
    ///
    /// let Err(Error::Syntax(d)) = Machine::new().prepare(" X = .") else { panic!() };
    /// let d = d.starting_at(Position { line: 7, column: 4, offset: 120 });
    /// assert!(d.to_string().contains("query:7:9"));
    /// assert_eq!(d.position().unwrap().offset, 125);
    /// ```
    #[must_use]
    pub fn starting_at(mut self, origin: Position) -> Diagnostic {
        if let Some(place) = self.position() {
            let is_first_line = place.line == 1;
            self.known = Some(Position {
                line: origin.line - 1 + place.line,
                column: match is_first_line {
                    true => origin.column - 1 + place.column,
                    false => place.column,
                },
                offset: origin.offset + place.offset,
            });
        }
        self
    }

    /// The line of the text where the place starts.
    pub fn source_line(&self) -> &str {
        let at = self.span.map_or(0, |s| s.start).min(self.text.len());
        let start = self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        let end = self.text[at..]
            .find('\n')
            .map_or(self.text.len(), |i| at + i);
        self.text[start..end].trim_end_matches('\r')
    }
}

/// The lines of a text that a message shows. The whole text would have to be searched for line ends for each message.
struct Excerpt<'a> {
    file: SimpleFile<&'a str, &'a str>,
    /// The number of its first line.
    line: usize,
    /// The characters that precede the text on its first line.
    indent: usize,
    /// The place that the message is about.
    label: Range<usize>,
}

impl<'a> Excerpt<'a> {
    fn new(d: &'a Diagnostic, place: Range<usize>) -> Excerpt<'a> {
        let start = d.text[..place.start].rfind('\n').map_or(0, |i| i + 1);
        let end = d.text[place.end..].find('\n');
        let end = end.map_or(d.text.len(), |i| place.end + i + 1);
        let position = d.position().unwrap_or_default();
        let column = 1 + d.text[start..place.start].chars().count();
        Excerpt {
            file: SimpleFile::new(&*d.file, &d.text[start..end]),
            line: position.line as usize,
            indent: (position.column as usize).saturating_sub(column),
            label: place.start - start..place.end - start,
        }
    }
}

impl<'a> Files<'a> for Excerpt<'a> {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, files::Error> {
        Ok(self.file.name())
    }

    fn source(&'a self, (): ()) -> Result<&'a str, files::Error> {
        Ok(self.file.source())
    }

    fn line_index(&'a self, (): (), byte_index: usize) -> Result<usize, files::Error> {
        self.file.line_index((), byte_index)
    }

    fn line_number(&'a self, (): (), line_index: usize) -> Result<usize, files::Error> {
        Ok(self.line + line_index)
    }

    fn column_number(
        &'a self,
        (): (),
        line_index: usize,
        byte: usize,
    ) -> Result<usize, files::Error> {
        let column = self.file.column_number((), line_index, byte)?;
        Ok(match line_index {
            0 => self.indent + column,
            _ => column,
        })
    }

    fn line_range(&'a self, (): (), line_index: usize) -> Result<Range<usize>, files::Error> {
        self.file.line_range((), line_index)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = format!("{}: {}", self.file, self.message);
        let Some(span) = self.span else {
            return f.write_str(&plain);
        };
        let start = span.start.min(self.text.len());
        let excerpt = Excerpt::new(self, start..span.end.clamp(start, self.text.len()));
        let report = Report::new(match self.severity {
            Severity::Note => ReportSeverity::Note,
            Severity::Warning => ReportSeverity::Warning,
            Severity::Error => ReportSeverity::Error,
        })
        .with_message(&self.message)
        .with_label(Label::primary((), excerpt.label.clone()))
        .with_notes_iter(self.hint.iter().map(|h| format!("hint: {h}")));
        match emit_into_string(&Config::default(), &excerpt, &report) {
            Ok(text) => f.write_str(text.trim_end()),
            Err(_) => f.write_str(&plain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagnostic, Severity};
    use crate::syntax::Span;

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
}
