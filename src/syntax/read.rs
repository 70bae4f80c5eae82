//! Reading terms and numbers from text.

use super::error::{ErrorKind, SyntaxError};
use super::lexer::Lexer;
use super::ops::OpTable;
use super::parser::{Parser, signed};
use super::plain_fact::plain_fact;
use super::read_buffers::ReadBuffers;
use super::read_options::{Lenience, ReadOptions, ReadTerm};
use super::span::Position;
use super::token::TokenKind;
use crate::base::atom::AtomTable;
use crate::base::number::Number;

/// Reads the next term of `text` from byte offset `at`. Returns it and the offset after its end
/// token, or `None` if only layout is left.
///
/// # Errors
/// A [`SyntaxError`], which includes the offset at which reading can be resumed.
pub(crate) fn read_term(
    text: &str,
    at: usize,
    ops: &OpTable,
    table: &mut AtomTable,
    opts: &ReadOptions,
) -> Result<Option<(ReadTerm, usize)>, Box<SyntaxError>> {
    let mut buffers = ReadBuffers::default();
    read_next(text, at, ops, table, opts, &mut buffers)
}

/// Reads the next term as [`read_term`] does, with memory that earlier terms have left.
///
/// # Errors
/// As [`read_term`].
pub(crate) fn read_next(
    text: &str,
    at: usize,
    ops: &OpTable,
    table: &mut AtomTable,
    opts: &ReadOptions,
    buffers: &mut ReadBuffers,
) -> Result<Option<(ReadTerm, usize)>, Box<SyntaxError>> {
    if let Some(fact) = plain_fact(text, at, ops, table, opts, buffers) {
        return Ok(Some(fact));
    }
    Parser::new(text, at, ops, table, opts, buffers).read()
}

/// Reads a term of a program file as [`read_term`] does; if that fails, once more with lenience, unless the options
/// allow nothing but the standard or the text is a query.
///
/// # Errors
/// The [`SyntaxError`] of reading by the standard.
pub(crate) fn read_leniently(
    text: &str,
    at: usize,
    ops: &OpTable,
    table: &mut AtomTable,
    opts: &ReadOptions,
) -> Result<Option<(ReadTerm, usize)>, Box<SyntaxError>> {
    match read_term(text, at, ops, table, opts) {
        Err(fault) if allows_lenience(text, &fault, opts) => {
            let opts = ReadOptions {
                lenience: Lenience::Applied,
                ..opts.clone()
            };
            match read_term(text, at, ops, table, &opts) {
                Ok(Some(found)) => Ok(Some(found)),
                _ => Err(fault),
            }
        }
        read => read,
    }
}

/// Returns true if a term of a program file that the standard refuses may be read with lenience: not a query, whose
/// expected answer may be the error.
pub(crate) fn allows_lenience(text: &str, fault: &SyntaxError, opts: &ReadOptions) -> bool {
    let from = text.get(fault.term_start.offset..).unwrap_or_default();
    opts.lenience == Lenience::Allowed && !opts.goal && !from.starts_with("?-")
}

/// Reads a text that is one number, as `number_codes/2` does (ISO 8.16.7): layout may stand before
/// it and after a `-`, but nothing may follow it.
///
/// # Errors
/// A [`SyntaxError`] if the text is anything else.
pub(crate) fn parse_number(text: &str) -> Result<Number, Box<SyntaxError>> {
    let mut lexer = Lexer::new(text, 0);
    let fault = |kind, at| {
        Box::new(SyntaxError {
            kind,
            message: kind.message(None),
            hint: None,
            found: None,
            term_start: Position::default(),
            at: Position::in_text(text, at, Position::default()),
            resume: text.len(),
            incomplete: kind.is_incomplete(),
        })
    };
    let mut next = || lexer.next_token().map_err(|f| fault(f.kind, f.at));
    let mut t = next()?;
    let negative = match &t.kind {
        TokenKind::Name(s) => *s == "-",
        TokenKind::Quoted(s) => s == "-",
        _ => false,
    };
    if negative {
        t = next()?;
    }
    match &t.kind {
        TokenKind::Number(n) if t.end == text.len() => Ok(signed(n, negative)),
        TokenKind::Number(_) => Err(fault(ErrorKind::IllegalNumber, t.end)),
        _ => Err(fault(ErrorKind::IllegalNumber, t.start)),
    }
}
