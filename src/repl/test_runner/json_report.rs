//! The report of a run as JSON, one object a line.

use super::jobs::{DocumentEnd, Happening};
use super::text_report::shown_path;
use super::totals::Totals;
use crate::prolog::ClauseCount;
use crate::testing::QuadOutcome;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::Duration;

/// Prints an object on a line.
pub(in crate::repl) fn print(object: &Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{object}")?;
    out.flush()
}

/// The name of a result.
pub(super) fn result_name(outcome: QuadOutcome) -> &'static str {
    match outcome {
        QuadOutcome::Holds => "holds",
        QuadOutcome::Differs => "differs",
        QuadOutcome::Skipped => "skipped",
    }
}

/// Prints what happens in a document.
pub(super) fn take(file: &str, happening: &Happening) -> io::Result<()> {
    match happening {
        Happening::Begin => print(&json!({"type": "begin", "file": file})),
        Happening::Message(message) => {
            print(&json!({"type": "message", "file": file, "message": message}))
        }
        Happening::Output { is_error, text } => {
            let stream = match is_error {
                true => "error",
                false => "output",
            };
            print(&json!({"type": "output", "file": file, "stream": stream, "text": text}))
        }
        Happening::Started(_) | Happening::End(_) => Ok(()),
        Happening::Failure(f) => print(&json!({
            "type": "difference", "file": file, "line": f.query_line, "query": f.query,
            "answers_line": f.line, "expected": f.expected, "actual": f.actual, "malformed": f.malformed,
        })),
        Happening::Finished(r) => print(&json!({
            "type": "query", "file": file, "line": r.place.line, "query": r.place.query,
            "result": result_name(r.outcome), "seconds": seconds(r.time),
        })),
    }
}

/// A time in seconds, to the microsecond.
pub(in crate::repl) fn seconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1e6
}

/// Prints the end of a document.
pub(super) fn document(file: &str, end: &DocumentEnd, totals: &Totals) -> io::Result<()> {
    print(&json!({
        "type": "end", "file": file, "hold": totals.passed, "differ": totals.failed,
        "skipped": totals.skipped, "faulty": totals.faulty > 0, "error": end.checked.as_ref().err(),
        "seconds": seconds(end.time),
    }))
}

/// Prints the clauses with their counts.
pub(super) fn coverage(clauses: &[ClauseCount]) -> io::Result<()> {
    for c in clauses {
        print(&json!({
            "type": "clause", "file": shown_path(&c.file), "line": c.line, "predicate": c.predicate,
            "text": c.text, "entered": c.entered,
        }))?;
    }
    Ok(())
}

/// Prints the sums.
pub(super) fn sums(totals: &Totals, time: Duration) -> io::Result<()> {
    print(&json!({
        "type": "sums", "files": totals.documents, "hold": totals.passed, "differ": totals.failed,
        "skipped": totals.skipped, "faulty": totals.faulty, "seconds": seconds(time),
    }))
}
