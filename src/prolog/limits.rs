//! Limits of queries, and the handle that interrupts them.

use std::sync::Arc;
use std::time::Duration;

/// A limit on the resources of one query; `None` removes it.
///
/// ```
/// use horn::{Error, Limit, Machine};
/// use std::time::Duration;
///
/// let mut machine = Machine::new();
/// machine.set_limit(Limit::Inferences(Some(10_000)));
/// assert!(matches!(machine.run("repeat, fail"), Err(Error::Resource(_))));
/// machine.set_limit(Limit::Inferences(None));
/// machine.set_limit(Limit::Time(Some(Duration::from_millis(20))));
/// assert!(matches!(machine.run("repeat, fail"), Err(Error::Resource(_))));
/// machine.set_limit(Limit::Memory(Some(16 << 20)));
/// assert!(matches!(machine.run("length(_, 10000000)"), Err(Error::Resource(_))));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// Bytes for the heap, for each stack, and for everything else that a program can store: names, clauses,
    /// global variables, tables, texts, constraints. The default is 1 GiB, or less where the system allows the process
    /// little (`ulimit -v`, a container, a small computer).
    Memory(Option<usize>),
    /// Calls of predicates; the count is the same on every run.
    Inferences(Option<u64>),
    /// Elapsed time.
    Time(Option<Duration>),
}

/// Interrupts a running query from another thread or a signal handler.
///
/// ```
/// use horn::{Error, Machine};
/// use std::{thread, time::Duration};
///
/// let mut machine = Machine::new();
/// let handle = machine.interrupt_handle();
/// let timer = thread::spawn(move || {
///     thread::sleep(Duration::from_millis(50));
///     handle.interrupt();
/// });
/// assert!(matches!(machine.run("repeat, fail"), Err(Error::Interrupted)));
/// timer.join().unwrap();
/// ```
#[derive(Clone)]
pub struct InterruptHandle(pub(super) Arc<dyn Fn() + Send + Sync>);

impl InterruptHandle {
    /// Ends the running query with [`Error::Interrupted`](super::Error::Interrupted). Does nothing if no query
    /// runs.
    pub fn interrupt(&self) {
        (self.0)();
    }
}
