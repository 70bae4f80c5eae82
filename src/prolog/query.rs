//! A running query: a lazy iterator over its answers.

use super::answer::Answer;
use super::engine::RunResult;
use super::error::Error;
use super::into_term::IntoTerm;
use super::limits::{Limit, Spent};
use super::session::Machine;
use super::term_export::Extent;
use crate::syntax::Diagnostic;
use std::ops::{Deref, DerefMut};
use std::task::Poll;

/// A running query: an iterator over its answers, each computed when it is asked for.
///
/// Dropping the query undoes its bindings; answers that were not asked for are never computed.
///
/// ```
/// use horn::Machine;
///
/// let mut machine = Machine::new();
/// machine.capture();
/// let mut query = machine.query("numlist(1, 100000, L), member(X, [a,b]), print(X)")?.only_to_print();
/// let first = query.next().unwrap()?;
/// assert_eq!(query.take_output(), "a");
/// assert!(first.to_string().ends_with("18,19,20|...], X = a"));
/// assert_eq!(query.whole().unwrap().get::<Vec<i64>>("L")?.len(), 100_000);
/// query.print("\n").unwrap();
/// assert!(query.at_line_start());
/// drop(query);
/// machine.end_capture();
/// # Ok::<(), horn::Error>(())
/// ```
pub struct Query<'m> {
    machine: HeldMachine<'m>,
    names: Vec<String>,
    extent: Extent,
    /// The reason why the query cannot run, in place of its answers.
    refusal: Option<Error>,
    open: bool,
    /// True once the first answer was asked for.
    started: bool,
    /// True after the last answer.
    ended: bool,
    /// True after a limit was reached at which the query can go on.
    paused: bool,
    /// True after the end of a slice, before the next answer.
    yielded: bool,
    /// True after an interrupt at which it has paused.
    interrupted: bool,
}

/// The machine of a query: borrowed, or owned.
enum HeldMachine<'m> {
    Borrowed(&'m mut Machine),
    Owned(Box<Machine>),
    /// The machine was taken out, and the query is closed.
    Taken,
}

impl Deref for HeldMachine<'_> {
    type Target = Machine;

    fn deref(&self) -> &Machine {
        match self {
            HeldMachine::Borrowed(machine) => machine,
            HeldMachine::Owned(machine) => machine,
            HeldMachine::Taken => unreachable!("a query that gave its machine away is gone"),
        }
    }
}

impl DerefMut for HeldMachine<'_> {
    fn deref_mut(&mut self) -> &mut Machine {
        match self {
            HeldMachine::Borrowed(machine) => machine,
            HeldMachine::Owned(machine) => machine,
            HeldMachine::Taken => unreachable!("a query that gave its machine away is gone"),
        }
    }
}

impl<'m> Query<'m> {
    /// The query that is open in the engine, with the names of its variables.
    pub(super) fn new(machine: &'m mut Machine, names: Vec<String>, extent: Extent) -> Query<'m> {
        Query {
            machine: HeldMachine::Borrowed(machine),
            names,
            extent,
            refusal: None,
            open: true,
            started: false,
            ended: false,
            paused: false,
            yielded: false,
            interrupted: false,
        }
    }

    /// A query that ends at once with an error.
    pub(super) fn refused(machine: &'m mut Machine, reason: Error) -> Query<'m> {
        let mut query = Query::new(machine, Vec::new(), Extent::Nothing);
        (query.refusal, query.open) = (Some(reason), false);
        query
    }

    /// The same query with a value for one of its variables. A value is never a part of the query's text: no text
    /// that a user enters can change what the query means.
    ///
    /// In the value, [`Var`](super::Var) means the variable of the query that has this name. A second value for the
    /// same variable is unified with the first; if they differ, the query has no answers.
    ///
    /// # Errors
    /// [`Error::NoSuchVariable`], [`Error::QueryHasStarted`] after the first answer, and [`Error::OtherMachine`].
    ///
    /// ```
    /// use horn::{Atom, Error, Machine, Var};
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("f.pl", "parent(ann, bob). parent(bob, cleo).")?;
    /// let query = machine.query("parent(X, Y), parent(Y, Z)")?;
    /// let answer = query.with("X", Atom("ann"))?.next().unwrap()?;
    /// assert_eq!(answer.get::<String>("Z")?, "cleo");
    ///
    /// let prepared = machine.prepare("length(L, N)")?;
    /// for n in 0..3 {
    ///     let answer = machine.start(&prepared).with("N", n)?.next().unwrap()?;
    ///     assert_eq!(answer.term("L").unwrap().elements().unwrap().len(), n);
    /// }
    /// assert!(machine.query("p(X)")?.with("x", 1).is_err());
    /// assert_eq!(machine.query("L = [X,Y]")?.with("L", [Var("Y"), Var("A")])?.count(), 1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn with(mut self, variable: &str, value: impl IntoTerm) -> Result<Self, Error> {
        self.bind(variable, value)?;
        Ok(self)
    }

    /// Gives a variable of the query a value, as [`Query::with`] does.
    ///
    /// # Errors
    /// As [`Query::with`].
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("member(X, [1,2,3])")?;
    /// query.bind("X", 2)?;
    /// assert_eq!(query.count(), 1);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn bind(&mut self, variable: &str, value: impl IntoTerm) -> Result<(), Error> {
        if let Some(reason) = self.refusal.take() {
            return Err(reason);
        }
        if self.started {
            return Err(Error::QueryHasStarted);
        }
        let Some(i) = self.names.iter().position(|name| name == variable) else {
            return Err(Error::NoSuchVariable(variable.to_string()));
        };
        let (engine, names) = (&mut self.machine.engine, &self.names);
        if self.open && !engine.bind_variable(names, i, value) {
            self.close();
        }
        Ok(())
    }

    /// The explanation of the error that the query has returned; see [`Machine::explain`].
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("X is Y + 1")?;
    /// let error = query.next().unwrap().unwrap_err();
    /// let explanation = query.explain(&error).unwrap();
    /// assert_eq!(explanation.message, "`Y` has no value, and `is/2` needs one");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn explain(&mut self, error: &Error) -> Option<Diagnostic> {
        self.machine.explain(error)
    }

    /// The reason why the query cannot run, such as a text that is not a term. It is also the first item of the query.
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let query = Machine::new().into_query("member(X, ");
    /// assert!(matches!(query.refusal(), Some(Error::Syntax(_))));
    /// assert!(query.into_machine().is_some());
    /// ```
    pub fn refusal(&self) -> Option<&Error> {
        self.refusal.as_ref()
    }

    /// The same query, whose answers hold no more of long lists and large terms than their text shows: an
    /// answer then costs the same however large its terms are. [`Query::whole`] returns the newest answer
    /// with everything that its terms hold.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("numlist(1, 100000, L)")?.only_to_print();
    /// assert!(query.next().unwrap()?.to_string().ends_with(",19,20|...]"));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn only_to_print(mut self) -> Self {
        self.extent = Extent::Visible;
        self
    }

    /// The newest answer with everything that its terms hold. `None` before the first answer, once the query is
    /// closed, and if the copy of the terms would take more than about a fourth of the limit on memory. After the last
    /// answer, the machine has undone its bindings, unless the query is [`Query::only_to_print`].
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("numlist(1, 100, L)")?.only_to_print();
    /// assert!(query.next().unwrap()?.is_last());
    /// assert_eq!(query.whole().unwrap().get::<Vec<i64>>("L")?.len(), 100);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn whole(&mut self) -> Option<Answer> {
        self.whole_within(u64::MAX)
    }

    /// As [`Query::whole`], with the error, if there is one, of the goals that stand for the constraints of the answer:
    /// they are computed once more.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("t.pl", ":- dynamic(shown/0).
    ///     attribute_goals(_) --> { shown -> throw(broken) ; assertz(shown) }.")?;
    /// let mut query = machine.query("put_attr(X, user, v)")?.only_to_print();
    /// assert!(query.next().unwrap().is_ok());
    /// assert!(query.try_whole().is_err());
    /// # Ok::<(), horn::Error>(())
    /// ```
    ///
    /// # Errors
    /// The error of the goals.
    pub fn try_whole(&mut self) -> Result<Option<Answer>, Error> {
        self.try_whole_within(u64::MAX)
    }

    /// As [`Query::whole`]; `None` as well if the terms have more than so many compounds and arguments.
    pub(crate) fn whole_within(&mut self, most: u64) -> Option<Answer> {
        self.try_whole_within(most).ok().flatten()
    }

    fn try_whole_within(&mut self, most: u64) -> Result<Option<Answer>, Error> {
        if !self.open || self.paused || self.yielded {
            return Ok(None);
        }
        let found = self.machine.engine.whole_answer(most)?;
        let context = self.machine.engine.print_context();
        Ok(found.map(|found| Answer::new(&self.names, found, false, context)))
    }

    /// Grants the query more of a resource: as much more than its limit or, if that is more, than it has spent. Without
    /// a number, the limit is removed. After [`Error::Resource`], the query goes on from where it was.
    ///
    /// Returns true if the query can go on. It cannot after a limit on memory or output, or where the limit was reached
    /// inside a builtin that runs for long or runs goals itself, or while constraints were propagated.
    ///
    /// ```
    /// use horn::{Limit, Machine, Resource};
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("n.pl", "count(N, N). count(N, M) :- N1 is N+1, count(N1, M).")?;
    /// machine.set_limit(Limit::Inferences(Some(1000)));
    /// let mut query = machine.query("count(0, 5000)")?;
    /// let mut pauses = 0;
    /// let answer = loop {
    ///     match query.next().unwrap() {
    ///         Ok(answer) => break answer,
    ///         Err(error) => assert_eq!(error.resource(), Some(Resource::Inferences)),
    ///     }
    ///     pauses += 1;
    ///     assert!(query.extend(Limit::Inferences(Some(1000))));
    /// };
    /// assert!(answer.is_true() && pauses >= 5);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn extend(&mut self, more: Limit) -> bool {
        let goes_on = self.open && self.machine.engine.extend(more);
        self.paused &= !goes_on;
        goes_on
    }

    /// Lets a query that has paused at an interrupt go on from where it was; see
    /// [`Machine::set_pauses_at_interrupts`]. Returns false if it cannot.
    ///
    /// ```
    /// use horn::{Error, Machine};
    /// use std::{thread, time::Duration};
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("l.pl", "count(N, N). count(N, M) :- N1 is N+1, count(N1, M).")?;
    /// machine.set_pauses_at_interrupts(true);
    /// let handle = machine.interrupt_handle();
    /// let mut query = machine.query("count(0, N), N >= 1000000")?;
    /// let timer = thread::spawn(move || {
    ///     thread::sleep(Duration::from_millis(5));
    ///     handle.interrupt();
    /// });
    /// let mut event = query.next().unwrap();
    /// while let Err(Error::Interrupted) = event {
    ///     assert!(query.is_interrupted());
    ///     assert!(query.explain(&Error::Interrupted).is_some());
    ///     assert!(query.go_on());
    ///     event = query.next().unwrap();
    /// }
    /// assert_eq!(event?.get::<i64>("N")?, 1_000_000);
    /// timer.join().unwrap();
    /// # Ok::<(), Error>(())
    /// ```
    pub fn go_on(&mut self) -> bool {
        let goes_on = self.open && self.interrupted;
        self.interrupted = false;
        self.paused &= !goes_on;
        goes_on
    }

    /// Returns true if the query has paused at an interrupt.
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.set_pauses_at_interrupts(true);
    /// let handle = machine.interrupt_handle();
    /// machine.predicate("pause", 0, move |_| {
    ///     handle.interrupt();
    ///     Ok(true)
    /// })?;
    /// let mut query = machine.query("pause, member(X, [1,2])")?;
    /// assert!(matches!(query.next(), Some(Err(Error::Interrupted))));
    /// assert!(query.is_interrupted());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn is_interrupted(&self) -> bool {
        self.interrupted
    }

    /// The goals that were running; see [`Machine::running_goals`].
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("p.pl", "p(X) :- Y is X + a, write(Y).\n")?;
    /// let mut query = machine.query("p(1)")?;
    /// let error = query.next().unwrap().unwrap_err();
    /// assert_eq!(query.running_goals(&error)[0], "p.pl:1: Y is 1+a");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn running_goals(&mut self, error: &Error) -> Vec<String> {
        self.machine.running_goals(error)
    }

    /// The resources that the query has used so far.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("member(X, [a,b])")?;
    /// assert_eq!(query.spent().answers, 0);
    /// assert_eq!(query.next().unwrap()?.to_string(), "X = a");
    /// assert_eq!(query.spent().answers, 1);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn spent(&self) -> Spent {
        self.machine.spent()
    }

    /// The predicate indicator of the goal that ran when the query was interrupted: the innermost one of the program, or
    /// the predicate of a library or of the system that it has called.
    ///
    /// ```
    /// use horn::{Error, Machine};
    /// use std::{thread, time::Duration};
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("l.pl", "loop :- loop.")?;
    /// let handle = machine.interrupt_handle();
    /// let mut query = machine.query("loop")?;
    /// let timer = thread::spawn(move || {
    ///     thread::sleep(Duration::from_millis(20));
    ///     handle.interrupt();
    /// });
    /// assert!(matches!(query.next(), Some(Err(Error::Interrupted))));
    /// assert_eq!(query.interrupted_in().as_deref(), Some("loop/0"));
    /// timer.join().unwrap();
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn interrupted_in(&self) -> Option<String> {
        self.machine.engine.interrupted_in()
    }

    /// The program's output since the last call, while output is captured.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.capture();
    /// let mut query = machine.query("member(X, [a,b]), write(X)")?;
    /// assert_eq!(query.next().unwrap()?.to_string(), "X = a");
    /// assert_eq!(query.take_output(), "a");
    /// assert_eq!(query.take_output(), "");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn take_output(&mut self) -> String {
        self.machine.engine.flush();
        self.machine.out.take()
    }

    /// Writes to the output, as [`Machine::print`] does.
    ///
    /// # Errors
    /// The errors of the writer, such as a closed pipe.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.capture();
    /// let mut query = machine.query("member(X, [a,b]), write(X)")?;
    /// let answer = query.next().unwrap()?;
    /// query.print(&format!(" ({answer})\n")).unwrap();
    /// assert_eq!(query.take_output(), "a (X = a)\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn print(&mut self, text: &str) -> std::io::Result<()> {
        self.machine.print(text)
    }

    /// Returns true if output is at the start of a line.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.capture();
    /// let mut query = machine.query("member(X, [a,b]), write(X)")?;
    /// assert!(query.at_line_start());
    /// assert_eq!(query.next().unwrap()?.to_string(), "X = a");
    /// assert!(!query.at_line_start());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn at_line_start(&mut self) -> bool {
        self.machine.at_line_start()
    }

    /// Returns true if the program left its line open, as [`Machine::left_line_open`] does.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.capture();
    /// let mut query = machine.query("member(X, [a,b]), write(X)")?;
    /// assert_eq!(query.next().unwrap()?.to_string(), "X = a");
    /// assert!(query.left_line_open());
    /// query.print("\n").unwrap();
    /// assert!(!query.left_line_open());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn left_line_open(&mut self) -> bool {
        self.machine.left_line_open()
    }

    /// Takes the messages about texts that the query has loaded so far, as [`Machine::take_messages`] does.
    ///
    /// ```
    /// use horn::{Access, Machine};
    ///
    /// let access = Access::none().file("p.pl", "p(X) :- true.");
    /// let mut machine = Machine::builder().access(access).build()?;
    /// let mut query = machine.query("consult('p.pl')")?;
    /// assert!(query.next().unwrap()?.is_true());
    /// assert_eq!(query.take_messages()[0].check, Some("singleton"));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn take_messages(&mut self) -> Vec<Diagnostic> {
        self.machine.take_messages()
    }

    /// The machine, which can read terms while the query is open.
    pub(crate) fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// Leaves the query open in the engine, for a query that owns the machine. Returns the reason why it cannot run,
    /// and the names of its variables.
    fn detached(mut self) -> (Option<Error>, Vec<String>) {
        self.open = false;
        (self.refusal.take(), std::mem::take(&mut self.names))
    }

    fn close(&mut self) {
        if self.open {
            self.open = false;
            self.machine.engine.close();
        }
    }
}

impl Query<'static> {
    /// A query that owns its machine, and that `start` starts.
    pub(super) fn owned(
        mut machine: Machine,
        start: impl for<'m> FnOnce(&'m mut Machine) -> Result<Query<'m>, Error>,
    ) -> Query<'static> {
        let (refusal, names) = match start(&mut machine) {
            Ok(query) => query.detached(),
            Err(error) => (Some(error), Vec::new()),
        };
        Query {
            open: refusal.is_none(),
            machine: HeldMachine::Owned(Box::new(machine)),
            names,
            extent: Extent::Whole,
            refusal,
            started: false,
            ended: false,
            paused: false,
            yielded: false,
            interrupted: false,
        }
    }

    /// Closes the query and returns its machine. `None` if the query does not own it.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut query = Machine::new().into_query("member(X, [1,2,3])");
    /// assert_eq!(query.next().unwrap()?.get::<i64>("X")?, 1);
    /// let mut machine = query.into_machine().unwrap();
    /// assert!(machine.run("true")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn into_machine(mut self) -> Option<Machine> {
        self.close();
        match std::mem::replace(&mut self.machine, HeldMachine::Taken) {
            HeldMachine::Owned(machine) => Some(*machine),
            HeldMachine::Borrowed(_) | HeldMachine::Taken => None,
        }
    }
}

impl Query<'_> {
    /// Runs the query up to its next answer, but for no more than so many inferences: between two slices, the thread
    /// can do something else. [`Poll::Pending`] means that the query goes on with the next call.
    ///
    /// A slice is no limit: it does not end the query, and goals do not notice it. It ends before a call, so it takes
    /// longer where a builtin runs for long, or a predicate of the host runs goals.
    ///
    /// ```
    /// use horn::Machine;
    /// use std::task::Poll;
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.query("between(1, infinite, X), X * X > 1000000")?;
    /// let mut slices = 0;
    /// let answer = loop {
    ///     match query.run_for(500) {
    ///         Poll::Ready(answer) => break answer.unwrap()?,
    ///         Poll::Pending => slices += 1,
    ///     }
    /// };
    /// assert_eq!(answer.to_string(), "X = 1001");
    /// assert!(slices > 1);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn run_for(&mut self, inferences: u64) -> Poll<Option<Result<Answer, Error>>> {
        self.advance(Some(inferences))
    }

    /// Runs the query up to its next answer, or for one slice.
    fn advance(&mut self, slice: Option<u64>) -> Poll<Option<Result<Answer, Error>>> {
        self.started = true;
        if let Some(reason) = self.refusal.take() {
            return Poll::Ready(Some(Err(reason)));
        }
        if self.ended || self.paused {
            self.close();
        }
        if !self.open {
            return Poll::Ready(None);
        }
        let result = self.machine.engine.next(self.extent, slice);
        self.machine.engine.flush();
        self.yielded = matches!(result, RunResult::Yielded);
        let (item, last) = match result {
            RunResult::Yielded => return Poll::Pending,
            RunResult::Answer { found, last } => {
                let context = self.machine.engine.print_context();
                let answer = match self.extent {
                    Extent::Visible => Answer::rendered(&self.names, found, last, context),
                    _ => Answer::new(&self.names, found, last, context),
                };
                (Some(Ok(answer)), last)
            }
            other => {
                self.interrupted = matches!(other, RunResult::Interrupted);
                self.paused = self.interrupted || matches!(other, RunResult::Paused(_));
                (self.machine.error_of(other).map(Err), !self.paused)
            }
        };
        self.ended = last;
        let kept = self.extent == Extent::Visible && matches!(item, Some(Ok(_)));
        if last && !kept {
            self.close();
        }
        Poll::Ready(item)
    }
}

impl Iterator for Query<'_> {
    type Item = Result<Answer, Error>;

    fn next(&mut self) -> Option<Result<Answer, Error>> {
        loop {
            if let Poll::Ready(item) = self.advance(None) {
                return item;
            }
        }
    }
}

impl Drop for Query<'_> {
    fn drop(&mut self) {
        self.close();
    }
}
