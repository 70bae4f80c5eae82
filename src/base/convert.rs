//! Conversions between integers, rationals, floats and their texts, each exact or correctly
//! rounded (ISO 9.1.6, 6.4.4, 6.4.5). Of syntax, only the digits of numbers.

use super::int::Int;
use dashu_base::{BitTest, DivRem};
use dashu_int::{IBig, UBig};

/// The nearest float, ties to even; `None` if it would not be finite.
pub(crate) fn int_to_f64(i: &Int) -> Option<f64> {
    match i {
        Int::Small(i) => Some(*i as f64),
        Int::Big(b) => {
            let magnitude = natural_to_f64(&i.magnitude())?;
            Some(if **b < IBig::ZERO {
                -magnitude
            } else {
                magnitude
            })
        }
    }
}

/// The float nearest to a natural number; `None` if it would not be finite.
fn natural_to_f64(n: &UBig) -> Option<f64> {
    let bits = n.bit_len();
    if bits > 1024 {
        return None;
    }
    if let Ok(word) = u64::try_from(n) {
        return Some(word as f64);
    }
    let cut = bits - 64;
    let sticky = n.trailing_zeros().is_some_and(|z| z < cut);
    let top = u64::try_from(n >> cut).ok()?;
    rounded(top, sticky, cut as i64)
}

/// The float nearest to `numerator / denominator`, ties to even; `None` if it would not be
/// finite. The denominator is not zero.
pub(crate) fn ratio_to_f64(numerator: &IBig, denominator: &UBig) -> Option<f64> {
    let (sign, n) = numerator.clone().into_parts();
    let negative = bool::from(sign);
    let apply = |f: f64| if negative { -f } else { f };
    if n.is_zero() {
        return Some(0.0);
    }
    // The quotient lies between 2^(length − 1) and 2^(length + 1).
    let length = n.bit_len() as i64 - denominator.bit_len() as i64;
    if length > 1025 {
        return None;
    }
    if length < -1076 {
        return Some(apply(0.0));
    }
    // The quotient of the scaled numbers has 62 or 63 bits, more than a float keeps.
    let scale = 62 - length;
    let (q, r) = if scale >= 0 {
        (n << scale as usize).div_rem(denominator)
    } else {
        n.div_rem(denominator << (-scale) as usize)
    };
    rounded(u64::try_from(q).ok()?, !r.is_zero(), -scale).map(apply)
}

/// `top · 2^exponent`, rounded to the nearest float, ties to even; `sticky` is true if the
/// exact value is above `top` by less than 1; `top` then has at least 55 bits. `None` if the result
/// is not finite.
fn rounded(top: u64, sticky: bool, exponent: i64) -> Option<f64> {
    /// The weight of the lowest bit of the least float.
    const LEAST: i64 = -1074;
    let length = i64::from(64 - top.leading_zeros());
    let drop = (length - 53).max(LEAST - exponent).max(0);
    let kept = if drop == 0 {
        top
    } else if drop > 64 {
        0
    } else {
        let kept = top.checked_shr(drop as u32).unwrap_or(0);
        let rest = if drop == 64 {
            top
        } else {
            top & ((1 << drop) - 1)
        };
        let half = 1 << (drop - 1);
        let up = rest > half || (rest == half && (sticky || kept & 1 == 1));
        kept + u64::from(up)
    };
    // `kept` has at most 53 bits (or is 2⁵³), so both factors and their product are exact.
    let weight = exponent + drop;
    if weight > 971 {
        return None;
    }
    let f = kept as f64 * power_of_two(weight);
    f.is_finite().then_some(f)
}

/// `2^n` as a float, for `n` from −1074 to 1023.
fn power_of_two(n: i64) -> f64 {
    if n >= -1022 {
        f64::from_bits(((n + 1023) as u64) << 52)
    } else {
        f64::from_bits(1 << (n + 1074).max(0))
    }
}

/// The integer part of a float, exactly; `None` if it is infinite or not a number.
pub(crate) fn int_from_f64(f: f64) -> Option<Int> {
    if !f.is_finite() {
        return None;
    }
    if f.abs() < 9_223_372_036_854_775_808.0 {
        return Some(Int::Small(f as i64));
    }
    let bits = f.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as usize;
    let mantissa = (bits & ((1 << 52) - 1)) | (1 << 52);
    // The float is at least 2⁶³, so its lowest bit weighs at least 2¹¹.
    let n = IBig::from(mantissa) << (exponent - 1075);
    Some(Int::from(if f < 0.0 { -n } else { n }))
}

/// The natural number with these digits (of both cases) in a radix from 2 to 36; `None` if there
/// are no digits or one is not of the radix. Faster than quadratic in the number of digits.
pub(crate) fn parse_radix(digits: &str, radix: u32) -> Option<Int> {
    if !(2..=36).contains(&radix) || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    // Twelve digits of radix 36 fit 63 bits; eighteen decimal ones do.
    if digits.len() <= 12 || (radix <= 10 && digits.len() <= 18) {
        return i64::from_str_radix(digits, radix).ok().map(Int::Small);
    }
    UBig::from_str_radix(digits, radix).ok().map(Int::from)
}

/// The float nearest to a decimal text such as `1.5`, `1.0e20`, `1.0Inf` or `1.5NaN`.
///
/// `None` if the text is not a decimal number or its value is too large for a float; a value that is
/// too small is zero. The caller checks that digits stand before and after the point.
pub(crate) fn parse_float(text: &str) -> Option<f64> {
    if let Some(mantissa) = text.strip_suffix("Inf") {
        let f: f64 = mantissa.parse().ok()?;
        return Some(f64::INFINITY.copysign(f));
    }
    if text.strip_suffix("NaN").is_some() {
        return Some(f64::NAN);
    }
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-');
    if !text.chars().all(plain) {
        return None;
    }
    text.parse().ok().filter(|f: &f64| f.is_finite())
}

/// The shortest text that reads back as this float, always with a point between digits (ISO
/// 6.4.5): `1.0`, `0.00001`, `1000000000000000.0`, `1.0e16`, `1.5e-7`.
///
/// From 10⁻⁵ to below 10¹⁶ the notation is positional. Floats that are not finite are
/// `1.0Inf`, `-1.0Inf` and `1.5NaN`.
pub(crate) fn float_text(f: f64) -> String {
    if f.is_nan() {
        return "1.5NaN".into();
    }
    if f.is_infinite() {
        return if f > 0.0 { "1.0Inf" } else { "-1.0Inf" }.into();
    }
    let scientific = format!("{f:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-5..16).contains(&exponent) {
        // The standard library's positional form is shortest too; only the point may be missing.
        let mut text = format!("{f}");
        if !text.contains('.') {
            text.push_str(".0");
        }
        return text;
    }
    let point = if mantissa.contains('.') { "" } else { ".0" };
    format!("{mantissa}{point}e{exponent}")
}
