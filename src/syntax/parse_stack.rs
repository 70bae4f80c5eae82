//! The parser's stack: operands, open brackets, and operators that lack an operand.

use super::error::ErrorKind;
use super::ops::OpDef;
use super::span::Span;
use super::token::LexFault;
use crate::base::atom::Atom;
use crate::base::tree::NodeId;

/// The fault at which parsing stops.
pub(super) struct ParseFault {
    pub(super) kind: ErrorKind,
    /// The span of the token at fault.
    pub(super) span: Span,
    /// The offset from which the end of the clause is sought.
    pub(super) resync: usize,
}

impl From<LexFault> for ParseFault {
    fn from(f: LexFault) -> ParseFault {
        ParseFault {
            kind: f.kind,
            span: Span {
                start: f.at,
                end: f.at,
            },
            resync: f.resync,
        }
    }
}

/// A finished subterm.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) node: NodeId,
    pub(super) priority: u16,
    pub(super) span: Span,
}

impl Operand {
    /// A term without operators outside of brackets.
    pub(super) fn term(node: NodeId, span: Span) -> Operand {
        Operand {
            node,
            priority: 0,
            span,
        }
    }
}

/// An open bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Paren,
    Curly,
    List,
    /// `[` of a list whose `|` has been read.
    Tail,
    /// `(` of functional notation, with the functor's name.
    Args(Atom),
    /// `{` of a dict, whose tag is the first item.
    Dict,
    /// `{|` of a quasi-quotation, before `||`.
    Quasi,
}

impl Bracket {
    /// The character that opens it.
    pub(super) fn open(self) -> char {
        match self {
            Bracket::Paren | Bracket::Args(_) => '(',
            Bracket::Curly | Bracket::Dict | Bracket::Quasi => '{',
            Bracket::List | Bracket::Tail => '[',
        }
    }

    /// The character that closes it.
    pub(super) fn close(self) -> char {
        match self {
            Bracket::Paren | Bracket::Args(_) => ')',
            Bracket::Curly | Bracket::Dict | Bracket::Quasi => '}',
            Bracket::List | Bracket::Tail => ']',
        }
    }
}

/// An entry of the parser's stack: a construct that lacks the operand being read.
pub(super) enum Frame {
    Open {
        bracket: Bracket,
        /// The height of the item stack below this bracket's items.
        items: usize,
        start: usize,
        /// The byte offset of the bracket itself.
        bracket_at: usize,
    },
    Prefix {
        name: Atom,
        def: OpDef,
        span: Span,
    },
    Infix {
        name: Atom,
        def: OpDef,
        span: Span,
        left: Operand,
    },
    /// A block operator, `[]` or `{}`, which the block follows.
    Block {
        name: Atom,
        def: OpDef,
        left: Operand,
    },
    /// `"text"||`, whose elements are the items from this index on.
    Chars {
        items: usize,
        start: usize,
    },
}

/// The outcome of parsing what follows an operand.
pub(super) enum AfterOperand {
    /// A larger operand.
    Operand(Operand),
    /// An operator, whose frame needs another operand.
    Operator,
    /// The end token, and the whole term.
    End(Operand),
}
