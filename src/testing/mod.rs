//! Tests in program texts: quads and transcripts.
//!
//! Quads are queries in program files with the answers that they must give:
//!
//! ```text
//! ?- member(X, [a,b]).
//!    X = a
//! ;  X = b.
//! ```
//!
//! Loading skips quads; checking runs each query and compares its answers with the description. A description
//! that does not hold can be replaced by the actual answers, without other changes of the text. Transcripts are
//! sessions at a terminal.

mod answer_match;
mod check_quad;
mod check_transcript;
mod document;
mod expectation;
mod quad_reader;
#[cfg(test)]
mod tests;
mod toplevel_parser;
mod transcript;

pub use answer_match::Strictness;
pub use document::{Checked, Document};

use crate::prolog::Machine;
use std::ops::Range;

/// A query that stands in a text with its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuadPlace {
    /// The line where the query starts, from 1.
    pub line: usize,
    /// The query, as it stands in the text.
    pub query: String,
}

/// Result of checking the quads of a text.
///
/// ```
/// use horn::{Machine, Strictness};
///
/// let text = "p(1).\np(2).\n?- p(X).\n   X = 1.\n";
/// let mut machine = Machine::new();
/// machine.consult_str("p.pl", text)?;
/// let report = machine.check_quads("p.pl", text, Strictness::Exact);
/// assert_eq!((report.checked, report.failures.len()), (1, 1));
/// let failure = &report.failures[0];
/// assert_eq!((failure.query_line, failure.line), (3, 4));
/// assert!(failure.to_string().starts_with("p.pl:4: ?- p(X)."));
/// assert!(report.blessed.ends_with("?- p(X).\n   X = 1\n;  X = 2.\n"));
/// let none = machine.check_quads_where("p.pl", text, Strictness::Exact, &|line| line == 1);
/// assert_eq!(none.checked, 0);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct QuadReport {
    /// The number of descriptions that were checked.
    pub checked: usize,
    /// The number of descriptions that were skipped: they say so, or need a terminal.
    pub skipped: usize,
    /// The descriptions that do not hold, in order.
    pub failures: Vec<QuadFailure>,
    /// The text with the actual answers in place of the descriptions that do not hold.
    pub blessed: String,
}

/// A description that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuadFailure {
    /// The name of the text.
    pub file: String,
    /// The line where the query starts, from 1; it is the line of its [`QuadPlace`].
    pub query_line: usize,
    /// The line where the description starts, from 1.
    pub line: usize,
    /// The query.
    pub query: String,
    /// The description.
    pub expected: String,
    /// The actual answers.
    pub actual: String,
    /// The fault of a description that is malformed; its query was not run.
    pub malformed: Option<String>,
}

impl std::fmt::Display for QuadFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}:{}: {}", self.file, self.line, self.query)?;
        if let Some(reason) = &self.malformed {
            writeln!(f, "malformed: {reason}")?;
        }
        writeln!(f, "expected:\n{}", self.expected)?;
        match self.malformed {
            Some(_) => Ok(()),
            None => writeln!(f, "actual:\n{}", self.actual),
        }
    }
}

impl Machine {
    /// Runs the quads of a text that is loaded already, in order.
    pub fn check_quads(&mut self, name: &str, text: &str, strictness: Strictness) -> QuadReport {
        self.check_quads_where(name, text, strictness, &|_| true)
    }

    /// Runs those quads of a text that is loaded already, in order, whose queries start at a line for
    /// which `wanted` returns true. A quad may depend on what earlier ones did: `|line| line <= n` runs
    /// all up to the one at line `n`.
    pub fn check_quads_where(
        &mut self,
        name: &str,
        text: &str,
        strictness: Strictness,
        wanted: &dyn Fn(usize) -> bool,
    ) -> QuadReport {
        let mut report = QuadReport::default();
        let edits = self.run_quads(name, text, strictness, wanted, &mut report);
        report.blessed = edited(text, &edits);
        report
    }

    /// Runs the quads that are wanted, adds the results to the report, and returns the actual answers for
    /// the places of the descriptions that do not hold.
    fn run_quads(
        &mut self,
        name: &str,
        text: &str,
        strictness: Strictness,
        wanted: &dyn Fn(usize) -> bool,
        report: &mut QuadReport,
    ) -> Vec<Edit> {
        let mut edits: Vec<Edit> = Vec::new();
        let mut quads = quad_reader::QuadReader::new(text);
        while let Some(quad) = quads.next(self) {
            if !wanted(quad.line) {
                continue;
            }
            for part in &quad.descriptions {
                let outcome = match &part.description {
                    Ok(d) if d.skipped => {
                        report.skipped += 1;
                        continue;
                    }
                    Ok(d) => check_quad::check(self, &quad, d, strictness),
                    Err(reason) => check_quad::CheckOutcome::malformed(reason.clone()),
                };
                report.checked += 1;
                if outcome.holds {
                    continue;
                }
                if outcome.malformed.is_none() && !outcome.unexpected {
                    let copied = edits.last().map_or(0, |(range, _)| range.end);
                    let (start, newline) = line_start(text, part.span.start, copied);
                    let description = format!("{newline}{}", outcome.blessed);
                    edits.push((start..part.span.end, description));
                }
                report.failures.push(QuadFailure {
                    file: name.to_string(),
                    query_line: quad.line,
                    line: part.line,
                    query: quad.text.clone(),
                    expected: indented(text, part.span.start, part.span.end),
                    actual: outcome.actual.trim_end().to_string(),
                    malformed: outcome.malformed,
                });
            }
        }
        edits
    }
}

/// The replacement of a range of a text.
type Edit = (Range<usize>, String);

/// The text with its edits applied. They are in order and do not overlap.
fn edited(text: &str, edits: &[Edit]) -> String {
    let mut done = String::new();
    let mut copied = 0;
    for (range, new) in edits {
        done.push_str(&text[copied..range.start]);
        done.push_str(new);
        copied = range.end;
    }
    done.push_str(&text[copied..]);
    done
}

/// The start of the replacement of a description: at the blanks before it, if it is the first on its line, or else
/// on a new line.
fn line_start(text: &str, at: usize, after: usize) -> (usize, &'static str) {
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1).max(after);
    match text[start..at].trim().is_empty() {
        true if start > after || start == 0 => (start, ""),
        _ => (after.max(at - trailing_blanks(&text[after..at])), "\n"),
    }
}

fn trailing_blanks(text: &str) -> usize {
    text.len() - text.trim_end_matches([' ', '\t']).len()
}

/// A part of the text with the blanks before it on its line.
fn indented(text: &str, start: usize, end: usize) -> String {
    let (from, _) = line_start(text, start, 0);
    text[from..end].trim_end().to_string()
}
