//! Reports on the progress of a query or a load, for a host that shows it.

use crate::base::int::Int;
use crate::system::Vm;
use crate::system::solver::{ConstraintSolver, Solver};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// How far a query or a load is.
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

/// How far a load is.
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

/// How far a search is.
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

/// Reports the progress. A function that panics gets no further reports.
pub(crate) fn report(vm: &mut Vm) {
    let Some(mut reporter) = vm.ext.progress.reporter.take() else {
        return;
    };
    let load = vm.ext.loader.contexts.iter().find(|c| !c.library);
    let progress = Progress {
        inferences: vm.inferences.saturating_sub(vm.ext.progress.start),
        load: load.map(|c| LoadProgress {
            file: c.file.clone(),
            terms: c.terms,
            read: c.read.min(c.length),
            length: c.length,
        }),
        search: Solver::search(&vm.ext.clpz),
    };
    // After a panic, only the function's own state can be between two others, and it is dropped.
    if catch_unwind(AssertUnwindSafe(|| reporter(&progress))).is_ok() {
        vm.ext.progress.reporter = Some(reporter);
    }
}
