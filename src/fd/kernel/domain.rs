//! Sets of integers as sorted lists of intervals, exact and unbounded. This is the general form of
//! a domain; the store keeps small ones as words. Knows no variables.

use crate::base::int::Int;
use crate::fd::kernel::bound::{Bound, Interval};

/// A set of integers: disjoint, non-adjacent, ascending intervals.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Domain {
    parts: Vec<Interval>,
}

impl Domain {
    /// The empty set.
    pub(crate) fn empty() -> Domain {
        Domain { parts: Vec::new() }
    }

    /// All integers: `inf..sup`.
    pub(crate) fn all() -> Domain {
        Domain::interval(Bound::Inf, Bound::Sup)
    }

    /// `low..high`; empty when `low` is greater.
    pub(crate) fn interval(low: Bound, high: Bound) -> Domain {
        let void = low > high || low == Bound::Sup || high == Bound::Inf;
        Domain {
            parts: if void { Vec::new() } else { vec![(low, high)] },
        }
    }

    /// `low..high` over machine integers.
    pub(crate) fn range(low: i64, high: i64) -> Domain {
        Domain::interval(Bound::from(low), Bound::from(high))
    }

    /// One value.
    pub(crate) fn singleton(i: Int) -> Domain {
        Domain::interval(Bound::Fin(i.clone()), Bound::Fin(i))
    }

    /// The set of the integers whose absolute value is `i`, which is not negative.
    pub(crate) fn of_magnitude(i: &Int) -> Domain {
        if i.is_zero() {
            return Domain::singleton(Int::ZERO);
        }
        let one = |i: Int| (Bound::Fin(i.clone()), Bound::Fin(i));
        Domain {
            parts: vec![one(-i), one(i.clone())],
        }
    }

    /// Any intervals, in any order, overlapping or empty ones included.
    pub(crate) fn from_parts(mut parts: Vec<Interval>) -> Domain {
        parts.retain(|(a, b)| a <= b && *a != Bound::Sup && *b != Bound::Inf);
        parts.sort();
        let mut merged: Vec<Interval> = Vec::with_capacity(parts.len());
        for (low, high) in parts {
            match merged.last_mut() {
                Some((_, top)) if low <= top.plus(&Int::ONE) => {
                    if high > *top {
                        *top = high;
                    }
                }
                Some(_) | None => merged.push((low, high)),
            }
        }
        Domain { parts: merged }
    }

    /// The intervals, ascending.
    pub(crate) fn parts(&self) -> &[Interval] {
        &self.parts
    }

    /// Returns true if the set is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The least value, `inf`, or `sup` for the empty set.
    pub(crate) fn min(&self) -> Bound {
        self.parts.first().map_or(Bound::Sup, |p| p.0.clone())
    }

    /// The greatest value, `sup`, or `inf` for the empty set.
    pub(crate) fn max(&self) -> Bound {
        self.parts.last().map_or(Bound::Inf, |p| p.1.clone())
    }

    /// The only value, if there is exactly one.
    pub(crate) fn value(&self) -> Option<&Int> {
        match self.parts.as_slice() {
            [(Bound::Fin(a), Bound::Fin(b))] if a == b => Some(a),
            _ => None,
        }
    }

    /// The number of values, or `None` when infinite.
    pub(crate) fn size(&self) -> Option<Int> {
        let mut n = Int::ZERO;
        for (low, high) in &self.parts {
            n = n + (high.finite()? - low.finite()?) + Int::ONE;
        }
        Some(n)
    }

    /// Returns true if an integer is in the domain.
    pub(crate) fn contains(&self, i: &Int) -> bool {
        let at = self
            .parts
            .partition_point(|(_, high)| high.finite().is_some_and(|h| h < i));
        self.parts
            .get(at)
            .is_some_and(|(low, high)| *high != Bound::Inf && low.finite().is_none_or(|l| l <= i))
    }

    /// Removes one value.
    pub(crate) fn remove(&mut self, i: &Int) {
        let before = |(_, high): &Interval| high.finite().is_some_and(|h| h < i);
        let at = self.parts.partition_point(before);
        let Some((low, high)) = self.parts.get_mut(at) else {
            return;
        };
        let value = Bound::Fin(i.clone());
        if value < *low {
            return;
        }
        match (*low == value, *high == value) {
            (true, true) => drop(self.parts.remove(at)),
            (true, false) => *low = low.plus(&Int::ONE),
            (false, true) => *high = high.plus(&Int::Small(-1)),
            (false, false) => {
                let above = (value.plus(&Int::ONE), high.clone());
                *high = value.plus(&Int::Small(-1));
                self.parts.insert(at + 1, above);
            }
        }
    }

    /// Common values.
    pub(crate) fn intersection(&self, other: &Domain) -> Domain {
        let mut parts = Vec::new();
        let (mut i, mut j) = (0, 0);
        while let (Some(a), Some(b)) = (self.parts.get(i), other.parts.get(j)) {
            let (low, high) = ((&a.0).max(&b.0), (&a.1).min(&b.1));
            if low <= high {
                parts.push((low.clone(), high.clone()));
            }
            if a.1 <= b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        Domain { parts }
    }

    /// Values of either set.
    pub(crate) fn union(&self, other: &Domain) -> Domain {
        Domain::from_parts(self.parts.iter().chain(&other.parts).cloned().collect())
    }

    /// All integers that are not in the set.
    pub(crate) fn complement(&self) -> Domain {
        let mut parts = Vec::with_capacity(self.parts.len() + 1);
        let mut low = Bound::Inf;
        for (a, b) in &self.parts {
            if *a != Bound::Inf {
                parts.push((low, a.plus(&Int::Small(-1))));
            }
            low = b.plus(&Int::ONE);
        }
        if low != Bound::Sup {
            parts.push((low, Bound::Sup));
        }
        Domain { parts }
    }

    /// The values of this set that are not in `other`.
    pub(crate) fn difference(&self, other: &Domain) -> Domain {
        self.intersection(&other.complement())
    }

    /// Every value plus `c`.
    pub(crate) fn shift(&self, c: &Int) -> Domain {
        let move_part = |(a, b): &Interval| (a.plus(c), b.plus(c));
        Domain {
            parts: self.parts.iter().map(move_part).collect(),
        }
    }

    /// Every value negated.
    pub(crate) fn negate(&self) -> Domain {
        let flip = |(a, b): &Interval| (b.neg(), a.neg());
        Domain {
            parts: self.parts.iter().rev().map(flip).collect(),
        }
    }

    /// The values of finite parts ascending, at most `limit` of them; `None` when there are more.
    pub(crate) fn values(&self, limit: usize) -> Option<Vec<Int>> {
        let mut all = Vec::new();
        for (low, high) in &self.parts {
            let (mut i, high) = (low.finite()?.clone(), high.finite()?);
            while i <= *high {
                if all.len() == limit {
                    return None;
                }
                all.push(i.clone());
                i = i + Int::ONE;
            }
        }
        Some(all)
    }
}

impl std::fmt::Display for Domain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.parts.is_empty() {
            return f.write_str("1..0");
        }
        for (i, (low, high)) in self.parts.iter().enumerate() {
            if i > 0 {
                f.write_str("\\/")?;
            }
            if low == high {
                write!(f, "{low}")?;
            } else {
                write!(f, "{low}..{high}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Domain;
    use crate::base::int::Int;
    use crate::fd::kernel::bound::Bound;

    fn set(values: &[i64]) -> Domain {
        Domain::from_parts(
            values
                .iter()
                .map(|v| (Bound::from(*v), Bound::from(*v)))
                .collect(),
        )
    }

    #[test]
    fn algebra() {
        let d = set(&[5, 1, 2, 3, 9, 3]);
        assert_eq!(d.to_string(), "1..3\\/5\\/9");
        assert_eq!(d.complement().to_string(), "inf..0\\/4\\/6..8\\/10..sup");
        assert_eq!(d.complement().complement(), d);
        assert_eq!(d.intersection(&Domain::range(2, 6)), set(&[2, 3, 5]));
        assert_eq!(d.union(&set(&[4])).to_string(), "1..5\\/9");
        assert_eq!(d.shift(&Int::Small(-2)).negate(), set(&[1, 0, -1, -3, -7]));
        assert_eq!(d.size(), Some(Int::Small(5)));
        assert!(d.contains(&Int::Small(5)) && !d.contains(&Int::Small(4)));
        assert!(Domain::all().complement().is_empty());
        assert_eq!(Domain::empty().complement(), Domain::all());
        let mut some = Domain::range(1, 5);
        for i in [3, 1, 5, 7, 3, 2] {
            some.remove(&Int::Small(i));
        }
        assert_eq!(some.to_string(), "4");
        let mut all = Domain::all();
        all.remove(&Int::Small(0));
        assert_eq!(all.to_string(), "inf..-1\\/1..sup");
        assert_eq!(
            Domain::range(3, 3).difference(&Domain::all()),
            Domain::empty()
        );
        assert!(Domain::all().contains(&Int::Small(7)) && Domain::all().size().is_none());
    }
}
