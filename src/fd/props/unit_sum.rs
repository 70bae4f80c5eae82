//! `Σ ±xᵢ = c` where all sums fit a word: what most sums are. Bounds consistent.
//!
//! Without other coefficients, one look at all bounds says what each variable may be at most and
//! at least, and nothing more follows from that, unless a bound falls into a hole.

use super::super::constraint::{Constraint, Rel};
use super::super::event::PropCond;
use super::super::propagator::{Cost, Propagated, Propagator, Spec, Status};
use super::super::var::{Inconsistent, Request, VarId, Vars};
use super::linear::Term;

/// How often a run begins anew because a bound fell into a hole.
const ROUNDS: usize = 16;

/// A variable and its sign, which is the lowest bit.
#[derive(Clone, Copy, Debug)]
struct Signed(u32);

impl Signed {
    #[inline]
    fn var(self) -> VarId {
        VarId(self.0 >> 1)
    }

    #[inline]
    fn is_negative(self) -> bool {
        self.0 & 1 != 0
    }
}

/// `Σ ±xᵢ = c`
#[derive(Debug)]
pub struct UnitSum {
    terms: Box<[Signed]>,
    c: i64,
}

impl UnitSum {
    /// The propagator for a sum that fits words, unless it has other coefficients than 1 and −1.
    pub(crate) fn new(terms: &[Term], c: i64) -> Option<UnitSum> {
        let signed = |(a, x): &Term| {
            let sign = u32::from(*a < 0);
            (a.abs() == 1 && x.0 < 1 << 31).then_some(Signed(x.0 << 1 | sign))
        };
        let terms = terms.iter().map(signed).collect::<Option<_>>()?;
        Some(UnitSum { terms, c })
    }

    /// The terms as others write them, and the constant.
    pub(crate) fn sum(&self) -> (Vec<Term>, i64) {
        (self.terms(), self.c)
    }

    /// [`Propagator::subscribe`] with a hook that is known where it is called.
    #[inline(always)]
    pub(crate) fn each(&self, mut on: impl FnMut(VarId, PropCond)) {
        for t in &self.terms {
            on(t.var(), PropCond::Bounds);
        }
    }

    fn terms(&self) -> Vec<Term> {
        let term = |t: &Signed| (if t.is_negative() { -1 } else { 1 }, t.var());
        self.terms.iter().map(term).collect()
    }

    /// What to say when no bound moves and not all variables are fixed. Two variables that are left
    /// of three have domain consistent propagators.
    #[inline]
    fn rest(&self, vars: &mut Vars) -> Status {
        let [a, b, c] = *self.terms else {
            return Status::Fix;
        };
        let fixed = |t: Signed| vars.word(t.var());
        match (fixed(a), fixed(b), fixed(c)) {
            (Some(value), None, None) => self.hand_over(vars, b, c, a, value),
            (None, Some(value), None) => self.hand_over(vars, a, c, b, value),
            (None, None, Some(value)) => self.hand_over(vars, a, b, c, value),
            _ => Status::Fix,
        }
    }

    fn hand_over(&self, vars: &mut Vars, x: Signed, y: Signed, fixed: Signed, i: i64) -> Status {
        let c = self.c - if fixed.is_negative() { -i } else { i };
        let (x, y) = ((x.var(), x.is_negative()), (y.var(), y.is_negative()));
        vars.pending.push(match (x, y) {
            ((x, false), (y, true)) => Request::Offset(x, Rel::Eq, y, c),
            ((x, true), (y, false)) => Request::Offset(y, Rel::Eq, x, c),
            ((x, false), (y, false)) => Request::Sum(x, y, c),
            ((x, true), (y, true)) => Request::Sum(x, y, -c),
        });
        Status::Subsumed
    }
}

impl Propagator for UnitSum {
    fn cost(&self) -> Cost {
        if self.terms.len() <= 3 {
            Cost::Ternary
        } else {
            Cost::Linear
        }
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.each(on);
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        for _ in 0..ROUNDS {
            // How far the least sum is below `c`, and the greatest above.
            let (mut up, mut down) = (self.c, -self.c);
            let mut widest = 0;
            for t in &self.terms {
                let s = vars.slot(t.var());
                let (near, far) = if t.is_negative() {
                    (-s.max, -s.min)
                } else {
                    (s.min, s.max)
                };
                up -= near;
                down += far;
                widest = widest.max(far - near);
            }
            if up < 0 || down < 0 {
                return Err(Inconsistent);
            }
            if widest == 0 {
                return Ok(Status::Subsumed);
            }
            let room = up.min(down);
            if widest <= room {
                return Ok(self.rest(vars));
            }
            let mut missed = 0;
            for t in &self.terms {
                let x = t.var();
                let (low, high) = (vars.low(x), vars.high(x));
                let width = high - low;
                if width <= room {
                    continue;
                }
                let (from_low, from_high) = if t.is_negative() {
                    (down, up)
                } else {
                    (up, down)
                };
                if width > from_low {
                    vars.remove_above(x, low + from_low)?;
                    missed |= vars.high(x) ^ (low + from_low);
                }
                if width > from_high {
                    vars.remove_below(x, high - from_high)?;
                    missed |= vars.low(x) ^ (high - from_high);
                }
            }
            if missed == 0 {
                return Ok(if room == 0 {
                    Status::Subsumed
                } else {
                    self.rest(vars)
                });
            }
        }
        Ok(Status::NoFix)
    }

    fn describe(&self) -> Constraint {
        Constraint::linear(&self.terms(), Rel::Eq, self.c)
    }
}

/// The oracle's row.
pub const SPEC: Spec = Spec {
    name: "unit_sum",
    arity: 3,
    samples: |v| {
        let mut all = Vec::new();
        for (a, b, c) in [(1, 1, -1), (1, -1, 1), (1, 1, 1), (1, -1, -1)] {
            for k in [-3, 0, 2, 7] {
                let terms = [(a, v[0]), (b, v[1]), (c, v[2])];
                all.push(Constraint::linear(&terms, Rel::Eq, k));
            }
        }
        all
    },
};
