//! L4: the host API. Load, query, answers, errors, quads: all that the top level and host programs
//! may use, and nothing that a host program may not.

mod answer;
mod complaint;
mod cycles;
mod diagnostic;
mod engine;
mod error;
mod events;
mod export;
mod memory;
mod native;
mod outlet;
#[cfg(test)]
pub(crate) mod scripted;
mod session;
mod show;
mod stream;
mod style;
mod styled;
mod term;
#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use diagnostic::{Diagnostic, Severity};
pub use engine::{InterruptHandle, Limit};
pub use error::{Ball, Error, Mismatch};
pub use events::{ConstraintEvent, EventCause};
pub use session::{Machine, Prepared, Query};
pub use stream::AnswerStream;
pub use style::Style;
pub use term::{FromTerm, Shape, Term, Value};

pub use crate::base::int::Int;
pub use crate::syntax::EndFinder;

pub(crate) use answer::Parts;
pub(crate) use complaint::lines as error_lines;
pub(crate) use diagnostic::{Finding, Source};
pub(crate) use engine::ReadAs;
pub(crate) use term::Snapshot;

pub(crate) use crate::base::atom::{Atom, AtomTable, atoms};
pub(crate) use crate::base::tree::{Node, NodeId, Tree};
pub(crate) use crate::syntax::lexer::Lexer;
pub(crate) use crate::syntax::quad::{as_query, is_answer_description, is_char_list};
pub(crate) use crate::syntax::{SourceMap, Span, SyntaxError, program_start};
pub(crate) use crate::syntax::{Token, TokenKind};
