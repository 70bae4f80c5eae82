//! Results of checking quads.

use super::Strictness;
use super::edits::{Edit, edited};
use crate::prolog::{Diagnostic, Error, Machine};
use std::time::Duration;

/// A query in a text, with its place; [`Document::queries`](super::Document::queries) lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuadPlace {
    /// The line where the query starts, from 1.
    pub line: usize,
    /// The query, as written in the text.
    pub query: String,
}

/// An event of checking a document.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum CheckEvent<'e> {
    /// A message of loading.
    Message(&'e Diagnostic),
    /// A query is about to run.
    Started(&'e QuadPlace),
    /// A description that does not hold.
    Failure(&'e QuadFailure),
    /// A query has run, or was skipped.
    Finished(&'e QuadResult),
}

/// Result of a query for all its descriptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuadOutcome {
    /// All descriptions hold.
    Holds,
    /// One does not hold.
    Differs,
    /// All were skipped: they say so, or need a terminal; or there are none.
    Skipped,
}

/// A query that has run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuadResult {
    /// The query and its place.
    pub place: QuadPlace,
    /// Result of comparing its answers.
    pub outcome: QuadOutcome,
    /// The time that it took.
    pub time: Duration,
}

/// A function that prepares a machine for a document.
pub type Prepare = dyn Fn(&mut Machine) -> Result<(), Error> + Send + Sync;

/// The manner in which [`Document::check_with`](super::Document::check_with) runs queries.
pub struct CheckOptions<'o> {
    /// The parts of an answer that a description may omit.
    pub strictness: Strictness,
    /// The time after which a query, or the load of a program, ends with a resource error; the answers of such a query are not put
    /// in place of a description.
    pub timeout: Option<Duration>,
    /// Returns true for the lines where the queries start that are to be run.
    pub wanted: &'o dyn Fn(usize) -> bool,
    /// Prepares each new machine before anything is loaded: it defines the predicates of the host, for example.
    pub prepare: Option<&'o Prepare>,
    /// True to count the clauses that the queries enter, for [`Checked::clauses`](super::Checked::clauses).
    pub coverage: bool,
    /// Receives what is found, as it happens.
    pub listener: &'o mut dyn FnMut(CheckEvent<'_>),
}

/// Result of checking the quads of a text.
///
/// ```
/// use horn::{Machine, Strictness};
///
/// let text = "p(1).\np(2).\n?- p(X).\n   X = 1.\n";
/// let mut machine = Machine::new();
/// machine.consult_str("p.pl", text)?;
/// let report = machine.check_quads("p.pl", text, Strictness::Exact);
/// assert_eq!((report.checked, report.failures.len()), (1, 1));
/// let failure = &report.failures[0];
/// assert_eq!((failure.query_line, failure.line), (3, 4));
/// assert!(failure.to_string().starts_with("p.pl:3: ?- p(X)."));
/// assert!(failure.mended);
/// assert!(report.blessed.ends_with("?- p(X).\n   X = 1\n;  X = 2.\n"));
/// let none = machine.check_quads_where("p.pl", text, Strictness::Exact, &|line| line == 1);
/// assert_eq!(none.checked, 0);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct QuadReport {
    /// The number of descriptions that were checked.
    pub checked: usize,
    /// The number of descriptions that were skipped: they say so, or need a terminal.
    pub skipped: usize,
    /// The descriptions that do not hold, in order.
    pub failures: Vec<QuadFailure>,
    /// The text with the actual answers in place of the descriptions that do not hold.
    pub blessed: String,
}

/// A description that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuadFailure {
    /// The name of the text.
    pub file: String,
    /// The line where the query starts, from 1; it is the line of its [`QuadPlace`].
    pub query_line: usize,
    /// The line where the description starts, from 1.
    pub line: usize,
    /// The query.
    pub query: String,
    /// The description.
    pub expected: String,
    /// The actual answers.
    pub actual: String,
    /// True if the blessed text has the actual answers in place of the description.
    pub mended: bool,
    /// The fault of a description that is malformed; its query was not run.
    pub malformed: Option<String>,
    /// The replacement of the description by the actual answers, if `mended`.
    pub(super) edit: Option<Edit>,
}

impl QuadReport {
    /// The text that was checked, with the actual answers in place of those descriptions that do not hold for which
    /// `wanted` returns true.
    ///
    /// ```
    /// use horn::{Machine, Strictness};
    ///
    /// let text = "?- X = 1.\n   X = 2.\n?- X = 3.\n   X = 4.\n";
    /// let report = Machine::new().check_quads("p.pl", text, Strictness::Exact);
    /// let blessed = report.blessed_where(text, &mut |failure| failure.query_line == 3);
    /// assert_eq!(blessed, "?- X = 1.\n   X = 2.\n?- X = 3.\n   X = 3.\n");
    /// ```
    pub fn blessed_where(
        &self,
        text: &str,
        wanted: &mut dyn FnMut(&QuadFailure) -> bool,
    ) -> String {
        let mended = self.failures.iter().filter(|f| f.edit.is_some());
        let chosen = mended.filter(|f| wanted(f));
        let mut edits: Vec<Edit> = chosen.filter_map(|f| f.edit.clone()).collect();
        edits.sort_by_key(|(range, _)| range.start);
        edited(text, &edits)
    }
}

impl std::fmt::Debug for CheckOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut options = f.debug_struct("CheckOptions");
        let options = options.field("strictness", &self.strictness);
        options
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

impl std::fmt::Display for QuadFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}:{}: {}", self.file, self.query_line, self.query)?;
        if let Some(reason) = &self.malformed {
            writeln!(f, "malformed: {reason}")?;
        }
        writeln!(f, "expected:\n{}", self.expected)?;
        match self.malformed {
            Some(_) => Ok(()),
            None => writeln!(f, "actual:\n{}", self.actual),
        }
    }
}
