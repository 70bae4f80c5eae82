//! `horn test`: runs the queries of program files, Markdown and transcripts.

use super::colours::When;
use super::ending::Ending;
use super::messages::{Messages, say};
use crate::prolog::{Error, Severity};
use crate::testing::{CheckEvent, CheckOptions, Checked, Document, Strictness};
use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::slice::from_ref;
use std::time::Duration;

/// Runs the queries of each file on new machines, and prints those whose answers differ as soon as they do. With
/// `bless`, what was put in place does not count as a difference. Without `timeout`, a query may take any time.
pub(super) fn run(files: &[String], bless: bool, timeout: Option<Duration>) -> ExitCode {
    let mut all_hold = true;
    for file in files {
        match test(file, bless, timeout) {
            Ok(Ok(holds)) => all_hold &= holds,
            Ok(Err(e)) => {
                match e {
                    Error::Resource(_) => say(format_args!("horn: {file}: loading it ended: {e}")),
                    e => say(format_args!("horn: {e}")),
                }
                all_hold = false;
            }
            Err(e) => return Ending::of_output(&e).report(),
        }
    }
    match all_hold {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Tests a file. Returns true if everything in it is as described, or is so now.
///
/// The outer error is of the standard output, the inner one of the file.
fn test(file: &str, bless: bool, timeout: Option<Duration>) -> io::Result<Result<bool, Error>> {
    let fault = |e: io::Error| Error::Io {
        path: file.to_string(),
        reason: e.to_string(),
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(e) => return Ok(Err(fault(e))),
    };
    let messages = Messages::new(Severity::Warning, When::Auto);
    let printed = RefCell::new(Ok(()));
    let checked = Document::of_name(file).check_with(
        file,
        &text,
        &mut CheckOptions {
            strictness: Strictness::Exact,
            timeout,
            wanted: &|_| printed.borrow().is_ok(),
            prepare: None,
            listener: &mut |event| match event {
                CheckEvent::Message(message) => messages.show(from_ref(message)),
                CheckEvent::Failure(failure) => {
                    let mut printed = printed.borrow_mut();
                    if printed.is_ok() {
                        *printed = print(failure);
                    }
                }
            },
        },
    );
    printed.into_inner()?;
    let checked = match checked {
        Ok(checked) => checked,
        Err(e) => return Ok(Err(e)),
    };
    print(summary(file, &checked))?;
    if bless && checked.report.blessed != text {
        if let Err(e) = std::fs::write(file, &checked.report.blessed) {
            return Ok(Err(fault(e)));
        }
        print(format_args!("{file}: blessed"))?;
    }
    Ok(Ok(match bless {
        true => checked.is_mended(),
        false => checked.holds(),
    }))
}

/// The line about a file.
fn summary(file: &str, checked: &Checked) -> String {
    let report = &checked.report;
    let skipped = match report.skipped {
        0 => String::new(),
        n => format!(", {n} skipped"),
    };
    match report.failures.len() {
        0 => format!("{file}: {} hold{skipped}", report.checked),
        n => format!("{file}: {n} of {} do not hold{skipped}", report.checked),
    }
}

/// Prints a line, or more, at once.
fn print(text: impl Display) -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{text}")?;
    out.flush()
}
