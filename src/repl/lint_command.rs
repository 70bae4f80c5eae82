//! `horn lint`: checks program files without running them.

use super::colours::When;
use super::ending::Ending;
use super::lint_option::{LintOption, apply};
use super::messages::say;
use crate::prolog::{Diagnostic, Machine, Severity};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// The exit status if a file cannot be read.
const UNREADABLE: u8 = 2;

/// Prints what the checks find in files.
pub(super) fn run(files: &[String], json: bool, color: When, options: &[LintOption]) -> ExitCode {
    let mut machine = Machine::new();
    let mode = apply(options, &mut machine);
    let (mut messages, fault) = match machine.lint_files(files) {
        Ok(messages) => (messages, None),
        Err(e) => (machine.take_messages(), Some(e)),
    };
    messages.retain(|m| m.severity >= mode.least);
    if let Err(e) = print(&messages, json, color) {
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

fn print(messages: &[Diagnostic], json: bool, color: When) -> io::Result<()> {
    let coloured = color.colours(io::stdout().is_terminal());
    let mut out = io::stdout().lock();
    if json {
        serde_json::to_writer_pretty(&mut out, messages)?;
        writeln!(out)?;
    } else {
        for m in messages {
            match coloured {
                true => writeln!(out, "{}", m.coloured())?,
                false => writeln!(out, "{m}")?,
            }
        }
    }
    out.flush()
}
