//! Bounds: integers extended by `inf` and `sup`. Knows no domains or variables.

use crate::base::int::Int;
use crate::fd::kernel::int_math::{ceil_div, floor_div};

/// An end of an interval. The order of the variants is the order of the values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Bound {
    /// Below every integer; written `inf`.
    Inf,
    /// An integer.
    Fin(Int),
    /// Above every integer; written `sup`.
    Sup,
}

impl Bound {
    /// The integer, unless infinite.
    pub(crate) fn finite(&self) -> Option<&Int> {
        match self {
            Bound::Fin(i) => Some(i),
            Bound::Inf | Bound::Sup => None,
        }
    }

    /// −1, 0 or 1.
    pub(crate) fn signum(&self) -> i32 {
        match self {
            Bound::Inf => -1,
            Bound::Fin(i) => i.signum(),
            Bound::Sup => 1,
        }
    }

    /// Sum of two lower or of two upper bounds. An infinite operand decides, `inf` first.
    pub(crate) fn add(&self, other: &Bound) -> Bound {
        match (self, other) {
            (Bound::Inf, _) | (_, Bound::Inf) => Bound::Inf,
            (Bound::Sup, _) | (_, Bound::Sup) => Bound::Sup,
            (Bound::Fin(a), Bound::Fin(b)) => Bound::Fin(a + b),
        }
    }

    /// Sum with an integer.
    pub(crate) fn plus(&self, i: &Int) -> Bound {
        match self {
            Bound::Fin(a) => Bound::Fin(a + i),
            Bound::Inf | Bound::Sup => self.clone(),
        }
    }

    /// Negation; exchanges `inf` and `sup`.
    pub(crate) fn neg(&self) -> Bound {
        match self {
            Bound::Inf => Bound::Sup,
            Bound::Fin(i) => Bound::Fin(-i),
            Bound::Sup => Bound::Inf,
        }
    }

    /// Product, with zero times infinity zero: right for the corners of interval products.
    pub(crate) fn mul(&self, other: &Bound) -> Bound {
        if let (Bound::Fin(a), Bound::Fin(b)) = (self, other) {
            return Bound::Fin(a * b);
        }
        match self.signum() * other.signum() {
            0 => Bound::Fin(Int::ZERO),
            s if s < 0 => Bound::Inf,
            _ => Bound::Sup,
        }
    }

    /// Quotient by `d ≥ 1` (or `sup`), rounded up. A finite number over `sup` tends to zero.
    pub(crate) fn ceil_quotient(&self, d: &Bound) -> Bound {
        self.quotient(d, ceil_div)
    }

    /// Quotient by `d ≥ 1` (or `sup`), rounded down. A finite number over `sup` tends to zero.
    pub(crate) fn floor_quotient(&self, d: &Bound) -> Bound {
        self.quotient(d, floor_div)
    }

    fn quotient(&self, d: &Bound, round: fn(&Int, &Int) -> Int) -> Bound {
        match (self, d) {
            (Bound::Fin(a), Bound::Fin(d)) => Bound::Fin(round(a, d)),
            (Bound::Fin(_), Bound::Inf | Bound::Sup) => Bound::Fin(Int::ZERO),
            (Bound::Inf | Bound::Sup, _) => self.clone(),
        }
    }
}

impl From<i64> for Bound {
    fn from(i: i64) -> Bound {
        Bound::Fin(Int::Small(i))
    }
}

impl From<Int> for Bound {
    fn from(i: Int) -> Bound {
        Bound::Fin(i)
    }
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Bound::Inf => f.write_str("inf"),
            Bound::Fin(i) => i.fmt(f),
            Bound::Sup => f.write_str("sup"),
        }
    }
}

/// A closed interval of bounds, lower end first.
pub(crate) type Interval = (Bound, Bound);

/// The hull of all products of two intervals.
pub(crate) fn product(x: &Interval, y: &Interval) -> Interval {
    let corners = [x.0.mul(&y.0), x.0.mul(&y.1), x.1.mul(&y.0), x.1.mul(&y.1)];
    let [a, b, c, d] = corners;
    let low = a.clone().min(b.clone()).min(c.clone()).min(d.clone());
    (low, a.max(b).max(c).max(d))
}

/// The interval of the negated values.
pub(crate) fn negated(x: &Interval) -> Interval {
    (x.1.neg(), x.0.neg())
}

#[cfg(test)]
mod tests {
    use super::{Bound, product};

    #[test]
    fn infinite_products() {
        let all = (Bound::Inf, Bound::Sup);
        let zero = (Bound::from(0), Bound::from(0));
        assert_eq!(product(&all, &zero), zero);
        let up = (Bound::from(2), Bound::Sup);
        let down = (Bound::Inf, Bound::from(-3));
        assert_eq!(product(&up, &down), (Bound::Inf, Bound::from(-6)));
        assert!(Bound::Inf < Bound::from(i64::MIN) && Bound::from(i64::MAX) < Bound::Sup);
    }
}
