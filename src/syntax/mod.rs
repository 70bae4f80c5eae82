//! L1: Prolog text. Operators, reader, writer and the layout of clauses.
//!
//! Knows atoms, numbers and owned terms ([`crate::base`]); must not know cells, heaps, streams or
//! predicates. The reader makes [`crate::base::tree::Tree`]s; the writer reads any term through
//! [`crate::base::tree::TermView`].

pub mod chars;
pub mod conversion;
mod diagnostic;
mod error;
pub mod format;
pub mod layout;
pub mod lexer;
mod number;
pub mod ops;
mod parser;
pub mod portray;
pub mod quad;
mod quoted;
pub mod read;
pub mod scan;
pub mod writer;

#[cfg(test)]
mod tests;

pub use crate::base::convert::float_text;
pub use conversion::converted;
pub use diagnostic::{Diagnostic, Severity};
pub use error::{ErrorKind, Position, SourceMap, Span, SyntaxError};
pub use format::{atom_needs_quotes, ends_in_symbol_char, quoted_atom, var_letter};
pub use layout::{Layout, Notation};
pub use lexer::program_start;
pub use ops::{OpClass, OpDef, OpError, OpTable, OpType};
pub use portray::{ClauseLayout, write_clause};
pub use read::{ReadOptions, ReadTerm, Text, VarInfo, parse_number, read_term};
pub use scan::EndFinder;
pub use writer::{Spacing, WriteOptions, Writer, term_text};
