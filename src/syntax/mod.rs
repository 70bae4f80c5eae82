//! L1: Prolog text. Operators, reader, writer and the layout of clauses.
//!
//! Imports only [`crate::base`]: no cells, heaps, streams or predicates. The reader makes
//! [`crate::base::tree::Tree`]s; the writer reads any term through
//! [`crate::base::tree::TermView`].
//!
//! Order of the files, each importing only earlier ones: `chars`, `span`, `error`, `token`,
//! `layout_text`, `quoted`, `number_token`, `lexer`; `positions`, `ops`, `read_options`,
//! `parse_stack`, `parser`, `read`; `token_text`, `writer`, `portray`. `char_conversion`,
//! `diagnostic`, `end_finder` and `quad` stand beside them.

pub mod char_conversion;
pub mod chars;
mod diagnostic;
pub mod end_finder;
mod error;
mod layout_text;
pub mod lexer;
mod number_token;
pub mod ops;
mod parse_stack;
mod parser;
pub mod portray;
pub mod positions;
pub mod quad;
mod quoted;
pub mod read;
mod read_options;
mod span;
mod token;
pub mod token_text;
pub mod writer;

#[cfg(test)]
mod tests;

pub use crate::base::convert::float_text;
pub use char_conversion::convert_chars;
pub use diagnostic::{Diagnostic, Severity};
pub use end_finder::EndFinder;
pub use error::{ErrorKind, SyntaxError};
pub use lexer::program_start;
pub use ops::{OpClass, OpDef, OpError, OpTable, OpType};
pub use portray::{PortrayOptions, write_clause};
pub use positions::{Notation, TermPositions};
pub use read::{parse_number, read_term};
pub use read_options::{QuotedAs, ReadOptions, ReadTerm, VarInfo};
pub use span::{Position, SourceMap, Span};
pub use token::{LexFault, Token, TokenKind};
pub use token_text::{atom_needs_quotes, ends_in_symbol_char, quoted_atom, var_letter};
pub use writer::{Spacing, WriteOptions, Writer, term_text};
