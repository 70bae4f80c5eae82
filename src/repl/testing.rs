//! `horn test`: runs the quads of program files.

use super::show;
use crate::prolog::{Error, Machine, Severity, Strictness};
use std::process::ExitCode;

/// Runs the quads of each file on a machine of its own, and says what differs.
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

/// Whether everything in the file is as it says.
fn test(file: &str, bless: bool) -> Result<bool, Error> {
    let io = |e: std::io::Error| Error::Io {
        path: file.to_string(),
        reason: e.to_string(),
    };
    let text = std::fs::read_to_string(file).map_err(io)?;
    let mut machine = Machine::new();
    let loaded = match machine.consult_str(file, &text) {
        Ok(messages) => {
            show(&messages, Severity::Warning);
            true
        }
        Err(Error::Load(messages)) => {
            show(&messages, Severity::Warning);
            false
        }
        Err(e) => return Err(e),
    };
    let report = machine.check_quads(file, &text, Strictness::Exact);
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
    Ok(loaded && differ == 0)
}
