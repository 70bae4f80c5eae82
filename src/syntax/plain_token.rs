//! The tokens of which most text consists, read byte by byte: names, variables, decimal integers, punctuation and end
//! tokens of ASCII characters, with blanks before them.
//!
//! The parsers of [`super::lexer`] define what a token is. They read the rest: comments, quoted items, other numbers,
//! other characters. A test reads the same texts with both.

use super::chars::{ALNUM, ASCII, LAYOUT, SYMBOL};
use super::token::{Token, TokenKind};
use crate::base::int::Int;
use crate::base::number::Number;

/// The decimal digits of an integer that surely fits in 64 bits.
const SHORT_INTEGER: usize = 18;

/// The classes of the byte at an offset; none for the end of the text and for parts of other characters.
fn class(text: &[u8], at: usize) -> u8 {
    match text.get(at) {
        Some(&b) if b < 128 => ASCII[usize::from(b)],
        _ => 0,
    }
}

/// Returns true if the character at an offset is not an ASCII character.
pub(super) fn is_wide(text: &[u8], at: usize) -> bool {
    text.get(at).is_some_and(|b| *b >= 128)
}

/// The offset after the bytes of a class.
pub(super) fn end_of_run(text: &[u8], mut at: usize, wanted: u8) -> usize {
    while class(text, at) & wanted != 0 {
        at += 1;
    }
    at
}

/// Reads the token at an offset of the text, after blanks; `None` if the general parsers must read it.
pub(super) fn plain_token(text: &str, from: usize) -> Option<Token<'_>> {
    let bytes = text.as_bytes();
    let start = end_of_run(bytes, from, LAYOUT);
    let first = *bytes.get(start)?;
    let (kind, end) = match first {
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b'|' => {
            (TokenKind::Punct(char::from(first)), start + 1)
        }
        b'a'..=b'z' => {
            let end = end_of_run(bytes, start + 1, ALNUM);
            (TokenKind::Name(text.get(start..end)?), end)
        }
        b'A'..=b'Z' | b'_' => {
            let end = end_of_run(bytes, start + 1, ALNUM);
            (TokenKind::Var(text.get(start..end)?), end)
        }
        b'0'..=b'9' => integer(bytes, start)?,
        b'!' | b';' => (TokenKind::Name(text.get(start..start + 1)?), start + 1),
        _ if class(bytes, start) & SYMBOL != 0 => symbol(text, start)?,
        _ => return None,
    };
    // A character that is not an ASCII character may continue the token.
    if is_wide(bytes, end) {
        return None;
    }
    Some(Token {
        kind,
        start,
        end,
        layout: start > from,
    })
}

/// An end token, or a name of symbol characters. A `/*` begins a comment.
fn symbol(text: &str, start: usize) -> Option<(TokenKind<'_>, usize)> {
    let bytes = text.as_bytes();
    let end = end_of_run(bytes, start + 1, SYMBOL);
    let name = text.get(start..end)?;
    if name == "." {
        let ends_term = match bytes.get(end) {
            None | Some(b'%') => true,
            Some(_) => class(bytes, end) & LAYOUT != 0,
        };
        if ends_term {
            return Some((TokenKind::End, end));
        }
    }
    match name.starts_with("/*") {
        true => None,
        false => Some((TokenKind::Name(name), end)),
    }
}

/// A decimal integer of few digits, after which no other notation of numbers goes on.
pub(super) fn integer(bytes: &[u8], start: usize) -> Option<(TokenKind<'static>, usize)> {
    let mut end = start;
    let mut value = 0i64;
    while let Some(b @ b'0'..=b'9') = bytes.get(end) {
        if end - start == SHORT_INTEGER {
            return None;
        }
        value = value * 10 + i64::from(b - b'0');
        end += 1;
    }
    let goes_on = match bytes.get(end) {
        Some(b'\'') => true,
        // A group of digits, for those who read them.
        Some(b' ') => bytes.get(end + 1).is_some_and(u8::is_ascii_digit),
        Some(b'.') => bytes.get(end + 1).is_some_and(u8::is_ascii_digit),
        _ => class(bytes, end) & ALNUM != 0,
    };
    match goes_on {
        true => None,
        false => Some((TokenKind::Number(Number::Int(Int::Small(value))), end)),
    }
}
