//! `Σ ±xᵢ = c` where all sums fit a word, the most frequent form of sums. Bounds consistent.

use crate::fd::constraints::addends::{self, Addend, Filtered};
use crate::fd::constraints::constraint::{Constraint, Describe, Rel};
use crate::fd::constraints::core::{LinearTerm, Signed, UnitSum};
#[cfg(test)]
use crate::fd::constraints::spec::Spec;
use crate::fd::kernel::event::PropCond;
use crate::fd::kernel::propagator::{Cost, Propagated, Propagator, Status};
use crate::fd::kernel::request::Request;
use crate::fd::kernel::var::{Inconsistent, VarId, Vars};

impl Signed {
    #[inline]
    fn var(self) -> VarId {
        VarId(self.0 >> 1)
    }
}

impl Addend for Signed {
    #[inline]
    fn is_negative(&self) -> bool {
        self.0 & 1 != 0
    }

    #[inline]
    fn range(&self, vars: &Vars) -> (i64, i64) {
        let s = vars.slot(self.var());
        (s.min, s.max)
    }

    #[inline]
    fn at_most(&self, vars: &mut Vars, bound: i64) -> Result<i64, Inconsistent> {
        vars.remove_above(self.var(), bound)?;
        Ok(vars.high(self.var()) ^ bound)
    }

    #[inline]
    fn at_least(&self, vars: &mut Vars, bound: i64) -> Result<i64, Inconsistent> {
        vars.remove_below(self.var(), bound)?;
        Ok(vars.low(self.var()) ^ bound)
    }
}

impl UnitSum {
    /// The propagator for a sum that fits words, unless it has other coefficients than 1 and −1.
    pub(crate) fn new(terms: &[LinearTerm], c: i64) -> Option<UnitSum> {
        let is_unit = |(a, x): &LinearTerm| (*a == 1 || *a == -1) && x.0 < 1 << 31;
        let signed = |(a, x): &LinearTerm| Signed(x.0 << 1 | u32::from(*a < 0));
        terms.iter().all(is_unit).then(|| UnitSum {
            terms: terms.iter().map(signed).collect(),
            c,
        })
    }

    /// The terms with coefficients, and the constant.
    pub(crate) fn sum(&self) -> (Vec<LinearTerm>, i64) {
        (self.terms(), self.c)
    }

    /// [`Propagator::subscribe`] with a function that is known at compile time.
    #[inline(always)]
    pub(crate) fn each(&self, mut on: impl FnMut(VarId, PropCond)) {
        for t in &self.terms {
            on(t.var(), PropCond::Bounds);
        }
    }

    fn terms(&self) -> Vec<LinearTerm> {
        let term = |t: &Signed| (if t.is_negative() { -1 } else { 1 }, t.var());
        self.terms.iter().map(term).collect()
    }

    /// The status when no bound moves and not all variables are fixed. Two variables that are left
    /// of three have domain consistent propagators.
    #[inline]
    fn rest(&self, vars: &mut Vars) -> Status {
        let [a, b, c] = *self.terms else {
            return self.rest_of_many(vars);
        };
        let fixed = |t: Signed| vars.word(t.var());
        match (fixed(a), fixed(b), fixed(c)) {
            (Some(value), None, None) => self.request_binary(vars, b, c, a, value),
            (None, Some(value), None) => self.request_binary(vars, a, c, b, value),
            (None, None, Some(value)) => self.request_binary(vars, a, b, c, value),
            _ => Status::Fix,
        }
    }

    /// [`UnitSum::rest`] for more than three variables. Two that are left with opposite signs may be equal.
    fn rest_of_many(&self, vars: &mut Vars) -> Status {
        let mut open = self.terms.iter().filter(|t| vars.word(t.var()).is_none());
        let (Some(x), Some(y), None) = (open.next(), open.next(), open.next()) else {
            return Status::Fix;
        };
        if x.is_negative() == y.is_negative() {
            return Status::Fix;
        }
        let (x, y) = if x.is_negative() { (y, x) } else { (x, y) };
        let value = |t: &Signed| {
            let value = vars.word(t.var()).unwrap_or_default();
            if t.is_negative() { -value } else { value }
        };
        let fixed: i64 = self.terms.iter().map(value).sum();
        vars.request_offset(x.var(), Rel::Eq, y.var(), self.c - fixed);
        Status::Subsumed
    }

    fn request_binary(
        &self,
        vars: &mut Vars,
        x: Signed,
        y: Signed,
        fixed: Signed,
        i: i64,
    ) -> Status {
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
        Cost::of_sum(self.terms.len())
    }

    fn subscribe(&self, on: &mut dyn FnMut(VarId, PropCond)) {
        self.each(on);
    }

    fn propagate(&self, vars: &mut Vars) -> Propagated {
        Ok(match addends::filter(&self.terms, self.c, vars)? {
            Filtered::Done => Status::Subsumed,
            Filtered::Open => self.rest(vars),
            Filtered::Unfinished => Status::NoFix,
        })
    }
}

impl Describe for UnitSum {
    fn describe(&self) -> Constraint {
        Constraint::linear(&self.terms(), Rel::Eq, self.c)
    }
}

/// The oracle's row.
#[cfg(test)]
pub(crate) const SPEC: Spec = Spec {
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
