//! A line on the standard error, at a terminal, that shows the progress of a long query or load; and a note, on any
//! standard error, that a query does not end.
//!
//! A thread requests reports from the machine, and the machine writes the line between two inferences. So nothing
//! appears while a program waits for another program; nor does it once a query has read from the terminal.

use super::colours::{FAINT, PLAIN};
use super::messages::Messages;
use super::quantities::noun;
use crate::prolog::{Diagnostic, Machine, Progress, ProgressHandle, StatusLine};
use console::Term;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The user's choice on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(super) enum ShowProgress {
    /// A line at a terminal, and a note on a query that does not end.
    #[default]
    Auto,
    /// Never.
    Never,
}

/// The time after which the progress of a load is shown.
const LONG_LOAD: Duration = Duration::from_secs(1);
/// The time after which the progress of a query is shown.
const LONG_QUERY: Duration = Duration::from_secs(2);
/// The time between two reports.
const INTERVAL: Duration = Duration::from_millis(250);

/// A query, goal or load that runs.
#[derive(Clone, Copy)]
struct TimedRun {
    start: Instant,
    /// True if its progress is shown, not only a note that it does not end.
    shows_line: bool,
}

/// The query or load that runs, if one does, and the signal to the thread that waits for it.
#[derive(Default)]
struct Stopwatch {
    run: Mutex<Option<TimedRun>>,
    changed: Condvar,
}

impl Stopwatch {
    fn run(&self) -> MutexGuard<'_, Option<TimedRun>> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, run: Option<TimedRun>) {
        *self.run() = run;
        self.changed.notify_one();
    }

    /// Shows no line for what runs now.
    fn hide_line(&self) {
        if let Some(run) = &mut *self.run() {
            run.shows_line = false;
        }
    }

    /// Asks for reports from [`LONG_LOAD`] after the start on.
    fn ask(&self, handle: &ProgressHandle) {
        let mut run = self.run();
        loop {
            let Some(TimedRun { start, .. }) = *run else {
                run = self
                    .changed
                    .wait(run)
                    .unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let wait = LONG_LOAD.saturating_sub(start.elapsed()).max(INTERVAL);
            let waited = self.changed.wait_timeout(run, wait);
            run = waited.unwrap_or_else(PoisonError::into_inner).0;
            if run.is_some_and(|r| r.start == start && start.elapsed() >= LONG_LOAD) {
                handle.request();
            }
        }
    }
}

/// Shows the progress of what runs between [`ProgressLine::begin`] and [`ProgressLine::end`]; by default, of nothing.
#[derive(Clone, Default)]
pub(super) struct ProgressLine(Option<Shown>);

#[derive(Clone)]
struct Shown {
    clock: Arc<Stopwatch>,
    line: StatusLine,
    /// True if there is a terminal for the line.
    has_line: bool,
}

impl ProgressLine {
    /// Shows the progress of this machine: in a line if `has_line` is true, and notes otherwise.
    pub(super) fn new(machine: &mut Machine, messages: Messages, has_line: bool) -> ProgressLine {
        let (clock, line) = (Arc::new(Stopwatch::default()), machine.status_line());
        let mut text = Text::default();
        let (running, status) = (Arc::clone(&clock), line.clone());
        machine.set_progress(move |progress| {
            let Some(run) = *running.run() else { return };
            if let Some(cycle) = &progress.cycle {
                status.erase();
                messages.explain(&with_way_out(cycle, has_line));
            } else if run.shows_line
                && let Some(line) = text.of(progress, run.start.elapsed())
            {
                status.show(&fitted(&line, messages.coloured));
            }
        });
        let (handle, asking) = (machine.progress_handle(), Arc::clone(&clock));
        // Without the thread, nothing is shown.
        let _ = std::thread::Builder::new()
            .name("progress".to_string())
            .spawn(move || asking.ask(&handle));
        ProgressLine(Some(Shown {
            clock,
            line,
            has_line,
        }))
    }

    /// Begins to measure the time.
    pub(super) fn begin(&self) {
        self.start(true);
    }

    /// As [`ProgressLine::begin`], for a program that has the screen for itself: without the line.
    pub(super) fn begin_program(&self) {
        self.start(false);
    }

    fn start(&self, shows_line: bool) {
        if let Some(shown) = &self.0 {
            shown.clock.set(Some(TimedRun {
                start: Instant::now(),
                shows_line: shows_line && shown.has_line,
            }));
        }
    }

    /// The input of the program, at a terminal: a query that has read from it has the screen for itself, and no line is
    /// shown between what the user types.
    pub(super) fn with_input(&self, input: impl Read + Send + 'static) -> Box<dyn Read + Send> {
        match &self.0 {
            Some(shown) if shown.has_line => {
                let clock = Arc::clone(&shown.clock);
                Box::new(InputWithoutLine { input, clock })
            }
            _ => Box::new(input),
        }
    }

    /// Removes the line, and shows no other.
    pub(super) fn end(&self) {
        if let Some(shown) = &self.0 {
            shown.clock.set(None);
            shown.line.erase();
        }
    }
}

/// An input that hides the line of the query that reads from it.
struct InputWithoutLine<R> {
    input: R,
    clock: Arc<Stopwatch>,
}

impl<R: Read> Read for InputWithoutLine<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.clock.hide_line();
        self.input.read(to)
    }
}

/// The note that a query does not end; at a terminal, with the way to end it.
fn with_way_out(cycle: &Diagnostic, at_terminal: bool) -> Diagnostic {
    let mut note = cycle.clone();
    if at_terminal {
        note.notes.push("Ctrl-C ends it".to_string());
    }
    note
}

/// A line that fits into the terminal, in the colour of notes.
fn fitted(line: &str, coloured: bool) -> String {
    let columns = usize::from(Term::stderr().size().1);
    let line = console::truncate_str(line, columns.saturating_sub(1), "...");
    match coloured {
        true => format!("{FAINT}{line}{PLAIN}"),
        false => line.into_owned(),
    }
}

/// Makes the texts of the reports.
#[derive(Default)]
struct Text {
    /// The choices of the search at the last report: one that makes no more choices is over.
    choices: u64,
}

impl Text {
    /// The line for a report after this time; none if it is too early.
    fn of(&mut self, progress: &Progress, time: Duration) -> Option<String> {
        if let Some(load) = &progress.load {
            let share = 100 * load.read / load.length.max(1);
            let terms = grouped(load.terms as u64);
            let clauses = noun(load.terms as u64, ["clause", "clauses"]);
            let text = format!("% {}: {terms} {clauses}, {share} %", load.file);
            return (time >= LONG_LOAD).then_some(text);
        }
        if time < LONG_QUERY {
            return None;
        }
        let seconds = time.as_secs();
        let choices = progress.search.as_ref().map_or(0, |s| s.choices);
        let last = std::mem::replace(&mut self.choices, choices);
        Some(match &progress.search {
            Some(search) if choices != last => {
                let best = search.best.as_ref();
                let best = best.map_or_else(String::new, |b| format!(", best cost so far {b}"));
                let word = noun(choices, ["choice", "choices"]);
                format!("% {seconds} s, {} {word}{best}", grouped(choices))
            }
            _ => {
                let word = noun(progress.inferences, ["inference", "inferences"]);
                format!("% {seconds} s, {} {word}", grouped(progress.inferences))
            }
        })
    }
}

/// A number in groups of three digits.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{InputWithoutLine, Stopwatch, TimedRun, grouped};
    use std::io::Read;
    use std::sync::Arc;
    use std::time::Instant;

    #[test]
    fn a_query_that_has_read_shows_no_line() {
        let clock = Arc::new(Stopwatch::default());
        let (start, shows_line) = (Instant::now(), true);
        clock.set(Some(TimedRun { start, shows_line }));
        let mut input = InputWithoutLine {
            input: "typed".as_bytes(),
            clock: Arc::clone(&clock),
        };
        let mut text = String::new();
        assert!(input.read_to_string(&mut text).is_ok());
        assert_eq!(text, "typed");
        assert!(clock.run().is_some_and(|run| !run.shows_line));
    }

    #[test]
    fn digits_are_grouped() {
        let groups = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(groups, ["0", "999", "1 000", "1 234 567"]);
    }
}
