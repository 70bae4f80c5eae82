//! `horn lint`: checks program files without running them.

use super::ending::Ending;
use super::lint_option::{LintOption, apply};
use super::messages::say;
use crate::prolog::{Diagnostic, Machine, Severity};
use std::io::{self, Write};
use std::process::ExitCode;

/// The exit status if a file cannot be read.
const UNREADABLE: u8 = 2;

/// Prints what the checks find in files.
pub(super) fn run(files: &[String], json: bool, options: &[LintOption]) -> ExitCode {
    let mut machine = Machine::new();
    let mode = apply(options, &mut machine);
    let (mut messages, fault) = match machine.lint_files(files) {
        Ok(messages) => (messages, None),
        Err(e) => (machine.take_messages(), Some(e)),
    };
    messages.retain(|m| m.severity >= mode.least);
    if let Err(e) = print(&messages, json) {
        return Ending::of_output(&e).report();
    }
    match fault {
        Some(e) => {
            say(format_args!("horn: {e}"));
            ExitCode::from(UNREADABLE)
        }
        None if messages.iter().any(|m| m.severity >= Severity::Warning) => ExitCode::FAILURE,
        None => ExitCode::SUCCESS,
    }
}

fn print(messages: &[Diagnostic], json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        serde_json::to_writer_pretty(&mut out, messages)?;
        writeln!(out)?;
    } else {
        for m in messages {
            writeln!(out, "{m}")?;
        }
    }
    out.flush()
}
