//! The queries in programs, libraries, test files, Markdown and transcripts, run against the answers
//! below them.
//!
//! A file is one run: it is loaded once, and its queries run in order on one machine, because later ones
//! may depend on what earlier ones did. The first test of a file makes the run, and the others read its
//! result. A run ends after the last query that the command line asks for.

use crate::{files, files_below, name, root, trial};
use horn::{Checked, Document, Machine, Severity, Strictness};
use libtest_mimic::{Arguments, Trial};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// How a file is checked.
#[derive(Clone, Copy)]
enum Check {
    /// The file is loaded, and its quads run.
    Program,
    /// The file is part of every machine: its quads run without loading it.
    Library,
    /// A text around programs and transcripts, which brings its machines.
    Document,
}

/// A file with queries.
struct File {
    name: String,
    text: String,
    check: Check,
    /// The lines on which queries start, from 1.
    queries: Vec<usize>,
    /// Where the run ends: the queries after it are not asked for.
    end: usize,
    run: OnceLock<Result<Run, String>>,
}

/// Result of a run.
#[derive(Default)]
struct Run {
    /// Errors of loading.
    errors: Vec<String>,
    /// The descriptions that do not hold, with their lines.
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
    add(files_below("programs", "pl"), Check::Program);
    add(files_below("prelude", "pl"), Check::Library);
    add(files("tests/clpz", "pl"), Check::Program);
    add(files("tests/iso", "pl"), Check::Program);
    add(files_below("docs", "md"), Check::Document);
    add(files("tests/transcripts", "txt"), Check::Document);
    (whole, single)
}

impl File {
    fn new(path: &Path, check: Check, arguments: &Arguments) -> File {
        let text = fs::read_to_string(root().join(path)).expect("a text file");
        let mut file = File {
            name: name(path),
            check,
            queries: query_lines(&text),
            end: text.len(),
            run: OnceLock::new(),
            text,
        };
        if matches!(check, Check::Program | Check::Library) {
            file.end_after_last_wanted(arguments);
        }
        file
    }

    fn query_name(&self, line: usize) -> String {
        format!("{}:{line}", self.name)
    }

    /// Drops the queries after the last one that the command line asks for.
    fn end_after_last_wanted(&mut self, arguments: &Arguments) {
        let is_wanted = |name: &str| match &arguments.filter {
            None => true,
            Some(filter) if arguments.exact => name == filter,
            Some(filter) => name.contains(filter.as_str()),
        };
        let last = (self.queries.iter()).rposition(|&line| is_wanted(&self.query_name(line)));
        let count = last.map_or(0, |i| i + 1);
        if let Some(&line) = self.queries.get(count) {
            let lines = self.text.split_inclusive('\n').take(line - 1);
            self.end = lines.map(str::len).sum();
        }
        self.queries.truncate(count);
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
        let report = if let Check::Document = self.check {
            let checked = Document::of_name(&path).check(&path, &self.text, Strictness::Exact);
            let Checked {
                messages, report, ..
            } = checked.map_err(|e| e.to_string())?;
            let errors = messages.iter().filter(|m| m.severity == Severity::Error);
            run.errors.extend(errors.map(ToString::to_string));
            if report.checked == 0 && self.name.starts_with("tests/") {
                run.errors.push("no query".to_string());
            }
            report
        } else {
            let mut machine = Machine::new();
            if let Check::Program = self.check
                && let Err(e) = machine.consult_str(&path, &self.text)
            {
                run.errors.push(e.to_string());
            }
            machine.check_quads(&path, &self.text[..self.end], Strictness::Exact)
        };
        let failures = report.failures.iter();
        run.failures = failures.map(|f| (f.line, f.to_string())).collect();
        Ok(run)
    }

    /// The file loads, and every description belongs to a query that is a test.
    fn loads(&self) -> Result<(), String> {
        let run = self.run()?;
        let first = self.queries.first().copied().unwrap_or(usize::MAX);
        let strays = run.failures.iter().filter(|(line, _)| *line < first);
        complain(run.errors.iter().chain(strays.map(|(_, text)| text)))
    }

    /// The descriptions that follow the query on this line hold.
    fn query_holds(&self, line: usize) -> Result<(), String> {
        let next = self.queries.iter().find(|&&l| l > line);
        let range = line..next.copied().unwrap_or(usize::MAX);
        let failures = self.run()?.failures.iter();
        complain(
            failures
                .filter(|(l, _)| range.contains(l))
                .map(|(_, text)| text),
        )
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

/// The lines on which queries start, from 1: those with a prompt.
fn query_lines(text: &str) -> Vec<usize> {
    let starts = |line: &str| {
        let line = line.trim_start();
        line.strip_prefix("| ").unwrap_or(line).starts_with("?- ")
    };
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, l)| starts(l))
        .map(|(n, _)| n + 1)
        .collect()
}
