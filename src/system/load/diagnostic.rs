//! TODO head

use crate::syntax::{Position, Span};
use std::sync::Arc;

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
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The file's name, or whatever the text was called.
    pub file: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    /// The place, in bytes of the text.
    pub span: Span,
    /// Line and column where the place starts.
    pub position: Position,
    /// What is the matter.
    pub message: String,
    /// What could be done about it.
    pub hint: Option<String>,
    /// For syntax errors: the atom in `syntax_error(…)`.
    pub syntax_error: Option<&'static str>,
    /// For syntax errors: whether the text just ended too early.
    pub incomplete: bool,
}

impl Diagnostic {
    /// The line of the text where the place starts.
    pub fn source_line(&self) -> &str {
        let at = self.span.start.min(self.text.len());
        let start = self.text[..at].rfind('\n').map_or(0, |i| i + 1);
        let end = self.text[at..]
            .find('\n')
            .map_or(self.text.len(), |i| at + i);
        self.text[start..end].trim_end_matches('\r')
    }
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Position { line, column, .. } = self.position;
        let word = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{}:{line}:{column}: {word}: {}", self.file, self.message)?;
        match &self.hint {
            Some(h) => write!(f, " ({h})"),
            None => Ok(()),
        }
    }
}
