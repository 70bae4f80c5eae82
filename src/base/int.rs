//! Unbounded integers with a machine-word fast path.
//!
//! `Int` is always exact: an operation whose result exceeds 64 bits continues on a big integer. The
//! invariant `Big` ⇒ outside `i64` makes equality and hashing structural. Operations whose result
//! can be far longer than their operands (powers, left shifts) refuse results above [`MAX_BITS`]
//! before they allocate.

use dashu_base::{BitTest, DivRem, Gcd, SquareRoot};
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;
use std::sync::atomic::AtomicBool;

/// The greatest length of a computed integer, in bits (32 MiB, some 80 million decimal digits).
///
/// A longer one would take minutes that cannot be interrupted, or all memory of the host.
pub(crate) const MAX_BITS: u64 = 1 << 28;

/// The greatest common divisor, never negative; `None` once `stop` is set. Lehmer's algorithm, which
/// looks at the flag after each round.
pub(crate) fn gcd_until(a: &Int, b: &Int, stop: &AtomicBool) -> Option<Int> {
    let (mut a, mut b) = (a.magnitude(), b.magnitude());
    if a < b {
        std::mem::swap(&mut a, &mut b);
    }
    while b.bit_len() > UNSTOPPABLE_BITS {
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            return None;
        }
        match cofactors(&a, &b) {
            Some([p, q, r, s]) => {
                // One of the factors of each line is negative or zero.
                let combined = |p: i64, q: i64| {
                    let (x, y) = (&a * p.unsigned_abs(), &b * q.unsigned_abs());
                    if p >= 0 && q <= 0 { x - y } else { y - x }
                };
                (a, b) = (combined(p, q), combined(r, s));
            }
            None => {
                let r = &a % &b;
                a = std::mem::replace(&mut b, r);
            }
        }
    }
    Some(Int::from(a.gcd(b)))
}

/// Numbers of this length have a greatest common divisor soon.
const UNSTOPPABLE_BITS: usize = 1 << 22;

/// The factors `[p, q, r, s]` with which Euclid's algorithm replaces `a ≥ b` by `p·a + q·b` and `r·a + s·b`, as
/// far as their leading digits determine its quotients (Knuth, algorithm 4.5.2 L); `None` if they determine
/// none.
fn cofactors(a: &UBig, b: &UBig) -> Option<[i64; 4]> {
    let shift = a.bit_len() - 62;
    let leading = |n: &UBig| i64::try_from(n >> shift).ok();
    let (mut x, mut y) = (leading(a)?, leading(b)?);
    let [mut p, mut q, mut r, mut s] = [1i64, 0, 0, 1];
    loop {
        if y + r == 0 || y + s == 0 {
            break;
        }
        let quotient = (x + p) / (y + r);
        if quotient != (x + q) / (y + s) {
            break;
        }
        let next = |u: i64, v: i64| quotient.checked_mul(v).and_then(|w| u.checked_sub(w));
        let (Some(r1), Some(s1), Some(y1)) = (next(p, r), next(q, s), next(x, y)) else {
            break;
        };
        if r1.unsigned_abs() >> 31 != 0 || s1.unsigned_abs() >> 31 != 0 {
            break;
        }
        (p, r) = (r, r1);
        (q, s) = (s, s1);
        (x, y) = (y, y1);
    }
    (q != 0).then_some([p, q, r, s])
}

/// The error of a computation whose result would be longer than 2²⁸ bits.
///
/// ```
/// use horn::{Int, TooLarge};
///
/// let large = Int::from(3).checked_pow(&Int::from(1_000_000_000));
/// assert_eq!(large, Err(TooLarge));
/// assert_eq!(TooLarge.to_string(), "the integer is too large");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the integer is too large")
    }
}

impl std::error::Error for TooLarge {}

/// An integer without bound.
///
/// ```
/// use horn::{Int, Machine};
///
/// let mut machine = Machine::new();
/// let answer = machine.query("X is 2**70")?.next().unwrap()?;
/// let x: Int = answer.get("X")?;
/// assert_eq!(x.to_string(), "1180591620717411303424");
/// assert_eq!((x.to_i64(), Int::from(7).to_i64()), (None, Some(7)));
/// assert_eq!("1180591620717411303424".parse(), Ok(x));
/// assert!("1e3".parse::<Int>().is_err());
/// # Ok::<(), horn::Error>(())
/// ```
///
/// It has the operators of Rust, and the functions of ISO 13211-1:
///
/// ```
/// use horn::Int;
///
/// let int = |i: i32| Int::from(i);
/// let (a, b) = (int(-7), int(2));
/// assert_eq!(a.div_rem(&b), Some((int(-3), int(-1))));
/// assert_eq!((a.div_trunc(&b), a.rem_trunc(&b)), (Some(int(-3)), Some(int(-1))));
/// assert_eq!(a.div_mod(&b), Some((int(-4), Int::ONE)));
/// assert_eq!((a.div_floor(&b), a.mod_floor(&b)), (Some(int(-4)), Some(Int::ONE)));
/// assert_eq!((a.div_ceil(&b), a.div_ceil(&Int::ZERO)), (Some(int(-3)), None));
/// assert_eq!((a.abs(), a.signum()), (int(7), -1));
/// assert!(a.is_negative() && !a.is_even() && b.is_even());
/// assert_eq!((int(12).gcd(&int(-18)), int(12).lcm(&int(-18))), (int(6), Ok(int(36))));
/// assert_eq!((int(17).isqrt(), int(28).iroot(3), a.isqrt()), (Some(int(4)), Some(int(3)), None));
/// assert_eq!(int(6).checked_mul(&int(7)), Ok(int(42)));
///
/// let x = int(2).checked_pow(&int(70))?;
/// assert_eq!((Int::ONE.shift(&int(70)), x.shift(&int(-69))), (Ok(x.clone()), Ok(b)));
/// assert_eq!((x.bit_len(), x.trailing_zeros(), x.count_ones()), (71, Some(70), 1));
/// assert!(x.bit(70) && !x.bit(69));
/// let mut words = [5_u64 << 61, 2 << 61].into_iter().cycle();
/// let mut random = || words.next().unwrap_or(0);
/// // Words that are too large are drawn again.
/// assert_eq!(int(5).random_below(&mut random), int(2));
/// # Ok::<(), horn::TooLarge>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Int {
    /// Fits a machine word.
    #[doc(hidden)]
    Small(i64),
    /// Does not fit a machine word.
    #[doc(hidden)]
    Big(Box<IBig>),
}

impl Int {
    /// Zero.
    ///
    /// ```
    /// assert_eq!(horn::Int::ZERO, horn::Int::from(0));
    /// ```
    pub const ZERO: Int = Int::Small(0);
    /// One.
    ///
    /// ```
    /// assert_eq!(horn::Int::ONE, horn::Int::from(1));
    /// ```
    pub const ONE: Int = Int::Small(1);

    /// The value as a machine word, if it fits.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!((Int::from(7).to_i64(), Int::from(1_u128 << 70).to_i64()), (Some(7), None));
    /// ```
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Int::Small(i) => Some(*i),
            Int::Big(_) => None,
        }
    }

    /// The value as a big integer.
    pub(crate) fn to_big(&self) -> IBig {
        match self {
            Int::Small(i) => IBig::from(*i),
            Int::Big(b) => (**b).clone(),
        }
    }

    /// −1, 0 or 1.
    ///
    /// ```
    /// assert_eq!(horn::Int::from(-7).signum(), -1);
    /// ```
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

    /// Returns true for zero.
    ///
    /// ```
    /// assert!(horn::Int::from(0).is_zero());
    /// ```
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self, Int::Small(0))
    }

    /// Returns true if this is below zero.
    ///
    /// ```
    /// assert!(horn::Int::from(-7).is_negative());
    /// ```
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Returns true if this is a multiple of two.
    ///
    /// ```
    /// assert!(horn::Int::from(-8).is_even());
    /// ```
    #[inline]
    pub fn is_even(&self) -> bool {
        !self.bit(0)
    }

    /// The absolute value.
    ///
    /// ```
    /// assert_eq!(horn::Int::from(-7).abs(), horn::Int::from(7));
    /// ```
    pub fn abs(&self) -> Int {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// The absolute value as a natural number.
    pub(crate) fn magnitude(&self) -> UBig {
        match self {
            Int::Small(i) => UBig::from(i.unsigned_abs()),
            Int::Big(b) => (**b).clone().into_parts().1,
        }
    }

    /// Quotient towards zero and remainder with the sign of the dividend (ISO `//` and `rem`);
    /// `None` if the divisor is zero.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(-7).div_rem(&Int::from(2)), Some((Int::from(-3), Int::from(-1))));
    /// ```
    pub fn div_rem(&self, divisor: &Int) -> Option<(Int, Int)> {
        match (self, divisor) {
            (_, Int::Small(0)) => None,
            (Int::Small(a), Int::Small(b)) => match (a.checked_div(*b), a.checked_rem(*b)) {
                (Some(q), Some(r)) => Some((Int::Small(q), Int::Small(r))),
                // Only −2⁶³ by −1 exceeds the machine word.
                _ => Some((-self, Int::ZERO)),
            },
            // The dividend is shorter, except for −2⁶³ by 2⁶³.
            (Int::Small(a), Int::Big(_)) if *a != i64::MIN => Some((Int::ZERO, self.clone())),
            _ => {
                let (q, r) = self.to_big().div_rem(divisor.to_big());
                Some((Int::from(q), Int::from(r)))
            }
        }
    }

    /// Quotient towards negative infinity and remainder with the sign of the divisor (ISO `div`
    /// and `mod`); `None` if the divisor is zero.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(-7).div_mod(&Int::from(2)), Some((Int::from(-4), Int::from(1))));
    /// ```
    pub fn div_mod(&self, divisor: &Int) -> Option<(Int, Int)> {
        let (q, r) = self.div_rem(divisor)?;
        if !r.is_zero() && r.is_negative() != divisor.is_negative() {
            Some((&q - &Int::ONE, &r + divisor))
        } else {
            Some((q, r))
        }
    }

    /// The quotient towards zero (ISO `//`); `None` if the divisor is zero.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(-7).div_trunc(&Int::from(2)), Some(Int::from(-3)));
    /// ```
    pub fn div_trunc(&self, divisor: &Int) -> Option<Int> {
        self.div_rem(divisor).map(|(q, _)| q)
    }

    /// The remainder with the sign of the dividend (ISO `rem`); `None` if the divisor is zero.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(-7).rem_trunc(&Int::from(2)), Some(Int::from(-1)));
    /// ```
    pub fn rem_trunc(&self, divisor: &Int) -> Option<Int> {
        self.div_rem(divisor).map(|(_, r)| r)
    }

    /// The quotient towards negative infinity (ISO `div`); `None` if the divisor is zero.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(-7).div_floor(&Int::from(2)), Some(Int::from(-4)));
    /// ```
    pub fn div_floor(&self, divisor: &Int) -> Option<Int> {
        self.div_mod(divisor).map(|(q, _)| q)
    }

    /// The remainder with the sign of the divisor (ISO `mod`); `None` if the divisor is zero.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(-7).mod_floor(&Int::from(2)), Some(Int::from(1)));
    /// ```
    pub fn mod_floor(&self, divisor: &Int) -> Option<Int> {
        self.div_mod(divisor).map(|(_, r)| r)
    }

    /// The quotient towards positive infinity; `None` if the divisor is zero.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(7).div_ceil(&Int::from(2)), Some(Int::from(4)));
    /// ```
    pub fn div_ceil(&self, divisor: &Int) -> Option<Int> {
        let (q, r) = self.div_mod(divisor)?;
        Some(if r.is_zero() { q } else { &q + &Int::ONE })
    }

    /// The greatest common divisor, never negative; of two zeros, zero.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(12).gcd(&Int::from(-18)), Int::from(6));
    /// ```
    pub fn gcd(&self, other: &Int) -> Int {
        match (self, other) {
            (Int::Small(0), n) | (n, Int::Small(0)) => n.abs(),
            (Int::Small(a), Int::Small(b)) => {
                let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                Int::from(a)
            }
            _ => Int::from(IBig::from(self.magnitude().gcd(other.magnitude()))),
        }
    }

    /// The least common multiple, never negative; zero if one of the numbers is.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(12).lcm(&Int::from(-18)), Ok(Int::from(36)));
    /// ```
    pub fn lcm(&self, other: &Int) -> Result<Int, TooLarge> {
        match self.div_trunc(&self.gcd(other)) {
            Some(q) => q.abs().checked_mul(&other.abs()),
            None => Ok(Int::ZERO),
        }
    }

    /// The product, unless it is too long.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(6).checked_mul(&Int::from(7)), Ok(Int::from(42)));
    /// ```
    #[inline]
    pub fn checked_mul(&self, other: &Int) -> Result<Int, TooLarge> {
        if let (Int::Small(a), Int::Small(b)) = (self, other)
            && let Some(c) = a.checked_mul(*b)
        {
            return Ok(Int::Small(c));
        }
        if self.bit_len() + other.bit_len() > MAX_BITS {
            return Err(TooLarge);
        }
        Ok(self * other)
    }

    /// The power with a natural exponent, unless it is too long. `0` to the power `0` is `1`.
    ///
    /// A negative exponent counts as its absolute value; callers handle it before.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(2).checked_pow(&Int::from(70)), Ok(Int::from(1_u128 << 70)));
    /// ```
    pub fn checked_pow(&self, exponent: &Int) -> Result<Int, TooLarge> {
        match self.to_i64() {
            _ if exponent.is_zero() => return Ok(Int::ONE),
            Some(0 | 1) => return Ok(self.clone()),
            Some(-1) if exponent.is_even() => return Ok(Int::ONE),
            Some(-1) => return Ok(self.clone()),
            _ => {}
        }
        let Some(n) = exponent.to_i64().map(i64::unsigned_abs) else {
            return Err(TooLarge);
        };
        if let (Int::Small(base), Ok(n)) = (self, u32::try_from(n))
            && let Some(p) = base.checked_pow(n)
        {
            return Ok(Int::Small(p));
        }
        let base = self.magnitude();
        let twos = base.trailing_zeros().unwrap_or(0);
        let odd = base >> twos;
        // A lower bound of the result's length; the upper bound is less than twice that.
        let least = (self.bit_len() - 1).saturating_mul(n);
        if least >= MAX_BITS {
            return Err(TooLarge);
        }
        let exp = usize::try_from(n).map_err(|_| TooLarge)?;
        let p = IBig::from(odd.pow(exp) << (twos * exp));
        Ok(Int::from(if self.is_negative() && n % 2 == 1 {
            -p
        } else {
            p
        }))
    }

    /// Shifts left by `by` bits, or right (towards negative infinity) if `by` is negative, in two's
    /// complement with infinite sign extension.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(-5).shift(&Int::from(-1)), Ok(Int::from(-3)));
    /// ```
    pub fn shift(&self, by: &Int) -> Result<Int, TooLarge> {
        if self.is_zero() {
            return Ok(Int::ZERO);
        }
        let all_gone = if self.is_negative() {
            Int::Small(-1)
        } else {
            Int::ZERO
        };
        let distance = by.to_i64().map(i64::unsigned_abs);
        if by.is_negative() {
            return Ok(match (self, distance) {
                (Int::Small(i), Some(n)) if n < 64 => Int::Small(i >> n),
                (Int::Big(b), Some(n)) if n < b.bit_len() as u64 => {
                    Int::from((**b).clone() >> (n as usize))
                }
                _ => all_gone,
            });
        }
        match (self, distance) {
            (Int::Small(i), Some(n)) if n < 63 && (i << n) >> n == *i => Ok(Int::Small(i << n)),
            (_, Some(n)) if n <= MAX_BITS && self.bit_len() + n <= MAX_BITS => {
                Ok(Int::from(self.to_big() << (n as usize)))
            }
            _ => Err(TooLarge),
        }
    }

    /// The integer part of the square root; `None` if the number is negative.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!((Int::from(17).isqrt(), Int::from(-1).isqrt()), (Some(Int::from(4)), None));
    /// ```
    pub fn isqrt(&self) -> Option<Int> {
        match self {
            Int::Small(i) if *i < 0 => None,
            Int::Small(i) => Some(Int::Small(i.isqrt())),
            Int::Big(_) if self.is_negative() => None,
            Int::Big(b) => Some(Int::from(IBig::from(b.sqrt()))),
        }
    }

    /// The `n`-th root, towards zero; `None` if `n` is zero, or the number negative and `n` even.
    ///
    /// ```
    /// # use horn::Int;
    /// assert_eq!(Int::from(-28).iroot(3), Some(Int::from(-3)));
    /// ```
    pub fn iroot(&self, n: u32) -> Option<Int> {
        match n {
            0 => None,
            1 => Some(self.clone()),
            2 => self.isqrt(),
            _ if self.is_negative() && n.is_multiple_of(2) => None,
            _ => Some(Int::from(self.to_big().nth_root(n as usize))),
        }
    }

    /// The number of bits of the absolute value; `0` for zero.
    ///
    /// ```
    /// assert_eq!(horn::Int::from(-8).bit_len(), 4);
    /// ```
    #[inline]
    pub fn bit_len(&self) -> u64 {
        match self {
            Int::Small(i) => u64::from(64 - i.unsigned_abs().leading_zeros()),
            Int::Big(b) => b.bit_len() as u64,
        }
    }

    /// Returns true if the bit with weight 2ⁿ is set in two's complement.
    ///
    /// ```
    /// assert!(horn::Int::from(5).bit(2) && !horn::Int::from(5).bit(1));
    /// ```
    #[inline]
    pub fn bit(&self, n: u64) -> bool {
        match self {
            Int::Small(i) => (i >> n.min(63)) & 1 == 1,
            Int::Big(b) => match usize::try_from(n) {
                Ok(n) => b.bit(n),
                Err(_) => self.is_negative(),
            },
        }
    }

    /// A random number from 0 to below this one, uniformly distributed if the words of `random` are.
    /// Zero if this number is not positive.
    ///
    /// ```
    /// let roll = horn::Int::from(6).random_below(&mut || 5_u64 << 61);
    /// assert_eq!(roll, horn::Int::from(5));
    /// ```
    pub fn random_below(&self, random: &mut dyn FnMut() -> u64) -> Int {
        if self.signum() <= 0 {
            return Int::ZERO;
        }
        let bits = (self - &Int::ONE).bit_len();
        let words = bits.div_ceil(64);
        // Rejection sampling: fewer than half of the numbers of this length are too large.
        loop {
            let mut bytes = Vec::with_capacity(words as usize * 8);
            for word in 0..words {
                let used = (bits - word * 64).min(64);
                bytes.extend_from_slice(&(random() >> (64 - used)).to_le_bytes());
            }
            let drawn = Int::from(UBig::from_le_bytes(&bytes));
            if drawn < *self {
                return drawn;
            }
        }
    }

    /// The number of zeros at the end of the binary notation; `None` for zero.
    ///
    /// ```
    /// assert_eq!(horn::Int::from(40).trailing_zeros(), Some(3));
    /// ```
    pub fn trailing_zeros(&self) -> Option<u64> {
        match self {
            Int::Small(0) => None,
            Int::Small(i) => Some(u64::from(i.trailing_zeros())),
            Int::Big(b) => b.trailing_zeros().map(|n| n as u64),
        }
    }

    /// The number of set bits of the absolute value.
    ///
    /// ```
    /// assert_eq!(horn::Int::from(-7).count_ones(), 3);
    /// ```
    pub fn count_ones(&self) -> u64 {
        match self {
            Int::Small(i) => u64::from(i.unsigned_abs().count_ones()),
            Int::Big(_) => self.magnitude().count_ones() as u64,
        }
    }
}

macro_rules! from_small {
    ($($rust:ty)*) => {$(
        impl From<$rust> for Int {
            fn from(i: $rust) -> Int {
                Int::Small(i.into())
            }
        }
    )*};
}
from_small! { i8 i16 i32 i64 u8 u16 u32 }

macro_rules! from_wide {
    ($($rust:ty)*) => {$(
        impl From<$rust> for Int {
            fn from(i: $rust) -> Int {
                match i64::try_from(i) {
                    Ok(s) => Int::Small(s),
                    Err(_) => Int::Big(Box::new(IBig::from(i))),
                }
            }
        }
    )*};
}
from_wide! { isize usize u64 i128 u128 }

impl From<UBig> for Int {
    fn from(n: UBig) -> Int {
        Int::from(IBig::from(n))
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

/// The error of a text that is not a number; [`Int`] and [`Rational`](crate::Rational) are read from text.
///
/// ```
/// let error = "12x".parse::<horn::Int>().unwrap_err();
/// assert_eq!(error.to_string(), "the text is not an integer");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseNumberError {
    expected: &'static str,
}

impl ParseNumberError {
    pub(crate) fn of(expected: &'static str) -> ParseNumberError {
        ParseNumberError { expected }
    }
}

impl std::fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the text is not {}", self.expected)
    }
}

impl std::error::Error for ParseNumberError {}

impl std::str::FromStr for Int {
    type Err = ParseNumberError;

    /// Reads decimal digits after an optional sign.
    fn from_str(text: &str) -> Result<Int, ParseNumberError> {
        let fault = ParseNumberError::of("an integer");
        if let Ok(i) = text.parse::<i64>() {
            return Ok(Int::Small(i));
        }
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        // Digits alone: the parser of big integers accepts underscores.
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(fault);
        }
        text.parse::<IBig>().map(Int::from).map_err(|_| fault)
    }
}

impl Default for Int {
    /// Zero.
    fn default() -> Int {
        Int::ZERO
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
    ($trait:ident, $method:ident, $op:tt, $word:expr) => {
        impl std::ops::$trait<&Int> for &Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: &Int) -> Int {
                if let (Int::Small(a), Int::Small(b)) = (self, other) {
                    let word: fn(i64, i64) -> Option<i64> = $word;
                    if let Some(c) = word(*a, *b) {
                        return Int::Small(c);
                    }
                }
                Int::from(match (self, other) {
                    (Int::Big(a), Int::Big(b)) => &**a $op &**b,
                    (Int::Big(a), Int::Small(b)) => &**a $op IBig::from(*b),
                    (Int::Small(a), Int::Big(b)) => IBig::from(*a) $op &**b,
                    (Int::Small(a), Int::Small(b)) => IBig::from(*a) $op IBig::from(*b),
                })
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
word_or_big!(Add, add, +, i64::checked_add);
word_or_big!(Sub, sub, -, i64::checked_sub);
word_or_big!(Mul, mul, *, i64::checked_mul);
word_or_big!(BitAnd, bitand, &, |a, b| Some(a & b));
word_or_big!(BitOr, bitor, |, |a, b| Some(a | b));
word_or_big!(BitXor, bitxor, ^, |a, b| Some(a ^ b));

impl std::ops::Not for &Int {
    type Output = Int;
    fn not(self) -> Int {
        match self {
            Int::Small(i) => Int::Small(!i),
            Int::Big(b) => Int::from(!&**b),
        }
    }
}

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
