//! Asks which differences are to be replaced by the actual answers.

use super::text_report::{TextReport, failure_text};
use crate::testing::QuadFailure;
use std::io::{self, BufRead};

/// The decision on the differences that follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Review {
    /// Each is shown with a question.
    Ask,
    /// All are replaced.
    All,
    /// None is replaced.
    None,
}

impl Review {
    /// Returns true if a description is to be replaced. The end of the input counts as `q`.
    pub(super) fn accepts(
        &mut self,
        failure: &QuadFailure,
        report: &mut TextReport,
    ) -> io::Result<bool> {
        match *self {
            Review::All => return Ok(true),
            Review::None => return Ok(false),
            Review::Ask => {}
        }
        report.print(&failure_text(failure, report.coloured))?;
        loop {
            report.print("Replace the expected answers? [y]es, [n]o, [a]ll, [q]uit: ")?;
            let mut line = String::new();
            let read = io::stdin().lock().read_line(&mut line)?;
            if read == 0 {
                report.print("\n")?;
            }
            match line.trim() {
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                "a" | "all" => {
                    *self = Review::All;
                    return Ok(true);
                }
                "q" | "quit" => break,
                _ if read == 0 => break,
                _ => {}
            }
        }
        *self = Review::None;
        Ok(false)
    }
}
