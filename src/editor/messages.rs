//! Messages about texts as the protocol has them.

use super::document::DocumentText;
use super::uri::uri_of;
use crate::prolog::{Diagnostic, Severity, Span};
use crate::testing::QuadFailure;
use lsp_types as lsp;
use std::path::Path;

/// The largest number of messages about one text: editors become slow with more.
const MOST: usize = 1000;

/// The messages about a text of this name. A message about a text that it loads is shown at its start.
pub(super) fn diagnostics(
    text: &DocumentText,
    name: &str,
    messages: &[Diagnostic],
) -> Vec<lsp::Diagnostic> {
    let messages = messages.iter().take(MOST);
    messages.map(|m| diagnostic(text, name, m)).collect()
}

fn diagnostic(text: &DocumentText, name: &str, m: &Diagnostic) -> lsp::Diagnostic {
    let is_own = *m.file == *name;
    let range = match m.span.filter(|_| is_own) {
        Some(span) => text.range(visible(text, span)),
        None => text.range(first_line(text)),
    };
    let mut message = match is_own {
        true => m.message.clone(),
        false => match m.position() {
            Some(p) => format!("{}:{}:{}: {}", m.file, p.line, p.column, m.message),
            None => format!("{}: {}", m.file, m.message),
        },
    };
    let notes = m.label.iter().chain(&m.notes).cloned();
    let lines = notes.chain(m.hint.iter().map(|h| format!("hint: {h}")));
    for line in lines {
        message.push('\n');
        message.push_str(&line);
    }
    let code = m.check.or(m.syntax_error);
    lsp::Diagnostic {
        range,
        severity: Some(match m.severity {
            Severity::Error => lsp::DiagnosticSeverity::ERROR,
            Severity::Warning => lsp::DiagnosticSeverity::WARNING,
            Severity::Note => lsp::DiagnosticSeverity::INFORMATION,
        }),
        code: code.map(|c| lsp::NumberOrString::String(c.to_string())),
        source: Some("horn".to_string()),
        message,
        related_information: related(text, name, m),
        tags: (m.check == Some("unreachable_clause"))
            .then(|| vec![lsp::DiagnosticTag::UNNECESSARY]),
        ..lsp::Diagnostic::default()
    }
}

/// The further places of a message.
fn related(
    text: &DocumentText,
    name: &str,
    m: &Diagnostic,
) -> Option<Vec<lsp::DiagnosticRelatedInformation>> {
    let places = m.places.iter().filter_map(|p| {
        let range = match *p.file == *name {
            true => text.range(p.span),
            false => DocumentText::new(&p.text).range(p.span),
        };
        let uri = uri_of(Path::new(&*p.file))?;
        Some(lsp::DiagnosticRelatedInformation {
            location: lsp::Location { uri, range },
            message: match p.message.is_empty() {
                true => "here".to_string(),
                false => p.message.clone(),
            },
        })
    });
    let places: Vec<_> = places.collect();
    (!places.is_empty()).then_some(places)
}

/// A span that can be seen: an empty one becomes the character there, or the one before it.
fn visible(text: &DocumentText, span: Span) -> Span {
    if span.end > span.start {
        return span;
    }
    let at = span.start.min(text.text.len());
    match text.text[at..].chars().next().filter(|c| *c != '\n') {
        Some(c) => Span {
            start: at,
            end: at + c.len_utf8(),
        },
        None => {
            let before = text.text[..at].trim_end();
            let last = before.chars().next_back().map_or(0, char::len_utf8);
            Span {
                start: before.len() - last,
                end: before.len(),
            }
        }
    }
}

fn first_line(text: &DocumentText) -> Span {
    Span {
        start: 0,
        end: text.line(0).len(),
    }
}

/// The message about a query whose answers are not as described; lines from 1.
pub(super) fn of_failure(text: &DocumentText, failure: &QuadFailure) -> lsp::Diagnostic {
    let line = failure.query_line.saturating_sub(1);
    let start = text.line_start(line);
    let end = start + text.line(line).len();
    let what = match &failure.malformed {
        Some(reason) => format!("the description of the answers is malformed: {reason}"),
        None => format!("the answers are\n{}", failure.actual),
    };
    lsp::Diagnostic {
        range: text.range(Span { start, end }),
        severity: Some(lsp::DiagnosticSeverity::ERROR),
        code: Some(lsp::NumberOrString::String("query".to_string())),
        source: Some("horn test".to_string()),
        message: what,
        ..lsp::Diagnostic::default()
    }
}
