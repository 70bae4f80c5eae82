//! Reification: the truth value of a constraint as a variable, and one-way conditions.
//!
//! A linear or membership constraint is watched until it is decided, or until its truth value is known and the
//! constraint or its negation is posted. All other constraints are reduced to that form: the result of a function
//! gets a new variable, which is compared; a division is defined only if its divisor is not zero, and is false
//! otherwise. Knows the propagators of the forms that it reduces.

use crate::base::int::Int;
use crate::fd::constraints::constraint::Describe;
use crate::fd::constraints::constraint::{BoolOp, Constraint, Rel};
use crate::fd::constraints::exact;
use crate::fd::constraints::indexical;
use crate::fd::constraints::normal::{self, Normal, normalise};
use crate::fd::constraints::prop::Prop;
use crate::fd::constraints::prop::Store;
use crate::fd::constraints::reified;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// A constraint whose truth the domains can decide.
#[derive(Clone, Debug)]
enum Decidable {
    Member(VarId, Domain),
    Sum {
        terms: Vec<(Int, VarId)>,
        rel: Rel,
        constant: Int,
    },
}

/// `b ⇔ cond`
#[derive(Debug)]
pub(crate) struct Reif {
    b: VarId,
    cond: Box<Decidable>,
}

/// `b ⇒ c`, half-reified, for constraints whose truth the domains do not decide.
#[derive(Debug)]
pub(crate) struct Implies {
    b: VarId,
    c: Box<Constraint>,
}

impl Decidable {
    /// Returns whether every assignment left satisfies the constraint, or none does.
    fn decided(&self, vars: &Vars) -> Option<bool> {
        match self {
            Decidable::Member(x, set) => member(vars, *x, set),
            Decidable::Sum {
                terms,
                rel,
                constant,
            } => exact::compare(vars, terms, *rel, constant),
        }
    }

    fn constraint(&self) -> Constraint {
        match self {
            Decidable::Member(x, set) => Constraint::In(*x, set.clone()),
            Decidable::Sum {
                terms,
                rel,
                constant,
            } => Constraint::Linear {
                terms: terms.clone(),
                rel: *rel,
                constant: constant.clone(),
            },
        }
    }

    fn negation(&self) -> Constraint {
        match self {
            Decidable::Member(x, set) => Constraint::In(*x, set.complement()),
            Decidable::Sum {
                terms,
                rel,
                constant,
            } => Constraint::negated_linear(terms, *rel, constant),
        }
    }
}

fn member(vars: &Vars, x: VarId, set: &Domain) -> Option<bool> {
    if let Some(value) = vars.value(x) {
        return Some(set.contains(&value));
    }
    let (low, high) = vars.bounds(x);
    // Intervals that end before `x` begins are irrelevant; usually the first other one decides.
    let at = set.parts().partition_point(|p| p.1 < low);
    match set.parts().get(at) {
        None => Some(false),
        Some(p) if p.0 > high => Some(false),
        Some(p) if p.0 <= low && p.1 >= high => Some(true),
        Some(_) if vars.is_interval(x) => None,
        Some(p) if p.0 == p.1 => match &p.0 {
            // A single value, the most frequent question.
            Bound::Fin(i) if set.parts().len() == 1 => (!vars.contains_int(x, i)).then_some(false),
            Bound::Inf | Bound::Fin(_) | Bound::Sup => among(&vars.domain(x), set),
        },
        Some(_) => among(&vars.domain(x), set),
    }
}

fn among(d: &Domain, set: &Domain) -> Option<bool> {
    let common = d.intersection(set);
    if common.is_empty() {
        Some(false)
    } else if common == *d {
        Some(true)
    } else {
        None
    }
}

impl Propagator for Reif {
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.b, PropCond::Fixed);
        match &*self.cond {
            Decidable::Member(x, _) => on(*x, PropCond::Domain),
            Decidable::Sum { terms, rel, .. } => {
                let cond = match rel {
                    Rel::Le => PropCond::Bounds,
                    Rel::Eq | Rel::Ne if terms.len() == 2 => PropCond::Domain,
                    Rel::Eq | Rel::Ne => PropCond::Bounds,
                };
                for (_, x) in terms {
                    on(*x, cond);
                }
            }
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        match vars.word(self.b) {
            Some(1) => vars.request(self.cond.constraint()),
            Some(_) => vars.request(self.cond.negation()),
            None => match self.cond.decided(vars) {
                None => return Ok(Status::Fix),
                Some(truth) => vars.fix(self.b, i64::from(truth))?,
            },
        }
        Ok(Status::Subsumed)
    }
}

impl Describe for Reif {
    fn describe(&self) -> Constraint {
        Constraint::Reified(self.b, Box::new(self.cond.constraint()))
    }
}

impl Propagator for Implies {
    fn cost(&self) -> Cost {
        Cost::Binary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.b, PropCond::Fixed);
        // No run is needed then, but the unification of two variables must find this propagator.
        for x in self.c.vars() {
            if x != self.b {
                on(x, PropCond::Fixed);
            }
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        match vars.word(self.b) {
            None => return Ok(Status::Fix),
            Some(0) => {}
            Some(_) => vars.request((*self.c).clone()),
        }
        Ok(Status::Subsumed)
    }
}

impl Describe for Implies {
    fn describe(&self) -> Constraint {
        Constraint::Implied(self.b, self.c.clone())
    }
}

/// Makes a variable a truth value.
fn make_truth(s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
    s.vars.remove_below(b, 0)?;
    s.vars.remove_above(b, 1)
}

/// Posts `b ⇒ c`.
pub(crate) fn post_implies(s: &mut Store, b: VarId, c: &Constraint) -> Result<(), Inconsistent> {
    make_truth(s, b)?;
    match s.vars.word(b) {
        Some(0) => Ok(()),
        Some(_) => s.post(c),
        None => match c {
            Constraint::Linear { .. } | Constraint::In(..) | Constraint::Called { .. } => {
                // Reified, too: a condition that became false makes `b` false.
                let truth = s.new_bool();
                post(s, truth, c)?;
                let terms = [(Int::ONE, b), (Int::Small(-1), truth)];
                crate::fd::constraints::normal::post(s, &terms, Rel::Le, &Int::ZERO)
            }
            Constraint::AbsDiffEq(..)
            | Constraint::AbsDiffNe(..)
            | Constraint::AllDifferent(_)
            | Constraint::Other(_)
            | Constraint::Bool(..)
            | Constraint::Reified(..)
            | Constraint::Implied(..) => s.add(Prop::boxed(Implies {
                b,
                c: Box::new(c.clone()),
            })),
        },
    }
}

/// Posts `b ⇔ c`.
pub(crate) fn post(s: &mut Store, b: VarId, c: &Constraint) -> Result<(), Inconsistent> {
    use Constraint as C;
    make_truth(s, b)?;
    match c {
        C::Linear {
            terms,
            rel,
            constant,
        } => post_linear(s, b, normalise(&s.vars, terms, *rel, constant)),
        C::In(x, set) => post_decidable(s, b, Decidable::Member(*x, set.clone())),
        C::AbsDiffEq(x, y, c) => post_distance(s, b, (*x, *y), c, true),
        C::AbsDiffNe(x, y, c) => post_distance(s, b, (*x, *y), c, false),
        C::AllDifferent(xs) => post_different(s, b, xs),
        C::Other(o) => o.0.reify(s, b),
        C::Called {
            call,
            positive: true,
            ..
        } => indexical::post_reified(s, b, call),
        C::Called { call, .. } => {
            let opposite = s.new_bool();
            s.post(&C::linear(&[(1, b), (1, opposite)], Rel::Eq, 1))?;
            indexical::post_reified(s, opposite, call)
        }
        C::Bool(op, x, y, z) => post_connective(s, b, *op, [*x, *y, *z]),
        C::Reified(v, c) => post_nested(s, b, BoolOp::Equiv, *v, c),
        C::Implied(v, c) => post_nested(s, b, BoolOp::Implies, *v, c),
    }
}

/// Posts that `b` is the truth value of a linear constraint.
fn post_linear(s: &mut Store, b: VarId, sum: Normal) -> Result<(), Inconsistent> {
    match sum {
        Normal::Truth(truth) => s.vars.fix(b, i64::from(truth)),
        Normal::Member(x, set) => post_decidable(s, b, Decidable::Member(x, set)),
        Normal::Sum {
            terms,
            rel,
            constant,
        } => match normal::words(&terms, &constant) {
            Some((terms, c)) if s.vars.word(b).is_none() => reified::post_sum(s, b, terms, rel, c),
            _ => {
                let sum = Decidable::Sum {
                    terms,
                    rel,
                    constant,
                };
                post_decidable(s, b, sum)
            }
        },
    }
}

/// Posts that `b` is the truth value of variables being pairwise different.
fn post_different(s: &mut Store, b: VarId, xs: &[VarId]) -> Result<(), Inconsistent> {
    let mut pairs = Vec::new();
    for (i, x) in xs.iter().enumerate() {
        for y in &xs[..i] {
            let truth = s.new_bool();
            let ne = Constraint::linear(&[(1, *y), (-1, *x)], Rel::Ne, 0);
            post(s, truth, &ne)?;
            pairs.push(truth);
        }
    }
    post_all(s, b, &pairs)
}

/// For a variable of any domain: the truth value of its being 0 or 1, and that of its being 1.
fn post_truth_of(s: &mut Store, v: VarId) -> Result<(VarId, VarId), Inconsistent> {
    let (is_truth, is_true) = (s.new_bool(), s.new_bool());
    post(s, is_truth, &Constraint::In(v, Domain::range(0, 1)))?;
    post(s, is_true, &Constraint::In(v, Domain::range(1, 1)))?;
    Ok((is_truth, is_true))
}

/// Posts that `b` is the truth value of `(x op y) = z`, which is false outside 0..1.
fn post_connective(
    s: &mut Store,
    b: VarId,
    op: BoolOp,
    values: [VarId; 3],
) -> Result<(), Inconsistent> {
    let truth = s.new_bool();
    let mut parts = vec![truth];
    let mut bools = Vec::new();
    for v in values {
        let (is_truth, is_true) = post_truth_of(s, v)?;
        parts.push(is_truth);
        bools.push(is_true);
    }
    let result = s.new_bool();
    s.post(&Constraint::Bool(op, bools[0], bools[1], result))?;
    s.post(&Constraint::Bool(BoolOp::Equiv, result, bools[2], truth))?;
    post_all(s, b, &parts)
}

/// Posts that `b` is the truth value of `v op c`, where `c` is a constraint.
fn post_nested(
    s: &mut Store,
    b: VarId,
    op: BoolOp,
    v: VarId,
    c: &Constraint,
) -> Result<(), Inconsistent> {
    let (is_truth, is_true) = post_truth_of(s, v)?;
    let (inner, holds) = (s.new_bool(), s.new_bool());
    post(s, inner, c)?;
    s.post(&Constraint::Bool(op, is_true, inner, holds))?;
    post_all(s, b, &[is_truth, holds])
}

fn post_decidable(s: &mut Store, b: VarId, cond: Decidable) -> Result<(), Inconsistent> {
    match s.vars.word(b) {
        Some(1) => s.post(&cond.constraint()),
        Some(_) => s.post(&cond.negation()),
        None => {
            if let Decidable::Member(x, set) = &cond
                && reified::post_member(s, b, *x, set)?
            {
                return Ok(());
            }
            s.add(Prop::boxed(Reif {
                b,
                cond: Box::new(cond),
            }))
        }
    }
}

/// `b ⇔ |x − y| = c`, or `b ⇔ |x − y| ≠ c` unless `equal`: the difference is `c` or `−c`, or not.
fn post_distance(
    s: &mut Store,
    b: VarId,
    (x, y): (VarId, VarId),
    c: &Int,
    equal: bool,
) -> Result<(), Inconsistent> {
    if c.signum() < 0 {
        return s.vars.fix(b, i64::from(!equal));
    }
    let difference = s.new_integer();
    s.post(&Constraint::linear(
        &[(1, x), (-1, y), (-1, difference)],
        Rel::Eq,
        0,
    ))?;
    let both = Domain::of_magnitude(c);
    let set = if equal { both } else { both.complement() };
    post_decidable(s, b, Decidable::Member(difference, set))
}

/// `b ⇔ f(…) = z` for a total function.
pub(crate) fn post_result(
    s: &mut Store,
    b: VarId,
    z: VarId,
    f: impl FnOnce(VarId) -> Constraint,
) -> Result<(), Inconsistent> {
    if s.vars.word(b) == Some(1) {
        return s.post(&f(z));
    }
    let result = s.new_integer();
    s.post(&f(result))?;
    let terms = [(1, result), (-1, z)];
    post(s, b, &Constraint::linear(&terms, Rel::Eq, 0))
}

/// `b ⇔ f(…) = z` for a function that is defined when `y ≠ 0`.
pub(crate) fn post_divided(
    s: &mut Store,
    b: VarId,
    y: VarId,
    z: VarId,
    f: impl FnOnce(VarId) -> Constraint,
) -> Result<(), Inconsistent> {
    if s.vars.word(b) == Some(1) {
        return s.post(&f(z));
    }
    let defined = s.new_bool();
    let nonzero = Domain::singleton(Int::ZERO).complement();
    post(s, defined, &Constraint::In(y, nonzero))?;
    post_where_defined(s, b, defined, z, f)
}

/// `b ⇔ f(…) = z` for a function that is defined if `defined` is true.
pub(crate) fn post_where_defined(
    s: &mut Store,
    b: VarId,
    defined: VarId,
    z: VarId,
    f: impl FnOnce(VarId) -> Constraint,
) -> Result<(), Inconsistent> {
    let (equal, result) = (s.new_bool(), s.new_integer());
    post_implies(s, defined, &f(result))?;
    let terms = [(1, result), (-1, z)];
    post(s, equal, &Constraint::linear(&terms, Rel::Eq, 0))?;
    s.post(&Constraint::Bool(BoolOp::And, defined, equal, b))
}

/// `b ⇔` all of the truth values.
fn post_all(s: &mut Store, b: VarId, all: &[VarId]) -> Result<(), Inconsistent> {
    // Σ ≥ n
    let terms: Vec<(Int, VarId)> = all.iter().map(|v| (Int::Small(-1), *v)).collect();
    let constraint = Constraint::Linear {
        terms,
        rel: Rel::Le,
        constant: Int::Small(-(all.len() as i64)),
    };
    post(s, b, &constraint)
}

impl Store {
    /// Posts that `b` is the truth value of a constraint.
    pub(crate) fn post_reified(&mut self, b: VarId, c: &Constraint) -> Result<(), Inconsistent> {
        post(self, b, c)
    }

    /// Returns whether every remaining assignment satisfies a linear, membership or global constraint (`Some(true)`),
    /// or none does (`Some(false)`); `None` for all other constraints.
    pub(crate) fn decided(&self, c: &Constraint) -> Option<bool> {
        match c {
            Constraint::In(x, set) => member(&self.vars, *x, set),
            Constraint::Linear {
                terms,
                rel,
                constant,
            } => exact::compare(&self.vars, terms, *rel, constant),
            Constraint::AbsDiffEq(..)
            | Constraint::AbsDiffNe(..)
            | Constraint::AllDifferent(_)
            | Constraint::Called { .. }
            | Constraint::Bool(..)
            | Constraint::Reified(..)
            | Constraint::Implied(..) => None,
            Constraint::Other(o) => o.0.decided(&self.vars),
        }
    }
}
