//! Sums with unbounded coefficients or bounds: the general form of `linear`, with the same consistency, exact and
//! slower. It also completes the runs of `linear` in which a bound does not fit a word.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constraint, Describe, Linear, Rel};
use crate::fd::constraints::core::LinearTerm;
use crate::fd::constraints::prop::{Prop, Store};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::int_math;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// `Σ aᵢ·xᵢ rel c`
#[derive(Debug)]
pub(crate) struct Exact {
    sum: Box<Linear>,
}

/// Posts a sum of at least two different variables.
pub(crate) fn post(s: &mut Store, sum: Linear) -> Result<(), Inconsistent> {
    let sum = Box::new(sum);
    s.add(Prop::boxed(Exact { sum }))
}

/// The terms with unbounded coefficients.
pub(crate) fn widen(terms: &[LinearTerm]) -> Vec<(Int, VarId)> {
    terms.iter().map(|(a, x)| (Int::Small(*a), *x)).collect()
}

/// The bounds of one term.
fn term_bounds(vars: &Vars, a: &Int, x: VarId) -> Interval {
    let (low, high) = vars.bounds(x);
    let a_bound = Bound::Fin(a.clone());
    let (low, high) = (low.mul(&a_bound), high.mul(&a_bound));
    if a.signum() < 0 {
        (high, low)
    } else {
        (low, high)
    }
}

/// The hull of a sum.
pub(crate) fn sum_bounds(vars: &Vars, terms: &[(Int, VarId)]) -> Interval {
    let mut sum = (Bound::from(0), Bound::from(0));
    for (a, x) in terms {
        let (low, high) = term_bounds(vars, a, *x);
        sum = (sum.0.add(&low), sum.1.add(&high));
    }
    sum
}

/// One end of a sum: the sum of its finite terms, and the number of infinite ones.
#[derive(Clone)]
struct End {
    finite: Int,
    infinite: usize,
}

impl End {
    fn of<'a>(bounds: impl Iterator<Item = &'a Bound>) -> End {
        let mut end = End {
            finite: Int::ZERO,
            infinite: 0,
        };
        for b in bounds {
            match b {
                Bound::Fin(i) => end.finite = &end.finite + i,
                Bound::Inf | Bound::Sup => end.infinite += 1,
            }
        }
        end
    }

    /// The end of the sum without one of its terms, if finite.
    fn without(&self, own: &Bound) -> Option<Int> {
        match own {
            Bound::Fin(i) if self.infinite == 0 => Some(&self.finite - i),
            Bound::Inf | Bound::Sup if self.infinite == 1 => Some(self.finite.clone()),
            Bound::Fin(_) | Bound::Inf | Bound::Sup => None,
        }
    }
}

/// One pass of the propagator for `Σ aᵢ·xᵢ rel c`.
pub(crate) fn pass(vars: &mut Vars, terms: &[(Int, VarId)], rel: Rel, c: &Int) -> Propagated {
    if rel == Rel::Ne {
        return pass_ne(vars, terms, c);
    }
    let bounds: Vec<Interval> = terms
        .iter()
        .map(|(a, x)| term_bounds(vars, a, *x))
        .collect();
    let low = End::of(bounds.iter().map(|b| &b.0));
    let high = End::of(bounds.iter().map(|b| &b.1));
    if low.infinite == 0 && low.finite > *c {
        return Err(Inconsistent);
    }
    if high.infinite == 0 {
        match rel {
            Rel::Le if high.finite <= *c => return Ok(Status::Subsumed),
            Rel::Eq if high.finite < *c => return Err(Inconsistent),
            Rel::Eq if low.infinite == 0 && low.finite == high.finite => {
                return Ok(Status::Subsumed);
            }
            Rel::Le | Rel::Eq | Rel::Ne => {}
        }
    }
    let before = vars.prunings;
    let mut open = terms.iter().filter(|(_, x)| !vars.is_fixed(*x));
    let (first, second, more) = (open.next(), open.next(), open.next().is_some());
    if let (Some((a, _)), Some((b, _)), false) = (first, second, more)
        && rel == Rel::Eq
        && terms.len() > 2
        && *a == -b
    {
        // The two variables differ by a constant: `relation` has a stronger propagator for that.
        let (open, fixed): (Vec<_>, Vec<_>) =
            terms.iter().cloned().partition(|(_, x)| !vars.is_fixed(*x));
        let sum = fixed.iter().fold(Int::ZERO, |sum, (a, x)| {
            let value = vars.value(*x).unwrap_or(Int::ZERO);
            &sum + &(a * &value)
        });
        vars.request(Constraint::sum(open, rel, c - &sum));
        return Ok(Status::Subsumed);
    }
    for ((a, x), own) in terms.iter().zip(&bounds) {
        let top = low.without(&own.0).map(|rest| c - &rest);
        let bottom = high.without(&own.1).map(|rest| c - &rest);
        let to = quotients(a, bottom.filter(|_| rel == Rel::Eq), top);
        vars.restrict_to(*x, &to)?;
    }
    if second.is_none() {
        // With one open variable, the sum only bounds it, and both bounds have been applied.
        return Ok(Status::Subsumed);
    }
    Ok(Status::since(vars, before))
}

/// The values of `x` for which `a·x` lies between two integers.
fn quotients(a: &Int, bottom: Option<Int>, top: Option<Int>) -> Interval {
    let (low, high) = match a.signum() > 0 {
        true => (bottom, top),
        false => (top, bottom),
    };
    (
        low.map_or(Bound::Inf, |i| Bound::Fin(int_math::ceil_div(&i, a))),
        high.map_or(Bound::Sup, |i| Bound::Fin(int_math::floor_div(&i, a))),
    )
}

fn pass_ne(vars: &mut Vars, terms: &[(Int, VarId)], c: &Int) -> Propagated {
    let mut open = None;
    let mut rest = c.clone();
    for (a, x) in terms {
        match vars.value(*x) {
            Some(value) => rest = rest - a * &value,
            None if open.is_some() => return Ok(Status::Fix),
            None => open = Some((a, *x)),
        }
    }
    match open {
        None if rest == Int::ZERO => Err(Inconsistent),
        None => Ok(Status::Subsumed),
        Some((a, x)) => {
            if int_math::floor_mod(&rest, a) == Int::ZERO {
                vars.remove_int(x, &int_math::floor_div(&rest, a))?;
            }
            Ok(Status::Subsumed)
        }
    }
}

/// Returns whether the domains make a comparison of a sum true or false.
pub(crate) fn compare(vars: &Vars, terms: &[(Int, VarId)], rel: Rel, c: &Int) -> Option<bool> {
    let (low, high) = sum_bounds(vars, terms);
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

impl Propagator for Exact {
    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for (_, x) in &self.sum.terms {
            on(
                *x,
                match self.sum.rel {
                    Rel::Ne => PropCond::Fixed,
                    Rel::Eq | Rel::Le => PropCond::Bounds,
                },
            );
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        pass(vars, &self.sum.terms, self.sum.rel, &self.sum.constant)
    }
}

impl Describe for Exact {
    fn describe(&self) -> Constraint {
        (*self.sum).clone().into()
    }
}

/// The oracle's row: coefficients too large for `linear`, with and without small solutions.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "exact",
    arity: 2,
    samples: |v| {
        let mut all = Vec::new();
        for digits in [12, 18, 25, 40] {
            let Some(k) = int_math::power(&Int::Small(10), digits) else {
                continue;
            };
            for rel in [Rel::Eq, Rel::Ne, Rel::Le] {
                for (b, constant) in [(&k + &Int::ONE, Int::ONE), (-&k, k.clone())] {
                    all.push(Constraint::sum(
                        vec![(k.clone(), v[0]), (b, v[1])],
                        rel,
                        constant,
                    ));
                }
                all.push(Constraint::sum(
                    vec![(Int::ONE, v[0]), (Int::Small(-1), v[1])],
                    rel,
                    k.clone(),
                ));
            }
        }
        all
    },
};
