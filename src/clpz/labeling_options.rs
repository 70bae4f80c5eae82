//! The options of labeling, as other systems name them: one table, and what each one asks for.

use super::attvar_link::{integer, integer_or_variable};
use super::post;
use super::post_result::{PostError, PostResult};
use super::propagation::apply;
use crate::base::atom::{Atom, atoms};
use crate::fd::constraints::constraint::Relation;
use crate::fd::search::objective::{Comparison, Objective};
use crate::fd::search::restart::{Cutoff, Relax};
use crate::fd::search::strategy::{Branch, Order, Select, Strategy};
use crate::machine::{Ball, Cell};
use crate::system::Vm;

/// What the options of a labeling come to. Terms are as given, but goals carry their module.
#[derive(Clone, Default)]
pub(super) struct Options {
    pub(super) strategy: Strategy,
    /// `variable(Sel)`
    pub(super) selector: Option<Cell>,
    /// `value(Enum)`
    pub(super) enumerator: Option<Cell>,
    /// `min(E)` and `max(E)`: all solutions in this order.
    pub(super) optima: Vec<Cell>,
    pub(super) goal: Option<Goal>,
    /// Every improving solution, not the best alone.
    pub(super) all: bool,
    pub(super) restart: bool,
    pub(super) cutoff: Cutoff,
    pub(super) relax: Option<(Cell, u64, Option<Cell>)>,
    /// Milliseconds.
    pub(super) time_out: Option<(i64, Cell)>,
    pub(super) assumptions: Option<Cell>,
    pub(super) discrepancies: Option<u64>,
    pub(super) seed: Option<u64>,
    /// Which groups were chosen from.
    given: [Option<Atom>; GROUPS],
}

/// What is to be optimised.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    /// A list, or one variable.
    pub(super) costs: Cell,
    pub(super) maximize: bool,
    pub(super) comparison: Option<Comparison>,
}

/// Of the options of a group, one may be chosen; of the objectives the last one counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Variable,
    Order,
    Branch,
    Side,
    Extent,
    Scheme,
    Cutoff,
    Relax,
    TimeOut,
    Assumptions,
    Discrepancy,
    Precision,
    Objective,
}

const GROUPS: usize = Group::Objective as usize + 1;

#[derive(Clone, Copy)]
enum Meaning {
    Select(Select),
    Order(Order),
    Branch(Branch),
    Out(bool),
    All(bool),
    Restart(bool),
    Satisfy,
    Optimize {
        maximize: bool,
        comparison: Option<Comparison>,
    },
    Selector,
    Enumerator,
    RandomVariable,
    RandomValue,
    Cutoff,
    Relax,
    TimeOut,
    Assumptions,
    Discrepancy,
    Precision,
}

use Meaning as M;

const fn optimize(maximize: bool, comparison: Option<Comparison>) -> Meaning {
    M::Optimize {
        maximize,
        comparison,
    }
}

const LEX: Option<Comparison> = Some(Comparison::Lexicographic);
const PARETO: Option<Comparison> = Some(Comparison::Pareto);

/// Symbols, arities, and what they mean.
const OPTIONS: &[(&str, u32, Group, Meaning)] = &[
    ("leftmost", 0, Group::Variable, M::Select(Select::Leftmost)),
    (
        "input_order",
        0,
        Group::Variable,
        M::Select(Select::Leftmost),
    ),
    ("ff", 0, Group::Variable, M::Select(Select::FirstFail)),
    (
        "first_fail",
        0,
        Group::Variable,
        M::Select(Select::FirstFail),
    ),
    (
        "ffc",
        0,
        Group::Variable,
        M::Select(Select::MostConstrained),
    ),
    (
        "most_constrained",
        0,
        Group::Variable,
        M::Select(Select::MostConstrained),
    ),
    ("min", 0, Group::Variable, M::Select(Select::Min)),
    ("smallest", 0, Group::Variable, M::Select(Select::Min)),
    ("max", 0, Group::Variable, M::Select(Select::Max)),
    ("largest", 0, Group::Variable, M::Select(Select::Max)),
    (
        "anti_first_fail",
        0,
        Group::Variable,
        M::Select(Select::AntiFirstFail),
    ),
    (
        "occurrence",
        0,
        Group::Variable,
        M::Select(Select::Occurrence),
    ),
    (
        "max_regret",
        0,
        Group::Variable,
        M::Select(Select::MaxRegret),
    ),
    ("dom_w_deg", 0, Group::Variable, M::Select(Select::DomWDeg)),
    ("impact", 0, Group::Variable, M::Select(Select::Impact)),
    (
        "random_variable",
        0,
        Group::Variable,
        M::Select(Select::Random),
    ),
    ("random_variable", 1, Group::Variable, M::RandomVariable),
    ("variable", 1, Group::Variable, M::Selector),
    ("up", 0, Group::Order, M::Order(Order::Up)),
    ("down", 0, Group::Order, M::Order(Order::Down)),
    ("median", 0, Group::Order, M::Order(Order::Median)),
    ("middle", 0, Group::Order, M::Order(Order::Middle)),
    ("random", 0, Group::Order, M::Order(Order::Random)),
    ("random_value", 0, Group::Order, M::Order(Order::Random)),
    ("random", 1, Group::Order, M::RandomValue),
    ("random_value", 1, Group::Order, M::RandomValue),
    ("step", 0, Group::Branch, M::Branch(Branch::Step)),
    ("enum", 0, Group::Branch, M::Branch(Branch::Enum)),
    ("bisect", 0, Group::Branch, M::Branch(Branch::Bisect)),
    ("interval", 0, Group::Branch, M::Branch(Branch::Interval)),
    ("value", 1, Group::Branch, M::Enumerator),
    ("in", 0, Group::Side, M::Out(false)),
    ("out", 0, Group::Side, M::Out(true)),
    ("best", 0, Group::Extent, M::All(false)),
    ("all", 0, Group::Extent, M::All(true)),
    ("bab", 0, Group::Scheme, M::Restart(false)),
    ("restart", 0, Group::Scheme, M::Restart(true)),
    ("restart_constant", 1, Group::Cutoff, M::Cutoff),
    ("restart_linear", 1, Group::Cutoff, M::Cutoff),
    ("restart_luby", 1, Group::Cutoff, M::Cutoff),
    ("restart_geometric", 2, Group::Cutoff, M::Cutoff),
    ("relax_and_reconstruct", 2, Group::Relax, M::Relax),
    ("relax_and_reconstruct", 3, Group::Relax, M::Relax),
    ("time_out", 2, Group::TimeOut, M::TimeOut),
    ("assumptions", 1, Group::Assumptions, M::Assumptions),
    ("discrepancy", 1, Group::Discrepancy, M::Discrepancy),
    ("precision", 1, Group::Precision, M::Precision),
    ("satisfy", 0, Group::Objective, M::Satisfy),
    ("minimize", 1, Group::Objective, optimize(false, None)),
    ("maximize", 1, Group::Objective, optimize(true, None)),
    ("lex_minimize", 1, Group::Objective, optimize(false, LEX)),
    ("lex_maximize", 1, Group::Objective, optimize(true, LEX)),
    (
        "pareto_minimize",
        1,
        Group::Objective,
        optimize(false, PARETO),
    ),
    (
        "pareto_maximize",
        1,
        Group::Objective,
        optimize(true, PARETO),
    ),
];

impl Options {
    /// Reads a list of options, whose goals belong to `module`.
    pub(super) fn read(vm: &mut Vm, list: Cell, module: Atom) -> PostResult<Options> {
        let given = post::elements(vm, list)?;
        Options::of(vm, &given, list, module)
    }

    /// [`Options::read`] of the elements of `list`.
    pub(super) fn of(vm: &mut Vm, given: &[Cell], list: Cell, module: Atom) -> PostResult<Options> {
        let mut options = Options::default();
        for &o in given {
            options.add(vm, o, list, module)?;
        }
        if !options.optima.is_empty() && !options.is_plain() {
            return Err(PostError::Ball(
                vm.domain_error("consistent_labeling_options", list),
            ));
        }
        Ok(options)
    }

    fn add(&mut self, vm: &mut Vm, o: Cell, list: Cell, module: Atom) -> PostResult<()> {
        if o.is_ref() {
            return Err(PostError::Ball(vm.instantiation_error()));
        }
        let (name, arity) = if let Some(name) = o.to_atom() {
            (name, 0)
        } else if o.is_structure() {
            let (f, n) = vm.heap.functor_of(o);
            (vm.functors.get(f).0, n)
        } else {
            return Err(PostError::Ball(vm.domain_error("labeling_option", o)));
        };
        if arity == 1 && (name == atoms::MIN || name == atoms::MAX) {
            self.optima.push(o);
            return Ok(());
        }
        let text = vm.atoms.text(name);
        let row = OPTIONS.iter().find(|r| r.0 == &*text && r.1 == arity);
        let Some(&(_, _, group, meaning)) = row else {
            return Err(PostError::Ball(vm.domain_error("labeling_option", o)));
        };
        match self.given[group as usize].replace(name) {
            None => {}
            Some(_) if group == Group::Objective => {}
            Some(before) if before == name => {
                let ball = vm.domain_error("nonrepeating_labeling_options", list);
                return Err(PostError::Ball(ball));
            }
            Some(_) => {
                let ball = vm.domain_error("consistent_labeling_options", list);
                return Err(PostError::Ball(ball));
            }
        }
        self.apply(vm, meaning, o, name, module)
    }

    fn apply(
        &mut self,
        vm: &mut Vm,
        meaning: Meaning,
        o: Cell,
        name: Atom,
        module: Atom,
    ) -> PostResult<()> {
        let argument = |vm: &Vm, i: u64| vm.heap.deref(vm.heap.get(o.addr() + 8 * i));
        match meaning {
            M::Select(s) => self.strategy.select = s,
            M::Order(s) => self.strategy.order = s,
            M::Branch(s) => self.strategy.branch = s,
            M::Out(out) => self.strategy.out = out,
            M::All(all) => self.all = all,
            M::Restart(restart) => self.restart = restart,
            M::Satisfy => self.goal = None,
            M::Optimize {
                maximize,
                comparison,
            } => {
                self.goal = Some(Goal {
                    costs: argument(vm, 1),
                    maximize,
                    comparison,
                });
            }
            M::Selector => self.selector = Some(qualified(vm, argument(vm, 1), module)?),
            M::Enumerator => self.enumerator = Some(qualified(vm, argument(vm, 1), module)?),
            M::RandomVariable => {
                self.strategy.select = Select::Random;
                self.seed = Some(seed(vm, argument(vm, 1))?);
            }
            M::RandomValue => {
                self.strategy.order = Order::Random;
                self.seed = Some(seed(vm, argument(vm, 1))?);
            }
            M::Cutoff => {
                let text = vm.atoms.text(name).to_string();
                self.cutoff = match &*text {
                    "restart_constant" => Cutoff::Constant(count(vm, argument(vm, 1))?),
                    "restart_linear" => Cutoff::Linear(count(vm, argument(vm, 1))?),
                    "restart_luby" => Cutoff::Luby(count(vm, argument(vm, 1))?),
                    _ => Cutoff::Geometric {
                        base: number(vm, argument(vm, 1))?,
                        scale: count(vm, argument(vm, 2))?,
                    },
                };
            }
            M::Relax => {
                let percent = count(vm, argument(vm, 2))?;
                let start = (vm.heap.functor_of(o).1 == 3).then(|| argument(vm, 3));
                self.relax = Some((argument(vm, 1), percent, start));
            }
            M::TimeOut => {
                let ms = count(vm, argument(vm, 1))?;
                let ms = i64::try_from(ms).unwrap_or(i64::MAX);
                self.time_out = Some((ms, argument(vm, 2)));
            }
            M::Assumptions => self.assumptions = Some(argument(vm, 1)),
            M::Discrepancy => self.discrepancies = Some(count(vm, argument(vm, 1))?),
            M::Precision => {
                number(vm, argument(vm, 1))?;
            }
        }
        Ok(())
    }

    /// Whether nothing but a strategy was chosen.
    pub(super) fn is_plain(&self) -> bool {
        let beyond = &self.given[Group::Extent as usize..];
        beyond.iter().all(Option::is_none) && !self.is_custom()
    }

    /// Whether goals of the program choose.
    pub(super) fn is_custom(&self) -> bool {
        self.selector.is_some() || self.enumerator.is_some()
    }

    /// These options for one of several labelings, where those of the whole stand unless it says
    /// otherwise.
    pub(super) fn within(mut self, whole: &Options) -> Options {
        if self.given[Group::Variable as usize].is_none() {
            self.strategy.select = whole.strategy.select;
            self.selector = whole.selector;
        }
        if self.given[Group::Order as usize].is_none() {
            self.strategy.order = whole.strategy.order;
        }
        if self.given[Group::Branch as usize].is_none() {
            self.strategy.branch = whole.strategy.branch;
            self.enumerator = whole.enumerator;
        }
        if self.given[Group::Side as usize].is_none() {
            self.strategy.out = whole.strategy.out;
        }
        self
    }
}

impl Goal {
    /// The variables and integers to be compared; an expression gets a variable of its own.
    pub(super) fn costs(&self, vm: &mut Vm) -> PostResult<Vec<Cell>> {
        let mut all = match self.comparison {
            None => vec![self.costs],
            Some(_) => post::elements(vm, self.costs)?,
        };
        for c in &mut all {
            if vm.heap.deref(*c).is_structure() {
                let (value, expression) = (vm.heap.new_var(), *c);
                apply(vm, |vm| post::relation(vm, Relation::Eq, value, expression))?;
                *c = value;
            }
        }
        Ok(all)
    }

    /// The same for the kernel.
    pub(super) fn objective(&self, vm: &mut Vm) -> PostResult<Objective> {
        let mut costs = Vec::new();
        for c in self.costs(vm)? {
            costs.push(integer_or_variable(vm, c)?);
        }
        let comparison = self.comparison.unwrap_or(Comparison::Lexicographic);
        Ok(Objective::new(costs, self.maximize, comparison))
    }
}

/// A neighbourhood for the kernel.
pub(super) fn relax(
    vm: &mut Vm,
    (vars, percent, start): (Cell, u64, Option<Cell>),
) -> PostResult<Relax> {
    let mut ids = Vec::new();
    for c in post::integers(vm, vars)? {
        ids.push(integer_or_variable(vm, c)?);
    }
    let values = match start {
        None => None,
        Some(list) => {
            let mut values = Vec::new();
            for c in post::elements(vm, list)? {
                values.push(an_integer(vm, c)?);
            }
            Some(values)
        }
    };
    Ok(Relax {
        vars: ids,
        percent,
        values,
    })
}

/// A goal with its module.
fn qualified(vm: &mut Vm, goal: Cell, module: Atom) -> PostResult<Cell> {
    if goal.is_ref() {
        return Err(PostError::Ball(vm.instantiation_error()));
    }
    if !goal.is_atom() && !goal.is_structure() {
        return Err(PostError::Ball(vm.type_error(atoms::CALLABLE, goal)));
    }
    Ok(vm.compound(atoms::COLON, &[Cell::atom(module), goal]))
}

fn an_integer(vm: &mut Vm, c: Cell) -> PostResult<crate::base::int::Int> {
    if c.is_ref() {
        return Err(PostError::Ball(vm.instantiation_error()));
    }
    match integer(vm, c) {
        Some(i) => Ok(i),
        None => Err(PostError::Ball(vm.type_error(atoms::INTEGER, c))),
    }
}

/// An integer of at least zero; a very large one is as good as the largest word.
fn count(vm: &mut Vm, c: Cell) -> PostResult<u64> {
    let i = an_integer(vm, c)?;
    if i.is_negative() {
        let ball: Ball = vm.domain_error("not_less_than_zero", c);
        return Err(PostError::Ball(ball));
    }
    Ok(i.to_i64().map_or(u64::MAX, |n| n as u64))
}

/// The low word of an integer.
fn seed(vm: &mut Vm, c: Cell) -> PostResult<u64> {
    let i = an_integer(vm, c)?;
    let word = crate::base::int::Int::Small(1).shift(&crate::base::int::Int::Small(62));
    let low = word
        .ok()
        .and_then(|w| i.mod_floor(&w))
        .and_then(|l| l.to_i64());
    Ok(low.unwrap_or_default() as u64)
}

/// A number that is not negative.
fn number(vm: &mut Vm, c: Cell) -> PostResult<f64> {
    if c.is_ref() {
        return Err(PostError::Ball(vm.instantiation_error()));
    }
    let f = match integer(vm, c) {
        Some(i) => i.to_i64().map(|n| n as f64),
        None if c.is_boxed() => vm.heap.to_float(c),
        None => None,
    };
    match f {
        Some(f) if f >= 0.0 => Ok(f),
        Some(_) => Err(PostError::Ball(vm.domain_error("not_less_than_zero", c))),
        None => {
            let ty = vm.atoms.intern("number");
            Err(PostError::Ball(vm.type_error(ty, c)))
        }
    }
}

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
pub(super) fn encode(s: Strategy) -> i64 {
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
