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
mod quads;
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
pub use quads::{Checked, Document, QuadFailure, QuadReport, Strictness};
pub use session::{Machine, Prepared, Query};
pub use stream::AnswerStream;
pub use style::Style;
pub use term::{FromTerm, Shape, Term, Value};

pub use crate::base::int::Int;
pub use crate::syntax::EndFinder;
