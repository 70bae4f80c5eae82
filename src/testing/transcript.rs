//! Transcripts: what a terminal showed, of this system or of another one.
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
//! A line that starts with `?- ` or `| ?- ` is a query; what stands between it and the next one was
//! printed by the program and the top level. Because it takes running the query to tell the two apart,
//! text and answers are followed side by side. Transcripts in Horn's own shape (three blanks, `;` in
//! front) must be exact; those of other systems may leave out bindings, goals and output.

use super::check_quad::Outcome;
use super::check_transcript::{Shown, follow};
use super::toplevel_parser;
use crate::prolog::{
    EndFinder, Finding, Machine, Prepared, ReadAs, Severity, Source, Span, Style, SyntaxError,
    as_query,
};
use std::ops::Range;

/// A part of a transcript.
pub(super) enum Part {
    /// `$ horn FILE…`: from here on a new machine answers, with these files loaded.
    Start(Vec<String>),
    /// A query with what was printed after it.
    Query(Segment),
}

/// A query and what was printed after it, as text.
pub(super) struct Segment {
    /// From behind the prompt to the next prompt.
    pub(super) span: Range<usize>,
    prompt: Style,
    /// How far the prompt is from the start of its line.
    indent: usize,
}

/// The parts of a stretch of text, in order.
pub(super) fn parts(text: &str, within: Range<usize>) -> Vec<(usize, Part)> {
    let mut found: Vec<(usize, Part)> = Vec::new();
    let mut at = within.start;
    for line in text[within.clone()].split_inclusive('\n') {
        let start = at;
        at += line.len();
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        let part = if let Some(command) = bare.strip_prefix("$ ") {
            Part::Start(files(command))
        } else if let Some((len, prompt)) = prompt(bare) {
            Part::Query(Segment {
                span: start + indent + len..within.end,
                prompt,
                indent,
            })
        } else {
            continue;
        };
        if let Some((_, Part::Query(before))) = found.last_mut() {
            before.span.end = start;
        }
        found.push((start, part));
    }
    found
}

/// The length of the prompt at the start of a line, and whose it is.
fn prompt(line: &str) -> Option<(usize, Style)> {
    if line.starts_with("| ?-") {
        return Some((4, Style::Sicstus));
    }
    // SWI-Prolog used to count queries.
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

/// What became of a segment.
pub(super) struct CheckedQuery {
    /// The query as it stands in the text.
    pub(super) query: String,
    /// Where its answers stand; the last place is where the next prompt stands at the latest.
    pub(super) answers: Range<usize>,
    /// None if the transcript shows no answers.
    pub(super) outcome: Option<Outcome>,
}

/// Runs the query of a segment and follows what the transcript shows.
pub(super) fn check(
    machine: &mut Machine,
    name: &str,
    text: &str,
    segment: &Segment,
) -> CheckedQuery {
    let body = query_without_bars(text, segment);
    let base = segment.span.start;
    let source = Source::new(name, text);
    let fault = |e: &SyntaxError| {
        let mut e = e.clone();
        e.at.offset += base;
        source.syntax_error(&e).to_string()
    };
    let read = match machine.engine().read(&body, 0, ReadAs::Goal) {
        Ok(Some(read)) => read,
        Ok(None) => {
            return CheckedQuery {
                query: String::new(),
                answers: base..base,
                outcome: Some(Outcome::malformed(here(
                    &source,
                    base,
                    "a query is missing",
                ))),
            };
        }
        Err(e) => return unreadable(text, segment, &e, fault(&e)),
    };
    let (term, end) = read;
    let query = body[..end].trim().to_string();
    let mut goal = term.tree.root();
    if let Some(inner) = as_query(&term.tree, goal) {
        goal = inner.goal;
    }
    let from = toplevel_parser::start(&body, end);
    let prepared = Prepared::new(term, goal);
    if toplevel_parser::next(&body, from).is_none() || toplevel_parser::is_prose(&body, end) {
        if changes_the_program(&query) {
            // What it says is not shown; what it does matters to the next query.
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
    let ours = is_ours(&body, end, segment);
    let shown = Shown {
        text: &body,
        from,
        exact: ours,
        style: if ours { Style::Horn } else { segment.prompt },
    };
    let mut followed = follow(machine, &prepared, &shown);
    if let Some((at, reason)) = followed.malformed.take() {
        followed.outcome = Outcome::malformed(here(&source, base + at, &reason));
    }
    followed.outcome.blessed = indented(&followed.outcome.blessed, segment.indent);
    CheckedQuery {
        query,
        answers: base + line_of(&body, from)..base + followed.end.max(from),
        outcome: Some(followed.outcome),
    }
}

/// A query that cannot be read: right, if the transcript says so too.
fn unreadable(text: &str, segment: &Segment, e: &SyntaxError, message: String) -> CheckedQuery {
    let base = segment.span.start;
    let end = (base + e.resume).min(segment.span.end).max(base);
    let rest = text[end..segment.span.end].trim();
    let said = rest.to_lowercase();
    let expected = said.contains("syntax error") || said.contains("syntax_error");
    CheckedQuery {
        query: text[base..end].trim().to_string(),
        answers: end..end,
        outcome: Some(match expected {
            true => Outcome::held(),
            false => Outcome::malformed(message),
        }),
    }
}

/// A message about a place.
fn here(source: &Source<'_>, at: usize, message: &str) -> String {
    let place = Finding {
        severity: Severity::Error,
        span: Some(Span { start: at, end: at }),
        message: message.to_string(),
        hint: None,
    };
    source.diagnostic(place).to_string()
}

/// The segment with blanks for the bars that stand before further lines of a query.
fn query_without_bars(text: &str, segment: &Segment) -> String {
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

/// Whether the answers have the shape of Horn's: indented by three blanks more than the query, or
/// with `;` before the next answer.
fn is_ours(body: &str, end: usize, segment: &Segment) -> bool {
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

/// Queries that are run even if the transcript does not show what they answered.
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

/// The start of the line of a place, if nothing but blanks stands before it there.
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
