//! The queries in programs, libraries, test files, Markdown and transcripts, run against the answers
//! below them.
//!
//! A file is one run: it is loaded once, and its queries run in order on one machine, because later ones
//! may depend on what earlier ones did. The first test of a file makes the run, and the others read its
//! result. A run ends after the last query that the command line asks for.

use crate::{files, files_below, name, root, trial};
use horn::{Document, Machine, Severity, Strictness};
use libtest_mimic::{Arguments, Trial};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// How a file is checked.
#[derive(Clone, Copy)]
enum Check {
    /// The program parts of the file are loaded, and its queries run.
    Document,
    /// The file is part of every machine: its queries run without loading it.
    Library,
}

/// A file with queries.
struct File {
    name: String,
    text: String,
    check: Check,
    /// The lines on which queries start, from 1.
    queries: Vec<usize>,
    /// The last of these lines that the command line asks for; 0 if there is none.
    last: usize,
    run: OnceLock<Result<Run, String>>,
}

/// Result of a run.
#[derive(Default)]
struct Run {
    /// Errors of loading.
    errors: Vec<String>,
    /// The descriptions that do not hold, with the lines of their queries.
    failures: Vec<(usize, String)>,
}

/// The tests of whole files, and those of single queries.
pub(crate) fn trials(arguments: &Arguments) -> (Vec<Trial>, Vec<Trial>) {
    let mut whole = Vec::new();
    let mut single = Vec::new();
    let mut add = |paths: Vec<PathBuf>, check: Check| {
        for path in paths {
            let file = Arc::new(File::new(&path, check, arguments));
            let shared = file.clone();
            whole.push(trial(file.name.clone(), "file", move || shared.loads()));
            for &line in &file.queries {
                let shared = file.clone();
                let check = move || shared.query_holds(line);
                single.push(trial(file.query_name(line), "query", check));
            }
        }
    };
    add(files_below("programs", "pl"), Check::Document);
    add(files_below("prelude", "pl"), Check::Library);
    add(files("tests/clpz", "pl"), Check::Document);
    add(files("tests/iso", "pl"), Check::Document);
    add(files_below("docs", "md"), Check::Document);
    add(files("tests/transcripts", "txt"), Check::Document);
    (whole, single)
}

impl File {
    fn new(path: &Path, check: Check, arguments: &Arguments) -> File {
        let name = name(path);
        let text = fs::read_to_string(root().join(path)).expect("a text file");
        let places = Document::of_name(&name).queries(&text);
        let mut queries: Vec<usize> = places.iter().map(|place| place.line).collect();
        queries.dedup();
        let mut file = File {
            name,
            text,
            check,
            queries,
            last: 0,
            run: OnceLock::new(),
        };
        let is_wanted = |line: &&usize| {
            let name = file.query_name(**line);
            match &arguments.filter {
                None => true,
                Some(filter) if arguments.exact => name == *filter,
                Some(filter) => name.contains(filter.as_str()),
            }
        };
        file.last = file.queries.iter().rfind(is_wanted).copied().unwrap_or(0);
        file
    }

    fn query_name(&self, line: usize) -> String {
        format!("{}:{line}", self.name)
    }

    /// Loads the file and runs its queries, once.
    fn run(&self) -> Result<&Run, String> {
        let run = || {
            catch_unwind(AssertUnwindSafe(|| self.run_now()))
                .unwrap_or_else(|_| Err(format!("the run of {} panicked", self.name)))
        };
        self.run.get_or_init(run).as_ref().map_err(Clone::clone)
    }

    fn run_now(&self) -> Result<Run, String> {
        let mut run = Run::default();
        let path = root().join(&self.name).display().to_string();
        let wanted = |line: usize| line <= self.last;
        let report = match self.check {
            Check::Library => {
                Machine::new().check_quads_where(&path, &self.text, Strictness::Exact, &wanted)
            }
            Check::Document => {
                let document = Document::of_name(&path);
                let checked = document.check_where(&path, &self.text, Strictness::Exact, &wanted);
                let checked = checked.map_err(|e| e.to_string())?;
                let errors = checked.messages.iter();
                let errors = errors.filter(|m| m.severity == Severity::Error);
                run.errors = errors.map(ToString::to_string).collect();
                checked.report
            }
        };
        let failures = report.failures.iter();
        run.failures = failures.map(|f| (f.query_line, f.to_string())).collect();
        Ok(run)
    }

    /// The file loads, and every description belongs to a query that is a test.
    fn loads(&self) -> Result<(), String> {
        let run = self.run()?;
        let is_stray = |f: &&(usize, String)| !self.queries.contains(&f.0);
        let strays = run.failures.iter().filter(is_stray).map(|(_, text)| text);
        complain(run.errors.iter().chain(strays))
    }

    /// The descriptions that follow the query on this line hold.
    fn query_holds(&self, line: usize) -> Result<(), String> {
        let failures = self.run()?.failures.iter().filter(|(l, _)| *l == line);
        complain(failures.map(|(_, text)| text))
    }
}

/// Succeeds if there are no complaints.
fn complain<'a>(complaints: impl Iterator<Item = &'a String>) -> Result<(), String> {
    let complaints: Vec<&str> = complaints.map(String::as_str).collect();
    match complaints.is_empty() {
        true => Ok(()),
        false => Err(complaints.join("\n")),
    }
}
