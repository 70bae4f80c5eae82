//! Reification: the truth value of a constraint as a variable, and one-way conditions.
//!
//! A linear or membership constraint is watched until it is decided either way, or until its
//! truth value is, when it or its negation is posted. Everything else is brought to that form:
//! a function's result gets a fresh variable that is compared; a division is defined only when
//! its divisor is not zero, and false otherwise. Knows the propagators that it takes apart.

use crate::base::int::Int;
#[cfg(test)]
use crate::fd::constraints::abs::Abs;
use crate::fd::constraints::constraint::Describe;
use crate::fd::constraints::constraint::{BoolOp, Constraint, Rel};
#[cfg(test)]
use crate::fd::constraints::divmod::Div;
use crate::fd::constraints::exact;
use crate::fd::constraints::indexical;
#[cfg(test)]
use crate::fd::constraints::minmax::Max;
#[cfg(test)]
use crate::fd::constraints::modulo::Mod;
use crate::fd::constraints::normal::{self, Normal, normalise};
#[cfg(test)]
use crate::fd::constraints::power::Power;
use crate::fd::constraints::prop::Prop;
use crate::fd::constraints::prop::Store;
use crate::fd::constraints::reified;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
#[cfg(test)]
use crate::fd::constraints::times::Times;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::int_math;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// A constraint that can be asked whether it is decided.
#[derive(Clone, Debug)]
enum Cond {
    Member(VarId, Domain),
    Sum {
        terms: Vec<(Int, VarId)>,
        rel: Rel,
        constant: Int,
    },
}

/// `b ⇔ cond`
#[derive(Debug)]
pub struct Reif {
    b: VarId,
    cond: Box<Cond>,
}

/// `b ⇒ c`, for constraints that cannot be asked.
#[derive(Debug)]
pub struct When {
    b: VarId,
    c: Box<Constraint>,
}

impl Cond {
    /// Whether every assignment left satisfies the constraint, or none does.
    fn decided(&self, vars: &Vars) -> Option<bool> {
        match self {
            Cond::Member(x, set) => member(vars, *x, set),
            Cond::Sum {
                terms,
                rel,
                constant,
            } => compare(vars, terms, *rel, constant),
        }
    }

    fn constraint(&self) -> Constraint {
        match self {
            Cond::Member(x, set) => Constraint::In(*x, set.clone()),
            Cond::Sum {
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
            Cond::Member(x, set) => Constraint::In(*x, set.complement()),
            Cond::Sum {
                terms,
                rel,
                constant,
            } => negated_linear(terms, *rel, constant),
        }
    }
}

pub(crate) fn negated_linear(terms: &[(Int, VarId)], rel: Rel, constant: &Int) -> Constraint {
    let same = |rel| Constraint::Linear {
        terms: terms.to_vec(),
        rel,
        constant: constant.clone(),
    };
    match rel {
        Rel::Eq => same(Rel::Ne),
        Rel::Ne => same(Rel::Eq),
        // Σ > c, that is, −Σ ≤ −c − 1
        Rel::Le => Constraint::Linear {
            terms: terms.iter().map(|(a, x)| (-a, *x)).collect(),
            rel: Rel::Le,
            constant: -(constant + &Int::ONE),
        },
    }
}

fn member(vars: &Vars, x: VarId, set: &Domain) -> Option<bool> {
    if let Some(value) = vars.value(x) {
        return Some(set.contains(&value));
    }
    let (low, high) = vars.bounds(x);
    // Intervals that end before `x` begins say nothing; the first other one decides mostly.
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

pub(crate) fn compare(vars: &Vars, terms: &[(Int, VarId)], rel: Rel, c: &Int) -> Option<bool> {
    let (low, high) = exact::sum_bounds(vars, terms);
    let c_bound = Bound::Fin(c.clone());
    match rel {
        Rel::Le if high <= c_bound => Some(true),
        Rel::Le if low > c_bound => Some(false),
        Rel::Le => None,
        Rel::Eq => equal(vars, terms, c, &low, &high),
        Rel::Ne => equal(vars, terms, c, &low, &high).map(|equal| !equal),
    }
}

fn equal(vars: &Vars, terms: &[(Int, VarId)], c: &Int, low: &Bound, high: &Bound) -> Option<bool> {
    let c_bound = Bound::Fin(c.clone());
    if *low > c_bound || *high < c_bound {
        return Some(false);
    }
    if low == high {
        return Some(true);
    }
    let mut open = terms.iter().filter(|(_, x)| !vars.is_fixed(*x));
    match (open.next(), open.next()) {
        (Some((a, x)), None) => {
            let rest = terms
                .iter()
                .filter_map(|(a, x)| vars.value(*x).map(|v| a * &v))
                .fold(c.clone(), |rest, part| rest - part);
            let whole = int_math::floor_mod(&rest, a) == Int::ZERO;
            let reachable = whole && vars.contains_int(*x, &int_math::floor_div(&rest, a));
            (!reachable).then_some(false)
        }
        (Some((a, x)), Some((b, y))) if terms.len() == 2 && *a == Int::ONE => {
            if vars.is_interval(*x) && vars.is_interval(*y) {
                return None;
            }
            let image = if *b == Int::Small(-1) {
                vars.domain(*y).shift(c)
            } else if *b == Int::ONE {
                vars.domain(*y).negate().shift(c)
            } else {
                return None;
            };
            let disjoint = vars.domain(*x).intersection(&image).is_empty();
            disjoint.then_some(false)
        }
        _ => None,
    }
}

impl Propagator for Reif {
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.b, PropCond::Fixed);
        match &*self.cond {
            Cond::Member(x, _) => on(*x, PropCond::Domain),
            Cond::Sum { terms, rel, .. } => {
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

impl Propagator for When {
    fn cost(&self) -> Cost {
        Cost::Binary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.b, PropCond::Fixed);
        // Nothing happens at these, but whoever makes two variables one must find this propagator.
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

impl Describe for When {
    fn describe(&self) -> Constraint {
        Constraint::When(self.b, self.c.clone())
    }
}

/// Makes a variable a truth value.
fn make_truth(s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
    s.vars.remove_below(b, 0)?;
    s.vars.remove_above(b, 1)
}

/// Posts `b ⇒ c`.
pub(crate) fn post_when(s: &mut Store, b: VarId, c: &Constraint) -> Result<(), Inconsistent> {
    make_truth(s, b)?;
    match s.vars.word(b) {
        Some(0) => Ok(()),
        Some(_) => s.post(c),
        None => match c {
            Constraint::Linear { .. } | Constraint::In(..) | Constraint::Called { .. } => {
                // Ask it, too: a condition that became false makes `b` false.
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
            | Constraint::When(..) => s.add(Prop::When(When {
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
        } => match normalise(&s.vars, terms, *rel, constant) {
            Normal::Truth(truth) => s.vars.fix(b, i64::from(truth)),
            Normal::Member(x, set) => post_cond(s, b, Cond::Member(x, set)),
            Normal::Sum {
                terms,
                rel,
                constant,
            } => match normal::words(&terms, &constant) {
                Some((terms, c)) if s.vars.word(b).is_none() => {
                    reified::post_sum(s, b, terms, rel, c)
                }
                _ => {
                    let cond = Cond::Sum {
                        terms,
                        rel,
                        constant,
                    };
                    post_cond(s, b, cond)
                }
            },
        },
        C::In(x, set) => post_cond(s, b, Cond::Member(*x, set.clone())),
        C::AbsDiffEq(x, y, c) => post_distance(s, b, (*x, *y), c, true),
        C::AbsDiffNe(x, y, c) => post_distance(s, b, (*x, *y), c, false),
        C::AllDifferent(xs) => {
            let mut pairs = Vec::new();
            for (i, x) in xs.iter().enumerate() {
                for y in &xs[..i] {
                    let truth = s.new_bool();
                    let ne = C::linear(&[(1, *y), (-1, *x)], Rel::Ne, 0);
                    post(s, truth, &ne)?;
                    pairs.push(truth);
                }
            }
            post_all(s, b, &pairs)
        }
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
        C::Bool(op, x, y, z) => {
            let (truth, values) = (s.new_bool(), [*x, *y, *z]);
            let mut parts = vec![truth];
            let mut bools = Vec::new();
            for v in values {
                // Outside 0..1 the constraint is false; inside, a truth value stands for `v`.
                let (is_truth, stand_in) = (s.new_bool(), s.new_bool());
                post(s, is_truth, &C::In(v, Domain::range(0, 1)))?;
                post(s, stand_in, &C::In(v, Domain::range(1, 1)))?;
                parts.push(is_truth);
                bools.push(stand_in);
            }
            let result = s.new_bool();
            s.post(&C::Bool(*op, bools[0], bools[1], result))?;
            s.post(&C::Bool(BoolOp::Equiv, result, bools[2], truth))?;
            post_all(s, b, &parts)
        }
        C::Reified(v, c) => {
            let (is_truth, value, inner, same) =
                (s.new_bool(), s.new_bool(), s.new_bool(), s.new_bool());
            post(s, is_truth, &C::In(*v, Domain::range(0, 1)))?;
            post(s, value, &C::In(*v, Domain::range(1, 1)))?;
            post(s, inner, c)?;
            s.post(&C::Bool(BoolOp::Equiv, value, inner, same))?;
            post_all(s, b, &[is_truth, same])
        }
        C::When(v, c) => {
            let (is_truth, value, inner, implied) =
                (s.new_bool(), s.new_bool(), s.new_bool(), s.new_bool());
            post(s, is_truth, &C::In(*v, Domain::range(0, 1)))?;
            post(s, value, &C::In(*v, Domain::range(1, 1)))?;
            post(s, inner, c)?;
            s.post(&C::Bool(BoolOp::Implies, value, inner, implied))?;
            post_all(s, b, &[is_truth, implied])
        }
    }
}

fn post_cond(s: &mut Store, b: VarId, cond: Cond) -> Result<(), Inconsistent> {
    match s.vars.word(b) {
        Some(1) => s.post(&cond.constraint()),
        Some(_) => s.post(&cond.negation()),
        None => {
            if let Cond::Member(x, set) = &cond
                && reified::post_member(s, b, *x, set)?
            {
                return Ok(());
            }
            s.add(Prop::Reif(Reif {
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
    post_cond(s, b, Cond::Member(difference, set))
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

/// `b ⇔ f(…) = z` for a function that is defined where `defined` is true.
pub(crate) fn post_where_defined(
    s: &mut Store,
    b: VarId,
    defined: VarId,
    z: VarId,
    f: impl FnOnce(VarId) -> Constraint,
) -> Result<(), Inconsistent> {
    let (equal, result) = (s.new_bool(), s.new_integer());
    post_when(s, defined, &f(result))?;
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

    /// Whether every assignment left satisfies a linear, membership or global constraint (`Some(true)`),
    /// or none does (`Some(false)`). Other constraints are not asked.
    pub fn decided(&self, c: &Constraint) -> Option<bool> {
        match c {
            Constraint::In(x, set) => member(&self.vars, *x, set),
            Constraint::Linear {
                terms,
                rel,
                constant,
            } => compare(&self.vars, terms, *rel, constant),
            Constraint::AbsDiffEq(..)
            | Constraint::AbsDiffNe(..)
            | Constraint::AllDifferent(_)
            | Constraint::Called { .. }
            | Constraint::Bool(..)
            | Constraint::Reified(..)
            | Constraint::When(..) => None,
            Constraint::Other(o) => o.0.decided(&self.vars),
        }
    }
}

/// The oracle's row: every constraint, reified and as a consequence.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "reify",
    arity: 4,
    samples: |v| {
        let (x, y, z) = (v[0], v[1], v[2]);
        let holes = Domain::range(-1, 0).union(&Domain::range(2, 2));
        let plain = [
            Constraint::In(x, holes),
            Constraint::linear(&[(1, x), (-1, y)], Rel::Eq, 1),
            Constraint::linear(&[(1, x), (1, y)], Rel::Ne, 1),
            Constraint::linear(&[(2, x), (-3, y), (1, z)], Rel::Eq, 1),
            Constraint::linear(&[(2, x), (-3, y), (1, z)], Rel::Le, 1),
            Times::of(x, y, z),
            Div::trunc(x, y, z),
            Div::floor(x, y, z),
            Mod::modulo(x, y, z),
            Mod::remainder(x, y, z),
            Power::of(x, y, z),
            Abs::of(x, y),
            Max::min(x, y, z),
            Max::max(x, y, z),
            Constraint::AbsDiffEq(x, y, Int::ONE),
            Constraint::AbsDiffNe(x, y, Int::ONE),
            Constraint::AllDifferent(vec![x, y, z]),
            Constraint::Bool(BoolOp::And, x, y, z),
            Constraint::Reified(
                x,
                Box::new(Constraint::linear(&[(1, y), (-1, z)], Rel::Le, 0)),
            ),
            Constraint::When(
                x,
                Box::new(Constraint::linear(&[(1, y), (-1, z)], Rel::Eq, 0)),
            ),
        ];
        let mut all = Vec::new();
        for c in plain {
            all.push(Constraint::Reified(v[3], Box::new(c.clone())));
            all.push(Constraint::When(v[3], Box::new(c)));
        }
        all
    },
};
