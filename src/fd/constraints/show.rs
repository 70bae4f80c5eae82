//! The goals that show the core constraints. A goal can be called, and then posts the same constraint.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{BoolOp, Constraint, ConstraintTerm, Rel, Relation};
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::var::VarId;

/// The value of a variable, if it has one.
pub(crate) type FixedValues<'a> = dyn Fn(VarId) -> Option<Int> + 'a;

use ConstraintTerm as Term;

impl Constraint {
    /// The goal that states the constraint, which nests a few levels deep at most. Variables with values
    /// are simplified away; without `values`, nothing is.
    pub(crate) fn show(&self, values: Option<&FixedValues<'_>>) -> ConstraintTerm {
        use Constraint as C;
        let distance = |x: &VarId, y: &VarId, rel: Relation, c: &Int| {
            let difference = Term::function("-", &[*x, *y]);
            let distance = Term::call("abs", vec![difference]);
            Term::call(rel.name(), vec![distance, Term::Int(c.clone())])
        };
        match self {
            C::Linear {
                terms,
                rel,
                constant,
            } => linear(values, terms, *rel, constant),
            C::In(x, d) => member(*x, d),
            C::AbsDiffEq(x, y, c) => distance(x, y, Relation::Eq, c),
            C::AbsDiffNe(x, y, c) => distance(x, y, Relation::Ne, c),
            C::AllDifferent(xs) => Term::call("all_different", vec![Term::vars(xs)]),
            C::Other(o) => o.0.show(),
            C::Called { call, positive, .. } => {
                let goal = Term::Predicate(call.clone());
                if *positive {
                    goal
                } else {
                    Term::call("#\\", vec![goal])
                }
            }
            C::Bool(op, x, y, z) => {
                let formula = Term::function(op.name(), &[*x, *y]);
                Term::call(BoolOp::Equiv.name(), vec![formula, Term::Var(*z)])
            }
            C::Reified(b, c) => reified(values, *b, c),
            C::Implied(b, c) => {
                Term::call(BoolOp::Implies.name(), vec![Term::Var(*b), c.show(values)])
            }
        }
    }
}

/// `b ⇔ c`. Some propagators are kept after the truth value is known.
fn reified(values: Option<&FixedValues<'_>>, b: VarId, c: &Constraint) -> ConstraintTerm {
    let known = values.and_then(|v| v(b)).and_then(|i| i.to_i64());
    match (known, c) {
        (Some(1), c) => c.show(values),
        (
            Some(_),
            Constraint::Linear {
                terms,
                rel,
                constant,
            },
        ) => Constraint::negated_linear(terms, *rel, constant).show(values),
        (Some(_), Constraint::In(x, d)) => member(*x, &d.complement()),
        _ => Term::call(BoolOp::Equiv.name(), vec![c.show(values), Term::Var(b)]),
    }
}

/// A membership as the simplest comparison that means the same.
fn member(x: VarId, d: &Domain) -> ConstraintTerm {
    let hole = d.complement();
    let (rel, i) = match (d.parts(), hole.value(), d.value()) {
        (_, _, Some(i)) => (Relation::Eq, i.clone()),
        (_, Some(i), _) => (Relation::Ne, i.clone()),
        ([(Bound::Inf, Bound::Fin(i))], ..) => (Relation::Le, i.clone()),
        ([(Bound::Fin(i), Bound::Sup)], ..) => (Relation::Ge, i.clone()),
        _ => return Term::call("in", vec![Term::Var(x), Term::Domain(d.clone())]),
    };
    Term::call(rel.name(), vec![Term::Var(x), Term::Int(i)])
}

/// A linear constraint with positive coefficients only, distributed over its two sides.
fn linear(
    values: Option<&FixedValues<'_>>,
    terms: &[(Int, VarId)],
    rel: Rel,
    constant: &Int,
) -> ConstraintTerm {
    if let (Rel::Le, Some((x, y))) = (rel, difference(terms)) {
        let (x, y) = (Term::Var(x), Term::Var(y));
        if constant.is_zero() {
            return Term::call(Relation::Ge.name(), vec![y, x]);
        }
        let sum = Term::call("+", vec![y, Term::Int(constant.clone())]);
        return Term::call(Relation::Le.name(), vec![x, sum]);
    }
    let [left, right] = sides(values, terms, constant);
    // The sum comes first in an equation, the variable in a disequation.
    let is_var = |t: &Term| values.is_some() && matches!(t, Term::Var(_));
    let is_sum = |t: &Term| matches!(t, Term::Call(..));
    let turn = match rel {
        Rel::Eq => is_var(&left) && is_sum(&right),
        Rel::Ne => is_var(&right) && is_sum(&left),
        Rel::Le => false,
    };
    let (left, right) = if turn { (right, left) } else { (left, right) };
    Term::call(rel.relation().name(), vec![left, right])
}

/// The variables of `x − y` or `y − x`, the positive one first.
fn difference(terms: &[(Int, VarId)]) -> Option<(VarId, VarId)> {
    let minus = Int::Small(-1);
    match terms {
        [(a, x), (b, y)] if *a == Int::ONE && *b == minus => Some((*x, *y)),
        [(a, x), (b, y)] if *a == minus && *b == Int::ONE => Some((*y, *x)),
        _ => None,
    }
}

/// The two sides of a comparison, with the constant where it is positive.
fn sides(
    values: Option<&FixedValues<'_>>,
    terms: &[(Int, VarId)],
    constant: &Int,
) -> [ConstraintTerm; 2] {
    let mut sides: [Option<Term>; 2] = [None, None];
    let mut add = |side: usize, part: Term| {
        sides[side] = Some(match sides[side].take() {
            Some(sum) => Term::call("+", vec![sum, part]),
            None => part,
        });
    };
    let mut constant = constant.clone();
    for (a, x) in terms {
        if let Some(value) = values.and_then(|v| v(*x)) {
            constant = constant - a * &value;
            continue;
        }
        let (side, a) = (usize::from(a.is_negative()), a.abs());
        let x = Term::Var(*x);
        add(
            side,
            if a == Int::ONE {
                x
            } else {
                Term::call("*", vec![Term::Int(a), x])
            },
        );
    }
    if !constant.is_zero() {
        let side = usize::from(!constant.is_negative());
        add(side, Term::Int(constant.abs()));
    }
    sides.map(|s| s.unwrap_or(Term::Int(Int::ZERO)))
}
