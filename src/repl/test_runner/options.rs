//! The options of `horn test`.

use crate::repl::colours::When;
use crate::repl::quantities::seconds;
use std::path::PathBuf;
use std::time::Duration;

/// The failures that are replaced by the actual answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(in crate::repl) enum Bless {
    /// All.
    All,
    /// The failures that the user chooses: each difference is shown, with a question.
    Ask,
}

/// The options of `horn test`.
#[derive(clap::Args, Debug)]
pub(in crate::repl) struct TestOptions {
    /// Program files; Markdown (.md), of which the code blocks marked `prolog` are used; transcripts of sessions (.txt,
    /// .log) in the style of Horn, SWI-Prolog, SICStus or GNU Prolog, and articles (.txt) with programs and sessions in
    /// their text. A folder stands for all programs and Markdown files below it that have queries
    #[arg(value_name = "FILE", required = true)]
    pub(in crate::repl) files: Vec<String>,

    /// Run only the queries whose `FILE:LINE: QUERY` contains this text; can be given several times. The queries before
    /// them run too, because later ones may depend on them, and are not reported
    #[arg(short, long, value_name = "TEXT")]
    pub(in crate::repl) filter: Vec<String>,

    /// Print the places of the queries, and run nothing
    #[arg(long)]
    pub(in crate::repl) list: bool,

    /// Replace answers that differ by the actual ones, in the files; with `=ask`, after a question for each. The exit
    /// status is 0 if all were replaced
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub(in crate::repl) bless: Option<Bless>,

    /// Time limit of a query and of a load, in seconds; 0 for none
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(in crate::repl) timeout: Duration,

    /// The number of files that run at the same time [default: the number of processors]
    #[arg(short, long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub(in crate::repl) jobs: Option<u16>,

    /// Run again what a change of a file concerns, until Ctrl-C
    #[arg(long)]
    pub(in crate::repl) watch: bool,

    /// Print the clauses that no query has entered
    #[arg(long)]
    pub(in crate::repl) coverage: bool,

    /// Print one JSON object a line, as things happen
    #[arg(long, conflicts_with = "bless")]
    pub(in crate::repl) json: bool,

    /// Write a report in the format of JUnit to this file
    #[arg(long, value_name = "FILE")]
    pub(in crate::repl) junit: Option<PathBuf>,

    /// Colour the report
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(in crate::repl) color: When,
}

impl TestOptions {
    /// The time limit, if there is one.
    pub(super) fn time_limit(&self) -> Option<Duration> {
        Some(self.timeout).filter(|t| !t.is_zero())
    }
}

/// The number of threads that the command line asks for, or else of processors.
pub(in crate::repl) fn threads(jobs: Option<u16>) -> usize {
    match jobs {
        Some(jobs) => usize::from(jobs),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    }
}
