//! The engine that hosts use: the machine with its builtins and libraries.
//!
//! Puts queries on the heap, runs them, and takes answers off it together with the residual goals of
//! the attributed variables that are left.

use super::answer::Solution;
use super::diagnostic::{Diagnostic, Finding, Severity, Source};
use super::engine::{self, Engine, Event, Goal, InterruptHandle, Limit, Loading, ReadAs};
use super::export::{Scope, export};
use super::memory;
use super::term::Tables;
use crate::base::atom::{Atom, atoms};
use crate::base::tree::Tree;
use crate::builtins::{boot, control};
use crate::clpz::events::{self, HostEar};
use crate::machine::{Ball, Cell, Outcome, Running};
use crate::syntax::{QuotedAs, ReadOptions};
use crate::system::{Vm, flags, library, load};
use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// A machine that may be running a query.
pub(super) struct Native {
    vm: Vm,
    open: Option<Open>,
    /// Whether a query runs, for those who interrupt.
    running: Arc<AtomicBool>,
    inferences: Option<u64>,
    time: Option<Duration>,
    /// Bounds of a machine that nobody has bounded.
    unbounded: crate::machine::Limits,
}

/// The query that is open.
struct Open {
    running: Running,
    /// Where the query's variables are protected, and how many there are.
    variables: usize,
    count: usize,
    /// Dropped when the query ends in time.
    _timer: Option<Sender<()>>,
}

impl Native {
    pub(super) fn new() -> Native {
        let mut vm = boot::new_vm();
        // What the libraries have to say is no business of the program that is loaded first; a test
        // sees to it that they say nothing.
        vm.ext.loader.take_diagnostics();
        let mut unbounded = vm.limits().clone();
        if let Some(share) = memory::share() {
            unbounded.heap_bytes = unbounded.heap_bytes.min(share);
            unbounded.stack_bytes = unbounded.stack_bytes.min(share);
            vm.set_limits(unbounded.clone());
        }
        Native {
            unbounded,
            vm,
            open: None,
            running: Arc::default(),
            inferences: None,
            time: None,
        }
    }

    fn ended(&mut self, ball: &Ball) -> Event {
        if let Some(status) = control::halt_status(&mut self.vm, ball) {
            return Event::Halt(status);
        }
        let term = ball.term().restore(&mut self.vm.heap);
        let (mut tree, places) = export(&self.vm, &[term], Scope::Whole);
        tree.root = places.first().copied();
        Event::Thrown(tree)
    }

    /// Bindings and residual goals of the answer that the open query stands at.
    fn solution(&mut self, variables: &[Cell], scope: Scope) -> Result<Solution, Ball> {
        if scope == Scope::Nothing {
            return Ok(Solution::default());
        }
        let residue = match self.vm.has_had_attvars {
            true => self.vm.attvars_since(0),
            false => Vec::new(),
        };
        if residue.is_empty() {
            let (tree, values) = export(&self.vm, variables, scope);
            return Ok(Solution {
                tree,
                values,
                goals: Vec::new(),
            });
        }
        let heap = &mut self.vm.heap;
        let mine = heap.list(variables, Cell::NIL);
        let others = heap.list(&residue, Cell::NIL);
        let (all, goals) = (heap.new_var(), heap.new_var());
        let at = [mine, goals].map(|c| self.vm.protect(c));
        let minus = self.structure("-", &[mine, others]);
        let steps = [
            self.structure("$project_attributes", &[mine, others]),
            self.structure("term_attvars", &[minus, all]),
            self.structure("$attvars_goals", &[all, goals]),
        ];
        let last = self.structure(",", &steps[1..]);
        let both = self.structure(",", &[steps[0], last]);
        let ask = self.in_module(atoms::SYSTEM, both);
        // Run in a query of its own, so that whatever asking does is undone.
        let mut nested = self.vm.start(ask);
        let found = match self.vm.next_answer(&mut nested) {
            Outcome::Answer { .. } => {
                let mine = list_items(&self.vm, self.vm.protected(at[0]));
                let goals = list_items(&self.vm, self.vm.protected(at[1]));
                let all = [&mine[..], &goals[..]].concat();
                let (tree, mut values) = export(&self.vm, &all, scope);
                let goals = values.split_off(mine.len());
                Ok(Solution {
                    tree,
                    values,
                    goals,
                })
            }
            Outcome::NoMore => {
                let (tree, values) = export(&self.vm, variables, scope);
                Ok(Solution {
                    tree,
                    values,
                    goals: Vec::new(),
                })
            }
            Outcome::Raised(ball) => Err(ball),
        };
        self.vm.finish(&mut nested);
        self.vm.unprotect(at[0]);
        found
    }

    fn structure(&mut self, name: &str, args: &[Cell]) -> Cell {
        self.vm.compound(name, args)
    }

    fn in_module(&mut self, module: Atom, goal: Cell) -> Cell {
        self.vm.compound(atoms::COLON, &[Cell::atom(module), goal])
    }
}

impl Engine for Native {
    fn read(&mut self, text: &str, at: usize, what: ReadAs) -> engine::Read {
        let options = ReadOptions {
            goal: what == ReadAs::Goal,
            quads: what == ReadAs::FileTerm,
            ..flags::read_options(&self.vm)
        };
        let read = library::read(&mut self.vm, atoms::USER, text, at, &options)?;
        Ok(read.map(|(term, end, _)| (term, end)))
    }

    fn tables(&self) -> Tables<'_> {
        Tables {
            atoms: &self.vm.atoms,
            ops: self.vm.ext.modules.ops(atoms::USER),
            strings: flags::read_options(&self.vm).double_quotes == QuotedAs::Chars,
            numbervars: false,
        }
    }

    fn load(&mut self, name: &str, text: &str) -> Loading {
        let result = load::consult_text(&mut self.vm, name, text);
        let mut messages = self.messages();
        let halted = match result {
            Ok(()) => None,
            Err(ball) => match self.ended(&ball) {
                Event::Halt(status) => Some(status),
                Event::Thrown(tree) => {
                    let text = self.ball_text(tree);
                    messages.push(Diagnostic::general(Severity::Error, name, text));
                    None
                }
                Event::No | Event::Yes { .. } => None,
            },
        };
        Loading { messages, halted }
    }

    fn messages(&mut self) -> Vec<Diagnostic> {
        let found = self.vm.ext.loader.take_diagnostics();
        let mut source: Option<(Arc<str>, Source<'_>)> = None;
        let mut messages = Vec::new();
        for d in &found {
            // Messages about one text mostly come one after the other.
            let lines = match source.take() {
                Some((text, lines)) if Arc::ptr_eq(&text, &d.text) => lines,
                _ => Source::new(&d.file, &d.text),
            };
            let mut message = lines.diagnostic(Finding {
                severity: severity(d.severity),
                span: Some(d.span),
                message: d.message.clone(),
                hint: d.hint.clone(),
            });
            message.syntax_error = d.syntax_error;
            message.incomplete = d.incomplete;
            messages.push(message);
            source = Some((d.text.clone(), lines));
        }
        messages
    }

    fn open_main(&mut self) -> bool {
        let mains = self.vm.ext.loader.take_mains();
        let Some(main) = mains.into_iter().next() else {
            return false;
        };
        self.close();
        let variables = self.vm.protect(Cell::NIL);
        let goal = main.restore(&mut self.vm.heap);
        self.begin(goal, variables, 0);
        true
    }

    fn open(&mut self, goal: Goal<'_>) {
        self.close();
        // Whatever showed the last answer has left its line.
        self.vm.ext.streams.at_line_start();
        let mut cells = Vec::new();
        let term = self.vm.build(goal.tree, goal.root, &mut cells);
        let term = self.in_module(atoms::USER, term);
        let variables = self.vm.protect(Cell::NIL);
        for &v in goal.variables {
            self.vm.protect(cells[v as usize]);
        }
        let places = variables + 1..;
        let names = goal.names.iter().map(|n| n.as_str().into()).zip(places);
        events::name_variables(&mut self.vm, names.collect());
        self.begin(term, variables, goal.variables.len());
    }

    fn again(&mut self) -> Option<Solution> {
        let open = self.open.as_ref()?;
        let cells = (1..=open.count).map(|i| self.vm.protected(open.variables + i));
        let variables: Vec<Cell> = cells.collect();
        self.solution(&variables, Scope::Whole).ok()
    }

    fn next(&mut self, scope: Scope) -> Event {
        let Some(mut open) = self.open.take() else {
            return Event::No;
        };
        self.running.store(true, Ordering::SeqCst);
        let outcome = self.vm.next_answer(&mut open.running);
        let event = match outcome {
            Outcome::Answer { more } => {
                let cells = (1..=open.count).map(|i| self.vm.protected(open.variables + i));
                let variables: Vec<Cell> = cells.collect();
                match self.solution(&variables, scope) {
                    Ok(found) => Event::Yes { found, last: !more },
                    Err(ball) => self.ended(&ball),
                }
            }
            Outcome::NoMore => Event::No,
            Outcome::Raised(ball) => self.ended(&ball),
        };
        events::flush(&mut self.vm);
        self.running.store(false, Ordering::SeqCst);
        self.open = Some(open);
        event
    }

    fn close(&mut self) {
        if let Some(mut open) = self.open.take() {
            self.vm.finish(&mut open.running);
            events::flush(&mut self.vm);
            events::name_variables(&mut self.vm, Vec::new());
            self.vm.unprotect(open.variables);
        }
    }

    fn set_listener(&mut self, ear: Option<HostEar>) {
        events::set_host(&mut self.vm, ear);
    }

    fn interrupt_handle(&self) -> InterruptHandle {
        let (running, interrupt) = (self.running.clone(), self.vm.interrupt_handle());
        InterruptHandle(Arc::new(move || {
            if running.load(Ordering::SeqCst) {
                interrupt.interrupt();
            }
        }))
    }

    fn set_limit(&mut self, limit: Limit) {
        match limit {
            Limit::Memory(bytes) => {
                let mut limits = self.vm.limits().clone();
                let bytes = bytes.map(|b| b as u64);
                limits.heap_bytes = bytes.unwrap_or(self.unbounded.heap_bytes);
                limits.stack_bytes = bytes.unwrap_or(self.unbounded.stack_bytes);
                self.vm.set_limits(limits);
            }
            Limit::Inferences(n) => self.inferences = n,
            Limit::Time(d) => self.time = d,
        }
    }

    fn set_arguments(&mut self, arguments: &[String]) {
        flags::set_argv(&mut self.vm, arguments);
    }

    fn set_output(&mut self, to: Box<dyn Write + Send>) {
        self.vm.ext.streams.set_user_output(to);
    }

    fn set_terminal(&mut self, [input, output, error]: [bool; 3]) {
        self.vm.ext.streams.set_terminal(input, output, error);
    }

    fn set_error(&mut self, to: Box<dyn Write + Send>) {
        self.vm.ext.streams.set_user_error(to);
    }

    fn set_input(&mut self, from: Box<dyn Read + Send>) {
        self.vm.ext.streams.set_user_input(from);
    }

    fn flush(&mut self) {
        // The writer's own errors have been reported to the program that wrote.
        let _ = self.vm.ext.streams.flush_all();
    }

    fn predicate_names(&mut self) -> Vec<String> {
        let mut names = library::exported(&mut self.vm);
        let db = &self.vm.db;
        let visible = db.preds().filter(|(p, d)| {
            (d.module == atoms::USER || d.module == atoms::SYSTEM) && db.is_defined(*p)
        });
        names.extend(visible.map(|(_, d)| (d.name, d.arity)));
        let text = |&(name, _): &(Atom, u32)| self.vm.atoms.text(name).to_string();
        names.iter().map(text).collect()
    }
}

impl Native {
    /// Starts a goal whose variables are protected after the place `variables`.
    fn begin(&mut self, goal: Cell, variables: usize, count: usize) {
        let mut limits = self.vm.limits().clone();
        limits.inferences = match self.inferences {
            Some(n) => self.vm.inferences.saturating_add(n),
            None => u64::MAX,
        };
        self.vm.set_limits(limits);
        let timer = self.time.map(|d| self.timer(d));
        self.open = Some(Open {
            running: self.vm.start(goal),
            variables,
            count,
            _timer: timer,
        });
    }

    /// A ball that stopped a load, as it would be printed.
    fn ball_text(&mut self, tree: Tree) -> String {
        super::Ball::new(tree, self.tables()).to_string()
    }

    /// Stops the query after this long, unless what is returned is dropped before.
    fn timer(&self, after: Duration) -> Sender<()> {
        let (sender, receiver) = channel();
        let interrupt = self.vm.interrupt_handle();
        std::thread::spawn(move || {
            if receiver.recv_timeout(after) == Err(RecvTimeoutError::Timeout) {
                interrupt.time_out();
            }
        });
        sender
    }
}

fn severity(s: load::Severity) -> Severity {
    match s {
        load::Severity::Note => Severity::Note,
        load::Severity::Warning => Severity::Warning,
        load::Severity::Error => Severity::Error,
    }
}

/// The elements of a proper list.
fn list_items(vm: &Vm, list: Cell) -> Vec<Cell> {
    let mut items = Vec::new();
    let mut rest = vm.heap.deref(list);
    while rest.is_list() {
        let at = vm.heap.args_at(rest);
        items.push(vm.heap.get(at));
        rest = vm.heap.deref(vm.heap.get(at + 8));
    }
    items
}
