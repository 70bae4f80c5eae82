//! The report of a run as text, with a line of progress at a terminal.

use super::difference;
use super::jobs::{DocumentEnd, Happening};
use super::totals::Totals;
use crate::prolog::{ClauseCount, Severity};
use crate::repl::messages::{Messages, say};
use crate::repl::quantities::noun;
use crate::testing::{QuadFailure, QuadPlace};
use console::Term;
use std::io::{self, Write};
use std::slice::from_ref;

/// Prints what happens.
pub(super) struct TextReport {
    pub(super) coloured: bool,
    /// The terminal, if a line of progress is shown.
    pub(super) terminal: Option<Term>,
    /// The number of queries of the run.
    pub(super) queries: usize,
    /// True if failures that can be replaced are shown later, with a question.
    pub(super) asks: bool,
    done: usize,
    /// True while the line of progress is shown.
    is_shown: bool,
}

impl TextReport {
    pub(super) fn new(coloured: bool, terminal: Option<Term>, queries: usize, asks: bool) -> Self {
        TextReport {
            coloured,
            terminal,
            queries,
            asks,
            done: 0,
            is_shown: false,
        }
    }

    /// Prints what happens in a document.
    pub(super) fn take(&mut self, file: &str, happening: &Happening) -> io::Result<()> {
        match happening {
            Happening::Begin => Ok(()),
            Happening::Message(message) => {
                if message.severity >= Severity::Warning {
                    self.clear()?;
                    let messages = Messages {
                        least: Severity::Warning,
                        coloured: self.coloured,
                    };
                    messages.show(from_ref(&**message));
                }
                Ok(())
            }
            Happening::Output { is_error, text } => {
                self.clear()?;
                match is_error {
                    true => {
                        let _ = io::stderr().write_all(text.as_bytes());
                        Ok(())
                    }
                    false => self.print(text),
                }
            }
            Happening::Started(place) => self.progress(file, place),
            Happening::Failure(failure) if self.asks && failure.mended => Ok(()),
            Happening::Failure(failure) => {
                self.clear()?;
                self.print(&format!("{}\n", failure_text(failure, self.coloured)))
            }
            Happening::Finished(_) => {
                self.done += 1;
                Ok(())
            }
            Happening::End(_) => self.clear(),
        }
    }

    /// Prints the line about a document that has ended.
    pub(super) fn document(
        &mut self,
        file: &str,
        end: &DocumentEnd,
        totals: &Totals,
    ) -> io::Result<()> {
        if let Err(fault) = &end.checked {
            say(format_args!("horn: {fault}"));
            return Ok(());
        }
        let skipped = match totals.skipped {
            0 => String::new(),
            n => format!(", {n} skipped"),
        };
        let ran = totals.passed + totals.failed;
        let line = match totals.failed {
            0 => format!(
                "{file}: {}{skipped}",
                self.paint("32", &format!("{ran} hold"))
            ),
            n => format!(
                "{file}: {}{skipped}",
                self.paint("1;31", &format!("{n} of {ran} do not hold"))
            ),
        };
        let faulty = match totals.faulty {
            0 => "",
            _ => "; its program has errors",
        };
        self.print(&format!("{line}{faulty}\n"))
    }

    /// Prints the sums, if there is more than one document.
    pub(super) fn sums(&mut self, totals: &Totals) -> io::Result<()> {
        if totals.documents < 2 {
            return Ok(());
        }
        let mut line = format!(
            "{} files, {} {}: {} hold",
            totals.documents,
            totals.queries(),
            noun(totals.queries() as u64, ["query", "queries"]),
            totals.passed
        );
        for (n, what) in [
            (totals.failed, "do not hold"),
            (totals.skipped, "skipped"),
            (totals.replaced, "replaced"),
        ] {
            if n > 0 {
                line.push_str(&format!(", {n} {what}"));
            }
        }
        match totals.faulty {
            0 => {}
            1 => line.push_str("; 1 file has errors"),
            n => line.push_str(&format!("; {n} files have errors")),
        }
        let colour = match totals.failed + totals.faulty {
            0 => "32",
            _ => "1;31",
        };
        let line = self.paint(colour, &line);
        self.print(&format!("{line}\n"))
    }

    /// Prints the clauses that no query has entered, and the number of those that one has.
    pub(super) fn coverage(&mut self, clauses: &[ClauseCount]) -> io::Result<()> {
        let entered = clauses.iter().filter(|c| c.entered > 0).count();
        let mut text = String::new();
        for c in clauses.iter().filter(|c| c.entered == 0) {
            let place = format!("{}:{}", shown_path(&c.file), c.line);
            text.push_str(&format!(
                "{place}: {} is not entered: {}\n",
                c.predicate, c.text
            ));
        }
        let percent = (100 * entered).checked_div(clauses.len()).unwrap_or(100);
        text.push_str(&format!(
            "coverage: {entered} of {} {}, {percent}%\n",
            clauses.len(),
            noun(clauses.len() as u64, ["clause", "clauses"])
        ));
        self.print(&text)
    }

    /// Prints a text at once.
    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// A text in a colour, if there are colours.
    fn paint(&self, colour: &str, text: &str) -> String {
        match self.coloured {
            true => format!("\x1b[{colour}m{text}\x1b[0m"),
            false => text.to_string(),
        }
    }

    /// Shows the line of progress.
    fn progress(&mut self, file: &str, place: &QuadPlace) -> io::Result<()> {
        let Some(terminal) = &self.terminal else {
            return Ok(());
        };
        let width = usize::from(terminal.size().1).saturating_sub(1);
        let query = place.query.split_whitespace().collect::<Vec<_>>().join(" ");
        let (done, all) = (self.done + 1, self.queries);
        let line = format!("[{done}/{all}] {file}:{} {query}", place.line);
        let line = console::truncate_str(&line, width, "…").into_owned();
        self.is_shown = true;
        self.print(&format!("\r\x1b[K{line}"))
    }

    /// Removes the line of progress.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.is_shown) {
            true => self.print("\r\x1b[K"),
            false => Ok(()),
        }
    }
}

/// A path as it is seen from the working directory.
pub(super) fn shown_path(path: &str) -> String {
    let folder = std::env::current_dir().unwrap_or_default();
    let inner = std::path::Path::new(path).strip_prefix(&folder).ok();
    inner.map_or(path.to_string(), |p| p.to_string_lossy().into_owned())
}

/// The text about a description that does not hold: the query and its place, and the lines that differ.
pub(in crate::repl) fn failure_text(failure: &QuadFailure, coloured: bool) -> String {
    let QuadFailure { file, query, .. } = failure;
    let head = format!("{file}:{}: {query}\n", failure.query_line);
    match &failure.malformed {
        Some(reason) => format!("{head}malformed: {reason}\n{}\n", failure.expected),
        None => {
            // The period ends the last answer of each, which is another line.
            let [expected, actual] = [&failure.expected, &failure.actual]
                .map(|text| text.strip_suffix('.').unwrap_or(text));
            let lines = difference::shown(expected, actual, coloured);
            format!("{head}- expected, + actual:\n{lines}")
        }
    }
}
