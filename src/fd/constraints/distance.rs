//! `|x − y| = c` with `c > 0`, domain consistent unless a side consists of many intervals.

use crate::base::int::Int;
use crate::fd::constraints::constraint::Describe;
use crate::fd::constraints::constraint::{Constraint, Rel};
use crate::fd::constraints::core::AbsDiffEq;
use crate::fd::constraints::prop::Prop;
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::domain_ops::moved;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars, is_small};

/// Of more intervals than this, only the ends are carried over.
const MANY: usize = 64;

impl AbsDiffEq {
    /// Leaves the values of `to` that are at the distance from a value of `from`.
    #[inline]
    fn keep_near(&self, vars: &mut Vars, to: VarId, from: VarId) -> Result<(), Inconsistent> {
        let c = self.c;
        if let (Some((_, base)), Some((bits, other))) = (vars.bits_of(to), vars.bits_of(from)) {
            let near = moved(bits, other - base + c) | moved(bits, other - base - c);
            return vars.keep_bits(to, base, near);
        }
        let from = vars.domain(from);
        let c = Int::Small(c);
        if from.parts().len() <= MANY {
            return vars.restrict(to, &from.shift(&c).union(&from.shift(&-c)));
        }
        let hull = (from.min().plus(&-&c), from.max().plus(&c));
        vars.restrict_to(to, &hull)
    }
}

impl Propagator for AbsDiffEq {
    fn cost(&self) -> Cost {
        Cost::Binary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.x, PropCond::Domain);
        on(self.y, PropCond::Domain);
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let before = vars.prunings;
        self.keep_near(vars, self.x, self.y)?;
        self.keep_near(vars, self.y, self.x)?;
        // All remaining values of one side are at the distance from the only value of the other.
        if vars.is_fixed(self.x) || vars.is_fixed(self.y) {
            return Ok(Status::Subsumed);
        }
        Ok(Status::since(vars, before))
    }
}

impl Describe for AbsDiffEq {
    fn describe(&self) -> Constraint {
        Constraint::AbsDiffEq(self.x, self.y, Int::Small(self.c))
    }
}

/// Posts `|x − y| = c`.
pub(crate) fn post(s: &mut Store, x: VarId, y: VarId, c: &Int) -> Result<(), Inconsistent> {
    if c.signum() < 0 {
        return Err(Inconsistent);
    }
    if *c == Int::ZERO {
        return s.post_offset(x, Rel::Eq, y, 0);
    }
    if x == y {
        return Err(Inconsistent);
    }
    if let Int::Small(c) = c
        && is_small(*c)
    {
        return s.add(Prop::AbsDiffEq(AbsDiffEq { x, y, c: *c }));
    }
    let both = Domain::of_magnitude(c);
    for (x, y) in [(x, y), (y, x)] {
        if let Some(value) = s.vars.value(y) {
            return s.vars.restrict(x, &both.shift(&value));
        }
    }
    // x = y + d with |d| = c
    let Some(d) = s.new_var(both) else {
        return Err(Inconsistent);
    };
    s.post(&Constraint::linear(&[(1, x), (-1, y), (-1, d)], Rel::Eq, 0))
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "distance",
    arity: 2,
    samples: |v| {
        let distance = |c: i64| Constraint::AbsDiffEq(v[0], v[1], Int::Small(c));
        [-1, 0, 1, 2, 5].map(distance).to_vec()
    },
};
