//! Labeling in single steps. The choice points are the machine's, so that goals which wait for a variable run between
//! two steps.

use super::attvar_link::{integer, integer_or_variable, owner, store, var_of};
use super::kernel_search::{check_finite, strategy_of};
use super::post_result::{PostError, PostResult, succeeds, unify_in};
use super::propagation::apply;
use super::symbols::{BranchKind, Symbols};
use super::{listeners, post};
use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::fd::kernel::var::VarId;
use crate::fd::search::impacts::Impacts;
use crate::fd::search::objective::{Comparison, Objective};
use crate::fd::search::strategy::{self, Choice, Move, Order, Select, Strategy};
use crate::machine::Cell;
use crate::system::{BuiltinRow, Res, Vm, det};

pub(super) const ROWS: &[BuiltinRow] = &[
    det(
        "$fd_next",
        "+compound, -atom, -term, -term",
        "-",
        "Unifies terms with the next variable of a labeling and how to branch on it.",
        next,
    ),
    det(
        "$fd_after",
        "+atom, ?term, +integer, -term",
        "-",
        "Unifies a term with the next value of a variable, upward or downward.",
        after,
    ),
    det(
        "$fd_select",
        "+integer, +list, -term",
        "-",
        "Unifies a term with the variable of a list that a strategy selects.",
        select,
    ),
    det(
        "$fd_choice",
        "+integer, ?term, -atom, -term",
        "-",
        "Unifies terms with how a strategy branches on a variable.",
        choice,
    ),
    det(
        "$fd_tighten",
        "+list, +atom, +atom, +list",
        "-",
        "Posts that the costs are better than those of the solutions found.",
        tighten,
    ),
    det(
        "$fd_assign",
        "?term, +term",
        "-",
        "Takes the branch `X = V`.",
        |vm| step(vm, Move::Assign),
    ),
    det(
        "$fd_differ",
        "?term, +term",
        "-",
        "Takes the branch `X \\= V`.",
        |vm| step(vm, Move::Differ),
    ),
    det(
        "$fd_at_most",
        "?term, +term",
        "-",
        "Takes the branch `X =< V`.",
        |vm| step(vm, Move::AtMost),
    ),
    det(
        "$fd_above",
        "?term, +term",
        "-",
        "Takes the branch `X > V`.",
        |vm| step(vm, Move::Above),
    ),
    det(
        "$fd_solved",
        "",
        "-",
        "Reports a solution of a search in single steps.",
        |vm| {
            listeners::report_solution(vm)?;
            Ok(true)
        },
    ),
];

/// `'$fd_next'(+Labeling, -Kind, -Var, -Value)`: the kind of the next branches and their variable; `Kind` is `done`
/// if all variables are fixed.
fn next(vm: &mut Vm) -> Res {
    let t = vm.x(0);
    let n = u64::from(vm.heap.functor_of(t).1);
    let at = vm.heap.args_at(t);
    let strategy = strategy_of(vm, vm.heap.get(at));
    let mut open = std::mem::take(&mut vm.ext.clpz.open);
    open.clear();
    let mut stray = false;
    for i in 1..n {
        let c = vm.heap.deref(vm.heap.get(at + 8 * i));
        if !c.is_ref() {
            continue;
        }
        match var_of(vm, c) {
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
        // The program has removed the attribute.
        return Err(vm.instantiation_error());
    }
    let Some(v) = chosen else {
        listeners::report_solution(vm)?;
        let done = Cell::atom(Symbols::of(vm).branch_kind(BranchKind::Done));
        return Ok(vm.unify(vm.x(1), done));
    };
    let Some(var) = owner(vm, v) else {
        return Ok(false);
    };
    Ok(branch_on(vm, v, strategy, 1, 3)? && vm.unify(vm.x(2), var))
}

/// The next variable.
fn pick(vm: &mut Vm, open: &[VarId], strategy: Strategy) -> Option<VarId> {
    let clpz = &mut vm.ext.clpz;
    let at = strategy::select(
        &clpz.store,
        open,
        0,
        strategy.select,
        // Single steps keep no record.
        &Impacts::default(),
        &mut clpz.random,
    )?;
    Some(open[at])
}

/// Unifies the arguments `kind` and `value` with the branches on a variable.
fn branch_on(vm: &mut Vm, v: VarId, strategy: Strategy, kind: usize, value: usize) -> Res {
    let clpz = &mut vm.ext.clpz;
    let Some(choice) = strategy::choose(&clpz.store, v, strategy, &mut clpz.random) else {
        return Err(vm.instantiation_error());
    };
    let (name, i) = match &choice {
        Choice::Two(Move::Assign, i) => (BranchKind::Step, i),
        Choice::Two(Move::Differ, i) => (BranchKind::Differ, i),
        Choice::Two(Move::AtMost, i) => (BranchKind::Low, i),
        Choice::Two(Move::Above, i) => (BranchKind::High, i),
        Choice::Each(i, Order::Down) => (BranchKind::Down, i),
        Choice::Each(i, _) => (BranchKind::Enum, i),
    };
    let name = Cell::atom(Symbols::of(vm).branch_kind(name));
    let i = vm.int_cell(i);
    Ok(vm.unify(vm.x(kind), name) && vm.unify(vm.x(value), i))
}

/// `'$fd_after'(+Kind, +Var, +Value, -Next)`: the value after `Value` in the domain, upward or downward.
fn after(vm: &mut Vm) -> Res {
    let down = vm.x(0) == Cell::atom(Symbols::of(vm).branch_kind(BranchKind::Down));
    let order = if down { Order::Down } else { Order::Up };
    let (Some(v), Some(last)) = (var_of(vm, vm.x(1)), integer(vm, vm.x(2))) else {
        return Ok(false);
    };
    match strategy::next_value(&vm.ext.clpz.store, v, &last, order) {
        Some(next) => {
            let next = vm.int_cell(&next);
            Ok(vm.unify(vm.x(3), next))
        }
        None => Ok(false),
    }
}

/// `'$fd_select'(+Strategy, +Vars, -Var)`: the next variable; fails when all are fixed.
fn select(vm: &mut Vm) -> Res {
    let strategy = strategy_of(vm, vm.x(0));
    let found = post::bare_elements(vm, vm.x(1)).and_then(|cells| {
        check_finite(vm, &cells)?;
        let open: Vec<VarId> = cells.iter().filter_map(|c| var_of(vm, *c)).collect();
        let v = pick(vm, &open, strategy).ok_or(PostError::Fail)?;
        owner(vm, v).ok_or(PostError::Fail)
    });
    unify_in(vm, 2, found, ("labeling", 2))
}

/// `'$fd_choice'(+Strategy, +Var, -Kind, -Value)`: the branches on a variable.
fn choice(vm: &mut Vm) -> Res {
    let strategy = strategy_of(vm, vm.x(0));
    match var_of(vm, vm.x(1)) {
        Some(v) => branch_on(vm, v, strategy, 2, 3),
        None => Ok(false),
    }
}

/// [`apply`] for a change that a search makes: it propagates as a search in the kernel does.
fn search_step(vm: &mut Vm, f: impl FnOnce(&mut Vm) -> PostResult<()>) -> PostResult<()> {
    let outer = std::mem::replace(&mut store(vm).vars.in_search, true);
    let result = apply(vm, f);
    store(vm).vars.in_search = outer;
    result
}

/// Makes a move, and propagates.
fn step(vm: &mut Vm, what: Move) -> Res {
    let (var, value) = (vm.x(0), vm.x(1));
    let Some(i) = integer(vm, value) else {
        return Ok(false);
    };
    let Some(v) = var_of(vm, var) else {
        // A goal that was woken since the variable was selected has bound it.
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
    succeeds(search_step(vm, |vm| {
        let store = store(vm);
        store.report_decision(v, what, &i);
        what.make(store, v, &i)?;
        store.report_decided();
        Ok(())
    }))
}

/// `'$fd_tighten'(+Costs, +Sense, +Comparison, +Found)`: the costs must be better than those that were found, a list of
/// `Costs-Values`.
fn tighten(vm: &mut Vm) -> Res {
    let Some(objective) = objective(vm)? else {
        return Ok(false);
    };
    loop {
        let before = store(vm).counters().prunings;
        let narrowed = succeeds(search_step(vm, |vm| Ok(objective.tighten(store(vm))?)))?;
        if !narrowed || store(vm).counters().prunings == before {
            return Ok(narrowed);
        }
    }
}

/// The objective that four arguments describe.
fn objective(vm: &mut Vm) -> Result<Option<Objective>, crate::machine::Ball> {
    let mut read = || -> PostResult<Objective> {
        let mut costs = Vec::new();
        for c in post::elements(vm, vm.x(0))? {
            costs.push(integer_or_variable(vm, c)?);
        }
        let maximize = vm.x(1) == Cell::atom(atoms::MAX);
        let pareto = vm.atoms.intern("pareto");
        let comparison = if vm.x(2) == Cell::atom(pareto) {
            Comparison::Pareto
        } else {
            Comparison::Lexicographic
        };
        let mut objective = Objective::new(costs, maximize, comparison);
        for found in post::elements(vm, vm.x(3))? {
            let costs = vm.heap.get(vm.heap.args_at(found));
            objective.keep_costs(int_list(vm, costs)?);
        }
        Ok(objective)
    };
    match read() {
        Ok(objective) => Ok(Some(objective)),
        Err(PostError::Fail) => Ok(None),
        Err(PostError::Ball(ball)) => Err(ball),
    }
}

/// The elements of a list of integers.
fn int_list(vm: &mut Vm, list: Cell) -> PostResult<Vec<Int>> {
    let mut found = Vec::new();
    for c in post::elements(vm, list)? {
        match integer(vm, c) {
            Some(i) => found.push(i),
            None => return Err(PostError::Ball(vm.type_error(atoms::INTEGER, c))),
        }
    }
    Ok(found)
}
