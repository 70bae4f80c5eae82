//! Reading terms and numbers from text.

use super::error::{ErrorKind, SyntaxError};
use super::lexer::Lexer;
use super::ops::OpTable;
use super::parser::{Parser, signed};
use super::read_options::{ReadOptions, ReadTerm};
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
    Parser::new(text, at, ops, table, opts).read()
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
