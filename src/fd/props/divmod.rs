//! `x // y = z` (rounded towards zero) and `x div y = z` (rounded down): bounds reasoning on the
//! positive and on the negative part of the divisor, joined again.

use super::super::bound::{Bound, Interval, negated};
use super::super::constraint::Constraint;
use super::super::event::PropCond;
use super::super::propagator::{Cost, Propagated, Propagator, Spec, Status};
use super::super::round;
use super::super::store::Store;
use super::super::var::{Inconsistent, VarId, Vars};
use super::Prop;
use super::times::positive_part;
use crate::base::int::Int;

/// `x // y = z`, or `x div y = z` when `down`.
#[derive(Debug)]
pub struct Div {
    x: VarId,
    y: VarId,
    z: VarId,
    down: bool,
}

/// Posts `x // y = z`.
pub(crate) fn post_trunc(s: &mut Store, x: VarId, y: VarId, z: VarId) -> Result<(), Inconsistent> {
    s.vars.remove(y, 0)?;
    s.add(Prop::Div(Div {
        x,
        y,
        z,
        down: false,
    }))
}

/// Posts `x div y = z`.
pub(crate) fn post_floor(s: &mut Store, x: VarId, y: VarId, z: VarId) -> Result<(), Inconsistent> {
    s.vars.remove(y, 0)?;
    s.add(Prop::Div(Div {
        x,
        y,
        z,
        down: true,
    }))
}

/// Intervals of dividend, positive divisor and quotient.
#[derive(Clone)]
struct Triple {
    n: Interval,
    d: Interval,
    q: Interval,
}

/// The common part of two intervals.
fn meet(a: &Interval, b: Interval) -> Option<Interval> {
    let low = if b.0 > a.0 { b.0 } else { a.0.clone() };
    let high = if b.1 < a.1 { b.1 } else { a.1.clone() };
    (low <= high).then_some((low, high))
}

impl Triple {
    /// Narrows all three; `None` when nothing is left.
    fn narrow(mut self, down: bool) -> Option<Triple> {
        self.q = meet(&self.q, self.quotients(down))?;
        self.n = meet(&self.n, self.dividends(down))?;
        self.d = meet(&self.d, self.divisors(down))?;
        Some(self)
    }

    fn quotients(&self, down: bool) -> Interval {
        let divide = |n: &Bound, d: &Bound| match (n, d) {
            (Bound::Fin(n), Bound::Fin(d)) => Bound::Fin(if down {
                round::floor_div(n, d)
            } else {
                round::trunc_div(n, d)
            }),
            (Bound::Fin(n), Bound::Inf | Bound::Sup) => {
                Bound::from(if down && n.signum() < 0 { -1 } else { 0 })
            }
            (Bound::Inf | Bound::Sup, _) => n.clone(),
        };
        let (n, d) = (&self.n, &self.d);
        (
            divide(&n.0, if n.0.signum() >= 0 { &d.1 } else { &d.0 }),
            divide(&n.1, if n.1.signum() >= 0 { &d.0 } else { &d.1 }),
        )
    }

    fn dividends(&self, down: bool) -> Interval {
        let (d, q) = (&self.d, &self.q);
        let low = if down || q.0 >= Bound::from(1) {
            // n ≥ q·d
            q.0.mul(if q.0.signum() >= 0 { &d.0 } else { &d.1 })
        } else {
            // n > (q − 1)·d
            let over = q.0.plus(&Int::Small(-1)).mul(&d.1);
            over.plus(&Int::ONE)
        };
        let high = if down || q.1.signum() >= 0 {
            // n < (q + 1)·d
            let next = q.1.plus(&Int::ONE);
            let end = if next.signum() > 0 { &d.1 } else { &d.0 };
            next.mul(end).plus(&Int::Small(-1))
        } else {
            // n ≤ q·d
            q.1.mul(&d.0)
        };
        (low, high)
    }

    fn divisors(&self, down: bool) -> Interval {
        let (n, q) = (&self.n, &self.q);
        let mut to = (Bound::from(1), Bound::Sup);
        if q.0.signum() > 0 {
            // q·d ≤ n
            to.1 = n.1.floor_quotient(&q.0);
        } else if q.1.signum() < 0 {
            let room = if down {
                // n < (q + 1)·d, so d·(−q − 1) < −n
                (
                    n.0.neg().plus(&Int::Small(-1)),
                    q.1.neg().plus(&Int::Small(-1)),
                )
            } else {
                (n.0.neg(), q.1.neg())
            };
            if room.1.signum() > 0 {
                to.1 = room.0.floor_quotient(&room.1);
            }
        }
        if n.0.signum() > 0 && q.1.signum() >= 0 {
            // n < (q + 1)·d
            to.0 = n.0.floor_quotient(&q.1.plus(&Int::ONE)).plus(&Int::ONE);
        }
        to
    }
}

impl Propagator for Div {
    fn cost(&self) -> Cost {
        Cost::Nonlinear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        for v in [self.x, self.y, self.z] {
            on(v, PropCond::Bounds);
        }
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let (x, y, z, down) = (self.x, self.y, self.z, self.down);
        if let (Some(n), Some(d)) = (vars.value(x), vars.value(y)) {
            if d == Int::ZERO {
                return Err(Inconsistent);
            }
            let q = if down {
                round::floor_div(&n, &d)
            } else {
                round::trunc_div(&n, &d)
            };
            vars.fix_int(z, &q)?;
            return Ok(Status::Subsumed);
        }
        let before = vars.prunings;
        let (n, d, q) = (vars.bounds(x), vars.bounds(y), vars.bounds(z));
        let above = positive_part(&d).and_then(|d| {
            let (n, q) = (n.clone(), q.clone());
            Triple { n, d, q }.narrow(down)
        });
        // A negative divisor: exchange its sign with the quotient's, or, rounding down, with the
        // dividend's.
        let flip = |t: Triple| {
            if down {
                (negated(&t.n), negated(&t.d), t.q)
            } else {
                (t.n, negated(&t.d), negated(&t.q))
            }
        };
        let below = positive_part(&negated(&d)).and_then(|d| {
            let (n, q) = (n.clone(), q.clone());
            let (n, q) = if down {
                (negated(&n), q)
            } else {
                (n, negated(&q))
            };
            Triple { n, d, q }.narrow(down).map(flip)
        });
        let join = |a: Interval, b: Interval| (a.0.min(b.0), a.1.max(b.1));
        let (n, d, q) = match (above, below) {
            (None, None) => return Err(Inconsistent),
            (Some(t), None) => (t.n, t.d, t.q),
            (None, Some(t)) => t,
            (Some(a), Some(b)) => (join(a.n, b.0), join(a.d, b.1), join(a.q, b.2)),
        };
        vars.restrict_to(x, &n)?;
        vars.restrict_to(y, &d)?;
        vars.restrict_to(z, &q)?;
        Ok(if vars.prunings == before {
            Status::Fix
        } else {
            Status::NoFix
        })
    }

    fn describe(&self) -> Constraint {
        if self.down {
            Constraint::FloorDiv(self.x, self.y, self.z)
        } else {
            Constraint::Div(self.x, self.y, self.z)
        }
    }
}

/// The oracle's row.
pub const SPEC: Spec = Spec {
    name: "divmod",
    arity: 3,
    samples: |v| {
        vec![
            Constraint::Div(v[0], v[1], v[2]),
            Constraint::FloorDiv(v[0], v[1], v[2]),
            Constraint::Div(v[0], v[1], v[0]),
            Constraint::FloorDiv(v[0], v[1], v[1]),
            Constraint::Div(v[0], v[0], v[1]),
        ]
    },
};
