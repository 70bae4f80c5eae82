//! Tests in program texts: quads and transcripts.
//!
//! Quads are queries in program files with the answers that they must give:
//!
//! ```text
//! ?- member(X, [a,b]).
//!    X = a
//! ;  X = b.
//! ```
//!
//! Loading skips quads; checking runs each query and compares its answers with the description. A description
//! that does not hold can be replaced by the actual answers, without other changes of the text. Transcripts are
//! sessions at a terminal.

mod answer_match;
mod article;
mod check_quad;
mod check_transcript;
mod cycle_note;
mod document;
mod edits;
mod exercise;
mod exercise_text;
mod expectation;
mod quad_reader;
mod quad_watch;
mod quads;
mod report;
#[cfg(test)]
mod tests;
mod toplevel_parser;
mod transcript;

pub use answer_match::Strictness;
pub use document::{Checked, Document};
pub use exercise::{Exercise, Mark, MarkLimits, Marked, Task, Verdict};
pub use report::{
    CheckEvent, CheckOptions, Prepare, QuadFailure, QuadOutcome, QuadPlace, QuadReport, QuadResult,
};
