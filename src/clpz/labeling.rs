//! Labeling: reads the request, and decides whether the kernel can run the whole search. If not, `Mode` says
//! how the library runs it in single steps, with the choice points of the machine.
//!
//! A labeling is a term `'$labeling'(Strategy, V1, …, Vn)`.

use super::attvar_link::integer_or_variable;
use super::kernel_search::{self, SearchRequest, check_finite, segment};
use super::labeling_options::{LabelingOptions, OptimizationGoal, neighborhood};
use super::post;
use super::post_result::{PostError, PostResult, unify_in};
use super::symbols::{BranchKind, Symbols};
use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::base::splitmix::SplitMix64;
use crate::fd::search::depth_first::SearchSettings;
use crate::fd::search::objective::Comparison;
use crate::fd::search::strategy::{Order, Select};
use crate::machine::Cell;
use crate::system::modules::strip_module;
use crate::system::{BuiltinRow, Res, Vm, det};

pub(super) const ROWS: &[BuiltinRow] = &[
    det(
        "$fd_labeling",
        "+term, +term, -compound",
        "-",
        "Checks the options and variables of a labeling, and unifies a term with how to run it.",
        prepare,
    ),
    det(
        "$fd_solve",
        "+term, +list, -compound",
        "-",
        "Checks the options and variables of several labelings, and unifies a term with how to run them.",
        prepare_all,
    ),
    det(
        "$fd_stepwise",
        "+atom",
        "-",
        "Makes every labeling take single steps, if the atom is `on`; for tests.",
        |vm| {
            let on = vm.atoms.intern("on");
            vm.ext.clpz.stepwise = vm.x(0) == Cell::atom(on);
            Ok(true)
        },
    ),
    det(
        "$fd_setrand",
        "+integer",
        "-",
        "Seeds the random choices of searches.",
        |vm| {
            let seed = vm.to_int(vm.x(0)).and_then(|i| i.to_i64()).unwrap_or(0);
            vm.ext.clpz.random = SplitMix64::new(seed as u64);
            Ok(true)
        },
    ),
    det(
        "$fd_getrand",
        "-integer",
        "-",
        "Unifies an integer with the seed that continues the random choices of searches.",
        |vm| {
            let seed = Int::from(vm.ext.clpz.random.seed() as i64);
            let seed = vm.int_cell(&seed);
            Ok(vm.unify(vm.x(0), seed))
        },
    ),
];

/// One labeling: its variables and options.
struct LabelingGroup {
    options: LabelingOptions,
    cells: Vec<Cell>,
}

/// `'$fd_labeling'(+Options, +Vars, -Mode)`: checks the arguments; `Mode` says how to run the search.
fn prepare(vm: &mut Vm) -> Res {
    let mode = labeling_mode(vm);
    unify_in(vm, 2, mode, ("labeling", 2))
}

/// `'$fd_solve'(+Options, +Searches, -Mode)`: the same for several labelings `Options-Vars`.
fn prepare_all(vm: &mut Vm) -> Res {
    let mode = solve_mode(vm);
    unify_in(vm, 2, mode, ("solve", 2))
}

fn labeling_mode(vm: &mut Vm) -> PostResult<Cell> {
    let (module, list) = strip_module(vm, vm.x(0), atoms::USER);
    let given = post::elements(vm, list)?;
    let cells = post::bare_elements(vm, vm.x(1))?;
    check_finite(vm, &cells)?;
    let options = LabelingOptions::of(vm, &given, list, module)?;
    let fixed = cells.iter().all(|c| !c.is_ref());
    if fixed && options.optima.is_empty() && options.seed.is_none() && options.is_plain() {
        let done = Symbols::of(vm).branch_kind(BranchKind::Done);
        return Ok(Cell::atom(done));
    }
    if options.parallel > 1 && options.is_divisible() {
        let select = match options.strategy.select {
            Select::FirstFail => "ff",
            _ => "leftmost",
        };
        let order = match options.strategy.order {
            Order::Down => "down",
            _ => "up",
        };
        let [select, order] = [select, order].map(|name| Cell::atom(vm.atoms.intern(name)));
        let threads = Cell::int(options.parallel as i64);
        return Ok(vm.compound("parallel", &[threads, select, order]));
    }
    let part = LabelingGroup { options, cells };
    mode(vm, &part.options, std::slice::from_ref(&part))
}

fn solve_mode(vm: &mut Vm) -> PostResult<Cell> {
    let (module, list) = strip_module(vm, vm.x(0), atoms::USER);
    let whole = LabelingOptions::read(vm, list, module)?;
    let mut parts = Vec::new();
    for pair in post::elements(vm, vm.x(1))? {
        let at = vm.heap.args_at(pair);
        let (own, vars) = (vm.heap.get(at), vm.heap.get(at + 8));
        let (module, own) = strip_module(vm, own, module);
        let options = LabelingOptions::read(vm, own, module)?.within(&whole);
        let cells = post::bare_elements(vm, vars)?;
        check_finite(vm, &cells)?;
        parts.push(LabelingGroup { options, cells });
    }
    mode(vm, &whole, &parts)
}

/// The place where a search runs: in the kernel, or in single steps of the library.
fn mode(vm: &mut Vm, whole: &LabelingOptions, parts: &[LabelingGroup]) -> PostResult<Cell> {
    if let Some(seed) = parts.iter().find_map(|p| p.options.seed) {
        vm.ext.clpz.random = SplitMix64::new(seed);
    }
    let custom = parts.iter().any(|p| p.options.is_custom());
    let in_kernel = !custom && !vm.ext.clpz.stepwise && kernel_search::is_possible(vm);
    if !whole.optima.is_empty()
        && let [part] = parts
    {
        let l = labeling(vm, part)?;
        let optima = vm.heap.list(&whole.optima, Cell::NIL);
        let way = Cell::atom(vm.atoms.intern(if in_kernel { "native" } else { "steps" }));
        return Ok(vm.compound("ordered", &[l, optima, way]));
    }
    if in_kernel {
        let id = begin_search(vm, whole, parts)?;
        if whole.time_out.is_none() && whole.assumptions.is_none() {
            let search = Symbols::of(vm).search;
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
    walk(vm, whole, parts)
}

/// The general search in single steps: `walk(Parts, Objective, Extent, Discrepancies, End, Flag, Count)`.
fn walk(vm: &mut Vm, whole: &LabelingOptions, parts: &[LabelingGroup]) -> PostResult<Cell> {
    let mut segments = Vec::new();
    for part in parts {
        let number = Cell::int(part.options.strategy.number() as i64);
        let vars = vm.heap.list(&part.cells, Cell::NIL);
        let selector = part.options.selector.unwrap_or(Cell::NIL);
        let enumerator = part.options.enumerator.unwrap_or(Cell::NIL);
        segments.push(vm.compound("part", &[number, vars, selector, enumerator]));
    }
    let segments = vm.heap.list(&segments, Cell::NIL);
    let objective = match &whole.goal {
        None => Cell::NIL,
        Some(goal) => objective_term(vm, goal)?,
    };
    let extent = Cell::atom(vm.atoms.intern(if whole.all { "all" } else { "best" }));
    let discrepancies = match whole.discrepancies {
        None => Cell::atom(vm.atoms.intern("sup")),
        Some(n) => vm.int_cell(&Int::from(n.min(i64::MAX as u64) as i64)),
    };
    let end = match whole.time_out {
        None => Cell::atom(vm.atoms.intern("sup")),
        Some((ms, _)) => {
            let end = vm.ext.environment.elapsed() * 1000.0 + ms as f64;
            vm.int_cell(&Int::from(end.min(9e18) as i64))
        }
    };
    let (flag, count) = flags(vm, whole);
    let args = [segments, objective, extent, discrepancies, end, flag, count];
    Ok(vm.compound("walk", &args))
}

/// The flag of the time limit and the number of choices, both variables unless options name them.
fn flags(vm: &mut Vm, whole: &LabelingOptions) -> (Cell, Cell) {
    let flag = whole.time_out.map(|t| t.1);
    let flag = flag.unwrap_or_else(|| vm.heap.new_var());
    let count = whole.assumptions.unwrap_or_else(|| vm.heap.new_var());
    (flag, count)
}

/// `'$labeling'(Strategy, V1, …)`.
fn labeling(vm: &mut Vm, part: &LabelingGroup) -> PostResult<Cell> {
    if part.cells.len() >= 1 << 23 {
        return Err(PostError::Ball(vm.resource_error(atoms::MEMORY)));
    }
    let mut args = vec![Cell::int(part.options.strategy.number() as i64)];
    args.extend(&part.cells);
    Ok(vm.compound("$labeling", &args))
}

/// `objective(Costs, Sense, Comparison)`.
fn objective_term(vm: &mut Vm, goal: &OptimizationGoal) -> PostResult<Cell> {
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

/// Begins a search in the kernel. Returns its number.
fn begin_search(vm: &mut Vm, whole: &LabelingOptions, parts: &[LabelingGroup]) -> PostResult<Cell> {
    let mut segments = Vec::new();
    for part in parts {
        segments.push(segment(vm, &part.cells, part.options.strategy));
    }
    let objective = match &whole.goal {
        Some(goal) => Some(goal.objective(vm)?),
        None => None,
    };
    let request = SearchRequest {
        best: objective.is_some() && !whole.all,
        time_out: whole.time_out.map(|t| t.0),
        ..SearchRequest::default()
    };
    let settings = SearchSettings {
        objective,
        discrepancies: whole.discrepancies,
        restart: whole.restart,
        cutoff: whole.cutoff,
        neighborhood: match whole.neighborhood {
            Some(given) => Some(neighborhood(vm, given)?),
            None => None,
        },
        replays: false,
    };
    Ok(kernel_search::begin(vm, segments, settings, request))
}
