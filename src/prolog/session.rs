//! The machine of a host program: loads texts, starts queries, sets limits.

use super::access::Access;
use super::collections::Arguments;
use super::engine::{HostVm, RunResult, TermRead};
use super::error::{Ball, Error};
use super::fixed_names::FixedNames;
use super::limits::{InterruptHandle, Limit, Spent};
use super::output::HostOutput;
use super::prepared::Prepared;
use super::query::Query;
use super::read_as::ReadAs;
use super::term_display::PrintContext;
use super::term_export::Extent;
use crate::base::atom::{AtomTable, atoms};
use crate::base::tree::{Node, NodeId};
use crate::clpz::listeners::HostListener;
use crate::syntax::{Diagnostic, EndFinder, ReadTerm, Severity, SyntaxError};
use crate::system::load;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Makes engines with the program of an image.
pub(super) type EngineSource = Arc<dyn Fn() -> HostVm + Send + Sync>;

/// A Prolog machine with its program.
///
/// A machine shares no state with other machines, and can be moved to another thread. Answers are computed one
/// at a time, when the host asks for them.
///
/// ```
/// use horn::Machine;
///
/// let mut machine = Machine::new();
/// machine.consult_str("colours.pl", "colour(red). colour(green).")?;
/// let mut colours = Vec::new();
/// for answer in machine.query("colour(C)")? {
///     colours.push(answer?.get::<String>("C")?);
/// }
/// assert_eq!(colours, ["red", "green"]);
/// assert!(!machine.run("colour(blue)")?);
/// assert_eq!(machine.answers("colour(C)"), "   C = red\n;  C = green.\n");
/// # Ok::<(), horn::Error>(())
/// ```
pub struct Machine {
    pub(super) engine: HostVm,
    pub(super) out: HostOutput,
    /// Messages about a load that `halt/1`, an interrupt or a limit ended.
    ended_load: Vec<Diagnostic>,
    /// Makes an engine like the one that it began with, if it was made from an image.
    pub(super) origin: Option<EngineSource>,
    /// The names that do not change with the program, once they were asked for.
    pub(super) fixed_names: Option<Arc<FixedNames>>,
    /// True if the host has set the standard input.
    pub(super) has_own_input: bool,
    /// True if the host has set the standard error.
    pub(super) has_own_errors: bool,
}

impl Machine {
    /// A machine with the builtins and libraries, and no program. Output goes to the standard output of the
    /// process.
    ///
    /// The first machine of a process takes milliseconds, because it compiles the libraries that every machine has. Others
    /// share them, and take microseconds.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut first = Machine::new();
    /// first.consult_str("p.pl", "p(1).")?;
    /// let mut second = Machine::new();
    /// assert!(second.run("p(1)").is_err());
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[allow(
        clippy::new_without_default,
        reason = "a machine is large; it should not be made by accident"
    )]
    pub fn new() -> Machine {
        Machine::with_engine(HostVm::new(), Box::new(std::io::stdout()))
    }

    /// As [`Machine::new`], for a program that usually makes no other machine: nothing is kept to make others from.
    #[cfg(feature = "repl")]
    pub(crate) fn alone() -> Machine {
        Machine::with_engine(HostVm::alone(), Box::new(std::io::stdout()))
    }

    /// Ends the machine of a process that ends now: its threads end, its streams are closed, and its memory is left to the
    /// system.
    #[cfg(feature = "repl")]
    pub(crate) fn end_process(mut self) {
        self.engine.end_threads();
        drop(std::mem::take(&mut self.engine.vm_mut().ext.streams));
        std::mem::forget(self);
    }

    fn with_engine(mut engine: HostVm, to: Box<dyn Write + Send>) -> Machine {
        let out = HostOutput::new(to);
        engine.set_output(Box::new(out.clone()));
        Machine {
            engine,
            out,
            ended_load: Vec::new(),
            origin: None,
            fixed_names: None,
            has_own_input: false,
            has_own_errors: false,
        }
    }

    /// A machine with the program of this one: clauses, flags, operators, global variables, functions of the host,
    /// limits and access. What either does from now on has no effect on the other.
    ///
    /// Costs well under a millisecond; to make many, [`Machine::freeze`] is faster still. Its output goes where that
    /// of this machine goes. Input and messages are those of the process, unless the host has set them: then they
    /// are to be set again, and are empty and dropped until then. Open files, answers of tabled predicates, the
    /// host's context and the interrupt handles are not passed on.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("p.pl", ":- dynamic p/1. p(1). p(2).")?;
    /// let mut other = machine.fork();
    /// other.run("retract(p(1)), assertz(p(3))")?;
    /// assert_eq!(other.answers("p(X)"), "   X = 2\n;  X = 3.\n");
    /// assert_eq!(machine.answers("p(X)"), "   X = 1\n;  X = 2.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    #[must_use]
    pub fn fork(&mut self) -> Machine {
        self.engine.flush();
        self.engine.vm.compile_all_postponed();
        let mut fork = Machine::with_engine(self.engine.fork(), Box::new(self.out.clone()));
        if self.has_own_input {
            fork.set_input(Box::new(std::io::empty()));
        }
        if self.has_own_errors {
            fork.set_error_output(Box::new(std::io::sink()));
        }
        fork
    }

    /// Goes back to the state in which the machine was made: that of its image, or without one that of
    /// [`Machine::new`]. Clauses, flags, global variables, open files and the rest of what queries and loads have left
    /// are gone. The settings of the host stay: limits, access, streams, context and interrupt handles.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("p.pl", ":- dynamic p/1. p(1).")?;
    /// let mut worker = machine.freeze().machine();
    /// worker.run("assertz(p(2)), nb_setval(count, 7)")?;
    /// worker.reset();
    /// assert_eq!(worker.answers("p(X)"), "   X = 1.\n");
    /// assert!(worker.run("nb_getval(count, _)").is_err());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn reset(&mut self) {
        let engine = match &self.origin {
            Some(engine) => engine(),
            None => {
                let mut engine = HostVm::new();
                engine.set_access(self.engine.access().clone());
                engine
            }
        };
        self.engine.reset(engine);
        self.ended_load.clear();
    }

    /// Sets the access of the machine to the world outside, with resolved paths.
    pub(super) fn set_access(&mut self, access: Access) {
        self.engine.set_access(access.granted);
        if let Some(input) = access.input {
            self.set_input(input);
        }
        if let Some(output) = access.output {
            self.out.redirect(output);
        }
        if let Some(output) = access.error_output {
            self.set_error_output(output);
        }
    }

    /// Loads a program from a text, as the file of this name. A second load under the same name replaces the
    /// clauses of the first.
    ///
    /// Returns the warnings and notes.
    ///
    /// # Errors
    /// [`Error::Load`] with all messages when parts of the text are not loaded; the others are.
    /// [`Error::Halted`] when a directive halts; [`Error::Interrupted`] or [`Error::Resource`] when the load is
    /// interrupted or reaches a [`Limit`], which holds for a load as for a query.
    ///
    /// ```
    /// use horn::{Error, Machine, Severity};
    ///
    /// let mut machine = Machine::new();
    /// let warnings = machine.consult_str("p.pl", "p(X, Y) :- q(X). q(1).")?;
    /// assert_eq!(warnings[0].severity, Severity::Warning);
    /// assert_eq!(warnings[0].position().map(|p| p.line), Some(1));
    /// match machine.consult_str("p.pl", "p(1).\np(2.\n") {
    ///     Err(Error::Load(messages)) => assert!(messages[0].to_string().contains("p.pl:2")),
    ///     other => panic!("{other:?}"),
    /// }
    /// assert_eq!(machine.answers("p(X)"), "   X = 1.\n");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn consult_str(&mut self, name: &str, text: &str) -> Result<Vec<Diagnostic>, Error> {
        let loaded = self.engine.load(name, text);
        self.engine.flush();
        let messages = loaded.messages;
        if let Some(error) = loaded.ended.and_then(|end| self.error_of(end)) {
            self.ended_load.extend(messages);
            return Err(error);
        }
        match messages.iter().any(|d| d.severity == Severity::Error) {
            true => Err(Error::Load(messages)),
            false => Ok(messages),
        }
    }

    /// Loads a program file. A name without an extension is tried with `.pl` as well. A file that is not UTF-8
    /// is read as ISO 8859-1.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read; otherwise as [`Machine::consult_str`].
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_file("programs/fruehwirth")?;
    /// assert!(matches!(machine.consult_file("no/such/file.pl"), Err(Error::Io { .. })));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn consult_file(&mut self, path: impl AsRef<Path>) -> Result<Vec<Diagnostic>, Error> {
        let path = path.as_ref();
        let found = self.engine.host_file(path);
        let (name, bytes) = found.map_err(|e| Error::io(path, &e))?;
        let (text, _) = load::decode(bytes);
        self.consult_str(&name, &text)
    }

    /// Starts a query. A final period and a leading `?-` are optional.
    ///
    /// # Errors
    /// [`Error::Syntax`] when the text is not one term.
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let answers: Result<Vec<_>, Error> = machine.query("member(X, [1,2,3])")?.collect();
    /// assert_eq!(answers?.len(), 3);
    /// assert!(matches!(machine.query("member(X, "), Err(Error::Syntax(_))));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn query(&mut self, text: &str) -> Result<Query<'_>, Error> {
        let prepared = self.read_once(text)?;
        Ok(self.start(&prepared))
    }

    /// Starts a query that owns this machine: it can be stored in a structure, sent to another thread, and returned from
    /// a function. A text that is not a term is an error in place of the first answer.
    /// [`Query::into_machine`] gives the machine back.
    ///
    /// ```
    /// use horn::{Machine, Query};
    /// use std::sync::mpsc::sync_channel;
    ///
    /// /// A source of numbers, one at a time.
    /// struct Squares(Query<'static>);
    ///
    /// impl Iterator for Squares {
    ///     type Item = i64;
    ///     fn next(&mut self) -> Option<i64> {
    ///         self.0.next()?.ok()?.get("S").ok()
    ///     }
    /// }
    ///
    /// let mut squares = Squares(Machine::new().into_query("between(1, inf, X), S is X*X"));
    /// assert_eq!(squares.by_ref().take(4).collect::<Vec<_>>(), [1, 4, 9, 16]);
    ///
    /// let (to, from) = sync_channel(10);
    /// let worker = std::thread::spawn(move || squares.take(1000).try_for_each(|s| to.send(s)));
    /// assert_eq!(from.iter().take(2).sum::<i64>(), 25 + 36);
    /// drop(from);
    /// assert!(worker.join().unwrap().is_err());
    /// ```
    pub fn into_query(self, text: &str) -> Query<'static> {
        Query::owned(self, |machine| machine.query(text))
    }

    /// Reads a query that is to be started at once, and not again.
    fn read_once(&mut self, text: &str) -> Result<Prepared, Error> {
        // No goal may run between reading and starting, because a collection would free the atoms.
        self.engine.close();
        self.prepare_as(text, ReadAs::QueryOnce)
    }

    /// Reads a query that is to be run later, or more than once.
    ///
    /// # Errors
    /// [`Error::Syntax`] when the text is not one term.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let query = machine.prepare("member(X, [1,2,3])")?;
    /// assert_eq!(machine.start(&query).count(), 3);
    /// assert_eq!(machine.start(&query).count(), 3);
    /// assert!(machine.prepare("member(X, ").is_err());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn prepare(&mut self, text: &str) -> Result<Prepared, Error> {
        self.prepare_as(text, ReadAs::Query)
    }

    fn prepare_as(&mut self, text: &str, what: ReadAs) -> Result<Prepared, Error> {
        let term = self.read_query(text, what)?;
        Ok(self.prepared_query(term, text))
    }

    /// The query that a term is, which was read from a text.
    pub(super) fn prepared_query(&mut self, term: ReadTerm, text: &str) -> Prepared {
        let root = term.tree.root();
        let consulted = self.consulted(&term, root);
        let goal = match term.tree.as_compound::<1>(root, atoms::QUERY) {
            Some([goal]) => goal,
            None => root,
        };
        let mut prepared = self.prepared(term, goal);
        prepared.consulted = consulted;
        if let Node::Atom(a) = *prepared.tree.node(goal) {
            prepared.atom = Some(self.engine.atoms().text(a).to_string());
        }
        prepared.text = Some(text.into());
        prepared
    }

    /// Starts a query that this machine has read. One that another machine has read ends at once with
    /// [`Error::OtherMachine`].
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let query = machine.prepare("X = 1")?;
    /// assert_eq!(machine.start(&query).next().unwrap()?.to_string(), "X = 1");
    /// let mut other = Machine::new();
    /// assert!(matches!(other.start(&query).next(), Some(Err(Error::OtherMachine))));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn start(&mut self, query: &Prepared) -> Query<'_> {
        if !self.engine.has_read(query) {
            self.engine.close();
            return Query::refused(self, Error::OtherMachine);
        }
        self.engine.open(query);
        Query::new(self, query.names.clone(), Extent::Whole)
    }

    /// Starts the query that calls a predicate with values as arguments. The variables of the query are those that
    /// the values name with [`Var`](super::Var), in the order of their first occurrence.
    ///
    /// ```
    /// use horn::{Atom, Machine, Var};
    ///
    /// let mut machine = Machine::new();
    /// let mut query = machine.call("append", (Var("Front"), [3], vec![1, 2, 3]));
    /// let answer = query.next().unwrap()?;
    /// assert_eq!(answer.get::<Vec<i64>>("Front")?, [1, 2]);
    /// drop(query);
    /// assert!(machine.call("atom", [Atom("a; halt")]).next().is_some());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn call(&mut self, predicate: &str, arguments: impl Arguments) -> Query<'_> {
        let names = self.engine.open_call(predicate, arguments);
        Query::new(self, names, Extent::Whole)
    }

    /// Starts a query as [`Machine::call`] does; it owns this machine, as one of [`Machine::into_query`].
    ///
    /// ```
    /// use horn::{Machine, Var};
    ///
    /// let mut query = Machine::new().into_call("append", (Var("Front"), [3], vec![1, 2, 3]));
    /// assert_eq!(query.next().unwrap()?.get::<Vec<i64>>("Front")?, [1, 2]);
    /// assert!(query.into_machine().is_some());
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn into_call(self, predicate: &str, arguments: impl Arguments) -> Query<'static> {
        Query::owned(self, |machine| Ok(machine.call(predicate, arguments)))
    }

    /// Adds facts to the end of a predicate, one for each item of an iterator. The predicate becomes dynamic if it
    /// does not exist. Returns the number of facts.
    ///
    /// # Errors
    /// [`Error::Uncaught`] when the predicate cannot be changed, [`Error::Resource`] when the memory is exceeded;
    /// the facts before the error are added.
    ///
    /// ```
    /// use horn::{Atom, Machine};
    ///
    /// let mut machine = Machine::new();
    /// let prices = [("tea", 250), ("coffee", 310)];
    /// machine.assert_all("price", prices.map(|(item, cents)| (Atom(item), cents)))?;
    /// assert_eq!(machine.answers("price(Item, 310)"), "   Item = coffee.\n");
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn assert_all<A: Arguments>(
        &mut self,
        predicate: &str,
        facts: impl IntoIterator<Item = A>,
    ) -> Result<usize, Error> {
        let mut count = 0;
        for arguments in facts {
            self.engine.assert_fact(predicate, arguments)?;
            count += 1;
        }
        Ok(count)
    }

    /// Returns true if the query has an answer. Its bindings are undone, its side effects remain.
    ///
    /// # Errors
    /// As [`Machine::query`] and [`Query::next`].
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let mut machine = Machine::new();
    /// assert!(machine.run("X = 1")?);
    /// assert!(!machine.run("1 = 2")?);
    /// assert!(matches!(machine.run("halt(3)"), Err(Error::Halted(3))));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn run(&mut self, text: &str) -> Result<bool, Error> {
        let prepared = self.read_once(text)?;
        self.engine.open(&prepared);
        self.first()
    }

    /// Runs the goal of `:- initialization(Goal, main)`, if a text that was loaded has one. Returns true if it
    /// succeeds.
    ///
    /// # Errors
    /// As [`Query::next`].
    ///
    /// ```
    /// use horn::{Error, Machine};
    ///
    /// let mut machine = Machine::new();
    /// assert!(machine.run_main().is_none());
    /// machine.consult_str("m.pl", ":- initialization(main, main). main :- halt(2).")?;
    /// assert!(matches!(machine.run_main(), Some(Err(Error::Halted(2)))));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn run_main(&mut self) -> Option<Result<bool, Error>> {
        self.engine.open_main().then(|| self.first())
    }

    /// Runs the open query to its first answer and closes it.
    fn first(&mut self) -> Result<bool, Error> {
        match Query::new(self, Vec::new(), Extent::Nothing).next() {
            Some(answer) => answer.map(|_| true),
            None => Ok(false),
        }
    }

    /// The explanation of an error that this machine has returned last: a sentence, the goal in the text of the program,
    /// the values that matter, the goals that called it, and a hint. It is made when it is asked for.
    ///
    /// The result is `None` for an error of another kind than [`Error::Uncaught`], [`Error::Resource`] and
    /// [`Error::Interrupted`], and once the machine has thrown another error that nothing caught.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let program = "sum([], 0).\nsum([X|Xs], S) :- sum(Xs, S0), S is S0 + X.\n";
    /// machine.consult_str("sum.pl", program)?;
    /// let error = machine.run("sum([1,a], S)").unwrap_err();
    /// let explanation = machine.explain(&error).unwrap();
    /// assert_eq!(explanation.source_line(), "sum([X|Xs], S) :- sum(Xs, S0), S is S0 + X.");
    /// assert_eq!(explanation.label.as_deref(), Some("`X` is `a`, an atom"));
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn explain(&mut self, error: &Error) -> Option<Diagnostic> {
        self.engine.explain(error)
    }

    /// The goals of the program that were running when an error that [`Machine::explain`] explains was thrown, the
    /// innermost first: each with its file and line, and with the values of its variables. Last calls have left the
    /// stack; they are listed if there is only one way that leads to what they called.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.consult_str("p.pl", "p(X) :- q(X), true.\nq(X) :- Y is X + a, write(Y).\n")?;
    /// let error = machine.run("p(1)").unwrap_err();
    /// let goals = machine.running_goals(&error);
    /// assert_eq!(goals, ["p.pl:2: Y is 1+a", "p.pl:1: q(X) (last call)"]);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn running_goals(&mut self, error: &Error) -> Vec<String> {
        self.engine.running_goals(error)
    }

    /// Makes queries pause when they are interrupted between two calls, instead of ending: [`Query::go_on`] lets
    /// them go on.
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
    /// assert!(query.go_on());
    /// assert_eq!(query.next().unwrap()?.to_string(), "X = 1");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_pauses_at_interrupts(&mut self, pauses: bool) {
        self.engine.set_pauses_at_interrupts(pauses);
    }

    /// Takes the messages since the last call about texts that queries loaded, by `consult/1` for example, and
    /// about texts whose load did not reach the end.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let _ = machine.consult_str("h.pl", "p(X). :- halt.");
    /// assert!(machine.take_messages()[0].message.contains("X"));
    /// assert!(machine.take_messages().is_empty());
    /// ```
    pub fn take_messages(&mut self) -> Vec<Diagnostic> {
        let mut messages = std::mem::take(&mut self.ended_load);
        messages.extend(self.engine.take_messages());
        messages
    }

    /// Keeps messages for [`Machine::take_messages`].
    pub(super) fn keep_messages(&mut self, messages: Vec<Diagnostic>) {
        self.ended_load.extend(messages);
    }

    /// Limits the resources of each query and each load from now on. A program cannot catch that a limit is reached.
    ///
    /// ```
    /// use horn::{Limit, Machine, Resource};
    ///
    /// let mut machine = Machine::new();
    /// machine.set_limit(Limit::Inferences(Some(1000)));
    /// assert_eq!(machine.run("repeat, fail").unwrap_err().resource(), Some(Resource::Inferences));
    /// machine.set_limit(Limit::Inferences(None));
    /// assert!(machine.run("numlist(1, 5000, L), append(L, [0], _)")?);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn set_limit(&mut self, limit: Limit) {
        self.engine.set_limit(limit);
    }

    /// The approximate memory in use, in bytes, which [`Limit::Memory`] bounds: the program, and what queries and loads
    /// have stored. What several machines share counts for each.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// let before = machine.memory_in_use();
    /// machine.run("forall(between(1, 1000, X), assertz(square(X)))")?;
    /// assert!(machine.memory_in_use() > before + 10_000);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn memory_in_use(&self) -> u64 {
        self.engine.vm.memory_in_use()
    }

    /// The resources that the open query, or the last query or load, has used.
    ///
    /// ```
    /// let mut machine = horn::Machine::new();
    /// assert_eq!(machine.query("member(X, [a,b,c])")?.count(), 3);
    /// assert_eq!(machine.spent().answers, 3);
    /// # Ok::<(), horn::Error>(())
    /// ```
    pub fn spent(&self) -> Spent {
        self.engine.spent()
    }

    /// Sets the flags `executable`, `os_argv`, the words of the command line, and `tmp_dir`, the folder for temporary files. A
    /// program that stands alone sets them for programs that run it again or make files; a host has no reason to.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// let words = ["horn".to_string(), "-q".to_string()];
    /// machine.set_process("/usr/bin/horn", &words, "/tmp");
    /// assert_eq!(machine.answers("current_prolog_flag(executable, E)"), "   E = '/usr/bin/horn'.\n");
    /// ```
    pub fn set_process(&mut self, executable: &str, arguments: &[String], temporary: &str) {
        self.engine.set_process(executable, arguments, temporary);
    }

    /// Sets the flag `argv`.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let mut machine = Machine::new();
    /// machine.set_arguments(&["a.txt".to_string()]);
    /// assert_eq!(machine.answers("current_prolog_flag(argv, A)"), "   A = ['a.txt'].\n");
    /// ```
    pub fn set_arguments(&mut self, arguments: &[String]) {
        self.engine.set_arguments(arguments);
    }

    /// A handle by which another thread interrupts a running query.
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
    pub fn interrupt_handle(&self) -> InterruptHandle {
        self.engine.interrupt_handle()
    }

    /// The names of the predicates that can be called, sorted, without those that start with `$`.
    ///
    /// ```
    /// use horn::Machine;
    ///
    /// let names = Machine::new().predicate_names();
    /// assert!(names.iter().any(|n| n == "append"));
    /// ```
    pub fn predicate_names(&mut self) -> Vec<String> {
        let predicates = self.engine.predicates(atoms::USER).into_iter();
        let mut names: Vec<String> = predicates.map(|(name, _)| name).collect();
        names.retain(|n| !n.starts_with('$'));
        names.sort();
        names.dedup();
        names
    }

    /// The atom that is the one element of a list.
    fn consulted(&self, term: &ReadTerm, root: NodeId) -> Option<String> {
        let (head, tail) = term.tree.as_cons(root)?;
        let ends = *term.tree.node(tail) == Node::Atom(atoms::NIL);
        match *term.tree.node(head) {
            Node::Atom(a) if ends => Some(self.engine.atoms().text(a).to_string()),
            _ => None,
        }
    }

    /// Reads the term that starts at an offset of a text.
    pub(crate) fn read_term(&mut self, text: &str, at: usize, what: ReadAs) -> TermRead {
        self.engine.read(text, at, what)
    }

    /// The query whose goal is a part of a term that this machine has read.
    pub(crate) fn prepared(&self, term: ReadTerm, goal: NodeId) -> Prepared {
        Prepared::new(self.engine.identity(), term, goal)
    }

    /// The names of atoms.
    pub(crate) fn atoms(&self) -> &AtomTable {
        self.engine.atoms()
    }

    /// The names and operators that terms are printed with.
    pub(crate) fn print_context(&self) -> PrintContext<'_> {
        self.engine.print_context()
    }

    pub(super) fn set_listener(&mut self, listener: Option<HostListener>) {
        self.engine.set_listener(listener);
    }

    pub(super) fn read_query(&mut self, text: &str, what: ReadAs) -> Result<ReadTerm, Error> {
        let ended = EndFinder::new(0).find(text, true).is_some();
        let completed;
        let text = match ended {
            true => text,
            false => {
                // A newline ends a comment; a blank keeps the places of faults on the last line.
                let gap = if text.contains('%') { '\n' } else { ' ' };
                completed = format!("{text}{gap}.");
                &completed
            }
        };
        let fault = |e: Option<Box<SyntaxError>>| {
            Error::Syntax(Box::new(match e {
                Some(e) => Diagnostic::of_syntax_error("query", text, &e),
                None => {
                    let message = "syntax error: one term is expected";
                    let mut d = Diagnostic::new(Severity::Error, "query", text, None, message);
                    d.syntax_error = Some("incomplete_reduction");
                    d
                }
            }))
        };
        let read = self.engine.read(text, 0, what);
        let (term, end) = read
            .map_err(|e| fault(Some(e)))?
            .ok_or_else(|| fault(None))?;
        match self.engine.read(text, end, what) {
            Ok(None) => Ok(term),
            Ok(Some(_)) => Err(fault(None)),
            Err(e) => Err(fault(Some(e))),
        }
    }

    /// The error that an uncaught ball or `halt/1` is.
    pub(super) fn error_of(&self, result: RunResult) -> Option<Error> {
        match result {
            RunResult::Thrown { ball, last, ticket } => {
                let ball = Ball::new(ball, self.engine.print_context());
                let ball = ball.thrown_at(ticket);
                Some(Error::from_ball(ball.of_limit(last)))
            }
            RunResult::Paused(ball) => {
                let ball = Ball::new(ball, self.engine.print_context());
                Some(Error::from_ball(ball.of_limit(true)))
            }
            RunResult::Interrupted => Some(Error::Interrupted),
            RunResult::Halted(status) => Some(Error::Halted(status)),
            RunResult::NoMore | RunResult::Yielded | RunResult::Answer { .. } => None,
        }
    }
}
