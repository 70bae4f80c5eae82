//! Quoted items and escape sequences (ISO 13211-1, 6.4.2.1).
//!
//! Beyond ISO: `\s`, `\uXXXX`, `\UXXXXXXXX`.

use super::error::ErrorKind;
use super::token::{Lex, LexError, fail};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while_m_n, take_while1};
use nom::character::complete::{anychar, char, line_ending};
use nom::combinator::{map_opt, value};
use nom::sequence::{preceded, terminated};
use std::borrow::Cow;

/// Reads an item quoted by `quote` at the start of the input; the result is its contents.
pub(super) fn quoted<'t>(
    quote: char,
) -> impl Parser<&'t str, Output = Cow<'t, str>, Error = LexError> {
    move |i: &'t str| quoted_item(i, quote)
}

fn quoted_item(start: &str, quote: char) -> Lex<'_, Cow<'_, str>> {
    let (mut i, _) = char(quote).parse(start)?;
    let mut text = Cow::Borrowed("");
    loop {
        let (rest, chunk) = take_while(|c| c != quote && c != '\\' && !is_control(c)).parse(i)?;
        if text.is_empty() {
            text = Cow::Borrowed(chunk);
        } else {
            text.to_mut().push_str(chunk);
        }
        let Some(c) = rest.chars().next() else {
            return fail(ErrorKind::EndOfQuoted(quote), start, "");
        };
        i = &rest[c.len_utf8()..];
        match c {
            '\n' => return fail(ErrorKind::NewlineInQuoted(quote), rest, i),
            '\r' if i.starts_with('\n') => {
                return fail(ErrorKind::NewlineInQuoted(quote), rest, &i[1..]);
            }
            c if is_control(c) => {
                let after = after_quoted(start, quote);
                return fail(ErrorKind::ControlInQuoted(c, quote), rest, after);
            }
            '\\' => {
                let (after, escaped) = match escape(rest, quote) {
                    Err(nom::Err::Failure(mut e)) => {
                        e.resync_left = after_quoted(start, quote).len();
                        return Err(nom::Err::Failure(e));
                    }
                    other => other?,
                };
                if let Some(c) = escaped {
                    text.to_mut().push(c);
                }
                i = after;
            }
            _ if i.starts_with(quote) => {
                text.to_mut().push(quote);
                i = &i[1..];
            }
            _ => return Ok((i, text)),
        }
    }
}

/// Returns true if a quoted item must write the character as an escape sequence (ISO 6.5: it is
/// neither graphic nor a space).
pub(super) fn is_control(c: char) -> bool {
    c < ' ' || c == '\x7f'
}

/// Reads an escape sequence, from its `\` on: a character, or none for a continued line.
pub(super) fn escape(start: &str, quote: char) -> Lex<'_, Option<char>> {
    let (i, _) = char('\\').parse(start)?;
    if i.is_empty() {
        return fail(ErrorKind::EndOfQuoted(quote), start, i);
    }
    if let Ok((rest, c)) = alt((value(None, line_ending), symbolic.map(Some))).parse(i) {
        return Ok((rest, c));
    }
    match alt((numeric, unicode)).parse(i) {
        Ok((rest, Some(c))) => return Ok((rest, Some(c))),
        Ok((rest, None)) => return fail(ErrorKind::NoCharacter(quote), start, rest),
        Err(_) => (),
    }
    let (rest, c) = anychar.parse(i)?;
    let coded = c.is_digit(8) || c == 'x' && rest.starts_with(|d: char| d.is_ascii_hexdigit());
    match coded {
        true => fail(ErrorKind::UnclosedEscape(quote), start, rest),
        false => fail(ErrorKind::UndefinedEscape(c, quote), start, rest),
    }
}

/// `\n` and the other symbolic escapes, and the quotes and `\` themselves.
fn symbolic(i: &str) -> Lex<'_, char> {
    map_opt(anychar, |c| {
        Some(match c {
            'a' => '\x07',
            'b' => '\x08',
            'f' => '\x0c',
            'n' => '\n',
            'r' => '\r',
            's' => ' ',
            't' => '\t',
            'v' => '\x0b',
            '\\' | '\'' | '"' | '`' => c,
            _ => return None,
        })
    })
    .parse(i)
}

/// `\x41\` and `\101\`; none if the number is not a character code.
fn numeric(i: &str) -> Lex<'_, Option<char>> {
    let hex = preceded(char('x'), code(16));
    terminated(alt((hex, code(8))), char('\\')).parse(i)
}

/// `\u0041` and `\U00000041`; none if the number is not a character code.
fn unicode(i: &str) -> Lex<'_, Option<char>> {
    let hex = |n| take_while_m_n(n, n, |c: char| c.is_ascii_hexdigit());
    let short = preceded(char('u'), hex(4));
    let long = preceded(char('U'), hex(8));
    alt((short, long)).map(|s| coded(s, 16)).parse(i)
}

fn code<'t>(radix: u32) -> impl Parser<&'t str, Output = Option<char>, Error = LexError> {
    take_while1(move |c: char| c.is_digit(radix)).map(move |s| coded(s, radix))
}

fn coded(digits: &str, radix: u32) -> Option<char> {
    let n = u32::from_str_radix(digits, radix).ok()?;
    char::from_u32(n)
}

/// The end of a quoted item, found without reading its contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Skip {
    /// After the closing quote.
    Closed(usize),
    /// At a newline, which must not stand in the item.
    Newline(usize),
    /// The text ends before the item; the scan can go on from this offset when there is more.
    More(usize),
}

impl Skip {
    /// The byte offset, whatever ended the scan.
    pub(super) fn offset(self) -> usize {
        match self {
            Skip::Closed(i) | Skip::Newline(i) | Skip::More(i) => i,
        }
    }
}

/// Skips a quoted item from `i`, which is inside it and not inside an escape sequence.
///
/// Agrees with [`quoted`] on where an item without errors ends.
pub(super) fn skip_quoted(text: &str, mut i: usize, quote: char) -> Skip {
    let b = text.as_bytes();
    let quote = quote as u8;
    while i < b.len() {
        match b[i] {
            b'\n' => return Skip::Newline(i),
            b'\\' => match skip_escape(b, i) {
                Some(next) => i = next,
                None => return Skip::More(i),
            },
            c if c == quote => match b.get(i + 1) {
                None => return Skip::More(i),
                Some(&d) if d == quote => i += 2,
                Some(_) => return Skip::Closed(i + 1),
            },
            _ => i += 1,
        }
    }
    Skip::More(i)
}

/// The text after the faulty quoted item that starts at `i`.
fn after_quoted(i: &str, quote: char) -> &str {
    &i[skip_quoted(i, 1, quote).offset()..]
}

/// The offset after the escape sequence at `i`, if the text goes that far.
fn skip_escape(b: &[u8], i: usize) -> Option<usize> {
    let is_digit = |c: &u8| match b.get(i + 1) {
        Some(b'x') => c.is_ascii_hexdigit(),
        _ => matches!(c, b'0'..=b'7'),
    };
    match b.get(i + 1)? {
        b'x' | b'0'..=b'7' => {
            let digits = i + 2 + b[i + 2..].iter().take_while(|c| is_digit(c)).count();
            match b.get(digits)? {
                b'\\' => Some(digits + 1),
                _ => Some(digits),
            }
        }
        b'\r' => match b.get(i + 2)? {
            b'\n' => Some(i + 3),
            _ => Some(i + 2),
        },
        // A continuation byte after a skipped lead byte is never a quote or a backslash.
        _ => Some(i + 2),
    }
}
