//! A ball: a thrown term on its way to its catcher.

use super::constrained_copy::ConstrainedCopy;
use crate::machine::memory::record::Record;

/// A thrown term, kept outside the heap while the stacks are unwound.
#[derive(Clone, Debug)]
pub(crate) struct Ball(pub(in crate::machine) Box<Inner>);

#[derive(Clone, Debug)]
pub(in crate::machine) struct Inner {
    pub(in crate::machine) term: ConstrainedCopy,
    /// True for an `error(E, _)` whose context is still to be filled in by the predicate that raised
    /// it.
    pub(in crate::machine) open: bool,
    pub(in crate::machine) reach: Reach,
    /// True if it ends the query because the memory that the host allows is exhausted. The query ends when the ball is
    /// thrown: until then, Rust code may drop the ball.
    pub(in crate::machine) is_exhaustion: bool,
    /// The number of the backtrace that was taken when it was thrown; 0 if none was.
    pub(in crate::machine) ticket: u32,
}

/// The calls of `catch/3` that can catch a ball.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::machine) enum Reach {
    /// All.
    Every,
    /// Calls of `catch/3` whose choice point is no newer than this one: the ball ends a goal that has exceeded its
    /// limit.
    UpTo(u64),
    /// None: the ball ends the query.
    None,
}

impl Ball {
    /// The thrown term.
    pub(crate) fn term(&self) -> &Record {
        &self.0.term.record
    }

    /// The number of the backtrace that was taken when it was thrown; 0 if none was.
    pub(crate) fn ticket(&self) -> u32 {
        self.0.ticket
    }

    /// Returns true if no `catch/3` catches it: it ends the query, as `halt/1` does.
    pub(crate) fn is_final(&self) -> bool {
        self.0.reach == Reach::None
    }

    /// Returns true if it ends a goal that has exceeded a limit, or the query: then it is not an error to report.
    pub(crate) fn is_limiting(&self) -> bool {
        self.0.reach != Reach::Every
    }

    /// Returns true if a call of `catch/3` with this choice point can catch it.
    pub(in crate::machine) fn reaches(&self, choice: u64) -> bool {
        match self.0.reach {
            Reach::Every => true,
            Reach::UpTo(newest) => choice <= newest,
            Reach::None => false,
        }
    }
}
