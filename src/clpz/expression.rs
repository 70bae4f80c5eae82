//! Arithmetic expressions: read once into linear form. Every function that is not linear gets a variable for its
//! result and its own constraint.
//!
//! A condition is false if one of its functions is not defined: the truth values of their being defined are collected
//! for this.

use super::attvar_link::{integer, is_monotonic, refuse_bare, store, variable};
use super::functions::NonlinearFunction;
use super::memory_checks::check_walk;
use super::post_result::{PostError, PostResult};
use super::symbols::{Symbol, Symbols};
use crate::base::atom::atoms;
use crate::base::int::{Int, TooLarge};
use crate::code::pred::FunctorId;
use crate::fd::constraints::abs::Abs;
use crate::fd::constraints::constraint::{BoolOp, Constraint, Rel};
use crate::fd::constraints::divmod::{Division, DivisionFunction};
use crate::fd::constraints::global::bits::BitFunction;
use crate::fd::constraints::prop::Store;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::VarId;
use crate::machine::{Ball, Cell};
use crate::system::Vm;
use std::sync::Arc;

/// A sum of multiples of variables and a constant.
#[derive(Clone, Debug)]
pub(super) struct LinearSum {
    pub(super) terms: Vec<(Int, VarId)>,
    pub(super) constant: Int,
}

impl LinearSum {
    pub(super) fn constant(i: Int) -> LinearSum {
        LinearSum {
            terms: Vec::new(),
            constant: i,
        }
    }

    pub(super) fn variable(v: VarId) -> LinearSum {
        LinearSum {
            terms: vec![(Int::ONE, v)],
            constant: Int::ZERO,
        }
    }

    /// The value, if the sum has no variables.
    pub(super) fn value(&self) -> Option<&Int> {
        self.terms.is_empty().then_some(&self.constant)
    }

    fn add(&mut self, factor: &Int, other: &LinearSum) {
        self.terms
            .extend(other.terms.iter().map(|(a, v)| (factor * a, *v)));
        self.constant = &self.constant + &(factor * &other.constant);
    }
}

/// A pending step of reading an expression.
pub(super) enum ExpressionTask {
    /// Add a multiple of a term to the newest sum.
    Visit(Cell, Int),
    /// Begin the sum of an argument.
    Argument,
    /// Take so many sums, the arguments of the function, and add a multiple of its result.
    Apply(NonlinearFunction, u32, Int),
}

/// The reading of the expressions of one relation.
pub(super) struct Expressions {
    names: Arc<Symbols>,
    /// The sum being read, and those that it is an argument in.
    newest: LinearSum,
    sums: Vec<LinearSum>,
    steps: u32,
    /// Variables must be wrapped.
    monotonic: bool,
    /// In a condition: the truth values of functions' being defined.
    pub(super) defined: Option<Vec<VarId>>,
}

impl Expressions {
    /// For a constraint, which is false where a function is not defined.
    pub(super) fn new(vm: &mut Vm) -> Expressions {
        let names = Symbols::of(vm);
        Expressions {
            monotonic: is_monotonic(vm, &names),
            names,
            newest: LinearSum::constant(Int::ZERO),
            sums: Vec::new(),
            steps: 0,
            defined: None,
        }
    }

    /// For a condition.
    pub(super) fn reified(vm: &mut Vm) -> Expressions {
        Expressions {
            defined: Some(Vec::new()),
            ..Expressions::new(vm)
        }
    }

    pub(super) fn is_monotonic(&self) -> bool {
        self.monotonic
    }

    /// The meaning of a functor in an expression.
    fn meaning(&self, f: FunctorId) -> Option<Symbol> {
        match self.names.symbol(f)? {
            Symbol::Union => Some(Symbol::Function(NonlinearFunction::Bits(BitFunction::Or))),
            other => Some(other),
        }
    }

    /// The function whose value a term denotes, with its arguments; `None` if the term is linear.
    pub(super) fn function(
        &self,
        vm: &Vm,
        t: Cell,
    ) -> Option<(NonlinearFunction, Cell, Option<Cell>)> {
        if !t.is_structure() {
            return None;
        }
        let (f, n) = vm.heap.functor_of(t);
        let Some(Symbol::Function(f)) = self.meaning(f) else {
            return None;
        };
        let x = vm.heap.deref(vm.heap.get(t.addr() + 8));
        let y = (n == 2).then(|| vm.heap.deref(vm.heap.get(t.addr() + 16)));
        let multiple = f == NonlinearFunction::Times
            && (vm.is_integer(x) || y.is_some_and(|y| vm.is_integer(y)));
        (!multiple).then_some((f, x, y))
    }

    /// The sum `Σ factor · term`.
    pub(super) fn sum(&mut self, vm: &mut Vm, parts: &[(Cell, Int)]) -> PostResult<LinearSum> {
        let mut tasks = std::mem::take(&mut vm.ext.clpz.tasks);
        tasks.clear();
        self.sums.clear();
        self.newest = LinearSum::constant(Int::ZERO);
        for (t, a) in parts.iter().rev() {
            tasks.push(ExpressionTask::Visit(*t, a.clone()));
        }
        while let Some(task) = tasks.pop() {
            match task {
                ExpressionTask::Visit(t, a) => self.visit(vm, &mut tasks, t, a)?,
                ExpressionTask::Argument => {
                    let outer = std::mem::replace(&mut self.newest, LinearSum::constant(Int::ZERO));
                    self.sums.push(outer);
                }
                ExpressionTask::Apply(f, n, a) => {
                    let y = (n == 2).then(|| self.close());
                    let x = self.close();
                    let result = self.apply(vm, f, &x, y.as_ref(), None)?;
                    self.newest.add(&a, &result);
                }
            }
        }
        vm.ext.clpz.tasks = tasks;
        Ok(std::mem::replace(
            &mut self.newest,
            LinearSum::constant(Int::ZERO),
        ))
    }

    /// Ends the newest sum and goes back to the one that it is an argument in.
    fn close(&mut self) -> LinearSum {
        let outer = self.sums.pop().unwrap_or(LinearSum::constant(Int::ZERO));
        std::mem::replace(&mut self.newest, outer)
    }

    fn visit(
        &mut self,
        vm: &mut Vm,
        tasks: &mut Vec<ExpressionTask>,
        t: Cell,
        a: Int,
    ) -> PostResult<()> {
        let t = vm.heap.deref(t);
        self.steps += 1;
        let bytes = size_of_val(&*self.newest.terms) + size_of_val(&**tasks);
        check_walk(vm, self.steps, t, bytes, |vm| not_evaluable(vm, t))?;
        if t.is_ref() {
            if self.monotonic {
                refuse_bare(vm, t)?;
            }
            let v = variable(vm, t);
            self.newest.terms.push((a, v));
            return Ok(());
        }
        if let Some(i) = integer(vm, t) {
            self.newest.constant = &self.newest.constant + &(&a * &i);
            return Ok(());
        }
        if !t.is_structure() {
            return Err(PostError::Ball(not_evaluable(vm, t)));
        }
        let (f, n) = vm.heap.functor_of(t);
        let x = vm.heap.get(t.addr() + 8);
        match self.meaning(f) {
            Some(Symbol::Add) => {
                tasks.push(ExpressionTask::Visit(vm.heap.get(t.addr() + 16), a.clone()));
                tasks.push(ExpressionTask::Visit(x, a));
            }
            Some(Symbol::Sub) => {
                tasks.push(ExpressionTask::Visit(vm.heap.get(t.addr() + 16), -&a));
                tasks.push(ExpressionTask::Visit(x, a));
            }
            Some(Symbol::Neg) => tasks.push(ExpressionTask::Visit(x, -a)),
            Some(Symbol::Complement) => {
                self.newest.constant = &self.newest.constant - &a;
                tasks.push(ExpressionTask::Visit(x, -a));
            }
            Some(Symbol::Same) => self.marked(vm, tasks, x, a)?,
            Some(Symbol::Function(f)) => visit_function(vm, tasks, t, (f, n), a),
            _ => return Err(PostError::Ball(not_evaluable(vm, t))),
        }
        Ok(())
    }

    /// `#X`: an integer or a variable.
    fn marked(
        &mut self,
        vm: &mut Vm,
        tasks: &mut Vec<ExpressionTask>,
        x: Cell,
        a: Int,
    ) -> PostResult<()> {
        let x = vm.heap.deref(x);
        if x.is_ref() {
            let v = variable(vm, x);
            self.newest.terms.push((a, v));
        } else if vm.is_integer(x) {
            tasks.push(ExpressionTask::Visit(x, a));
        } else {
            return Err(PostError::Ball(vm.type_error(atoms::INTEGER, x)));
        }
        Ok(())
    }

    /// The result of a function, with its constraint posted; as `target`, if one is given.
    pub(super) fn apply(
        &mut self,
        vm: &mut Vm,
        f: NonlinearFunction,
        x: &LinearSum,
        y: Option<&LinearSum>,
        target: Option<VarId>,
    ) -> PostResult<LinearSum> {
        let zero = LinearSum::constant(Int::ZERO);
        let y = y.unwrap_or(&zero);
        if let (Some(x), Some(y)) = (x.value(), y.value()) {
            return match f.value(x, y) {
                Ok(Some(i)) => Ok(LinearSum::constant(i)),
                Ok(None) => self.undefined(vm),
                Err(TooLarge) => Err(PostError::Ball(vm.resource_error(atoms::MEMORY))),
            };
        }
        if let Some(sum) = self.linear_result(vm, f, x, y, target)? {
            return Ok(sum);
        }
        if f == NonlinearFunction::Abs {
            return absolute(vm, x, y, target);
        }
        // Equal sums become one variable: their product is a square.
        let same = x.terms == y.terms && x.constant == y.constant;
        let first = single(vm, x)?;
        let (x, y) = (first, if same { first } else { single(vm, y)? });
        if let Some(v) = extreme(vm, f, x, y) {
            return Ok(LinearSum::variable(v));
        }
        let z = target.unwrap_or_else(|| store(vm).new_integer());
        let c = f.constraint(x, y, z);
        match self.condition(vm, f, (x, y), &c)? {
            None => {
                if f == NonlinearFunction::Exact {
                    store(vm).vars.remove_int(y, &Int::ZERO)?;
                }
                store(vm).post(&c)?;
            }
            Some(defined) => store(vm).post(&Constraint::implied(defined, c))?,
        }
        Ok(LinearSum::variable(z))
    }

    /// The result of a function that is linear because an argument is constant; `None` for others.
    fn linear_result(
        &mut self,
        vm: &mut Vm,
        f: NonlinearFunction,
        x: &LinearSum,
        y: &LinearSum,
        target: Option<VarId>,
    ) -> PostResult<Option<LinearSum>> {
        let zero = LinearSum::constant(Int::ZERO);
        if f == NonlinearFunction::Times {
            let (factor, other) = match (x.value(), y.value()) {
                (Some(i), _) => (i, y),
                (_, Some(i)) => (i, x),
                _ => (&Int::ZERO, &zero),
            };
            if x.value().is_some() || y.value().is_some() {
                let mut product = zero.clone();
                product.add(factor, other);
                return Ok(Some(product));
            }
        }
        if let (NonlinearFunction::Bits(op @ (BitFunction::Left | BitFunction::Right)), Some(by)) =
            (f, y.value())
        {
            let left = by.is_negative() == (op == BitFunction::Right);
            let Ok(power) = Int::ONE.shift(&by.abs()) else {
                return Err(PostError::Ball(vm.resource_error(atoms::MEMORY)));
            };
            if left {
                let mut product = zero.clone();
                product.add(&power, x);
                return Ok(Some(product));
            }
            let divisor = LinearSum::constant(power);
            let floor = NonlinearFunction::Division(DivisionFunction::Floor);
            let quotient = self.apply(vm, floor, x, Some(&divisor), target)?;
            return Ok(Some(quotient));
        }
        if f == NonlinearFunction::Power && y.value() == Some(&Int::ONE) {
            return Ok(Some(x.clone()));
        }
        Ok(None)
    }

    /// The truth value of a function's being defined, if a condition is read. `c` is the function's constraint.
    fn condition(
        &mut self,
        vm: &mut Vm,
        f: NonlinearFunction,
        (x, y): (VarId, VarId),
        c: &Constraint,
    ) -> PostResult<Option<VarId>> {
        let Some(all) = &mut self.defined else {
            return Ok(None);
        };
        let defined = match f {
            NonlinearFunction::Exact => Some(divides(store(vm), x, y)?),
            _ => c.defined(store(vm))?,
        };
        all.extend(defined);
        Ok(defined)
    }

    /// A function of constants is not defined.
    fn undefined(&mut self, vm: &mut Vm) -> PostResult<LinearSum> {
        let Some(all) = &mut self.defined else {
            return Err(PostError::Fail);
        };
        all.push(store(vm).new_constant(&Int::ZERO));
        Ok(LinearSum::constant(Int::ZERO))
    }
}

/// Visits a multiple of a term whose functor is a function. A product with a number is linear.
fn visit_function(
    vm: &Vm,
    tasks: &mut Vec<ExpressionTask>,
    t: Cell,
    (f, n): (NonlinearFunction, u32),
    a: Int,
) {
    let argument = |i: u32| vm.heap.deref(vm.heap.get(t.addr() + 8 * u64::from(i)));
    let (x, y) = (argument(1), argument(n));
    if f == NonlinearFunction::Times {
        if let Some(i) = integer(vm, x) {
            return tasks.push(ExpressionTask::Visit(y, &a * &i));
        }
        if let Some(i) = integer(vm, y) {
            return tasks.push(ExpressionTask::Visit(x, &a * &i));
        }
    }
    tasks.push(ExpressionTask::Apply(f, n, a));
    if n == 2 {
        tasks.push(ExpressionTask::Visit(y, Int::ONE));
        tasks.push(ExpressionTask::Argument);
    }
    tasks.push(ExpressionTask::Visit(x, Int::ONE));
    tasks.push(ExpressionTask::Argument);
}

/// The truth value of `y` dividing `x`: it is not zero and the remainder is.
fn divides(store: &mut Store, x: VarId, y: VarId) -> PostResult<VarId> {
    let (nonzero, rest) = (store.new_bool(), store.new_integer());
    let (exact, defined) = (store.new_bool(), store.new_bool());
    let zero = || Domain::singleton(Int::ZERO);
    let not_zero = Constraint::member(y, zero().complement());
    store.post(&Constraint::reified(nonzero, not_zero))?;
    let remainder = Division::modulo(x, y, rest);
    store.post(&Constraint::implied(nonzero, remainder))?;
    let none_left = Constraint::member(rest, zero());
    store.post(&Constraint::reified(exact, none_left))?;
    store.post(&Constraint::connective(
        BoolOp::And,
        nonzero,
        exact,
        defined,
    ))?;
    Ok(defined)
}

/// The result of `|x − y|`: the difference or its negation, if its sign is known.
fn absolute(
    vm: &mut Vm,
    x: &LinearSum,
    y: &LinearSum,
    target: Option<VarId>,
) -> PostResult<LinearSum> {
    let mut difference = x.clone();
    difference.add(&Int::Small(-1), y);
    let v = single(vm, &difference)?;
    let (low, high) = store(vm).vars.bounds(v);
    if low.signum() >= 0 {
        return Ok(LinearSum::variable(v));
    }
    if high.signum() <= 0 {
        return Ok(LinearSum {
            terms: vec![(Int::Small(-1), v)],
            constant: Int::ZERO,
        });
    }
    let z = target.unwrap_or_else(|| store(vm).new_integer());
    store(vm).post(&Abs::of(v, z))?;
    Ok(LinearSum::variable(z))
}

/// The variable that is the minimum or maximum of two, if their bounds decide it.
fn extreme(vm: &mut Vm, f: NonlinearFunction, x: VarId, y: VarId) -> Option<VarId> {
    let (lesser, greater) = match f {
        NonlinearFunction::Min => (x, y),
        NonlinearFunction::Max => (y, x),
        _ => return None,
    };
    let vars = &store(vm).vars;
    if vars.max(lesser) <= vars.min(greater) {
        return Some(x);
    }
    (vars.max(greater) <= vars.min(lesser)).then_some(y)
}

/// A sum as one variable.
pub(super) fn single(vm: &mut Vm, sum: &LinearSum) -> PostResult<VarId> {
    let store = store(vm);
    match sum.terms.as_slice() {
        [] => Ok(store.new_constant(&sum.constant)),
        [(a, v)] if *a == Int::ONE && sum.constant.is_zero() => Ok(*v),
        _ => {
            let v = store.new_integer();
            let mut terms = sum.terms.clone();
            terms.push((Int::Small(-1), v));
            store.post(&Constraint::sum(terms, Rel::Eq, -&sum.constant))?;
            Ok(v)
        }
    }
}

/// The error for a term that is not an expression.
pub(super) fn not_evaluable(vm: &mut Vm, t: Cell) -> Ball {
    let evaluable = atoms::EVALUABLE;
    if t.is_number() {
        return vm.type_error(atoms::INTEGER, t);
    }
    let (name, arity) = if t.is_any_list() {
        (atoms::DOT, 2)
    } else if t.is_structure() {
        let (f, n) = vm.heap.functor_of(t);
        (vm.functors.get(f).0, n)
    } else {
        match t.to_atom() {
            Some(a) => (a, 0),
            None => return vm.type_error(evaluable, t),
        }
    };
    let pi = vm.indicator(name, arity);
    vm.type_error(evaluable, pi)
}
