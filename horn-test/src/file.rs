//! A file with queries, which is run once for all its tests.
//!
//! Later queries may depend on what earlier ones did, so a file is one run: it is loaded once, and its queries run in
//! order on one machine. The first test of a file makes the run, and the others read its result. A run ends after the
//! last query that the command line asks for.

use crate::Quads;
use horn::{
    CheckOptions, Document, Error, Machine, Prepare, QuadFailure, QuadReport, Severity, Strictness,
};
use libtest_mimic::Arguments;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// How the queries of a file are run.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// The program parts of the file are loaded, and its queries run.
    Document,
    /// The queries run on a machine that has not loaded the file.
    QueriesAlone,
}

/// A file with queries.
pub(crate) struct File {
    name: String,
    path: PathBuf,
    text: String,
    run: Run,
    prepare: Option<Arc<Prepare>>,
    timeout: Option<Duration>,
    bless: bool,
    /// The lines on which queries start, from 1.
    queries: Vec<usize>,
    /// The last of these lines that the command line asks for; 0 if there is none.
    last: usize,
    found: OnceLock<Result<Found, String>>,
}

/// The result of a run.
#[derive(Default)]
struct Found {
    /// Errors of loading.
    errors: Vec<String>,
    /// The descriptions that do not hold, with the lines of their queries.
    failures: Vec<(usize, String)>,
}

impl File {
    /// The file of a path from the root.
    pub(crate) fn new(quads: &Quads, path: &Path, run: Run, arguments: &Arguments) -> File {
        // With `/` on every system.
        let name = path.to_string_lossy().replace('\\', "/");
        let path = quads.root.join(path);
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        let places = Document::of_name(&name).queries(&text);
        let mut queries: Vec<usize> = places.iter().map(|place| place.line).collect();
        queries.dedup();
        let is_wanted = |line: &&usize| {
            let name = query_name(&name, **line);
            match &arguments.filter {
                None => true,
                Some(filter) if arguments.exact => name == *filter,
                Some(filter) => name.contains(filter.as_str()),
            }
        };
        let last = queries.iter().rfind(is_wanted).copied().unwrap_or(0);
        File {
            path,
            text,
            run,
            prepare: quads.prepare.clone(),
            timeout: quads.timeout,
            bless: quads.bless,
            queries,
            last,
            name,
            found: OnceLock::new(),
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn queries(&self) -> &[usize] {
        &self.queries
    }

    pub(crate) fn query_name(&self, line: usize) -> String {
        query_name(&self.name, line)
    }

    /// The file loads, and every description belongs to a query that is a test.
    pub(crate) fn loads(&self) -> Result<(), String> {
        let found = self.found()?;
        let is_stray = |f: &&(usize, String)| !self.queries.contains(&f.0);
        let strays = found.failures.iter().filter(is_stray).map(|(_, text)| text);
        complain(found.errors.iter().chain(strays))
    }

    /// The descriptions that follow the query on this line hold.
    pub(crate) fn query_holds(&self, line: usize) -> Result<(), String> {
        let failures = self.found()?.failures.iter().filter(|(l, _)| *l == line);
        complain(failures.map(|(_, text)| text))
    }

    /// Loads the file and runs its queries, once.
    fn found(&self) -> Result<&Found, String> {
        let run = || {
            catch_unwind(AssertUnwindSafe(|| self.check()))
                .unwrap_or_else(|_| Err(format!("the run of {} panicked", self.name)))
        };
        self.found.get_or_init(run).as_ref().map_err(Clone::clone)
    }

    fn check(&self) -> Result<Found, String> {
        let mut found = Found::default();
        let report = self.report(&mut found.errors).map_err(|e| e.to_string())?;
        if self.bless && report.blessed != self.text {
            fs::write(&self.path, &report.blessed).map_err(|e| format!("{}: {e}", self.name))?;
        }
        let failures = report.failures.iter();
        found.failures = failures
            .filter(|f| !(self.bless && f.mended))
            .map(|f| (f.query_line, self.message(f)))
            .collect();
        Ok(found)
    }

    /// Runs the queries; adds errors of loading to `errors`.
    fn report(&self, errors: &mut Vec<String>) -> Result<QuadReport, Error> {
        // Programs find other files beside themselves.
        let path = self.path.display().to_string();
        let wanted = |line: usize| line <= self.last;
        match self.run {
            Run::QueriesAlone => {
                let mut machine = Machine::new();
                if let Some(prepare) = &self.prepare {
                    prepare(&mut machine)?;
                }
                machine.set_limit(horn::Limit::Time(self.timeout));
                Ok(machine.check_quads_where(&path, &self.text, Strictness::Exact, &wanted))
            }
            Run::Document => {
                let mut options = CheckOptions {
                    strictness: Strictness::Exact,
                    timeout: self.timeout,
                    wanted: &wanted,
                    prepare: self.prepare.as_deref(),
                    coverage: false,
                    listener: &mut |_| {},
                };
                let document = Document::of_name(&path);
                let checked = document.check_with(&path, &self.text, &mut options)?;
                let messages = checked.messages.iter();
                let faults = messages.filter(|m| m.severity == Severity::Error);
                errors.extend(faults.map(ToString::to_string));
                Ok(checked.report)
            }
        }
    }

    /// The message about a description that does not hold; it starts with the place of the description.
    fn message(&self, f: &QuadFailure) -> String {
        let File { name, .. } = self;
        let (line, expected) = (f.line, &f.expected);
        match &f.malformed {
            Some(reason) => format!(
                "{name}:{line}: the answers are malformed: {reason}\n{}\n{expected}",
                f.query
            ),
            None => format!(
                "{name}:{line}: other answers are expected\n{}\nexpected:\n{expected}\nactual:\n{}",
                f.query, f.actual
            ),
        }
    }
}

/// The name of the test of a query.
fn query_name(file: &str, line: usize) -> String {
    format!("{file}:{line}")
}

/// Succeeds if there are no complaints.
fn complain<'a>(complaints: impl Iterator<Item = &'a String>) -> Result<(), String> {
    let complaints: Vec<&str> = complaints.map(String::as_str).collect();
    match complaints.is_empty() {
        true => Ok(()),
        false => Err(complaints.join("\n")),
    }
}
