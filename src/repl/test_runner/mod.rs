//! `horn test`: runs the queries of program files, Markdown and transcripts.

mod difference;
mod documents;
mod jobs;
mod json_report;
mod junit_report;
mod options;
mod review;
mod text_report;
mod totals;
mod watch;

pub(super) use difference::shown as difference;
pub(super) use documents::files;
pub(super) use json_report::{print as print_json, seconds as json_seconds};
pub(super) use options::{TestOptions, threads};

use super::ending::Ending;
use super::messages::say;
use crate::prolog::{ClauseCount, Severity};
use crate::testing::{Checked, QuadOutcome};
use console::Term;
use documents::Chosen;
use jobs::{DocumentEnd, Happening, RunOptions};
use junit_report::JunitReport;
use options::Bless;
use review::Review;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::Instant;
use text_report::TextReport;
use totals::Totals;
use watch::Watched;

/// The exit status if something could not be run: a file that cannot be read or loaded, a filter that no query fits.
pub(super) const NOT_RUN: u8 = 2;

/// Runs the queries of the files, and reports what happens.
pub(super) fn run(options: &TestOptions) -> ExitCode {
    let documents = match documents::chosen(&options.files, &options.filter) {
        Ok(documents) => documents,
        Err((name, e)) => {
            say(format_args!("horn: {name}: {e}"));
            return ExitCode::from(NOT_RUN);
        }
    };
    if documents.is_empty() && !options.watch {
        say("horn: there is no such query");
        return ExitCode::from(NOT_RUN);
    }
    if options.list {
        return match list(&documents) {
            Ok(()) => ExitCode::SUCCESS,
            Err(e) => Ending::of_output(&e).report(),
        };
    }
    let mut watched = Watched::default();
    let mut documents = documents;
    loop {
        let done = TestRun::new(options, &documents).run(&documents, &mut watched);
        let status = match done {
            Ok(totals) => exit_status(&totals),
            Err(e) => return Ending::of_output(&e).report(),
        };
        if !options.watch {
            return status;
        }
        say(match watched.count() {
            1 => "% 1 file is watched; Ctrl-C ends.".to_string(),
            n => format!("% {n} files are watched; Ctrl-C ends."),
        });
        documents =
            watched.wait(|| documents::chosen(&options.files, &options.filter).unwrap_or_default());
    }
}

fn exit_status(totals: &Totals) -> ExitCode {
    match (totals.faulty, totals.left) {
        (0, 0) => ExitCode::SUCCESS,
        (0, _) => ExitCode::FAILURE,
        _ => ExitCode::from(NOT_RUN),
    }
}

fn list(documents: &[Chosen]) -> io::Result<()> {
    use std::io::Write;
    let mut out = io::stdout().lock();
    for document in documents {
        for place in &document.places {
            let query = place.query.split_whitespace().collect::<Vec<_>>().join(" ");
            writeln!(out, "{}:{}: {query}", document.name, place.line)?;
        }
    }
    out.flush()
}

/// A run of documents with its reports.
struct TestRun<'o> {
    options: &'o TestOptions,
    text: TextReport,
    junit: JunitReport,
    review: Review,
    /// The counts of the document that runs, and those of the documents before.
    document: Totals,
    totals: Totals,
    clauses: Vec<ClauseCount>,
}

impl TestRun<'_> {
    fn new<'o>(options: &'o TestOptions, documents: &[Chosen]) -> TestRun<'o> {
        let at_terminal = io::stdout().is_terminal();
        let asks = options.bless == Some(Bless::Ask);
        let shows_progress = at_terminal && !options.json && !asks;
        TestRun {
            text: TextReport::new(
                options.color.colours(at_terminal),
                shows_progress.then(Term::stdout),
                documents.iter().map(|d| d.places.len()).sum(),
                asks,
            ),
            junit: JunitReport::default(),
            review: match options.bless {
                Some(Bless::All) => Review::All,
                Some(Bless::Ask) => Review::Ask,
                None => Review::None,
            },
            document: Totals::default(),
            totals: Totals::default(),
            clauses: Vec::new(),
            options,
        }
    }

    fn run(mut self, documents: &[Chosen], watched: &mut Watched) -> io::Result<Totals> {
        let start = Instant::now();
        let options = self.options;
        let manner = RunOptions {
            timeout: options.time_limit(),
            coverage: options.coverage,
            threads: threads(options.jobs),
        };
        documents.iter().for_each(|d| watched.begin(&d.name));
        jobs::run(documents, manner, &mut |i, happening| {
            self.take(&documents[i].name, happening, watched)
        })?;
        let totals = self.totals;
        self.clauses = ClauseCount::sums(std::mem::take(&mut self.clauses));
        if options.json {
            if options.coverage {
                json_report::coverage(&self.clauses)?;
            }
            json_report::sums(&totals, start.elapsed())?;
        } else {
            if options.coverage {
                self.text.coverage(&self.clauses)?;
            }
            self.text.sums(&totals)?;
        }
        if let Some(file) = &options.junit {
            let report = self.junit.text(&totals, start.elapsed());
            std::fs::write(file, report)
                .map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", file.display())))?;
        }
        Ok(totals)
    }

    fn take(&mut self, file: &str, happening: Happening, watched: &mut Watched) -> io::Result<()> {
        match self.options.json {
            true => json_report::take(file, &happening)?,
            false => self.text.take(file, &happening)?,
        }
        self.junit.take(file, &happening);
        match happening {
            Happening::Begin => self.document = Totals::default(),
            Happening::Finished(result) => {
                *match result.outcome {
                    QuadOutcome::Holds => &mut self.document.passed,
                    QuadOutcome::Differs => &mut self.document.failed,
                    QuadOutcome::Skipped => &mut self.document.skipped,
                } += 1;
            }
            Happening::End(end) => self.end(file, &end, watched)?,
            _ => {}
        }
        Ok(())
    }

    /// Reports the end of a document, and writes its actual answers if they are to be written.
    fn end(&mut self, file: &str, end: &DocumentEnd, watched: &mut Watched) -> io::Result<()> {
        let mut totals = self.document;
        totals.documents = 1;
        match &end.checked {
            Err(_) => totals.faulty = 1,
            Ok(checked) => {
                let mut messages = checked.messages.iter();
                totals.faulty = usize::from(messages.any(|m| m.severity == Severity::Error));
                totals.left = checked.report.failures.len();
                totals.replaced = self.bless(file, end, checked)?;
                totals.left -= totals.replaced;
                self.clauses.extend(checked.clauses.iter().cloned());
                watched.end(file, &checked.files);
            }
        }
        match self.options.json {
            true => json_report::document(file, end, &totals)?,
            false => self.text.document(file, end, &totals)?,
        }
        if totals.replaced > 0 {
            let n = totals.replaced;
            self.text.print(&format!("{file}: {n} blessed\n"))?;
            // The change is the run's own.
            watched.begin(file);
        }
        self.junit.document(file, end, &totals);
        self.totals.add(&totals);
        Ok(())
    }

    /// Writes the actual answers in place of the descriptions that are to be replaced. Returns their number.
    fn bless(&mut self, file: &str, end: &DocumentEnd, checked: &Checked) -> io::Result<usize> {
        let (mut replaced, mut fault) = (0, None);
        let blessed = checked.report.blessed_where(&end.text, &mut |failure| {
            let accepted = self.review.accepts(failure, &mut self.text);
            let accepted = accepted.unwrap_or_else(|e| {
                fault = Some(e);
                false
            });
            replaced += usize::from(accepted);
            accepted
        });
        if let Some(e) = fault {
            return Err(e);
        }
        if replaced > 0 {
            let written = std::fs::write(file, blessed);
            written.map_err(|e| io::Error::new(e.kind(), format!("{file}: {e}")))?;
        }
        Ok(replaced)
    }
}
