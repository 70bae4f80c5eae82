//! Messages about program text, as data: the place, what is wrong there, other places that matter, and a hint.

use super::error::SyntaxError;
use super::span::{Position, Span};
use std::sync::Arc;

/// The severity of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// The text is understood, but other systems may understand it otherwise (a legacy directive, for example).
    Note,
    /// The text was loaded, but may contain a mistake.
    Warning,
    /// A part of the text was not loaded, or a directive did not succeed.
    Error,
}

/// A further place that a message shows, in the same text or in another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the file, or the name under which the text was loaded.
    pub file: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    /// The place in the text.
    pub span: Span,
    /// A few words on the place; they may be empty.
    pub message: String,
}

/// A message about a program text.
///
/// `Display` gives it as plain text, [`Diagnostic::coloured`] with the colours of a terminal; with the feature
/// `serde`, it can be written as JSON.
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
    /// Its severity.
    pub severity: Severity,
    /// The name of the file, or the name under which the text was loaded.
    pub file: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    /// The place in the text; none if the message is about the text as a whole.
    pub span: Option<Span>,
    /// The message, in one line.
    pub message: String,
    /// The name of the check that found it, by which it can be switched off.
    pub check: Option<&'static str>,
    /// A few words on the place.
    pub label: Option<String>,
    /// Further places, in the order in which they matter.
    pub places: Vec<Place>,
    /// Further facts about it, one line each.
    pub notes: Vec<String>,
    /// A way to correct it.
    pub hint: Option<String>,
    /// The atom in `syntax_error(…)`, for syntax errors.
    pub syntax_error: Option<&'static str>,
    /// True for a syntax error that is due to the end of the text alone.
    pub incomplete: bool,
    /// A part of the text, and what is to stand there instead, if there is one most likely correction.
    pub(crate) replacement: Option<(Span, String)>,
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
            check: None,
            label: None,
            places: Vec::new(),
            notes: Vec::new(),
            hint: None,
            syntax_error: None,
            incomplete: false,
            replacement: None,
            known: None,
        }
    }

    /// The message about a syntax error of a text.
    pub(crate) fn of_syntax_error(
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

    /// The text with its most likely correction, if the hint names one that can be made as it is.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("p.pl", "parent(ann, bob).")?;
    /// let error = machine.run("parant(ann, X).").unwrap_err();
    /// let explanation = machine.explain(&error).unwrap();
    /// assert_eq!(explanation.corrected().as_deref(), Some("parent(ann, X)."));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn corrected(&self) -> Option<String> {
        let (span, new) = self.replacement.as_ref()?;
        let before = self.text.get(..span.start)?;
        let after = self.text.get(span.end..)?;
        Some(format!("{before}{new}{after}"))
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
