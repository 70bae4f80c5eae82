//! Horn: an embeddable Prolog.
//!
//! A host program needs [`Machine`]: it loads programs, answers queries one [`Answer`] at a time, and
//! reports faults as an [`Error`]. The README shows both a session and a program.
//!
//! # Architecture
//!
//! Text becomes owned terms (`syntax`), clauses become instructions (`compile`), the machine runs them
//! (`machine`), and answers become terms and text again (`prolog`). Beside the machine stands the solver
//! (`fd`), which the constraints of a program are posted to.
//!
//! | layer | folders | knows |
//! |---|---|---|
//! | L0 | `base`: atoms, unbounded integers, numbers and arithmetic, owned terms | nothing |
//! | L1 | `syntax`: operators, lexer, parser, writer, quads · `code`: instructions, predicates | L0 |
//! | L2 | `compile`: clause to code · `machine`: cells, heap, run loop, collector · `fd`: solver | L0–L1 |
//! | L3 | `builtins`: one file per clause of ISO 13211-1, the loader, the bridge to `fd` | L0–L2 |
//! | L4 | `prolog`: machines, queries, answers, errors | all below |
//! | L5 | `testing`: quads and transcripts | only `prolog` |
//! | L6 | `repl`: the command line, the top level, `horn test` | only `prolog` and `testing` |
//!
//! A folder imports from lower layers and itself; folders of one layer never meet. `tests/tidy` sees
//! to it. Libraries are Prolog files in `prelude/`, embedded in the program and loaded when something of
//! theirs is first needed.
//!
//! # Invariants
//!
//! - `fd` knows no terms, cells or atoms: it is a solver over numbered variables.
//! - `machine` knows no text, no compiler and no `fd`; it calls a small trait, which the builtins
//!   implement. A choice point saves one extra mark for it.
//! - `syntax` never sees a heap cell: the writer reads through one trait, which owned terms and the heap
//!   both implement.
//! - `prolog` is the only public surface, and the top level uses nothing else. What it can do, a host
//!   program can do.
//! - Builtins in Rust are deterministic. What has several answers is written in Prolog.
//! - Nothing recurses on the Rust stack over terms: a term a million levels deep is read, copied,
//!   compared, printed and dropped. Cyclic terms terminate.
//! - There is no process-wide state. Two machines in a process are independent; a machine is `Send`.
//! - False is an answer, an error is a ball, a panic is a bug of ours.
//! - Whatever reaches output has a fixed order, so that answer streams are snapshots.
//! - `unsafe` stands in `machine` only.
//!
//! # How a query runs
//!
//! [`Machine::query`] reads the text with the operators of module `user`, puts the goal on the heap and
//! returns without running anything. Each step of the iterator runs to the next answer, computes the
//! residual goals of the attributed variables that are left, and copies bindings and goals into one
//! owned tree, which shares and is cyclic as the heap is. Cycles are cut by equations, and the
//! [`Answer`] prints itself from then on without the machine. Dropping the iterator undoes the query.

#[doc(hidden)]
pub mod base;
#[doc(hidden)]
pub mod builtins;
#[doc(hidden)]
pub mod clpz;
#[doc(hidden)]
pub mod code;
#[doc(hidden)]
pub mod compile;
#[doc(hidden)]
pub mod fd;
#[doc(hidden)]
pub mod machine;
pub mod prolog;
#[cfg(feature = "repl")]
pub mod repl;
#[doc(hidden)]
pub mod syntax;
#[doc(hidden)]
pub mod system;
pub mod testing;

pub use prolog::{
    Answer, AnswerEvent, AnswerHandler, AnswerStream, Ball, ConstraintEvent, Diagnostic, EndFinder,
    Error, EventCause, FromTerm, Int, InterruptHandle, Limit, Machine, Mismatch, Position,
    Prepared, Query, Severity, Shape, Span, Style, Term, Value,
};
pub use testing::{Checked, Document, QuadFailure, QuadPlace, QuadReport, Strictness};

/// The code in the README is compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
