//! The elementary functions (ISO 9.3, Cor.2), computed in floats whatever the operand.
//!
//! An operand outside a function's domain, poles included, is `evaluation_error(undefined)`; a
//! result out of range is `evaluation_error(float_overflow)`; underflow gives zero. For operands
//! that are infinite or not a number, the results are those of IEEE 754.

use super::arith::{EvalResult, float_result};
use super::int::Int;
use super::number::{EvalError, Number};
use dashu_base::BitTest;
use dashu_int::UBig;
use std::cmp::Ordering;
use std::f64::consts::{FRAC_PI_2, LN_2, LOG10_2};

fn apply(x: &Number, f: fn(f64) -> f64) -> EvalResult {
    let a = x.to_f64()?;
    float_result(&[a], f(a))
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $f:expr;)*) => {$(
        $(#[$doc])*
        pub(crate) fn $name(x: &Number) -> EvalResult {
            apply(x, $f)
        }
    )*};
}
functions! {
    /// ISO 9.3.2 `sin`.
    sin = f64::sin;
    /// ISO 9.3.3 `cos`.
    cos = f64::cos;
    /// ISO Cor.2 9.3.14 `tan`.
    tan = f64::tan;
    /// ISO Cor.2 9.3.11 `asin`.
    asin = f64::asin;
    /// ISO Cor.2 9.3.12 `acos`.
    acos = f64::acos;
    /// ISO 9.3.4 `atan`.
    atan = f64::atan;
    /// ISO 9.3.5 `exp`.
    exp = f64::exp;
    /// ISO 9.3.7 `sqrt`.
    sqrt = f64::sqrt;
    /// The hyperbolic sine.
    sinh = f64::sinh;
    /// The hyperbolic cosine.
    cosh = f64::cosh;
    /// The hyperbolic tangent.
    tanh = f64::tanh;
    /// The inverse hyperbolic sine.
    asinh = libm::asinh;
    /// The inverse hyperbolic cosine.
    acosh = inverse_cosh;
    /// The inverse hyperbolic tangent.
    atanh = inverse_tanh;
    /// The cotangent.
    cot = |a| if a == 0.0 { f64::NAN } else { 1.0 / a.tan() };
    /// The inverse cotangent, odd: `acot(0)` is `pi/2`.
    acot = |a| if a == 0.0 { FRAC_PI_2.copysign(a) } else { (1.0 / a).atan() };
    /// The hyperbolic cotangent.
    coth = |a| if a == 0.0 { f64::NAN } else { 1.0 / a.tanh() };
    /// The inverse hyperbolic cotangent.
    acoth = |a| inverse_tanh(1.0 / a);
}

fn inverse_cosh(a: f64) -> f64 {
    if a < 1.0 { f64::NAN } else { libm::acosh(a) }
}

fn inverse_tanh(a: f64) -> f64 {
    if a.abs() == 1.0 {
        f64::NAN
    } else {
        libm::atanh(a)
    }
}

/// A base of logarithms, with log 2 in that base as the sum of a float and a rest.
#[derive(Clone, Copy)]
struct Base {
    log: fn(f64) -> f64,
    log_of_two: f64,
    rest: f64,
}

const NATURAL: Base = Base {
    log: f64::ln,
    log_of_two: LN_2,
    rest: 2.319_046_813_846_299_6e-17,
};
const BINARY: Base = Base {
    log: f64::log2,
    log_of_two: 1.0,
    rest: 0.0,
};
const DECIMAL: Base = Base {
    log: f64::log10,
    log_of_two: LOG10_2,
    rest: -2.803_728_127_785_170_3e-18,
};

impl Base {
    /// The logarithm of a positive integer of any length.
    fn log_of(self, n: &UBig) -> f64 {
        let cut = n.bit_len().saturating_sub(64);
        let top = u64::try_from(n >> cut).unwrap_or(u64::MAX);
        let cut = cut as f64;
        let main = cut * self.log_of_two;
        let lost = cut.mul_add(self.log_of_two, -main) + cut * self.rest;
        main + ((self.log)(top as f64) + lost)
    }

    /// The logarithm: in floats if the operand fits a float, else from its numerator and denominator.
    fn apply(self, x: &Number) -> EvalResult {
        if matches!(x, Number::Float(f) if f.is_nan()) {
            return Ok(x.clone());
        }
        if x.signum() <= 0 {
            return Err(EvalError::Undefined);
        }
        match (x, x.to_f64()) {
            (Number::Float(a), _) => float_result(&[*a], (self.log)(*a)),
            (_, Ok(a)) if a >= f64::MIN_POSITIVE => float_result(&[a], (self.log)(a)),
            (Number::Int(i), _) => Ok(Number::Float(self.log_of(&i.magnitude()))),
            (Number::Rat(r), _) => {
                let n = Int::from(r.numerator().clone()).magnitude();
                Ok(Number::Float(
                    self.log_of(&n) - self.log_of(r.denominator()),
                ))
            }
        }
    }
}

/// ISO 9.3.6 `log`. Also of integers too long for a float.
pub(crate) fn log(x: &Number) -> EvalResult {
    NATURAL.apply(x)
}

/// The logarithm to base 2.
pub(crate) fn log2(x: &Number) -> EvalResult {
    BINARY.apply(x)
}

/// The logarithm to base 10.
pub(crate) fn log10(x: &Number) -> EvalResult {
    DECIMAL.apply(x)
}

/// `log(B, X)`: the logarithm of X to base B; exact for powers of 2 and 10.
pub(crate) fn log_base(b: &Number, x: &Number) -> EvalResult {
    match b {
        Number::Int(Int::Small(2)) => return log2(x),
        Number::Int(Int::Small(10)) => return log10(x),
        _ => {}
    }
    let (b, x) = (log(b)?.to_f64()?, log(x)?.to_f64()?);
    if b == 0.0 {
        return Err(EvalError::ZeroDivisor);
    }
    float_result(&[b, x], x / b)
}

/// ISO Cor.2 9.3.13 `atan2(Y, X)`; undefined if both are zero.
pub(crate) fn atan2(y: &Number, x: &Number) -> EvalResult {
    let (a, b) = (y.to_f64()?, x.to_f64()?);
    if a == 0.0 && b == 0.0 {
        return Err(EvalError::Undefined);
    }
    float_result(&[a, b], a.atan2(b))
}

/// The first operand's magnitude with the second's sign, as a float.
pub(crate) fn copysign(x: &Number, y: &Number) -> EvalResult {
    Ok(Number::Float(x.to_f64()?.copysign(y.to_f64()?)))
}

/// The next float after `a` in the direction of `b`.
pub(super) fn next_float(a: f64, b: f64) -> f64 {
    match a.partial_cmp(&b) {
        Some(Ordering::Less) => a.next_up(),
        Some(Ordering::Greater) => a.next_down(),
        Some(Ordering::Equal) => b,
        None => f64::NAN,
    }
}

/// The next float after the first operand in the direction of the second.
pub(crate) fn nexttoward(x: &Number, y: &Number) -> EvalResult {
    let (a, b) = (x.to_f64()?, y.to_f64()?);
    let next = next_float(a, b);
    // Towards an infinity is a direction; the largest float still has no successor.
    if next.is_infinite() && a.is_finite() {
        return Err(EvalError::FloatOverflow);
    }
    float_result(&[a, b], next)
}
