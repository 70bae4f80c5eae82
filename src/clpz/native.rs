//! Searches that run in the kernel: one choice point of Prolog's for all that is left of a search.
//!
//! A search lives beside the machine until its choice point goes. The choice point's mark is that of
//! the search's newest own choice point: backtracking to it takes the store back to where the search
//! goes on, and backtracking past it takes the store back to where the search began.

use super::labeling::{finite, segment};
use super::names::{Names, Told};
use super::variable::{apply, bind_fixed, check_memory, integer, integer_or_variable, store};
use super::{Res, Step, Stop, Vm};
use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::fd::search::branching::{Outcome, Search, Segment, Settings};
use crate::fd::search::labeling::Move;
use crate::fd::search::objective::{Comparison, Found, Objective};
use crate::machine::{Ball, Cell};
use std::collections::VecDeque;

/// How many choices a call of a search makes before the machine looks for interrupts.
const SLICE: u64 = 200;
/// How many choices are always spent on finding out whether a solution was the last.
const GLANCE: u64 = 100;

/// A search and what its caller wants of it.
pub(super) struct Running {
    serial: u64,
    /// Its choice point, once there is one.
    level: Option<u64>,
    search: Search,
    /// The best solution alone.
    best: bool,
    /// Whether to look if a solution is the last.
    looks_ahead: bool,
    /// In seconds since the machine was made.
    deadline: Option<f64>,
    /// Solutions that are ready.
    ready: VecDeque<Found>,
    /// What the flag of a time limit says of them.
    verdict: Told,
}

/// The searches of one machine, the innermost last.
#[derive(Default)]
pub(super) struct Searches {
    running: Vec<Running>,
    last: u64,
}

impl Searches {
    /// Whether some search may go on, as far as is known.
    pub(super) fn any(&self) -> bool {
        !self.running.is_empty()
    }

    /// Forgets the searches that began after a mark.
    pub(super) fn undo(&mut self, mark: u64) {
        while self.running.last().is_some_and(|r| r.search.base() > mark) {
            self.running.pop();
        }
    }
}

/// What a search is asked for.
#[derive(Default)]
pub(super) struct Wish {
    pub(super) best: bool,
    pub(super) looks_ahead: bool,
    /// Milliseconds from now.
    pub(super) time_out: Option<i64>,
}

/// Begins a search; returns its number.
pub(super) fn begin(vm: &mut Vm, segments: Vec<Segment>, settings: Settings, wish: &Wish) -> Cell {
    let (newest, level) = (vm.newest_ext_mark(), vm.choice_level());
    let start = vm.ext.clock.elapsed();
    let clpz = &mut vm.ext.clpz;
    clpz.store.set_newest_mark(newest);
    let search = Search::new(&mut clpz.store, segments, settings);
    // What has no choice point any more was cut off.
    let cut = |r: &Running| r.level.is_none_or(|l| l > level);
    while clpz.searches.running.last().is_some_and(cut) {
        clpz.searches.running.pop();
    }
    clpz.searches.last += 1;
    let serial = clpz.searches.last;
    clpz.searches.running.push(Running {
        serial,
        level: None,
        search,
        best: wish.best,
        looks_ahead: wish.looks_ahead,
        deadline: wish.time_out.map(|ms| start + ms as f64 / 1000.0),
        ready: VecDeque::new(),
        verdict: Told::Success,
    });
    vm.ext_mark = vm.ext.clpz.store.mark();
    Cell::int(serial as i64)
}

/// Takes a search by its number; those inside it are over.
fn take(vm: &mut Vm, id: Cell) -> Option<Running> {
    let serial = integer(vm, id)?.to_i64()? as u64;
    let running = &mut vm.ext.clpz.searches.running;
    let at = running.iter().position(|r| r.serial == serial)?;
    running.truncate(at + 1);
    running.pop()
}

fn answer(vm: &mut Vm, told: Told) -> Cell {
    Cell::atom(Names::of(vm).told(told))
}

/// `'$fd_find'(+Search, -How, -Flag, -Choices)`: goes on with a search. The newest choice point must be
/// its own.
pub(super) fn find(vm: &mut Vm) -> Res {
    let Some(mut r) = take(vm, vm.x(0)) else {
        return Err(vm.existence_error("search", vm.x(0)));
    };
    r.level = Some(vm.choice_level());
    let told = match go_on(vm, &mut r) {
        Ok(told) => told,
        Err(ball) => {
            let name = vm.atoms.intern("labeling");
            return Err(vm.close_ball(ball, name, 2));
        }
    };
    vm.ext_mark = vm.ext.clpz.store.mark();
    let (verdict, depth) = match told {
        Told::TimeOut => (told, 0),
        _ => (r.verdict, r.search.depth()),
    };
    match told {
        Told::Paused => vm.ext.clpz.searches.running.push(r),
        Told::More => {
            vm.set_newest_ext_mark(r.search.newest_mark());
            vm.ext.clpz.searches.running.push(r);
        }
        _ => {}
    }
    if store(vm).is_watched() {
        super::events::deliver(vm)?;
    }
    let (how, flag) = (answer(vm, told), answer(vm, verdict));
    Ok(vm.unify(vm.x(1), how)
        && vm.unify(vm.x(2), flag)
        && vm.unify(vm.x(3), Cell::int(depth as i64)))
}

fn go_on(vm: &mut Vm, r: &mut Running) -> Result<Told, Ball> {
    if !r.ready.is_empty() {
        return deliver(vm, r);
    }
    match advance(vm, r)? {
        Outcome::Solution if !r.best => {
            let clpz = &mut vm.ext.clpz;
            let last = r.looks_ahead && {
                let budget = r.search.nodes() / 8 + GLANCE;
                r.search.is_last(&mut clpz.store, &mut clpz.dice, budget) == Some(true)
            };
            bind_fixed(vm);
            Ok(if last || !r.search.has_choices() {
                Told::Last
            } else {
                Told::More
            })
        }
        Outcome::Exhausted => {
            r.verdict = Told::Optimality;
            finish(vm, r, Told::None)
        }
        Outcome::Infinite(_) => Err(vm.instantiation_error()),
        Outcome::Solution | Outcome::Paused => {
            let now = vm.ext.clock.elapsed();
            if r.deadline.is_some_and(|end| now >= end) {
                return finish(vm, r, Told::TimeOut);
            }
            Ok(Told::Paused)
        }
    }
}

/// One slice of a search.
fn advance(vm: &mut Vm, r: &mut Running) -> Result<Outcome, Ball> {
    let clpz = &mut vm.ext.clpz;
    let before = r.search.nodes();
    let outcome = r.search.next(&mut clpz.store, &mut clpz.dice, SLICE);
    if outcome != Outcome::Solution {
        // Whatever became fixed is not told yet.
        clpz.store.vars.fixed_log.clear();
    }
    vm.inferences += r.search.nodes() - before;
    check_memory(vm)?;
    Ok(outcome)
}

/// Ends the search: what it found, if that was kept, or else `nothing`.
fn finish(vm: &mut Vm, r: &mut Running, nothing: Told) -> Result<Told, Ball> {
    r.search.leave(store(vm));
    if r.best {
        r.ready = r
            .search
            .objective()
            .map_or_else(VecDeque::new, |o| o.best().iter().cloned().collect());
    }
    if r.ready.is_empty() {
        return Ok(nothing);
    }
    deliver(vm, r)
}

/// Gives the variables the values of a solution that was kept.
fn deliver(vm: &mut Vm, r: &mut Running) -> Result<Told, Ball> {
    let Some(found) = r.ready.pop_front() else {
        return Ok(Told::None);
    };
    let given = apply(vm, |vm| {
        for (v, i) in &found.values {
            store(vm).assign(*v, i)?;
        }
        Ok(())
    });
    match given {
        Ok(()) if r.ready.is_empty() => Ok(Told::Last),
        Ok(()) => Ok(Told::More),
        Err(Stop::Fail) => Ok(Told::None),
        Err(Stop::Ball(ball)) => Err(ball),
    }
}

/// The segment of a term `'$labeling'(Strategy, V1, …)`.
fn labeled(vm: &mut Vm, labeling: Cell) -> Segment {
    let n = u64::from(vm.heap.functor_of(labeling).1);
    let at = vm.heap.args_at(labeling);
    let strategy = super::labeling::decode(vm.heap.deref(vm.heap.get(at)).as_int());
    let cells: Vec<Cell> = (1..n)
        .map(|i| vm.heap.deref(vm.heap.get(at + 8 * i)))
        .collect();
    segment(vm, &cells, strategy)
}

/// `'$fd_search'(+Labeling, +Looks, -Search)`: begins a search; if `Looks` is `true`, it looks ahead, so
/// that its last solution is known to be that.
pub(super) fn search(vm: &mut Vm) -> Res {
    let segment = labeled(vm, vm.x(0));
    let looks_ahead = vm.x(1) == Cell::atom(atoms::TRUE);
    let settings = Settings {
        replays: looks_ahead,
        ..Settings::default()
    };
    let wish = Wish {
        looks_ahead,
        ..Wish::default()
    };
    let id = begin(vm, vec![segment], settings, &wish);
    Ok(vm.unify(vm.x(2), id))
}

/// `'$fd_seek'(+Labeling, ?Cost, -Search)`: begins a search for the least cost.
pub(super) fn seek(vm: &mut Vm) -> Res {
    let segment = labeled(vm, vm.x(0));
    let cost = match integer_or_variable(vm, vm.x(1)) {
        Ok(v) => v,
        Err(Stop::Fail) => return Ok(false),
        Err(Stop::Ball(ball)) => return Err(ball),
    };
    let objective = Objective::new(vec![cost], false, Comparison::Lexicographic);
    let settings = Settings {
        objective: Some(objective.of_costs_only()),
        ..Settings::default()
    };
    let wish = Wish {
        best: true,
        ..Wish::default()
    };
    let id = begin(vm, vec![segment], settings, &wish);
    Ok(vm.unify(vm.x(2), id))
}

/// `'$fd_seek_on'(+Search, -How, -Least, -Choices)`: goes on; `How` is `paused`, `none` or `last`.
/// `Choices` is `worse` if solutions were found on the way that cost more.
pub(super) fn seek_on(vm: &mut Vm) -> Res {
    let Some(mut r) = take(vm, vm.x(0)) else {
        return Err(vm.existence_error("search", vm.x(0)));
    };
    let outcome = advance(vm, &mut r);
    vm.ext_mark = vm.ext.clpz.store.mark();
    if store(vm).is_watched() {
        super::events::deliver(vm)?;
    }
    let told = match outcome? {
        Outcome::Solution | Outcome::Paused => Told::Paused,
        Outcome::Exhausted => Told::Last,
        Outcome::Infinite(_) => {
            let ball = vm.instantiation_error();
            let name = vm.atoms.intern("labeling");
            return Err(vm.close_ball(ball, name, 2));
        }
    };
    let objective = r.search.objective();
    let choices = if objective.is_some_and(Objective::has_worse) {
        Cell::atom(vm.atoms.intern("worse"))
    } else {
        Cell::int(r.search.nodes() as i64)
    };
    let least = objective.and_then(|o| o.best().first()?.costs.first().cloned());
    let told = match (told, least) {
        (Told::Paused, _) => {
            vm.ext.clpz.searches.running.push(r);
            Told::Paused
        }
        (_, None) => Told::None,
        (_, Some(least)) => {
            let c = vm.int_cell(&least);
            if !vm.unify(vm.x(2), c) {
                return Ok(false);
            }
            Told::Last
        }
    };
    let how = answer(vm, told);
    Ok(vm.unify(vm.x(1), how) && vm.unify(vm.x(3), choices))
}

/// `'$fd_greatest'(+Labeling, ?Cost, +Value, +Choices)`: no solution costs more than `Value`, and that was
/// easy to see, compared with so many choices.
pub(super) fn greatest(vm: &mut Vm) -> Res {
    let segment = labeled(vm, vm.x(0));
    let (cost, value) = (vm.x(1), vm.x(2));
    let (Some(value), Some(nodes)) = (integer(vm, value), integer(vm, vm.x(3))) else {
        return Ok(false);
    };
    if let Some(cost) = integer(vm, cost) {
        return Ok(cost <= value);
    }
    let cost = match integer_or_variable(vm, cost) {
        Ok(v) => v,
        Err(Stop::Fail) => return Ok(false),
        Err(Stop::Ball(ball)) => return Err(ball),
    };
    let newest = vm.newest_ext_mark();
    let clpz = &mut vm.ext.clpz;
    clpz.store.set_newest_mark(newest);
    let dice = &mut clpz.dice;
    // Nobody else makes anything of it.
    let none = clpz.store.aside(|store| {
        let mark = store.new_mark();
        store.set_newest_mark(mark);
        let above = Move::Above.make(store, cost, &value);
        let none = match above.and_then(|()| store.propagate()) {
            Err(_) => true,
            Ok(()) => {
                let mut search = Search::new(store, vec![segment], Settings::default());
                let budget = nodes.to_i64().map_or(0, |n| n as u64) / 8 + GLANCE;
                search.next(store, dice, budget) == Outcome::Exhausted
            }
        };
        store.undo_to(mark);
        none
    });
    vm.ext_mark = vm.ext.clpz.store.mark();
    Ok(none)
}

/// Whether a search may run in the kernel: nothing else waits for any of its variables.
pub(super) fn possible(vm: &mut Vm) -> bool {
    if !vm.ext.clpz.others {
        return true;
    }
    let Some(names) = vm.ext.clpz.names.clone() else {
        return false;
    };
    (0..vm.ext.clpz.owners.len()).all(|v| {
        let owner = vm.heap.deref(vm.ext.clpz.owners[v]);
        !owner.is_attvar() || !super::variable::in_chain(vm, &names, vm.attributes(owner)).1
    })
}

/// Checks that every cell has a finite domain, which a search needs.
pub(super) fn check(vm: &mut Vm, cells: &[Cell]) -> Step<()> {
    for &c in cells {
        finite(vm, c)?;
    }
    Ok(())
}

/// A cost in a term for the slow way.
pub(super) fn int_list(vm: &mut Vm, list: Cell) -> Step<Vec<Int>> {
    let mut found = Vec::new();
    for c in super::post::elements(vm, list)? {
        match integer(vm, c) {
            Some(i) => found.push(i),
            None => return Err(Stop::Ball(vm.type_error(atoms::INTEGER, c))),
        }
    }
    Ok(found)
}
