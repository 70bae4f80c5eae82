//! `|x| = y`: domain consistent when a domain has holes and few of them, bounds consistent otherwise. The values of
//! `x` nearer to zero than the least value of `y` are removed.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm};
use crate::fd::constraints::power::{keep_magnitude, magnitude};
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::constraints::support::on_two_domains;
use crate::fd::kernel::bound::{Bound, Interval};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::request::{Rel, Request};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// More intervals than this are not carried over.
const MANY: usize = 64;

/// `|x| = y`
#[derive(Debug)]
pub(crate) struct Abs {
    x: VarId,
    y: VarId,
}

impl Abs {
    /// `|x| = y`
    pub(crate) fn of(x: VarId, y: VarId) -> Constraint {
        Constraint::other(Abs { x, y })
    }
}

impl Constrain for Abs {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let (x, y) = (f(self.x), f(self.y));
        Constraint::other(Abs { x, y })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        at(self.x).abs() == at(self.y)
    }

    fn show(&self) -> ConstraintTerm {
        let magnitude = ConstraintTerm::function("abs", &[self.x]);
        ConstraintTerm::equation(ConstraintTerm::Var(self.y), magnitude)
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        if self.x == self.y {
            return s.vars.remove_below(self.x, 0);
        }
        self.post_itself(s)
    }

    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        s.reify_function(b, self.y, |y| Abs::of(self.x, y))
    }

    on_two_domains!();

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let (x, y) = (self.x, self.y);
        vars.remove_below(y, 0)?;
        if vars.low(x) >= 0 && !vars.is_wide(x) && !vars.is_fixed(x) {
            vars.request_offset(y, Rel::Eq, x, 0);
            return Ok(Status::Subsumed);
        }
        if vars.high(x) <= 0 && !vars.is_wide(x) && vars.simplifies(x, y) {
            vars.pending.push(Request::Sum(x, y, 0));
            return Ok(Status::Subsumed);
        }
        if let Some(status) = keep_words(vars, x, y)? {
            return Ok(status);
        }
        let Some((low, high)) = vars.span(x) else {
            return self.propagate_exact(vars);
        };
        vars.remove_below(y, vars.least_magnitude(x).unwrap_or_default())?;
        vars.remove_above(y, high.max(-low))?;
        let Some((low, high)) = vars.span(y) else {
            return self.propagate_exact(vars);
        };
        vars.remove_below(x, -high)?;
        vars.remove_above(x, high)?;
        if let Some(status) = keep_words(vars, x, y)? {
            return Ok(status);
        }
        if low > 0 {
            vars.remove_range(x, 1 - low, low - 1)?;
        }
        self.finish(vars)
    }
}

impl Abs {
    /// The general form, for bounds that do not fit words.
    fn propagate_exact(&self, vars: &mut Vars) -> Propagated {
        let (x, y) = (self.x, self.y);
        vars.restrict_to(y, &magnitude(vars, x))?;
        let (low, high) = vars.bounds(y);
        let low = low.finite().cloned().unwrap_or(Int::ZERO);
        keep_magnitude(vars, x, &low, &high)?;
        self.finish(vars)
    }

    fn finish(&self, vars: &mut Vars) -> Propagated {
        let (x, y) = (self.x, self.y);
        if !vars.is_interval(x) || !vars.is_interval(y) {
            carry_holes(vars, x, y)?;
        }
        if let Some(value) = vars.value(x) {
            vars.fix_int(y, &crate::fd::kernel::int_math::abs(&value))?;
            return Ok(Status::Subsumed);
        }
        // Narrowing to magnitudes may have moved a bound past a hole; another run is cheap.
        Ok(Status::NoFix)
    }
}

/// Domain consistency where all values are in −63..63 and those of `x` span less than 64: sets of
/// magnitudes are words then. `None` elsewhere.
#[inline]
fn keep_words(vars: &mut Vars, x: VarId, y: VarId) -> Result<Option<Status>, Inconsistent> {
    let (Some((low, high)), Some((_, top))) = (vars.span(x), vars.span(y)) else {
        return Ok(None);
    };
    if low < -63 || high > 63 || high - low > 63 || top > 63 {
        return Ok(None);
    }
    let (Some((bits, base)), Some((y_bits, y_base))) = (vars.bits_of(x), vars.bits_of(y)) else {
        return Ok(None);
    };
    // The magnitudes of the values that are not negative, and of those that are not positive.
    let (plus, minus) = match base {
        1.. => (bits << base, 0),
        0 => (bits, bits & 1),
        _ => (bits >> -base, bits.reverse_bits() >> (63 + base)),
    };
    let keep = (plus | minus) & (y_bits << y_base);
    if keep == 0 {
        return Err(Inconsistent);
    }
    vars.keep_bits(y, 0, keep)?;
    let (plus, minus) = (plus & keep, minus & keep);
    let kept = match base {
        0.. => plus >> base,
        _ => plus << -base | minus.reverse_bits() >> (63 + base),
    };
    vars.keep_bits(x, base, kept)?;
    // With `y` alone fixed the constraint is subsumed as well, but its residual goal is more readable than the
    // domain.
    Ok(Some(if vars.is_fixed(x) {
        Status::Subsumed
    } else {
        Status::Fix
    }))
}

fn carry_holes(vars: &mut Vars, x: VarId, y: VarId) -> Result<(), Inconsistent> {
    let d = vars.domain(x);
    if d.parts().len() <= MANY {
        let zero = Bound::from(0);
        let mut parts: Vec<Interval> = Vec::new();
        for (low, high) in d.parts() {
            parts.push((low.clone().max(zero.clone()), high.clone()));
            parts.push((high.neg().max(zero.clone()), low.neg()));
        }
        vars.restrict(y, &Domain::from_parts(parts))?;
    }
    let d = vars.domain(y);
    if d.parts().len() <= MANY {
        vars.restrict(x, &d.union(&d.negate()))?;
    }
    Ok(())
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "abs",
    arity: 2,
    samples: |v| vec![Abs::of(v[0], v[1]), Abs::of(v[0], v[0])],
};
