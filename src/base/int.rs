//! Unbounded integers with a machine-word fast path.
//!
//! `Int` is exact always: an operation that leaves 64 bits continues on a big integer. The
//! invariant `Big` ⇒ outside `i64` makes equality and hashing structural. Knows only dashu.

use dashu::integer::IBig;
use std::cmp::Ordering;

/// An integer without bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Int {
    /// Fits a machine word.
    Small(i64),
    /// Does not fit a machine word.
    Big(Box<IBig>),
}

impl Int {
    /// Zero.
    pub const ZERO: Int = Int::Small(0);
    /// One.
    pub const ONE: Int = Int::Small(1);

    /// The value as a machine word, if it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Int::Small(i) => Some(*i),
            Int::Big(_) => None,
        }
    }

    /// The value as a big integer.
    pub fn to_big(&self) -> IBig {
        match self {
            Int::Small(i) => IBig::from(*i),
            Int::Big(b) => (**b).clone(),
        }
    }

    /// −1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match self {
            Int::Small(i) => i.signum() as i32,
            Int::Big(b) => {
                if **b < IBig::ZERO {
                    -1
                } else {
                    1
                }
            }
        }
    }
}

impl From<i64> for Int {
    fn from(i: i64) -> Int {
        Int::Small(i)
    }
}

impl From<i128> for Int {
    fn from(i: i128) -> Int {
        match i64::try_from(i) {
            Ok(s) => Int::Small(s),
            Err(_) => Int::Big(Box::new(IBig::from(i))),
        }
    }
}

impl From<IBig> for Int {
    fn from(b: IBig) -> Int {
        match i64::try_from(&b) {
            Ok(s) => Int::Small(s),
            Err(_) => Int::Big(Box::new(b)),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => a.cmp(b),
            (Int::Big(a), Int::Big(b)) => a.cmp(b),
            (Int::Small(_), Int::Big(_)) => 0.cmp(&other.signum()),
            (Int::Big(_), Int::Small(_)) => self.signum().cmp(&0),
        }
    }
}

impl std::fmt::Display for Int {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Int::Small(i) => i.fmt(f),
            Int::Big(b) => b.fmt(f),
        }
    }
}

macro_rules! word_or_big {
    ($trait:ident, $method:ident, $checked:ident, $op:tt) => {
        impl std::ops::$trait<&Int> for &Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: &Int) -> Int {
                if let (Int::Small(a), Int::Small(b)) = (self, other) {
                    if let Some(c) = a.$checked(*b) {
                        return Int::Small(c);
                    }
                }
                Int::from(self.to_big() $op other.to_big())
            }
        }
        impl std::ops::$trait<Int> for Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: Int) -> Int {
                &self $op &other
            }
        }
    };
}
word_or_big!(Add, add, checked_add, +);
word_or_big!(Sub, sub, checked_sub, -);
word_or_big!(Mul, mul, checked_mul, *);

impl std::ops::Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        &Int::ZERO - self
    }
}

impl std::ops::Neg for Int {
    type Output = Int;
    fn neg(self) -> Int {
        -&self
    }
}

#[cfg(test)]
mod tests {
    use super::Int;

    #[test]
    fn overflow_goes_on_exactly() {
        let m = Int::from(i64::MAX);
        let n = &m + &Int::ONE;
        assert_eq!(n.to_string(), "9223372036854775808");
        assert_eq!(&n - &Int::ONE, m);
        assert!(n > m && -&n < -m.clone());
        assert_eq!(
            (&n * &n).to_string(),
            "85070591730234615865843651857942052864"
        );
    }
}
