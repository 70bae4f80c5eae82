//! Messages about program text, as data: the place, what is wrong there, other places that matter, and a hint.

use super::error::{ErrorKind, SyntaxError};
use super::layout_text::layout;
use super::lexer::Lexer;
use super::span::{Position, Span};
use super::token::TokenKind;
use std::sync::Arc;

/// The severity of a message.
///
/// ```
/// use horn::{Machine, Severity};
///
/// let messages = Machine::new().consult_str("p.pl", "p(X) :- true.")?;
/// assert_eq!(messages[0].severity, Severity::Warning);
/// assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
/// # Ok::<(), horn::Error>(())
/// ```
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
///
/// ```
/// use horn::{Machine, Place};
///
/// let messages = Machine::new().consult_str("p.pl", "bird(1).\nfish(2).\nbird(3).\n")?;
/// let other: &Place = &messages[0].places[0];
/// assert_eq!(&*other.message, "other clauses are here");
/// assert_eq!(&other.text[other.span.start..other.span.end], "bird(1)");
/// # Ok::<(), horn::Error>(())
/// ```
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
    ///
    /// ```
    /// use horn::{Diagnostic, Severity, Span};
    ///
    /// let span = Span { start: 2, end: 3 };
    /// let d = Diagnostic::new(Severity::Note, "p.pl", "p(X) :- true.", Some(span), "`X` occurs once");
    /// assert!(d.to_string().starts_with("note: `X` occurs once"));
    /// assert!(d.to_string().contains("p.pl:1:3"));
    /// ```
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
        let (file, text): (Arc<str>, Arc<str>) = (file.into(), text.into());
        let opening = opening_quote(&text, e).map(|span| Place {
            file: file.clone(),
            text: text.clone(),
            span,
            message: "this quote is not closed".into(),
        });
        Diagnostic {
            places: opening.into_iter().collect(),
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
    ///
    /// ```
    /// use horn::{Diagnostic, Severity, Span};
    ///
    /// let span = Span { start: 7, end: 8 };
    /// let d = Diagnostic::new(Severity::Note, "p.pl", "p(1).\nq(X).\n", Some(span), "a note");
    /// assert!(d.position().is_some_and(|place| (place.line, place.column) == (2, 2)));
    /// let d = Diagnostic::new(Severity::Note, "p.pl", "p(1).", None, "a note on the whole text");
    /// assert_eq!(d.position(), None);
    /// ```
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
    ///
    /// ```
    /// use horn::{Diagnostic, Severity, Span};
    ///
    /// let span = Span { start: 7, end: 8 };
    /// let d = Diagnostic::new(Severity::Note, "p.pl", "p(1).\nq(X).\n", Some(span), "a note");
    /// assert_eq!(d.source_line(), "q(X).");
    /// ```
    pub fn source_line(&self) -> &str {
        let at = self.span.map_or(0, |s| s.start).min(self.text.len());
        let start = self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        let end = self.text[at..]
            .find('\n')
            .map_or(self.text.len(), |i| at + i);
        self.text[start..end].trim_end_matches('\r')
    }
}

/// The opening quote of an item whose line ends before its closing quote.
fn opening_quote(text: &str, e: &SyntaxError) -> Option<Span> {
    let ErrorKind::NewlineInQuoted(_) = e.kind else {
        return None;
    };
    // The text may be a part of the one in which the positions count.
    text.get(e.term_start.offset..)?;
    let mut lexer = Lexer::new(text, e.term_start.offset);
    loop {
        match lexer.next_token() {
            Ok(t) if t.kind == TokenKind::Eof => return None,
            Ok(_) => {}
            Err(f) if f.at == e.at.offset => break,
            Err(_) => return None,
        }
    }
    // The lexer stays before the faulty token, and before the layout before it.
    let (rest, ()) = layout(&text[lexer.pos()..]).ok()?;
    let start = text.len() - rest.len();
    Some(Span {
        start,
        end: start + 1,
    })
}
