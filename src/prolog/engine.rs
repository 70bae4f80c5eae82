//! The virtual machine with one open query.
//!
//! Loads texts, puts queries on the heap and runs them, and copies answers off the heap together with the
//! residual goals of attributed variables.

use super::answer::FoundAnswer;
use super::booted;
use super::collections::Arguments;
use super::error::{Ball, Error};
use super::into_term::{IntoTerm, TermBuilder};
use super::limits::{InterruptHandle, Limit, Resource, Spent};
use super::memory_share;
use super::meter::{Budget, Meter, limit_memory};
use super::prepared::Prepared;
use super::read_as::ReadAs;
use super::term_display::PrintContext;
use super::term_export::Extent;
use crate::base::atom::{Atom, AtomTable, atoms};
use crate::base::tree::Tree;
use crate::builtins::{boot, clauses, control, tracing};
use crate::clpz::listeners::{self, HostListener};
use crate::machine::{self, Backtrace, Cell, Diverted, Outcome, Paused, Running};
use crate::syntax::{Diagnostic, ReadOptions, ReadTerm, Severity, SyntaxError};
use crate::system::access::Grants;
use crate::system::load::{changes, functions};
use crate::system::streams::Prompt;
use crate::system::written_texts::has_text;
use crate::system::{Vm, explain, flags, library, load, modules};
use rustc_hash::FxHashSet;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A term and the offset after its end; none at the end of the text.
pub(crate) type TermRead = Result<Option<(ReadTerm, usize)>, Box<SyntaxError>>;

/// Result of running a query up to its next answer.
pub(super) enum RunResult {
    /// An answer; with `last`, no choice point remains.
    Answer { found: FoundAnswer, last: bool },
    /// There are no more answers.
    NoMore,
    /// A ball (the root of the tree) was not caught; with `last`, it could not be.
    Thrown {
        ball: Tree,
        last: bool,
        /// The number of the place where it was thrown.
        ticket: u32,
    },
    /// The query was interrupted, and can go on.
    Interrupted,
    /// A limit was reached, with this ball; the query can go on.
    Paused(Tree),
    /// The slice ended; the query can go on.
    Yielded,
    /// `halt/1` was called with this status.
    Halted(i32),
}

/// Result of loading a text.
pub(super) struct LoadResult {
    pub(super) messages: Vec<Diagnostic>,
    /// The ball that ended the load: an interrupt or a limit of the host. Or `halt/1`.
    pub(super) ended: Option<RunResult>,
}

/// The virtual machine of a host's machine.
pub(super) struct HostVm {
    pub(super) vm: Vm,
    pub(super) open: Option<OpenQuery>,
    /// The text of the query that was opened last, if it has one.
    pub(super) query_text: Option<Arc<str>>,
    /// Identifies this machine in the queries that it reads.
    pub(super) identity: Arc<()>,
    /// Those of the machines from which this one was made, up to then: it has the atoms of their queries.
    pub(super) inherited: Vec<Arc<()>>,
    /// True while a query is open or a text is loaded; an interrupt handle has no effect otherwise.
    pub(super) running: Arc<AtomicBool>,
    /// The limits of each query.
    pub(super) budget: Budget,
    /// The meter of the open query, or of the last query or load.
    pub(super) meter: Meter,
    /// The limits in force when the host has set none.
    pub(super) default_limits: machine::Limits,
}

/// The query that is open.
pub(super) struct OpenQuery {
    running: Running,
    /// The place before the protected variables of the query, which holds a variable that is older than the
    /// query; and the number of variables.
    variables: usize,
    pub(super) count: usize,
    /// After an answer that exceeded the limit on answers: true if more may follow it.
    held: Option<bool>,
}

impl HostVm {
    /// The engine of a new machine, a fork of the one that has read the boot files.
    pub(super) fn new() -> HostVm {
        booted::fork().with_share_of_memory()
    }

    /// The engine of the only machine of a process, which reads the boot files itself: no other one is kept for forks.
    #[cfg(feature = "repl")]
    pub(super) fn alone() -> HostVm {
        HostVm::boot().with_share_of_memory()
    }

    /// Limits the engine to its share of the computer's memory.
    fn with_share_of_memory(mut self) -> HostVm {
        let limits = memory_share::within(self.vm.limits().clone());
        self.vm.set_limits(limits.clone());
        self.default_limits = limits;
        self
    }

    /// An engine that reads the boot files.
    pub(super) fn boot() -> HostVm {
        let mut vm = boot::new_vm();
        // Messages about libraries would appear with the first program; a test of `boot` ensures that there
        // are none.
        vm.ext.loader.take_diagnostics();
        HostVm {
            default_limits: vm.limits().clone(),
            vm,
            open: None,
            query_text: None,
            identity: Arc::default(),
            inherited: Vec::new(),
            running: Arc::default(),
            budget: Budget::default(),
            meter: Meter::default(),
        }
    }

    /// Compiles the clauses of libraries that were left for later, so that forks share them.
    pub(super) fn compile_deferred(&mut self) {
        // A clause that cannot be compiled now for want of memory is compiled when it is called.
        let _ = load::complete_all(&mut self.vm);
    }

    /// As [`HostVm::compile_deferred`], for at most so many predicates. Returns true if there were any.
    pub(super) fn compile_some(&mut self, most: usize) -> bool {
        load::complete_some(&mut self.vm, most).is_ok_and(|n| n > 0)
    }

    /// Reads the term that starts at an offset of a text, with the flags and operators of module `user` and
    /// the operators of libraries.
    pub(super) fn read(&mut self, text: &str, at: usize, what: ReadAs) -> TermRead {
        let (of_file, module) = what.of_file();
        let options = ReadOptions {
            goal: !of_file,
            transient: what == ReadAs::QueryOnce,
            answers: what == ReadAs::QueryAfterAnswers,
            quads: of_file,
            ..flags::read_options(&self.vm)
        };
        let read = library::read_leniently(&mut self.vm, module, text, at, &options)?;
        Ok(read.map(|(mut term, end, _)| {
            functions::prepare(&mut self.vm, &mut term.tree, module, of_file);
            (term, end)
        }))
    }

    /// Returns true if this machine has read the query, or one that it was made from: the atoms are those of this
    /// machine.
    pub(super) fn has_read(&self, query: &Prepared) -> bool {
        let is_its = |machine: &Arc<()>| Arc::ptr_eq(machine, &query.machine);
        is_its(&self.identity) || self.inherited.iter().any(is_its)
    }

    /// The identity of this machine, which the queries that it reads carry.
    pub(super) fn identity(&self) -> Arc<()> {
        self.identity.clone()
    }

    /// The names of atoms.
    pub(super) fn atoms(&self) -> &AtomTable {
        &self.vm.atoms
    }

    /// The names and operators that terms are printed with.
    pub(super) fn print_context(&self) -> PrintContext<'_> {
        PrintContext::of(&self.vm)
    }

    /// The loaded files that have changed on disk since.
    pub(super) fn changed_files(&self) -> Vec<String> {
        let changed = changes::changed(&self.vm).into_iter();
        changed.map(|(name, _)| name.to_string()).collect()
    }

    /// The name and the contents of a file for the host itself, which needs no grant: a text that it gave, or a file
    /// of the system. `.pl` may be left out.
    ///
    /// # Errors
    /// The errors of the system.
    pub(super) fn host_file(&mut self, path: &Path) -> io::Result<(Arc<str>, Vec<u8>)> {
        let files = &self.vm.ext.environment;
        let with_extension = path.with_extension("pl");
        let is_file = |p: &Path| files.has_text(p) || p.is_file();
        let found = match path.extension().is_none() && !is_file(path) {
            true if is_file(&with_extension) => with_extension,
            _ => path.to_path_buf(),
        };
        // Read before the text, so that no change is missed.
        let stamp = files.stamp_for_host(&found);
        let bytes = files.read_for_host(&found)?;
        let name = load::file_name(&mut self.vm, &found);
        changes::note(&mut self.vm, &name, stamp);
        Ok((name, bytes))
    }

    /// Makes queries pause when they are interrupted, or not.
    pub(super) fn set_pauses_at_interrupts(&mut self, pauses: bool) {
        self.vm.set_pauses_at_interrupts(pauses);
    }

    /// The goals of the program that were running at the place of an error, the innermost first.
    pub(super) fn running_goals(&mut self, error: &Error) -> Vec<String> {
        let Some(place) = self.take_place(error) else {
            return Vec::new();
        };
        let query = self.query_text.clone();
        let goals = explain::running_goals(&mut self.vm, &place, query.as_deref());
        self.vm.put_thrown(place);
        goals
    }

    /// Removes the recorded place of an error, which can be put back.
    fn take_place(&mut self, error: &Error) -> Option<Box<Backtrace>> {
        let ticket = match error {
            Error::Interrupted => self.vm.backtrace()?.ticket,
            error => error.ball()?.ticket(),
        };
        self.vm.take_thrown(ticket)
    }

    /// The explanation of an error, if the machine still keeps the place where it was thrown: that of the last one.
    pub(super) fn explain(&mut self, error: &Error) -> Option<Diagnostic> {
        let place = self.take_place(error)?;
        let query = self.query_text.clone();
        let explained = explain::explain(&mut self.vm, &place, query.as_deref());
        self.vm.put_thrown(place);
        explained
    }

    /// Loads a text as the file of this name; its clauses replace those of an earlier load.
    pub(super) fn load(&mut self, name: &str, text: &str) -> LoadResult {
        // A query can be open if its handle was leaked.
        self.close();
        self.vm.forget_backtrace();
        self.start_meter();
        self.meter.begin(&mut self.vm, None);
        let result = load::consult_text(&mut self.vm, name, text);
        self.stop_meter();
        let mut messages = self.take_messages();
        let mut ended = None;
        if let Err(ball) = result {
            match self.result_of_ball(&ball) {
                RunResult::Thrown {
                    ball, last: false, ..
                } => {
                    let ball = Ball::new(ball, self.print_context()).to_string();
                    messages.push(Diagnostic::new(Severity::Error, name, "", None, ball));
                }
                other => ended = Some(other),
            }
        }
        LoadResult { messages, ended }
    }

    /// Takes the messages about texts that were loaded since the last call.
    pub(super) fn take_messages(&mut self) -> Vec<Diagnostic> {
        self.vm.ext.loader.take_diagnostics()
    }

    /// Opens the goal of `:- initialization(Goal, main)` as a query. Returns false if no text that was loaded
    /// has one.
    pub(super) fn open_main(&mut self) -> bool {
        let mains = self.vm.ext.loader.take_mains();
        let Some(main) = mains.into_iter().next() else {
            return false;
        };
        self.close();
        let variables = self.mark_heap();
        let goal = main.restore(&mut self.vm.heap);
        // Explanations of errors start from the text of the goal, as from that of a query.
        let (_, inner) = modules::strip_module(&self.vm, goal, atoms::USER);
        let name = inner.to_atom().map(|a| self.vm.atoms.text(a).to_string());
        self.query_text = name.map(Arc::from);
        self.begin(goal, variables, 0);
        true
    }

    /// Opens a query, in place of the one that is open.
    pub(super) fn open(&mut self, query: &Prepared) {
        self.close();
        // The host has ended the line of the last answer.
        self.vm.ext.streams.at_line_start();
        self.query_text = query.text.clone();
        self.vm.ext.written_texts.in_query = query.text.as_deref().is_some_and(has_text);
        let variables = self.mark_heap();
        let mut cells = Vec::new();
        for &(variable, value) in &query.values {
            let value = self.vm.build(&query.tree, value, &mut cells);
            // Of two new terms, one at least is a variable: they unify.
            self.vm.unify(cells[variable as usize], value);
        }
        let goal = self.vm.build(&query.tree, query.goal, &mut cells);
        let goal = self.in_module(query.module, goal);
        for &v in &query.variables {
            self.vm.protect(cells[v as usize]);
        }
        let places = variables + 1..;
        let names = query.names.iter().map(|n| n.as_str().into()).zip(places);
        listeners::name_variables(&mut self.vm, names.collect());
        self.begin(goal, variables, query.variables.len());
    }

    /// Opens the query that calls a predicate, in place of the one that is open. Returns the names of its
    /// variables.
    pub(super) fn open_call(&mut self, name: &str, arguments: impl Arguments) -> Vec<String> {
        self.close();
        self.query_text = None;
        self.vm.ext.streams.at_line_start();
        let variables = self.mark_heap();
        let mut build = TermBuilder::new(&mut self.vm);
        let arguments = arguments.into_arguments(&mut build);
        let goal = build.compound(name, &arguments);
        let goal = build.cell(goal);
        let (names, cells): (Vec<String>, Vec<Cell>) =
            build.variables().map(|(n, c)| (n.to_string(), c)).unzip();
        drop(build);
        for &c in &cells {
            self.vm.protect(c);
        }
        let goal = self.in_module(atoms::USER, goal);
        self.begin(goal, variables, cells.len());
        names
    }

    /// Unifies a variable of the open query, which has not started, with a value. Returns false if they do not
    /// unify.
    pub(super) fn bind_variable(
        &mut self,
        names: &[String],
        i: usize,
        value: impl IntoTerm,
    ) -> bool {
        let Some(open) = &self.open else {
            return false;
        };
        let first = open.variables + 1;
        let cells: Vec<Cell> = (0..names.len())
            .map(|k| self.vm.protected(first + k))
            .collect();
        let mut build = TermBuilder::new(&mut self.vm);
        for (name, &cell) in names.iter().zip(&cells) {
            build.name_variable(name, cell);
        }
        let value = value.into_term(&mut build);
        let value = build.cell(value);
        drop(build);
        self.vm.unify(cells[i], value)
    }

    /// Adds a fact to a dynamic predicate of module `user`, which is made if it does not exist.
    pub(super) fn assert_fact(
        &mut self,
        name: &str,
        arguments: impl Arguments,
    ) -> Result<(), Error> {
        let top = self.vm.heap.top();
        let mut build = TermBuilder::new(&mut self.vm);
        let arguments = arguments.into_arguments(&mut build);
        let fact = build.compound(name, &arguments);
        let fact = build.cell(fact);
        drop(build);
        let added = clauses::add(&mut self.vm, fact);
        self.vm.heap.release(top);
        added.map_err(|ball| self.error_of_ball(&ball))
    }

    /// The machine below, for defining predicates in Rust.
    pub(super) fn vm_mut(&mut self) -> &mut Vm {
        &mut self.vm
    }

    /// Protects a variable below everything that the next query makes on the heap.
    fn mark_heap(&mut self) -> usize {
        self.vm.forget_copied_attvars();
        let mark = self.vm.heap.new_var();
        self.vm.protect(mark)
    }

    /// Starts a goal, `count` variables of which are protected after the place `variables`.
    fn begin(&mut self, goal: Cell, variables: usize, count: usize) {
        self.vm.forget_backtrace();
        self.start_meter();
        self.vm.ext.progress.query = self.query_text.clone();
        if self.vm.tracing_resumes() {
            tracing::enable(&mut self.vm);
        }
        let is_traced = self.vm.diverted_calls() == Diverted::Program
            || tracing::is_turned_on_by(&self.vm, goal);
        let goal = match is_traced {
            true => self.vm.compound("$traced_query", &[goal]),
            false => goal,
        };
        self.open = Some(OpenQuery {
            running: self.vm.start(goal),
            variables,
            count,
            held: None,
        });
    }

    /// Starts the meter of a query or a load, and lets interrupts through.
    fn start_meter(&mut self) {
        self.meter = Meter::new(&self.vm, self.budget);
        self.vm.interrupt_handle().forget();
        self.vm.allow_to_erase();
        self.vm.ext.progress.start = self.vm.inferences;
        self.vm.ext.progress.query = None;
        self.running.store(true, Ordering::SeqCst);
    }

    /// Lifts the limits. Interrupts have no effect from now on.
    fn stop_meter(&mut self) {
        self.running.store(false, Ordering::SeqCst);
        self.meter.end(&mut self.vm);
    }

    /// Grants the open query more of a resource. Returns false if there is none.
    pub(super) fn extend(&mut self, more: Limit) -> bool {
        self.meter.extend(more);
        self.open
            .as_ref()
            .is_some_and(|open| !open.running.is_over())
    }

    /// The resources that the open query, or the last query or load, has used.
    pub(super) fn spent(&self) -> Spent {
        self.meter.spent()
    }

    /// Runs the open query up to its first or next answer, or for so many inferences.
    pub(super) fn next(&mut self, extent: Extent, slice: Option<u64>) -> RunResult {
        let Some(mut open) = self.open.take() else {
            return RunResult::NoMore;
        };
        self.meter.begin(&mut self.vm, slice);
        let result = match self.advance(&mut open) {
            Ok(Outcome::Answer { more }) => match self.solution(&open, extent) {
                Ok(found) => {
                    self.meter.count_answer();
                    RunResult::Answer { found, last: !more }
                }
                Err(ball) => {
                    // If the query goes on with more of the resource, the residual goals are computed again.
                    open.held = Some(more);
                    self.result_of_solution(&ball)
                }
            },
            Ok(Outcome::NoMore) => RunResult::NoMore,
            Ok(Outcome::Raised(ball)) => self.result_of_ball(&ball),
            Err(Paused(atoms::SLICE)) => RunResult::Yielded,
            Err(Paused(atoms::INTERRUPTED)) => RunResult::Interrupted,
            Err(Paused(resource)) => {
                let ball = self.vm.resource_error(resource);
                match self.exported_ball(&ball) {
                    Ok(ball) => RunResult::Paused(ball),
                    Err(status) => RunResult::Halted(status),
                }
            }
        };
        self.meter.end(&mut self.vm);
        listeners::flush(&mut self.vm);
        self.open = Some(open);
        result
    }

    /// The outcome of the next run of a query, whose answers are counted.
    fn advance(&mut self, open: &mut OpenQuery) -> Result<Outcome, Paused> {
        // An interrupt may have come since the last answer.
        if let Some(ball) = self.vm.take_interrupt() {
            self.vm.finish(&mut open.running);
            return Ok(Outcome::Raised(ball));
        }
        let outcome = match open.held.take() {
            Some(more) => Outcome::Answer { more },
            None => self.vm.next_answer_or_pause(&mut open.running)?,
        };
        match outcome {
            Outcome::Answer { more } if !self.meter.allows_answer() => {
                open.held = Some(more);
                Err(Paused(atoms::ANSWERS))
            }
            outcome => Ok(outcome),
        }
    }

    /// Closes the open query and undoes its bindings. Cleanup handlers run.
    pub(super) fn close(&mut self) {
        if let Some(mut open) = self.open.take() {
            if !open.running.is_over() {
                if !self.meter.is_unlimited() {
                    self.meter.begin(&mut self.vm, None);
                }
                if open.running.is_paused() {
                    self.vm.leave_to_cleanups();
                }
                self.vm.finish(&mut open.running);
            }
            // What the query has left of tables is of no use, as its evaluation has ended.
            self.vm.ext.tables.end_query();
            // The output of cleanup goals belongs to this query.
            self.flush();
            self.stop_meter();
            listeners::flush(&mut self.vm);
            listeners::name_variables(&mut self.vm, Vec::new());
            self.vm.unprotect(open.variables);
            self.vm.shrink();
        }
    }

    /// The error for a ball.
    pub(super) fn error_of_ball(&mut self, ball: &machine::Ball) -> Error {
        match self.exported_ball(ball) {
            Ok(tree) => {
                let thrown = Ball::new(tree, self.print_context());
                Error::from_ball(thrown.thrown_at(ball.ticket()))
            }
            Err(status) => Error::Halted(status),
        }
    }

    fn result_of_ball(&mut self, ball: &machine::Ball) -> RunResult {
        match self.exported_ball(ball) {
            Ok(tree) => RunResult::Thrown {
                ball: tree,
                last: ball.is_final(),
                ticket: ball.ticket(),
            },
            Err(status) => RunResult::Halted(status),
        }
    }

    /// The result of an answer whose residual goals threw a ball.
    fn result_of_solution(&mut self, ball: &machine::Ball) -> RunResult {
        match self.result_of_ball(ball) {
            RunResult::Thrown { ball, last, ticket } => {
                let thrown = Ball::new(ball.clone(), self.print_context()).of_limit(last);
                match thrown.resource() {
                    None | Some(Resource::Memory) => RunResult::Thrown { ball, last, ticket },
                    Some(_) => RunResult::Paused(ball),
                }
            }
            other => other,
        }
    }

    /// The term of a ball as the root of a tree; or the status, if it is that of `halt/1`.
    fn exported_ball(&mut self, ball: &machine::Ball) -> Result<Tree, i32> {
        if let Some(status) = control::halt_status(&mut self.vm, ball) {
            return Err(status);
        }
        // The attributed variables of the ball would appear in later answers: they are undone with a query that is
        // not run.
        let mut aside = self.vm.start(Cell::atom(atoms::TRUE));
        let term = ball.term().restore(&mut self.vm.heap);
        let tree = self.exported_term(term);
        self.vm.finish(&mut aside);
        Ok(tree)
    }

    /// The bindings and residual goals of the answer that a query has given last.
    pub(super) fn solution(
        &mut self,
        open: &OpenQuery,
        extent: Extent,
    ) -> Result<FoundAnswer, machine::Ball> {
        if extent == Extent::Nothing {
            return Ok(FoundAnswer::default());
        }
        let cells = (1..=open.count).map(|i| self.vm.protected(open.variables + i));
        let variables: Vec<Cell> = cells.collect();
        // Older attributed variables are not the query's.
        let begin = self.vm.protected(open.variables).addr();
        let residue = self.vm.attvars_since(begin);
        match residue.is_empty() {
            true => self.exported(&variables, &[], extent),
            false => self.solution_with_goals(&variables, &residue, extent),
        }
    }

    /// The solution whose residual goals are those of the attributed variables `residue`.
    fn solution_with_goals(
        &mut self,
        variables: &[Cell],
        residue: &[Cell],
        extent: Extent,
    ) -> Result<FoundAnswer, machine::Ball> {
        let heap = &mut self.vm.heap;
        let values = heap.list(variables, Cell::NIL);
        let residue = heap.list(residue, Cell::NIL);
        let (attvars, goals) = (heap.new_var(), heap.new_var());
        let places = [values, goals].map(|c| self.vm.protect(c));
        let both = self.structure("-", &[values, residue]);
        let [project, collect, describe] = [
            self.structure("$project_attributes", &[values, residue]),
            self.structure("term_attvars", &[both, attvars]),
            self.structure("$attvars_goals", &[attvars, goals]),
        ];
        let rest = self.structure(",", &[collect, describe]);
        let goal = self.structure(",", &[project, rest]);
        let goal = self.in_module(atoms::SYSTEM, goal);
        // A nested query, so that its bindings are undone.
        let mut nested = self.vm.start(goal);
        let found = match self.vm.next_answer(&mut nested) {
            Outcome::Answer { .. } => {
                let [values, goals]: [Vec<Cell>; 2] =
                    places.map(|p| self.vm.heap.elements(self.vm.protected(p)).collect());
                for &goal in &goals {
                    let (module, _) = modules::strip_module(&self.vm, goal, atoms::USER);
                    library::adopt_operators(&mut self.vm, module);
                }
                self.exported(&values, &goals, extent)
            }
            Outcome::NoMore => self.exported(variables, &[], extent),
            Outcome::Raised(ball) => Err(ball),
        };
        self.vm.finish(&mut nested);
        self.vm.unprotect(places[0]);
        found
    }

    fn structure(&mut self, name: &str, args: &[Cell]) -> Cell {
        self.vm.compound(name, args)
    }

    fn in_module(&mut self, module: Atom, goal: Cell) -> Cell {
        self.vm.compound(atoms::COLON, &[Cell::atom(module), goal])
    }

    /// Sets the listener to propagation and search.
    pub(super) fn set_listener(&mut self, listener: Option<HostListener>) {
        listeners::set_host(&mut self.vm, listener);
    }

    pub(super) fn interrupt_handle(&self) -> InterruptHandle {
        let threads = Arc::downgrade(self.vm.ext.threads.family());
        InterruptHandle {
            signal: self.vm.interrupt_handle(),
            running: self.running.clone(),
            threads,
        }
    }

    /// The predicate indicator of the goal that was interrupted last.
    pub(super) fn interrupted_in(&self) -> Option<String> {
        let running = explain::interrupted(&self.vm);
        let named = explain::named_goal(&self.vm, &running)?;
        let p = self.vm.db.pred(named);
        let name = self.vm.atoms.text(p.name);
        Some(format!("{}/{}", &*name, p.arity))
    }

    pub(super) fn set_limit(&mut self, limit: Limit) {
        match limit {
            Limit::Memory(bytes) => limit_memory(&mut self.vm, &self.default_limits, bytes, true),
            Limit::CatchableMemory(bytes) => {
                limit_memory(&mut self.vm, &self.default_limits, bytes, false);
            }
            limit => self.budget.set(limit),
        }
    }

    /// The access of the machine to the world outside.
    pub(super) fn access(&self) -> &Grants {
        &self.vm.ext.environment.access
    }

    /// Sets the access of the machine to the world outside.
    pub(super) fn set_access(&mut self, access: Grants) {
        let withheld = [
            ("pid", access.processes, 0),
            ("cpu_count", access.threads, 1),
        ];
        for (flag, granted, value) in withheld {
            if !granted {
                // The value is an integer as before: this cannot fail.
                let _ = flags::set_flag(&mut self.vm, flag, Cell::int(value));
            }
        }
        self.vm.ext.environment.set_access(access);
    }

    /// Sets the flag `argv`.
    pub(super) fn set_arguments(&mut self, arguments: &[String]) {
        flags::set_words(&mut self.vm, "argv", arguments);
    }

    /// Sets the flags `executable`, `os_argv` and `tmp_dir`.
    pub(super) fn set_process(&mut self, executable: &str, arguments: &[String], temporary: &str) {
        flags::set_word(&mut self.vm, "executable", executable);
        flags::set_words(&mut self.vm, "os_argv", arguments);
        flags::set_word(&mut self.vm, "tmp_dir", temporary);
    }

    /// Sets the writer of `user_output`. Output is buffered up to the next [`HostVm::flush`].
    pub(super) fn set_output(&mut self, to: Box<dyn Write + Send>) {
        self.vm.ext.streams.set_user_output(to);
    }

    /// Sets the writer of `user_error`.
    pub(super) fn set_error(&mut self, to: Box<dyn Write + Send>) {
        self.vm.ext.streams.set_user_error(to);
    }

    /// Sets the reader of `user_input`.
    pub(super) fn set_input(&mut self, from: Box<dyn Read + Send>) {
        self.vm.ext.streams.set_user_input(from);
    }

    /// The prompt of a reader of a terminal.
    pub(super) fn prompt(&self) -> Prompt {
        self.vm.ext.streams.prompt.clone()
    }

    /// Sets which of the standard streams (input, output, errors) are terminals.
    pub(super) fn set_terminal(&mut self, [input, output, error]: [bool; 3]) {
        self.vm.ext.streams.set_terminal(input, output, error);
    }

    pub(super) fn flush(&mut self) {
        // Errors of the writer are reported to the goals that write.
        let _ = self.vm.ext.streams.flush_all();
    }

    /// Returns true if a call in module `user` finds a predicate, possibly one of a library.
    pub(super) fn defines(&mut self, name: &str, arity: usize) -> bool {
        let (name, arity) = (self.vm.atoms.intern_transient(name), arity as u32);
        let visible = modules::visible(&self.vm, atoms::USER, name, arity);
        visible.is_some() || library::exporter(&mut self.vm, name, arity).is_some()
    }

    /// The operators of a module.
    pub(super) fn operators(&self, module: Atom) -> FxHashSet<String> {
        let ops = self.vm.ext.modules.ops(module).iter();
        ops.map(|(a, _)| self.vm.atoms.text(a).to_string())
            .collect()
    }
}
