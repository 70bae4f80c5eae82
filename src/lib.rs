//! Horn: an embeddable Prolog.
//!
//! A host program needs [`Machine`]: it loads programs, answers queries one [`Answer`] at a time, and
//! returns errors as [`Error`]. The README shows both a session and a program.
//!
//! # Features
//!
#![doc = include_str!("../docs/embedding/features.md")]
//!
//! # Architecture
//!
//! `syntax` reads text as terms, `compile` makes instructions of clauses, `machine` runs them, and `prolog` returns
//! answers to the host. `fd` is the solver, to which `clpz` posts the constraints of a program.
//!
//! | layer | folders | may use |
//! |---|---|---|
//! | L0 | `base`: atoms, unbounded integers, numbers and arithmetic, owned terms | nothing |
//! | L1 | `syntax`: operators, lexer, parser, writer, quads, messages · `code`: instructions, predicates | L0 |
//! | L2 | `compile`: clause to code · `machine`: cells, heap, run loop, collector · `fd`: solver | L0–L1 |
//! | L3 | `system`: modules, flags, streams, the loader · `clpz`: terms to constraints and back · `builtins`: one file for each clause of ISO 13211-1 | L0–L2 |
//! | L4 | `prolog`: machines, queries, answers, errors | L0–L3 |
//! | L5 | `testing`: quads and transcripts | `prolog` |
//! | L6 | `editor`: the language server `horn lsp` | `prolog`, `testing` |
//! | L7 | `repl`: the command line, the top level, `horn test` | `prolog`, `testing`, `editor` |
//!
//! A folder imports from lower layers and from itself; `tests/tidy` checks this. Libraries are Prolog files in
//! `prelude/`, embedded in the program and loaded when one of their predicates is first called.
//!
//! # Invariants
//!
//! - `fd` has no terms, cells or atoms: it is a solver over numbered variables.
//! - `machine` has no text, no compiler and no solver; it calls a small trait, which `system` implements. A choice
//!   point saves one extra mark for it.
//! - `syntax` has no heap cells: the writer reads through one trait, which owned terms and the heap implement.
//! - `prolog` and `testing` are the public API, and the top level uses nothing else: a host program can do all
//!   that the top level does.
//! - Builtins in Rust are deterministic. Predicates with several answers are written in Prolog.
//! - Nothing recurses on the Rust stack over terms: a term a million levels deep is read, copied, compared, printed
//!   and dropped. Cyclic terms terminate.
//! - There is no process-wide state. Two machines in a process are independent; a machine is `Send`.
//! - False is an answer, an error is a ball, a panic is a bug of Horn.
//! - All output has a fixed order, so that answer streams are snapshots.
//! - `unsafe` occurs in `machine` only.
//!
//! # How a query runs
//!
//! [`Machine::query`] reads the text with the operators of module `user`, puts the goal on the heap and returns
//! without running it. Each step of the iterator runs the goal to its next answer, computes the residual goals of
//! attributed variables, and copies bindings and goals into one owned tree, which shares parts and is cyclic where
//! the heap is. Cycles are cut by equations. The [`Answer`] prints itself without the machine, when its text is
//! asked for. Dropping the iterator undoes the bindings of the query.

mod base;
mod builtins;
mod clpz;
mod code;
mod compile;
#[cfg(test)]
mod differential_tests;
#[cfg(feature = "editor")]
mod editor;
mod fd;
mod machine;
mod prolog;
#[cfg(feature = "repl")]
#[doc(hidden)]
pub mod repl;
mod syntax;
mod system;
mod testing;

/// The derive macro of the trait [`Arguments`](trait@Arguments).
///
/// ```
/// use horn::{Arguments, Machine};
///
/// #[derive(Arguments)]
/// struct Edge { from: u32, to: u32 }
///
/// let mut machine = Machine::new();
/// machine.assert_all("edge", [Edge { from: 1, to: 2 }, Edge { from: 2, to: 3 }])?;
/// assert_eq!(machine.answers("edge(2, X)"), "   X = 3.\n");
/// # Ok::<(), horn::Error>(())
/// ```
#[cfg(feature = "derive")]
pub use horn_derive::Arguments;
/// The derive macro of the trait [`FromAnswer`](trait@FromAnswer).
///
/// ```
/// use horn::{FromAnswer, Machine};
///
/// #[derive(FromAnswer)]
/// struct Person { first_name: String, age: u32 }
///
/// let mut machine = Machine::new();
/// let answer = machine.query("FirstName = ann, Age = 61")?.next().unwrap()?;
/// let person: Person = answer.read()?;
/// assert_eq!((&*person.first_name, person.age), ("ann", 61));
/// # Ok::<(), horn::Error>(())
/// ```
#[cfg(feature = "derive")]
pub use horn_derive::FromAnswer;
/// The derive macro of the trait [`FromTerm`](trait@FromTerm).
///
/// ```
/// use horn::{FromTerm, Machine};
///
/// #[derive(FromTerm)]
/// struct Point { x: i64, y: i64 }
///
/// let mut machine = Machine::new();
/// let answer = machine.query("P = point(1, -2)")?.next().unwrap()?;
/// let point: Point = answer.get("P")?;
/// assert_eq!((point.x, point.y), (1, -2));
/// # Ok::<(), horn::Error>(())
/// ```
#[cfg(feature = "derive")]
pub use horn_derive::FromTerm;
/// The derive macro of the trait [`IntoTerm`](trait@IntoTerm).
///
/// ```
/// use horn::{IntoTerm, Machine};
///
/// #[derive(IntoTerm)]
/// struct Point { x: i64, y: i64 }
///
/// let mut machine = Machine::new();
/// let answer = machine.query("P = Q")?.with("Q", Point { x: 1, y: -2 })?.next().unwrap()?;
/// assert_eq!(answer.term("P").unwrap().to_string(), "point(1,-2)");
/// # Ok::<(), horn::Error>(())
/// ```
#[cfg(feature = "derive")]
pub use horn_derive::IntoTerm;
#[doc(hidden)]
pub use prolog::derived;
pub use prolog::{
    Access, Answer, AnswerEvent, AnswerHandler, AnswerStream, Arguments, AsyncAnswers, Atom,
    Atomic, Ball, Call, Candidate, CandidateKind, ClauseCount, Completion, ConstraintEvent,
    Diagnostic, Documentation, Domain, EndFinder, Error, EventCause, Exception, FlagDocumentation,
    FromAnswer, FromTerm, Function, Handle, Image, Int, InterruptHandle, IntoTerm, Kind, Library,
    Limit, Lint, LintLevel, LoadProgress, Machine, MachineBuilder, Mention, Mismatch, Origin,
    Outline, ParseNumberError, Part, PartKind, Place, Position, Prepared, Progress, ProgressHandle,
    Query, Rational, Remembered, Reply, Resource, Row, Rows, SearchProgress, Severity, Shape, Span,
    Spent, StatusLine, Style, Term, TermBuilder, TermId, TokenClass, TooLarge, Tracing, Value, Var,
    Vocabulary, documentation, documentation_in, ends_clauses, flag_documentation, highlight,
    lints, matching_bracket, set_platform_clock,
};
pub use testing::{
    CheckEvent, CheckOptions, Checked, Document, Exercise, Mark, MarkLimits, Marked, Prepare,
    QuadFailure, QuadOutcome, QuadPlace, QuadReport, QuadResult, Strictness, Task, Verdict,
};

/// The code in the README, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The programs in the pages on embedding, in the same way.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../docs/embedding/access.md")]
    struct AccessPage;
    #[doc = include_str!("../docs/embedding/answers.md")]
    struct AnswersPage;
    #[doc = include_str!("../docs/embedding/async.md")]
    struct AsyncPage;
    #[doc = include_str!("../docs/embedding/limits.md")]
    struct LimitsPage;
    #[doc = include_str!("../docs/embedding/machines.md")]
    struct MachinesPage;
    #[doc = include_str!("../docs/embedding/predicates.md")]
    struct PredicatesPage;
    #[doc = include_str!("../docs/embedding/tests.md")]
    struct TestsPage;
    #[doc = include_str!("../docs/embedding/values.md")]
    struct ValuesPage;
    #[doc = include_str!("../docs/browser.md")]
    struct BrowserPage;
}
