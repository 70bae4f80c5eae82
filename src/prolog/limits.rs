//! Limits of queries, what queries have spent, and the handle that interrupts them.

use crate::machine::Interrupt;
use crate::system::threads::family::Family;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// A limit on the resources of one query or load; `None` removes it.
///
/// A program cannot catch that a limit is reached ([`Limit::CatchableMemory`] excepted), and has only a little time for
/// its cleanup goals then; the machine is usable as before. [`Query::extend`](super::Query::extend) lets a query go on.
/// The threads of a program ([`Access::threads`](super::Access::threads)) spend the limits of the query that makes them
/// together with it.
///
/// ```
/// use horn::{Error, Limit, Machine, Resource};
/// use std::time::Duration;
///
/// let mut machine = Machine::new();
/// machine.set_output(Box::new(std::io::sink()));
/// for (limit, goal, resource) in [
///     (Limit::Inferences(Some(10_000)), "repeat, fail", Resource::Inferences),
///     (Limit::Time(Some(Duration::from_millis(20))), "repeat, fail", Resource::Time),
///     (Limit::Memory(Some(16 << 20)), "length(_, 10000000)", Resource::Memory),
///     (Limit::Output(Some(1000)), "repeat, write(hello), fail", Resource::Output),
///     (Limit::Propagations(Some(1000)), "[X,Y] ins 0..1000000, X*X #= Y*Y+2", Resource::Propagations),
///     (Limit::Answers(Some(0)), "true", Resource::Answers),
/// ] {
///     let mut limited = Machine::new();
///     limited.set_output(Box::new(std::io::sink()));
///     limited.set_limit(limit);
///     let error = limited.run(goal).unwrap_err();
///     assert_eq!(error.resource(), Some(resource), "{error}");
/// }
///
/// let all_memory = "catch(length(_, 10000000), error(resource_error(memory), _), true)";
/// machine.set_limit(Limit::CatchableMemory(Some(16 << 20)));
/// assert!(machine.run(all_memory)?);
/// machine.set_limit(Limit::Memory(Some(16 << 20)));
/// assert_eq!(machine.run(all_memory).unwrap_err().resource(), Some(Resource::Memory));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// Bytes for the heap and the stacks together, and as many for everything else that a program can store: names, clauses,
    /// global variables, tables, texts, constraints; as many bytes for all threads of the program together. A machine whose
    /// host sets no limit has [`Limit::CatchableMemory`] of 1 GiB, or of less where the system allows the process little
    /// (`ulimit -v`, a container, a small computer); `None` brings it back. The program may set a lower limit (the flag
    /// `stack_limit`), whose error it can catch.
    Memory(Option<usize>),
    /// As [`Limit::Memory`], in its place, but an error as any other: the program can catch
    /// `error(resource_error(memory), _)`, and each thread has a limit of its own. This is the limit of the command line
    /// (`-m`).
    CatchableMemory(Option<usize>),
    /// Calls of predicates; the count is the same on every run.
    Inferences(Option<u64>),
    /// Time while the query runs. The time that the host takes between two answers does not count.
    Time(Option<Duration>),
    /// Answers. A query that has exactly as many does not reach the limit.
    Answers(Option<u64>),
    /// Runs of propagators of constraints, compared with the limit at each fixpoint and every 2000 runs.
    Propagations(Option<u64>),
    /// Bytes of text that are written to streams, those into memory excepted. A text that would exceed the limit is not
    /// written.
    Output(Option<u64>),
}

/// The resources that a query or a load has used.
///
/// ```
/// use horn::Machine;
///
/// let mut machine = Machine::new();
/// machine.capture();
/// let mut query = machine.query("member(X, [a,b,c]), write(X)")?;
/// let first = query.next().unwrap()?;
/// assert_eq!((query.spent().answers, query.spent().output_bytes), (1, 1));
/// let second = query.next().unwrap()?;
/// drop(query);
/// let spent = machine.spent();
/// assert_eq!((spent.answers, spent.output_bytes, spent.propagations), (2, 2, 0));
/// assert!(spent.inferences > 0 && !spent.time.is_zero());
/// machine.end_capture();
/// # Ok::<(), horn::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Spent {
    /// Calls of predicates, those of threads that were joined included.
    pub inferences: u64,
    /// Answers.
    pub answers: u64,
    /// Runs of propagators of constraints.
    pub propagations: u64,
    /// Bytes of text that were written to streams, those into memory excepted.
    pub output_bytes: u64,
    /// Time while the query ran.
    pub time: Duration,
}

/// The resource that a limit bounds: the typed part of [`Error::Resource`](super::Error::Resource).
///
/// ```
/// use horn::{Limit, Machine, Resource};
///
/// let mut machine = Machine::new();
/// machine.set_output(Box::new(std::io::sink()));
/// machine.set_limit(Limit::Output(Some(1000)));
/// let error = machine.run("repeat, write(hello), fail").unwrap_err();
/// assert_eq!(error.resource(), Some(Resource::Output));
/// assert_eq!(Resource::Output.to_string(), "output");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Resource {
    /// See [`Limit::Memory`].
    Memory,
    /// See [`Limit::Inferences`].
    Inferences,
    /// See [`Limit::Time`].
    Time,
    /// See [`Limit::Answers`].
    Answers,
    /// See [`Limit::Propagations`].
    Propagations,
    /// See [`Limit::Output`].
    Output,
}

impl Resource {
    const ALL: [Resource; 6] = [
        Resource::Memory,
        Resource::Inferences,
        Resource::Time,
        Resource::Answers,
        Resource::Propagations,
        Resource::Output,
    ];

    /// The name in `resource_error(Name)`.
    fn name(self) -> &'static str {
        match self {
            Resource::Memory => "memory",
            Resource::Inferences => "inferences",
            Resource::Time => "time",
            Resource::Answers => "answers",
            Resource::Propagations => "propagations",
            Resource::Output => "output",
        }
    }

    /// The resource of this name in `resource_error(Name)`.
    pub(super) fn named(name: &str) -> Option<Resource> {
        Resource::ALL.into_iter().find(|r| r.name() == name)
    }
}

impl fmt::Display for Resource {
    /// The name in `resource_error(Name)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
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
pub struct InterruptHandle {
    pub(super) signal: Interrupt,
    /// True while a query runs.
    pub(super) running: Arc<AtomicBool>,
    pub(super) threads: Weak<Family>,
}

impl InterruptHandle {
    /// Ends the running query with [`Error::Interrupted`](super::Error::Interrupted). Does nothing if no query
    /// runs.
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let handle = machine.interrupt_handle();
    /// handle.interrupt();
    /// assert!(machine.run("true")?);
    /// machine.predicate("give_up", 0, move |_| {
    ///     handle.interrupt();
    ///     Ok(true)
    /// })?;
    /// assert!(matches!(machine.run("give_up, repeat, fail"), Err(Error::Interrupted)));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn interrupt(&self) {
        if !self.running.load(Ordering::SeqCst) {
            return;
        }
        self.signal.interrupt();
        if let Some(threads) = self.threads.upgrade() {
            threads.interrupt_threads();
        }
    }

    /// Returns true if the running query was interrupted or its time has expired. A reader of the host that waits for input
    /// ([`Machine::set_input`](super::Machine::set_input)) asks for this now and then, and gives up with
    /// [`WouldBlock`](std::io::ErrorKind::WouldBlock): the program then ends as after any other interrupt or time limit.
    ///
    /// ```
    /// use horn::{InterruptHandle, Limit, Machine, Resource};
    /// use std::io::{self, ErrorKind, Read};
    /// use std::{thread, time::Duration};
    ///
    /// /// Input that never comes.
    /// struct Silence(InterruptHandle);
    ///
    /// impl Read for Silence {
    ///     fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
    ///         while !self.0.is_due() {
    ///             thread::sleep(Duration::from_millis(5));
    ///         }
    ///         Err(ErrorKind::WouldBlock.into())
    ///     }
    /// }
    ///
    /// let mut machine = Machine::new();
    /// machine.set_input(Box::new(Silence(machine.interrupt_handle())));
    /// machine.set_limit(Limit::Time(Some(Duration::from_millis(50))));
    /// let error = machine.run("read(_)").unwrap_err();
    /// assert_eq!(error.resource(), Some(Resource::Time));
    /// ```
    pub fn is_due(&self) -> bool {
        self.signal.is_due()
    }
}
