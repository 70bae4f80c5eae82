//! `|x| = y`: domain consistent when a domain has holes and few of them, bounds consistent
//! otherwise; the middle of `x` goes when `y` stays away from zero.

use super::super::bound::{Bound, Interval};
use super::super::constraint::Constraint;
use super::super::domain::Domain;
use super::super::event::PropCond;
use super::super::propagator::{Cost, Propagated, Propagator, Spec, Status};
use super::super::store::Store;
use super::super::var::{Inconsistent, VarId, Vars};
use super::Prop;
use super::power::{keep_magnitude, magnitude};
use crate::base::int::Int;

/// More intervals than this are not carried over.
const MANY: usize = 64;

/// `|x| = y`
#[derive(Debug)]
pub struct Abs {
    x: VarId,
    y: VarId,
}

/// Posts `|x| = y`.
pub(crate) fn post(s: &mut Store, x: VarId, y: VarId) -> Result<(), Inconsistent> {
    if x == y {
        return s.vars.remove_below(x, 0);
    }
    s.add(Prop::Abs(Abs { x, y }))
}

impl Propagator for Abs {
    fn cost(&self) -> Cost {
        Cost::Binary
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.x, PropCond::Domain);
        on(self.y, PropCond::Domain);
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let (x, y) = (self.x, self.y);
        vars.restrict_to(y, &magnitude(vars, x))?;
        let (low, high) = vars.bounds(y);
        let low = low.finite().cloned().unwrap_or(Int::ZERO);
        keep_magnitude(vars, x, &low, &high)?;
        if !vars.is_interval(x) || !vars.is_interval(y) {
            carry_holes(vars, x, y)?;
        }
        if let Some(value) = vars.value(x) {
            vars.fix_int(y, &super::super::round::abs(&value))?;
            return Ok(Status::Subsumed);
        }
        // Narrowing to magnitudes may have met a hole; another run costs little.
        Ok(Status::NoFix)
    }

    fn describe(&self) -> Constraint {
        Constraint::Abs(self.x, self.y)
    }
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
pub const SPEC: Spec = Spec {
    name: "abs",
    arity: 2,
    samples: |v| vec![Constraint::Abs(v[0], v[1]), Constraint::Abs(v[0], v[0])],
};
