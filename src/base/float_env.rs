//! The floating-point environment: the flags `float_rounding`, `float_overflow`, `float_zero_div`,
//! `float_undefined` and `float_underflow`.
//!
//! Evaluables round to nearest and raise errors. Under other values of the flags their outcome is
//! amended afterwards: a directed result is computed from the exact one, and the value of IEEE 754
//! replaces an error.

use super::arith::{self, EvalResult};
use super::evaluable::{NumberType, Op1, Op2};
use super::number::{EvalError, Number};
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// The direction in which results are rounded to floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Rounding {
    /// To the nearest float, ties to even.
    #[default]
    Nearest,
    /// To the least float that is not below.
    Upward,
    /// To the greatest float that is not above.
    Downward,
    /// To the nearest float that is not farther from zero.
    TowardZero,
}

impl Rounding {
    /// The names of the directions, in order.
    pub(crate) const NAMES: &'static [&'static str] =
        &["to_nearest", "to_positive", "to_negative", "to_zero"];

    /// The direction with this name.
    pub(crate) fn from_name(name: &str) -> Option<Rounding> {
        const MODES: [Rounding; 4] = [
            Rounding::Nearest,
            Rounding::Upward,
            Rounding::Downward,
            Rounding::TowardZero,
        ];
        let mut named = Rounding::NAMES.iter().zip(MODES);
        named.find(|(n, _)| **n == name).map(|(_, mode)| mode)
    }

    /// Rounds an exact value, given its nearest float `f` and how the value compares with `f`.
    fn round(self, f: f64, exact_is: Ordering) -> f64 {
        match (self, exact_is) {
            (Rounding::Upward, Ordering::Greater) => f.next_up(),
            (Rounding::Downward, Ordering::Less) => f.next_down(),
            (Rounding::TowardZero, Ordering::Greater) if f < 0.0 => f.next_up(),
            (Rounding::TowardZero, Ordering::Less) if f > 0.0 => f.next_down(),
            _ => f,
        }
    }

    /// A bound in this direction for a value whose float `f` may be off by one unit in the last place.
    fn widen(self, f: f64) -> f64 {
        match self {
            Rounding::Nearest => f,
            Rounding::Upward => f.next_up(),
            Rounding::Downward => f.next_down(),
            Rounding::TowardZero if f > 0.0 => f.next_down(),
            Rounding::TowardZero if f < 0.0 => f.next_up(),
            Rounding::TowardZero => f,
        }
    }

    /// The float for a value beyond the range of floats, on the side of `infinity`.
    fn overflow(self, infinity: f64) -> f64 {
        match self {
            Rounding::TowardZero => f64::MAX.copysign(infinity),
            Rounding::Upward if infinity < 0.0 => f64::MIN,
            Rounding::Downward if infinity > 0.0 => f64::MAX,
            _ => infinity,
        }
    }
}

/// The flags of floating point of one machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct FloatEnv {
    /// The flag `float_rounding`.
    pub rounding: Rounding,
    /// True if overflow gives an infinity instead of an error.
    pub overflow: bool,
    /// True if division by zero gives an infinity instead of an error.
    pub zero_div: bool,
    /// True if an undefined result is a NaN instead of an error.
    pub undefined: bool,
    /// True if underflow is an error: a result too small for a float of full precision.
    pub underflow: bool,
    /// True if `/` and `**` of two integers are floats even if they have an integer value (flag `iso`).
    pub float_results: bool,
}

impl FloatEnv {
    /// Returns true if all flags have their default values, so that outcomes need no amending.
    #[inline(always)]
    pub(crate) fn is_plain(self) -> bool {
        self == FloatEnv::default()
    }

    /// Returns true if sums, differences, products and quotients of floats need no amending.
    #[cfg(native_tier)]
    #[inline(always)]
    pub(crate) fn has_default_floats(self) -> bool {
        self == FloatEnv {
            float_results: self.float_results,
            ..FloatEnv::default()
        }
    }

    /// Amends the outcome of an evaluable of one operand.
    pub(crate) fn unary(self, op: Op1, x: &Number, outcome: EvalResult) -> EvalResult {
        match outcome {
            Ok(Number::Float(f)) if op == Op1::Exp && self.is_too_small(f, &[x]) => {
                Err(EvalError::Underflow)
            }
            Ok(Number::Float(f)) if f.is_finite() => {
                Ok(Number::Float(self.rounded_unary(op, x, f)))
            }
            Err(EvalError::Undefined) if self.undefined && is_rounding(op) => Ok(x.clone()),
            Err(e) => self.replace_error(e, op.ieee().map(|f| f(as_ieee(x)))),
            other => other,
        }
    }

    /// Amends the outcome of an evaluable of two operands.
    pub(crate) fn binary(self, op: Op2, x: &Number, y: &Number, outcome: EvalResult) -> EvalResult {
        let outcome = match outcome {
            Ok(Number::Int(_) | Number::Rat(_))
                if self.float_results && matches!(op, Op2::Divide | Op2::Power) =>
            {
                op.eval(&arith::float(x)?, &arith::float(y)?)
            }
            other => other,
        };
        let shrinks = matches!(op, Op2::Mul | Op2::Divide | Op2::Power | Op2::Caret);
        match outcome {
            Ok(Number::Float(f)) if shrinks && self.is_too_small(f, &[x, y]) => {
                Err(EvalError::Underflow)
            }
            Ok(Number::Float(f)) if f.is_finite() => {
                Ok(Number::Float(self.rounded_binary(op, x, y, f)))
            }
            Err(e) => self.replace_error(e, op.ieee().map(|f| f(as_ieee(x), as_ieee(y)))),
            other => other,
        }
    }

    /// Returns true if a result is subnormal or zero although all operands are finite and not zero.
    fn is_too_small(self, f: f64, operands: &[&Number]) -> bool {
        let plain = |x: &&Number| x.signum() != 0 && as_ieee(x).is_finite();
        self.underflow && (f == 0.0 || f.is_subnormal()) && operands.iter().all(plain)
    }

    /// Replaces an error by the value of IEEE 754, if the error's flag says so.
    fn replace_error(self, e: EvalError, ieee: Option<f64>) -> EvalResult {
        let Some(f) = ieee else {
            return Err(e);
        };
        let wanted = match e {
            EvalError::FloatOverflow => self.overflow,
            EvalError::ZeroDivisor | EvalError::Undefined if f.is_infinite() => self.zero_div,
            EvalError::ZeroDivisor | EvalError::Undefined => self.undefined,
            _ => false,
        };
        match wanted {
            true if f.is_infinite() && e == EvalError::FloatOverflow => {
                Ok(Number::Float(self.rounding.overflow(f)))
            }
            true => Ok(Number::Float(f)),
            false => Err(e),
        }
    }

    fn rounded_unary(self, op: Op1, x: &Number, f: f64) -> f64 {
        if self.rounding == Rounding::Nearest {
            return f;
        }
        let exact = match op {
            Op1::Float => x.to_rational(),
            Op1::Sqrt => {
                // The exact root compares with its float as their squares do.
                let (Some(x), Ok(root)) = (x.to_rational(), RBig::try_from(f)) else {
                    return f;
                };
                return self.rounding.round(f, x.cmp(&(&root * &root)));
            }
            _ if op.row().result == NumberType::Float => return self.rounding.widen(f),
            // The functions of numbers of any type have exact values here.
            _ => return f,
        };
        self.round_exact(f, exact)
    }

    fn rounded_binary(self, op: Op2, x: &Number, y: &Number, f: f64) -> f64 {
        if self.rounding == Rounding::Nearest {
            return f;
        }
        let both = x.to_rational().zip(y.to_rational());
        let exact = match op {
            Op2::Add | Op2::Plus => both.map(|(a, b)| a + b),
            Op2::Sub => both.map(|(a, b)| a - b),
            Op2::Mul => both.map(|(a, b)| a * b),
            Op2::Divide => both.filter(|(_, b)| !b.is_zero()).map(|(a, b)| a / b),
            Op2::Copysign | Op2::Nexttoward => return f,
            Op2::Power | Op2::Caret => return self.rounding.widen(f),
            _ if op.row().result == NumberType::Float => return self.rounding.widen(f),
            _ => return f,
        };
        self.round_exact(f, exact)
    }

    /// Rounds an exact value whose nearest float is `f`; without an exact value, `f` itself.
    fn round_exact(self, f: f64, exact: Option<RBig>) -> f64 {
        match (exact, RBig::try_from(f)) {
            (Some(exact), Ok(near)) => self.rounding.round(f, exact.cmp(&near)),
            _ => f,
        }
    }
}

/// Returns true for the functions from a float to a near integer. They are undefined for infinite
/// operands and for NaN.
fn is_rounding(op: Op1) -> bool {
    use Op1::{Ceiling, Floor, Integer, Round, Trunc, Truncate};
    matches!(op, Ceiling | Floor | Integer | Round | Trunc | Truncate)
}

/// The number as a float, infinite if it is out of range.
fn as_ieee(x: &Number) -> f64 {
    let infinite = || f64::INFINITY.copysign(f64::from(x.signum()));
    x.to_f64().unwrap_or_else(|_| infinite())
}
