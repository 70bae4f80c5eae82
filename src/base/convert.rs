//! Conversions between integers, rationals, floats and their texts, each exact or correctly
//! rounded (ISO 9.1.6, 6.4.4, 6.4.5). Knows no evaluation and no syntax beyond a number's digits.

use super::int::Int;
use dashu::base::{BitTest, DivRem};
use dashu::integer::{IBig, UBig};

/// The nearest float, ties to even; `None` if it would not be finite.
pub fn int_to_f64(i: &Int) -> Option<f64> {
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
pub fn ratio_to_f64(numerator: &IBig, denominator: &UBig) -> Option<f64> {
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

/// `top · 2^exponent`, rounded to the nearest float, ties to even; `sticky` says that the true
/// value is a little above `top`, which then must have at least 55 bits. `None` if the result
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
    // What is kept has at most 53 bits (or is 2⁵³), so both factors and their product are exact.
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
pub fn int_from_f64(f: f64) -> Option<Int> {
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
pub fn parse_radix(digits: &str, radix: u32) -> Option<Int> {
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
/// `None` if the text is none or its value is too large for a float; one that is too small is
/// zero. Sign and digits before and after the point are up to the reader.
pub fn parse_float(text: &str) -> Option<f64> {
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
/// From 10⁻⁵ to below 10¹⁶ the notation is positional. What is not finite reads `1.0Inf`,
/// `-1.0Inf` and `1.5NaN`.
pub fn float_text(f: f64) -> String {
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

#[cfg(test)]
mod tests {
    use super::{float_text, int_from_f64, int_to_f64, parse_float, parse_radix, ratio_to_f64};
    use crate::base::int::Int;
    use dashu::integer::IBig;

    fn pow2(n: i64) -> Int {
        Int::ONE.shift(&Int::from(n)).unwrap()
    }

    #[test]
    fn floats_print_short_and_read_back() {
        for (f, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1.0, "1.0"),
            (-2.5, "-2.5"),
            (0.1, "0.1"),
            (1e-5, "0.00001"),
            (1.25e-5, "0.0000125"),
            (1e-6, "1.0e-6"),
            (1.5e-7, "1.5e-7"),
            (1e14, "100000000000000.0"),
            (1e15, "1000000000000000.0"),
            (9007199254740993.0, "9007199254740992.0"),
            (1e16, "1.0e16"),
            (1e20, "1.0e20"),
            (-1.5e300, "-1.5e300"),
            (5e-324, "5.0e-324"),
            (f64::MAX, "1.7976931348623157e308"),
            (f64::INFINITY, "1.0Inf"),
            (f64::NEG_INFINITY, "-1.0Inf"),
        ] {
            assert_eq!(float_text(f), text);
            assert_eq!(
                parse_float(text).map(f64::to_bits),
                Some(f.to_bits()),
                "{text}"
            );
        }
        assert_eq!(float_text(f64::NAN), "1.5NaN");
        assert!(parse_float("1.5NaN").unwrap().is_nan());
        for bad in ["", "inf", "nan", "1.0e999", "infinity", "x"] {
            assert_eq!(parse_float(bad), None, "{bad}");
        }
        assert_eq!(parse_float("1.0e-999"), Some(0.0));
    }

    proptest::proptest! {
        #[test]
        fn every_float_reads_back(bits in proptest::prelude::any::<u64>()) {
            let f = f64::from_bits(bits);
            let text = float_text(f);
            let back = parse_float(&text).unwrap();
            proptest::prop_assert!(back.to_bits() == bits || (f.is_nan() && back.is_nan()), "{}", text);
            let (whole, rest) = text.split_once('.').unwrap();
            proptest::prop_assert!(whole.trim_start_matches('-').chars().all(|c| c.is_ascii_digit()));
            proptest::prop_assert!(rest.starts_with(|c: char| c.is_ascii_digit()));
        }
    }

    #[test]
    fn integers_round_to_the_nearest_float() {
        let f = |i: &Int| int_to_f64(i);
        let two_1023 = 2f64.powi(1023);
        // Exactly half way goes to the even mantissa; anything more goes up.
        let half_way = &pow2(200) + &pow2(147);
        assert_eq!(f(&half_way), Some(2f64.powi(200)));
        assert_eq!(
            f(&(&half_way + &Int::ONE)),
            Some(2f64.powi(200) + 2f64.powi(148))
        );
        assert_eq!(
            f(&(&half_way + &pow2(148))),
            Some(2f64.powi(200) + 2f64.powi(149))
        );
        assert_eq!(f(&-half_way), Some(-(2f64.powi(200))));
        assert_eq!(f(&pow2(1023)), Some(two_1023));
        assert_eq!(f(&pow2(1024)), None);
        // The largest float, half a unit more (rounds up, out of range), and just below that.
        let max = &pow2(1024) - &pow2(971);
        assert_eq!(f(&max), Some(f64::MAX));
        let edge = &max + &pow2(970);
        assert_eq!(f(&edge), None);
        assert_eq!(f(&(&edge - &Int::ONE)), Some(f64::MAX));
        assert_eq!(f(&pow2(64)), Some(2f64.powi(64)));
        assert_eq!(f(&(&pow2(64) - &Int::ONE)), Some(2f64.powi(64)));
    }

    #[test]
    fn ratios_round_to_the_nearest_float() {
        let f = |n: &Int, d: &Int| ratio_to_f64(&n.to_big(), &d.magnitude());
        // The hardware's division is correctly rounded, so it is the oracle.
        let mut x: u64 = 88172645463325252;
        for _ in 0..2000 {
            let mut next = || {
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                (x >> 11) as i64
            };
            let (a, b) = (next() - (1 << 52), next().max(1));
            assert_eq!(f(&Int::from(a), &Int::from(b)), Some(a as f64 / b as f64));
        }
        assert_eq!(f(&Int::ONE, &pow2(1074)), Some(5e-324));
        assert_eq!(f(&Int::ONE, &pow2(1075)), Some(0.0));
        assert_eq!(f(&Int::from(3), &pow2(1076)), Some(5e-324));
        assert_eq!(f(&Int::from(3), &pow2(1075)), Some(1e-323));
        assert_eq!(f(&(&pow2(40) + &Int::ONE), &pow2(1115)), Some(5e-324));
        assert_eq!(f(&Int::ONE, &pow2(5000)), Some(0.0));
        assert_eq!(f(&pow2(5000), &Int::from(3)), None);
        assert_eq!(f(&pow2(5000), &(&pow2(4999) + &Int::ONE)), Some(2.0));
        assert_eq!(
            f(&pow2(1025), &Int::from(3)),
            Some(2f64.powi(1023) / 3.0 * 4.0)
        );
        assert_eq!(f(&pow2(1026), &Int::from(3)), None);
        assert_eq!(f(&-pow2(1030), &pow2(10)), Some(-(2f64.powi(1020))));
    }

    #[test]
    fn floats_become_integers_exactly() {
        assert_eq!(int_from_f64(-2.9), Some(Int::from(-2)));
        assert_eq!(int_from_f64(9223372036854775808.0), Some(pow2(63)));
        assert_eq!(
            int_from_f64(-9223372036854775808.0),
            Some(Int::from(i64::MIN))
        );
        assert_eq!(int_from_f64(2f64.powi(1000)), Some(pow2(1000)));
        assert_eq!(
            int_from_f64(1e23).unwrap().to_string(),
            "99999999999999991611392"
        );
        assert_eq!(int_from_f64(f64::NAN), None);
        assert_eq!(int_from_f64(f64::INFINITY), None);
    }

    #[test]
    fn digits_in_every_radix() {
        let p = |s: &str, r| parse_radix(s, r).map(|i| i.to_string());
        assert_eq!(p("0", 10).as_deref(), Some("0"));
        assert_eq!(p("Ff", 16).as_deref(), Some("255"));
        assert_eq!(p("zz", 36).as_deref(), Some("1295"));
        assert_eq!(
            p("9223372036854775808", 10).as_deref(),
            Some("9223372036854775808")
        );
        assert_eq!(
            p("zzzzzzzzzzzzz", 36).as_deref(),
            Some("170581728179578208255")
        );
        assert_eq!(p("000000000000000000000000000001", 2).as_deref(), Some("1"));
        for (s, r) in [
            ("", 10),
            ("12", 2),
            ("1_0", 10),
            ("+1", 10),
            ("-1", 10),
            ("1", 37),
            ("1", 1),
        ] {
            assert_eq!(p(s, r), None);
        }
        let long = "7".repeat(100_000);
        assert_eq!(parse_radix(&long, 10).unwrap().to_string(), long);
        assert_eq!(
            parse_radix(&"1".repeat(200), 2),
            Some(&pow2(200) - &Int::ONE)
        );
        assert_eq!(parse_radix("1", 10).unwrap().to_big(), IBig::ONE);
    }
}
