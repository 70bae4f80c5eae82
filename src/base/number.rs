//! Numbers, their two orders, and the errors of evaluation (ISO 13211-1 clauses 7.2, 7.12.2 and 9).
//! The culprits of errors are numbers, not terms.

use super::convert::{float_text, int_from_f64, int_to_f64, ratio_to_f64};
use super::int::{Int, TooLarge};
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// A number: the operands and values of arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Number {
    /// An integer.
    Int(Int),
    /// A float.
    Float(f64),
    /// A rational that is not an integer, in lowest terms.
    Rat(Box<RBig>),
}

/// The error of an expression without value (ISO 7.12.2, 9.1.5).
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum EvalError {
    /// `type_error(integer, N)`.
    TypeInteger(Number),
    /// `type_error(float, N)`: the value is not an integer, so the operand must be a float.
    TypeFloat(Number),
    /// `type_error(rational, N)`.
    TypeRational(Number),
    /// `domain_error(not_less_than_zero, N)`.
    NotLessThanZero(Number),
    /// `domain_error(not_less_than_one, N)`.
    NotLessThanOne(Number),
    /// `evaluation_error(zero_divisor)`.
    ZeroDivisor,
    /// `evaluation_error(undefined)`.
    Undefined,
    /// `evaluation_error(float_overflow)`.
    FloatOverflow,
    /// `evaluation_error(underflow)`, if the flag `float_underflow` is `error`.
    Underflow,
    /// `resource_error(memory)`: an exact result is longer than the limit.
    Resource,
}

impl EvalError {
    /// The error term's name, its first argument, and the culprit if it has two arguments:
    /// `("type_error", "integer", Some(1.5))` stands for `type_error(integer, 1.5)`.
    pub(crate) fn parts(&self) -> (&'static str, &'static str, Option<&Number>) {
        match self {
            EvalError::TypeInteger(n) => ("type_error", "integer", Some(n)),
            EvalError::TypeFloat(n) => ("type_error", "float", Some(n)),
            EvalError::TypeRational(n) => ("type_error", "rational", Some(n)),
            EvalError::NotLessThanZero(n) => ("domain_error", "not_less_than_zero", Some(n)),
            EvalError::NotLessThanOne(n) => ("domain_error", "not_less_than_one", Some(n)),
            EvalError::ZeroDivisor => ("evaluation_error", "zero_divisor", None),
            EvalError::Undefined => ("evaluation_error", "undefined", None),
            EvalError::FloatOverflow => ("evaluation_error", "float_overflow", None),
            EvalError::Underflow => ("evaluation_error", "underflow", None),
            EvalError::Resource => ("resource_error", "memory", None),
        }
    }
}

impl From<TooLarge> for EvalError {
    fn from(_: TooLarge) -> EvalError {
        EvalError::Resource
    }
}

impl Number {
    /// The rational as a number: an integer if its denominator is one.
    pub(crate) fn from_rational(r: RBig) -> Number {
        if r.is_int() {
            Number::Int(Int::from(r.into_parts().0))
        } else {
            Number::Rat(Box::new(r))
        }
    }

    /// The integer, if this is one.
    pub(crate) fn as_int(&self) -> Option<&Int> {
        match self {
            Number::Int(i) => Some(i),
            _ => None,
        }
    }

    /// The nearest float (ISO 9.1.6 `float`), ties to even.
    ///
    /// # Errors
    /// `evaluation_error(float_overflow)` if the number is beyond the range of floats.
    #[inline]
    pub(crate) fn to_f64(&self) -> Result<f64, EvalError> {
        match self {
            Number::Float(f) => Ok(*f),
            Number::Int(Int::Small(i)) => Ok(*i as f64),
            Number::Int(i) => int_to_f64(i).ok_or(EvalError::FloatOverflow),
            Number::Rat(r) => {
                ratio_to_f64(r.numerator(), r.denominator()).ok_or(EvalError::FloatOverflow)
            }
        }
    }

    /// −1, 0 or 1; of a float that is not a number, 0.
    pub(crate) fn signum(&self) -> i32 {
        match self {
            Number::Int(i) => i.signum(),
            Number::Float(f) if *f > 0.0 => 1,
            Number::Float(f) if *f < 0.0 => -1,
            Number::Float(_) => 0,
            Number::Rat(r) => {
                if *r.numerator() < dashu_int::IBig::ZERO {
                    -1
                } else {
                    1
                }
            }
        }
    }

    /// The exact value as a rational; `None` for an infinite float or one that is not a number.
    pub(crate) fn to_rational(&self) -> Option<RBig> {
        match self {
            Number::Int(i) => Some(RBig::from(i.to_big())),
            Number::Float(f) => RBig::try_from(*f).ok(),
            Number::Rat(r) => Some((**r).clone()),
        }
    }
}

impl From<Int> for Number {
    fn from(i: Int) -> Number {
        Number::Int(i)
    }
}

impl From<i64> for Number {
    fn from(i: i64) -> Number {
        Number::Int(Int::Small(i))
    }
}

impl From<f64> for Number {
    fn from(f: f64) -> Number {
        Number::Float(f)
    }
}

/// The text that reads back as this number; a rational as `1r3`.
impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Int(i) => i.fmt(f),
            Number::Float(x) => f.write_str(&float_text(*x)),
            Number::Rat(r) => write!(f, "{}r{}", r.numerator(), r.denominator()),
        }
    }
}

/// Compares values (ISO 8.7 `=:=`, `<`, …); `None` if one is a NaN.
///
/// The comparison is exact: an integer is never rounded to a float first, which ISO would allow.
/// So `9007199254740993 =:= 9007199254740992.0` is false and `=:=` stays transitive.
#[inline]
pub(crate) fn compare_arith(x: &Number, y: &Number) -> Option<Ordering> {
    match (x, y) {
        (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
        (Number::Float(a), Number::Float(b)) => a.partial_cmp(b),
        (Number::Int(a), Number::Float(b)) => compare_int_f64(a, *b),
        (Number::Float(a), Number::Int(b)) => compare_int_f64(b, *a).map(Ordering::reverse),
        (Number::Rat(a), Number::Rat(b)) => Some(a.cmp(b)),
        (Number::Rat(a), Number::Int(b)) => Some((**a).cmp(&RBig::from(b.to_big()))),
        (Number::Int(a), Number::Rat(b)) => Some(RBig::from(a.to_big()).cmp(b)),
        (Number::Rat(a), Number::Float(b)) => compare_rat_f64(a, *b),
        (Number::Float(a), Number::Rat(b)) => compare_rat_f64(b, *a).map(Ordering::reverse),
    }
}

/// Compares in the standard order of terms (ISO 7.2): floats come before all other numbers, and
/// within each of the two kinds the value decides. `Equal` means identical (ISO 8.4 `==`).
///
/// NaN comes before all floats, and −0.0 before 0.0, so that the order is total.
pub(crate) fn compare_standard(x: &Number, y: &Number) -> Ordering {
    match (x, y) {
        (Number::Float(a), Number::Float(b)) => match (a.is_nan(), b.is_nan()) {
            (false, false) => a.total_cmp(b),
            (a, b) => b.cmp(&a),
        },
        (Number::Float(_), _) => Ordering::Less,
        (_, Number::Float(_)) => Ordering::Greater,
        _ => compare_arith(x, y).unwrap_or(Ordering::Equal),
    }
}

/// Compares an integer with a float exactly; `None` if the float is a NaN.
pub(crate) fn compare_int_f64(i: &Int, f: f64) -> Option<Ordering> {
    /// 2⁶³: floats from here on are not machine integers.
    const BEYOND: f64 = 9_223_372_036_854_775_808.0;
    if f.is_nan() {
        return None;
    }
    match i {
        Int::Small(i) => Some(if f >= BEYOND {
            Ordering::Less
        } else if f < -BEYOND {
            Ordering::Greater
        } else {
            // The integer part is exact here, and the fraction breaks the tie.
            let whole = f.trunc();
            i.cmp(&(whole as i64))
                .then_with(|| whole.partial_cmp(&f).unwrap_or(Ordering::Equal))
        }),
        Int::Big(_) => Some(match int_from_f64(f) {
            // A fraction cannot matter against an integer of more than 63 bits.
            Some(whole) => i.cmp(&whole),
            None if f > 0.0 => Ordering::Less,
            None => Ordering::Greater,
        }),
    }
}

/// Compares a rational with a float exactly; `None` if the float is a NaN.
fn compare_rat_f64(r: &RBig, f: f64) -> Option<Ordering> {
    if f.is_nan() {
        return None;
    }
    Some(match RBig::try_from(f) {
        Ok(exact) => r.cmp(&exact),
        Err(_) if f > 0.0 => Ordering::Less,
        Err(_) => Ordering::Greater,
    })
}
