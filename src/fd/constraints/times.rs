//! `x · y = z`: bounds consistent over the reals, and zero leaves the factors of a nonzero product.

use crate::base::int::Int;
use crate::fd::constraints::affine;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel};
use crate::fd::constraints::normal;
use crate::fd::constraints::power;
use crate::fd::constraints::prop::{Prop, Store};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::constraints::support::on_three_or_zero;
use crate::fd::kernel::bound::{Bound, Interval, negated, product};
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::request::Request;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// `x · y = z`
#[derive(Debug)]
pub(crate) struct Times {
    x: VarId,
    y: VarId,
    z: VarId,
    /// True if zero was a possible value when this was posted: a hole there matters.
    zero: bool,
}

impl Times {
    /// `x · y = z`
    pub(crate) fn of(x: VarId, y: VarId, z: VarId) -> Constraint {
        let zero = true;
        Constraint::other(Times { x, y, z, zero })
    }
}

/// The product of two spans of half words: the common case.
#[inline]
fn word_product(x: (i64, i64), y: (i64, i64)) -> (i64, i64) {
    let corners = [x.0 * y.0, x.0 * y.1, x.1 * y.0, x.1 * y.1];
    let low = corners[0].min(corners[1]).min(corners[2].min(corners[3]));
    let high = corners[0].max(corners[1]).max(corners[2].max(corners[3]));
    (low, high)
}

/// Returns true if the numbers take half a word, so that products of two fit.
#[inline]
pub(crate) fn is_half(span: (i64, i64)) -> bool {
    const HALF: i64 = 1 << 30;
    span.0 > -HALF && span.1 < HALF
}

impl Constrain for Times {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let (x, y, z) = (f(self.x), f(self.y), f(self.z));
        Constraint::other(Times { x, y, z, ..*self })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        at(self.x) * at(self.y) == at(self.z)
    }

    fn show(&self) -> ConstraintTerm {
        let product = ConstraintTerm::function("*", &[self.x, self.y]);
        ConstraintTerm::equation(product, ConstraintTerm::Var(self.z))
    }

    /// A fixed factor makes it linear, equal factors make it a square.
    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        let Times { x, y, z, .. } = *self;
        for (x, y) in [(x, y), (y, x)] {
            if let Some(a) = s.vars.value(x) {
                let terms = [(a, y), (Int::Small(-1), z)];
                return normal::post(s, &terms, Rel::Eq, &Int::ZERO);
            }
        }
        if x == y {
            return power::post_square(s, x, z);
        }
        // If a factor is the same variable as the product, it is 0 or the other factor is 1: holes matter there.
        let shared = x == z || y == z;
        let zero = shared || [x, y, z].iter().any(|v| s.vars.contains(*v, 0));
        s.add(Prop::Other(Box::new(Times { x, y, z, zero })))?;
        affine::follow_product(s, self, (x, y, z))
    }

    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        s.reify_function(b, self.z, |z| Times::of(self.x, self.y, z))
    }

    on_three_or_zero!();

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let (x, y, z) = (self.x, self.y, self.z);
        let before = vars.prunings;
        for (x, y) in [(x, y), (y, x)] {
            if let Some(status) = self.simplify(vars, x, y)? {
                return Ok(status);
            }
        }
        if let (Some(a), Some(b)) = (vars.span(x), vars.span(y))
            && is_half(a)
            && is_half(b)
        {
            let (low, high) = word_product(a, b);
            vars.remove_below(z, low)?;
            vars.remove_above(z, high)?;
        } else {
            let image = product(&vars.bounds(x), &vars.bounds(y));
            vars.restrict_to(z, &image)?;
        }
        if !vars.contains(z, 0) {
            vars.remove(x, 0)?;
            vars.remove(y, 0)?;
        }
        narrow_factor(vars, x, y, z)?;
        narrow_factor(vars, y, x, z)?;
        if let (Some(a), Some(b)) = (vars.value(x), vars.value(y)) {
            vars.fix_int(z, &(a * b))?;
            return Ok(Status::Subsumed);
        }
        Ok(Status::since(vars, before))
    }
}

impl Times {
    /// Solves `x · y = z` if `x` is 0, 1 or −1, and `x · y = x` unless `x` may be 0 and `y` may be 1. For another value
    /// of `x`, requests the linear equation where that is simpler. `None` in all other cases.
    #[inline]
    fn simplify(
        &self,
        vars: &mut Vars,
        x: VarId,
        y: VarId,
    ) -> Result<Option<Status>, Inconsistent> {
        let z = self.z;
        match vars.word(x) {
            Some(0) => vars.fix(z, 0)?,
            Some(1) if y != z => vars.request_offset(y, Rel::Eq, z, 0),
            Some(1) => {}
            Some(-1) if y != z => vars.pending.push(Request::Sum(y, z, 0)),
            Some(a) if x != z && y != z && vars.simplifies(y, z) => {
                vars.request(Constraint::linear(&[(a, y), (-1, z)], Rel::Eq, 0));
            }
            Some(_) | None if x != z => return Ok(None),
            Some(_) | None if !vars.contains(y, 1) => vars.fix(x, 0)?,
            Some(_) | None if !vars.contains(x, 0) => vars.fix(y, 1)?,
            Some(_) | None if vars.word(y) == Some(1) => {}
            Some(_) | None => return Ok(None),
        }
        Ok(Some(Status::Subsumed))
    }
}

/// Narrows `x` by `z / y`.
fn narrow_factor(vars: &mut Vars, x: VarId, y: VarId, z: VarId) -> Result<(), Inconsistent> {
    if let (Some(a), Some(b)) = (vars.span(y), vars.span(z))
        && a.0 > 0
    {
        // The common case: a positive divisor and words.
        let low = ceil_word(b.0, if b.0 >= 0 { a.1 } else { a.0 });
        let high = b.1.div_euclid(if b.1 >= 0 { a.0 } else { a.1 });
        vars.remove_below(x, low)?;
        return vars.remove_above(x, high);
    }
    if vars.contains(y, 0) {
        // Then `z` contains zero as well, and `x` may be anything.
        return Ok(());
    }
    let d = vars.bounds(y);
    let product = vars.bounds(z);
    let own = vars.bounds(x);
    let mut hull: Option<Interval> = None;
    for (divisor, dividend) in [
        (positive_part(&d), product.clone()),
        (positive_part(&negated(&d)), negated(&product)),
    ] {
        let Some(divisor) = divisor else { continue };
        let q = quotient(&dividend, &divisor);
        // A sign of the divisor counts only if some quotient is left for it.
        let q = (q.0.max(own.0.clone()), q.1.min(own.1.clone()));
        if q.0 > q.1 {
            continue;
        }
        hull = Some(match hull {
            None => q,
            Some(h) => (h.0.min(q.0), h.1.max(q.1)),
        });
    }
    match hull {
        Some(hull) => vars.restrict_to(x, &hull),
        None => Err(Inconsistent),
    }
}

#[inline]
fn ceil_word(n: i64, d: i64) -> i64 {
    -(-n).div_euclid(d)
}

/// The part of an interval above zero.
pub(crate) fn positive_part(d: &Interval) -> Option<Interval> {
    let low = d.0.clone().max(Bound::from(1));
    (low <= d.1).then(|| (low, d.1.clone()))
}

/// The integers in the real quotient by a positive interval.
fn quotient(n: &Interval, d: &Interval) -> Interval {
    let low =
        n.0.ceil_quotient(if n.0.signum() >= 0 { &d.1 } else { &d.0 });
    let high =
        n.1.floor_quotient(if n.1.signum() >= 0 { &d.0 } else { &d.1 });
    (low, high)
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "times",
    arity: 3,
    samples: |v| {
        vec![
            Times::of(v[0], v[1], v[2]),
            Times::of(v[0], v[1], v[0]),
            Times::of(v[0], v[0], v[1]),
            Times::of(v[0], v[0], v[0]),
        ]
    },
};
