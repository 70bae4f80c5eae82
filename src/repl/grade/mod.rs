//! `horn grade`: marks the submissions of a class for an exercise.

mod options;
mod report;
mod worker;

pub(super) use options::GradeOptions;

use super::colours::When;
use super::ending::Ending;
use super::messages::{Messages, say};
use super::test_runner::{NOT_RUN, files, print_json, threads};
use crate::prolog::{Error, Severity};
use crate::testing::Exercise;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use worker::Graded;

/// Marks the submissions, and reports their points.
pub(super) fn run(options: &GradeOptions) -> ExitCode {
    let exercise = match read(&options.exercise) {
        Ok(exercise) => exercise,
        Err(e) => {
            match e {
                Error::Load(messages) => {
                    Messages::new(Severity::Warning, When::Auto).show(&messages);
                }
                e => say(format_args!("horn: {e}")),
            }
            return ExitCode::from(NOT_RUN);
        }
    };
    if options.worker {
        return worker::run(options, &exercise);
    }
    let submissions = match files(&options.submissions, &["pl", "pro", "prolog"]) {
        Ok(found) => found.into_iter().map(|(name, _)| name).collect::<Vec<_>>(),
        Err((name, e)) => {
            say(format_args!("horn: {name}: {e}"));
            return ExitCode::from(NOT_RUN);
        }
    };
    if submissions.is_empty() {
        say("horn: there are no submissions");
        return ExitCode::from(NOT_RUN);
    }
    let mut class = Vec::new();
    let marked = mark_all(options, &exercise, &submissions, &mut |graded| {
        print(options, &exercise, &graded, class.is_empty())?;
        class.push(graded);
        Ok(())
    });
    let printed = marked.and_then(|()| finish(options, &exercise, &class));
    match printed {
        Err(e) => Ending::of_output(&e).report(),
        Ok(()) if class.iter().any(|g| g.incomplete) => ExitCode::FAILURE,
        Ok(()) => ExitCode::SUCCESS,
    }
}

fn read(file: &str) -> Result<Exercise, Error> {
    let text = std::fs::read_to_string(file).map_err(|e| Error::Io {
        path: file.to_string(),
        reason: e.to_string(),
    })?;
    Exercise::read(file, &text)
}

/// Marks submissions, several at the same time. `take` receives them in their order.
fn mark_all(
    options: &GradeOptions,
    exercise: &Exercise,
    submissions: &[String],
    take: &mut dyn FnMut(Graded) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (to, from) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads(options.jobs).min(submissions.len()) {
            let (to, next) = (to.clone(), &next);
            scope.spawn(move || {
                while let Some((i, file)) = {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    submissions.get(i).map(|file| (i, file))
                } {
                    if to.send((i, worker::mark(options, exercise, file))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(to);
        let mut waiting: Vec<Option<Graded>> = submissions.iter().map(|_| None).collect();
        let mut first = 0;
        for (i, graded) in from {
            waiting[i] = Some(graded);
            while let Some(graded) = waiting.get_mut(first).and_then(Option::take) {
                take(graded)?;
                first += 1;
            }
        }
        Ok(())
    })
}

/// Prints a submission that was marked, unless it is part of the table.
fn print(
    options: &GradeOptions,
    exercise: &Exercise,
    graded: &Graded,
    is_first: bool,
) -> io::Result<()> {
    if options.json {
        return print_json(&report::object(exercise, graded));
    }
    let mut out = io::stdout().lock();
    if options.csv {
        if is_first {
            out.write_all(report::head(exercise).as_bytes())?;
        }
        out.write_all(report::values(exercise, graded).as_bytes())?;
    }
    out.flush()
}

/// Prints the table.
fn finish(options: &GradeOptions, exercise: &Exercise, class: &[Graded]) -> io::Result<()> {
    if options.json || options.csv {
        return Ok(());
    }
    let mut text = report::table(exercise, class);
    if options.details {
        let coloured = options.color.colours(io::stdout().is_terminal());
        text.push_str(&report::details(exercise, class, coloured));
    }
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
