//! Sets of integers as range programs compute with them: over words if all numbers are small, otherwise over exact
//! bounds, with the same code. Knows no variables.

use crate::base::int::Int;
use crate::fd::kernel::bound::Bound;
use crate::fd::kernel::int_math;
use crate::fd::kernel::var::{INF, SUP};

/// The reason why an evaluation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoResult {
    /// A number does not fit a word: evaluate exactly.
    Overflow,
    /// The value is not known yet, or takes too much to compute.
    Suspend,
    /// Division by zero.
    Undefined,
}

/// Words of finite values are smaller than this in magnitude, so that their neighbours are words too.
const SMALL: i64 = 1 << 61;
/// The number of pieces of a sum or a modulus of sets at which it is sorted and joined.
const MOST_PIECES: usize = 1 << 20;

/// An integer, `inf` or `sup`.
pub(crate) trait ExtendedInt: Clone + Ord + std::fmt::Debug {
    /// Below every integer.
    fn inf() -> Self;
    /// Above every integer.
    fn sup() -> Self;
    /// An integer.
    fn int(i: &Int) -> Result<Self, NoResult>;
    /// −1, 0 or 1.
    fn signum(&self) -> i32;
    /// Returns true if it is an integer.
    fn is_finite(&self) -> bool;
    /// The next integer.
    fn next(&self) -> Self;
    /// The integer before.
    fn previous(&self) -> Self;
    /// Negation.
    fn neg(&self) -> Self;
    /// The sum; that of `inf` and `sup` is not known.
    fn add(&self, other: &Self) -> Result<Self, NoResult>;
    /// The product; zero times infinity is zero.
    fn mul(&self, other: &Self) -> Result<Self, NoResult>;
    /// The quotient of two integers, the second not zero, rounded.
    fn quotient(&self, other: &Self, up: bool) -> Result<Self, NoResult>;
    /// The remainder of the division of two integers, the second not zero: with its sign, or with that of the
    /// first if `truncated`.
    fn rest(&self, other: &Self, truncated: bool) -> Self;
}

/// The quotient rounded up or down. An infinite divisor leaves it unknown.
pub(crate) fn divide<V: ExtendedInt>(x: &V, y: &V, up: bool) -> Result<V, NoResult> {
    match (x.is_finite(), y.is_finite(), y.signum()) {
        (_, true, 0) => Err(NoResult::Undefined),
        (true, true, _) => x.quotient(y, up),
        (false, true, s) => Ok(if s < 0 { x.neg() } else { x.clone() }),
        (_, false, _) => Err(NoResult::Suspend),
    }
}

/// The modulus, or the remainder if `truncated`.
pub(crate) fn modulo<V: ExtendedInt>(x: &V, y: &V, truncated: bool) -> Result<V, NoResult> {
    match (x.is_finite(), y.is_finite(), y.signum()) {
        (_, true, 0) => Err(NoResult::Undefined),
        (true, true, _) => Ok(x.rest(y, truncated)),
        _ => Err(NoResult::Suspend),
    }
}

fn small(i: i64) -> Result<i64, NoResult> {
    if i.unsigned_abs() < SMALL as u64 {
        Ok(i)
    } else {
        Err(NoResult::Overflow)
    }
}

impl ExtendedInt for i64 {
    fn inf() -> i64 {
        INF
    }

    fn sup() -> i64 {
        SUP
    }

    fn int(i: &Int) -> Result<i64, NoResult> {
        i.to_i64().map_or(Err(NoResult::Overflow), small)
    }

    fn signum(&self) -> i32 {
        i64::signum(*self) as i32
    }

    fn is_finite(&self) -> bool {
        *self != INF && *self != SUP
    }

    fn next(&self) -> i64 {
        if self.is_finite() { self + 1 } else { *self }
    }

    fn previous(&self) -> i64 {
        if self.is_finite() { self - 1 } else { *self }
    }

    fn neg(&self) -> i64 {
        match *self {
            INF => SUP,
            SUP => INF,
            i => -i,
        }
    }

    fn add(&self, other: &i64) -> Result<i64, NoResult> {
        match (self.is_finite(), other.is_finite()) {
            (true, true) => small(self + other),
            (false, true) => Ok(*self),
            (true, false) => Ok(*other),
            (false, false) if self == other => Ok(*self),
            (false, false) => Err(NoResult::Suspend),
        }
    }

    fn mul(&self, other: &i64) -> Result<i64, NoResult> {
        if self.is_finite() && other.is_finite() {
            return self
                .checked_mul(*other)
                .map_or(Err(NoResult::Overflow), small);
        }
        Ok(match i64::signum(*self) * i64::signum(*other) {
            0 => 0,
            s if s < 0 => INF,
            _ => SUP,
        })
    }

    fn quotient(&self, other: &i64, up: bool) -> Result<i64, NoResult> {
        let (q, r) = (self / other, self % other);
        let positive = (r > 0) == (*other > 0);
        Ok(match (r != 0, up, positive) {
            (true, true, true) => q + 1,
            (true, false, false) => q - 1,
            _ => q,
        })
    }

    fn rest(&self, other: &i64, truncated: bool) -> i64 {
        let r = self % other;
        if !truncated && r != 0 && (r < 0) != (*other < 0) {
            r + other
        } else {
            r
        }
    }
}

/// An exact value, unless it has more bits than propagation computes.
fn exact(i: Int) -> Result<Bound, NoResult> {
    if int_math::bits(&i) < int_math::MAX_BITS {
        Ok(Bound::Fin(i))
    } else {
        Err(NoResult::Suspend)
    }
}

impl ExtendedInt for Bound {
    fn inf() -> Bound {
        Bound::Inf
    }

    fn sup() -> Bound {
        Bound::Sup
    }

    fn int(i: &Int) -> Result<Bound, NoResult> {
        Ok(Bound::Fin(i.clone()))
    }

    fn signum(&self) -> i32 {
        Bound::signum(self)
    }

    fn is_finite(&self) -> bool {
        self.finite().is_some()
    }

    fn next(&self) -> Bound {
        self.plus(&Int::ONE)
    }

    fn previous(&self) -> Bound {
        self.plus(&Int::Small(-1))
    }

    fn neg(&self) -> Bound {
        Bound::neg(self)
    }

    fn add(&self, other: &Bound) -> Result<Bound, NoResult> {
        match (self, other) {
            (Bound::Fin(a), Bound::Fin(b)) => exact(a + b),
            (Bound::Inf, Bound::Sup) | (Bound::Sup, Bound::Inf) => Err(NoResult::Suspend),
            _ => Ok(Bound::add(self, other)),
        }
    }

    fn mul(&self, other: &Bound) -> Result<Bound, NoResult> {
        match Bound::mul(self, other) {
            Bound::Fin(i) => exact(i),
            infinite => Ok(infinite),
        }
    }

    fn quotient(&self, other: &Bound, up: bool) -> Result<Bound, NoResult> {
        match (self, other) {
            (Bound::Fin(a), Bound::Fin(b)) if up => Ok(Bound::Fin(int_math::ceil_div(a, b))),
            (Bound::Fin(a), Bound::Fin(b)) => Ok(Bound::Fin(int_math::floor_div(a, b))),
            _ => Err(NoResult::Suspend),
        }
    }

    fn rest(&self, other: &Bound, truncated: bool) -> Bound {
        match (self, other) {
            (Bound::Fin(a), Bound::Fin(b)) if truncated => Bound::Fin(int_math::trunc_rem(a, b)),
            (Bound::Fin(a), Bound::Fin(b)) => Bound::Fin(int_math::floor_mod(a, b)),
            _ => self.clone(),
        }
    }
}

/// Disjoint, non-adjacent, ascending intervals.
pub(crate) type Parts<V> = Vec<(V, V)>;

/// Returns true if a set has all integers.
pub(crate) fn is_all<V: ExtendedInt>(a: &[(V, V)]) -> bool {
    matches!(a, [(low, high)] if *low == V::inf() && *high == V::sup())
}

/// Appends an interval that begins at or after the last one.
fn push<V: ExtendedInt>(out: &mut Parts<V>, low: V, high: V) {
    match out.last_mut() {
        Some((_, top)) if low <= top.next() => {
            if high > *top {
                *top = high;
            }
        }
        _ => out.push((low, high)),
    }
}

/// Brings any non-empty intervals into order.
pub(crate) fn normalise<V: ExtendedInt>(parts: &mut Parts<V>) {
    if parts.len() < 2 {
        return;
    }
    parts.sort_unstable();
    let mut kept = 0;
    for i in 1..parts.len() {
        if parts[i].0 <= parts[kept].1.next() {
            if parts[i].1 > parts[kept].1 {
                parts[kept].1 = parts[i].1.clone();
            }
        } else {
            kept += 1;
            parts.swap(kept, i);
        }
    }
    parts.truncate(kept + 1);
}

/// Values of either set.
pub(crate) fn union<V: ExtendedInt>(a: &[(V, V)], b: &[(V, V)], out: &mut Parts<V>) {
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let first = j == b.len() || (i < a.len() && a[i].0 <= b[j].0);
        let part = if first {
            i += 1;
            &a[i - 1]
        } else {
            j += 1;
            &b[j - 1]
        };
        push(out, part.0.clone(), part.1.clone());
    }
}

/// Common values.
pub(crate) fn intersection<V: ExtendedInt>(a: &[(V, V)], b: &[(V, V)], out: &mut Parts<V>) {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let low = (&a[i].0).max(&b[j].0);
        let high = (&a[i].1).min(&b[j].1);
        if low <= high {
            out.push((low.clone(), high.clone()));
        }
        if a[i].1 <= b[j].1 {
            i += 1;
        } else {
            j += 1;
        }
    }
}

/// Returns whether two sets have no common value, and whether all values of the first are in the second.
pub(crate) fn compare<V: ExtendedInt>(a: &[(V, V)], b: &[(V, V)]) -> (bool, bool) {
    let (mut disjoint, mut contained) = (true, true);
    let mut j = 0;
    for (low, high) in a {
        while j < b.len() && b[j].1 < *low {
            j += 1;
        }
        match b.get(j) {
            Some(part) if part.0 <= *high => {
                disjoint = false;
                contained &= part.0 <= *low && part.1 >= *high;
            }
            _ => contained = false,
        }
    }
    (disjoint, contained)
}

/// All integers that are not in the set.
pub(crate) fn complement<V: ExtendedInt>(a: &[(V, V)], out: &mut Parts<V>) {
    let mut low = V::inf();
    for (first, last) in a {
        if *first != V::inf() {
            out.push((low, first.previous()));
        }
        low = last.next();
    }
    if low != V::sup() {
        out.push((low, V::sup()));
    }
}

/// Every value negated.
pub(crate) fn negate<V: ExtendedInt>(a: &mut Parts<V>) {
    a.reverse();
    for (low, high) in a {
        (*low, *high) = (high.neg(), low.neg());
    }
}

/// Every value plus `c`.
pub(crate) fn shift<V: ExtendedInt>(a: &mut Parts<V>, c: &V) -> Result<(), NoResult> {
    if !c.is_finite() {
        return Err(NoResult::Suspend);
    }
    for (low, high) in a {
        (*low, *high) = (low.add(c)?, high.add(c)?);
    }
    Ok(())
}

/// The sums of a value of each set.
pub(crate) fn sum<V: ExtendedInt>(
    a: &[(V, V)],
    b: &[(V, V)],
    out: &mut Parts<V>,
) -> Result<(), NoResult> {
    if a.len().saturating_mul(b.len()) > MOST_PIECES {
        return Err(NoResult::Suspend);
    }
    for (low, high) in a {
        for (first, last) in b {
            out.push((low.add(first)?, high.add(last)?));
        }
    }
    normalise(out);
    Ok(())
}

/// The moduli (or remainders) of a value of each set, the second value not zero.
pub(crate) fn moduli<V: ExtendedInt>(
    a: &[(V, V)],
    b: &[(V, V)],
    truncated: bool,
    out: &mut Parts<V>,
) -> Result<(), NoResult> {
    if a.is_empty() {
        return Ok(());
    }
    for (first, last) in b {
        if !first.is_finite() || !last.is_finite() {
            return Err(NoResult::Suspend);
        }
        let mut d = first.clone();
        while d <= *last {
            if out.len() + a.len() > MOST_PIECES {
                return Err(NoResult::Suspend);
            }
            if d.signum() != 0 {
                for part in a {
                    rests(part, &d, truncated, out)?;
                }
            }
            d = d.next();
        }
    }
    normalise(out);
    Ok(())
}

/// The remainders of the division of the values of an interval by `d`.
fn rests<V: ExtendedInt>(
    (low, high): &(V, V),
    d: &V,
    truncated: bool,
    out: &mut Parts<V>,
) -> Result<(), NoResult> {
    let zero = V::int(&Int::ZERO)?;
    if truncated && *low < zero && *high > zero {
        // The sign is that of the value: take the two halves.
        rests(&(low.clone(), zero.clone()), d, true, out)?;
        return rests(&(zero, high.clone()), d, true, out);
    }
    let top = if d.signum() < 0 { d.neg() } else { d.clone() }.previous();
    let wide = match high.add(&low.neg()) {
        Ok(width) => width >= top,
        Err(NoResult::Overflow) => return Err(NoResult::Overflow),
        Err(_) => true,
    };
    if wide {
        let negative = if truncated {
            *low < zero
        } else {
            d.signum() < 0
        };
        out.push(if negative {
            (top.neg(), zero)
        } else {
            (zero, top)
        });
        return Ok(());
    }
    let (first, last) = (low.rest(d, truncated), high.rest(d, truncated));
    if first <= last {
        out.push((first, last));
        return Ok(());
    }
    // It wraps around, from the greatest rest to the least.
    let negative = first <= zero && last <= zero && (d.signum() < 0 || truncated && *low < zero);
    let (least, greatest) = if negative {
        (top.neg(), zero)
    } else {
        (zero, top)
    };
    out.push((least, last));
    out.push((first, greatest));
    Ok(())
}
