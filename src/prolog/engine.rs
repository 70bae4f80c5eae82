//! What the host API asks of the engine below it.
//!
//! One small trait, so that loading, querying, printing and the runner of quads are tested against
//! scripted answers as well as against the machine. Terms cross it as trees.

use super::answer::Solution;
use super::diagnostic::Diagnostic;
use crate::base::atom::AtomTable;
use crate::base::tree::{NodeId, Tree};
use crate::syntax::{OpTable, ReadOptions};
use std::io::{Read, Write};
use std::sync::Arc;
use std::time::Duration;

/// What reading and printing queries depends on: the state of module `user`.
pub(crate) struct Syntax<'e> {
    pub(crate) atoms: &'e mut AtomTable,
    pub(crate) ops: &'e OpTable,
    /// By the flags `double_quotes` and `back_quotes`.
    pub(crate) options: ReadOptions,
}

/// A goal to be solved.
pub(crate) struct Goal<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) root: NodeId,
    /// The numbers of the variables whose values are wanted, in order.
    pub(crate) variables: &'a [u32],
}

/// How running went on.
pub(crate) enum Event {
    /// An answer; with `last` no choice point remains.
    Yes { found: Solution, last: bool },
    /// There are no more answers.
    No,
    /// This ball (the root) was not caught; there are no more answers.
    Thrown(Tree),
    /// `halt/1` was called with this status; there are no more answers.
    Halt(i32),
}

/// How a load ended; the messages count in any case.
pub(crate) struct Loading {
    pub(crate) messages: Vec<Diagnostic>,
    /// `halt/1` was called with this status by a directive.
    pub(crate) halted: Option<i32>,
}

/// A bound on what one query may use. `None` lifts it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// Bytes of heap and stacks.
    Memory(Option<usize>),
    /// Calls of predicates; the count is the same on every run.
    Inferences(Option<u64>),
    /// Elapsed time.
    Time(Option<Duration>),
}

/// Interrupts a running query from another thread or a signal handler.
#[derive(Clone)]
pub struct InterruptHandle(pub(crate) Arc<dyn Fn() + Send + Sync>);

impl InterruptHandle {
    /// Makes the query that is running now end with [`super::Error::Interrupted`]. Does nothing when
    /// no query runs.
    pub fn interrupt(&self) {
        (self.0)();
    }
}

/// An engine that loads text and solves one query at a time.
pub(crate) trait Engine: Send {
    fn syntax(&mut self) -> Syntax<'_>;

    /// Loads a text as the file of this name; clauses of an earlier load of it are replaced.
    fn load(&mut self, name: &str, text: &str) -> Loading;

    /// Starts a query; the one before must be closed.
    fn open(&mut self, goal: Goal<'_>);

    /// Runs until the next answer, or backtracks into the query for another one.
    fn next(&mut self) -> Event;

    /// Abandons the open query, undoing its bindings. Cleanup handlers run.
    fn close(&mut self);

    fn interrupt_handle(&self) -> InterruptHandle;

    fn set_limit(&mut self, limit: Limit);

    /// Where `user_output` goes. The engine may buffer, and passes everything on in `flush`.
    fn set_output(&mut self, to: Box<dyn Write + Send>);

    /// Where `user_error` goes.
    fn set_error(&mut self, to: Box<dyn Write + Send>);

    /// Where `user_input` comes from.
    fn set_input(&mut self, from: Box<dyn Read + Send>);

    fn flush(&mut self);

    /// Names of predicates that a user can call, for completion.
    fn predicate_names(&self) -> Vec<String>;
}
