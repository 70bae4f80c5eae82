//! Division: `x // y = z` (rounded towards zero), `x div y = z` (rounded down), and the remainders `x mod y = z` and
//! `x rem y = z`. Quotients are filtered by bounds reasoning on the positive and on the negative part of the divisor,
//! joined again; remainders in `modulo.rs`.

use crate::base::int::Int;
use crate::fd::constraints::constraint::{Constrain, Constraint, ConstraintTerm, Rel};
use crate::fd::constraints::modulo;
use crate::fd::constraints::prop::Store;
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::constraints::support::keep_supported;
use crate::fd::constraints::times::{is_half, positive_part};
use crate::fd::kernel::bound::{Bound, Interval, negated};
use crate::fd::kernel::domain::Domain;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::int_math;
use crate::fd::kernel::propagator::{Cost, Propagated, Status};
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

/// The result of a division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DivisionFunction {
    /// `//`: the quotient, rounded towards zero.
    Trunc,
    /// `div`: the quotient, rounded down.
    Floor,
    /// `mod`: the remainder with the sign of the divisor.
    Mod,
    /// `rem`: the remainder with the sign of the dividend.
    Rem,
}

impl DivisionFunction {
    /// The name of the function.
    fn name(self) -> &'static str {
        match self {
            DivisionFunction::Trunc => "//",
            DivisionFunction::Floor => "div",
            DivisionFunction::Mod => "mod",
            DivisionFunction::Rem => "rem",
        }
    }

    /// The value; `None` if the divisor is zero.
    pub(crate) fn value(self, n: &Int, d: &Int) -> Option<Int> {
        let f = match self {
            DivisionFunction::Trunc => int_math::trunc_div,
            DivisionFunction::Floor => int_math::floor_div,
            DivisionFunction::Mod => int_math::floor_mod,
            DivisionFunction::Rem => int_math::trunc_rem,
        };
        (!d.is_zero()).then(|| f(n, d))
    }
}

/// `of(x, y) = z`; false when `y = 0`.
#[derive(Debug)]
pub(crate) struct Division {
    of: DivisionFunction,
    x: VarId,
    y: VarId,
    z: VarId,
}

impl Division {
    /// `of(x, y) = z`; false when `y = 0`.
    pub(crate) fn constraint(of: DivisionFunction, x: VarId, y: VarId, z: VarId) -> Constraint {
        Constraint::other(Division { of, x, y, z })
    }

    /// `x // y = z`
    #[cfg(test)]
    pub(crate) fn trunc(x: VarId, y: VarId, z: VarId) -> Constraint {
        Division::constraint(DivisionFunction::Trunc, x, y, z)
    }

    /// `x div y = z`
    #[cfg(test)]
    pub(crate) fn floor(x: VarId, y: VarId, z: VarId) -> Constraint {
        Division::constraint(DivisionFunction::Floor, x, y, z)
    }

    /// `x mod y = z`
    pub(crate) fn modulo(x: VarId, y: VarId, z: VarId) -> Constraint {
        Division::constraint(DivisionFunction::Mod, x, y, z)
    }

    /// `x rem y = z`
    #[cfg(test)]
    pub(crate) fn remainder(x: VarId, y: VarId, z: VarId) -> Constraint {
        Division::constraint(DivisionFunction::Rem, x, y, z)
    }
}

/// The quotient of two integers, rounded down or towards zero.
fn quotient(down: bool, n: &Int, d: &Int) -> Int {
    if down {
        int_math::floor_div(n, d)
    } else {
        int_math::trunc_div(n, d)
    }
}

/// The quotient by 1 is the dividend; `None` for other divisors.
#[inline]
fn by_one(vars: &mut Vars, x: VarId, y: VarId, z: VarId) -> Option<Status> {
    (vars.word(y) == Some(1)).then(|| {
        vars.request_offset(x, Rel::Eq, z, 0);
        Status::Subsumed
    })
}

/// The quotient by a fixed divisor other than zero, for numbers of half a word: domain consistent
/// for few values, otherwise bounds consistent. `None` elsewhere.
fn fixed_divisor(
    vars: &mut Vars,
    x: VarId,
    y: VarId,
    z: VarId,
    down: bool,
) -> Result<Option<Status>, Inconsistent> {
    let (Some(d), Some(n), Some(q)) = (vars.word(y), vars.span(x), vars.span(z)) else {
        return Ok(None);
    };
    if d == 0 || !is_half((d, d)) || !is_half(n) || !is_half(q) || x == z {
        return Ok(None);
    }
    let divide = |n: i64| {
        if down {
            (n * d.signum()).div_euclid(d.abs())
        } else {
            n / d
        }
    };
    let before = vars.prunings;
    let ends = (divide(n.0), divide(n.1));
    vars.remove_below(z, ends.0.min(ends.1))?;
    vars.remove_above(z, ends.0.max(ends.1))?;
    // The dividends of a positive divisor; a negative one turns the quotient round, or, rounding
    // down, the dividend.
    let size = d.abs();
    let turn = |i: (i64, i64)| if d < 0 { (-i.1, -i.0) } else { i };
    let (low, high) = (vars.low(z), vars.high(z));
    if down {
        let n = turn((low * size, high * size + size - 1));
        vars.remove_below(x, n.0)?;
        vars.remove_above(x, n.1)?;
    } else {
        let (low, high) = turn((low, high));
        let least = if low > 0 {
            low * size
        } else {
            (low - 1) * size + 1
        };
        let most = if high >= 0 {
            high * size + size - 1
        } else {
            high * size
        };
        vars.remove_below(x, least)?;
        vars.remove_above(x, most)?;
    }
    let all = keep_supported(vars, x, z, divide)?;
    Ok(Some(if all && vars.is_fixed(z) {
        Status::Subsumed
    } else if all || vars.prunings == before {
        Status::Fix
    } else {
        Status::NoFix
    }))
}

/// More intervals than this are not carried over.
const MANY: usize = 64;

/// Carries holes over between dividend and quotient of a fixed divisor.
fn carry_holes(
    vars: &mut Vars,
    x: VarId,
    d: &Int,
    z: VarId,
    down: bool,
) -> Result<(), Inconsistent> {
    let turned = d.signum() < 0;
    let all = || (Bound::Inf, Bound::Sup);
    let size = Bound::Fin(int_math::abs(d));
    let d = || (size.clone(), size.clone());
    let holes = |vars: &Vars, v: VarId| {
        (!vars.is_interval(v))
            .then(|| vars.domain(v))
            .filter(|d| d.parts().len() <= MANY)
    };
    let flip = |i: &Interval, flip: bool| if flip { negated(i) } else { i.clone() };
    if let Some(from) = holes(vars, z) {
        let preimage = |part: &Interval| {
            let q = flip(part, turned && !down);
            let t = Triple {
                n: all(),
                d: d(),
                q,
            };
            flip(&t.dividends(down), turned && down)
        };
        let parts = from.parts().iter().map(preimage).collect();
        vars.restrict(x, &Domain::from_parts(parts))?;
    }
    if let Some(from) = holes(vars, x) {
        let image = |part: &Interval| {
            let n = flip(part, turned && down);
            let t = Triple {
                n,
                d: d(),
                q: all(),
            };
            flip(&t.quotients(down), turned && !down)
        };
        let parts = from.parts().iter().map(image).collect();
        vars.restrict(z, &Domain::from_parts(parts))?;
    }
    Ok(())
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
            (Bound::Fin(n), Bound::Fin(d)) => Bound::Fin(quotient(down, n, d)),
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
        } else if n.1.signum() < 0 && q.0.signum() < i32::from(!down) {
            let (least, times) = (n.1.neg(), q.0.neg());
            to.0 = if down {
                // n ≥ q·d, so −n ≤ −q·d
                least.ceil_quotient(&times)
            } else {
                // n > (q − 1)·d, so −n < (1 − q)·d
                let over = times.plus(&Int::ONE);
                least.floor_quotient(&over).plus(&Int::ONE)
            };
        }
        to
    }
}

impl Constrain for Division {
    fn map_vars(&self, f: &mut dyn FnMut(VarId) -> VarId) -> Constraint {
        Division::constraint(self.of, f(self.x), f(self.y), f(self.z))
    }

    fn holds(&self, at: &dyn Fn(VarId) -> Int) -> bool {
        self.of.value(&at(self.x), &at(self.y)) == Some(at(self.z))
    }

    fn show(&self) -> ConstraintTerm {
        let result = ConstraintTerm::function(self.of.name(), &[self.x, self.y]);
        ConstraintTerm::equation(result, ConstraintTerm::Var(self.z))
    }

    fn post(&self, s: &mut Store) -> Result<(), Inconsistent> {
        let Division { of, x, y, z } = *self;
        s.vars.remove_int(y, &Int::ZERO)?;
        let remainder = matches!(of, DivisionFunction::Mod | DivisionFunction::Rem);
        if x == y {
            return s.vars.fix(z, i64::from(!remainder));
        }
        match s.vars.word(y) {
            Some(1 | -1) if remainder => s.vars.fix(z, 0),
            Some(d @ (1 | -1)) => s.post(&Constraint::linear(&[(1, x), (-d, z)], Rel::Eq, 0)),
            _ => self.post_itself(s),
        }
    }

    fn reify(&self, s: &mut Store, b: VarId) -> Result<(), Inconsistent> {
        s.reify_function(b, self.z, |z| Constraint::other(Division { z, ..*self }))
    }

    fn defined(&self, s: &mut Store) -> Result<Option<VarId>, Inconsistent> {
        s.truth_of_nonzero(self.y)
    }

    fn cost(&self) -> Cost {
        Cost::Nonlinear
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        on(self.x, PropCond::Domain);
        on(self.y, PropCond::Bounds);
        on(self.z, PropCond::Domain);
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        let of = (self.x, self.y, self.z);
        match self.of {
            DivisionFunction::Trunc => propagate_quotient(vars, of, false),
            DivisionFunction::Floor => propagate_quotient(vars, of, true),
            DivisionFunction::Mod => modulo::propagate(vars, of, false),
            DivisionFunction::Rem => modulo::propagate(vars, of, true),
        }
    }
}

/// Propagates `x // y = z`, or `x div y = z` when `down`.
fn propagate_quotient(vars: &mut Vars, (x, y, z): (VarId, VarId, VarId), down: bool) -> Propagated {
    if let Some(status) = by_one(vars, x, y, z) {
        return Ok(status);
    }
    if let Some(status) = fixed_divisor(vars, x, y, z, down)? {
        return Ok(status);
    }
    if let (Some(n), Some(d)) = (vars.value(x), vars.value(y)) {
        if d == Int::ZERO {
            return Err(Inconsistent);
        }
        vars.fix_int(z, &quotient(down, &n, &d))?;
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
    if x != z
        && let Some(d) = vars.value(y)
    {
        carry_holes(vars, x, &d, z, down)?;
    }
    Ok(Status::since(vars, before))
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
    name: "divmod",
    arity: 3,
    samples: |v| {
        vec![
            Division::trunc(v[0], v[1], v[2]),
            Division::floor(v[0], v[1], v[2]),
            Division::trunc(v[0], v[1], v[0]),
            Division::floor(v[0], v[1], v[1]),
            Division::trunc(v[0], v[0], v[1]),
            Division::modulo(v[0], v[1], v[2]),
            Division::remainder(v[0], v[1], v[2]),
            Division::modulo(v[0], v[1], v[0]),
            Division::remainder(v[0], v[1], v[1]),
            Division::modulo(v[0], v[0], v[1]),
        ]
    },
};
