//! The lexer: tokens (ISO 13211-1, 6.4), read one at a time from any byte offset of a text.
//!
//! Each step examines only the token that it returns and the layout before it, so that reading a
//! clause costs time in the length of the clause, not of the file. Knows no operators and no terms.
//! Built from nom parsers; layout text, quoted items and numbers have files of their own.

use super::chars::{
    alnum_run, is_layout, is_name_start, is_symbol, is_typographic_quote, is_variable_start,
    symbol_run,
};
use super::error::ErrorKind;
use super::layout_text::{comments_in_layout, layout};
use super::lenient_token::{lenient_token, with_exponent};
use super::number_token::{blank_groups, long_integer, number};
use super::plain_token::plain_token;
use super::quoted::quoted;
use super::read_monitor::ReadMonitor;
use super::span::Span;
use super::token::{Lex, LexError, LexFault, Token, TokenKind, fail};
use crate::base::number::Number;
use nom::Parser;

/// The byte offset at which the terms of a program file start: after a byte order mark and a first
/// line that starts with `#!`. Other texts start at 0, where `#!` may be two names.
pub(crate) fn program_start(text: &str) -> usize {
    let mark = match text.starts_with('\u{FEFF}') {
        true => '\u{FEFF}'.len_utf8(),
        false => 0,
    };
    let rest = &text[mark..];
    match rest.starts_with("#!") {
        true => mark + rest.find('\n').unwrap_or(rest.len()),
        false => mark,
    }
}

/// A reader of tokens. A copy is cheap and serves as a bookmark.
#[derive(Clone, Copy)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    pos: usize,
    strict: bool,
    lenient: bool,
    answers: bool,
    other_numbers: bool,
}

impl<'t> Lexer<'t> {
    /// A lexer that starts at a byte offset, which must be a character boundary.
    pub(crate) fn new(text: &'t str, at: usize) -> Lexer<'t> {
        let pos = at.min(text.len());
        Lexer {
            text,
            pos,
            strict: false,
            lenient: false,
            answers: false,
            other_numbers: false,
        }
    }

    /// The same lexer, for which tokens that the standard does not have are faults if `strict`.
    pub(crate) fn strict(self, strict: bool) -> Lexer<'t> {
        Lexer { strict, ..self }
    }

    /// The same lexer, which also reads tokens of other systems if `lenient`.
    pub(crate) fn lenient(self, lenient: bool) -> Lexer<'t> {
        Lexer { lenient, ..self }
    }

    /// The same lexer, for which `$X` is one variable if `answers`.
    pub(crate) fn with_answers(self, answers: bool) -> Lexer<'t> {
        Lexer { answers, ..self }
    }

    /// The same lexer, which reads numbers of SWI-Prolog if `other_numbers`: digits in groups, as in `1 000`, and exponents
    /// without a fraction, as in `1e10`.
    pub(crate) fn with_other_numbers(self, other_numbers: bool) -> Lexer<'t> {
        Lexer {
            other_numbers,
            ..self
        }
    }

    /// The byte offset after the last token.
    pub(crate) fn pos(&self) -> usize {
        self.pos
    }

    /// Moves to another byte offset.
    pub(crate) fn seek(&mut self, pos: usize) {
        self.pos = pos;
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    /// Reads the next token.
    ///
    /// # Errors
    /// When the text there is not a token. The lexer then stays before it.
    pub(crate) fn next_token(&mut self) -> Result<Token<'t>, LexFault> {
        self.next_token_for(None)
    }

    /// Reads the next token. The monitor may have reading given up inside it.
    ///
    /// # Errors
    /// As [`Lexer::next_token`]; [`ErrorKind::GivenUp`].
    pub(super) fn next_token_for(
        &mut self,
        monitor: Option<&dyn ReadMonitor>,
    ) -> Result<Token<'t>, LexFault> {
        // In lenient mode, a number may have a second group of digits; `$` joins a variable in queries.
        if !self.lenient
            && let Some(t) = plain_token(self.text, self.pos)
            && !(self.answers && matches!(t.kind, TokenKind::Name(name) if name.ends_with('$')))
        {
            self.pos = t.end;
            return Ok(t);
        }
        self.general_token(monitor)
    }

    /// Reads the next token with the parsers that define tokens.
    pub(super) fn general_token(
        &mut self,
        monitor: Option<&dyn ReadMonitor>,
    ) -> Result<Token<'t>, LexFault> {
        let input = &self.text[self.pos..];
        let scanned = layout(input).and_then(|(rest, _)| {
            let start = rest;
            let other = self.lenient.then(|| lenient_token(rest)).flatten();
            let number = || blank_groups(rest).or_else(|| with_exponent(rest));
            let number = || self.other_numbers.then(number).flatten();
            let other = other.or_else(number);
            let long = || monitor.and_then(|m| long_integer(rest, m));
            other
                .map_or_else(|| long().unwrap_or_else(|| token(rest)), Ok)
                .map(|(rest, kind)| (start, rest, kind))
        });
        match scanned {
            Ok((start, rest, kind)) => {
                let mut t = Token {
                    kind,
                    start: self.text.len() - start.len(),
                    end: self.text.len() - rest.len(),
                    layout: start.len() != input.len(),
                };
                if self.answers {
                    self.join_answer_variable(&mut t);
                }
                if self.strict && is_extension(&t.kind, &self.text[t.start..t.end]) {
                    return Err(LexFault {
                        kind: ErrorKind::Extension,
                        at: t.start,
                        resync: t.end,
                    });
                }
                self.pos = t.end;
                Ok(t)
            }
            Err(e) => Err(self.fault(e)),
        }
    }

    /// Makes one variable of `$` and the variable that follows it. In `X=$Y`, the symbol before it ends at the `$`.
    fn join_answer_variable(&self, t: &mut Token<'t>) {
        let rest = &self.text[t.end..];
        let TokenKind::Name(name) = t.kind else {
            return;
        };
        let Some(before) = name.strip_suffix('$') else {
            return;
        };
        if !rest.starts_with(is_variable_start) {
            return;
        }
        match before.is_empty() {
            true => {
                t.end += alnum_run(rest);
                t.kind = TokenKind::Var(&self.text[t.start..t.end]);
            }
            false => {
                t.end -= 1;
                t.kind = TokenKind::Name(before);
            }
        }
    }

    fn fault(&self, e: nom::Err<LexError>) -> LexFault {
        let len = self.text.len();
        match e {
            nom::Err::Error(e) | nom::Err::Failure(e) => LexFault {
                kind: e.kind,
                at: len - e.left,
                resync: len - e.resync_left,
            },
            nom::Err::Incomplete(_) => LexFault {
                kind: ErrorKind::EndOfTerm,
                at: len,
                resync: len,
            },
        }
    }

    /// The byte offset after the next end token, or the end of the text: where to resume after an
    /// error. Faulty tokens on the way are skipped.
    pub(crate) fn skip_to_end(&mut self) -> usize {
        loop {
            match self.next_token() {
                Ok(t) if matches!(t.kind, TokenKind::End | TokenKind::Eof) => return t.end,
                Ok(_) => (),
                Err(f) => self.pos = self.after_fault(f),
            }
        }
    }

    /// The byte offset at which to go on after a faulty token, always beyond its start.
    pub(crate) fn after_fault(&self, f: LexFault) -> usize {
        if f.resync > self.pos {
            return f.resync;
        }
        let next = self.text[self.pos..].chars().next();
        self.pos + next.map_or(0, char::len_utf8)
    }
}

/// Returns true if the standard does not have this token, whose text is `text`.
fn is_extension(kind: &TokenKind<'_>, text: &str) -> bool {
    let escapes = |text: &str| {
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            if c == '\\' && chars.next().is_some_and(|c| matches!(c, 's' | 'u' | 'U')) {
                return true;
            }
        }
        false
    };
    match kind {
        TokenKind::Quoted(_) | TokenKind::Text(_) | TokenKind::BackQuoted(_) => escapes(text),
        TokenKind::Number(Number::Int(_)) => match text.strip_prefix("0'") {
            Some(code) => escapes(code),
            None => text.contains('_'),
        },
        TokenKind::Number(Number::Float(_)) => text.ends_with("Inf") || text.ends_with("NaN"),
        TokenKind::Number(Number::Rat(_)) => true,
        _ => false,
    }
}

/// Reads the token at the very start of the input.
fn token(i: &str) -> Lex<'_, TokenKind<'_>> {
    let Some(c) = i.chars().next() else {
        return Ok((i, TokenKind::Eof));
    };
    match c {
        '(' | ')' | '[' | ']' | '{' | '}' | ',' | '|' => {
            take(|_| 1).map(|_| TokenKind::Punct(c)).parse(i)
        }
        '!' | ';' => take(|_| 1).map(TokenKind::Name).parse(i),
        '\'' => quoted('\'').map(TokenKind::Quoted).parse(i),
        '"' => quoted('"').map(TokenKind::Text).parse(i),
        '`' => quoted('`').map(TokenKind::BackQuoted).parse(i),
        '.' if ends_term(&i[1..]) => take(|_| 1).map(|_| TokenKind::End).parse(i),
        c if c.is_ascii_digit() => number(i),
        c if is_variable_start(c) => take(alnum_run).map(TokenKind::Var).parse(i),
        c if is_name_start(c) => take(alnum_run).map(TokenKind::Name).parse(i),
        c if is_symbol(c) => take(symbol_run).map(TokenKind::Name).parse(i),
        c if is_typographic_quote(c) => take(|_| c.len_utf8()).map(TokenKind::Name).parse(i),
        c => {
            let rest = &i[c.len_utf8()..];
            fail(ErrorKind::UnexpectedChar(c), i, rest)
        }
    }
}

/// Takes `length(input)` bytes, which must be a whole number of characters.
fn take<'t>(
    length: impl Fn(&str) -> usize,
) -> impl Parser<&'t str, Output = &'t str, Error = LexError> {
    move |i: &'t str| {
        let (taken, rest) = i.split_at(length(i));
        Ok((rest, taken))
    }
}

/// Returns true if a `.` before this text is an end token.
fn ends_term(rest: &str) -> bool {
    match rest.chars().next() {
        None | Some('%') => true,
        Some(c) => is_layout(c),
    }
}

/// The comments between two byte offsets of a text that hold whole tokens and layout between them.
pub(crate) fn comments(text: &str, start: usize, end: usize) -> Vec<Span> {
    let mut found = Vec::new();
    let mut lexer = Lexer::new(text, start);
    while lexer.pos() < end {
        let before = lexer.pos();
        let Ok(token) = lexer.next_token() else {
            break;
        };
        comments_in_layout(text, before, token.start.min(end), &mut found);
        if token.start == token.end {
            break;
        }
    }
    found
}
