//! Results of checking quads.

use super::Strictness;
use super::edits::{Edit, edited};
use crate::prolog::{Diagnostic, Error, Machine};
use std::time::Duration;

/// A query in a text, with its place; [`Document::queries`](super::Document::queries) lists them.
///
/// ```
/// use horn::Document;
///
/// let queries = Document::Program.queries("p(1).\n?- p(X).\n   X = 1.\n");
/// assert_eq!((queries[0].line, &*queries[0].query), (2, "?- p(X)."));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuadPlace {
    /// The line where the query starts, from 1.
    pub line: usize,
    /// The query, as written in the text.
    pub query: String,
}

/// An event of checking a document.
///
/// ```
/// use horn::{CheckEvent, CheckOptions, Document, Strictness};
///
/// let mut started = Vec::new();
/// let mut options = CheckOptions {
///     strictness: Strictness::Exact,
///     timeout: None,
///     wanted: &|_| true,
///     prepare: None,
///     coverage: false,
///     listener: &mut |event| {
///         if let CheckEvent::Started(place) = event {
///             started.push(place.query.clone());
///         }
///     },
/// };
/// Document::Program.check_with("p.pl", "?- X = 1.\n   X = 1.\n", &mut options)?;
/// assert_eq!(started, ["?- X = 1."]);
/// # Ok::<(), horn::Error>(())
/// ```
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
///
/// ```
/// use horn::{CheckEvent, CheckOptions, Document, QuadOutcome, Strictness};
///
/// let mut outcomes = Vec::new();
/// let mut options = CheckOptions {
///     strictness: Strictness::Exact,
///     timeout: None,
///     wanted: &|_| true,
///     prepare: None,
///     coverage: false,
///     listener: &mut |event| {
///         if let CheckEvent::Finished(result) = event {
///             outcomes.push(result.outcome);
///         }
///     },
/// };
/// let text = "?- X = 1.\n   X = 1.\n?- X = 1.\n   X = 2.\n";
/// Document::Program.check_with("p.pl", text, &mut options)?;
/// assert_eq!(outcomes, [QuadOutcome::Holds, QuadOutcome::Differs]);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuadOutcome {
    /// All descriptions hold.
    Holds,
    /// One does not hold.
    Differs,
    /// All were skipped, because they are marked so or need a terminal; or there are none.
    Skipped,
}

/// A query that has run.
///
/// ```
/// use horn::{CheckEvent, CheckOptions, Document, QuadResult, Strictness};
///
/// let mut results: Vec<QuadResult> = Vec::new();
/// let mut options = CheckOptions {
///     strictness: Strictness::Exact,
///     timeout: None,
///     wanted: &|_| true,
///     prepare: None,
///     coverage: false,
///     listener: &mut |event| {
///         if let CheckEvent::Finished(result) = event {
///             results.push(result.clone());
///         }
///     },
/// };
/// Document::Program.check_with("p.pl", "p(1).\n?- p(X).\n   X = 1.\n", &mut options)?;
/// assert_eq!((results.len(), results[0].place.line), (1, 2));
/// # Ok::<(), horn::Error>(())
/// ```
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
///
/// ```
/// use horn::{CheckOptions, Document, Machine, Prepare, Strictness};
///
/// let prepare: &Prepare = &|machine: &mut Machine| machine.function("double", |x: i64| 2 * x);
/// let mut options = CheckOptions {
///     strictness: Strictness::Exact,
///     timeout: None,
///     wanted: &|_| true,
///     prepare: Some(prepare),
///     coverage: false,
///     listener: &mut |_| {},
/// };
/// let checked = Document::Program.check_with("p.pl", "?- double(2, X).\n   X = 4.\n", &mut options)?;
/// assert!(checked.holds());
/// # Ok::<(), horn::Error>(())
/// ```
pub type Prepare = dyn Fn(&mut Machine) -> Result<(), Error> + Send + Sync;

/// The manner in which [`Document::check_with`](super::Document::check_with) runs queries.
///
/// ```
/// use horn::{CheckOptions, Document, Strictness};
/// use std::time::Duration;
///
/// let mut options = CheckOptions {
///     strictness: Strictness::Subset,
///     timeout: Some(Duration::from_secs(60)),
///     wanted: &|line| line > 1,
///     prepare: None,
///     coverage: true,
///     listener: &mut |_| {},
/// };
/// let checked = Document::Program.check_with("p.pl", "p(1, 2).\n?- p(X, Y).\n   X = 1.\n", &mut options)?;
/// assert!(checked.holds());
/// assert_eq!(checked.clauses[0].entered, 1);
/// # Ok::<(), horn::Error>(())
/// ```
pub struct CheckOptions<'o> {
    /// The parts of an answer that a description may omit.
    pub strictness: Strictness,
    /// The time after which a query, or the load of a program, ends with a resource error; the answers of such a
    /// query are not put in place of a description.
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
    /// The number of descriptions that were skipped, because they are marked so or need a terminal.
    pub skipped: usize,
    /// The descriptions that do not hold, in order.
    pub failures: Vec<QuadFailure>,
    /// The text with the actual answers in place of the descriptions that do not hold.
    pub blessed: String,
}

/// A description that does not hold.
///
/// ```
/// use horn::{Machine, Strictness};
///
/// let text = "?- X = 1.\n   X = 2.\n";
/// let report = Machine::new().check_quads("p.pl", text, Strictness::Exact);
/// let failure = &report.failures[0];
/// assert_eq!((&*failure.file, failure.query_line, failure.line), ("p.pl", 1, 2));
/// assert_eq!((&*failure.expected, &*failure.actual), ("   X = 2.", "   X = 1."));
/// ```
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
