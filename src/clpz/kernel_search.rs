//! Searches that run in the kernel: one choice point of the machine stands for all that is left of a search.
//!
//! A search lives beside the machine until its choice point is gone. The mark of the choice point is that of
//! the search's newest own choice point: backtracking to it returns the store to where the search
//! continues, and backtracking past it returns the store to where the search began.

use super::attvar_link::{in_chain, integer, integer_or_variable, store, var_of};
use super::memory_checks::check_memory;
use super::post_result::{PostError, PostResult};
use super::propagation::{apply, bind_fixed, change};
use super::symbols::{SearchStatus, Symbols};
use super::{inspect, listeners};
use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::var::VarId;
use crate::fd::search::depth_first::{LabelingSegment, Search, SearchOutcome, SearchSettings};
use crate::fd::search::objective::{Comparison, Objective, Solution};
use crate::fd::search::strategy::{Move, Strategy};
use crate::machine::{Ball, Cell};
use crate::system::progress::SearchProgress;
use crate::system::{BuiltinRow, Res, Vm, det};
use std::collections::VecDeque;
use std::collections::btree_map::{BTreeMap, Entry};

/// Choices between two checks for interrupts.
const SLICE: u64 = 200;
/// The least number of choices that are spent on finding whether a solution is the last.
const LOOK_AHEAD: u64 = 100;
/// The number of costs and values up to which all solutions of a search are kept.
const MOST_VALUES: usize = 1 << 20;

/// The bytes of the limit on memory for each of them, so that they stay well below it.
const BYTES_FOR_EACH: u64 = 1024;

pub(super) const ROWS: &[BuiltinRow] = &[
    det(
        "$fd_search",
        "+compound, +atom, -integer",
        "-",
        "Begins a search of a labeling, which may look ahead, and unifies an integer with its number.",
        search,
    ),
    det(
        "$fd_find",
        "+integer, -atom, -atom, -integer",
        "-",
        "Continues a search to its next solution.",
        find,
    ),
    det(
        "$fd_merge",
        "",
        "-",
        "Makes variables one that became equal during a search. False if no solution is left.",
        |vm| match store(vm).has_equations() {
            true => change(vm, ("labeling", 2), |_| Ok(())),
            false => Ok(true),
        },
    ),
    det(
        "$fd_seek",
        "+compound, ?term, +atom, -integer",
        "-",
        "Begins a search for the least or the greatest cost, and unifies an integer with its number.",
        seek,
    ),
    det(
        "$fd_seek_on",
        "+integer, -atom, -integer, -term",
        "-",
        "Continues a search for the best cost.",
        seek_on,
    ),
    det(
        "$fd_last",
        "+compound, ?term, +atom, +integer, +integer",
        "-",
        "True if a short search proves that no solution has a cost that is worse than a value.",
        last_cost,
    ),
    det(
        "$fd_costs",
        "+compound, ?term, +atom, +integer, -list",
        "-",
        "Unifies a list with the costs of all solutions, the best first. False if a search of so many choices does not \
         find all solutions.",
        all_costs,
    ),
];

/// A search in progress and its request.
struct RunningSearch {
    serial: u64,
    /// The level of its choice point, once it has one.
    level: Option<u64>,
    search: Search,
    request: SearchRequest,
    /// In seconds since the machine was made.
    deadline: Option<f64>,
    /// Solutions that are kept, to be delivered.
    ready: VecDeque<Solution>,
    /// The value of the flag of a time limit for them.
    verdict: SearchStatus,
}

/// The searches of one machine, the innermost last.
#[derive(Default)]
pub(super) struct Searches {
    running: Vec<RunningSearch>,
    /// The number of the newest search.
    last: u64,
}

impl Searches {
    /// Returns true if a search may be continued. The answer may be true for one whose choice point a cut has
    /// removed, since cuts are not reported.
    pub(super) fn any(&self) -> bool {
        !self.running.is_empty()
    }

    /// The progress of the newest search, if its choice point may still exist.
    pub(super) fn progress(&self) -> Option<SearchProgress> {
        let newest = self.running.last()?;
        let objective = newest.search.objective();
        Some(SearchProgress {
            choices: newest.search.nodes(),
            best: objective.and_then(|o| o.best().first()?.costs.first().cloned()),
        })
    }

    /// Removes the searches that began after a mark.
    pub(super) fn undo(&mut self, mark: u64) {
        while self.running.last().is_some_and(|r| r.search.base() > mark) {
            self.running.pop();
        }
    }
}

/// The request for the solutions of a search.
#[derive(Clone, Copy, Default)]
pub(super) struct SearchRequest {
    /// Only the best solution.
    pub(super) best: bool,
    /// True if the search finds whether a solution is the last.
    pub(super) looks_ahead: bool,
    /// Milliseconds from now.
    pub(super) time_out: Option<i64>,
}

/// Begins a search. Returns its number.
pub(super) fn begin(
    vm: &mut Vm,
    segments: Vec<LabelingSegment>,
    settings: SearchSettings,
    request: SearchRequest,
) -> Cell {
    let (newest, level) = (vm.newest_ext_mark(), vm.choice_level());
    let start = vm.ext.environment.elapsed();
    let clpz = &mut vm.ext.clpz;
    clpz.store.set_newest_mark(newest);
    let search = Search::new(&mut clpz.store, segments, settings);
    // A search without a choice point was cut off.
    let cut = |r: &RunningSearch| r.level.is_none_or(|l| l > level);
    while clpz.searches.running.last().is_some_and(cut) {
        clpz.searches.running.pop();
    }
    clpz.searches.last += 1;
    let serial = clpz.searches.last;
    clpz.searches.running.push(RunningSearch {
        serial,
        level: None,
        search,
        request,
        deadline: request.time_out.map(|ms| start + ms as f64 / 1000.0),
        ready: VecDeque::new(),
        verdict: SearchStatus::Success,
    });
    vm.ext_mark = vm.ext.clpz.store.mark();
    Cell::int(serial as i64)
}

/// Removes a search, given by number, and those that began inside it, which are over.
fn take(vm: &mut Vm, id: Cell) -> Option<RunningSearch> {
    let serial = integer(vm, id)?.to_i64()? as u64;
    let running = &mut vm.ext.clpz.searches.running;
    let at = running.iter().position(|r| r.serial == serial)?;
    running.truncate(at + 1);
    running.pop()
}

fn status_atom(vm: &mut Vm, status: SearchStatus) -> Cell {
    Cell::atom(Symbols::of(vm).status(status))
}

/// `'$fd_find'(+Search, -Status, -Flag, -Choices)`: continues a search. The newest choice point must be its own.
fn find(vm: &mut Vm) -> Res {
    let Some(mut r) = take(vm, vm.x(0)) else {
        return Err(vm.existence_error("search", vm.x(0)));
    };
    r.level = Some(vm.choice_level());
    let status = match advance_to_solution(vm, &mut r) {
        Ok(status) => status,
        Err(ball) => {
            let name = vm.atoms.intern("labeling");
            return Err(vm.close_ball(ball, name, 2));
        }
    };
    vm.ext_mark = vm.ext.clpz.store.mark();
    if vm.exceeds_propagation_limit() {
        // The next call ends the query or the goal, or lets the query pause.
        vm.poll_soon();
    }
    let (verdict, depth) = match status {
        SearchStatus::TimeOut => (status, 0),
        _ => (r.verdict, r.search.depth()),
    };
    match status {
        SearchStatus::Paused => vm.ext.clpz.searches.running.push(r),
        SearchStatus::More => {
            vm.set_newest_ext_mark(r.search.newest_mark());
            vm.ext.clpz.searches.running.push(r);
        }
        _ => {}
    }
    if store(vm).is_watched() {
        listeners::deliver(vm)?;
    }
    let (status, flag) = (status_atom(vm, status), status_atom(vm, verdict));
    Ok(vm.unify(vm.x(1), status)
        && vm.unify(vm.x(2), flag)
        && vm.unify(vm.x(3), Cell::int(depth as i64)))
}

/// Runs one slice of a search, or delivers a solution that was kept.
fn advance_to_solution(vm: &mut Vm, r: &mut RunningSearch) -> Result<SearchStatus, Ball> {
    if !r.ready.is_empty() {
        return deliver(vm, r);
    }
    match advance(vm, r)? {
        SearchOutcome::Solution if !r.request.best => {
            let clpz = &mut vm.ext.clpz;
            let last = r.request.looks_ahead && {
                let budget = r.search.nodes() / 8 + LOOK_AHEAD;
                r.search.is_last(&mut clpz.store, &mut clpz.random, budget) == Some(true)
            };
            bind_fixed(vm);
            Ok(if last || !r.search.has_choices() {
                SearchStatus::Last
            } else {
                SearchStatus::More
            })
        }
        SearchOutcome::Exhausted => {
            r.verdict = SearchStatus::Optimality;
            finish(vm, r, SearchStatus::None)
        }
        SearchOutcome::Infinite(_) => Err(vm.instantiation_error()),
        SearchOutcome::Solution | SearchOutcome::Paused => {
            let now = vm.ext.environment.elapsed();
            if r.deadline.is_some_and(|end| now >= end) {
                return finish(vm, r, SearchStatus::TimeOut);
            }
            Ok(SearchStatus::Paused)
        }
    }
}

/// Runs one slice of a search.
fn advance(vm: &mut Vm, r: &mut RunningSearch) -> Result<SearchOutcome, Ball> {
    let clpz = &mut vm.ext.clpz;
    let before = r.search.nodes();
    let outcome = r.search.next(&mut clpz.store, &mut clpz.random, SLICE);
    if outcome != SearchOutcome::Solution {
        // The bindings belong to a path that the search has not finished.
        clpz.store.vars.fixed_log.clear();
    }
    vm.inferences += r.search.nodes() - before;
    check_memory(vm)?;
    Ok(outcome)
}

/// Ends a search: delivers the solutions that it kept; without any the status is `nothing`.
fn finish(vm: &mut Vm, r: &mut RunningSearch, nothing: SearchStatus) -> Result<SearchStatus, Ball> {
    r.search.leave(store(vm));
    if r.request.best {
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

/// Assigns the values of a solution that was kept.
fn deliver(vm: &mut Vm, r: &mut RunningSearch) -> Result<SearchStatus, Ball> {
    let Some(solution) = r.ready.pop_front() else {
        return Ok(SearchStatus::None);
    };
    let assigned = apply(vm, |vm| {
        for (v, i) in &solution.values {
            store(vm).assign(*v, i)?;
        }
        Ok(())
    });
    match assigned {
        Ok(()) if r.ready.is_empty() => Ok(SearchStatus::Last),
        Ok(()) => Ok(SearchStatus::More),
        Err(PostError::Fail) => Ok(SearchStatus::None),
        Err(PostError::Ball(ball)) => Err(ball),
    }
}

/// The strategy with a number, which [`Strategy::number`] made.
pub(super) fn strategy_of(vm: &Vm, number: Cell) -> Strategy {
    let number = vm.heap.deref(number);
    let n = number.is_int().then(|| number.as_int() as usize);
    n.and_then(Strategy::from_number).unwrap_or_default()
}

/// The segment of a term `'$labeling'(Strategy, V1, …)`.
fn segment_of(vm: &mut Vm, labeling: Cell) -> LabelingSegment {
    let n = u64::from(vm.heap.functor_of(labeling).1);
    let at = vm.heap.args_at(labeling);
    let strategy = strategy_of(vm, vm.heap.get(at));
    let cells: Vec<Cell> = (1..n)
        .map(|i| vm.heap.deref(vm.heap.get(at + 8 * i)))
        .collect();
    segment(vm, &cells, strategy)
}

/// `'$fd_search'(+Labeling, +LooksAhead, -Search)`: begins a search. If `LooksAhead` is `true`, it finds out
/// which solution is the last.
fn search(vm: &mut Vm) -> Res {
    let segment = segment_of(vm, vm.x(0));
    let looks_ahead = vm.x(1) == Cell::atom(atoms::TRUE);
    let settings = SearchSettings {
        replays: looks_ahead,
        ..SearchSettings::default()
    };
    let request = SearchRequest {
        looks_ahead,
        ..SearchRequest::default()
    };
    let id = begin(vm, vec![segment], settings, request);
    Ok(vm.unify(vm.x(2), id))
}

/// `'$fd_seek'(+Labeling, ?Cost, +Sense, -Search)`: begins a search for the least cost, or for the greatest if the
/// sense is `max`.
fn seek(vm: &mut Vm) -> Res {
    let segment = segment_of(vm, vm.x(0));
    let cost = match integer_or_variable(vm, vm.x(1)) {
        Ok(v) => v,
        Err(PostError::Fail) => return Ok(false),
        Err(PostError::Ball(ball)) => return Err(ball),
    };
    let maximize = is_max(vm, vm.x(2));
    let objective = Objective::new(vec![cost], maximize, Comparison::Lexicographic);
    let settings = SearchSettings {
        objective: Some(objective.of_costs_only()),
        ..SearchSettings::default()
    };
    let request = SearchRequest {
        best: true,
        ..SearchRequest::default()
    };
    let id = begin(vm, vec![segment], settings, request);
    Ok(vm.unify(vm.x(3), id))
}

/// Returns true if a sense is `max`.
fn is_max(vm: &mut Vm, sense: Cell) -> bool {
    sense == Cell::atom(vm.atoms.intern("max"))
}

/// `'$fd_seek_on'(+Search, -Status, -Least, -Choices)`: continues the search; `Status` is `paused`, `none` or
/// `last`. `Choices` is the number of choices so far, as `worse(Choices)` if the search found solutions on the way that
/// cost more.
fn seek_on(vm: &mut Vm) -> Res {
    let Some(mut r) = take(vm, vm.x(0)) else {
        return Err(vm.existence_error("search", vm.x(0)));
    };
    let outcome = advance(vm, &mut r);
    vm.ext_mark = vm.ext.clpz.store.mark();
    if store(vm).is_watched() {
        listeners::deliver(vm)?;
    }
    let status = match outcome? {
        SearchOutcome::Solution | SearchOutcome::Paused => SearchStatus::Paused,
        SearchOutcome::Exhausted => SearchStatus::Last,
        SearchOutcome::Infinite(_) => {
            let ball = vm.instantiation_error();
            let name = vm.atoms.intern("labeling");
            return Err(vm.close_ball(ball, name, 2));
        }
    };
    let objective = r.search.objective();
    let choices = Cell::int(r.search.nodes() as i64);
    let choices = match objective.is_some_and(Objective::has_worse) {
        true => vm.compound("worse", &[choices]),
        false => choices,
    };
    let least = objective.and_then(|o| o.best().first()?.costs.first().cloned());
    let status = match (status, least) {
        (SearchStatus::Paused, _) => {
            vm.ext.clpz.searches.running.push(r);
            SearchStatus::Paused
        }
        (_, None) => SearchStatus::None,
        (_, Some(least)) => {
            let c = vm.int_cell(&least);
            if !vm.unify(vm.x(2), c) {
                return Ok(false);
            }
            SearchStatus::Last
        }
    };
    let status = status_atom(vm, status);
    Ok(vm.unify(vm.x(1), status) && vm.unify(vm.x(3), choices))
}

/// `'$fd_last'(+Labeling, ?Cost, +Sense, +Value, +Choices)`: true if a search that is short, compared with
/// `Choices`, proves that no solution costs more than `Value`, or less if the sense is `max`.
fn last_cost(vm: &mut Vm) -> Res {
    let segment = segment_of(vm, vm.x(0));
    let (cost, value) = (vm.x(1), vm.x(3));
    let (Some(value), Some(nodes)) = (integer(vm, value), integer(vm, vm.x(4))) else {
        return Ok(false);
    };
    let maximize = is_max(vm, vm.x(2));
    if let Some(cost) = integer(vm, cost) {
        return Ok(if maximize {
            cost >= value
        } else {
            cost <= value
        });
    }
    let cost = match integer_or_variable(vm, cost) {
        Ok(v) => v,
        Err(PostError::Fail) => return Ok(false),
        Err(PostError::Ball(ball)) => return Err(ball),
    };
    let newest = vm.newest_ext_mark();
    let clpz = &mut vm.ext.clpz;
    clpz.store.set_newest_mark(newest);
    let random = &mut clpz.random;
    // The store returns to its present state, so listeners receive no events.
    let none = clpz.store.without_events(|store| {
        let mark = store.new_mark();
        store.set_newest_mark(mark);
        let beyond = match maximize {
            true => Move::AtMost.make(store, cost, &(&value - &Int::ONE)),
            false => Move::Above.make(store, cost, &value),
        };
        let none = match beyond.and_then(|()| store.propagate()) {
            Err(_) => true,
            Ok(()) => {
                let mut search = Search::new(store, vec![segment], SearchSettings::default());
                let budget = nodes.to_i64().map_or(0, |n| n as u64) / 8 + LOOK_AHEAD;
                search.next(store, random, budget) == SearchOutcome::Exhausted
            }
        };
        store.undo_to(mark);
        none
    });
    vm.ext_mark = vm.ext.clpz.store.mark();
    Ok(none)
}

/// The costs of solutions. A cost of one solution has the values of the variables.
type SolutionCosts = BTreeMap<Int, Option<Box<[Int]>>>;

/// `'$fd_costs'(+Labeling, ?Cost, +Sense, +Choices, -Costs)`: the costs of all solutions, each once and the best first,
/// as `Cost-only(Labeling)` with the values of the variables if only one solution has the cost, and as `Cost-many`
/// otherwise. False if a search of so many choices does not find all solutions, or while events are reported.
fn all_costs(vm: &mut Vm) -> Res {
    let maximize = is_max(vm, vm.x(2));
    let (Some(cost), Some(most)) = (var_of(vm, vm.x(1)), integer(vm, vm.x(3))) else {
        return Ok(false);
    };
    if store(vm).is_watched() {
        return Ok(false);
    }
    let segment = segment_of(vm, vm.x(0));
    let vars = segment.vars.clone();
    let newest = vm.newest_ext_mark();
    let random = vm.ext.clpz.random.clone();
    let store = store(vm);
    store.set_newest_mark(newest);
    let mark = store.new_mark();
    store.set_newest_mark(mark);
    let mut search = Search::new(store, vec![segment], SearchSettings::default());
    let most = most.to_i64().map_or(0, |n| n.max(0) as u64);
    let found = collect_costs(vm, &mut search, &vars, cost, most);
    // Everything is as before, also the random choices.
    vm.ext.clpz.store.undo_to(mark);
    vm.ext.clpz.random = random;
    vm.ext_mark = vm.ext.clpz.store.mark();
    let Some(found) = found? else {
        return Ok(false);
    };
    let mut pairs = Vec::with_capacity(found.len());
    for (cost, values) in &found {
        let cost = vm.int_cell(cost);
        let solution = match values {
            None => Cell::atom(vm.atoms.intern("many")),
            Some(values) => {
                let solved = labeling_of(vm, vm.x(0), values);
                vm.compound("only", &[solved])
            }
        };
        pairs.push(vm.compound("-", &[cost, solution]));
    }
    if maximize {
        pairs.reverse();
    }
    let list = vm.heap.list(&pairs, Cell::NIL);
    Ok(vm.unify(vm.x(4), list))
}

/// Runs a search to its end and collects the costs of its solutions. `None` if that takes more than `most` choices or
/// too much memory, or if a solution has no cost.
fn collect_costs(
    vm: &mut Vm,
    search: &mut Search,
    vars: &[VarId],
    cost: VarId,
    most: u64,
) -> Result<Option<SolutionCosts>, Ball> {
    let mut found = SolutionCosts::new();
    let most_kept = vm.limits().heap_bytes / BYTES_FOR_EACH;
    let mut room = usize::try_from(most_kept).map_or(MOST_VALUES, |n| n.min(MOST_VALUES));
    loop {
        let clpz = &mut vm.ext.clpz;
        let before = search.nodes();
        let outcome = search.next(&mut clpz.store, &mut clpz.random, SLICE);
        vm.inferences += search.nodes() - before;
        check_memory(vm)?;
        vm.check_interrupt()?;
        match outcome {
            SearchOutcome::Exhausted => return Ok(Some(found)),
            SearchOutcome::Infinite(_) => return Ok(None),
            SearchOutcome::Paused => {}
            SearchOutcome::Solution => {
                let store = &vm.ext.clpz.store;
                let values: Option<Box<[Int]>> = vars.iter().map(|v| store.value(*v)).collect();
                let (Some(cost), Some(values)) = (store.value(cost), values) else {
                    return Ok(None);
                };
                room = room.saturating_sub(values.len() + 1);
                match found.entry(cost) {
                    Entry::Vacant(e) => {
                        e.insert(Some(values));
                    }
                    Entry::Occupied(mut e) => {
                        e.insert(None);
                    }
                }
            }
        }
        if search.nodes() > most || room == 0 {
            return Ok(None);
        }
    }
}

/// A labeling with values in the place of its variables.
fn labeling_of(vm: &mut Vm, labeling: Cell, values: &[Int]) -> Cell {
    let n = u64::from(vm.heap.functor_of(labeling).1);
    let at = vm.heap.args_at(labeling);
    let mut args = vec![vm.heap.get(at)];
    let mut values = values.iter();
    for i in 1..n {
        let cell = vm.heap.deref(vm.heap.get(at + 8 * i));
        let value = match var_of(vm, cell) {
            Some(_) => values.next(),
            None => None,
        };
        args.push(value.map_or(cell, |i| vm.int_cell(i)));
    }
    vm.compound("$labeling", &args)
}

/// Returns true if a search may run in the kernel: no variable has attributes of other modules.
pub(super) fn is_possible(vm: &mut Vm) -> bool {
    if !vm.ext.clpz.others {
        return true;
    }
    let Some(names) = vm.ext.clpz.names.clone() else {
        return false;
    };
    (0..vm.ext.clpz.owners.len()).all(|v| {
        let owner = vm.heap.deref(vm.ext.clpz.owners[v]);
        !owner.is_attvar() || !in_chain(vm, &names, vm.attributes(owner)).1
    })
}

/// The variables among cells, as a part of a search.
pub(super) fn segment(vm: &mut Vm, cells: &[Cell], strategy: Strategy) -> LabelingSegment {
    let vars = cells.iter().filter_map(|c| var_of(vm, *c)).collect();
    LabelingSegment { vars, strategy }
}

/// Checks that every cell is an integer or a variable with a finite domain.
///
/// # Errors
/// `instantiation_error`, `type_error(integer, C)`
pub(super) fn check_finite(vm: &mut Vm, cells: &[Cell]) -> PostResult<()> {
    for &c in cells {
        let infinite = match var_of(vm, c) {
            _ if vm.is_integer(c) => false,
            Some(v) => store(vm).vars().is_infinite(v),
            None => {
                let (low, high) = inspect::bounds(vm, c)?;
                low == Bound::Inf || high == Bound::Sup
            }
        };
        if infinite {
            return Err(PostError::Ball(vm.instantiation_error()));
        }
    }
    Ok(())
}
