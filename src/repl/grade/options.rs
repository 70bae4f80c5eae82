//! The options of `horn grade`.

use crate::repl::colours::When;
use crate::repl::quantities::{seconds, size};
use crate::testing::MarkLimits;
use std::time::Duration;

/// The options of `horn grade`.
#[derive(clap::Args, Debug)]
pub(in crate::repl) struct GradeOptions {
    /// The exercise: a program with queries and their answers. A comment such as `% 2 points: TITLE` above a query gives
    /// its points
    #[arg(value_name = "EXERCISE")]
    pub(super) exercise: String,

    /// The submissions, one file each; a folder stands for all programs below it
    #[arg(value_name = "SUBMISSION", required = true)]
    pub(super) submissions: Vec<String>,

    /// Time limit of a query, and of the load of a submission, in seconds; 0 for none
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    pub(super) timeout: Duration,

    /// Memory limit of a query, and of the load of a submission, in bytes or with K, M or G after the number
    #[arg(long, value_name = "SIZE", default_value = "128M", value_parser = size)]
    pub(super) memory: usize,

    /// The number of submissions that are marked at the same time [default: the number of processors]
    #[arg(short, long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,

    /// Print what was lost and why, below the table
    #[arg(long)]
    pub(super) details: bool,

    /// Print one JSON object for each submission, on a line of its own
    #[arg(long, conflicts_with_all = ["csv", "details"])]
    pub(super) json: bool,

    /// Print comma-separated values
    #[arg(long, conflicts_with = "details")]
    pub(super) csv: bool,

    /// Colour the differences
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(super) color: When,

    /// Mark the one submission in this process, for the process that collects the marks
    #[arg(long, hide = true)]
    pub(super) worker: bool,
}

impl GradeOptions {
    pub(super) fn limits(&self) -> MarkLimits {
        MarkLimits {
            time: Some(self.timeout).filter(|t| !t.is_zero()),
            memory: Some(self.memory),
        }
    }
}
