//! L1: Prolog text. Operators, reader, writer and the layout of clauses.
//!
//! Imports only [`crate::base`]: no cells, heaps, streams or predicates. The reader makes
//! [`crate::base::tree::Tree`]s; the writer reads any term through
//! [`crate::base::tree::TermView`].
//!
//! Order of the files, each importing only earlier ones: `chars`, `span`, `error`, `token`,
//! `layout_text`, `quoted`, `read_monitor`, `number_token`, `lenient_token`, `lexer`; `positions`, `ops`, `token_text`,
//! `parse_stack`, `lenient`, `read_options`, `parser` with `quoted_operand` and
//! `dict_notation`, `plain_fact`, `read`; `writer` with `dict_text`, `portray`. `char_conversion`,
//! `diagnostic`, `dict_signs`, `end_finder`, `highlight` and `quad` stand beside them.

pub(crate) mod char_conversion;
pub(crate) mod chars;
mod diagnostic;
mod diagnostic_text;
mod dict_notation;
mod dict_signs;
mod dict_text;
pub(crate) mod end_finder;
mod error;
mod excerpt;
mod highlight;
mod layout_text;
mod lenient;
mod lenient_token;
pub(crate) mod lexer;
mod named_variables;
mod number_token;
mod operators;
pub(crate) mod ops;
mod other_languages;
mod parse_stack;
mod parser;
mod plain_fact;
mod plain_items;
mod plain_token;
pub(crate) mod portray;
pub(crate) mod positions;
pub(crate) mod quad;
mod quoted;
mod quoted_operand;
pub(crate) mod read;
mod read_buffers;
mod read_monitor;
mod read_options;
mod resumption;
mod span;
mod token;
pub(crate) mod token_text;
pub(crate) mod writer;

#[cfg(test)]
mod tests;

pub(crate) use char_conversion::convert_chars;
pub use diagnostic::{Diagnostic, Place, Severity};
pub(crate) use dict_signs::dict_sign;
pub use end_finder::{EndFinder, ends_clauses};
pub(crate) use error::{ErrorKind, SyntaxError};
pub(crate) use highlight::classify;
pub use highlight::{TokenClass, highlight, matching_bracket};
pub(crate) use lenient::Departure;
pub(crate) use lexer::program_start;
pub(crate) use ops::{OpClass, OpDef, OpError, OpTable, OpType};
pub(crate) use portray::{PortrayOptions, write_clause};
pub(crate) use positions::{Notation, TermPositions};
pub(crate) use read::{allows_lenience, parse_number, read_leniently, read_next, read_term};
pub(crate) use read_buffers::ReadBuffers;
pub(crate) use read_monitor::{LONG_INTEGER, ReadMonitor};
pub(crate) use read_options::{Lenience, QuotedAs, ReadOptions, ReadTerm, VarInfo};
pub(crate) use span::SourceMap;
pub use span::{Position, Span};
pub(crate) use token::{Token, TokenKind};
pub(crate) use token_text::{ends_in_symbol_char, quoted_atom};
pub(crate) use writer::{Spacing, WriteOptions, Writer, term_text};
