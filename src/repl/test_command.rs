//! `horn test`: runs the queries of program files, Markdown and transcripts.

use super::messages::show;
use crate::prolog::{Error, Severity};
use crate::testing::{Document, Strictness};
use std::process::ExitCode;

/// Runs the queries of each file on new machines, and prints those whose answers differ.
pub(super) fn run(files: &[String], bless: bool) -> ExitCode {
    let mut all_hold = true;
    for file in files {
        all_hold &= match test(file, bless) {
            Ok(holds) => holds,
            Err(e) => {
                eprintln!("horn: {e}");
                false
            }
        };
    }
    match all_hold {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Returns true if everything in the file is as described.
fn test(file: &str, bless: bool) -> Result<bool, Error> {
    let io = |e: std::io::Error| Error::Io {
        path: file.to_string(),
        reason: e.to_string(),
    };
    let text = std::fs::read_to_string(file).map_err(io)?;
    let checked = Document::of_name(file).check(file, &text, Strictness::Exact)?;
    show(&checked.messages, Severity::Warning);
    let report = &checked.report;
    for failure in &report.failures {
        println!("{failure}");
    }
    let differ = report.failures.len();
    let skipped = match report.skipped {
        0 => String::new(),
        n => format!(", {n} skipped"),
    };
    match differ {
        0 => println!("{file}: {} hold{skipped}", report.checked),
        n => println!("{file}: {n} of {} do not hold{skipped}", report.checked),
    }
    if bless && report.blessed != text {
        std::fs::write(file, &report.blessed).map_err(io)?;
        println!("{file}: blessed");
    }
    Ok(checked.holds())
}
