//! The end of the program `horn`: its exit status.

use std::process::ExitCode;

/// The reason why the program ends before its input does.
#[derive(Debug)]
pub(super) enum Ending {
    /// `halt/1` was called with this status.
    Halted(i32),
    /// An error, with its message.
    Failed(String),
    /// The output was closed.
    Closed,
}

impl Ending {
    /// Prints the message, if there is one, and returns the exit status.
    pub(super) fn report(self) -> ExitCode {
        match self {
            // The system keeps the low eight bits.
            Ending::Halted(status) => ExitCode::from(status as u8),
            Ending::Failed(message) => {
                eprintln!("horn: {message}");
                ExitCode::FAILURE
            }
            Ending::Closed => ExitCode::SUCCESS,
        }
    }
}
