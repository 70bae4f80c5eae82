//! Messages about loaded texts on the standard error.

use crate::prolog::{Diagnostic, Severity};

/// Prints the messages that are at least this serious.
pub(super) fn show(messages: &[Diagnostic], least: Severity) {
    for m in messages.iter().filter(|m| m.severity >= least) {
        eprintln!("{m}");
    }
}

/// The least serious messages that are printed.
pub(super) fn least(quiet: bool) -> Severity {
    match quiet {
        true => Severity::Warning,
        false => Severity::Note,
    }
}
