//! The steps of labeling: which variable comes next, and with what. The choice points are Prolog's, so
//! that everything else that waits for a variable runs in between.
//!
//! A labeling is a term `'$labeling'(Options, V1, …, Vn)`.

use super::names::Names;
use super::variable::{apply, integer, known, store};
use super::{Res, Step, Stop, Vm, inspect, post};
use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::fd::bound::Bound;
use crate::fd::label::{self, Branch, Order, Select};
use crate::fd::var::VarId;
use crate::machine::Cell;

/// The options that choose the strategy, as one number in the term.
#[derive(Clone, Copy, Default)]
struct Strategy {
    select: Select,
    order: Order,
    branch: Branch,
}

const SELECTS: [Select; 5] = [
    Select::Leftmost,
    Select::FirstFail,
    Select::MostConstrained,
    Select::Min,
    Select::Max,
];
const ORDERS: [Order; 2] = [Order::Up, Order::Down];
const BRANCHES: [Branch; 3] = [Branch::Step, Branch::Enum, Branch::Bisect];

impl Strategy {
    fn number(self) -> i64 {
        let at = |p: Option<usize>| p.unwrap_or(0) as i64;
        at(SELECTS.iter().position(|s| *s == self.select))
            + 8 * at(ORDERS.iter().position(|o| *o == self.order))
            + 16 * at(BRANCHES.iter().position(|b| *b == self.branch))
    }

    fn from_number(n: i64) -> Strategy {
        let pick = |shift: i64, mask: i64| ((n >> shift) & mask) as usize;
        Strategy {
            select: SELECTS.get(pick(0, 7)).copied().unwrap_or_default(),
            order: ORDERS.get(pick(3, 1)).copied().unwrap_or_default(),
            branch: BRANCHES.get(pick(4, 3)).copied().unwrap_or_default(),
        }
    }
}

/// Where the answer of `'$fd_next'/4` stands among the names.
fn how(strategy: Strategy) -> usize {
    match (strategy.branch, strategy.order) {
        (Branch::Step, _) => 1,
        (Branch::Enum, _) => 2,
        (Branch::Bisect, Order::Up) => 3,
        (Branch::Bisect, Order::Down) => 4,
    }
}

/// `'$fd_labeling'(+Options, +Vars, -Labeling, -Optima)`: checks both lists.
pub(super) fn prepare(vm: &mut Vm) -> Res {
    match prepared(vm) {
        Ok(done) => Ok(done),
        Err(Stop::Fail) => Ok(false),
        Err(Stop::Ball(ball)) => {
            let name = vm.atoms.intern("labeling");
            Err(vm.close_ball(ball, name, 2))
        }
    }
}

fn prepared(vm: &mut Vm) -> Step<bool> {
    let list = vm.x(0);
    let options = post::elements(vm, list)?;
    let vars = vm.x(1);
    let vars = post::elements(vm, vars)?;
    for &c in &vars {
        let (low, high) = inspect::bounds(vm, c)?;
        if low == Bound::Inf || high == Bound::Sup {
            return Err(Stop::Ball(vm.instantiation_error()));
        }
    }
    let (strategy, optima) = strategy(vm, list, &options)?;
    if vars.len() >= 1 << 23 {
        return Err(Stop::Ball(vm.resource_error(atoms::MEMORY)));
    }
    let mut args = vec![Cell::int(strategy.number())];
    args.extend(vars);
    let name = vm.atoms.intern("$labeling");
    let f = vm.functors.intern(name, args.len() as u32);
    let labeling = vm.heap.structure(f, &args);
    let optima = vm.heap.list(&optima, Cell::NIL);
    Ok(vm.unify(vm.x(2), labeling) && vm.unify(vm.x(3), optima))
}

/// The strategy that options describe, and the expressions to optimise.
fn strategy(vm: &mut Vm, list: Cell, options: &[Cell]) -> Step<(Strategy, Vec<Cell>)> {
    let mut s = Strategy::default();
    let mut optima = Vec::new();
    let mut given: [Option<Atom>; 3] = [None; 3];
    for &o in options {
        if o.is_ref() {
            return Err(Stop::Ball(vm.instantiation_error()));
        }
        if o.is_structure() && vm.heap.functor_of(o).1 == 1 {
            let name = vm.functors.get(vm.heap.functor_of(o).0).0;
            if name == atoms::MIN || name == atoms::MAX {
                optima.push(o);
                continue;
            }
        }
        let Some(name) = o.to_atom() else {
            return Err(Stop::Ball(vm.domain_error("labeling_option", o)));
        };
        let kind = match &*vm.atoms.text(name) {
            "leftmost" => (0, s.select = Select::Leftmost).0,
            "ff" => (0, s.select = Select::FirstFail).0,
            "ffc" => (0, s.select = Select::MostConstrained).0,
            "min" => (0, s.select = Select::Min).0,
            "max" => (0, s.select = Select::Max).0,
            "up" => (1, s.order = Order::Up).0,
            "down" => (1, s.order = Order::Down).0,
            "step" => (2, s.branch = Branch::Step).0,
            "enum" => (2, s.branch = Branch::Enum).0,
            "bisect" => (2, s.branch = Branch::Bisect).0,
            _ => return Err(Stop::Ball(vm.domain_error("labeling_option", o))),
        };
        let wrong = match given[kind].replace(name) {
            None => continue,
            Some(before) if before == name => "nonrepeating_labeling_options",
            Some(_) => "consistent_labeling_options",
        };
        return Err(Stop::Ball(vm.domain_error(wrong, list)));
    }
    Ok((s, optima))
}

/// `'$fd_next'(+Labeling, -How, -Var, -Value)`: what to branch on: `How` is `done` when no variable is left.
pub(super) fn next(vm: &mut Vm) -> Res {
    let t = vm.x(0);
    let n = u64::from(vm.heap.functor_of(t).1);
    let at = vm.heap.args_at(t);
    let strategy = Strategy::from_number(vm.heap.deref(vm.heap.get(at)).as_int());
    let mut open = std::mem::take(&mut vm.ext.clpz.open);
    open.clear();
    let mut stray = None;
    for i in 1..n {
        let c = vm.heap.deref(vm.heap.get(at + 8 * i));
        if !c.is_ref() {
            continue;
        }
        match known(vm, c) {
            Some(v) => open.push(v),
            None => stray = Some(c),
        }
        if strategy.select == Select::Leftmost {
            break;
        }
    }
    let chosen = label::select(&vm.ext.clpz.store, &open, strategy.select).map(|i| open[i]);
    vm.ext.clpz.open = open;
    if stray.is_some() {
        // Somebody took the attributes away.
        return Err(vm.instantiation_error());
    }
    let Some(v) = chosen else {
        let done = Cell::atom(Names::of(vm).how[0]);
        return Ok(vm.unify(vm.x(1), done));
    };
    let value = match strategy.branch {
        Branch::Step | Branch::Enum => label::first_value(&vm.ext.clpz.store, v, strategy.order),
        Branch::Bisect => label::middle(&vm.ext.clpz.store, v),
    };
    let Some(value) = value else {
        return Err(vm.instantiation_error());
    };
    let value = vm.int_cell(&value);
    let how = Cell::atom(Names::of(vm).how[how(strategy)]);
    let Some(var) = super::variable::owner(vm, v) else {
        return Ok(false);
    };
    Ok(vm.unify(vm.x(1), how) && vm.unify(vm.x(2), var) && vm.unify(vm.x(3), value))
}

/// `'$fd_after'(+Labeling, +Var, +Value, -Next)`: the value that comes after `Value` in the domain.
pub(super) fn after(vm: &mut Vm) -> Res {
    let at = vm.heap.args_at(vm.x(0));
    let strategy = Strategy::from_number(vm.heap.deref(vm.heap.get(at)).as_int());
    let (Some(v), Some(last)) = (known(vm, vm.x(1)), integer(vm, vm.x(2))) else {
        return Ok(false);
    };
    match label::next_value(&vm.ext.clpz.store, v, &last, strategy.order) {
        Some(next) => {
            let next = vm.int_cell(&next);
            Ok(vm.unify(vm.x(3), next))
        }
        None => Ok(false),
    }
}

/// What a step does with a variable and a value.
#[derive(Clone, Copy)]
pub(super) enum Move {
    Assign,
    Differ,
    AtMost,
    Above,
}

/// Makes a step, and propagates.
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
    match apply(vm, |vm| narrow(vm, v, what, &i)) {
        Ok(()) => Ok(true),
        Err(Stop::Fail) => Ok(false),
        Err(Stop::Ball(ball)) => Err(ball),
    }
}

fn narrow(vm: &mut Vm, v: VarId, what: Move, i: &Int) -> Step<()> {
    let store = store(vm);
    match what {
        Move::Assign => store.assign(v, i)?,
        Move::Differ => store.remove_value(v, i)?,
        Move::AtMost => store.remove_above(v, &Bound::Fin(i.clone()))?,
        Move::Above => store.remove_below(v, &Bound::Fin(i + &Int::ONE))?,
    }
    Ok(())
}

/// `'$fd_below'(+Cost, +Best)`: the cost is less than the integer in `Best`, a term with one argument, if
/// there is one.
pub(super) fn below(vm: &mut Vm) -> Res {
    let (cost, best) = (vm.x(0), vm.x(1));
    let best = vm.heap.deref(vm.heap.get(vm.heap.args_at(best)));
    let Some(i) = integer(vm, best) else {
        return Ok(true);
    };
    let Some(v) = known(vm, cost) else {
        return Ok(integer(vm, cost).is_some_and(|c| c < i));
    };
    match apply(vm, |vm| narrow(vm, v, Move::AtMost, &(&i - &Int::ONE))) {
        Ok(()) => Ok(true),
        Err(Stop::Fail) => Ok(false),
        Err(Stop::Ball(ball)) => Err(ball),
    }
}
