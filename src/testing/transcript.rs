//! Transcripts: sessions at a terminal, of this system or of another one.
//!
//! ```text
//! $ swipl queens.pl
//! ?- member(X, [a,b]).
//! X = a ;
//! X = b.
//! | ?- length(L, 1).
//! L = [_A] ?
//! yes
//! ```
//!
//! A line that starts with `?- ` or `| ?- ` is a query; the lines up to the next query are output of the program
//! and of the top level. The two cannot be separated without running the query, so that text and answers are
//! compared event by event. Transcripts in Horn's own style (three blanks, `;` before an answer) must be exact;
//! those of other systems may omit bindings, goals and output.

use super::check_quad::CheckOutcome;
use super::check_transcript::{ShownAnswers, check_answers};
use super::toplevel_parser;
use crate::prolog::{
    Diagnostic, EndFinder, Machine, ReadAs, Severity, Span, Style, SyntaxError, as_query,
};
use std::ops::Range;

/// A part of a transcript.
pub(super) enum TranscriptPart {
    /// `$ horn FILE…`: the following queries are for a new machine with these files loaded.
    NewMachine(Vec<String>),
    /// A query with the text after it.
    Query(TranscriptSegment),
}

/// A query and the text that was printed after it.
pub(super) struct TranscriptSegment {
    /// From the end of the prompt to the next prompt.
    pub(super) span: Range<usize>,
    prompt: Style,
    /// The indentation of the prompt.
    indent: usize,
}

/// The parts of a range of a text, in order.
pub(super) fn parts(text: &str, within: Range<usize>) -> Vec<(usize, TranscriptPart)> {
    let mut found: Vec<(usize, TranscriptPart)> = Vec::new();
    let mut at = within.start;
    for line in text[within.clone()].split_inclusive('\n') {
        let start = at;
        at += line.len();
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        let part = if let Some(command) = bare.strip_prefix("$ ") {
            TranscriptPart::NewMachine(files(command))
        } else if let Some((len, prompt)) = prompt(bare) {
            TranscriptPart::Query(TranscriptSegment {
                span: start + indent + len..within.end,
                prompt,
                indent,
            })
        } else {
            continue;
        };
        if let Some((_, TranscriptPart::Query(before))) = found.last_mut() {
            before.span.end = start;
        }
        found.push((start, part));
    }
    found
}

/// The length of the prompt at the start of a line, and its style.
pub(super) fn prompt(line: &str) -> Option<(usize, Style)> {
    if line.starts_with("| ?-") {
        return Some((4, Style::Sicstus));
    }
    // Older versions of SWI-Prolog count queries.
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = match digits {
        0 => line,
        n => line[n..].strip_prefix(' ')?,
    };
    let len = line.len() - rest.len();
    rest.starts_with("?- ").then_some((len + 3, Style::Swi))
}

/// The program files that a command line names.
fn files(command: &str) -> Vec<String> {
    let is_program =
        |w: &&str| [".pl", ".pro", ".prolog"].iter().any(|e| w.ends_with(e)) && !w.starts_with('-');
    let words = command.split_whitespace().filter(is_program);
    words.map(|w| w.trim_matches('\'').to_string()).collect()
}

/// Result of checking a segment.
pub(super) struct CheckedQuery {
    /// The query, as written in the text.
    pub(super) query: String,
    /// The place of its answers, which ends before the next prompt.
    pub(super) answers: Range<usize>,
    /// None if the transcript shows no answers.
    pub(super) outcome: Option<CheckOutcome>,
}

/// The outcome where a query is missing.
fn missing(name: &str, text: &str, at: usize) -> CheckedQuery {
    let message = message_at(name, text, at, "a query is missing");
    CheckedQuery {
        query: String::new(),
        answers: at..at,
        outcome: Some(CheckOutcome::malformed(message)),
    }
}

/// Runs the query of a segment and compares its answers with those of the transcript.
pub(super) fn check(
    machine: &mut Machine,
    name: &str,
    text: &str,
    segment: &TranscriptSegment,
) -> CheckedQuery {
    let body = query_without_bars(text, segment);
    let base = segment.span.start;
    let fault = |e: &SyntaxError| {
        let mut e = e.clone();
        e.at.offset += base;
        Diagnostic::of_syntax_error(name, text, &e).to_string()
    };
    let read = match machine.read_term(&body, 0, ReadAs::Query) {
        Ok(Some(read)) => read,
        Ok(None) => return missing(name, text, base),
        Err(e) => return unreadable(text, segment, &e, fault(&e)),
    };
    let (term, end) = read;
    let query = body[..end].trim().to_string();
    let mut goal = term.tree.root();
    if let Some(inner) = as_query(&term.tree, goal) {
        goal = inner.goal;
    }
    let from = toplevel_parser::start(&body, end);
    let prepared = machine.prepared(term, goal);
    if toplevel_parser::next(&body, from).is_none() || toplevel_parser::is_prose(&body, end) {
        if changes_the_program(&query) {
            // Its answers are not shown, but later queries depend on its effects.
            machine.capture();
            let _ = machine.start(&prepared).next();
            machine.end_capture();
        }
        return CheckedQuery {
            query,
            answers: base + from..base + from,
            outcome: None,
        };
    }
    let horn = is_horn_style(&body, end, segment);
    let shown = ShownAnswers {
        text: &body,
        from,
        exact: horn,
        style: if horn { Style::Horn } else { segment.prompt },
    };
    let mut checked = check_answers(machine, &prepared, &shown);
    if let Some((at, reason)) = checked.malformed.take() {
        checked.outcome = CheckOutcome::malformed(message_at(name, text, base + at, &reason));
    }
    checked.outcome.blessed = indented(&checked.outcome.blessed, segment.indent);
    CheckedQuery {
        query,
        answers: base + line_of(&body, from)..base + checked.end.max(from),
        outcome: Some(checked.outcome),
    }
}

/// The result for a query with a syntax error: it holds if the transcript shows a syntax error too.
fn unreadable(
    text: &str,
    segment: &TranscriptSegment,
    e: &SyntaxError,
    message: String,
) -> CheckedQuery {
    let base = segment.span.start;
    let end = (base + e.resume).min(segment.span.end).max(base);
    let rest = text[end..segment.span.end].trim();
    let lower = rest.to_lowercase();
    let expected = lower.contains("syntax error") || lower.contains("syntax_error");
    CheckedQuery {
        query: text[base..end].trim().to_string(),
        answers: end..end,
        outcome: Some(match expected {
            true => CheckOutcome::held(),
            false => CheckOutcome::malformed(message),
        }),
    }
}

/// A message about a place.
fn message_at(name: &str, text: &str, at: usize, message: &str) -> String {
    let span = Span { start: at, end: at };
    Diagnostic::new(Severity::Error, name, text, Some(span), message).to_string()
}

/// The segment with blanks for the bars before further lines of a query.
fn query_without_bars(text: &str, segment: &TranscriptSegment) -> String {
    let mut body = text[segment.span.clone()].to_string();
    loop {
        let end = EndFinder::new(0).find(&body, true).unwrap_or(body.len());
        let mut at = 0;
        let bar = body[..end].split_inclusive('\n').find_map(|line| {
            let start = at + line.len() - line.trim_start().len();
            at += line.len();
            (start > 0 && body[start..].starts_with("| ")).then_some(start)
        });
        match bar {
            Some(i) => body.replace_range(i..=i, " "),
            None => return body,
        }
    }
}

/// Returns true if the answers are in Horn's style: indented by three blanks more than the query, or with `;`
/// before the next answer.
fn is_horn_style(body: &str, end: usize, segment: &TranscriptSegment) -> bool {
    if segment.prompt == Style::Sicstus {
        return false;
    }
    let lines = body[end..].lines().filter(|l| !l.trim().is_empty());
    lines.into_iter().any(|line| {
        let blanks = line.len() - line.trim_start().len();
        let bare = line.trim();
        bare.starts_with("; ")
            || bare == ";"
            || (blanks == segment.indent + 3 && !bare.ends_with(" ;"))
    })
}

/// Returns true for queries that are run even if the transcript does not show their answers.
fn changes_the_program(query: &str) -> bool {
    const STARTS: [&str; 7] = [
        "[",
        "consult(",
        "use_module(",
        "ensure_loaded(",
        "assert",
        "set_prolog_flag(",
        "op(",
    ];
    STARTS.iter().any(|s| query.starts_with(s))
}

/// The start of the line of a place, if only blanks precede the place on it.
fn line_of(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    match text[start..at].trim().is_empty() {
        true => start,
        false => at,
    }
}

fn indented(text: &str, by: usize) -> String {
    let blanks = " ".repeat(by);
    let lines = text.trim_end().lines().map(|l| match l.is_empty() {
        true => String::new(),
        false => format!("{blanks}{l}"),
    });
    lines.collect::<Vec<_>>().join("\n")
}
