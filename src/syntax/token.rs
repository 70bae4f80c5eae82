//! Tokens and faults of tokens (ISO 13211-1, 6.4), and the result type of the parsers that read them.

use super::error::ErrorKind;
use super::span::Span;
use crate::base::number::Number;
use nom::IResult;
use nom::error::ParseError;
use std::borrow::Cow;

/// The kind of a token, with its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind<'t> {
    /// An unquoted name: letters and digits, symbol characters, `!` or `;`.
    Name(&'t str),
    /// A quoted name.
    Quoted(Cow<'t, str>),
    /// A variable.
    Var(&'t str),
    /// A number without sign, or a character code `0'c`.
    Number(Number),
    /// The contents of a double-quoted item.
    Text(Cow<'t, str>),
    /// The contents of a back-quoted item.
    BackQuoted(Cow<'t, str>),
    /// One of `( ) [ ] { } , |`.
    Punct(char),
    /// The end `.` of a term.
    End,
    /// The end of the text.
    Eof,
}

/// A token with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token<'t> {
    /// The kind and value.
    pub kind: TokenKind<'t>,
    /// The byte offset of its first character.
    pub start: usize,
    /// The byte offset after its last character.
    pub end: usize,
    /// True if layout precedes it. A `(` without layout before it opens functional notation.
    pub layout: bool,
}

impl Token<'_> {
    /// Its place in the text.
    pub(super) fn span(&self) -> Span {
        Span {
            start: self.start,
            end: self.end,
        }
    }
}

/// A text that is not a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LexFault {
    /// The kind of fault.
    pub kind: ErrorKind,
    /// The byte offset of the fault.
    pub at: usize,
    /// The byte offset from which reading on may find tokens again.
    pub resync: usize,
}

/// The error of the nom parsers. A parser sees only the remaining input, so offsets are lengths of
/// remaining input.
#[derive(Debug)]
pub(super) struct LexError {
    pub(super) kind: ErrorKind,
    pub(super) left: usize,
    pub(super) resync_left: usize,
}

impl ParseError<&str> for LexError {
    fn from_error_kind(input: &str, _: nom::error::ErrorKind) -> LexError {
        let kind = match input.chars().next() {
            Some(c) => ErrorKind::UnexpectedChar(c),
            None => ErrorKind::EndOfTerm,
        };
        LexError {
            kind,
            left: input.len(),
            resync_left: input.len(),
        }
    }

    fn append(_: &str, _: nom::error::ErrorKind, other: LexError) -> LexError {
        other
    }
}

/// The result of a nom parser of this folder.
pub(super) type Lex<'t, T> = IResult<&'t str, T, LexError>;

/// Fails for good: no alternative is tried.
pub(super) fn fail<T>(kind: ErrorKind, at: &str, resync: &str) -> Lex<'static, T> {
    Err(nom::Err::Failure(LexError {
        kind,
        left: at.len(),
        resync_left: resync.len(),
    }))
}
