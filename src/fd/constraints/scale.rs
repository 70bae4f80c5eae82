//! `y = a·x + c` with `|a| ≥ 2`: bounds consistent; holes of either side are carried over to the other if they are
//! not many.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constraint, Describe, Rel};
use crate::fd::constraints::core::{Scale, ScalePair};
use crate::fd::constraints::prop::{Prop, Store};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// More intervals than this are not carried over.
const MANY: usize = 64;

/// Posts `y = a·x + c` for different variables.
pub(crate) fn post(s: &mut Store, x: VarId, y: VarId, a: i64, c: i64) -> Result<(), Inconsistent> {
    s.add(Prop::Scale(Scale {
        pair: Box::new(ScalePair { x, y, a, c }),
    }))
}

impl ScalePair {
    /// `a·part + c`
    fn image(&self, part: &Interval) -> Interval {
        let (a, c) = (Bound::from(self.a), Int::Small(self.c));
        let (low, high) = (part.0.mul(&a).plus(&c), part.1.mul(&a).plus(&c));
        if self.a < 0 { (high, low) } else { (low, high) }
    }

    /// The integers `x` with `a·x + c` in the part.
    fn preimage(&self, part: &Interval) -> Interval {
        let (low, high) = (
            part.0.plus(&Int::Small(-self.c)),
            part.1.plus(&Int::Small(-self.c)),
        );
        let size = Bound::from(self.a.abs());
        let (low, high) = (low.ceil_quotient(&size), high.floor_quotient(&size));
        if self.a < 0 {
            (high.neg(), low.neg())
        } else {
            (low, high)
        }
    }

    /// Bounds of `y` from `x` and back, in words. Returns false if a domain has no such bounds.
    #[inline]
    fn narrow_words(&self, vars: &mut Vars) -> Result<bool, Inconsistent> {
        let (a, c) = (i128::from(self.a), i128::from(self.c));
        let (Some((low, high)), Some(_)) = (vars.span(self.x), vars.span(self.y)) else {
            return Ok(false);
        };
        let ends = (a * i128::from(low) + c, a * i128::from(high) + c);
        let (bottom, top) = (ends.0.min(ends.1), ends.0.max(ends.1));
        // A span of words is narrower than the product may be.
        if let Ok(bottom) = i64::try_from(bottom) {
            vars.remove_below(self.y, bottom)?;
        } else if bottom > 0 {
            return Err(Inconsistent);
        }
        if let Ok(top) = i64::try_from(top) {
            vars.remove_above(self.y, top)?;
        } else if top < 0 {
            return Err(Inconsistent);
        }
        let Some((low, high)) = vars.span(self.y) else {
            return Ok(true);
        };
        let (low, high) = (i128::from(low) - c, i128::from(high) - c);
        let size = a.abs();
        let (low, high) = (-(-low).div_euclid(size), high.div_euclid(size));
        let (low, high) = if a < 0 { (-high, -low) } else { (low, high) };
        // Divided by at least two, these are words again.
        vars.remove_below(self.x, low as i64)?;
        vars.remove_above(self.x, high as i64)?;
        Ok(true)
    }
}

impl Propagator for Scale {
    fn cost(&self) -> Cost {
        Cost::Binary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.pair.x, PropCond::Domain);
        on(self.pair.y, PropCond::Domain);
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let pair = &*self.pair;
        let (x, y) = (pair.x, pair.y);
        let before = vars.prunings;
        if !pair.narrow_words(vars)? {
            vars.restrict_to(y, &pair.image(&vars.bounds(x)))?;
            vars.restrict_to(x, &pair.preimage(&vars.bounds(y)))?;
        }
        if let (Some(x), Some(y)) = (vars.value(x), vars.value(y)) {
            let image = &(&x * &Int::Small(pair.a)) + &Int::Small(pair.c);
            return if image == y {
                Ok(Status::Subsumed)
            } else {
                Err(Inconsistent)
            };
        }
        if !vars.is_interval(x) {
            carry(vars, x, y, |part| pair.image(part))?;
        }
        if !vars.is_interval(y) {
            carry(vars, y, x, |part| pair.preimage(part))?;
        }
        Ok(Status::since(vars, before))
    }
}

impl Describe for Scale {
    fn describe(&self) -> Constraint {
        let ScalePair { x, y, a, c } = *self.pair;
        Constraint::linear(&[(a, x), (-1, y)], Rel::Eq, -c)
    }
}

/// Restricts `to` to the images of the intervals of `from`.
fn carry(
    vars: &mut Vars,
    from: VarId,
    to: VarId,
    image: impl Fn(&Interval) -> Interval,
) -> Result<(), Inconsistent> {
    let d = vars.domain(from);
    if d.parts().len() > MANY {
        return Ok(());
    }
    vars.restrict(
        to,
        &Domain::from_parts(d.parts().iter().map(image).collect()),
    )
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "scale",
    arity: 2,
    samples: |v| {
        let mut all = Vec::new();
        for (a, c) in [(2, 0), (2, 1), (-2, 3), (3, -1), (-5, 0)] {
            all.push(Constraint::linear(&[(a, v[0]), (-1, v[1])], Rel::Eq, c));
            all.push(Constraint::linear(&[(1, v[0]), (a, v[1])], Rel::Eq, c));
        }
        all
    },
};
