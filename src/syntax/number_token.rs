//! Number tokens (ISO 13211-1, 6.4.4 and 6.4.5).
//!
//! Beyond ISO: digit groups `1_000` (layout may follow the `_`), rationals `1r3`, and `1.0Inf`,
//! `1.5NaN` for the floats that have no other notation. None of these shadows an ISO text.
//! A sign is not part of the token: `-` belongs to the parser.

use super::chars::is_alnum;
use super::error::ErrorKind;
use super::layout_text::layout;
use super::quoted::{escape, is_control};
use super::read_monitor::{LONG_INTEGER, ReadMonitor};
use super::token::{Lex, LexError, TokenKind, fail};
use crate::base::convert::{parse_float, parse_radix};
use crate::base::int::Int;
use crate::base::number::Number;
use dashu_base::Sign;
use dashu_ratio::RBig;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{anychar, char, digit1, one_of};
use nom::combinator::{not, opt, peek, recognize, value, verify};
use nom::multi::many0_count;
use nom::sequence::{preceded, terminated};

/// Reads a number token; the input starts with a digit.
pub(super) fn number(i: &str) -> Lex<'_, TokenKind<'_>> {
    if i.starts_with('0') {
        match alt((character_code, prefixed)).parse(i) {
            Err(nom::Err::Error(_)) => (),
            special => return special,
        }
    }
    let (rest, digits) = grouped(10).parse(i)?;
    let plain = !digits.contains('_');
    if plain && rest.starts_with('.') {
        if let Ok((rest, _)) = fraction(rest) {
            return float(i, rest);
        }
    } else if rest.starts_with('r')
        && let Ok((rest, denominator)) = denominator(rest)
    {
        return rational(i, digits, denominator, rest);
    }
    Ok((rest, int_token(integer(digits, 10))))
}

/// The number of decimal digits at the start of a text.
pub(super) fn digit_run(i: &str) -> usize {
    i.bytes().take_while(u8::is_ascii_digit).count()
}

/// Reads an integer of very many decimal digits, whose value the monitor computes; `None` for any other token.
pub(super) fn long_integer<'t>(
    i: &'t str,
    monitor: &dyn ReadMonitor,
) -> Option<Lex<'t, TokenKind<'t>>> {
    if i.len() < LONG_INTEGER {
        return None;
    }
    let (digits, rest) = i.split_at(digit_run(i));
    // Groups, fractions and denominators are left to `number`.
    let goes_on = rest.starts_with(['_', 'r']) || fraction(rest).is_ok();
    if digits.len() < LONG_INTEGER || goes_on {
        return None;
    }
    Some(match monitor.integer(digits) {
        Some(n) => Ok((rest, int_token(n))),
        None => fail(ErrorKind::GivenUp, i, rest),
    })
}

/// Digits of a radix in groups: `1_000`. The result includes the separators.
fn grouped<'t>(radix: u32) -> impl Parser<&'t str, Output = &'t str, Error = LexError> {
    let digits = move || take_while1(move |c: char| c.is_digit(radix));
    let group = (char('_'), layout, digits());
    recognize((digits(), many0_count(group)))
}

/// An integer whose digits stand in groups with a blank between them, as in SWI-Prolog: `1 000 000`, `0b1000 0000`. The
/// radix is 10 at most. `None` for any other token.
pub(super) fn blank_groups(i: &str) -> Option<(&str, TokenKind<'_>)> {
    let (radix, digits) = match i.get(..2) {
        Some("0b") => (2, &i[2..]),
        Some("0o") => (8, &i[2..]),
        _ => (10, i),
    };
    let is_digit = |b: &u8| char::from(*b).is_digit(radix);
    let run = |text: &str| text.bytes().take_while(is_digit).count();
    let first = run(digits);
    let mut end = first;
    while digits[end..].starts_with(' ') {
        match run(&digits[end + 1..]) {
            0 => break,
            group => end += 1 + group,
        }
    }
    let rest = &digits[end..];
    let goes_on = rest.starts_with(is_alnum) || rest.starts_with('\'') || fraction(rest).is_ok();
    if first == 0 || end == first || goes_on {
        return None;
    }
    let value = parse_radix(&digits[..end].replace(' ', ""), radix)?;
    Some((rest, int_token(value)))
}

fn int_token(i: Int) -> TokenKind<'static> {
    TokenKind::Number(Number::Int(i))
}

/// The value of digits and group separators.
fn integer(digits: &str, radix: u32) -> Int {
    let clean: std::borrow::Cow<'_, str> = if digits.contains('_') {
        without_separators(digits).into()
    } else {
        digits.into()
    };
    parse_radix(&clean, radix).unwrap_or(Int::ZERO)
}

/// The digits without separators. The layout after a `_`, comments included, belongs to the separator.
fn without_separators(mut digits: &str) -> String {
    let mut clean = String::with_capacity(digits.len());
    while let Some(i) = digits.find('_') {
        clean.push_str(&digits[..i]);
        let rest = &digits[i + 1..];
        digits = layout(rest).map_or(rest, |(rest, ())| rest);
    }
    clean.push_str(digits);
    clean
}

/// `0'c`: the code of a character.
fn character_code(i: &str) -> Lex<'_, TokenKind<'_>> {
    let (i, _) = tag("0'").parse(i)?;
    let escaped = |i| match escape(i, '0') {
        Ok((rest, Some(c))) => Ok((rest, c)),
        // `0'` and a continued line: the integer 0 before a quoted item.
        Ok((_, None)) => backtrack_error(i),
        Err(e) => Err(e),
    };
    let quote = value('\'', tag("''"));
    let other = verify(anychar, |&c| c != '\\' && c != '\'' && !is_control(c));
    let (rest, c) = alt((escaped, quote, other)).parse(i)?;
    Ok((rest, int_token(Int::Small(i64::from(u32::from(c))))))
}

/// An error after which the next alternative is tried.
fn backtrack_error<T>(i: &str) -> Lex<'_, T> {
    use nom::error::ParseError;
    let e = LexError::from_error_kind(i, nom::error::ErrorKind::Alt);
    Err(nom::Err::Error(e))
}

/// `0xFF`, `0o77`, `0b11`.
fn prefixed(i: &str) -> Lex<'_, TokenKind<'_>> {
    let digits = |name: &'static str, radix| {
        preceded(tag(name), grouped(radix)).map(move |d| int_token(integer(d, radix)))
    };
    alt((digits("0x", 16), digits("0o", 8), digits("0b", 2))).parse(i)
}

/// `.5`, `.5e10`, `.0Inf`, `.5NaN`.
fn fraction(i: &str) -> Lex<'_, &str> {
    let sign = opt(one_of("+-"));
    let exponent = recognize((one_of("eE"), sign, digit1));
    let special = terminated(
        alt((tag("Inf"), tag("NaN"))),
        not(verify(anychar, |&c| is_alnum(c))),
    );
    recognize((char('.'), digit1, opt(alt((exponent, special))))).parse(i)
}

fn float<'t>(i: &'t str, rest: &'t str) -> Lex<'t, TokenKind<'t>> {
    let text = &i[..i.len() - rest.len()];
    match parse_float(text) {
        Some(f) => Ok((rest, TokenKind::Number(Number::Float(f)))),
        None => fail(ErrorKind::InfiniteFloat, i, rest),
    }
}

/// `r3` after the numerator.
fn denominator(i: &str) -> Lex<'_, &str> {
    let over = peek(not(verify(anychar, |&c| is_alnum(c))));
    preceded(char('r'), terminated(digit1, over)).parse(i)
}

fn rational<'t>(i: &'t str, num: &str, den: &str, rest: &'t str) -> Lex<'t, TokenKind<'t>> {
    let (num, den) = (integer(num, 10).to_big(), integer(den, 10).to_big());
    let (Sign::Positive, den) = den.into_parts() else {
        return fail(ErrorKind::ZeroDenominator, i, rest);
    };
    if den.is_zero() {
        return fail(ErrorKind::ZeroDenominator, i, rest);
    }
    let value = Number::from_rational(RBig::from_parts(num, den));
    Ok((rest, TokenKind::Number(value)))
}
