//! The listeners to the kernel's events: goals of Prolog, recorders of search trees, the host.
//!
//! Events are delivered in batches, in their order: after each constraint and after each slice of a search.
//! A goal that listens runs in between, in isolation: its bindings and constraints are undone, so that it
//! cannot change the search. Events are not reported meanwhile.

use super::attvar_link::{store, var_of};
use super::event_terms::{self, ConstraintTexts};
use super::post_result::{PostError, PostResult};
use super::search_tree::SearchTree;
use super::variable_labels;
use crate::base::atom::atoms;
use crate::fd::kernel::trace::{Event, Label, SuspendedTrace};
use crate::fd::kernel::var::VarId;
use crate::machine::{Attributes, Ball, Cell, Record};
use crate::system::streams::{find_output, write_text};
use crate::system::{BuiltinRow, Res, Vm, det};

/// A function of the host that receives events, each with the text of the constraint in it, if any.
pub(crate) type HostListener = Box<dyn FnMut(&Event, Option<&str>) + Send>;

/// The receiver of the events of one listener.
enum Receiver {
    Goal(Record),
    Tree(Box<SearchTree>),
    Host(HostListener),
}

struct Listener {
    id: u64,
    active: bool,
    /// True if it has received the domains that were known when it began to listen.
    is_informed: bool,
    receiver: Receiver,
}

/// The listeners of one machine.
#[derive(Default)]
pub(super) struct Listeners {
    all: Vec<Listener>,
    /// The number of the newest listener.
    last: u64,
    /// Traces without an active listener, each with the number of the listener that was the last active one and
    /// may continue.
    suspended: Vec<(u64, SuspendedTrace)>,
    /// True while events are being delivered.
    busy: bool,
    /// The names of the query's variables, each with the place where the variable is protected.
    pub(super) query: Vec<(Label, usize)>,
    /// While set, constraints are shown with these labels, whatever the variables are bound to.
    pub(super) labels: Option<Vec<(VarId, Label)>>,
}

impl Listeners {
    fn with(&mut self, id: u64) -> Option<&mut Listener> {
        self.all.iter_mut().find(|l| l.id == id)
    }

    fn any_active(&self) -> bool {
        self.all.iter().any(|l| l.active)
    }

    /// Returns true if there are no listeners, and no names of variables.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
            && self.suspended.is_empty()
            && self.query.is_empty()
            && self.labels.is_none()
    }

    /// Visits the records, for the collector of atoms.
    pub(super) fn records(&self, visit: &mut dyn FnMut(&Record)) {
        for l in &self.all {
            if let Receiver::Goal(r) = &l.receiver {
                visit(r);
            }
        }
    }
}

pub(crate) const ROWS: &[BuiltinRow] = &[
    det(
        "$fd_listen",
        "+term, -integer",
        "-",
        "Adds a goal to the listeners, which is called with events, and unifies an integer with its number.",
        |vm| {
            let goal = vm.x(0);
            let goal = Record::new(&mut vm.heap, goal, Attributes::Copy);
            let id = add(vm, Receiver::Goal(goal));
            Ok(vm.unify(vm.x(1), id))
        },
    ),
    det(
        "$fd_listen_tree",
        "+integer, -integer",
        "-",
        "Adds a recorder of a search tree of limited size to the listeners, and unifies an integer with its number.",
        |vm| {
            let limit = vm.to_int(vm.x(0)).and_then(|i| i.to_i64()).unwrap_or(0);
            let tree = SearchTree::new(usize::try_from(limit).unwrap_or(0));
            let id = add(vm, Receiver::Tree(Box::new(tree)));
            Ok(vm.unify(vm.x(1), id))
        },
    ),
    det(
        "$fd_begin",
        "+integer",
        "-",
        "Makes a listener active.",
        begin,
    ),
    det(
        "$fd_end",
        "+integer",
        "-",
        "Makes a listener inactive.",
        end,
    ),
    det("$fd_forget", "+integer", "-", "Removes a listener.", forget),
    det(
        "$fd_tree",
        "+integer, +atom, +stream",
        "-",
        "Writes a recorded search tree to a stream, with a title, as JSON.",
        |vm| {
            let Some(id) = number(vm) else {
                return Ok(false);
            };
            let title = vm.atoms.text(vm.x(1).as_atom()).to_string();
            let found = vm.ext.clpz.listeners.with(id).map(|l| &l.receiver);
            let Some(Receiver::Tree(tree)) = found else {
                return Ok(false);
            };
            let text = tree.json(&title);
            let stream = find_output(vm, Some(vm.x(2)), false)?;
            write_text(vm, stream, &text)?;
            Ok(true)
        },
    ),
    det(
        "$query_variables",
        "-list",
        "-",
        "Unifies the argument with the variables of the query that runs, as `Name=Variable`.",
        |vm| {
            let named = vm.ext.clpz.listeners.query.clone();
            let mut pairs = Vec::with_capacity(named.len());
            for (label, place) in named {
                let name = Cell::atom(vm.atoms.intern(&label));
                let variable = vm.protected(place);
                pairs.push(vm.compound(atoms::UNIFY, &[name, variable]));
            }
            let pairs = vm.heap.list(&pairs, Cell::NIL);
            Ok(vm.unify(vm.x(0), pairs))
        },
    ),
    det(
        "$fd_page",
        "+atom, -atom, -atom",
        "-",
        "Unifies atoms with the text before and the text after the data in a page for the browser.",
        |vm| {
            let page = match &*vm.atoms.text(vm.x(0).as_atom()) {
                "tree" => include_str!("../../assets/tree.html"),
                "boxes" => include_str!("../../assets/boxes.html"),
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

fn add(vm: &mut Vm, receiver: Receiver) -> Cell {
    let all = &mut vm.ext.clpz.listeners;
    all.last += 1;
    all.all.push(Listener {
        id: all.last,
        active: false,
        is_informed: false,
        receiver,
    });
    Cell::int(all.last as i64)
}

/// Makes a function of the host a listener; `None` removes it.
pub(crate) fn set_host(vm: &mut Vm, function: Option<HostListener>) {
    let all = &mut vm.ext.clpz.listeners;
    all.all.retain(|l| l.id != 0);
    match function {
        Some(function) => {
            all.all.push(Listener {
                id: 0,
                active: true,
                is_informed: true,
                receiver: Receiver::Host(function),
            });
            vm.ext.clpz.store.listen();
        }
        None if !all.any_active() => vm.ext.clpz.store.end_listening(),
        None => {}
    }
}

/// Sets the names of the variables of the query that runs, each with the place where it is protected.
pub(crate) fn name_variables(vm: &mut Vm, names: Vec<(Label, usize)>) {
    vm.ext.clpz.listeners.query = names;
}

fn begin(vm: &mut Vm) -> Res {
    let Some(id) = number(vm).filter(|_| !vm.ext.clpz.listeners.busy) else {
        return Ok(true);
    };
    deliver(vm)?;
    let clpz = &mut vm.ext.clpz;
    if !clpz.store.is_watched() {
        match clpz.listeners.suspended.iter().position(|a| a.0 == id) {
            Some(at) => clpz
                .store
                .resume_trace(clpz.listeners.suspended.remove(at).1),
            None => clpz.store.listen(),
        }
    }
    let Some(l) = clpz.listeners.with(id) else {
        return Ok(true);
    };
    l.active = true;
    if !std::mem::replace(&mut l.is_informed, true) {
        for (label, c) in variable_labels::all(vm) {
            if let Some(v) = var_of(vm, c) {
                store(vm).label(v, label);
            }
        }
        deliver(vm)?;
    }
    Ok(true)
}

fn end(vm: &mut Vm) -> Res {
    let Some(id) = number(vm).filter(|_| !vm.ext.clpz.listeners.busy) else {
        return Ok(true);
    };
    let delivered = deliver(vm);
    let clpz = &mut vm.ext.clpz;
    if let Some(l) = clpz.listeners.with(id) {
        l.active = false;
    }
    if !clpz.listeners.any_active()
        && let Some(trace) = clpz.store.suspend_trace()
    {
        clpz.listeners.suspended.push((id, trace));
    }
    delivered.map(|()| true)
}

fn forget(vm: &mut Vm) -> Res {
    let Some(id) = number(vm).filter(|_| !vm.ext.clpz.listeners.busy) else {
        return Ok(true);
    };
    // The ball that ended the goal, if any, goes before one of a listener.
    let _ = deliver(vm);
    let clpz = &mut vm.ext.clpz;
    clpz.listeners.all.retain(|l| l.id != id);
    clpz.listeners.suspended.retain(|a| a.0 != id);
    if !clpz.listeners.any_active() {
        clpz.store.end_listening();
    }
    Ok(true)
}

/// Reports a solution of a search in single steps.
pub(super) fn report_solution(vm: &mut Vm) -> Result<(), Ball> {
    if store(vm).is_watched() {
        store(vm).report_solution();
        deliver(vm)?;
    }
    Ok(())
}

/// Delivers the events that are left, between queries.
pub(crate) fn flush(vm: &mut Vm) {
    if store(vm).is_watched() {
        // No query is running that could catch a ball of a listener.
        let _ = deliver(vm);
    }
}

/// [`deliver`] within a change.
pub(super) fn deliver_step(vm: &mut Vm) -> PostResult<()> {
    deliver(vm).map_err(PostError::Ball)
}

/// Delivers the events since the last call to the active listeners.
///
/// # Errors
/// The ball that a listener throws; then it and those after it do not receive the rest of the batch.
pub(super) fn deliver(vm: &mut Vm) -> Result<(), Ball> {
    let events = store(vm).take_events();
    if events.is_empty() {
        return Ok(());
    }
    let trace = store(vm).suspend_trace();
    let all = &mut vm.ext.clpz.listeners;
    let before = std::mem::replace(&mut all.busy, true);
    let mut listeners = std::mem::take(&mut all.all);
    let mut texts = ConstraintTexts::default();
    let mut result = Ok(());
    for l in listeners.iter_mut().filter(|l| l.active) {
        match &mut l.receiver {
            Receiver::Goal(goal) => {
                let goal = goal.restore(&mut vm.heap);
                result = call(vm, goal, &events);
            }
            Receiver::Tree(tree) => {
                for e in &events {
                    tree.record(e, texts.of(vm, e));
                }
            }
            Receiver::Host(f) => {
                for e in &events {
                    f(e, texts.of(vm, e));
                }
            }
        }
        if result.is_err() {
            break;
        }
    }
    let all = &mut vm.ext.clpz.listeners;
    listeners.append(&mut all.all);
    all.all = listeners;
    all.busy = before;
    if let Some(trace) = trace {
        store(vm).resume_trace(trace);
    }
    result
}

/// Calls a goal with each of the events.
fn call(vm: &mut Vm, goal: Cell, events: &[Event]) -> Result<(), Ball> {
    let tell = event_terms::call_with(vm, goal, events);
    vm.call_aside(tell).map(|_| ())
}
