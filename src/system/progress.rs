//! Reports on the progress of a query or a load, for a host that shows it.

use crate::base::int::Int;
use std::sync::Arc;

/// The progress of a query or a load.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The inferences since the query or the load began.
    pub inferences: u64,
    /// The outermost file that is being loaded.
    pub load: Option<LoadProgress>,
    /// The newest search of a labeling that has not ended.
    pub search: Option<SearchProgress>,
}

/// The progress of a load.
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
}
