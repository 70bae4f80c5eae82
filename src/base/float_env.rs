//! What floating point does where the standard's arithmetic rounds or has no value: the flags
//! `float_rounding`, `float_overflow`, `float_zero_div`, `float_undefined` and `float_underflow`.
//!
//! Evaluables round to nearest and have errors. With other flags their outcome is amended here,
//! apart from them: a directed result is found from the exact one, and a value of IEEE 754 takes
//! the place of an error.

use super::arith::{self, EvalResult};
use super::evaluable::{NumberType, Op1, Op2};
use super::number::{EvalError, Number};
use dashu::rational::RBig;
use std::cmp::Ordering;

/// How the results of operations become floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rounding {
    /// The nearest float, of two the even one.
    #[default]
    ToNearest,
    /// The least float that is not below.
    ToPositive,
    /// The greatest float that is not above.
    ToNegative,
    /// The float that is not farther from zero.
    ToZero,
}

impl Rounding {
    /// The names of the modes, in order.
    pub const NAMES: &'static [&'static str] =
        &["to_nearest", "to_positive", "to_negative", "to_zero"];

    /// The mode of a name.
    pub fn from_name(name: &str) -> Option<Rounding> {
        const MODES: [Rounding; 4] = [
            Rounding::ToNearest,
            Rounding::ToPositive,
            Rounding::ToNegative,
            Rounding::ToZero,
        ];
        let mut named = Rounding::NAMES.iter().zip(MODES);
        named.find(|(n, _)| **n == name).map(|(_, mode)| mode)
    }

    /// The float for an exact value that is so much greater than `f`, the nearest one.
    fn correct(self, f: f64, exact_is: Ordering) -> f64 {
        match (self, exact_is) {
            (Rounding::ToPositive, Ordering::Greater) => f.next_up(),
            (Rounding::ToNegative, Ordering::Less) => f.next_down(),
            (Rounding::ToZero, Ordering::Greater) if f < 0.0 => f.next_up(),
            (Rounding::ToZero, Ordering::Less) if f > 0.0 => f.next_down(),
            _ => f,
        }
    }

    /// The bound in this direction for a value that a library function gave to the last place.
    fn widen(self, f: f64) -> f64 {
        match self {
            Rounding::ToNearest => f,
            Rounding::ToPositive => f.next_up(),
            Rounding::ToNegative => f.next_down(),
            Rounding::ToZero if f > 0.0 => f.next_down(),
            Rounding::ToZero if f < 0.0 => f.next_up(),
            Rounding::ToZero => f,
        }
    }

    /// What stands for a value too great for a float.
    fn beyond(self, infinity: f64) -> f64 {
        match self {
            Rounding::ToZero => f64::MAX.copysign(infinity),
            Rounding::ToPositive if infinity < 0.0 => f64::MIN,
            Rounding::ToNegative if infinity > 0.0 => f64::MAX,
            _ => infinity,
        }
    }
}

/// The flags of one machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FloatEnv {
    /// The flag `float_rounding`.
    pub rounding: Rounding,
    /// Whether what is too great is an infinity, and no error.
    pub overflow: bool,
    /// Whether a division by zero is an infinity, and no error.
    pub zero_div: bool,
    /// Whether what has no value is the float that is not a number, and no error.
    pub undefined: bool,
    /// Whether what is too small for a float of full precision is an error.
    pub underflow: bool,
    /// Whether `/` has a float for two integers, also if the division is exact: the flag `iso`.
    pub float_quotient: bool,
}

impl FloatEnv {
    /// Whether results are those of the evaluables themselves.
    #[inline(always)]
    pub fn is_plain(self) -> bool {
        self == FloatEnv::default()
    }

    /// The outcome of an evaluable of one argument, amended.
    pub fn unary(self, op: Op1, x: &Number, outcome: EvalResult) -> EvalResult {
        match outcome {
            Ok(Number::Float(f)) if op == Op1::Exp && self.is_too_small(f, &[x]) => {
                Err(EvalError::Underflow)
            }
            Ok(Number::Float(f)) if f.is_finite() => {
                Ok(Number::Float(self.rounded_unary(op, x, f)))
            }
            Err(EvalError::Undefined) if self.undefined && is_rounding(op) => Ok(x.clone()),
            Err(e) => self.instead(e, op.ieee().map(|f| f(as_ieee(x)))),
            other => other,
        }
    }

    /// The outcome of an evaluable of two arguments, amended.
    pub fn binary(self, op: Op2, x: &Number, y: &Number, outcome: EvalResult) -> EvalResult {
        let outcome = match outcome {
            Ok(Number::Int(_) | Number::Rat(_)) if self.float_quotient && op == Op2::Divide => {
                let (x, y) = (arith::float(x)?, arith::float(y)?);
                arith::divide(&x, &y)
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
            Err(e) => self.instead(e, op.ieee().map(|f| f(as_ieee(x), as_ieee(y)))),
            other => other,
        }
    }

    /// Whether a result has lost precision or all of its value, which no operand accounts for.
    fn is_too_small(self, f: f64, operands: &[&Number]) -> bool {
        let plain = |x: &&Number| x.signum() != 0 && as_ieee(x).is_finite();
        self.underflow && (f == 0.0 || f.is_subnormal()) && operands.iter().all(plain)
    }

    /// The value of IEEE 754 in the place of an error, if its flag says so.
    fn instead(self, e: EvalError, ieee: Option<f64>) -> EvalResult {
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
                Ok(Number::Float(self.rounding.beyond(f)))
            }
            true => Ok(Number::Float(f)),
            false => Err(e),
        }
    }

    fn rounded_unary(self, op: Op1, x: &Number, f: f64) -> f64 {
        if self.rounding == Rounding::ToNearest {
            return f;
        }
        let exact = match op {
            Op1::Float => x.to_rational(),
            Op1::Sqrt => {
                // Below or above the root is below or above the square.
                let (Some(x), Ok(root)) = (x.to_rational(), RBig::try_from(f)) else {
                    return f;
                };
                return self.rounding.correct(f, x.cmp(&(&root * &root)));
            }
            _ if op.row().result == NumberType::Float => return self.rounding.widen(f),
            // The functions of numbers of any type have exact values here.
            _ => return f,
        };
        self.towards(f, exact)
    }

    fn rounded_binary(self, op: Op2, x: &Number, y: &Number, f: f64) -> f64 {
        if self.rounding == Rounding::ToNearest {
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
        self.towards(f, exact)
    }

    fn towards(self, f: f64, exact: Option<RBig>) -> f64 {
        match (exact, RBig::try_from(f)) {
            (Some(exact), Ok(near)) => self.rounding.correct(f, exact.cmp(&near)),
            _ => f,
        }
    }
}

/// Whether the value is the integer near a float: of an infinite one and of what is no number, there is none.
fn is_rounding(op: Op1) -> bool {
    use Op1::{Ceiling, Floor, Integer, Round, Trunc, Truncate};
    matches!(op, Ceiling | Floor | Integer | Round | Trunc | Truncate)
}

/// The number as a float, infinite if it is too great for one.
fn as_ieee(x: &Number) -> f64 {
    let infinite = || f64::INFINITY.copysign(f64::from(x.signum()));
    x.to_f64().unwrap_or_else(|_| infinite())
}
