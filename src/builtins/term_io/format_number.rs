//! Numbers with a given number of digits: the directives `~Ne`, `~Nf`, `~Ng` of format/2.
//!
//! As C's `printf` writes them, but integers and rationals are exact with `f`, however long.

use crate::base::atom::atoms;
use crate::base::number::Number;
use crate::machine::{Ball, Cell};
use crate::system::streams::word;
use crate::system::{Res, Vm};
use dashu_base::{BitTest, DivRem, Sign, UnsignedAbs};
use dashu_int::{IBig, UBig};

/// More digits than any float has; digits beyond them are zeros.
const FLOAT_DIGITS: usize = 1100;

/// More digits than this are refused.
const MAX_DIGITS: usize = 1 << 24;

/// `'$float_text'(D, N, Number, Chars)`.
pub(crate) fn float_text(vm: &mut Vm) -> Res {
    let kind = word(vm, vm.x(0));
    let n = vm.x(1);
    let n = match n.is_int().then(|| usize::try_from(n.as_int())) {
        Some(Ok(n)) if n <= MAX_DIGITS => n,
        _ => return Err(vm.resource_error(atoms::MEMORY)),
    };
    let x = vm.x(2);
    let Some(number) = vm.to_number(x) else {
        return Err(vm.type_or_instantiation(atoms::NUMBER, x));
    };
    let Some(text) = number_text(vm, &kind, &number, n)? else {
        let x = vm.x(0);
        return Err(vm.domain_error("float_format", x));
    };
    let chars = vm.heap.chars(&text, Cell::NIL);
    Ok(vm.unify(vm.x(3), chars))
}

/// The text of a number with `n` digits, as the directive with this letter writes it; `None` if there is no such
/// directive.
///
/// # Errors
/// `evaluation_error(float_overflow)`.
pub(super) fn number_text(
    vm: &mut Vm,
    kind: &str,
    number: &Number,
    n: usize,
) -> Result<Option<String>, Ball> {
    match (kind, number) {
        ("f", Number::Int(i)) => return Ok(Some(ratio(&i.to_big(), &UBig::ONE, n))),
        ("f", Number::Rat(r)) => return Ok(Some(ratio(r.numerator(), r.denominator(), n))),
        _ => {}
    }
    let f = number.to_f64().map_err(|e| vm.eval_ball(&e))?;
    Ok(match kind {
        "f" => Some(fixed(f, n)),
        "e" => Some(exponential(f, n)),
        "g" => Some(general(f, n)),
        _ => None,
    })
}

/// A quotient with `n` digits after the point; ties are rounded to even.
fn ratio(numerator: &IBig, denominator: &UBig, n: usize) -> String {
    let scale = UBig::from(10u8).pow(n);
    let scaled = numerator.unsigned_abs() * scale;
    let (mut q, r) = scaled.div_rem(denominator);
    let twice = r << 1usize;
    if twice > *denominator || twice == *denominator && q.bit(0) {
        q += UBig::ONE;
    }
    let sign = match numerator.sign() == Sign::Negative && !q.is_zero() {
        true => "-",
        false => "",
    };
    let digits = format!("{q:0>width$}", width = n + 1);
    match digits.split_at(digits.len() - n) {
        (whole, "") => format!("{sign}{whole}"),
        (whole, fraction) => format!("{sign}{whole}.{fraction}"),
    }
}

/// `inf` and `nan`, as C writes them.
fn special(f: f64) -> Option<String> {
    let sign = if f < 0.0 { "-" } else { "" };
    match (f.is_nan(), f.is_infinite()) {
        (true, _) => Some("nan".into()),
        (_, true) => Some(format!("{sign}inf")),
        _ => None,
    }
}

fn fixed(f: f64, n: usize) -> String {
    special(f).unwrap_or_else(|| {
        let k = n.min(FLOAT_DIGITS);
        format!("{f:.k$}{}", "0".repeat(n - k))
    })
}

fn exponential(f: f64, n: usize) -> String {
    special(f).unwrap_or_else(|| {
        let (mantissa, exponent) = scientific(f, n);
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
    })
}

/// The mantissa with `n` digits after the point, and the exponent.
fn scientific(f: f64, n: usize) -> (String, i32) {
    let k = n.min(FLOAT_DIGITS);
    let text = format!("{f:.k$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = format!("{mantissa}{}", "0".repeat(n - k));
    (mantissa, exponent.parse().unwrap_or(0))
}

/// The shorter of the two with `n` digits in all, without the zeros at the end.
fn general(f: f64, n: usize) -> String {
    special(f).unwrap_or_else(|| {
        let n = n.max(1);
        let (_, exponent) = scientific(f, n - 1);
        let short = |text: &str| match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
            false => text.to_string(),
        };
        if exponent < -4 || i64::from(exponent) >= n as i64 {
            let text = exponential(f, n - 1);
            let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
            return format!("{}e{exponent}", short(mantissa));
        }
        let after = (n as i64 - 1 - i64::from(exponent)) as usize;
        short(&fixed(f, after))
    })
}

#[cfg(test)]
mod tests {
    use super::{exponential, fixed, general, ratio};
    use dashu_int::{IBig, UBig};

    #[test]
    fn floats_are_written_as_c_writes_them() {
        assert_eq!(exponential(12.5, 6), "1.250000e+01");
        assert_eq!(exponential(-0.00012345, 2), "-1.23e-04");
        assert_eq!(exponential(1e300, 0), "1e+300");
        assert_eq!(fixed(2.0, 4), "2.0000");
        assert_eq!(fixed(0.125, 2), "0.12");
        assert_eq!(fixed(1.0, 2000).len(), 2002);
        assert_eq!(general(0.1, 6), "0.1");
        assert_eq!(general(100000.0, 6), "100000");
        assert_eq!(general(1e6, 6), "1e+06");
        assert_eq!(general(1234567.0, 6), "1.23457e+06");
        assert_eq!(general(0.0001, 6), "0.0001");
        assert_eq!(general(0.00001, 6), "1e-05");
        assert_eq!(general(f64::NEG_INFINITY, 6), "-inf");
        assert_eq!(general(9.99999e5, 2), "1e+06");
    }

    #[test]
    fn quotients_are_exact() {
        let r = |n: i64, d: u64, k| ratio(&IBig::from(n), &UBig::from(d), k);
        assert_eq!(r(2, 1, 4), "2.0000");
        assert_eq!(r(-1, 3, 3), "-0.333");
        assert_eq!(r(1, 8, 2), "0.12");
        assert_eq!(r(3, 8, 2), "0.38");
        assert_eq!(r(-1, 1000, 2), "0.00");
        assert_eq!(r(7, 1, 0), "7");
        assert_eq!(
            ratio(&(IBig::from(10).pow(30) + 1), &UBig::ONE, 1).len(),
            33
        );
    }
}
