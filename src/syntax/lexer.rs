//! Tokens (ISO 13211-1, 6.4), read one at a time from any byte offset of a text.
//!
//! Every step looks only at the token that it returns and the layout before it, so that reading
//! a clause costs what the clause costs, not what the file does. Must not know operators or
//! terms. Built from nom parsers; quoted items and numbers have files of their own.

use super::chars::{
    alnum_run, is_layout, is_name_start, is_symbol, is_variable_start, layout_run, symbol_run,
};
use super::error::ErrorKind;
use super::number::number;
use super::quoted::{quoted, skip_quoted};
use crate::base::int::Int;
use dashu::rational::RBig;
use nom::bytes::complete::{tag, take_until, take_while};
use nom::error::ParseError;
use nom::{IResult, Parser};
use std::borrow::Cow;

/// A token's kind and value.
#[derive(Clone, Debug, PartialEq)]
pub enum Tok<'t> {
    /// An unquoted name: letters and digits, symbol characters, `!` or `;`.
    Name(&'t str),
    /// A quoted name.
    Quoted(Cow<'t, str>),
    /// A variable.
    Var(&'t str),
    /// An integer, character codes included.
    Int(Int),
    /// A float.
    Float(f64),
    /// A rational that is not an integer.
    Rat(Box<RBig>),
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

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Token<'t> {
    /// What it is.
    pub tok: Tok<'t>,
    /// The byte offset of its first character.
    pub start: usize,
    /// The byte offset after its last character.
    pub end: usize,
    /// Whether layout stands before it; `(` without is an open functional notation.
    pub layout: bool,
}

/// A text that is not a token, at a byte offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LexFault {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where.
    pub at: usize,
    /// From where reading on may find tokens again.
    pub resync: usize,
}

/// The error of the nom parsers. Offsets are lengths of remaining input, because a parser sees no
/// more than that.
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

/// The result of a nom parser here.
pub(super) type Lex<'t, T> = IResult<&'t str, T, LexError>;

/// A definite error: no alternative is tried after it.
pub(super) fn fail<T>(kind: ErrorKind, at: &str, resync: &str) -> Lex<'static, T> {
    Err(nom::Err::Failure(LexError {
        kind,
        left: at.len(),
        resync_left: resync.len(),
    }))
}

/// Where the first term of a program file is to be sought: after a byte order mark and a first
/// line that starts with `#!`. Other texts start at 0, where `#!` may be two names.
pub fn program_start(text: &str) -> usize {
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

/// A reader of tokens. Copying it is cheap and remembers a place.
#[derive(Clone, Copy)]
pub struct Lexer<'t> {
    text: &'t str,
    pos: usize,
    strict: bool,
}

impl<'t> Lexer<'t> {
    /// Starts at a byte offset, which must be a character boundary.
    pub fn new(text: &'t str, at: usize) -> Lexer<'t> {
        let pos = at.min(text.len());
        Lexer {
            text,
            pos,
            strict: false,
        }
    }

    /// Whether tokens that the standard does not have are faults.
    pub fn strict(self, strict: bool) -> Lexer<'t> {
        Lexer { strict, ..self }
    }

    /// The byte offset from which the next token is sought.
    pub fn pos(&self) -> usize {
        self.pos
    }

    /// Goes on from another byte offset.
    pub fn seek(&mut self, pos: usize) {
        self.pos = pos;
    }

    /// The text that is read.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The next token.
    ///
    /// # Errors
    /// When the text there is no token. The lexer stays before it.
    pub fn next_token(&mut self) -> Result<Token<'t>, LexFault> {
        let input = &self.text[self.pos..];
        let scanned = layout(input).and_then(|(rest, _)| {
            let start = rest;
            token(rest).map(|(rest, tok)| (start, rest, tok))
        });
        match scanned {
            Ok((start, rest, tok)) => {
                let t = Token {
                    tok,
                    start: self.text.len() - start.len(),
                    end: self.text.len() - rest.len(),
                    layout: start.len() != input.len(),
                };
                if self.strict && is_extension(&t.tok, &self.text[t.start..t.end]) {
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
    pub fn skip_to_end(&mut self) -> usize {
        loop {
            match self.next_token() {
                Ok(t) if matches!(t.tok, Tok::End | Tok::Eof) => return t.end,
                Ok(_) => (),
                Err(f) => self.pos = self.after_fault(f),
            }
        }
    }

    /// Where to go on after a faulty token; always further than its start.
    pub(super) fn after_fault(&self, f: LexFault) -> usize {
        if f.resync > self.pos {
            return f.resync;
        }
        let next = self.text[self.pos..].chars().next();
        self.pos + next.map_or(0, char::len_utf8)
    }
}

/// Whether the standard has no such token; `text` is how it is written.
fn is_extension(tok: &Tok<'_>, text: &str) -> bool {
    let escapes = |text: &str| {
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            if c == '\\' && chars.next().is_some_and(|c| matches!(c, 's' | 'u' | 'U')) {
                return true;
            }
        }
        false
    };
    match tok {
        Tok::Quoted(_) | Tok::Text(_) | Tok::BackQuoted(_) => escapes(text),
        Tok::Int(_) => match text.strip_prefix("0'") {
            Some(code) => escapes(code),
            None => text.contains('_'),
        },
        Tok::Float(_) => text.ends_with("Inf") || text.ends_with("NaN"),
        Tok::Rat(_) => true,
        _ => false,
    }
}

/// Layout text: white space and comments (ISO 6.4.1).
pub(super) fn layout(mut i: &str) -> Lex<'_, ()> {
    loop {
        let rest = &i[layout_run(i)..];
        if rest.starts_with('%') {
            (i, _) = take_while(|c| c != '\n').parse(rest)?;
        } else if rest.starts_with("/*") {
            (i, _) = block_comment(rest)?;
        } else {
            return Ok((rest, ()));
        }
    }
}

fn block_comment(i: &str) -> Lex<'_, ()> {
    let body = (tag("/*"), take_until::<_, _, LexError>("*/"), tag("*/")).parse(i);
    match body {
        Ok((rest, _)) => Ok((rest, ())),
        Err(_) => fail(ErrorKind::EndOfComment, i, ""),
    }
}

/// One token at the very start of the input.
fn token(i: &str) -> Lex<'_, Tok<'_>> {
    let Some(c) = i.chars().next() else {
        return Ok((i, Tok::Eof));
    };
    match c {
        '(' | ')' | '[' | ']' | '{' | '}' | ',' | '|' => {
            take(|_| 1).map(|_| Tok::Punct(c)).parse(i)
        }
        '!' | ';' => take(|_| 1).map(Tok::Name).parse(i),
        '\'' => quoted('\'').map(Tok::Quoted).parse(i),
        '"' => quoted('"').map(Tok::Text).parse(i),
        '`' => quoted('`').map(Tok::BackQuoted).parse(i),
        '.' if ends_term(&i[1..]) => take(|_| 1).map(|_| Tok::End).parse(i),
        c if c.is_ascii_digit() => number(i),
        c if is_variable_start(c) => take(alnum_run).map(Tok::Var).parse(i),
        c if is_name_start(c) => take(alnum_run).map(Tok::Name).parse(i),
        c if is_symbol(c) => take(symbol_run).map(Tok::Name).parse(i),
        c => {
            let rest = &i[c.len_utf8()..];
            fail(ErrorKind::UnexpectedChar(c), i, rest)
        }
    }
}

/// As many bytes as `length` says, which must be a whole number of characters.
fn take<'t>(
    length: impl Fn(&str) -> usize,
) -> impl Parser<&'t str, Output = &'t str, Error = LexError> {
    move |i: &'t str| {
        let (taken, rest) = i.split_at(length(i));
        Ok((rest, taken))
    }
}

/// Whether a `.` before this text is an end token.
fn ends_term(rest: &str) -> bool {
    match rest.chars().next() {
        None | Some('%') => true,
        Some(c) => is_layout(c),
    }
}

/// Where a faulty quoted item that starts at `i` is over, as remaining text.
pub(super) fn after_quoted(i: &str, quote: char) -> &str {
    &i[skip_quoted(i, 1, quote).offset()..]
}
