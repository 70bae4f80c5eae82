//! Reports on the progress of a query or a load, for a host that shows it.

use crate::base::int::Int;
use crate::syntax::Diagnostic;
use std::sync::Arc;

/// The progress of a query or a load.
///
/// ```
/// use horn::{Machine, Progress};
/// use std::sync::mpsc::channel;
///
/// let mut machine = Machine::new();
/// let (to, reports) = channel();
/// machine.set_progress(move |progress: &Progress| to.send(progress.clone()).unwrap_or_default());
/// machine.progress_handle().request();
/// machine.run("numlist(1, 9, L), append(L, [0], _)")?;
/// let progress = reports.try_recv().unwrap();
/// assert!(progress.load.is_none() && progress.search.is_none());
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The inferences since the query or the load began.
    pub inferences: u64,
    /// The outermost file that is being loaded.
    pub load: Option<LoadProgress>,
    /// The newest search of a labeling that has not ended.
    pub search: Option<SearchProgress>,
    /// A note that the query or directive does not end, with the place: it has returned to a state in which it was
    /// before, and nothing that it reads can make the next round another one. It comes once for a query, in a report of
    /// its own that follows a requested one; the query goes on. A query without the note may not end either.
    pub cycle: Option<Diagnostic>,
}

/// The progress of a load.
///
/// ```
/// use horn::Machine;
/// use std::sync::mpsc::channel;
///
/// let mut machine = Machine::new();
/// let (to, reports) = channel();
/// machine.set_progress(move |progress| to.send(progress.load.clone()).unwrap_or_default());
/// let handle = machine.progress_handle();
/// machine.predicate("report", 0, move |_| {
///     handle.request();
///     Ok(true)
/// })?;
/// machine.consult_str("p.pl", ":- report.\np(1).\np(2).\n")?;
/// let load = reports.try_recv().unwrap().unwrap();
/// assert!(load.file.ends_with("p.pl") && load.read <= load.length);
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LoadProgress {
    /// The name of the file.
    pub file: Arc<str>,
    /// The number of clauses, directives and other terms that were read.
    pub terms: usize,
    /// The bytes that were read.
    pub read: usize,
    /// The length of the text in bytes.
    pub length: usize,
}

/// The progress of a search.
///
/// ```
/// use horn::Machine;
/// use std::sync::mpsc::channel;
///
/// let mut machine = Machine::new();
/// let (to, reports) = channel();
/// machine.set_progress(move |progress| to.send(progress.search.clone()).unwrap_or_default());
/// let handle = machine.progress_handle();
/// machine.predicate("report", 0, move |_| {
///     handle.request();
///     Ok(true)
/// })?;
/// machine.run("[X,Y] ins 1..9, X #< Y, label([X,Y]), report, append([a], [b], _)")?;
/// let search = reports.try_recv().unwrap().unwrap();
/// assert!(search.choices > 0 && search.best.is_none());
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SearchProgress {
    /// The choices that the search has made.
    pub choices: u64,
    /// The best cost so far, where the search optimises and has found a solution.
    pub best: Option<Int>,
}

/// A function that gets reports.
pub(crate) type Reporter = Box<dyn FnMut(&Progress) + Send>;

/// The function that gets reports, if there is one.
#[derive(Default)]
pub(crate) struct Progressing {
    pub(crate) reporter: Option<Reporter>,
    /// The count of inferences at the start of the query or load.
    pub(crate) start: u64,
    /// The text of the query that runs, if it has one.
    pub(crate) query: Option<Arc<str>>,
}
