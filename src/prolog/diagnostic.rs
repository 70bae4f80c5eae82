//! Messages about program text: where, what, and the source line with a caret.
//!
//! Rendering is codespan-reporting's, without colours, so that a message is the same text in a
//! terminal, a log and a test. Knows nothing of how the faults were found.

use crate::syntax::{Span, SyntaxError};
use codespan_reporting::diagnostic::{Diagnostic as Report, Label, Severity as ReportSeverity};
use codespan_reporting::files::{Files, SimpleFile};
use codespan_reporting::term::{Config, emit_into_string};
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// Something is understood, but perhaps not as meant elsewhere (a legacy directive, say).
    Note,
    /// The text was loaded, but is perhaps not what was meant.
    Warning,
    /// A part of the text was not loaded, or a directive did not succeed.
    Error,
}

/// A message about a place in a program text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The file's name, or whatever the text was called when it was loaded.
    pub file: String,
    /// Line and column of the place, both from 1, if the message has a place.
    pub place: Option<(usize, usize)>,
    /// What is the matter, in one line.
    pub message: String,
    /// What could be done about it.
    pub hint: Option<String>,
    /// For syntax errors: the atom in `syntax_error(…)`.
    pub syntax_error: Option<&'static str>,
    /// For syntax errors: whether the text just ended too early.
    pub incomplete: bool,
    /// Message, place, source line, caret and hint, ready to be shown.
    rendered: String,
}

/// What a loader found, before it is shown together with the text.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) severity: Severity,
    pub(crate) span: Option<Span>,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

/// A text about which there are messages.
pub(crate) struct Source<'t> {
    file: SimpleFile<String, &'t str>,
}

impl<'t> Source<'t> {
    pub(crate) fn new(name: &str, text: &'t str) -> Source<'t> {
        Source {
            file: SimpleFile::new(name.to_string(), text),
        }
    }

    pub(crate) fn diagnostic(&self, found: Finding) -> Diagnostic {
        let Finding {
            severity,
            span,
            message,
            hint,
        } = found;
        let end = self.file.source().len();
        let range = span.map(|s| s.start.min(end)..s.end.clamp(s.start.min(end), end));
        let place = range
            .as_ref()
            .and_then(|r| self.file.location((), r.start).ok())
            .map(|l| (l.line_number, l.column_number));
        let report = Report::new(match severity {
            Severity::Note => ReportSeverity::Note,
            Severity::Warning => ReportSeverity::Warning,
            Severity::Error => ReportSeverity::Error,
        })
        .with_message(&message)
        .with_labels_iter(range.into_iter().map(|r| Label::primary((), r)))
        .with_notes_iter(hint.iter().map(|h| format!("hint: {h}")));
        let plain = || format!("{}: {message}\n", self.file.name());
        let rendered = match emit_into_string(&Config::default(), &self.file, &report) {
            Ok(text) if place.is_some() => text,
            _ => plain(),
        };
        Diagnostic {
            severity,
            file: self.file.name().clone(),
            place,
            message,
            hint,
            syntax_error: None,
            incomplete: false,
            rendered: rendered.trim_end().to_string(),
        }
    }

    /// The text is empty, or goes on after its first term.
    pub(crate) fn one_term_expected(&self) -> Diagnostic {
        Diagnostic {
            syntax_error: Some("incomplete_reduction"),
            ..self.diagnostic(Finding {
                severity: Severity::Error,
                span: None,
                message: "syntax error: one term is expected".into(),
                hint: None,
            })
        }
    }

    /// A syntax error in this text.
    pub(crate) fn syntax_error(&self, e: &SyntaxError) -> Diagnostic {
        let start = e.at.offset;
        let len = e.found.as_ref().map_or(0, String::len);
        let found = Finding {
            severity: Severity::Error,
            span: Some(Span {
                start,
                end: start + len,
            }),
            message: format!("syntax error: {}", e.message),
            hint: e.hint.clone(),
        };
        Diagnostic {
            syntax_error: Some(e.kind.name()),
            incomplete: e.incomplete,
            ..self.diagnostic(found)
        }
    }
}

impl Diagnostic {
    /// A message about a text as a whole.
    pub(crate) fn general(severity: Severity, file: &str, message: String) -> Diagnostic {
        Source::new(file, "").diagnostic(Finding {
            severity,
            span: None,
            message,
            hint: None,
        })
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rendered)
    }
}

#[cfg(test)]
mod tests {
    use super::{Finding, Severity, Source};
    use crate::syntax::Span;

    #[test]
    fn the_place_is_shown_with_a_caret() {
        let source = Source::new("p.pl", "a.\np :- lenght(L, 2).\n");
        let found = Finding {
            severity: Severity::Warning,
            span: Some(Span { start: 8, end: 14 }),
            message: "unknown procedure lenght/2".into(),
            hint: Some("did you mean length/2?".into()),
        };
        let d = source.diagnostic(found);
        assert_eq!(d.place, Some((2, 6)));
        let text = d.to_string();
        assert!(text.contains("p.pl:2:6") && text.contains("^^^^^^"));
        assert!(text.contains("hint: did you mean length/2?"), "{text}");
    }

    #[test]
    fn places_beyond_the_text_do_no_harm() {
        let source = Source::new("p.pl", "a.");
        let mut found = Finding {
            severity: Severity::Error,
            span: Some(Span { start: 99, end: 9 }),
            message: "m".into(),
            hint: None,
        };
        assert_eq!(source.diagnostic(found.clone()).place, Some((1, 3)));
        found.span = None;
        assert_eq!(source.diagnostic(found).to_string(), "p.pl: m");
    }
}
