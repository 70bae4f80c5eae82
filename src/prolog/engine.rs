//! What the host API asks of the engine below it.
//!
//! One small trait, so that loading, querying, printing and the runner of quads are tested against
//! scripted answers as well as against the machine. Terms cross it as trees.

use super::answer::Solution;
use super::diagnostic::Diagnostic;
use super::export::Scope;
use super::term::Tables;
use crate::base::tree::{NodeId, Tree};
use crate::clpz::listeners::HostListener;
use crate::syntax::{ReadTerm, SyntaxError};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// What a text is read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReadAs {
    /// A goal, typed by somebody.
    Goal,
    /// A term of a program file with quads.
    FileTerm,
}

/// A term and the offset after its end, nothing at the end of the text, or why there is no term.
pub(crate) type Read = Result<Option<(ReadTerm, usize)>, Box<SyntaxError>>;

/// A goal to be solved.
pub(crate) struct Goal<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) root: NodeId,
    /// The numbers of the variables whose values are wanted, in order.
    pub(crate) variables: &'a [u32],
    /// Their names.
    pub(crate) names: &'a [String],
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
    /// Bytes that the heap and each stack may take. Without a bound of the host's: 4 GiB, or less
    /// where the system lets the process have little (`ulimit -v`, a container, a small machine).
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
    /// Reads the term of a text that starts at an offset, as the flags of module `user` and its
    /// operators say; operators of libraries are known as well.
    fn read(&mut self, text: &str, at: usize, what: ReadAs) -> Read;

    /// What printing terms depends on.
    fn tables(&self) -> Tables<'_>;

    /// Loads a text as the file of this name; clauses of an earlier load of it are replaced.
    fn load(&mut self, name: &str, text: &str) -> Loading;

    /// Messages about texts that programs loaded themselves since the last call.
    fn messages(&mut self) -> Vec<Diagnostic>;

    /// Starts the goal of `:- initialization(Goal, main)` as a query, if a text that was loaded has one.
    fn open_main(&mut self) -> bool;

    /// Starts a query; the one before must be closed.
    fn open(&mut self, goal: Goal<'_>);

    /// Runs until the next answer, or backtracks into the query for another one.
    fn next(&mut self, scope: Scope) -> Event;

    /// The answer at which the open query stands, again.
    fn again(&mut self) -> Option<Solution>;

    /// Abandons the open query, undoing its bindings. Cleanup handlers run.
    fn close(&mut self);

    /// Who hears of propagation and search. An engine without constraints has nothing to tell.
    fn set_listener(&mut self, _: Option<HostListener>) {}

    fn interrupt_handle(&self) -> InterruptHandle;

    fn set_limit(&mut self, limit: Limit);

    /// The arguments of the program, the value of the flag `argv`.
    fn set_arguments(&mut self, arguments: &[String]);

    /// Where `user_output` goes. The engine may buffer, and passes everything on in `flush`.
    fn set_output(&mut self, to: Box<dyn Write + Send>);

    /// Where `user_error` goes.
    fn set_error(&mut self, to: Box<dyn Write + Send>);

    /// Where `user_input` comes from.
    fn set_input(&mut self, from: Box<dyn io::Read + Send>);

    /// Whether the standard streams, in this order input, output, errors, are a terminal's.
    fn set_terminal(&mut self, is: [bool; 3]);

    fn flush(&mut self);

    /// Names of predicates that a user can call, for completion.
    fn predicate_names(&mut self) -> Vec<String>;
}
