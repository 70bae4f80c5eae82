//! Who listens to the kernel's events: goals of Prolog, the recorder of search trees, the host.
//!
//! Events are told in batches, in their order: after each constraint and after each slice of a search.
//! A goal that listens runs in between, on its own; whatever it binds or constrains is undone, so that
//! it cannot change what it listens to. What is told then is not listened to.

use super::residual;
use super::tree::Tree;
use super::variable::{known, store};
use super::{Res, Row, Step, Stop, Vm, det, set};
use crate::base::atom::atoms;
use crate::fd::kernel::trace::{Asleep, Cause, Event, Label, Statement};
use crate::fd::kernel::var::VarId;
use crate::machine::{Attributes, Ball, Cell, Record};
use crate::syntax::{WriteOptions, term_text};
use crate::system::streams::{find_output, write_text};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A function of the host that listens; the text is that of the constraint in the event, if any.
pub(crate) type HostEar = Box<dyn FnMut(&Event, Option<&str>) + Send>;

/// How many elements of a list get names.
const LONG: usize = 10_000;

enum Ear {
    Goal(Record),
    Tree(Box<Tree>),
    Host(HostEar),
}

struct Listener {
    id: u64,
    active: bool,
    /// Whether it knows what there was when it began to listen.
    knows: bool,
    ear: Ear,
}

/// The listeners of one machine.
#[derive(Default)]
pub(super) struct Listening {
    listeners: Vec<Listener>,
    last: u64,
    /// What is known while nobody listens, until the listener that was the last one goes on.
    asleep: Vec<(u64, Asleep)>,
    /// A listener is told something just now.
    busy: bool,
    /// Names of variables of the query, and where they are protected.
    query: Vec<(Label, usize)>,
    /// Constraints are shown with these names, whatever the variables are now.
    pub(super) labels: Option<Vec<(VarId, Label)>>,
}

impl Listening {
    fn with(&mut self, id: u64) -> Option<&mut Listener> {
        self.listeners.iter_mut().find(|l| l.id == id)
    }

    fn any_active(&self) -> bool {
        self.listeners.iter().any(|l| l.active)
    }

    /// Shows the records to the collector of atoms.
    pub(super) fn records(&self, visit: &mut dyn FnMut(&Record)) {
        for l in &self.listeners {
            if let Ear::Goal(r) = &l.ear {
                visit(r);
            }
        }
    }
}

pub(crate) const ROWS: &[Row] = &[
    det(
        "$fd_listen",
        "+term, -integer",
        "-",
        "A goal that wants to be called with events.",
        |vm| {
            let goal = vm.x(0);
            let goal = Record::new(&mut vm.heap, goal, Attributes::Copy);
            let id = add(vm, Ear::Goal(goal));
            Ok(vm.unify(vm.x(1), id))
        },
    ),
    det(
        "$fd_listen_tree",
        "+integer, -integer",
        "-",
        "A recorder of a search tree with so many nodes at most.",
        |vm| {
            let most = vm.to_int(vm.x(0)).and_then(|i| i.to_i64()).unwrap_or(0);
            let tree = Tree::new(usize::try_from(most).unwrap_or(0));
            let id = add(vm, Ear::Tree(Box::new(tree)));
            Ok(vm.unify(vm.x(1), id))
        },
    ),
    det(
        "$fd_begin",
        "+integer",
        "-",
        "The listener listens from now on.",
        begin,
    ),
    det(
        "$fd_end",
        "+integer",
        "-",
        "The listener listens no more for now.",
        end,
    ),
    det(
        "$fd_forget",
        "+integer",
        "-",
        "The listener will not listen again.",
        forget,
    ),
    det(
        "$fd_solved",
        "",
        "-",
        "A search in single steps found a solution.",
        |vm| {
            solved(vm)?;
            Ok(true)
        },
    ),
    det(
        "$fd_tree",
        "+integer, +atom, +stream",
        "-",
        "Writes the recorded search tree with a title, as JSON.",
        |vm| {
            let Some(id) = number(vm) else {
                return Ok(false);
            };
            let title = vm.atoms.text(vm.x(1).as_atom()).to_string();
            let found = vm.ext.clpz.events.with(id).map(|l| &l.ear);
            let Some(Ear::Tree(tree)) = found else {
                return Ok(false);
            };
            let text = tree.json(&title);
            let stream = find_output(vm, Some(vm.x(2)), false)?;
            write_text(vm, stream, &text)?;
            Ok(true)
        },
    ),
    det(
        "$fd_page",
        "+atom, -atom, -atom",
        "-",
        "What comes before and after the data of a page.",
        |vm| {
            let page = match &*vm.atoms.text(vm.x(0).as_atom()) {
                "tree" => include_str!("../../assets/tree.html"),
                "board" => include_str!("../../assets/board.html"),
                _ => return Ok(false),
            };
            let (before, after) = page.split_once("/*DATA*/").unwrap_or((page, ""));
            let [before, after] = [before, after].map(|s| Cell::atom(vm.atoms.intern(s)));
            Ok(vm.unify(vm.x(1), before) && vm.unify(vm.x(2), after))
        },
    ),
];

/// The number of a listener.
fn number(vm: &mut Vm) -> Option<u64> {
    let i = vm.to_int(vm.x(0))?.to_i64()?;
    u64::try_from(i).ok()
}

fn add(vm: &mut Vm, ear: Ear) -> Cell {
    let all = &mut vm.ext.clpz.events;
    all.last += 1;
    all.listeners.push(Listener {
        id: all.last,
        active: false,
        knows: false,
        ear,
    });
    Cell::int(all.last as i64)
}

/// A function of the host listens from now on, until `None` is given.
pub(crate) fn set_host(vm: &mut Vm, ear: Option<HostEar>) {
    let all = &mut vm.ext.clpz.events;
    all.listeners.retain(|l| l.id != 0);
    match ear {
        Some(ear) => {
            all.listeners.push(Listener {
                id: 0,
                active: true,
                knows: true,
                ear: Ear::Host(ear),
            });
            vm.ext.clpz.store.listen();
        }
        None if !all.any_active() => vm.ext.clpz.store.end_listening(),
        None => {}
    }
}

/// The names of the variables of the query that runs, each with the place where it is protected.
pub(crate) fn name_variables(vm: &mut Vm, names: Vec<(Label, usize)>) {
    vm.ext.clpz.events.query = names;
}

fn begin(vm: &mut Vm) -> Res {
    let Some(id) = number(vm).filter(|_| !vm.ext.clpz.events.busy) else {
        return Ok(true);
    };
    deliver(vm)?;
    let clpz = &mut vm.ext.clpz;
    if !clpz.store.is_watched() {
        match clpz.events.asleep.iter().position(|a| a.0 == id) {
            Some(at) => clpz.store.wake_up(clpz.events.asleep.remove(at).1),
            None => clpz.store.listen(),
        }
    }
    let Some(l) = clpz.events.with(id) else {
        return Ok(true);
    };
    l.active = true;
    if !std::mem::replace(&mut l.knows, true) {
        for (label, c) in named(vm) {
            if let Some(v) = known(vm, c) {
                store(vm).label(v, label, true);
            }
        }
        deliver(vm)?;
    }
    Ok(true)
}

fn end(vm: &mut Vm) -> Res {
    let Some(id) = number(vm).filter(|_| !vm.ext.clpz.events.busy) else {
        return Ok(true);
    };
    let told = deliver(vm);
    let clpz = &mut vm.ext.clpz;
    if let Some(l) = clpz.events.with(id) {
        l.active = false;
    }
    if !clpz.events.any_active()
        && let Some(asleep) = clpz.store.fall_asleep()
    {
        clpz.events.asleep.push((id, asleep));
    }
    told.map(|()| true)
}

fn forget(vm: &mut Vm) -> Res {
    let Some(id) = number(vm).filter(|_| !vm.ext.clpz.events.busy) else {
        return Ok(true);
    };
    // Whatever ended the goal is on its way already.
    let _ = deliver(vm);
    let clpz = &mut vm.ext.clpz;
    clpz.events.listeners.retain(|l| l.id != id);
    clpz.events.asleep.retain(|a| a.0 != id);
    if !clpz.events.any_active() {
        clpz.store.end_listening();
    }
    Ok(true)
}

/// Reports a solution of a search in single steps.
pub(super) fn solved(vm: &mut Vm) -> Result<(), Ball> {
    if store(vm).is_watched() {
        store(vm).report_solution();
        deliver(vm)?;
    }
    Ok(())
}

/// Tells the listeners what they have not heard yet, between queries.
pub(crate) fn flush(vm: &mut Vm) {
    if store(vm).is_watched() {
        // There is nobody who could catch what a goal throws.
        let _ = deliver(vm);
    }
}

/// [`deliver`] within a change.
pub(super) fn deliver_step(vm: &mut Vm) -> Step<()> {
    deliver(vm).map_err(Stop::Ball)
}

/// Tells the listeners what happened since they were told last.
///
/// # Errors
/// What one of them throws. It does not know of the rest, nor do those after it.
pub(super) fn deliver(vm: &mut Vm) -> Result<(), Ball> {
    let events = store(vm).take_events();
    if events.is_empty() {
        return Ok(());
    }
    let watch = store(vm).fall_asleep();
    let all = &mut vm.ext.clpz.events;
    let before = std::mem::replace(&mut all.busy, true);
    let mut listeners = std::mem::take(&mut all.listeners);
    let mut texts = Texts::default();
    let mut result = Ok(());
    for l in listeners.iter_mut().filter(|l| l.active) {
        match &mut l.ear {
            Ear::Goal(goal) => {
                let goal = goal.restore(&mut vm.heap);
                result = call(vm, goal, &events);
            }
            Ear::Tree(tree) => {
                for e in &events {
                    tree.hear(e, texts.of(vm, e));
                }
            }
            Ear::Host(f) => {
                for e in &events {
                    f(e, texts.of(vm, e));
                }
            }
        }
        if result.is_err() {
            break;
        }
    }
    let all = &mut vm.ext.clpz.events;
    listeners.append(&mut all.listeners);
    all.listeners = listeners;
    all.busy = before;
    if let Some(watch) = watch {
        store(vm).wake_up(watch);
    }
    result
}

/// Calls a goal with each of the events.
fn call(vm: &mut Vm, goal: Cell, events: &[Event]) -> Result<(), Ball> {
    let mut stated = FxHashMap::default();
    let terms: Vec<Cell> = events.iter().map(|e| term(vm, e, &mut stated)).collect();
    let list = vm.heap.list(&terms, Cell::NIL);
    let tell = vm.compound("tell", &[goal, list]);
    let module = Cell::atom(vm.atoms.intern("fd_events"));
    let tell = vm.compound(":", &[module, tell]);
    vm.call_aside(tell).map(|_| ())
}

/// Constraints that were shown already.
type Stated = FxHashMap<*const Statement, Cell>;

/// An event as a term.
fn term(vm: &mut Vm, event: &Event, stated: &mut Stated) -> Cell {
    match event {
        Event::Known { var, domain } => {
            let args = [label(vm, var), set::term(vm, domain)];
            vm.compound("known", &args)
        }
        Event::Posted(s) => {
            let goal = statement(vm, s, stated);
            vm.compound("posted", &[goal])
        }
        Event::Removed { var, values, by } => {
            let cause = cause(vm, by, stated);
            let args = [label(vm, var), set::term(vm, values), cause];
            vm.compound("removed", &args)
        }
        Event::Restored { var, values } => {
            let args = [label(vm, var), set::term(vm, values)];
            vm.compound("restored", &args)
        }
        Event::Branch {
            depth,
            var,
            made,
            value,
        } => {
            let args = [label(vm, var), vm.int_cell(value)];
            let decision = vm.compound(made.relation().name(), &args);
            vm.compound("branch", &[Cell::int(*depth as i64), decision])
        }
        Event::Failed(by) => {
            let cause = cause(vm, by, stated);
            vm.compound("failed", &[cause])
        }
        Event::Backtrack { depth } => vm.compound("backtrack", &[Cell::int(*depth as i64)]),
        Event::Solution { depth } => vm.compound("solution", &[Cell::int(*depth as i64)]),
        Event::Restart => vm.compound("restart", &[]),
    }
}

fn cause(vm: &mut Vm, by: &Cause, stated: &mut Stated) -> Cell {
    match by {
        Cause::Decision => vm.compound("decision", &[]),
        Cause::Told => vm.compound("told", &[]),
        Cause::Cost => vm.compound("cost", &[]),
        Cause::Constraint(s) => statement(vm, s, stated),
    }
}

/// A name as a term: an integer if it is one.
pub(super) fn label(vm: &mut Vm, label: &str) -> Cell {
    match label.parse::<i64>().ok().and_then(Cell::try_int) {
        Some(c) => c,
        None => Cell::atom(vm.atoms.intern(label)),
    }
}

fn statement(vm: &mut Vm, s: &Arc<Statement>, stated: &mut Stated) -> Cell {
    if let Some(c) = stated.get(&Arc::as_ptr(s)) {
        return *c;
    }
    vm.ext.clpz.events.labels = Some(s.labels.clone());
    let c = residual::statement(vm, &s.constraint());
    vm.ext.clpz.events.labels = None;
    stated.insert(Arc::as_ptr(s), c);
    c
}

/// The texts of constraints, for those who are told no terms.
#[derive(Default)]
struct Texts {
    stated: Stated,
    texts: FxHashMap<*const Statement, String>,
}

impl Texts {
    fn of(&mut self, vm: &mut Vm, event: &Event) -> Option<&str> {
        let s = match event {
            Event::Posted(s)
            | Event::Removed {
                by: Cause::Constraint(s),
                ..
            }
            | Event::Failed(Cause::Constraint(s)) => s,
            _ => return None,
        };
        let key = Arc::as_ptr(s);
        if !self.texts.contains_key(&key) {
            let c = statement(vm, s, &mut self.stated);
            let ops = vm.ext.modules.ops(atoms::USER);
            let text = term_text(&*vm, c, &vm.atoms, ops, &WriteOptions::write());
            self.texts.insert(key, text);
        }
        self.texts.get(&key).map(String::as_str)
    }
}

/// A Prolog variable stands for a kernel variable from now on: gives that its name.
#[cold]
pub(super) fn name(vm: &mut Vm, v: VarId, var: Cell) {
    let var = vm.heap.deref(var);
    for (prefix, c) in sources(vm) {
        if let Some(label) = name_in(vm, &prefix, c, var) {
            store(vm).label(v, label.into(), false);
            return;
        }
    }
}

/// The terms that give names, each with its own: those that the program gave, then the query's.
fn sources(vm: &mut Vm) -> Vec<(String, Cell)> {
    let mut all = Vec::new();
    let key = vm.atoms.intern("$fd_names");
    let given = vm.global(key).unwrap_or(Cell::NIL);
    for pair in elements(vm, given, LONG) {
        let pair = vm.heap.deref(pair);
        if pair.is_structure() && vm.heap.functor_of(pair).1 == 2 {
            let at = vm.heap.args_at(pair);
            let name = vm.heap.deref(vm.heap.get(at));
            let name = match name.is_atom() {
                true => vm.atoms.text(name.as_atom()).to_string(),
                false => vm.to_int(name).map_or(String::new(), |i| i.to_string()),
            };
            all.push((name, vm.heap.get(at + 8)));
        }
    }
    for (label, at) in &vm.ext.clpz.events.query {
        all.push((label.to_string(), vm.protected(*at)));
    }
    all
}

/// The name of a variable that is a term or an element of a list, or of a list in a list.
fn name_in(vm: &Vm, prefix: &str, c: Cell, var: Cell) -> Option<String> {
    let c = vm.heap.deref(c);
    if c == var {
        return Some(prefix.to_string());
    }
    for (i, e) in elements(vm, c, LONG).into_iter().enumerate() {
        let e = vm.heap.deref(e);
        if e == var {
            return Some(format!("{prefix}{}", i + 1));
        }
        let inner = elements(vm, e, LONG);
        let found = inner.into_iter().position(|e| vm.heap.deref(e) == var);
        if let Some(j) = found {
            return Some(format!("{prefix}{}_{}", i + 1, j + 1));
        }
    }
    None
}

/// All variables that have names.
fn named(vm: &mut Vm) -> Vec<(Label, Cell)> {
    let mut all: Vec<(Label, Cell)> = Vec::new();
    for (prefix, c) in sources(vm) {
        let c = vm.heap.deref(c);
        if c.is_ref() {
            all.push((prefix.as_str().into(), c));
        }
        for (i, e) in elements(vm, c, LONG).into_iter().enumerate() {
            let e = vm.heap.deref(e);
            if e.is_ref() {
                all.push((format!("{prefix}{}", i + 1).into(), e));
            }
            for (j, e) in elements(vm, e, LONG).into_iter().enumerate() {
                let label = format!("{prefix}{}_{}", i + 1, j + 1);
                all.push((label.into(), vm.heap.deref(e)));
            }
        }
    }
    // The first name counts.
    let mut met = FxHashSet::default();
    all.retain(|(_, c)| met.insert(*c));
    all
}

/// The elements of a list, at most so many.
fn elements(vm: &Vm, list: Cell, most: usize) -> Vec<Cell> {
    let mut all = Vec::new();
    let mut rest = vm.heap.deref(list);
    while rest.is_list() && all.len() < most {
        let at = vm.heap.args_at(rest);
        all.push(vm.heap.get(at));
        rest = vm.heap.deref(vm.heap.get(at + 8));
    }
    all
}
