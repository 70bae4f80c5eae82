//! Formulas over conditions: a posted formula is split into its parts where its truth determines theirs; the parts of a
//! reified formula get truth values.

use super::attvar_link::{
    boolean, fresh_boolean, integer, integer_or_var, integer_or_variable, is_monotonic,
    refuse_bare, store, unwrapped, var_of, variable,
};
use super::memory_checks::check_walk;
use super::post_result::{PostError, PostResult};
use super::symbols::{Connective, Symbol, Symbols};
use super::{domain_term, fast_paths, fd_predicates, global, post};
use crate::base::int::Int;
use crate::fd::constraints::constraint::{BoolOp, Constraint, Rel, Relation};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::VarId;
use crate::machine::{Ball, Cell};
use crate::system::Vm;
use std::sync::Arc;

/// A truth value: known, or a 0/1 variable, or the opposite of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Truth {
    Known(bool),
    Open { v: VarId, negated: bool },
}

impl Truth {
    fn not(self) -> Truth {
        match self {
            Truth::Known(b) => Truth::Known(!b),
            Truth::Open { v, negated } => Truth::Open {
                v,
                negated: !negated,
            },
        }
    }
}

/// A part of a formula.
#[derive(Clone, Copy)]
enum FormulaPart {
    Relation(Relation, Cell, Cell),
    In(Cell, Cell),
    Connective(Connective, Cell, Cell),
    Not(Cell),
    Global(Cell),
    Variable(Cell),
    Known(bool),
    /// A call of an FD predicate.
    Called(Cell),
}

fn part(vm: &mut Vm, names: &Symbols, t: Cell) -> PostResult<FormulaPart> {
    let bare = vm.heap.deref(t);
    let t = unwrapped(vm, names, bare);
    if t.is_ref() {
        if t == bare && is_monotonic(vm, names) {
            refuse_bare(vm, t)?;
        }
        return Ok(FormulaPart::Variable(t));
    }
    match integer(vm, t) {
        Some(Int::Small(0)) => return Ok(FormulaPart::Known(false)),
        Some(Int::Small(1)) => return Ok(FormulaPart::Known(true)),
        _ => {}
    }
    if t.is_structure() {
        let x = vm.heap.get(t.addr() + 8);
        let (f, n) = vm.heap.functor_of(t);
        let y = if n > 1 { vm.heap.get(t.addr() + 16) } else { x };
        match names.symbol(f) {
            Some(Symbol::Relation(r)) => return Ok(FormulaPart::Relation(r, x, y)),
            Some(Symbol::In) => return Ok(FormulaPart::In(x, y)),
            Some(Symbol::Connective(c)) => return Ok(FormulaPart::Connective(c, x, y)),
            Some(Symbol::Not) => return Ok(FormulaPart::Not(x)),
            _ => {}
        }
        if fd_predicates::is_call(vm, t) {
            return Ok(FormulaPart::Called(t));
        }
        if global::condition::is_one(vm, t) {
            return Ok(FormulaPart::Global(t));
        }
    }
    Err(PostError::Ball(not_reifiable(vm, t)))
}

/// The part, in a walk that must end.
fn visited(vm: &mut Vm, names: &Symbols, steps: &mut u32, t: Cell) -> PostResult<FormulaPart> {
    end_sometime(vm, steps, t)?;
    part(vm, names, t)
}

/// At intervals, a very long walk checks that the formula is finite and that the machine is not interrupted.
fn end_sometime(vm: &mut Vm, steps: &mut u32, t: Cell) -> PostResult<()> {
    *steps += 1;
    check_walk(vm, *steps, t, 0, |vm| not_reifiable(vm, t))
}

fn not_reifiable(vm: &mut Vm, t: Cell) -> Ball {
    vm.domain_error("clpz_reifiable_expression", t)
}

/// States that a formula is true.
pub(super) fn assert(vm: &mut Vm, formula: Cell) -> PostResult<()> {
    let names = Symbols::of(vm);
    let mut tasks = Vec::new();
    let mut first = Some((formula, true));
    let mut steps = 0;
    while let Some((t, wanted)) = first.take().or_else(|| tasks.pop()) {
        end_sometime(vm, &mut steps, t)?;
        match (part(vm, &names, t)?, wanted) {
            (FormulaPart::Known(b), _) if b == wanted => {}
            (FormulaPart::Known(_), _) => return Err(PostError::Fail),
            (FormulaPart::Variable(x), _) => {
                let v = boolean(vm, x)?;
                store(vm).assign(v, &Int::from(i64::from(wanted)))?;
            }
            (FormulaPart::Not(x), _) => tasks.push((x, !wanted)),
            (FormulaPart::Called(t), _) => {
                let c = fd_predicates::constraint(vm, t, wanted)?;
                store(vm).post(&c)?;
            }
            (FormulaPart::Relation(r, x, y), true) => post::relation(vm, r, x, y)?,
            (FormulaPart::Relation(r, x, y), false) => post_negated(vm, r, x, y)?,
            (FormulaPart::In(x, d), _) => {
                let (v, d) = membership(vm, x, d)?;
                let d = if wanted { d } else { d.complement() };
                store(vm).restrict(v, &d)?;
            }
            (FormulaPart::Global(t), _) => {
                let c = global::condition::read(vm, t)?;
                let c = if wanted {
                    c
                } else {
                    let no = store(vm).new_constant(&Int::ZERO);
                    Constraint::reified(no, c)
                };
                store(vm).post(&c)?;
            }
            (FormulaPart::Connective(c, x, y), _) => {
                connective(vm, &names, &mut tasks, (c, x, y), wanted)?
            }
        }
    }
    Ok(())
}

/// Posts a connective, or its negation. The parts still to be posted go to `tasks`.
fn connective(
    vm: &mut Vm,
    names: &Arc<Symbols>,
    tasks: &mut Vec<(Cell, bool)>,
    (c, x, y): (Connective, Cell, Cell),
    wanted: bool,
) -> PostResult<()> {
    match (c, wanted) {
        (Connective::And, true) => tasks.extend([(y, true), (x, true)]),
        (Connective::Or, false) => tasks.extend([(y, false), (x, false)]),
        (Connective::Implies, false) => tasks.extend([(y, false), (x, true)]),
        (Connective::ImpliedBy, false) => tasks.extend([(y, true), (x, false)]),
        (Connective::Or, true) => {
            let mut parts = Vec::new();
            let mut rest = vec![y, x];
            let mut steps = 0;
            while let Some(t) = rest.pop() {
                end_sometime(vm, &mut steps, t)?;
                if let FormulaPart::Connective(Connective::Or, x, y) = part(vm, names, t)? {
                    rest.extend([y, x]);
                } else {
                    parts.push(t);
                }
            }
            if let Some((x, d)) = values_of_one(vm, names, &parts)? {
                let v = variable(vm, x);
                return Ok(store(vm).restrict(v, &d)?);
            }
            let mut any = Vec::new();
            for t in parts {
                any.push(truth(vm, names, t, None)?);
            }
            clause(vm, &any)?;
        }
        (Connective::And, false) => {
            let any = [
                truth(vm, names, x, None)?.not(),
                truth(vm, names, y, None)?.not(),
            ];
            clause(vm, &any)?;
        }
        (Connective::Implies, true) => {
            let any = [truth(vm, names, x, None)?.not(), truth(vm, names, y, None)?];
            clause(vm, &any)?;
        }
        (Connective::ImpliedBy, true) => {
            let any = [truth(vm, names, x, None)?, truth(vm, names, y, None)?.not()];
            clause(vm, &any)?;
        }
        (Connective::Equiv, true) | (Connective::Xor, false) => {
            same_truth(vm, names, tasks, x, y, false)?
        }
        (Connective::Equiv, false) | (Connective::Xor, true) => {
            same_truth(vm, names, tasks, x, y, true)?
        }
    }
    Ok(())
}

/// The variable and the set, if each of the formulas restricts the same variable to a set of values.
fn values_of_one(
    vm: &mut Vm,
    names: &Arc<Symbols>,
    parts: &[Cell],
) -> PostResult<Option<(Cell, Domain)>> {
    let mut of: Option<(Cell, Domain)> = None;
    for &t in parts {
        let (x, d) = match part(vm, names, t)? {
            FormulaPart::Relation(Relation::Eq, x, y) => {
                let (x, y) = (vm.heap.deref(x), vm.heap.deref(y));
                match (integer(vm, x), integer(vm, y)) {
                    (None, Some(i)) => (x, Domain::singleton(i)),
                    (Some(i), None) => (y, Domain::singleton(i)),
                    _ => return Ok(None),
                }
            }
            FormulaPart::In(x, d) => (vm.heap.deref(x), domain_term::read(vm, d)?),
            _ => return Ok(None),
        };
        if !x.is_ref() {
            return Ok(None);
        }
        of = match of {
            None => Some((x, d)),
            Some((same, all)) if same == x => Some((x, all.union(&d))),
            Some(_) => return Ok(None),
        };
    }
    Ok(of)
}

/// Posts that two formulas have the same truth value, or opposite ones.
fn same_truth(
    vm: &mut Vm,
    names: &Arc<Symbols>,
    tasks: &mut Vec<(Cell, bool)>,
    x: Cell,
    y: Cell,
    opposite: bool,
) -> PostResult<()> {
    // A variable on one side is the other side's truth value.
    let (x, y) = match ((x, part(vm, names, x)?), (y, part(vm, names, y)?)) {
        (x @ (_, FormulaPart::Variable(_) | FormulaPart::Known(_)), y) => (x, y),
        (x, y @ (_, FormulaPart::Variable(_) | FormulaPart::Known(_))) => (y, x),
        (x, y) => (x, y),
    };
    let first = match x.1 {
        FormulaPart::Variable(x) => {
            let v = boolean(vm, x)?;
            now(vm, v)
        }
        _ => truth_of(vm, names, x, None)?,
    };
    let first = if opposite { first.not() } else { first };
    match first {
        Truth::Known(b) => tasks.push((y.0, b)),
        Truth::Open { v, negated: false } => {
            let second = truth_of(vm, names, y, Some(v))?;
            equate(vm, first, second)?;
        }
        Truth::Open { .. } => {
            let second = truth_of(vm, names, y, None)?;
            equate(vm, first, second)?;
        }
    }
    Ok(())
}

/// Makes two truth values equal.
fn equate(vm: &mut Vm, x: Truth, y: Truth) -> PostResult<()> {
    if x == y {
        return Ok(());
    }
    let store = store(vm);
    match (x, y) {
        (Truth::Known(a), Truth::Known(b)) => {
            if a == b {
                Ok(())
            } else {
                Err(PostError::Fail)
            }
        }
        (Truth::Known(b), Truth::Open { v, negated })
        | (Truth::Open { v, negated }, Truth::Known(b)) => {
            Ok(store.assign(v, &Int::from(i64::from(b != negated)))?)
        }
        (
            Truth::Open { v, negated },
            Truth::Open {
                v: w,
                negated: other,
            },
        ) => {
            let c = if negated == other {
                Constraint::linear(&[(1, v), (-1, w)], Rel::Eq, 0)
            } else {
                Constraint::linear(&[(1, v), (1, w)], Rel::Eq, 1)
            };
            Ok(store.post(&c)?)
        }
    }
}

/// States that one of the truth values is true.
fn clause(vm: &mut Vm, any: &[Truth]) -> PostResult<()> {
    if any.contains(&Truth::Known(true)) {
        return Ok(());
    }
    // Σ v + Σ (1 − w) ≥ 1
    let mut terms = Vec::new();
    let mut constant = -1;
    for t in any {
        if let Truth::Open { v, negated } = *t {
            terms.push((if negated { 1 } else { -1 }, v));
            constant += i64::from(negated);
        }
    }
    Ok(store(vm).post(&Constraint::linear(&terms, Rel::Le, constant))?)
}

fn membership(vm: &mut Vm, x: Cell, d: Cell) -> PostResult<(VarId, Domain)> {
    let x = integer_or_var(vm, x)?;
    let d = domain_term::read(vm, d)?;
    Ok((integer_or_variable(vm, x)?, d))
}

/// A pending step of reifying a formula.
enum FormulaTask {
    Visit(Cell, Option<VarId>),
    Apply(Connective, Option<VarId>),
    Not,
}

/// The truth value of a formula. With a `target`, it may be that variable.
fn truth(
    vm: &mut Vm,
    names: &Arc<Symbols>,
    formula: Cell,
    target: Option<VarId>,
) -> PostResult<Truth> {
    let part = part(vm, names, formula)?;
    truth_of(vm, names, (formula, part), target)
}

/// [`truth`] of a formula that is not a variable or a number.
fn truth_of(
    vm: &mut Vm,
    names: &Arc<Symbols>,
    (formula, part): (Cell, FormulaPart),
    target: Option<VarId>,
) -> PostResult<Truth> {
    if let FormulaPart::Relation(r, x, y) = part {
        // The most frequent formula, without the machinery.
        return comparison(vm, r, x, y, target);
    }
    let mut tasks = vec![FormulaTask::Visit(formula, target)];
    let mut values: Vec<Truth> = Vec::new();
    let mut steps = 0;
    let last = |values: &mut Vec<Truth>| values.pop().unwrap_or(Truth::Known(true));
    while let Some(task) = tasks.pop() {
        match task {
            FormulaTask::Not => {
                let x = last(&mut values);
                values.push(x.not());
            }
            FormulaTask::Apply(c, target) => {
                let y = last(&mut values);
                let x = last(&mut values);
                let z = combine(vm, c, x, y, target)?;
                values.push(z);
            }
            FormulaTask::Visit(t, target) => match visited(vm, names, &mut steps, t)? {
                FormulaPart::Not(x) => {
                    tasks.extend([FormulaTask::Not, FormulaTask::Visit(x, None)])
                }
                FormulaPart::Connective(c, x, y) => {
                    tasks.extend([
                        FormulaTask::Apply(c, target),
                        FormulaTask::Visit(y, None),
                        FormulaTask::Visit(x, None),
                    ]);
                }
                FormulaPart::Known(b) => values.push(Truth::Known(b)),
                FormulaPart::Variable(x) => {
                    let v = boolean(vm, x)?;
                    values.push(now(vm, v));
                }
                FormulaPart::Relation(r, x, y) => values.push(comparison(vm, r, x, y, target)?),
                FormulaPart::Called(t) => {
                    let c = fd_predicates::constraint(vm, t, true)?;
                    values.push(reify(vm, c, &[], target)?);
                }
                FormulaPart::In(x, d) => {
                    let (x, d) = membership(vm, x, d)?;
                    values.push(reify(vm, Constraint::member(x, d), &[], target)?);
                }
                FormulaPart::Global(t) => {
                    let c = global::condition::read(vm, t)?;
                    values.push(reify(vm, c, &[], target)?);
                }
            },
        }
    }
    Ok(last(&mut values))
}

/// The truth value of `x rel y`; as `target`, if one is given.
fn comparison(
    vm: &mut Vm,
    rel: Relation,
    x: Cell,
    y: Cell,
    target: Option<VarId>,
) -> PostResult<Truth> {
    let (x, y) = (vm.heap.deref(x), vm.heap.deref(y));
    if let (Some(x), Some(y)) = (integer(vm, x), integer(vm, y)) {
        return Ok(Truth::Known(rel.holds(&x, &y)));
    }
    let names = Symbols::core(vm);
    if !is_monotonic(vm, &names)
        && let Some(z) = fast_paths::reified(vm, &names, rel, (x, y), |vm| {
            target.unwrap_or_else(|| store(vm).new_bool())
        })
    {
        let z = z?;
        return Ok(now(vm, z));
    }
    let (c, defined) = post::condition(vm, rel, x, y)?;
    reify(vm, c, &defined, target)
}

/// States `b #<==> x rel y`.
pub(super) fn state_truth(vm: &mut Vm, b: Cell, rel: Relation, x: Cell, y: Cell) -> PostResult<()> {
    let b = vm.heap.deref(b);
    let names = Symbols::core(vm);
    if b == Cell::int(1) {
        return post::relation(vm, rel, x, y);
    }
    if !b.is_ref() || is_monotonic(vm, &names) {
        // The general way, for which the formula is put together.
        let compared = vm.compound(rel.name(), &[x, y]);
        let formula = vm.compound("#<==>", &[b, compared]);
        return assert(vm, formula);
    }
    if var_of(vm, b).is_none() {
        let (x, y) = (vm.heap.deref(x), vm.heap.deref(y));
        if let Some(done) =
            fast_paths::reified(vm, &names, rel, (x, y), |vm| fresh_boolean(vm, &names, b))
        {
            return done.map(|_| ());
        }
        if let (Some(x), Some(y)) = (integer(vm, x), integer(vm, y)) {
            let truth = i64::from(rel.holds(&x, &y));
            vm.bind(b, Cell::int(truth));
            return Ok(());
        }
    }
    let v = boolean(vm, b)?;
    match now(vm, v) {
        Truth::Known(true) => post::relation(vm, rel, x, y),
        Truth::Known(false) => post_negated(vm, rel, x, y),
        first @ Truth::Open { .. } => {
            let second = comparison(vm, rel, x, y, Some(v))?;
            equate(vm, first, second)
        }
    }
}

/// States that a comparison is false.
fn post_negated(vm: &mut Vm, rel: Relation, x: Cell, y: Cell) -> PostResult<()> {
    let names = Symbols::core(vm);
    if !is_monotonic(vm, &names) {
        let (x, y) = (vm.heap.deref(x), vm.heap.deref(y));
        if let Some(done) = fast_paths::relation(vm, &names, rel.negated(), x, y) {
            return done;
        }
    }
    let (c, defined) = post::condition(vm, rel.negated(), x, y)?;
    if defined.is_empty() {
        return Ok(store(vm).post(&c)?);
    }
    // Not defined, or the opposite holds.
    let mut any: Vec<Truth> = defined
        .iter()
        .map(|&v| Truth::Open { v, negated: true })
        .collect();
    let v = store(vm).new_bool();
    store(vm).post(&Constraint::reified(v, c))?;
    any.push(Truth::Open { v, negated: false });
    clause(vm, &any)
}

/// The truth value that a variable is now.
fn now(vm: &mut Vm, v: VarId) -> Truth {
    match store(vm).vars().word(v) {
        Some(0) => Truth::Known(false),
        Some(1) => Truth::Known(true),
        _ => Truth::Open { v, negated: false },
    }
}

/// The truth value of a constraint and of its being defined.
fn reify(
    vm: &mut Vm,
    c: Constraint,
    defined: &[VarId],
    target: Option<VarId>,
) -> PostResult<Truth> {
    let store = store(vm);
    let fresh = |store: &mut crate::fd::constraints::prop::Store| {
        target.unwrap_or_else(|| store.new_bool())
    };
    if defined.is_empty() {
        let z = fresh(store);
        store.post(&Constraint::reified(z, c))?;
        return Ok(now(vm, z));
    }
    let inner = store.new_bool();
    store.post(&Constraint::reified(inner, c))?;
    // All of them: Σ ≥ n
    let mut terms: Vec<(i64, VarId)> = defined.iter().map(|&v| (-1, v)).collect();
    terms.push((-1, inner));
    let all = Constraint::linear(&terms, Rel::Le, -(terms.len() as i64));
    let z = fresh(store);
    store.post(&Constraint::reified(z, all))?;
    Ok(now(vm, z))
}

/// The truth value of a connective between two.
fn combine(
    vm: &mut Vm,
    c: Connective,
    x: Truth,
    y: Truth,
    target: Option<VarId>,
) -> PostResult<Truth> {
    let (c, x, y) = match c {
        Connective::ImpliedBy => (Connective::Implies, y, x),
        c => (c, x, y),
    };
    let simple = match (c, x, y) {
        (Connective::And, Truth::Known(b), t) | (Connective::And, t, Truth::Known(b)) => {
            Some(if b { t } else { Truth::Known(false) })
        }
        (Connective::Or, Truth::Known(b), t) | (Connective::Or, t, Truth::Known(b)) => {
            Some(if b { Truth::Known(true) } else { t })
        }
        (Connective::Equiv, Truth::Known(b), t) | (Connective::Equiv, t, Truth::Known(b)) => {
            Some(if b { t } else { t.not() })
        }
        (Connective::Xor, Truth::Known(b), t) | (Connective::Xor, t, Truth::Known(b)) => {
            Some(if b { t.not() } else { t })
        }
        (Connective::Implies, Truth::Known(b), t) => Some(if b { t } else { Truth::Known(true) }),
        (Connective::Implies, t, Truth::Known(b)) => {
            Some(if b { Truth::Known(true) } else { t.not() })
        }
        _ => None,
    };
    if let Some(t) = simple {
        return Ok(t);
    }
    let op = match c {
        Connective::And => BoolOp::And,
        Connective::Or => BoolOp::Or,
        Connective::Xor => BoolOp::Xor,
        Connective::Implies | Connective::ImpliedBy => BoolOp::Implies,
        Connective::Equiv => BoolOp::Equiv,
    };
    let (x, y) = (plain(vm, x)?, plain(vm, y)?);
    let z = target.unwrap_or_else(|| store(vm).new_bool());
    store(vm).post(&Constraint::connective(op, x, y, z))?;
    Ok(Truth::Open {
        v: z,
        negated: false,
    })
}

/// A truth value as a variable of its own.
fn plain(vm: &mut Vm, t: Truth) -> PostResult<VarId> {
    let store = store(vm);
    match t {
        Truth::Open { v, negated: false } => Ok(v),
        Truth::Open { v, negated: true } => {
            let w = store.new_bool();
            store.post(&Constraint::linear(&[(1, v), (1, w)], Rel::Eq, 1))?;
            Ok(w)
        }
        Truth::Known(b) => Ok(store.new_constant(&Int::from(i64::from(b)))),
    }
}
