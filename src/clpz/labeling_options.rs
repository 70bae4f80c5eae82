//! The options of labeling: one table, a row per option.
//!
//! To add an option, add a row. If it chooses a new way of selecting variables or values, add its variant in
//! [`crate::fd::search::strategy`], where the compiler then demands its code.

use super::attvar_link::{integer, integer_or_variable};
use super::post;
use super::post_result::{PostError, PostResult};
use super::propagation::apply;
use crate::base::atom::{Atom, atoms};
use crate::base::int::Int;
use crate::fd::constraints::constraint::Relation;
use crate::fd::search::objective::{Comparison, Objective};
use crate::fd::search::restart::{Cutoff, Neighborhood};
use crate::fd::search::strategy::{Branch, Order, Select, Strategy};
use crate::machine::Cell;
use crate::system::Vm;

/// The options of a labeling. Terms are as given, but goals carry their module.
#[derive(Clone, Default)]
pub(super) struct LabelingOptions {
    pub(super) strategy: Strategy,
    /// `variable(Sel)`
    pub(super) selector: Option<Cell>,
    /// `value(Enum)`
    pub(super) enumerator: Option<Cell>,
    /// `min(E)` and `max(E)`: all solutions in this order.
    pub(super) optima: Vec<Cell>,
    pub(super) goal: Option<OptimizationGoal>,
    /// Every improving solution, not the best alone.
    pub(super) all: bool,
    pub(super) restart: bool,
    pub(super) cutoff: Cutoff,
    /// The variables, the percentage and the first values of a large neighbourhood search.
    pub(super) neighborhood: Option<(Cell, u64, Option<Cell>)>,
    /// Milliseconds, and the flag.
    pub(super) time_out: Option<(i64, Cell)>,
    pub(super) assumptions: Option<Cell>,
    pub(super) discrepancies: Option<u64>,
    pub(super) seed: Option<u64>,
    /// The number of threads that search; 0 if the option was not given.
    pub(super) parallel: u64,
    /// For each group the option that was given.
    given: [Option<Atom>; GROUPS],
}

/// The objective of branch and bound.
#[derive(Clone, Copy)]
pub(super) struct OptimizationGoal {
    /// A list, or one expression.
    pub(super) costs: Cell,
    pub(super) maximize: bool,
    pub(super) comparison: Option<Comparison>,
}

/// A group of options of which one may be given, except for objectives, of which the last one counts, and
/// orders of solutions, which may be repeated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Group {
    Variable,
    Value,
    Branch,
    Side,
    // The groups up to here make a strategy.
    Parallel,
    Optimum,
    Objective,
    Extent,
    Scheme,
    Cutoff,
    Relax,
    TimeOut,
    Assumptions,
    Discrepancy,
    Precision,
}

const GROUPS: usize = Group::Precision as usize + 1;

/// The setting of an option.
enum Set {
    Select(Select),
    Order(Order),
    Branch(Branch),
    Out(bool),
    By(fn(&mut LabelingOptions, &mut Given) -> PostResult<()>),
}

/// An option of labeling.
struct OptionRow {
    group: Group,
    /// Its names, the usual one first.
    names: &'static [&'static str],
    /// Its arguments, as the documentation names them.
    args: &'static [&'static str],
    /// The systems that have the option under one of these names.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the page of options"))]
    systems: &'static str,
    set: Set,
    /// One line.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the page of options"))]
    doc: &'static str,
}

const fn row(
    group: Group,
    names: &'static [&'static str],
    args: &'static [&'static str],
    systems: &'static str,
    set: Set,
    doc: &'static str,
) -> OptionRow {
    OptionRow {
        group,
        names,
        args,
        systems,
        set,
        doc,
    }
}

const NONE: &[&str] = &[];

/// All options, by group; the first one of a group is the default.
#[rustfmt::skip]
const OPTIONS: &[OptionRow] = &[
    row(Group::Variable, &["leftmost", "input_order"], NONE, "SICStus, SWI; MiniZinc, ECLiPSe",
        Set::Select(Select::Leftmost), "the first variable"),
    row(Group::Variable, &["ff", "first_fail"], NONE, "SICStus, SWI; MiniZinc, ECLiPSe, GNU",
        Set::Select(Select::FirstFail), "the smallest domain"),
    row(Group::Variable, &["ffc", "most_constrained"], NONE, "SICStus, SWI; MiniZinc, ECLiPSe, GNU",
        Set::Select(Select::MostConstrained), "the smallest domain, then the most constraints"),
    row(Group::Variable, &["min", "smallest"], NONE, "SICStus, SWI; MiniZinc, ECLiPSe, GNU",
        Set::Select(Select::Min), "the least lower bound"),
    row(Group::Variable, &["max", "largest"], NONE, "SICStus, SWI; MiniZinc, ECLiPSe, GNU",
        Set::Select(Select::Max), "the greatest upper bound"),
    row(Group::Variable, &["anti_first_fail"], NONE, "SICStus, MiniZinc, ECLiPSe",
        Set::Select(Select::AntiFirstFail), "the largest domain"),
    row(Group::Variable, &["occurrence"], NONE, "SICStus, MiniZinc, ECLiPSe",
        Set::Select(Select::Occurrence), "the most constraints"),
    row(Group::Variable, &["max_regret"], NONE, "SICStus, MiniZinc, ECLiPSe, GNU",
        Set::Select(Select::MaxRegret), "the greatest difference between the two least values"),
    row(Group::Variable, &["dom_deg"], NONE, "",
        Set::Select(Select::DomDeg), "the smallest domain in relation to the number of its constraints"),
    row(Group::Variable, &["dom_w_deg"], NONE, "SICStus, MiniZinc",
        Set::Select(Select::DomWDeg), "the smallest domain in relation to the failures of its constraints"),
    row(Group::Variable, &["afc"], NONE, "Gecode",
        Set::Select(Select::FailureCount), "the most failures of its constraints"),
    row(Group::Variable, &["impact"], NONE, "SICStus",
        Set::Select(Select::Impact), "the greatest impact: the part of the search space that its assignments have removed"),
    row(Group::Variable, &["random_variable"], NONE, "",
        Set::Select(Select::Random), "a random variable"),
    row(Group::Variable, &["random_variable"], &["Seed"], "SWI, Scryer",
        Set::By(|o, g| { o.seed = Some(g.seed(1)?); o.strategy.select = Select::Random; Ok(()) }), "a random variable, from a seed"),
    row(Group::Variable, &["variable"], &["Sel"], "SICStus",
        Set::By(|o, g| { o.selector = Some(g.goal(1)?); Ok(()) }), "the variable that `Sel(Vars, Selected, Rest)` selects"),

    row(Group::Value, &["up"], NONE, "SICStus, SWI",
        Set::Order(Order::Up), "ascending"),
    row(Group::Value, &["down"], NONE, "SICStus, SWI",
        Set::Order(Order::Down), "descending"),
    row(Group::Value, &["median"], NONE, "SICStus",
        Set::Order(Order::Median), "the median of the domain first"),
    row(Group::Value, &["middle"], NONE, "SICStus",
        Set::Order(Order::Middle), "the value nearest to the middle between the bounds first"),
    row(Group::Value, &["random", "random_value"], NONE, "",
        Set::Order(Order::Random), "a random value"),
    row(Group::Value, &["random", "random_value"], &["Seed"], "SWI, Scryer",
        Set::By(|o, g| { o.seed = Some(g.seed(1)?); o.strategy.order = Order::Random; Ok(()) }), "a random value, from a seed"),

    row(Group::Branch, &["step"], NONE, "SICStus, SWI",
        Set::Branch(Branch::Step), "`X #= V` or `X #\\= V`"),
    row(Group::Branch, &["enum"], NONE, "SICStus, SWI",
        Set::Branch(Branch::Enum), "`X #= V` for each value in turn"),
    row(Group::Branch, &["bisect"], NONE, "SICStus, SWI",
        Set::Branch(Branch::Bisect), "`X #=< M` or `X #> M`, with the value `M` in the middle"),
    row(Group::Branch, &["interval"], NONE, "MiniZinc",
        Set::Branch(Branch::Interval), "the first interval of the domain or the others, then as `bisect`"),
    row(Group::Branch, &["value"], &["Enum"], "SICStus",
        Set::By(|o, g| { o.enumerator = Some(g.goal(1)?); Ok(()) }), "as `Enum(X, Rest, BB0, BB)` branches"),

    row(Group::Side, &["in"], NONE, "",
        Set::Out(false), "the branches in this order"),
    row(Group::Side, &["out"], NONE, "",
        Set::Out(true), "the branches in the reverse order"),

    row(Group::Parallel, &["parallel"], &["N"], "",
        Set::By(|o, g| { o.parallel = g.threads(1)?; Ok(()) }), "`N` threads search parts of the search tree, with the same answers in the same order"),

    row(Group::Optimum, &["min"], &["Expr"], "SWI",
        Set::By(|o, g| { o.optima.push(g.option); Ok(()) }), "all solutions, by increasing value of the expression"),
    row(Group::Optimum, &["max"], &["Expr"], "SWI",
        Set::By(|o, g| { o.optima.push(g.option); Ok(()) }), "all solutions, by decreasing value of the expression"),

    row(Group::Objective, &["satisfy"], NONE, "SICStus, MiniZinc",
        Set::By(|o, _| { o.goal = None; Ok(()) }), "no objective: all solutions"),
    row(Group::Objective, &["minimize"], &["Expr"], "SICStus",
        Set::By(|o, g| o.optimize(g, false, None)), "branch and bound: the least value"),
    row(Group::Objective, &["maximize"], &["Expr"], "SICStus",
        Set::By(|o, g| o.optimize(g, true, None)), "branch and bound: the greatest value"),
    row(Group::Objective, &["lex_minimize"], &["Exprs"], "SICStus",
        Set::By(|o, g| o.optimize(g, false, LEX)), "branch and bound: the least list of values"),
    row(Group::Objective, &["lex_maximize"], &["Exprs"], "SICStus",
        Set::By(|o, g| o.optimize(g, true, LEX)), "branch and bound: the greatest list of values"),
    row(Group::Objective, &["pareto_minimize"], &["Exprs"], "SICStus",
        Set::By(|o, g| o.optimize(g, false, PARETO)), "the solutions that no other one dominates with smaller values"),
    row(Group::Objective, &["pareto_maximize"], &["Exprs"], "SICStus",
        Set::By(|o, g| o.optimize(g, true, PARETO)), "the solutions that no other one dominates with greater values"),

    row(Group::Extent, &["best"], NONE, "SICStus",
        Set::By(|o, _| { o.all = false; Ok(()) }), "an optimal solution"),
    row(Group::Extent, &["all"], NONE, "SICStus",
        Set::By(|o, _| { o.all = true; Ok(()) }), "each improving solution"),

    row(Group::Scheme, &["bab"], NONE, "SICStus",
        Set::By(|o, _| { o.restart = false; Ok(()) }), "the search continues after an improvement"),
    row(Group::Scheme, &["restart"], NONE, "SICStus",
        Set::By(|o, _| { o.restart = true; Ok(()) }), "the search restarts after an improvement"),

    row(Group::Cutoff, &["restart_constant"], &["Scale"], "MiniZinc",
        Set::By(|o, g| { o.cutoff = Cutoff::Constant(g.count(1)?); Ok(()) }), "restarts after `Scale` failures"),
    row(Group::Cutoff, &["restart_linear"], &["Scale"], "MiniZinc",
        Set::By(|o, g| { o.cutoff = Cutoff::Linear(g.count(1)?); Ok(()) }), "restarts after `Scale` more failures each time"),
    row(Group::Cutoff, &["restart_luby"], &["Scale"], "MiniZinc",
        Set::By(|o, g| { o.cutoff = Cutoff::Luby(g.count(1)?); Ok(()) }), "restarts after `Scale` times the Luby sequence of failures"),
    row(Group::Cutoff, &["restart_geometric"], &["Base", "Scale"], "MiniZinc",
        Set::By(|o, g| { o.cutoff = Cutoff::Geometric { base: g.number(1)?, scale: g.count(2)? }; Ok(()) }),
        "restarts after `Scale` times a power of `Base` of failures"),

    row(Group::Relax, &["relax_and_reconstruct"], &["Xs", "Percent"], "MiniZinc",
        Set::By(|o, g| { o.neighborhood = Some((g.arg(1), g.count(2)?, None)); Ok(()) }),
        "large neighbourhood search: a restart keeps each value of the last solution with this chance"),
    row(Group::Relax, &["relax_and_reconstruct"], &["Xs", "Percent", "Ys"], "MiniZinc",
        Set::By(|o, g| { o.neighborhood = Some((g.arg(1), g.count(2)?, Some(g.arg(3)))); Ok(()) }),
        "the same, with first values"),

    row(Group::TimeOut, &["time_out"], &["Milliseconds", "Flag"], "SICStus",
        Set::By(|o, g| { o.time_out = Some((g.count(1)?.min(i64::MAX as u64) as i64, g.arg(2))); Ok(()) }),
        "a time limit; `Flag` is `optimality`, `success` or `time_out`"),
    row(Group::Assumptions, &["assumptions"], &["N"], "SICStus",
        Set::By(|o, g| { o.assumptions = Some(g.arg(1)); Ok(()) }), "`N` is the number of choices on the path to the solution"),
    row(Group::Discrepancy, &["discrepancy"], &["D"], "SICStus",
        Set::By(|o, g| { o.discrepancies = Some(g.count(1)?); Ok(()) }), "a path leaves the first branch at most `D` times"),
    row(Group::Precision, &["precision"], &["P"], "MiniZinc",
        Set::By(|_, g| g.number(1).map(|_| ())), "no effect on integers"),
];

const LEX: Option<Comparison> = Some(Comparison::Lexicographic);
const PARETO: Option<Comparison> = Some(Comparison::Pareto);

/// An option as it was given, and the module of its goals.
struct Given<'a> {
    vm: &'a mut Vm,
    option: Cell,
    module: Atom,
}

impl Given<'_> {
    /// Argument `i`, from 1.
    fn arg(&self, i: u64) -> Cell {
        self.vm
            .heap
            .deref(self.vm.heap.get(self.option.addr() + 8 * i))
    }

    /// An argument that is an integer.
    fn integer(&mut self, i: u64) -> PostResult<Int> {
        an_integer(self.vm, self.arg(i))
    }

    /// An argument that is an integer of at least zero; a very large one counts as the largest word.
    fn count(&mut self, i: u64) -> PostResult<u64> {
        let n = self.integer(i)?;
        if n.is_negative() {
            let c = self.arg(i);
            return Err(PostError::Ball(
                self.vm.domain_error("not_less_than_zero", c),
            ));
        }
        Ok(n.to_i64().map_or(u64::MAX, |n| n as u64))
    }

    /// An argument that is a number of threads.
    fn threads(&mut self, i: u64) -> PostResult<u64> {
        match self.count(i)? {
            0 => {
                let c = self.arg(i);
                Err(PostError::Ball(self.vm.domain_error("threads", c)))
            }
            n => Ok(n.min(1 << 16)),
        }
    }

    /// The low word of an argument that is an integer.
    fn seed(&mut self, i: u64) -> PostResult<u64> {
        let n = self.integer(i)?;
        let word = Int::Small(1).shift(&Int::Small(62));
        let low = word.ok().and_then(|w| n.mod_floor(&w));
        Ok(low.and_then(|l| l.to_i64()).unwrap_or_default() as u64)
    }

    /// An argument that is a number of at least zero.
    fn number(&mut self, i: u64) -> PostResult<f64> {
        let c = self.arg(i);
        if c.is_ref() {
            return Err(PostError::Ball(self.vm.instantiation_error()));
        }
        let f = match integer(self.vm, c) {
            Some(i) => i.to_i64().map(|n| n as f64),
            None if c.is_boxed() => self.vm.heap.to_float(c),
            None => None,
        };
        match f {
            Some(f) if f >= 0.0 => Ok(f),
            Some(_) => Err(PostError::Ball(
                self.vm.domain_error("not_less_than_zero", c),
            )),
            None => {
                let ty = self.vm.atoms.intern("number");
                Err(PostError::Ball(self.vm.type_error(ty, c)))
            }
        }
    }

    /// An argument that is a goal, with its module.
    fn goal(&mut self, i: u64) -> PostResult<Cell> {
        let goal = self.arg(i);
        if goal.is_ref() {
            return Err(PostError::Ball(self.vm.instantiation_error()));
        }
        if !goal.is_atom() && !goal.is_structure() {
            return Err(PostError::Ball(self.vm.type_error(atoms::CALLABLE, goal)));
        }
        let module = Cell::atom(self.module);
        Ok(self.vm.compound(atoms::COLON, &[module, goal]))
    }
}

impl LabelingOptions {
    /// Reads a list of options, whose goals belong to `module`.
    pub(super) fn read(vm: &mut Vm, list: Cell, module: Atom) -> PostResult<LabelingOptions> {
        let given = post::elements(vm, list)?;
        LabelingOptions::of(vm, &given, list, module)
    }

    /// [`LabelingOptions::read`] of the elements of `list`.
    pub(super) fn of(
        vm: &mut Vm,
        given: &[Cell],
        list: Cell,
        module: Atom,
    ) -> PostResult<LabelingOptions> {
        let mut options = LabelingOptions::default();
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

    fn add(&mut self, vm: &mut Vm, option: Cell, list: Cell, module: Atom) -> PostResult<()> {
        if option.is_ref() {
            return Err(PostError::Ball(vm.instantiation_error()));
        }
        let (name, arity) = if let Some(name) = option.to_atom() {
            (name, 0)
        } else if option.is_structure() {
            let (f, n) = vm.heap.functor_of(option);
            (vm.functors.get(f).0, n as usize)
        } else {
            return Err(PostError::Ball(vm.domain_error("labeling_option", option)));
        };
        let text = vm.atoms.text(name);
        let is_named = |r: &&OptionRow| r.args.len() == arity && r.names.contains(&&*text);
        let Some(row) = OPTIONS.iter().find(is_named) else {
            return Err(PostError::Ball(vm.domain_error("labeling_option", option)));
        };
        if row.group != Group::Optimum
            && let Some(before) = self.given[row.group as usize].replace(name)
            && row.group != Group::Objective
        {
            let domain = match before == name {
                true => "nonrepeating_labeling_options",
                false => "consistent_labeling_options",
            };
            return Err(PostError::Ball(vm.domain_error(domain, list)));
        }
        match row.set {
            Set::Select(select) => self.strategy.select = select,
            Set::Order(order) => self.strategy.order = order,
            Set::Branch(branch) => self.strategy.branch = branch,
            Set::Out(out) => self.strategy.out = out,
            Set::By(set) => set(self, &mut Given { vm, option, module })?,
        }
        Ok(())
    }

    fn optimize(
        &mut self,
        given: &mut Given,
        maximize: bool,
        comparison: Option<Comparison>,
    ) -> PostResult<()> {
        self.goal = Some(OptimizationGoal {
            costs: given.arg(1),
            maximize,
            comparison,
        });
        Ok(())
    }

    fn has(&self, group: Group) -> bool {
        self.given[group as usize].is_some()
    }

    /// Returns true if the options are only a strategy and an order of solutions.
    pub(super) fn is_plain(&self) -> bool {
        let others = &self.given[Group::Optimum as usize..];
        others.iter().all(Option::is_none) && !self.is_custom()
    }

    /// Returns true if the solutions of the parts of the search tree, one part after the other, are in the order of
    /// the whole search: no choice depends on parts that were searched before, and the first variable that is
    /// selected remains selected until it is fixed.
    pub(super) fn is_divisible(&self) -> bool {
        let s = &self.strategy;
        let in_order = matches!(s.order, Order::Up | Order::Down) && !s.out;
        let by_values = match s.select {
            Select::Leftmost => s.branch != Branch::Interval,
            Select::FirstFail => matches!(s.branch, Branch::Step | Branch::Enum),
            _ => false,
        };
        in_order && by_values && self.is_plain()
    }

    /// Returns true if goals of the program choose.
    pub(super) fn is_custom(&self) -> bool {
        self.selector.is_some() || self.enumerator.is_some()
    }

    /// The options of one of several labelings, with those of the whole as defaults.
    pub(super) fn within(mut self, whole: &LabelingOptions) -> LabelingOptions {
        if !self.has(Group::Variable) {
            self.strategy.select = whole.strategy.select;
            self.selector = whole.selector;
        }
        if !self.has(Group::Value) {
            self.strategy.order = whole.strategy.order;
        }
        if !self.has(Group::Branch) {
            self.strategy.branch = whole.strategy.branch;
            self.enumerator = whole.enumerator;
        }
        if !self.has(Group::Side) {
            self.strategy.out = whole.strategy.out;
        }
        self
    }
}

impl OptimizationGoal {
    /// The variables and integers to compare; an expression gets a variable of its own.
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

    /// The objective for a search in the kernel.
    pub(super) fn objective(&self, vm: &mut Vm) -> PostResult<Objective> {
        let mut costs = Vec::new();
        for c in self.costs(vm)? {
            costs.push(integer_or_variable(vm, c)?);
        }
        let comparison = self.comparison.unwrap_or(Comparison::Lexicographic);
        Ok(Objective::new(costs, self.maximize, comparison))
    }
}

/// The neighbourhood for a search in the kernel.
pub(super) fn neighborhood(
    vm: &mut Vm,
    (vars, percent, start): (Cell, u64, Option<Cell>),
) -> PostResult<Neighborhood> {
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
    Ok(Neighborhood {
        vars: ids,
        percent,
        values,
    })
}

fn an_integer(vm: &mut Vm, c: Cell) -> PostResult<Int> {
    if c.is_ref() {
        return Err(PostError::Ball(vm.instantiation_error()));
    }
    match integer(vm, c) {
        Some(i) => Ok(i),
        None => Err(PostError::Ball(vm.type_error(atoms::INTEGER, c))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Group, OPTIONS, Set};
    use crate::fd::search::strategy::{Branch, Order, Select};
    use std::path::Path;

    #[test]
    fn every_strategy_has_an_option() {
        for s in Select::ALL {
            let sets = |set: &Set| matches!(set, Set::Select(x) if x == s);
            assert!(OPTIONS.iter().any(|r| sets(&r.set)), "{s:?}");
        }
        for s in Order::ALL {
            let sets = |set: &Set| matches!(set, Set::Order(x) if x == s);
            assert!(OPTIONS.iter().any(|r| sets(&r.set)), "{s:?}");
        }
        for s in Branch::ALL {
            let sets = |set: &Set| matches!(set, Set::Branch(x) if x == s);
            assert!(OPTIONS.iter().any(|r| sets(&r.set)), "{s:?}");
        }
    }

    #[test]
    fn names_are_unique() {
        let mut all = Vec::new();
        for r in OPTIONS {
            all.extend(r.names.iter().map(|n| (*n, r.args.len())));
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    fn title(group: Group) -> &'static str {
        match group {
            Group::Variable => "next variable",
            Group::Value => "first value",
            Group::Branch => "branches",
            Group::Side => "order of the branches",
            Group::Optimum => "order of the solutions",
            Group::Objective => "objective",
            Group::Extent => "answers of branch and bound",
            Group::Scheme => "after an improvement",
            Group::Cutoff => "restarts",
            Group::Relax => "neighbourhood",
            Group::TimeOut => "time limit",
            Group::Assumptions => "effort",
            Group::Discrepancy => "discrepancies",
            Group::Parallel => "parallel search",
            Group::Precision => "precision",
        }
    }

    /// The table of the page, made from the rows.
    fn table() -> String {
        let mut text = String::from("| | option | meaning | also in |\n|---|---|---|---|\n");
        let mut last = None;
        for r in OPTIONS {
            let first = last.replace(r.group) != Some(r.group);
            let title = if first { title(r.group) } else { "" };
            let args = match r.args {
                [] => String::new(),
                args => format!("({})", args.join(",")),
            };
            let names: Vec<String> = r.names.iter().map(|n| format!("`{n}{args}`")).collect();
            let names = names.join(", ");
            text += &format!("| {title} | {names} | {} | {} |\n", r.doc, r.systems);
        }
        text
    }

    /// `BLESS=1 cargo test --lib labeling_options` writes the table into the page.
    #[test]
    fn the_page_has_the_table() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/constraints.md");
        let text = std::fs::read_to_string(&page).expect("the page");
        let start = "<!-- labeling options: made from src/clpz/labeling_options.rs -->\n\n";
        let (before, rest) = text.split_once(start).expect("the mark of the table");
        let (found, after) = rest
            .split_once("\n<!-- end -->")
            .expect("the end of the table");
        if std::env::var_os("BLESS").is_some() {
            let text = format!("{before}{start}{}\n<!-- end -->{after}", table());
            std::fs::write(&page, text).expect("the page");
        } else {
            assert_eq!(
                found,
                table(),
                "run BLESS=1 cargo test --lib labeling_options"
            );
        }
    }
}
