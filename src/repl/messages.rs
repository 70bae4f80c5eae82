//! Messages on the standard error.

use crate::prolog::{Diagnostic, Severity};
use std::fmt::Display;
use std::io::Write;

/// Prints a message. A standard error that is closed or full takes none, which ends nothing.
pub(super) fn say(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// Prints the explanation of an error, in colours at a terminal.
pub(super) fn say_explanation(d: &Diagnostic) {
    match console::colors_enabled_stderr() {
        true => say(d.coloured()),
        false => say(d),
    }
}

/// Prints the messages that are at least this serious.
pub(super) fn show(messages: &[Diagnostic], least: Severity) {
    for m in messages.iter().filter(|m| m.severity >= least) {
        say(m);
    }
}
