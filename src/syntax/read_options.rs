//! The options of reading a term, and what it returns.
//!
//! Knows no streams, and no flags as terms: [`ReadOptions`] holds the values that matter.

use super::lenient::Departure;
use super::positions::TermPositions;
use super::read_monitor::ReadMonitor;
use super::span::{Position, Span};
use crate::base::tree::Tree;
use std::sync::Arc;

/// The meaning of a quoted text: the values of the flags `double_quotes` and `back_quotes`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum QuotedAs {
    /// A list of one-character atoms.
    #[default]
    Chars,
    /// A list of character codes.
    Codes,
    /// An atom.
    Atom,
    /// A string.
    String,
    /// A syntax error.
    Error,
}

/// Whether text that the standard forbids is read where it has one sensible meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Lenience {
    /// It is a syntax error.
    #[default]
    Refused,
    /// It is a syntax error, but the term may be read once more with lenience.
    Allowed,
    /// It is read.
    Applied,
}

/// The options of reading a term.
#[derive(Clone, Debug)]
pub(crate) struct ReadOptions {
    /// The meaning of `"…"`.
    pub double_quotes: QuotedAs,
    /// The meaning of `` `…` ``.
    pub back_quotes: QuotedAs,
    /// True if `?-` is also an infix operator, xfx 1200, for labelled quads: `Id ?- Query.`
    pub quads: bool,
    /// True if the text is a program file, whose clauses begin at the margin: this says where reading resumes after a
    /// quote that is not closed.
    pub by_lines: bool,
    /// True if the text is a goal, as after `:-`: its start may be a directive operator.
    pub goal: bool,
    /// True if only tokens of the standard are allowed: no `\uXXXX`, `\s`, `1_000`, `1r3`, `1.0Inf` (flag `iso`).
    pub strict: bool,
    /// Whether text that the standard forbids is read.
    pub lenience: Lenience,
    /// True if `$X` is a variable of that name, which stands for a value of an earlier answer.
    pub answers: bool,
    /// True if [`ReadTerm::positions`] is to hold the span and notation of each subterm.
    pub positions: bool,
    /// True if the atoms of the term may be collected once nothing on the heap refers to them.
    pub transient: bool,
    /// The position of the text's first byte in a larger text, or of the byte at `origin_at`.
    pub origin: Position,
    /// An offset at or before which reading starts: `origin` is its position, and lines are counted from there.
    pub origin_at: usize,
    /// Asked now and then while a long text is read; it may end that, with the error [`super::ErrorKind::GivenUp`].
    pub monitor: Option<Arc<dyn ReadMonitor>>,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            double_quotes: QuotedAs::Chars,
            back_quotes: QuotedAs::Error,
            quads: false,
            by_lines: false,
            goal: false,
            strict: false,
            lenience: Lenience::Refused,
            answers: false,
            positions: false,
            transient: false,
            origin: Position::default(),
            origin_at: 0,
            monitor: None,
        }
    }
}

/// A named variable of a term, whose name is that of the variable in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VarInfo {
    /// The variable's number in the tree.
    pub var: u32,
    /// The number of its occurrences.
    pub occurrences: u32,
    /// The span of its first occurrence.
    pub first_span: Span,
}

/// A term that was read.
#[derive(Clone, Debug)]
pub(crate) struct ReadTerm {
    /// The term; its variables are numbered by first occurrence, the anonymous ones included.
    pub tree: Tree,
    /// The named variables, by first occurrence.
    pub variables: Vec<VarInfo>,
    /// From the first token to the last one before the end token.
    pub span: Span,
    /// The span and notation of each node, if the options ask for them.
    pub positions: Option<TermPositions>,
    /// The places that a reader which follows the standard refuses; only lenient reading finds any.
    pub departures: Vec<Departure>,
}

impl ReadTerm {
    /// The variables that occur once and have a name that does not start with `_`.
    pub(crate) fn singletons(&self) -> impl Iterator<Item = &VarInfo> {
        self.variables
            .iter()
            .filter(|v| v.occurrences == 1 && !self.name(v).starts_with('_'))
    }

    /// The name of a variable in the text.
    pub(crate) fn name(&self, variable: &VarInfo) -> &str {
        self.tree.var_name(variable.var).unwrap_or("_")
    }

    /// The names and numbers of the named variables, by first occurrence.
    pub(crate) fn variable_names(&self) -> impl Iterator<Item = (&str, u32)> {
        self.variables.iter().map(|v| (self.name(v), v.var))
    }
}
