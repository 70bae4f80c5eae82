//! Exact and mixed arithmetic: the evaluables of ISO 9.1, 9.2 and 9.4, and rationals.
//!
//! Integers and rationals are exact and meet floats only by [`Number::to_f64`]. Functions of
//! floats alone are in `elementary`; the table of names is in `evaluable`.

use super::convert::{int_from_f64, ratio_to_f64};
use super::int::{Int, MAX_BITS, TooLarge};
use super::number::{EvalError, Number, compare_arith};
use dashu_base::BitTest;
use dashu_ratio::RBig;
use std::cmp::Ordering;

/// The value of an evaluable, or the error of its evaluation.
pub(crate) type EvalResult = Result<Number, EvalError>;

/// Two operands of the same type.
enum Operands<'a> {
    Ints(&'a Int, &'a Int),
    Rats(RBig, RBig),
    Floats(f64, f64),
}

/// Converts the operands of a mixed operation to one type (ISO 9.1.7).
fn same_type<'a>(x: &'a Number, y: &'a Number) -> Result<Operands<'a>, EvalError> {
    Ok(match (x, y) {
        (Number::Int(a), Number::Int(b)) => Operands::Ints(a, b),
        (Number::Float(_), _) | (_, Number::Float(_)) => Operands::Floats(x.to_f64()?, y.to_f64()?),
        _ => match (x.to_rational(), y.to_rational()) {
            (Some(a), Some(b)) => Operands::Rats(a, b),
            _ => return Err(EvalError::Undefined),
        },
    })
}

/// The value of an operation on floats. It is infinite or not a number only if an operand is
/// (ISO 9.1.4.2: a result out of range is an error; results of infinite operands are those of
/// IEEE 754).
#[inline]
pub(super) fn float_result(operands: &[f64], result: f64) -> EvalResult {
    if result.is_finite() {
        return Ok(Number::Float(result));
    }
    if result.is_nan() {
        if operands.iter().any(|x| x.is_nan()) {
            return Ok(Number::Float(result));
        }
        return Err(EvalError::Undefined);
    }
    if operands.iter().any(|x| !x.is_finite()) {
        return Ok(Number::Float(result));
    }
    Err(EvalError::FloatOverflow)
}

fn bits(r: &RBig) -> u64 {
    (r.numerator().bit_len() + r.denominator().bit_len()) as u64
}

/// Applies an exact operation, unless the result could exceed [`MAX_BITS`].
fn rat_result(a: RBig, b: RBig, op: fn(RBig, RBig) -> RBig) -> EvalResult {
    if bits(&a) + bits(&b) > MAX_BITS {
        return Err(EvalError::Resource);
    }
    Ok(Number::from_rational(op(a, b)))
}

pub(super) fn integer(x: &Number) -> Result<&Int, EvalError> {
    x.as_int().ok_or_else(|| EvalError::TypeInteger(x.clone()))
}

fn rational_operand(x: &Number) -> Result<RBig, EvalError> {
    match x {
        Number::Float(_) => Err(EvalError::TypeRational(x.clone())),
        _ => x.to_rational().ok_or(EvalError::Undefined),
    }
}

/// ISO 9.1.7 `+`.
#[inline]
pub(crate) fn add(x: &Number, y: &Number) -> EvalResult {
    match same_type(x, y)? {
        Operands::Ints(a, b) => Ok(Number::Int(a + b)),
        Operands::Rats(a, b) => rat_result(a, b, |a, b| a + b),
        Operands::Floats(a, b) => float_result(&[a, b], a + b),
    }
}

/// ISO 9.1.7 `-`.
#[inline]
pub(crate) fn sub(x: &Number, y: &Number) -> EvalResult {
    match same_type(x, y)? {
        Operands::Ints(a, b) => Ok(Number::Int(a - b)),
        Operands::Rats(a, b) => rat_result(a, b, |a, b| a - b),
        Operands::Floats(a, b) => float_result(&[a, b], a - b),
    }
}

/// ISO 9.1.7 `*`.
#[inline]
pub(crate) fn mul(x: &Number, y: &Number) -> EvalResult {
    match same_type(x, y)? {
        Operands::Ints(a, b) => Ok(Number::Int(a.checked_mul(b)?)),
        Operands::Rats(a, b) => rat_result(a, b, |a, b| a * b),
        Operands::Floats(a, b) => float_result(&[a, b], a * b),
    }
}

/// ISO 9.1.7 `/`: of two integers the integer if the division is exact, else the nearest float;
/// with a rational, the rational.
pub(crate) fn divide(x: &Number, y: &Number) -> EvalResult {
    match same_type(x, y)? {
        Operands::Ints(a, b) => {
            let (q, r) = a.div_rem(b).ok_or(EvalError::ZeroDivisor)?;
            if r.is_zero() {
                return Ok(Number::Int(q));
            }
            /// Integers up to this one are exact as floats, so that the hardware rounds their quotient.
            const EXACT: u64 = 1 << 53;
            if let (Some(a), Some(b)) = (a.to_i64(), b.to_i64())
                && a.unsigned_abs() <= EXACT
                && b.unsigned_abs() <= EXACT
            {
                return Ok(Number::Float(a as f64 / b as f64));
            }
            let n = if b.is_negative() { -a } else { a.clone() };
            ratio_to_f64(&n.to_big(), &b.magnitude())
                .map(Number::Float)
                .ok_or(EvalError::FloatOverflow)
        }
        Operands::Rats(_, b) if b.is_zero() => Err(EvalError::ZeroDivisor),
        Operands::Rats(a, b) => rat_result(a, b, |a, b| a / b),
        Operands::Floats(a, b) => {
            if b == 0.0 && !a.is_nan() {
                return Err(if a == 0.0 {
                    EvalError::Undefined
                } else {
                    EvalError::ZeroDivisor
                });
            }
            float_result(&[a, b], a / b)
        }
    }
}

/// `rdiv`: the quotient of two rationals, as a rational.
pub(crate) fn rdiv(x: &Number, y: &Number) -> EvalResult {
    let (a, b) = (rational_operand(x)?, rational_operand(y)?);
    if b.is_zero() {
        return Err(EvalError::ZeroDivisor);
    }
    rat_result(a, b, |a, b| a / b)
}

macro_rules! integer_division {
    ($($(#[$doc:meta])* $name:ident = $method:ident;)*) => {$(
        $(#[$doc])*
        pub(crate) fn $name(x: &Number, y: &Number) -> EvalResult {
            let (a, b) = (integer(x)?, integer(y)?);
            a.$method(b).map(Number::Int).ok_or(EvalError::ZeroDivisor)
        }
    )*};
}
integer_division! {
    /// ISO 9.1.7 `//`: the quotient towards zero.
    int_div = div_trunc;
    /// ISO Cor.2 9.1.3 `div`: the quotient towards negative infinity.
    div = div_floor;
    /// ISO 9.1.7 `rem`: the remainder with the sign of the dividend.
    rem = rem_trunc;
    /// ISO 9.1.7 `mod`: the remainder with the sign of the divisor.
    modulo = mod_floor;
}

/// ISO 9.1.7 `-`/1.
pub(crate) fn neg(x: &Number) -> EvalResult {
    Ok(match x {
        Number::Int(i) => Number::Int(-i),
        Number::Float(f) => Number::Float(-f),
        Number::Rat(r) => Number::from_rational(-(**r).clone()),
    })
}

/// ISO Cor.2 9.1.3 `+`/1, and `eval`: the value itself.
pub(crate) fn identity(x: &Number) -> EvalResult {
    Ok(x.clone())
}

/// The successor.
pub(crate) fn succ(x: &Number) -> EvalResult {
    add(x, &Number::Int(Int::ONE))
}

/// ISO 9.1.7 `abs`.
pub(crate) fn abs(x: &Number) -> EvalResult {
    match x {
        Number::Float(f) => Ok(Number::Float(f.abs())),
        _ if x.signum() < 0 => neg(x),
        _ => Ok(x.clone()),
    }
}

/// ISO 9.1.4 `sign`: of the operand's type, so that `sign(-2.5)` is `-1.0`, and
/// `sign(-0.0)` is `0.0`.
pub(crate) fn sign(x: &Number) -> EvalResult {
    Ok(match x {
        Number::Float(f) if f.is_nan() => x.clone(),
        Number::Float(f) if *f == 0.0 => Number::Float(0.0),
        Number::Float(f) => Number::Float(f.signum()),
        _ => Number::from(i64::from(x.signum())),
    })
}

/// The greater or the lesser operand, as `wanted` says. Of two equal ones, the float, which is the type of any
/// operation on both; a NaN is returned in any case.
fn select(x: &Number, y: &Number, wanted: Ordering) -> EvalResult {
    let is_nan = |n: &Number| matches!(n, Number::Float(f) if f.is_nan());
    let first = match compare_arith(x, y) {
        Some(Ordering::Equal) => match (x, y) {
            (Number::Float(a), Number::Float(b)) => a.total_cmp(b) == wanted,
            _ => matches!(x, Number::Float(_)),
        },
        Some(o) => o == wanted,
        None => is_nan(x),
    };
    Ok(if first { x.clone() } else { y.clone() })
}

/// ISO Cor.2 9.3.9 `max`. Mixed operands are compared exactly and not converted.
pub(crate) fn max(x: &Number, y: &Number) -> EvalResult {
    select(x, y, Ordering::Greater)
}

/// ISO Cor.2 9.3.9 `min`. Mixed operands are compared exactly and not converted.
pub(crate) fn min(x: &Number, y: &Number) -> EvalResult {
    select(x, y, Ordering::Less)
}

/// The greatest common divisor of two integers.
pub(crate) fn gcd(x: &Number, y: &Number) -> EvalResult {
    Ok(Number::Int(integer(x)?.gcd(integer(y)?)))
}

/// The least common multiple of two integers.
pub(crate) fn lcm(x: &Number, y: &Number) -> EvalResult {
    Ok(Number::Int(integer(x)?.lcm(integer(y)?)?))
}

/// ISO 9.4.1 `>>`: towards negative infinity; a negative distance shifts left.
pub(crate) fn shift_right(x: &Number, y: &Number) -> EvalResult {
    let (a, n) = (integer(x)?, integer(y)?);
    Ok(Number::Int(a.shift(&-n)?))
}

/// ISO 9.4.2 `<<`; a negative distance shifts right.
pub(crate) fn shift_left(x: &Number, y: &Number) -> EvalResult {
    let (a, n) = (integer(x)?, integer(y)?);
    Ok(Number::Int(a.shift(n)?))
}

/// ISO 9.4.3 `/\`, on two's complement with infinite sign extension.
pub(crate) fn bit_and(x: &Number, y: &Number) -> EvalResult {
    Ok(Number::Int(integer(x)? & integer(y)?))
}

/// ISO 9.4.4 `\/`, on two's complement with infinite sign extension.
pub(crate) fn bit_or(x: &Number, y: &Number) -> EvalResult {
    Ok(Number::Int(integer(x)? | integer(y)?))
}

/// ISO Cor.2 9.4.6 `xor`, on two's complement with infinite sign extension.
pub(crate) fn xor(x: &Number, y: &Number) -> EvalResult {
    Ok(Number::Int(integer(x)? ^ integer(y)?))
}

/// ISO 9.4.5 `\`: `-X - 1`.
pub(crate) fn bit_not(x: &Number) -> EvalResult {
    integer(x).map(|i| Number::Int(!i))
}

fn positive(x: &Number) -> Result<&Int, EvalError> {
    let i = integer(x)?;
    if i.signum() <= 0 {
        return Err(EvalError::NotLessThanOne(x.clone()));
    }
    Ok(i)
}

fn natural(x: &Number) -> Result<&Int, EvalError> {
    let i = integer(x)?;
    if i.is_negative() {
        return Err(EvalError::NotLessThanZero(x.clone()));
    }
    Ok(i)
}

/// The index of the highest set bit of a positive integer.
pub(crate) fn msb(x: &Number) -> EvalResult {
    Ok(Number::Int(Int::from(positive(x)?.bit_len() - 1)))
}

/// The index of the lowest set bit of a positive integer.
pub(crate) fn lsb(x: &Number) -> EvalResult {
    Ok(Number::Int(Int::from(
        positive(x)?.trailing_zeros().unwrap_or(0),
    )))
}

/// The number of set bits of a natural number.
pub(crate) fn popcount(x: &Number) -> EvalResult {
    Ok(Number::Int(Int::from(natural(x)?.count_ones())))
}

/// `getbit(X, N)`: the bit of the natural number X with weight 2ᴺ.
pub(crate) fn getbit(x: &Number, n: &Number) -> EvalResult {
    let (i, n) = (natural(x)?, natural(n)?);
    let set = n.to_i64().is_some_and(|n| i.bit(n.unsigned_abs()));
    Ok(Number::from(i64::from(set)))
}

/// The integer `x` with the bit of weight 2ⁿ equal to `value`.
fn with_bit(x: &Number, n: &Number, value: bool) -> EvalResult {
    let (i, n) = (integer(x)?, natural(n)?);
    let present = match n.to_i64() {
        Some(n) => i.bit(n.unsigned_abs()),
        None => i.is_negative(),
    };
    if present == value {
        return Ok(x.clone());
    }
    Ok(Number::Int(i ^ &Int::ONE.shift(n)?))
}

/// `setbit(X, N)`: the integer X with the bit of weight 2ᴺ set.
pub(crate) fn setbit(x: &Number, n: &Number) -> EvalResult {
    with_bit(x, n, true)
}

/// `clrbit(X, N)`: the integer X with the bit of weight 2ᴺ cleared.
pub(crate) fn clrbit(x: &Number, n: &Number) -> EvalResult {
    with_bit(x, n, false)
}

/// An integer to the power of a natural number.
fn int_power(a: &Int, b: &Int) -> EvalResult {
    Ok(Number::Int(a.checked_pow(b)?))
}

/// A rational to the power of an integer, exactly.
fn rat_power(r: &RBig, n: &Int) -> EvalResult {
    let (numerator, denominator) = r.clone().into_parts();
    let too_long = |_: TooLarge| EvalError::Resource;
    let p = Int::from(numerator).checked_pow(n).map_err(too_long)?;
    let q = Int::from(denominator).checked_pow(n).map_err(too_long)?;
    let (p, q) = if n.is_negative() { (q, p) } else { (p, q) };
    Ok(Number::from_rational(RBig::from_parts_signed(
        p.to_big(),
        q.to_big(),
    )))
}

/// ISO 9.3.1: a power of floats.
fn float_power(x: &Number, y: &Number) -> EvalResult {
    let (a, b) = (x.to_f64()?, y.to_f64()?);
    if (a == 0.0 && b < 0.0) || (a < 0.0 && b.is_finite() && b.fract() != 0.0) {
        return Err(EvalError::Undefined);
    }
    float_result(&[a, b], a.powf(b))
}

/// An integer with an absolute value above 1 to the power of a negative integer, as a float.
fn reciprocal_power(a: &Int, b: &Int) -> EvalResult {
    /// Up to this length of the power the exact quotient is cheap, and correctly rounded.
    const CHEAP: u64 = 4096;
    let n = b.to_i64().map(i64::unsigned_abs);
    if n.is_some_and(|n| a.bit_len().saturating_mul(n) <= CHEAP) {
        let p = a.checked_pow(b)?;
        let one = if p.is_negative() {
            Int::Small(-1)
        } else {
            Int::ONE
        };
        return ratio_to_f64(&one.to_big(), &p.magnitude())
            .map(Number::Float)
            .ok_or(EvalError::FloatOverflow);
    }
    // The absolute value is below 2 to the power −2048, which rounds to zero.
    let negative = a.is_negative() && !b.is_even();
    Ok(Number::Float(if negative { -0.0 } else { 0.0 }))
}

/// The common part of `**` and `^`; `negative` is the power of an integer and a negative integer.
fn power_with(x: &Number, y: &Number, negative: fn(&Int, &Int) -> EvalResult) -> EvalResult {
    match (x, y) {
        (Number::Int(a), Number::Int(b)) if b.is_negative() => match a.to_i64() {
            Some(0) => Err(EvalError::Undefined),
            Some(1 | -1) => int_power(a, b),
            _ => negative(a, b),
        },
        (Number::Int(a), Number::Int(b)) => int_power(a, b),
        (Number::Rat(r), Number::Int(n)) => rat_power(r, n),
        _ => float_power(x, y),
    }
}

/// ISO Cor.2 9.3.1 `**`, except that the power of integers is an integer where it has that value:
/// `2 ** 3` is `8` and `2 ** -1` is `0.5`.
pub(crate) fn power(x: &Number, y: &Number) -> EvalResult {
    power_with(x, y, reciprocal_power)
}

/// ISO Cor.2 9.3.10 `^`: of integers an integer, and `type_error(float, 2)` for `2 ^ -1`.
pub(crate) fn caret(x: &Number, y: &Number) -> EvalResult {
    power_with(x, y, |a, _| {
        Err(EvalError::TypeFloat(Number::Int(a.clone())))
    })
}

/// Rounds a rational: applies an integer division to its numerator and denominator.
fn round_rational(r: &RBig, by: fn(&Int, &Int) -> Option<Int>) -> EvalResult {
    let n = Int::from(r.numerator().clone());
    let d = Int::from(r.denominator().clone());
    by(&n, &d).map(Number::Int).ok_or(EvalError::ZeroDivisor)
}

/// The nearest integer to `n/d`, half away from zero.
fn div_round(n: &Int, d: &Int) -> Option<Int> {
    let twice = &(&n.abs() + &n.abs()) + d;
    let q = twice.div_floor(&(d + d))?;
    Some(if n.is_negative() { -q } else { q })
}

fn to_integer(x: &Number, float: fn(f64) -> f64, rat: fn(&Int, &Int) -> Option<Int>) -> EvalResult {
    match x {
        Number::Int(_) => Ok(x.clone()),
        Number::Float(f) => int_from_f64(float(*f))
            .map(Number::Int)
            .ok_or(EvalError::Undefined),
        Number::Rat(r) => round_rational(r, rat),
    }
}

/// ISO 9.1.7 `floor`.
pub(crate) fn floor(x: &Number) -> EvalResult {
    to_integer(x, f64::floor, Int::div_floor)
}

/// ISO 9.1.7 `ceiling`.
pub(crate) fn ceiling(x: &Number) -> EvalResult {
    to_integer(x, f64::ceil, Int::div_ceil)
}

/// ISO 9.1.7 `truncate`.
pub(crate) fn truncate(x: &Number) -> EvalResult {
    to_integer(x, f64::trunc, Int::div_trunc)
}

/// ISO 9.1.7 `round`, and `integer`: half away from zero.
pub(crate) fn round(x: &Number) -> EvalResult {
    to_integer(x, f64::round, div_round)
}

/// ISO 9.1.7 `float`.
pub(crate) fn float(x: &Number) -> EvalResult {
    x.to_f64().map(Number::Float)
}

/// ISO 9.1.7 `float_integer_part`; of an integer or rational, exact.
pub(crate) fn float_integer_part(x: &Number) -> EvalResult {
    match x {
        Number::Float(f) => Ok(Number::Float(f.trunc())),
        _ => truncate(x),
    }
}

/// ISO 9.1.7 `float_fractional_part`, with the operand's sign; of an integer or rational, exact.
pub(crate) fn float_fractional_part(x: &Number) -> EvalResult {
    match x {
        Number::Int(_) => Ok(Number::Int(Int::ZERO)),
        Number::Float(f) if f.is_infinite() => Ok(Number::Float(0f64.copysign(*f))),
        Number::Float(f) => Ok(Number::Float(f.fract().copysign(*f))),
        Number::Rat(_) => sub(x, &truncate(x)?),
    }
}

/// `rational`: the exact value.
pub(crate) fn rational(x: &Number) -> EvalResult {
    x.to_rational()
        .map(Number::from_rational)
        .ok_or(EvalError::Undefined)
}

/// `rationalize`: of a float the simplest rational that rounds to it.
pub(crate) fn rationalize(x: &Number) -> EvalResult {
    match x {
        Number::Float(f) if *f == 0.0 => Ok(Number::Int(Int::ZERO)),
        Number::Float(f) if f.is_finite() => RBig::simplest_from_f64(*f)
            .map(Number::from_rational)
            .ok_or(EvalError::Undefined),
        _ => rational(x),
    }
}

/// `numerator` of a rational in lowest terms.
pub(crate) fn numerator(x: &Number) -> EvalResult {
    let (n, _) = rational_operand(x)?.into_parts();
    Ok(Number::Int(Int::from(n)))
}

/// `denominator` of a rational in lowest terms.
pub(crate) fn denominator(x: &Number) -> EvalResult {
    let (_, d) = rational_operand(x)?.into_parts();
    Ok(Number::Int(Int::from(d)))
}

/// The bound of `random/1`, checked: an integer above zero.
pub(super) fn random_bound(x: &Number) -> Result<&Int, EvalError> {
    positive(x)
}
