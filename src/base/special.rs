//! Functions beyond the elementary ones: the error function, the gamma function, exact roots,
//! modular powers, and maximum and minimum that ignore NaN.

use super::arith::{EvalResult, float_result, integer};
use super::int::Int;
use super::number::{EvalError, Number};
use dashu_base::{BitTest, Sign};
use dashu_int::UBig;
use dashu_int::fast_div::ConstDivisor;
use dashu_int::modular::Reduced;
use std::sync::atomic::{AtomicBool, Ordering};

/// The error function.
pub(crate) fn erf(x: &Number) -> EvalResult {
    let a = x.to_f64()?;
    float_result(&[a], libm::erf(a))
}

/// `1 - erf(X)`, precise also where that is close to 0.
pub(crate) fn erfc(x: &Number) -> EvalResult {
    let a = x.to_f64()?;
    float_result(&[a], libm::erfc(a))
}

/// The logarithm of the gamma function's absolute value; undefined at its poles.
pub(crate) fn lgamma(x: &Number) -> EvalResult {
    let a = x.to_f64()?;
    if a <= 0.0 && a.fract() == 0.0 {
        return Err(EvalError::Undefined);
    }
    float_result(&[a], libm::lgamma(a))
}

/// The integer part of the square root of an integer of any length.
pub(crate) fn isqrt(x: &Number) -> EvalResult {
    let root = integer(x)?.isqrt().map(Number::Int);
    root.ok_or(EvalError::Undefined)
}

/// The greater operand by value. A NaN loses, whereas it wins in `max`.
pub(crate) fn maxr(x: &Number, y: &Number) -> EvalResult {
    other_than_nan(x, y).map_or_else(|| super::arith::max(x, y), Ok)
}

/// The lesser operand by value. A NaN loses, whereas it wins in `min`.
pub(crate) fn minr(x: &Number, y: &Number) -> EvalResult {
    other_than_nan(x, y).map_or_else(|| super::arith::min(x, y), Ok)
}

/// The other operand if one is a NaN.
fn other_than_nan(x: &Number, y: &Number) -> Option<Number> {
    let is_nan = |n: &Number| matches!(n, Number::Float(f) if f.is_nan());
    match (is_nan(x), is_nan(y)) {
        (true, _) => Some(y.clone()),
        (_, true) => Some(x.clone()),
        _ => None,
    }
}

/// `powm(B, E, M)`: `B` to the power of `E` modulo `M`, computed without the power itself. The
/// exponent is not negative and the modulus positive.
pub(crate) fn powm(base: &Number, exponent: &Number, modulus: &Number) -> EvalResult {
    power_modulo([base, exponent, modulus], |residue, exponent| {
        Some(residue.pow(exponent).residue())
    })
}

/// As [`powm`], for numbers of any length; 0 once `stop` is set.
pub(crate) fn powm_until(
    base: &Number,
    exponent: &Number,
    modulus: &Number,
    stop: &AtomicBool,
) -> EvalResult {
    power_modulo([base, exponent, modulus], |residue, exponent| {
        windowed_power(residue, exponent, stop)
    })
}

fn power_modulo(
    [base, exponent, modulus]: [&Number; 3],
    power: impl FnOnce(&Reduced<'_>, &UBig) -> Option<UBig>,
) -> EvalResult {
    let (b, e, m) = (integer(base)?, integer(exponent)?, integer(modulus)?);
    if e.is_negative() || m.is_negative() {
        return Err(EvalError::Undefined);
    }
    if m.is_zero() {
        return Err(EvalError::ZeroDivisor);
    }
    let (_, modulus) = m.to_big().into_parts();
    if modulus.is_one() {
        return Ok(Number::Int(Int::ZERO));
    }
    let (sign, magnitude) = b.to_big().into_parts();
    let ring = ConstDivisor::new(modulus);
    let residue = ring.reduce(magnitude);
    let residue = match sign {
        Sign::Negative => -residue,
        Sign::Positive => residue,
    };
    let power = power(&residue, &e.to_big().into_parts().1).unwrap_or(UBig::ZERO);
    Ok(Number::Int(Int::from(dashu_int::IBig::from(power))))
}

/// The bits of an exponent that are processed at once: a table holds a power for each value that they may have. The
/// crate's own function makes a table that grows with the exponent, beyond all memory.
const WINDOW: usize = 5;

/// The power of a residue; `None` once `stop` is set.
fn windowed_power(residue: &Reduced<'_>, exponent: &UBig, stop: &AtomicBool) -> Option<UBig> {
    let mut powers = vec![residue.pow(&UBig::ZERO)];
    for i in 1..1 << WINDOW {
        powers.push(&powers[i - 1] * residue);
    }
    let mut result = powers[0].clone();
    for window in (0..exponent.bit_len().div_ceil(WINDOW)).rev() {
        let mut value = 0;
        for bit in (0..WINDOW).rev() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            result = result.sqr();
            value = 2 * value + usize::from(exponent.bit(window * WINDOW + bit));
        }
        result *= &powers[value];
    }
    Some(result.residue())
}
