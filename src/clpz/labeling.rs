//! Labeling: reads the request, decides whether the kernel can do it alone, and if not, offers its
//! single steps: which variable comes next, and with what. The choice points of such steps are
//! Prolog's, so that everything else that waits for a variable runs in between.
//!
//! A labeling is a term `'$labeling'(Strategy, V1, …, Vn)`.

use super::names::Names;
use super::native::{self, Wish};
use super::options::{Goal, Options, relax};
use super::variable::{apply, integer, integer_or_variable, known, owner, store};
use super::{Res, Step, Stop, Vm, events, inspect, post};
use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::var::VarId;
use crate::fd::search::branching::{Segment, Settings};
use crate::fd::search::labeling::{self, Branch, Choice, Move, Order, Select, Strategy};
use crate::fd::search::objective::{Comparison, Objective};
use crate::machine::Cell;
use crate::system::modules::strip_module;

const SELECTS: [Select; 11] = [
    Select::Leftmost,
    Select::FirstFail,
    Select::MostConstrained,
    Select::Min,
    Select::Max,
    Select::AntiFirstFail,
    Select::Occurrence,
    Select::MaxRegret,
    Select::DomWDeg,
    Select::Impact,
    Select::Random,
];
const ORDERS: [Order; 5] = [
    Order::Up,
    Order::Down,
    Order::Median,
    Order::Middle,
    Order::Random,
];
const BRANCHES: [Branch; 4] = [Branch::Step, Branch::Enum, Branch::Bisect, Branch::Interval];

/// A strategy as a number.
fn encode(s: Strategy) -> i64 {
    let at = |p: Option<usize>| p.unwrap_or(0) as i64;
    at(SELECTS.iter().position(|x| *x == s.select))
        + 16 * at(ORDERS.iter().position(|x| *x == s.order))
        + 128 * at(BRANCHES.iter().position(|x| *x == s.branch))
        + 512 * i64::from(s.out)
}

/// The strategy of a number.
pub(super) fn decode(n: i64) -> Strategy {
    let pick = |shift: i64, mask: i64| ((n >> shift) & mask) as usize;
    Strategy {
        select: SELECTS.get(pick(0, 15)).copied().unwrap_or_default(),
        order: ORDERS.get(pick(4, 7)).copied().unwrap_or_default(),
        branch: BRANCHES.get(pick(7, 3)).copied().unwrap_or_default(),
        out: pick(9, 1) == 1,
    }
}

/// What to label, and how.
struct Part {
    options: Options,
    cells: Vec<Cell>,
}

/// `'$fd_labeling'(+Options, +Vars, -Mode)`: checks the arguments; `Mode` says what remains to be done.
pub(super) fn prepare(vm: &mut Vm) -> Res {
    let mode = labeling_mode(vm);
    answer(vm, mode, 2, ("labeling", 2))
}

/// `'$fd_solve'(+Options, +Searches, -Mode)`: the same for several labelings `Options-Vars`.
pub(super) fn prepare_all(vm: &mut Vm) -> Res {
    let mode = solve_mode(vm);
    answer(vm, mode, 2, ("solve", 2))
}

fn answer(vm: &mut Vm, found: Step<Cell>, to: usize, name: (&str, u32)) -> Res {
    match found {
        Ok(c) => Ok(vm.unify(vm.x(to), c)),
        Err(Stop::Fail) => Ok(false),
        Err(Stop::Ball(ball)) => {
            let (name, arity) = (vm.atoms.intern(name.0), name.1);
            Err(vm.close_ball(ball, name, arity))
        }
    }
}

fn labeling_mode(vm: &mut Vm) -> Step<Cell> {
    let (module, list) = strip_module(vm, vm.x(0), atoms::USER);
    let given = post::elements(vm, list)?;
    let cells = post::elements(vm, vm.x(1))?;
    native::check(vm, &cells)?;
    let options = Options::of(vm, &given, list, module)?;
    let fixed = cells.iter().all(|c| !c.is_ref());
    if fixed && options.optima.is_empty() && options.seed.is_none() && options.is_plain() {
        return Ok(Cell::atom(Names::of(vm).how[0]));
    }
    let part = Part { options, cells };
    mode(vm, &part.options, std::slice::from_ref(&part))
}

fn solve_mode(vm: &mut Vm) -> Step<Cell> {
    let (module, list) = strip_module(vm, vm.x(0), atoms::USER);
    let whole = Options::read(vm, list, module)?;
    let mut parts = Vec::new();
    for pair in post::elements(vm, vm.x(1))? {
        let at = vm.heap.args_at(pair);
        let (own, vars) = (vm.heap.get(at), vm.heap.get(at + 8));
        let (module, own) = strip_module(vm, own, module);
        let options = Options::read(vm, own, module)?.within(&whole);
        let cells = post::elements(vm, vars)?;
        native::check(vm, &cells)?;
        parts.push(Part { options, cells });
    }
    mode(vm, &whole, &parts)
}

/// What remains to be done.
fn mode(vm: &mut Vm, whole: &Options, parts: &[Part]) -> Step<Cell> {
    if let Some(seed) = parts.iter().find_map(|p| p.options.seed) {
        vm.ext.clpz.dice = labeling::Dice::new(seed);
    }
    let custom = parts.iter().any(|p| p.options.is_custom());
    let native = !custom && !vm.ext.clpz.stepwise && native::possible(vm);
    if !whole.optima.is_empty()
        && let [part] = parts
    {
        let l = labeling(vm, part)?;
        let optima = vm.heap.list(&whole.optima, Cell::NIL);
        let way = Cell::atom(vm.atoms.intern(if native { "native" } else { "steps" }));
        return Ok(vm.compound("ordered", &[l, optima, way]));
    }
    if native {
        let id = native_search(vm, whole, parts)?;
        if whole.time_out.is_none() && whole.assumptions.is_none() {
            let search = Names::of(vm).search;
            return Ok(vm.heap.structure(search, &[id]));
        }
        let (flag, count) = flags(vm, whole);
        return Ok(vm.compound("search", &[id, flag, count]));
    }
    if whole.is_plain()
        && !custom
        && let [part] = parts
    {
        let l = labeling(vm, part)?;
        return Ok(vm.compound("steps", &[l]));
    }
    let mut segments = Vec::new();
    for part in parts {
        let number = Cell::int(encode(part.options.strategy));
        let vars = vm.heap.list(&part.cells, Cell::NIL);
        let none = Cell::NIL;
        let selector = part.options.selector.unwrap_or(none);
        let enumerator = part.options.enumerator.unwrap_or(none);
        segments.push(vm.compound("part", &[number, vars, selector, enumerator]));
    }
    let segments = vm.heap.list(&segments, Cell::NIL);
    let objective = match &whole.goal {
        None => Cell::NIL,
        Some(goal) => objective_term(vm, goal)?,
    };
    let all = Cell::atom(vm.atoms.intern(if whole.all { "all" } else { "best" }));
    let discrepancies = match whole.discrepancies {
        None => Cell::atom(vm.atoms.intern("sup")),
        Some(n) => vm.int_cell(&Int::from(n.min(i64::MAX as u64) as i64)),
    };
    let ms = match whole.time_out {
        None => Cell::atom(vm.atoms.intern("sup")),
        Some((ms, _)) => {
            let end = vm.ext.clock.elapsed() * 1000.0 + ms as f64;
            vm.int_cell(&Int::from(end.min(9e18) as i64))
        }
    };
    let (flag, count) = flags(vm, whole);
    Ok(vm.compound(
        "walk",
        &[segments, objective, all, discrepancies, ms, flag, count],
    ))
}

/// What the caller wants to know of the outcome.
fn flags(vm: &mut Vm, whole: &Options) -> (Cell, Cell) {
    let flag = whole.time_out.map(|t| t.1);
    let flag = flag.unwrap_or_else(|| vm.heap.new_var());
    let count = whole.assumptions.unwrap_or_else(|| vm.heap.new_var());
    (flag, count)
}

/// `'$labeling'(Strategy, V1, …)`.
fn labeling(vm: &mut Vm, part: &Part) -> Step<Cell> {
    if part.cells.len() >= 1 << 23 {
        return Err(Stop::Ball(vm.resource_error(atoms::MEMORY)));
    }
    let mut args = vec![Cell::int(encode(part.options.strategy))];
    args.extend(&part.cells);
    Ok(vm.compound("$labeling", &args))
}

/// `objective(Costs, Sense, Comparison)`.
fn objective_term(vm: &mut Vm, goal: &Goal) -> Step<Cell> {
    let costs = goal.costs(vm)?;
    for &c in &costs {
        integer_or_variable(vm, c)?;
    }
    let costs = vm.heap.list(&costs, Cell::NIL);
    let sense = if goal.maximize {
        atoms::MAX
    } else {
        atoms::MIN
    };
    let pareto = goal.comparison == Some(Comparison::Pareto);
    let comparison = vm.atoms.intern(if pareto { "pareto" } else { "lex" });
    Ok(vm.compound(
        "objective",
        &[costs, Cell::atom(sense), Cell::atom(comparison)],
    ))
}

fn native_search(vm: &mut Vm, whole: &Options, parts: &[Part]) -> Step<Cell> {
    let mut segments = Vec::new();
    for part in parts {
        segments.push(segment(vm, &part.cells, part.options.strategy));
    }
    let objective = match &whole.goal {
        Some(goal) => Some(goal.objective(vm)?),
        None => None,
    };
    let wish = Wish {
        best: objective.is_some() && !whole.all,
        time_out: whole.time_out.map(|t| t.0),
        ..Wish::default()
    };
    let settings = Settings {
        objective,
        discrepancies: whole.discrepancies,
        restart: whole.restart,
        cutoff: whole.cutoff,
        relax: match whole.relax {
            Some(given) => Some(relax(vm, given)?),
            None => None,
        },
        replays: false,
    };
    Ok(native::begin(vm, segments, settings, &wish))
}

/// The variables among cells, for a search in the kernel.
pub(super) fn segment(vm: &mut Vm, cells: &[Cell], strategy: Strategy) -> Segment {
    let vars = cells.iter().filter_map(|c| known(vm, *c)).collect();
    Segment { vars, strategy }
}

/// Checks that a cell is an integer or a variable with a finite domain.
pub(super) fn finite(vm: &mut Vm, c: Cell) -> Step<()> {
    if vm.is_integer(c) {
        return Ok(());
    }
    let infinite = match known(vm, c) {
        Some(v) => store(vm).vars().is_infinite(v),
        None if c.is_int() => false,
        None => {
            let (low, high) = inspect::bounds(vm, c)?;
            low == Bound::Inf || high == Bound::Sup
        }
    };
    if infinite {
        return Err(Stop::Ball(vm.instantiation_error()));
    }
    Ok(())
}

/// `'$fd_next'(+Labeling, -How, -Var, -Value)`: what to branch on: `How` is `done` when no variable is left.
pub(super) fn next(vm: &mut Vm) -> Res {
    let t = vm.x(0);
    let n = u64::from(vm.heap.functor_of(t).1);
    let at = vm.heap.args_at(t);
    let strategy = decode(vm.heap.deref(vm.heap.get(at)).as_int());
    let mut open = std::mem::take(&mut vm.ext.clpz.open);
    open.clear();
    let mut stray = false;
    for i in 1..n {
        let c = vm.heap.deref(vm.heap.get(at + 8 * i));
        if !c.is_ref() {
            continue;
        }
        match known(vm, c) {
            Some(v) => open.push(v),
            None => stray = true,
        }
        if strategy.select == Select::Leftmost {
            break;
        }
    }
    let chosen = pick(vm, &open, strategy);
    vm.ext.clpz.open = open;
    if stray {
        // Somebody took the attributes away.
        return Err(vm.instantiation_error());
    }
    let Some(v) = chosen else {
        events::solved(vm)?;
        let done = Cell::atom(Names::of(vm).how[0]);
        return Ok(vm.unify(vm.x(1), done));
    };
    let Some(var) = owner(vm, v) else {
        return Ok(false);
    };
    Ok(branch_on(vm, v, strategy, 1, 3)? && vm.unify(vm.x(2), var))
}

/// The variable that comes next.
fn pick(vm: &mut Vm, open: &[VarId], strategy: Strategy) -> Option<VarId> {
    let clpz = &mut vm.ext.clpz;
    let at = labeling::select(&clpz.store, open, 0, strategy.select, &mut clpz.dice)?;
    Some(open[at])
}

/// Unifies two arguments with how to branch on a variable.
fn branch_on(vm: &mut Vm, v: VarId, strategy: Strategy, how: usize, value: usize) -> Res {
    let clpz = &mut vm.ext.clpz;
    let Some(choice) = labeling::choose(&clpz.store, v, strategy, &mut clpz.dice) else {
        return Err(vm.instantiation_error());
    };
    let (name, i) = match &choice {
        Choice::Two(Move::Assign, i) => (1, i),
        Choice::Each(i, Order::Down) => (3, i),
        Choice::Each(i, _) => (2, i),
        Choice::Two(Move::AtMost, i) => (4, i),
        Choice::Two(Move::Above, i) => (5, i),
        Choice::Two(Move::Differ, i) => (6, i),
    };
    let name = Cell::atom(Names::of(vm).how[name]);
    let i = vm.int_cell(i);
    Ok(vm.unify(vm.x(how), name) && vm.unify(vm.x(value), i))
}

/// `'$fd_after'(+How, +Var, +Value, -Next)`: the value that comes after `Value` in the domain, upward or
/// downward.
pub(super) fn after(vm: &mut Vm) -> Res {
    let down = vm.x(0) == Cell::atom(Names::of(vm).how[3]);
    let order = if down { Order::Down } else { Order::Up };
    let (Some(v), Some(last)) = (known(vm, vm.x(1)), integer(vm, vm.x(2))) else {
        return Ok(false);
    };
    match labeling::next_value(&vm.ext.clpz.store, v, &last, order) {
        Some(next) => {
            let next = vm.int_cell(&next);
            Ok(vm.unify(vm.x(3), next))
        }
        None => Ok(false),
    }
}

/// `'$fd_select'(+Strategy, +Vars, -Var)`: the variable that comes next; fails when all are fixed.
pub(super) fn select(vm: &mut Vm) -> Res {
    let strategy = decode(integer(vm, vm.x(0)).and_then(|i| i.to_i64()).unwrap_or(0));
    let found = post::elements(vm, vm.x(1)).and_then(|cells| {
        native::check(vm, &cells)?;
        let open: Vec<VarId> = cells.iter().filter_map(|c| known(vm, *c)).collect();
        let v = pick(vm, &open, strategy).ok_or(Stop::Fail)?;
        owner(vm, v).ok_or(Stop::Fail)
    });
    answer(vm, found, 2, ("labeling", 2))
}

/// `'$fd_choice'(+Strategy, +Var, -How, -Value)`: how to branch on a variable.
pub(super) fn choice(vm: &mut Vm) -> Res {
    let strategy = decode(integer(vm, vm.x(0)).and_then(|i| i.to_i64()).unwrap_or(0));
    match known(vm, vm.x(1)) {
        Some(v) => branch_on(vm, v, strategy, 2, 3),
        None => Ok(false),
    }
}

/// Makes a move, and propagates.
pub(super) fn step(vm: &mut Vm, what: Move) -> Res {
    let (var, value) = (vm.x(0), vm.x(1));
    let Some(i) = integer(vm, value) else {
        return Ok(false);
    };
    let Some(v) = known(vm, var) else {
        // Something that ran in between has bound it.
        let Some(j) = integer(vm, var) else {
            return Ok(false);
        };
        return Ok(match what {
            Move::Assign => j == i,
            Move::Differ => j != i,
            Move::AtMost => j <= i,
            Move::Above => j > i,
        });
    };
    done(apply(vm, |vm| {
        let store = store(vm);
        store.report_decision(v, what, &i);
        what.make(store, v, &i)?;
        store.report_decided();
        Ok(())
    }))
}

fn done(step: Step<()>) -> Res {
    match step {
        Ok(()) => Ok(true),
        Err(Stop::Fail) => Ok(false),
        Err(Stop::Ball(ball)) => Err(ball),
    }
}

/// `'$fd_tighten'(+Costs, +Sense, +Comparison, +Found)`: the costs must better those that were found, a list of
/// `Costs-Values`.
pub(super) fn tighten(vm: &mut Vm) -> Res {
    let Some(objective) = objective(vm)? else {
        return Ok(false);
    };
    loop {
        let before = store(vm).counters().prunings;
        let narrowed = done(apply(vm, |vm| Ok(objective.tighten(store(vm))?)))?;
        if !narrowed || store(vm).counters().prunings == before {
            return Ok(narrowed);
        }
    }
}

/// The objective that four arguments describe.
fn objective(vm: &mut Vm) -> Result<Option<Objective>, crate::machine::Ball> {
    let mut read = || -> Step<Objective> {
        let mut costs = Vec::new();
        for c in post::elements(vm, vm.x(0))? {
            costs.push(integer_or_variable(vm, c)?);
        }
        let maximize = vm.x(1) == Cell::atom(atoms::MAX);
        let pareto: Atom = vm.atoms.intern("pareto");
        let comparison = if vm.x(2) == Cell::atom(pareto) {
            Comparison::Pareto
        } else {
            Comparison::Lexicographic
        };
        let mut objective = Objective::new(costs, maximize, comparison);
        for found in post::elements(vm, vm.x(3))? {
            let costs = vm.heap.get(vm.heap.args_at(found));
            objective.keep_costs(native::int_list(vm, costs)?);
        }
        Ok(objective)
    };
    match read() {
        Ok(objective) => Ok(Some(objective)),
        Err(Stop::Fail) => Ok(None),
        Err(Stop::Ball(ball)) => Err(ball),
    }
}
