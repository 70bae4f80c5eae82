//! Tokens that the standard does not have and that program files of other systems use: quoted items with newlines,
//! tabs and other escape sequences, `0''`, `1e10`, `16'FF`.
//!
//! Only texts that are not tokens of the standard, or that would be followed by a token that cannot follow, have a
//! second meaning here: [`lenient_token`] is called after reading by the standard has failed.

use super::chars::is_alnum;
use super::number_token::number;
use super::quoted::{escape, is_control};
use super::token::TokenKind;
use crate::base::convert::{parse_float, parse_radix};
use crate::base::int::Int;
use crate::base::number::Number;
use std::borrow::Cow;

/// How far a quoted item may reach over the ends of lines: a quote that is never closed would make each error cost
/// the rest of the text.
const LONGEST_QUOTED: usize = 20_000;

/// The most digits of a radix.
const LONGEST_RADIX: usize = 4;

/// Reads a token at the very start of the input, if it is one that needs leniency or is quoted.
pub(super) fn lenient_token(i: &str) -> Option<(&str, TokenKind<'_>)> {
    let first = i.chars().next()?;
    match first {
        '\'' | '"' | '`' => {
            let (rest, text) = lenient_quoted(i, first)?;
            let text = Cow::Owned(text);
            Some((
                rest,
                match first {
                    '\'' => TokenKind::Quoted(text),
                    '"' => TokenKind::Text(text),
                    _ => TokenKind::BackQuoted(text),
                },
            ))
        }
        '0'..='9' => character_code(i)
            .or_else(|| with_exponent(i))
            .or_else(|| with_radix(i))
            .or_else(|| with_groups(i)),
        _ => None,
    }
}

/// A quoted item with its contents.
fn lenient_quoted(start: &str, quote: char) -> Option<(&str, String)> {
    let mut text = String::new();
    let mut i = &start[1..];
    loop {
        if start.len() - i.len() > LONGEST_QUOTED {
            return None;
        }
        let c = i.chars().next()?;
        let after = &i[c.len_utf8()..];
        i = match c {
            '\\' => {
                let (rest, escaped) = lenient_escape(i, quote)?;
                text.extend(escaped);
                rest
            }
            c if c != quote => {
                text.push(c);
                after
            }
            _ => match after.strip_prefix(quote) {
                Some(rest) => {
                    text.push(quote);
                    rest
                }
                None => return Some((after, text)),
            },
        };
    }
}

/// An escape sequence: one of the standard, `\e`, `\c` and the layout after it, or a code without its closing `\`.
fn lenient_escape(i: &str, quote: char) -> Option<(&str, Option<char>)> {
    if let Ok(standard) = escape(i, quote) {
        return Some(standard);
    }
    let rest = &i[1..];
    match rest.chars().next()? {
        'e' => Some((&rest[1..], Some('\x1b'))),
        'c' => Some((rest[1..].trim_start(), None)),
        'x' => unclosed_code(&rest[1..], 16, 8),
        '0'..='7' => unclosed_code(rest, 8, 3),
        _ => None,
    }
}

/// The character of a code without its closing `\`.
fn unclosed_code(i: &str, radix: u32, longest: usize) -> Option<(&str, Option<char>)> {
    let digits = i.chars().take_while(|c| c.is_digit(radix)).count();
    if digits > longest {
        return None;
    }
    let code = u32::from_str_radix(&i[..digits], radix).ok()?;
    Some((&i[digits..], Some(char::from_u32(code)?)))
}

/// `0''` for `0'''`, and `0'` before a character that must be escaped.
fn character_code(i: &str) -> Option<(&str, TokenKind<'_>)> {
    let rest = i.strip_prefix("0'")?;
    let c = rest.chars().next()?;
    let after = &rest[c.len_utf8()..];
    let (rest, c) = match c {
        '\\' => lenient_escape(rest, '0')?,
        '\'' if !after.starts_with('\'') => (after, Some('\'')),
        c if is_control(c) => (after, Some(c)),
        _ => return None,
    };
    let code = Int::Small(i64::from(u32::from(c?)));
    Some((rest, TokenKind::Number(Number::Int(code))))
}

/// A float without a fraction: `1e10`.
pub(super) fn with_exponent(i: &str) -> Option<(&str, TokenKind<'_>)> {
    let whole = i.len() - i.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let exponent = i[whole..].strip_prefix(['e', 'E'])?;
    let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let rest = unsigned.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() == unsigned.len() || rest.starts_with(is_alnum) {
        return None;
    }
    let value = parse_float(&with_fraction(&i[..i.len() - rest.len()]))?;
    Some((rest, TokenKind::Number(Number::Float(value))))
}

/// The notation of the standard for a float without a fraction.
pub(super) fn with_fraction(text: &str) -> String {
    text.replacen(['e', 'E'], ".0e", 1)
}

/// An integer with its radix, from 2 to 36: `16'FF`.
fn with_radix(i: &str) -> Option<(&str, TokenKind<'_>)> {
    // Not the quote of a later token, for which the rest of the text would be searched.
    let quote = i.bytes().take(LONGEST_RADIX + 1).position(|b| b == b'\'')?;
    let (radix, digits) = (&i[..quote], &i[quote + 1..]);
    let radix: u32 = radix.parse().ok().filter(|r| (2..=36).contains(r))?;
    let rest = digits.trim_start_matches(|c: char| c.is_digit(radix));
    if rest.len() == digits.len() || rest.starts_with(is_alnum) {
        return None;
    }
    let value = parse_radix(&digits[..digits.len() - rest.len()], radix)?;
    Some((rest, TokenKind::Number(Number::Int(value))))
}

/// An integer with blanks between groups of three digits: `1 000 000`.
fn with_groups(i: &str) -> Option<(&str, TokenKind<'_>)> {
    let digits = |i: &str| i.len() - i.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let first = digits(i);
    if !(1..=3).contains(&first) {
        return None;
    }
    let mut rest = &i[first..];
    while let Some(group) = rest.strip_prefix(' ').filter(|g| digits(g) == 3) {
        rest = &group[3..];
    }
    let fraction = rest.strip_prefix('.').is_some_and(|f| digits(f) > 0);
    if i.len() - rest.len() == first || rest.starts_with(is_alnum) || fraction {
        return None;
    }
    let value = parse_radix(&without_blanks(&i[..i.len() - rest.len()]), 10)?;
    Some((rest, TokenKind::Number(Number::Int(value))))
}

/// The digits of an integer that is written in groups.
pub(super) fn without_blanks(text: &str) -> String {
    text.replace(' ', "")
}

/// Returns true if the text is a number of the standard.
pub(super) fn is_standard_number(text: &str) -> bool {
    matches!(number(text), Ok(("", _)))
}
