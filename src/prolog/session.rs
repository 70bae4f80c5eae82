//! The machine as a host program uses it: load text, ask queries, read answers.
//!
//! One machine is one independent Prolog: no state is shared between machines, and a machine can be
//! moved to another thread. Answers come one at a time; nothing is computed that nobody asks for.

use super::answer::Answer;
use super::diagnostic::{Diagnostic, Severity, Source};
use super::engine::{Engine, Event, Goal, InterruptHandle, Limit, ReadAs};
use super::error::{Ball, Error};
use super::export::Scope;
use super::native::Native;
use super::outlet::Outlet;
use super::stream::AnswerStream;
use super::style::Style;
use crate::base::atom::{Atom, atoms};
use crate::base::tree::{Node, NodeId, Tree};
use crate::syntax::{EndFinder, ReadTerm, SyntaxError};
use crate::system::load;
use std::io::{Read, Write};
use std::path::Path;

/// A Prolog machine with its program.
pub struct Machine {
    engine: Box<dyn Engine>,
    out: Outlet,
    /// Messages about a load that `halt/1` ended.
    left: Vec<Diagnostic>,
}

impl Machine {
    /// A machine over an engine; output goes to the process's standard output.
    pub(crate) fn with_engine(mut engine: Box<dyn Engine>) -> Machine {
        let out = Outlet::new(Box::new(std::io::stdout()));
        engine.set_output(Box::new(out.clone()));
        Machine {
            engine,
            out,
            left: Vec::new(),
        }
    }

    /// A machine with the builtins and libraries, and no program. Output goes to the process's
    /// standard output.
    #[allow(
        clippy::new_without_default,
        reason = "a machine is large; nobody should get one by accident"
    )]
    pub fn new() -> Machine {
        Machine::with_engine(Box::new(Native::new()))
    }

    /// Loads a program from a text, as the file of this name. A second load under the same name
    /// replaces the clauses of the first.
    ///
    /// Returns the warnings and notes.
    ///
    /// # Errors
    /// [`Error::Load`] with all messages when parts of the text are not loaded; the others are.
    /// [`Error::Halted`] when a directive halts.
    pub fn consult_str(&mut self, name: &str, text: &str) -> Result<Vec<Diagnostic>, Error> {
        let loading = self.engine.load(name, text);
        self.engine.flush();
        let messages = loading.messages;
        if let Some(status) = loading.halted {
            self.left.extend(messages);
            return Err(Error::Halted(status));
        }
        match messages.iter().any(|d| d.severity == Severity::Error) {
            true => Err(Error::Load(messages)),
            false => Ok(messages),
        }
    }

    /// Loads a program file. A name without an ending is tried with `.pl` as well. A file that is not
    /// UTF-8 is read as ISO 8859-1.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read; otherwise as
    /// [`Machine::consult_str`].
    pub fn consult_file(&mut self, path: impl AsRef<Path>) -> Result<Vec<Diagnostic>, Error> {
        let given = path.as_ref();
        let with_ending = given.with_extension("pl");
        let path = match given.extension().is_none() && !given.is_file() {
            true if with_ending.is_file() => &with_ending,
            _ => given,
        };
        let bytes = std::fs::read(path).map_err(|e| Error::io(path, &e))?;
        let (text, _) = load::decode(bytes);
        self.consult_str(&path.display().to_string(), &text)
    }

    /// Starts a query: `machine.query("member(X, [1,2,3])")`. A final period and a leading `?-`
    /// may be written or left out.
    ///
    /// # Errors
    /// [`Error::Syntax`] when the text is not one term.
    pub fn query(&mut self, text: &str) -> Result<Query<'_>, Error> {
        let prepared = self.prepare(text)?;
        Ok(self.start(&prepared))
    }

    /// Reads a query that is to be run later, perhaps more than once.
    ///
    /// # Errors
    /// [`Error::Syntax`] when the text is not one term.
    pub fn prepare(&mut self, text: &str) -> Result<Prepared, Error> {
        let term = self.read_query(text)?;
        let mut goal = term.tree.root();
        if let Some([inner]) = term.tree.as_compound::<1>(goal, atoms::QUERY) {
            goal = inner;
        }
        Ok(Prepared::new(term, goal))
    }

    /// Starts a query that was read by this machine.
    pub fn start(&mut self, query: &Prepared) -> Query<'_> {
        self.engine.open(Goal {
            tree: &query.tree,
            root: query.goal,
            variables: &query.variables,
            names: &query.names,
        });
        Query {
            machine: self,
            names: query.names.clone(),
            scope: Scope::Whole,
            open: true,
        }
    }

    /// Whether the query has an answer. Its bindings are gone afterwards, its side effects stay.
    ///
    /// # Errors
    /// As [`Machine::query`] and [`Query::next`].
    pub fn run(&mut self, text: &str) -> Result<bool, Error> {
        let prepared = self.prepare(text)?;
        let mut query = self.start(&prepared);
        query.scope = Scope::Nothing;
        match query.next() {
            Some(answer) => answer.map(|_| true),
            None => Ok(false),
        }
    }

    /// Runs the goal of `:- initialization(Goal, main)`, if one of the loaded texts has one, and says
    /// whether it succeeded.
    ///
    /// # Errors
    /// As [`Query::next`].
    pub fn run_main(&mut self) -> Option<Result<bool, Error>> {
        if !self.engine.open_main() {
            return None;
        }
        let mut query = Query {
            machine: self,
            names: Vec::new(),
            scope: Scope::Nothing,
            open: true,
        };
        Some(match query.next() {
            Some(answer) => answer.map(|_| true),
            None => Ok(false),
        })
    }

    /// Messages about texts that queries loaded, by `consult/1` for example, or in which a directive
    /// halted, since the last call.
    pub fn take_messages(&mut self) -> Vec<Diagnostic> {
        let mut messages = std::mem::take(&mut self.left);
        messages.extend(self.engine.messages());
        messages
    }

    /// The whole answer stream, with what the program prints, as the top level shows it: made for
    /// snapshot tests. Errors are part of the text.
    pub fn answers(&mut self, text: &str) -> String {
        self.first_answers(text, usize::MAX)
    }

    /// As [`Machine::answers`], but stops after `max` answers.
    pub fn first_answers(&mut self, text: &str, max: usize) -> String {
        self.answers_in(Style::Horn, text, max)
    }

    /// As [`Machine::first_answers`], in the style of another top level.
    pub fn answers_in(&mut self, style: Style, text: &str, max: usize) -> String {
        let mut shown = String::new();
        let mut stream = AnswerStream::in_style(style);
        self.out.capture();
        match self.query(text).map(Query::only_to_print) {
            Err(e) => shown.push_str(&stream.error(&e)),
            Ok(mut query) => loop {
                let next = query.next();
                shown.push_str(&query.take_output());
                let at_line_start = shown.is_empty() || shown.ends_with('\n');
                shown.push_str(stream.fresh_line(at_line_start));
                match next {
                    None => shown.push_str(&stream.no()),
                    Some(Err(e)) => shown.push_str(&stream.error(&e)),
                    Some(Ok(answer)) => {
                        shown.push_str(&stream.answer(&answer));
                        if stream.is_open() {
                            if stream.count() < max {
                                shown.push_str(stream.more());
                                continue;
                            }
                            shown.push_str(stream.stop());
                        }
                    }
                }
                break;
            },
        }
        self.engine.flush();
        shown.push_str(&self.out.take());
        self.out.release();
        shown
    }

    /// From now on output goes to this writer.
    pub fn set_output(&mut self, to: Box<dyn Write + Send>) {
        self.engine.flush();
        self.out.redirect(to);
    }

    /// From now on messages of the program (`user_error`) go to this writer.
    pub fn set_error_output(&mut self, to: Box<dyn Write + Send>) {
        self.engine.set_error(to);
    }

    /// Says which of the streams that were given are a terminal's, in the order input, output, errors:
    /// the program finds it in the stream property `tty`.
    pub fn set_terminal(&mut self, is: [bool; 3]) {
        self.engine.set_terminal(is);
    }

    /// From now on the program reads this as its standard input.
    pub fn set_input(&mut self, from: Box<dyn Read + Send>) {
        self.engine.set_input(from);
    }

    /// Keeps output in memory until [`Machine::end_capture`].
    pub fn capture(&mut self) {
        self.engine.flush();
        self.out.capture();
    }

    /// The output since [`Machine::capture`] or the last [`Query::take_output`]; from now on output
    /// goes where it went before.
    pub fn end_capture(&mut self) -> String {
        self.engine.flush();
        let text = self.out.take();
        self.out.release();
        text
    }

    /// Writes to the output, after everything that the program has written so far.
    ///
    /// # Errors
    /// Those of the writer, such as a closed pipe.
    pub fn print(&mut self, text: &str) -> std::io::Result<()> {
        self.engine.flush();
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// Whether output stands at the start of a line.
    pub fn at_line_start(&mut self) -> bool {
        self.engine.flush();
        self.out.at_line_start()
    }

    /// Bounds what each query from now on may use.
    pub fn set_limit(&mut self, limit: Limit) {
        self.engine.set_limit(limit);
    }

    /// Makes these the value of the flag `argv`.
    pub fn set_arguments(&mut self, arguments: &[String]) {
        self.engine.set_arguments(arguments);
    }

    /// A handle with which another thread interrupts a running query.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        self.engine.interrupt_handle()
    }

    /// The names of the predicates that can be called, without those that start with `$`.
    pub fn predicate_names(&mut self) -> Vec<String> {
        let mut names = self.engine.predicate_names();
        names.retain(|n| !n.starts_with('$'));
        names.sort();
        names.dedup();
        names
    }

    /// The atom that the query `[Atom].` would load.
    pub fn consulted_by(&mut self, text: &str) -> Option<String> {
        let term = self.read_query(text).ok()?;
        let (head, tail) = term.tree.as_cons(term.tree.root())?;
        let ends = *term.tree.node(tail) == Node::Atom(atoms::NIL);
        match *term.tree.node(head) {
            Node::Atom(name) if ends => Some(self.atom_text(name)),
            _ => None,
        }
    }

    fn atom_text(&self, a: Atom) -> String {
        self.engine.tables().atoms.text(a).to_string()
    }

    /// The engine below.
    pub(crate) fn engine(&mut self) -> &mut dyn Engine {
        &mut *self.engine
    }

    fn read_query(&mut self, text: &str) -> Result<ReadTerm, Error> {
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
            let source = Source::new("query", text);
            Error::Syntax(Box::new(match e {
                Some(e) => source.syntax_error(&e),
                None => source.one_term_expected(),
            }))
        };
        let read = self.engine.read(text, 0, ReadAs::Goal);
        let (term, end) = read
            .map_err(|e| fault(Some(e)))?
            .ok_or_else(|| fault(None))?;
        match self.engine.read(text, end, ReadAs::Goal) {
            Ok(None) => Ok(term),
            Ok(Some(_)) => Err(fault(None)),
            Err(e) => Err(fault(Some(e))),
        }
    }
}

/// A query that was read and not yet run.
#[derive(Clone, Debug)]
pub struct Prepared {
    tree: Tree,
    goal: NodeId,
    names: Vec<String>,
    variables: Vec<u32>,
}

impl Prepared {
    /// The goal at this place of a term that was read.
    pub(crate) fn new(term: ReadTerm, goal: NodeId) -> Prepared {
        let variables = term.variable_names().filter(|(name, _)| *name != "_");
        let (names, variables) = variables.map(|(n, v)| (n.to_string(), v)).unzip();
        Prepared {
            tree: term.tree,
            goal,
            names,
            variables,
        }
    }

    /// The names of the query's variables, in order of first occurrence.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// A running query: a lazy iterator over its answers.
///
/// Dropping it abandons what was not computed.
pub struct Query<'m> {
    machine: &'m mut Machine,
    names: Vec<String>,
    scope: Scope,
    open: bool,
}

impl Query<'_> {
    /// From now on answers carry no more of huge terms than they print, so that looking at an answer
    /// costs little however large it is. [`Query::whole`] gives all of it.
    pub fn only_to_print(mut self) -> Self {
        self.scope = Scope::Visible;
        self
    }

    /// The newest answer with the whole of its terms, while the query still stands at it: not after
    /// the last one.
    pub fn whole(&mut self) -> Option<Answer> {
        if !self.open {
            return None;
        }
        let found = self.machine.engine.again()?;
        let tables = self.machine.engine.tables();
        Some(Answer::new(&self.names, found, false, tables))
    }

    /// What the program has written since the last call, while output is captured.
    pub fn take_output(&mut self) -> String {
        self.machine.engine.flush();
        self.machine.out.take()
    }

    /// Writes to the output; see [`Machine::print`].
    ///
    /// # Errors
    /// Those of the writer, such as a closed pipe.
    pub fn print(&mut self, text: &str) -> std::io::Result<()> {
        self.machine.print(text)
    }

    /// Whether output stands at the start of a line.
    pub fn at_line_start(&mut self) -> bool {
        self.machine.at_line_start()
    }

    /// The engine below, which may read terms while the query is open.
    pub(crate) fn engine(&mut self) -> &mut dyn Engine {
        self.machine.engine()
    }

    fn close(&mut self) {
        if self.open {
            self.open = false;
            self.machine.engine.close();
        }
    }
}

impl Iterator for Query<'_> {
    type Item = Result<Answer, Error>;

    fn next(&mut self) -> Option<Result<Answer, Error>> {
        if !self.open {
            return None;
        }
        let engine = &mut self.machine.engine;
        let event = engine.next(self.scope);
        engine.flush();
        let tables = engine.tables();
        let item = match event {
            Event::Yes { found, last } => {
                let answer = Answer::new(&self.names, found, last, tables);
                if last {
                    self.close();
                }
                return Some(Ok(answer));
            }
            Event::No => None,
            Event::Thrown(ball) => Some(Err(Error::from_ball(Ball::new(ball, tables)))),
            Event::Halt(status) => Some(Err(Error::Halted(status))),
        };
        self.close();
        item
    }
}

impl Drop for Query<'_> {
    fn drop(&mut self) {
        self.close();
    }
}
