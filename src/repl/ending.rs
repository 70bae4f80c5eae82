//! The end of the program `horn`: its exit status.

use super::messages::say;
use std::process::ExitCode;

/// The reason why the program ends before its input does.
#[derive(Debug)]
pub(super) enum Ending {
    /// `halt/1` was called with this status.
    Halted(i32),
    /// An error, with its message.
    Failed(String),
    /// The reader of the output has gone.
    Closed,
}

impl Ending {
    /// The ending for an error of the standard output.
    pub(super) fn of_output(e: &std::io::Error) -> Ending {
        match e.kind() {
            std::io::ErrorKind::BrokenPipe => Ending::Closed,
            _ => Ending::Failed(format!("standard output: {e}")),
        }
    }

    /// Prints the message, if there is one, and returns the exit status.
    pub(super) fn report(self) -> ExitCode {
        match self {
            // The system keeps the low eight bits.
            Ending::Halted(status) => ExitCode::from(status as u8),
            Ending::Failed(message) => {
                say(format_args!("horn: {message}"));
                ExitCode::FAILURE
            }
            Ending::Closed => ExitCode::FAILURE,
        }
    }
}
