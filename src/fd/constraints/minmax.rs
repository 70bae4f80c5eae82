//! `max(x, y) = z` and `min(x, y) = z`, bounds consistent.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel};
use crate::fd::constraints::normal;
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// `max(x, y) = z`, or `min(x, y) = z` when `least`.
#[derive(Debug)]
pub(crate) struct Max {
    x: VarId,
    y: VarId,
    z: VarId,
    least: bool,
}

impl Max {
    /// The maximum, or the minimum when `least`.
    pub(crate) fn value(least: bool, x: &Int, y: &Int) -> Int {
        if least { x.min(y) } else { x.max(y) }.clone()
    }

    /// `max(x, y) = z`
    pub(crate) fn max(x: VarId, y: VarId, z: VarId) -> Constraint {
        let least = false;
        Constraint::other(Max { x, y, z, least })
    }

    /// `min(x, y) = z`
    pub(crate) fn min(x: VarId, y: VarId, z: VarId) -> Constraint {
        let least = true;
        Constraint::other(Max { x, y, z, least })
    }
}

impl Constrain for Max {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        let (x, y, z) = (f(self.x), f(self.y), f(self.z));
        Constraint::other(Max { x, y, z, ..*self })
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        Max::value(self.least, &at(self.x), &at(self.y)) == at(self.z)
    }

    fn show(&self) -> ConstraintTerm {
        let name = if self.least { "min" } else { "max" };
        let result = ConstraintTerm::function(name, &[self.x, self.y]);
        ConstraintTerm::equation(ConstraintTerm::Var(self.z), result)
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        let Max { x, y, z, least } = *self;
        let minus = Int::Small(-1);
        if x == y {
            let terms = [(Int::ONE, x), (minus, z)];
            return normal::post(s, &terms, Rel::Eq, &Int::ZERO);
        }
        if x == z || y == z {
            // The result is an argument: it bounds the other one, and that is all.
            let other = if x == z { y } else { x };
            let (low, high) = if least { (z, other) } else { (other, z) };
            let terms = [(Int::ONE, low), (minus, high)];
            return normal::post(s, &terms, Rel::Le, &Int::ZERO);
        }
        for v in [x, y] {
            // Redundant, but inequalities propagate through chains, and their cycles are found.
            let (low, high) = if least { (z, v) } else { (v, z) };
            let terms = [(Int::ONE, low), (minus.clone(), high)];
            normal::post(s, &terms, Rel::Le, &Int::ZERO)?;
        }
        self.post_itself(s)
    }

    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        s.reify_function(b, self.z, |z| Constraint::other(Max { z, ..*self }))
    }

    fn cost(&self) -> Cost {
        Cost::Ternary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for v in [self.x, self.y, self.z] {
            on(v, PropCond::Bounds);
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let (x, y, z) = (self.x, self.y, self.z);
        if let Some(status) = self.narrow_words(vars)? {
            return Ok(status);
        }
        let ((xl, xh), (yl, yh)) = (vars.bounds(x), vars.bounds(y));
        if self.least {
            vars.restrict_to(z, &(xl.clone().min(yl.clone()), xh.clone().min(yh.clone())))?;
            let bottom = (vars.min(z), Bound::Sup);
            vars.restrict_to(x, &bottom)?;
            vars.restrict_to(y, &bottom)?;
        } else {
            vars.restrict_to(z, &(xl.clone().max(yl.clone()), xh.clone().max(yh.clone())))?;
            let top = (Bound::Inf, vars.max(z));
            vars.restrict_to(x, &top)?;
            vars.restrict_to(y, &top)?;
        }
        let fixed = |v: VarId| vars.is_fixed(v);
        // When one argument cannot be the result, the other one is.
        let out_of_reach = |v: VarId, other: VarId| {
            if self.least {
                vars.min(v) > vars.max(z) || vars.min(v) > vars.max(other)
            } else {
                vars.max(v) < vars.min(z) || vars.max(v) < vars.min(other)
            }
        };
        let result = if out_of_reach(x, y) {
            Some(y)
        } else if out_of_reach(y, x) {
            Some(x)
        } else {
            None
        };
        if let Some(v) = result
            && v != z
            && !(fixed(v) && fixed(z))
        {
            vars.request(Constraint::linear(&[(1, v), (-1, z)], Rel::Eq, 0));
            return Ok(Status::Subsumed);
        }
        if fixed(x) && fixed(y) && fixed(z) {
            let (Some(a), Some(b), Some(c)) = (vars.value(x), vars.value(y), vars.value(z)) else {
                return Ok(Status::NoFix);
            };
            return if Max::value(self.least, &a, &b) == c {
                Ok(Status::Subsumed)
            } else {
                Err(Inconsistent)
            };
        }
        Ok(Status::NoFix)
    }
}

impl Max {
    /// The same for bounds that are words; `None` elsewhere.
    #[inline]
    fn narrow_words(&self, vars: &mut Vars) -> Result<Option<Status>, Inconsistent> {
        let (x, y, z) = (self.x, self.y, self.z);
        let (Some(a), Some(b), Some(_)) = (vars.span(x), vars.span(y), vars.span(z)) else {
            return Ok(None);
        };
        if x == z || y == z {
            return Ok(None);
        }
        if self.least {
            vars.remove_below(z, a.0.min(b.0))?;
            vars.remove_above(z, a.1.min(b.1))?;
            vars.remove_below(x, vars.low(z))?;
            vars.remove_below(y, vars.low(z))?;
        } else {
            vars.remove_below(z, a.0.max(b.0))?;
            vars.remove_above(z, a.1.max(b.1))?;
            vars.remove_above(x, vars.high(z))?;
            vars.remove_above(y, vars.high(z))?;
        }
        let out_of_reach = |v: VarId, other: VarId| {
            if self.least {
                vars.low(v) > vars.high(z).min(vars.high(other))
            } else {
                vars.high(v) < vars.low(z).max(vars.low(other))
            }
        };
        let result = if out_of_reach(x, y) {
            y
        } else if out_of_reach(y, x) {
            x
        } else {
            let all = [x, y, z].iter().all(|v| vars.is_fixed(*v));
            // A hole may have moved the result's bound.
            let (a, b) = if self.least {
                (vars.low(z), vars.low(x).min(vars.low(y)))
            } else {
                (vars.high(z), vars.high(x).max(vars.high(y)))
            };
            return Ok(Some(if all {
                Status::Subsumed
            } else if a == b {
                Status::Fix
            } else {
                Status::NoFix
            }));
        };
        if !(vars.is_fixed(result) && vars.is_fixed(z)) {
            let same = Constraint::linear(&[(1, result), (-1, z)], Rel::Eq, 0);
            vars.request(same);
        } else if vars.low(result) != vars.low(z) {
            return Err(Inconsistent);
        }
        Ok(Some(Status::Subsumed))
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "minmax",
    arity: 3,
    samples: |v| {
        vec![
            Max::max(v[0], v[1], v[2]),
            Max::min(v[0], v[1], v[2]),
            Max::min(v[0], v[1], v[0]),
            Max::max(v[0], v[0], v[1]),
        ]
    },
};
