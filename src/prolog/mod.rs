//! L4: the host API. Loads programs, runs queries, and returns answers and errors.
//!
//! The top level, the test runner and host programs use the same functions. The items that are visible in the
//! crate alone are for the test runner, which compares answers with terms that it has read.

mod access;
mod answer;
mod async_answers;
#[cfg(any(feature = "num-bigint", feature = "dashu"))]
mod big_numbers;
mod booted;
mod builder;
mod clause_counts;
mod collections;
mod constraint_events;
mod cycles;
mod debug;
pub mod derived;
mod domain;
mod engine;
mod equality;
mod error;
mod exception;
mod fixed_names;
mod foreign_answers;
mod foreign_errors;
mod from_answer;
mod handle;
mod host_call;
mod host_library;
mod host_predicates;
mod image;
mod into_term;
mod lifetime;
mod limits;
mod lint;
mod loaded_files;
mod memory_share;
mod meter;
mod names;
mod outline;
mod output;
mod platform;
mod prepared;
mod progress;
mod query;
mod rational;
mod read_as;
mod remembered;
mod sealed_modules;
#[cfg(feature = "serde")]
mod serialize;
#[cfg(feature = "serde")]
mod serialize_messages;
mod session;
mod snapshot;
mod standard_streams;
mod stream;
mod style;
mod term;
mod term_display;
mod term_export;
mod terms_in_place;
#[cfg(test)]
mod tests;
mod tracer;
mod value;
mod value_text;
mod vocabulary;
mod whole_answer;
mod width;
mod written_files;

pub use access::Access;
pub use answer::Answer;
pub use async_answers::AsyncAnswers;
pub use builder::MachineBuilder;
pub use clause_counts::ClauseCount;
pub use collections::Arguments;
pub use constraint_events::{ConstraintEvent, EventCause};
pub use domain::Domain;
pub use error::{Ball, Error, Mismatch};
pub use exception::Exception;
pub use from_answer::{FromAnswer, Rows};
pub use handle::Handle;
pub use host_call::Call;
pub use host_library::Library;
pub use host_predicates::{Function, Reply, Row};
pub use image::Image;
pub use into_term::{Atom, IntoTerm, TermBuilder, TermId, Var};
pub use limits::{InterruptHandle, Limit, Resource, Spent};
pub use lint::{Lint, lints};
pub use outline::{Mention, Outline, Part, PartKind};
pub use platform::set_platform_clock;
pub use prepared::Prepared;
pub use progress::{ProgressHandle, StatusLine};
pub use query::Query;
pub use rational::Rational;
pub use remembered::Remembered;
pub use session::Machine;
pub use stream::{AnswerEvent, AnswerHandler, AnswerStream};
pub use style::Style;
pub use term::{Shape, Term};
pub use terms_in_place::Kind;
pub use tracer::Tracing;
pub use value::{Atomic, FromTerm, Value};
pub use vocabulary::{Candidate, CandidateKind, Completion, Vocabulary};

pub(crate) use crate::system::progress::Reporter;
pub use crate::system::progress::{LoadProgress, Progress, SearchProgress};

pub use crate::base::int::{Int, ParseNumberError, TooLarge};
pub use crate::builtins::documentation::{
    Documentation, FlagDocumentation, Origin, documentation, documentation_in, flag_documentation,
};
pub use crate::syntax::{
    Diagnostic, EndFinder, Place, Position, Severity, Span, TokenClass, ends_clauses, highlight,
    matching_bracket,
};
pub use crate::system::lint::LintLevel;

#[cfg(feature = "repl")]
pub(crate) use crate::machine::LARGE_THREAD;
pub(crate) use answer::AnswerParts;
pub(crate) use foreign_errors::lines as error_lines;
pub(crate) use read_as::ReadAs;
pub(crate) use snapshot::Snapshot;
pub(crate) use term_display::PrintContext;

pub(crate) use crate::base::clock::Instant;
#[cfg(feature = "repl")]
pub(crate) use crate::system::load::decode as decoded_text;

pub(crate) use crate::base::atom::{Atom as AtomId, AtomTable, atoms};
pub(crate) use crate::base::tree::{Node, NodeId, Tree};
pub(crate) use crate::syntax::lexer::Lexer;
pub(crate) use crate::syntax::quad::{as_query, is_answer_description, is_char_list};
#[cfg(feature = "editor")]
pub(crate) use crate::syntax::quoted_atom;
pub(crate) use crate::syntax::{SourceMap, SyntaxError, Token, TokenKind, program_start};
