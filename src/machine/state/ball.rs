//! A ball: a thrown term on its way to its catcher.

use crate::machine::memory::record::Record;

/// A thrown term, kept outside the heap while the stacks are unwound.
#[derive(Clone, Debug)]
pub(crate) struct Ball(pub(in crate::machine) Box<Inner>);

#[derive(Clone, Debug)]
pub(in crate::machine) struct Inner {
    pub(in crate::machine) term: Record,
    /// True for an `error(E, _)` whose context is still to be filled in by the predicate that raised
    /// it.
    pub(in crate::machine) open: bool,
    /// True if no `catch/3` catches it.
    pub(in crate::machine) last: bool,
}

impl Ball {
    /// The thrown term.
    pub(crate) fn term(&self) -> &Record {
        &self.0.term
    }

    /// Returns true if no `catch/3` catches it: it ends the query, as `halt/1` does.
    pub(crate) fn is_final(&self) -> bool {
        self.0.last
    }
}
