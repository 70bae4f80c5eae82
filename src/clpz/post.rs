//! Comparisons, memberships and the named constraints as kernel constraints.
//!
//! A comparison is tried in the forms that programs post most before it is read as an expression: `fast_paths` has two
//! variables or a variable and an integer, `linear` sums with small coefficients.

use super::attvar_link::{
    attach, integer, integer_or_var, integer_or_variable, is_monotonic, refuse_bare, store,
    unwrapped, var_of, variable,
};
use super::expression::{Expressions, LinearSum, single};
use super::functions::NonlinearFunction;
use super::post_result::{PostError, PostResult};
use super::propagation::{reserve, unify_variables};
use super::symbols::{Symbol, Symbols};
use super::{domain_term, fast_paths, linear};
use crate::base::atom::atoms;
use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constraint, NormalRelation, Relation};
use crate::fd::constraints::global::distinct::{self, Strength};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::{INF, SUP, VarId};
use crate::machine::Cell;
use crate::system::{Vm, text};

/// For more variables than this, a constraint reserves memory in the store first.
const MANY: usize = 1 << 16;
/// The number of subterms up to which two arguments are compared.
const SMALL: usize = 32;

/// The constraint `sum rel 0`.
pub(super) fn linear(sum: LinearSum, rel: Relation) -> Constraint {
    let LinearSum {
        mut terms,
        mut constant,
    } = sum;
    let NormalRelation { rel, sign, offset } = rel.normal();
    if sign < 0 {
        for (a, _) in &mut terms {
            *a = -&*a;
        }
        constant = -&constant;
    }
    let constant = &Int::Small(offset) - &constant;
    Constraint::sum(terms, rel, constant)
}

/// Posts `left rel right`.
pub(super) fn relation(vm: &mut Vm, rel: Relation, left: Cell, right: Cell) -> PostResult<()> {
    let (left, right) = (vm.heap.deref(left), vm.heap.deref(right));
    let names = Symbols::core(vm);
    let monotonic = is_monotonic(vm, &names);
    if !monotonic && let Some(done) = fast_paths::relation(vm, &names, rel, left, right) {
        return done;
    }
    compound(vm, monotonic, rel, left, right)
}

/// [`relation`] of sides that [`fast_paths`] does not cover.
fn compound(
    vm: &mut Vm,
    monotonic: bool,
    rel: Relation,
    left: Cell,
    right: Cell,
) -> PostResult<()> {
    if let (Some(x), Some(y)) = (integer(vm, left), integer(vm, right)) {
        return if rel.holds(&x, &y) {
            Ok(())
        } else {
            Err(PostError::Fail)
        };
    }
    if monotonic {
        refuse_bare(vm, left)?;
        refuse_bare(vm, right)?;
    } else if !(left.is_ref() && right.is_ref())
        && let Some(done) = linear::relation(vm, rel, left, right)
    {
        return done;
    }
    if rel == Relation::Eq && left.is_ref() && right.is_ref() {
        return same(vm, left, right);
    }
    let mut read = Expressions::new(vm);
    if rel == Relation::Eq || rel == Relation::Ne {
        for (l, r) in [(left, right), (right, left)] {
            if let (Some(i), Some((NonlinearFunction::Abs, x, y))) =
                (integer(vm, r), read.function(vm, l))
            {
                return distance(vm, &mut read, (x, y), rel, &i);
            }
        }
    }
    if rel == Relation::Eq {
        if left.is_ref() && read.function(vm, right).is_some() {
            return equation(vm, &mut read, right, left);
        }
        if let Some(i) = value(vm, left, right) {
            return assign(vm, left, &i);
        }
        if let Some(i) = value(vm, right, left) {
            return assign(vm, right, &i);
        }
        if read.function(vm, left).is_some() {
            return equation(vm, &mut read, left, right);
        }
        if read.function(vm, right).is_some() {
            return equation(vm, &mut read, right, left);
        }
    }
    let sum = read.sum(vm, &[(left, Int::ONE), (right, Int::Small(-1))])?;
    let c = linear(sum, rel);
    Ok(store(vm).post(&c)?)
}

/// The value that an equation gives to a variable at once: `term` is an integer.
fn value(vm: &Vm, var: Cell, term: Cell) -> Option<Int> {
    if var.is_ref() {
        integer(vm, term)
    } else {
        None
    }
}

/// Gives a variable a value.
fn assign(vm: &mut Vm, var: Cell, i: &Int) -> PostResult<()> {
    match var_of(vm, var) {
        Some(v) => Ok(store(vm).assign(v, i)?),
        None => {
            let c = vm.int_cell(i);
            vm.bind(var, c);
            Ok(())
        }
    }
}

/// Unifies two variables. No goal is woken if none is suspended on them.
fn same(vm: &mut Vm, x: Cell, y: Cell) -> PostResult<()> {
    if x == y {
        variable(vm, x);
        return Ok(());
    }
    variable(vm, x);
    variable(vm, y);
    let (x, y) = (vm.heap.deref(x), vm.heap.deref(y));
    unify_variables(vm, x, y)
}

/// Posts `f(…) = z`, with `z` itself as the function's result.
fn equation(vm: &mut Vm, read: &mut Expressions, call: Cell, z: Cell) -> PostResult<()> {
    let Some((f, x, y)) = read.function(vm, call) else {
        return Ok(());
    };
    let same = y.is_some_and(|y| are_same(vm, x, y));
    let x = argument(vm, read, x)?;
    let y = match y {
        Some(_) if same => Some(x.clone()),
        Some(y) => Some(argument(vm, read, y)?),
        None => None,
    };
    let constant = x.value().is_some() && y.as_ref().is_none_or(|y| y.value().is_some());
    if constant {
        let result = read.apply(vm, f, &x, y.as_ref(), None)?;
        if let (true, Some(i)) = (z.is_ref(), result.value()) {
            return assign(vm, z, i);
        }
        let mut sum = read.sum(vm, &[(z, Int::Small(-1))])?;
        sum.constant = &sum.constant + &result.constant;
        return Ok(store(vm).post(&linear(sum, Relation::Eq))?);
    }
    let z = argument(vm, read, z)?;
    let target = single(vm, &z)?;
    let result = read.apply(vm, f, &x, y.as_ref(), Some(target))?;
    let is_target = matches!(result.terms.as_slice(), [(a, v)] if *a == Int::ONE && *v == target);
    if is_target && result.constant.is_zero() {
        return Ok(());
    }
    let mut sum = result;
    sum.terms.push((Int::Small(-1), target));
    Ok(store(vm).post(&linear(sum, Relation::Eq))?)
}

/// Returns true if two dereferenced terms are identical, and small if they are compound.
fn are_same(vm: &Vm, x: Cell, y: Cell) -> bool {
    if x == y || !x.is_structure() || !y.is_structure() {
        return x == y;
    }
    let mut todo = vec![(x, y)];
    let mut steps = 0;
    while let Some((x, y)) = todo.pop() {
        let (x, y) = (vm.heap.deref(x), vm.heap.deref(y));
        steps += 1;
        if x == y {
            continue;
        }
        if !x.is_structure() || !y.is_structure() || steps > SMALL {
            return false;
        }
        let (f, n) = vm.heap.functor_of(x);
        if (f, n) != vm.heap.functor_of(y) {
            return false;
        }
        let (at, other) = (vm.heap.args_at(x), vm.heap.args_at(y));
        let args = (0..u64::from(n)).map(|i| 8 * i);
        todo.extend(args.map(|i| (vm.heap.get(at + i), vm.heap.get(other + i))));
    }
    true
}

/// The argument of a function: a variable or an integer; any other sum becomes a new variable.
fn argument(vm: &mut Vm, read: &mut Expressions, t: Cell) -> PostResult<LinearSum> {
    if !read.is_monotonic()
        && !vm.is_integer(t)
        && let Some(v) = linear::single(vm, t)
    {
        return Ok(LinearSum::variable(v?));
    }
    read.sum(vm, &[(t, Int::ONE)])
}

/// Posts `|x − y| = i` or `|x − y| ≠ i`, where `y` may be missing.
fn distance(
    vm: &mut Vm,
    read: &mut Expressions,
    (x, y): (Cell, Option<Cell>),
    rel: Relation,
    i: &Int,
) -> PostResult<()> {
    let equal = rel == Relation::Eq;
    let apart = |vm: &mut Vm, x, y| {
        let c = Constraint::distance(x, y, equal, i.clone());
        Ok(store(vm).post(&c)?)
    };
    if !i.is_negative()
        && !read.is_monotonic()
        && let Some((x, y)) = linear::difference(vm, x, y)
    {
        return apart(vm, x, y);
    }
    let mut terms = vec![(x, Int::ONE)];
    terms.extend(y.map(|y| (y, Int::Small(-1))));
    let sum = read.sum(vm, &terms)?;
    if i.is_negative() {
        return if equal { Err(PostError::Fail) } else { Ok(()) };
    }
    if let [(a, x), (b, y)] = sum.terms.as_slice()
        && *a == Int::ONE
        && *b == Int::Small(-1)
        && sum.constant.is_zero()
    {
        return apart(vm, *x, *y);
    }
    let magnitude = Domain::of_magnitude(i);
    if let [(a, x)] = sum.terms.as_slice()
        && a.abs() == Int::ONE
    {
        // An absolute value has no sign, so a negative coefficient is that of the constant.
        let values = magnitude.shift(&(&-&sum.constant * a));
        let values = if equal { values } else { values.complement() };
        return Ok(store(vm).restrict(*x, &values)?);
    }
    if equal {
        let v = single(vm, &sum)?;
        return Ok(store(vm).restrict(v, &magnitude)?);
    }
    for i in [i.clone(), -i] {
        let mut sum = sum.clone();
        sum.constant = &sum.constant - &i;
        store(vm).post(&linear(sum, Relation::Ne))?;
    }
    Ok(())
}

/// A comparison as a condition: the linear constraint and the truth values that must hold besides.
pub(super) fn condition(
    vm: &mut Vm,
    rel: Relation,
    left: Cell,
    right: Cell,
) -> PostResult<(Constraint, Vec<VarId>)> {
    let mut read = Expressions::reified(vm);
    let sum = read.sum(vm, &[(left, Int::ONE), (right, Int::Small(-1))])?;
    Ok((linear(sum, rel), read.defined.take().unwrap_or_default()))
}

/// Posts `var in domain`.
pub(super) fn member(vm: &mut Vm, var: Cell, domain: Cell) -> PostResult<()> {
    let var = integer_or_var(vm, var)?;
    if let Some(range) = domain_term::words(vm, domain) {
        return within(vm, var, range);
    }
    let d = domain_term::read(vm, domain)?;
    restrict(vm, var, &d)
}

/// Restricts an integer or a variable, dereferenced, to the values between two words.
fn within(vm: &mut Vm, var: Cell, (low, high): (i64, i64)) -> PostResult<()> {
    if !var.is_ref() {
        let inside = integer(vm, var).is_some_and(|i| {
            (low == INF || i >= Int::Small(low)) && (high == SUP || i <= Int::Small(high))
        });
        return if inside { Ok(()) } else { Err(PostError::Fail) };
    }
    if let Some(v) = var_of(vm, var) {
        let vars = &mut store(vm).vars;
        vars.remove_below(v, low)?;
        return Ok(vars.remove_above(v, high)?);
    }
    if low == high {
        let value = vm.int_cell(&Int::Small(low));
        vm.bind(var, value);
        return Ok(());
    }
    let names = Symbols::core(vm);
    let v = store(vm).new_range(low, high);
    attach(vm, &names, var, v);
    Ok(())
}

fn restrict(vm: &mut Vm, var: Cell, d: &Domain) -> PostResult<()> {
    if let Some(i) = integer(vm, var) {
        return if d.contains(&i) {
            Ok(())
        } else {
            Err(PostError::Fail)
        };
    }
    if let (Some(i), None) = (d.value(), var_of(vm, var)) {
        return assign(vm, var, i);
    }
    let v = variable(vm, var);
    Ok(store(vm).restrict(v, d)?)
}

/// The elements of a proper list, dereferenced.
///
/// # Errors
/// `instantiation_error` for a partial list, `type_error(list, L)` for anything else.
pub(super) fn elements(vm: &mut Vm, list: Cell) -> PostResult<Vec<Cell>> {
    text::list_of(vm, list).map_err(PostError::Ball)
}

/// The elements of a list, without the wrappers `?(X)` and `#X` of variables. They are not checked to be integers or
/// variables.
pub(super) fn bare_elements(vm: &mut Vm, list: Cell) -> PostResult<Vec<Cell>> {
    let mut all = elements(vm, list)?;
    if all.iter().any(|c| c.is_structure()) {
        let names = Symbols::of(vm);
        for c in &mut all {
            *c = unwrapped(vm, &names, *c);
        }
    }
    Ok(all)
}

/// The elements of a list of integers and variables.
pub(super) fn integers(vm: &mut Vm, list: Cell) -> PostResult<Vec<Cell>> {
    let mut all = Vec::new();
    integers_into(vm, list, &mut all)?;
    Ok(all)
}

/// [`integers`], appended to an empty buffer.
fn integers_into(vm: &mut Vm, list: Cell, all: &mut Vec<Cell>) -> PostResult<()> {
    text::list_into(vm, list, all).map_err(PostError::Ball)?;
    for c in all.iter_mut() {
        *c = integer_or_var(vm, *c)?;
    }
    Ok(())
}

/// Calls `f` with the elements of a list of integers and variables, in a buffer that is used again.
fn with_integers(
    vm: &mut Vm,
    list: Cell,
    f: impl FnOnce(&mut Vm, &[Cell]) -> PostResult<()>,
) -> PostResult<()> {
    let mut all = std::mem::take(&mut vm.ext.clpz.cells);
    all.clear();
    let done = integers_into(vm, list, &mut all).and_then(|()| f(vm, &all));
    if all.capacity() <= MANY {
        vm.ext.clpz.cells = all;
    }
    done
}

/// Posts `vars ins domain`.
pub(super) fn members(vm: &mut Vm, vars: Cell, domain: Cell) -> PostResult<()> {
    with_integers(vm, vars, |vm, all| {
        if let Some(range) = domain_term::words(vm, domain) {
            for some in all.chunks(MANY) {
                if all.len() > MANY {
                    reserve(vm, MANY)?;
                }
                for &var in some {
                    let var = vm.heap.deref(var);
                    within(vm, var, range)?;
                }
            }
            return Ok(());
        }
        let d = domain_term::read(vm, domain)?;
        for some in all.chunks(MANY) {
            if all.len() > MANY {
                reserve(vm, MANY)?;
            }
            for &var in some {
                let var = vm.heap.deref(var);
                restrict(vm, var, &d)?;
            }
        }
        Ok(())
    })
}

/// Posts `all_different(vars)`.
pub(super) fn all_different(vm: &mut Vm, vars: Cell) -> PostResult<()> {
    with_integers(vm, vars, |vm, all| {
        let mut ids = std::mem::take(&mut vm.ext.clpz.open);
        ids.clear();
        let made = all.iter().try_for_each(|&c| {
            ids.push(integer_or_variable(vm, c)?);
            Ok(())
        });
        let done = made.and_then(|()| Ok(store(vm).post_all_different(&ids)?));
        vm.ext.clpz.open = ids;
        done
    })
}

/// Posts `all_distinct(vars)`. Integers in the list stay integers.
pub(super) fn all_distinct(vm: &mut Vm, vars: Cell, strength: Strength) -> PostResult<()> {
    with_integers(vm, vars, |vm, all| {
        let mut ids = std::mem::take(&mut vm.ext.clpz.open);
        let mut known = std::mem::take(&mut vm.ext.clpz.known);
        ids.clear();
        known.clear();
        let made = all.iter().enumerate().try_for_each(|(place, &c)| {
            if c.is_int() {
                known.push((place as u32, c.as_int()));
            } else {
                ids.push(integer_or_variable(vm, c)?);
            }
            Ok(())
        });
        let done = made.and_then(|()| Ok(distinct::post(store(vm), &ids, &known, strength)?));
        vm.ext.clpz.open = ids;
        vm.ext.clpz.known = known;
        done
    })
}

/// The comparison that an atom names.
///
/// # Errors
/// An instantiation error, or a domain error with the given domain.
pub(super) fn named_relation(
    vm: &mut Vm,
    name: Cell,
    domain: &'static str,
) -> PostResult<Relation> {
    let name = vm.heap.deref(name);
    if name.is_ref() {
        return Err(PostError::Ball(vm.instantiation_error()));
    }
    match relation_named(vm, name) {
        Some(rel) => Ok(rel),
        None => Err(PostError::Ball(vm.domain_error(domain, name))),
    }
}

/// The comparison that a cell names, if any.
fn relation_named(vm: &mut Vm, name: Cell) -> Option<Relation> {
    let name = vm.heap.deref(name).to_atom()?;
    Symbols::core(vm);
    match vm.ext.clpz.names.as_ref()?.named(name, 2) {
        Some(Symbol::Relation(rel)) => Some(rel),
        _ => None,
    }
}

/// Posts `Σ coefficient · variable op expression`.
pub(super) fn scalar_product(
    vm: &mut Vm,
    coefficients: Option<Cell>,
    vars: Cell,
    op: Cell,
    value: Cell,
) -> PostResult<()> {
    if let Some(rel) = relation_named(vm, op)
        && let Some(done) = linear::product(vm, coefficients, vars, rel, value)
    {
        return done;
    }
    let factors = match coefficients {
        Some(list) => Some(elements(vm, list)?),
        None => None,
    };
    let vars = integers(vm, vars)?;
    let mut parts: Vec<(Cell, Int)> = Vec::with_capacity(vars.len() + 1);
    match factors {
        None => parts.extend(vars.iter().map(|&v| (v, Int::ONE))),
        Some(factors) => {
            for (i, &c) in factors.iter().enumerate() {
                if c.is_ref() {
                    return Err(PostError::Ball(vm.instantiation_error()));
                }
                match (integer(vm, c), vars.get(i)) {
                    (None, _) => return Err(PostError::Ball(vm.type_error(atoms::INTEGER, c))),
                    (Some(a), Some(&v)) => parts.push((v, a)),
                    (Some(_), None) => {}
                }
            }
            if factors.len() != vars.len() {
                return Err(PostError::Fail);
            }
        }
    }
    let rel = named_relation(vm, op, "scalar_product_relation")?;
    let names = Symbols::of(vm);
    if is_monotonic(vm, &names) {
        // In the monotonic mode, expressions refuse variables without wrapper; those of the list are exempt.
        for (v, _) in &parts {
            let v = vm.heap.deref(*v);
            if v.is_ref() {
                variable(vm, v);
            }
        }
    }
    parts.push((value, Int::Small(-1)));
    let mut read = Expressions::new(vm);
    let sum = read.sum(vm, &parts)?;
    let c = linear(sum, rel);
    Ok(store(vm).post(&c)?)
}
