//! Messages on the standard error.

use super::colours::When;
use crate::prolog::{Diagnostic, Error, Severity};
use std::fmt::Display;
use std::io::{IsTerminal, Write};

/// Prints a message. A standard error that is closed or full takes none, which ends nothing.
pub(super) fn say(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// The way in which diagnostics are printed on the standard error.
#[derive(Clone, Copy)]
pub(super) struct Messages {
    /// The least serious messages that are printed.
    pub(super) least: Severity,
    pub(super) coloured: bool,
}

impl Messages {
    /// Messages in the colours that the option `--color` asks for.
    pub(super) fn new(least: Severity, when: When) -> Messages {
        Messages {
            least,
            coloured: when.colours(std::io::stderr().is_terminal()),
        }
    }

    /// Prints a diagnostic, however serious it is.
    pub(super) fn explain(self, d: &Diagnostic) {
        match self.coloured {
            true => say(d.coloured()),
            false => say(d),
        }
    }

    /// Prints the messages that are serious enough.
    pub(super) fn show(self, messages: &[Diagnostic]) {
        for m in messages.iter().filter(|m| m.severity >= self.least) {
            self.explain(m);
        }
    }

    /// Prints an error.
    pub(super) fn error(self, e: &Error) {
        match e {
            Error::Syntax(d) => self.explain(d),
            e => say(e),
        }
    }
}
