//! Reading terms and numbers from text: the options, the result and the two ways in.
//!
//! Must not know modules, streams or flags as terms: [`ReadOptions`] holds what matters of them.

use super::error::{ErrorKind, Position, Span, SyntaxError};
use super::layout::Layout;
use super::lexer::{Lexer, Tok};
use super::ops::OpTable;
use super::parser::{Parser, number_node};
use crate::base::atom::AtomTable;
use crate::base::tree::{Node, Tree};

/// What a quoted text stands for: the values of the flags `double_quotes` and `back_quotes`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Text {
    /// A list of one-character atoms.
    #[default]
    Chars,
    /// A list of character codes.
    Codes,
    /// An atom.
    Atom,
    /// A syntax error.
    Error,
}

/// How to read a term.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// What `"…"` stands for.
    pub double_quotes: Text,
    /// What `` `…` `` stands for.
    pub back_quotes: Text,
    /// `?-` is an infix operator too, xfx 1200, for labelled quads: `Id ?- Query.`
    pub quads: bool,
    /// The text is a goal, as after `:-`: directive operators are recognised at its start.
    pub goal: bool,
    /// Only the standard's tokens: no `\uXXXX`, `\s`, `1_000`, `1r3`, `1.0Inf` (flag `iso`).
    pub strict: bool,
    /// Note where and how each subterm is written, in [`ReadTerm::layout`].
    pub layout: bool,
    /// The position of the text's first byte, when the text is a part of a larger one.
    pub origin: Position,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            double_quotes: Text::Chars,
            back_quotes: Text::Error,
            quads: false,
            goal: false,
            strict: false,
            layout: false,
            origin: Position::default(),
        }
    }
}

/// A named variable of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarInfo {
    /// The name in the text.
    pub name: Box<str>,
    /// The variable's number in the tree.
    pub var: u32,
    /// How often it occurs.
    pub occurrences: u32,
    /// Where it occurs first.
    pub first_span: Span,
}

/// A term that was read.
#[derive(Clone, Debug)]
pub struct ReadTerm {
    /// The term; its variables are numbered by first occurrence, the anonymous ones included.
    pub tree: Tree,
    /// The named variables, by first occurrence.
    pub variables: Vec<VarInfo>,
    /// From the first token to the last one before the end token.
    pub span: Span,
    /// Where and how each node is written, if asked for.
    pub layout: Option<Layout>,
}

impl ReadTerm {
    /// The variables that occur once and whose names do not start with `_`.
    pub fn singletons(&self) -> impl Iterator<Item = &VarInfo> {
        self.variables
            .iter()
            .filter(|v| v.occurrences == 1 && !v.name.starts_with('_'))
    }

    /// Names and variable numbers, by first occurrence.
    pub fn variable_names(&self) -> impl Iterator<Item = (&str, u32)> {
        self.variables.iter().map(|v| (&*v.name, v.var))
    }
}

/// Reads the next term of `text` from byte offset `at`. Returns it and the offset after its end
/// token, or nothing if only layout is left.
///
/// # Errors
/// A [`SyntaxError`] that says where reading can be resumed.
pub fn read_term(
    text: &str,
    at: usize,
    ops: &OpTable,
    table: &mut AtomTable,
    opts: &ReadOptions,
) -> Result<Option<(ReadTerm, usize)>, Box<SyntaxError>> {
    Parser::new(text, at, ops, table, opts).read()
}

/// Reads a text that must be one number, as `number_codes/2` does (ISO 8.16.7): layout may stand
/// before it and after a `-`, nothing may follow.
///
/// # Errors
/// A [`SyntaxError`] if it is anything else.
pub fn parse_number(text: &str) -> Result<Node, Box<SyntaxError>> {
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
    let negative = match &t.tok {
        Tok::Name(s) => *s == "-",
        Tok::Quoted(s) => s == "-",
        _ => false,
    };
    if negative {
        t = next()?;
    }
    match number_node(&t.tok, negative) {
        Some(n) if t.end == text.len() => Ok(n),
        Some(_) => Err(fault(ErrorKind::IllegalNumber, t.end)),
        None => Err(fault(ErrorKind::IllegalNumber, t.start)),
    }
}
