//! Division with a chosen rounding, powers and roots of unbounded integers: the operations on bounds that `base::int`
//! does not have. Knows no bounds, domains or variables.

use crate::base::int::Int;
use dashu_int::{IBig, UBig};

/// The largest size, in bits, of a number that propagation computes by itself. A bound beyond it
/// is treated as infinite, so that `X #= Y*Y, Y #= X*X` cannot fill the memory.
pub(crate) const MAX_BITS: u64 = 1 << 16;

/// Quotient rounded towards negative infinity. `b` must not be zero.
pub(crate) fn floor_div(a: &Int, b: &Int) -> Int {
    if let (Int::Small(x), Int::Small(y)) = (a, b)
        && let (Some(q), Some(r)) = (x.checked_div(*y), x.checked_rem(*y))
    {
        return Int::Small(if r != 0 && ((r < 0) != (*y < 0)) {
            q - 1
        } else {
            q
        });
    }
    let (x, y) = (a.to_big(), b.to_big());
    let q = &x / &y;
    let r = x - &q * &y;
    let down = r != IBig::ZERO && ((r < IBig::ZERO) != (y < IBig::ZERO));
    Int::from(if down { q - IBig::ONE } else { q })
}

/// Quotient rounded towards positive infinity. `b` must not be zero.
pub(crate) fn ceil_div(a: &Int, b: &Int) -> Int {
    -floor_div(&-a, b)
}

/// Quotient rounded towards zero (`//`). `b` must not be zero.
pub(crate) fn trunc_div(a: &Int, b: &Int) -> Int {
    if let (Int::Small(x), Int::Small(y)) = (a, b)
        && let Some(q) = x.checked_div(*y)
    {
        return Int::Small(q);
    }
    Int::from(a.to_big() / b.to_big())
}

/// Remainder of [`floor_div`]; it has the sign of `b`.
pub(crate) fn floor_mod(a: &Int, b: &Int) -> Int {
    a - &(&floor_div(a, b) * b)
}

/// Remainder of [`trunc_div`]; it has the sign of `a`.
pub(crate) fn trunc_rem(a: &Int, b: &Int) -> Int {
    a - &(&trunc_div(a, b) * b)
}

/// Number of bits of the magnitude.
pub(crate) fn bits(a: &Int) -> u64 {
    match a {
        Int::Small(i) => 64 - i.unsigned_abs().leading_zeros() as u64,
        Int::Big(b) => {
            use dashu_base::BitTest;
            b.bit_len() as u64
        }
    }
}

/// The magnitude.
pub(crate) fn abs(a: &Int) -> Int {
    if a.signum() < 0 { -a } else { a.clone() }
}

/// Returns true if `a` is odd.
pub(crate) fn is_odd(a: &Int) -> bool {
    match a {
        Int::Small(i) => i & 1 == 1,
        Int::Big(b) => &**b % IBig::from(2) != IBig::ZERO,
    }
}

/// Greatest common divisor of the magnitudes.
pub(crate) fn gcd(a: &Int, b: &Int) -> Int {
    let (mut x, mut y) = (abs(a), abs(b));
    while y != Int::ZERO {
        let r = trunc_rem(&x, &y);
        x = y;
        y = r;
    }
    x
}

/// `base` to the power `exp`, or `None` when the result has more than [`MAX_BITS`] bits.
pub(crate) fn power(base: &Int, exp: u64) -> Option<Int> {
    power_within(base, exp, MAX_BITS)
}

/// `base` to the power `exp`, or `None` when the result has more than `max_bits` bits.
pub(crate) fn power_within(base: &Int, exp: u64, max_bits: u64) -> Option<Int> {
    if exp == 0 {
        return Some(Int::ONE);
    }
    if bits(base) <= 1 {
        // −1, 0 and 1.
        return Some(if *base == Int::Small(-1) && exp.is_multiple_of(2) {
            Int::ONE
        } else {
            base.clone()
        });
    }
    if (bits(base) - 1).checked_mul(exp)? > max_bits {
        return None;
    }
    if let Int::Small(b) = base
        && let Ok(e) = u32::try_from(exp)
        && let Some(p) = b.checked_pow(e)
    {
        return Some(Int::Small(p));
    }
    Some(Int::from(base.to_big().pow(exp as usize)))
}

/// The largest `r ≥ 0` with `r^n ≤ a`, for `a ≥ 0` and `n ≥ 1`.
pub(crate) fn floor_root(a: &Int, n: u64) -> Int {
    if n == 1 || a.signum() <= 0 {
        return a.clone();
    }
    if bits(a) <= n {
        return Int::ONE;
    }
    if let Int::Small(a) = a {
        return Int::Small(floor_root_word(*a as u64, n as u32) as i64);
    }
    let magnitude = UBig::try_from(a.to_big()).unwrap_or(UBig::ZERO);
    Int::from(IBig::from(magnitude.nth_root(n as usize)))
}

/// [`floor_root`] of a word, for `2 ≤ n < 64`.
#[inline]
pub(crate) fn floor_root_word(a: u64, n: u32) -> u64 {
    if n == 2 {
        if a >= 1 << 52 {
            return a.isqrt();
        }
        // The floating-point root of so small a number is exact when it is rounded down.
        return (a as f64).sqrt() as u64;
    }
    // An estimate, corrected.
    let mut r = (a as f64).powf(1.0 / f64::from(n)) as u64;
    while r.checked_pow(n).is_none_or(|p| p > a) {
        r -= 1;
    }
    while (r + 1).checked_pow(n).is_some_and(|p| p <= a) {
        r += 1;
    }
    r
}

/// The smallest `r ≥ 0` with `r^n ≥ a`, for `n ≥ 1`; 0 when `a ≤ 0`.
pub(crate) fn ceil_root(a: &Int, n: u64) -> Int {
    if a.signum() <= 0 {
        return Int::ZERO;
    }
    let r = floor_root(a, n);
    if power_within(&r, n, bits(a)).is_some_and(|p| p < *a) {
        r + Int::ONE
    } else {
        r
    }
}

/// The largest `e ≥ 0` with `base^e ≤ a`, for `base ≥ 2` and `a ≥ 1`.
pub(crate) fn floor_log(base: &Int, a: &Int) -> u64 {
    let (mut low, mut high) = (0, bits(a) / (bits(base) - 1).max(1) + 1);
    while low < high {
        let mid = low + (high - low).div_ceil(2);
        // Without a result, it has more bits than `a`.
        if power_within(base, mid, bits(a)).is_some_and(|p| p <= *a) {
            low = mid;
        } else {
            high = mid - 1;
        }
    }
    low
}

/// The smallest `e ≥ 0` with `base^e ≥ a`, for `base ≥ 2`.
pub(crate) fn ceil_log(base: &Int, a: &Int) -> u64 {
    if *a <= Int::ONE {
        return 0;
    }
    let e = floor_log(base, a);
    if power_within(base, e, bits(a)).is_some_and(|p| p < *a) {
        e + 1
    } else {
        e
    }
}

#[cfg(test)]
mod tests {
    use super::{ceil_div, ceil_log, ceil_root, floor_div, floor_log, floor_mod, floor_root};
    use super::{gcd, power, trunc_div, trunc_rem};
    use crate::base::int::Int;

    fn i(n: i64) -> Int {
        Int::from(n)
    }

    #[test]
    fn rounding_agrees_with_its_definition() {
        for a in -20..=20i64 {
            for b in (-6..=6i64).filter(|b| *b != 0) {
                let q = (a as f64 / b as f64).floor() as i64;
                assert_eq!(floor_div(&i(a), &i(b)), i(q));
                assert_eq!(floor_mod(&i(a), &i(b)), i(a - q * b));
                assert_eq!(
                    ceil_div(&i(a), &i(b)),
                    i((a as f64 / b as f64).ceil() as i64)
                );
                assert_eq!(trunc_div(&i(a), &i(b)), i(a / b));
                assert_eq!(trunc_rem(&i(a), &i(b)), i(a % b));
            }
        }
        let m = i(i64::MIN);
        assert_eq!(floor_div(&m, &i(-1)).to_string(), "9223372036854775808");
        assert_eq!(gcd(&i(-12), &i(18)), i(6));
    }

    #[test]
    fn roots_and_logarithms_are_exact() {
        for a in 0..200i64 {
            for n in 1..5u64 {
                let r = floor_root(&i(a), n);
                assert!(power(&r, n).unwrap() <= i(a));
                assert!(power(&(&r + &i(1)), n).unwrap() > i(a));
                let c = ceil_root(&i(a), n);
                assert!(power(&c, n).unwrap() >= i(a));
            }
            for b in 2..5i64 {
                if a >= 1 {
                    let e = floor_log(&i(b), &i(a));
                    assert!(b.pow(e as u32) <= a && b.pow(e as u32 + 1) > a);
                    let e = ceil_log(&i(b), &i(a));
                    assert!(b.pow(e as u32) >= a && (e == 0 || b.pow(e as u32 - 1) < a));
                }
            }
        }
        let big = power(&i(10), 40).unwrap();
        assert_eq!(
            floor_root(&big, 2).to_string(),
            format!("1{}", "0".repeat(20))
        );
        assert!(power(&i(2), 1 << 40).is_none());
    }
}
