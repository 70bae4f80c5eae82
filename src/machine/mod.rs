//! L2: the abstract machine: cells, heap, stacks, unification, the run loop, the collector.
//!
//! Imports no text, no compiler and no constraints: it calls the [`Extension`] trait, which the
//! layers above implement. Only this folder contains `unsafe`.
//!
//! The folders from the bottom up; a file imports from its own folder and from those before it:
//!
//! | folder | contents |
//! |---|---|
//! | `memory` | cells, the heap, word stacks, copies and records of terms |
//! | `database` | predicates, clauses, their code and index tables |
//! | `state` | the parts of a machine, and the struct that holds them |
//! | `control` | environments and choice points, queries, exceptions, wake-ups, limits |
//! | `selection` | the clauses that a call can match |
//! | `terms` | unification, comparison, walks, arithmetic, attributed and global variables |
//! | `collect` | the collectors of the heap and of atoms |
//! | `ops` | the bodies of the instructions |
//! | `native` | machine code for the clauses that are run most, with the feature `native` |

mod collect;
mod control;
pub(crate) mod database;
mod extension;
mod memory;
#[cfg(native_tier)]
mod native;
mod ops;
mod run;
mod selection;
mod state;
mod terms;

#[cfg(test)]
mod tests;

pub(crate) use control::query::{Outcome, Paused, Running};
pub(crate) use database::code_block::Code;
pub(crate) use extension::Extension;
pub(crate) use memory::cell::{self, Addr, Cell, Tag};
pub(crate) use memory::copy::Attributes;
pub(crate) use memory::heap::Heap;
pub(crate) use memory::packed::PackedPieces;
pub(crate) use memory::record::Record;
pub(crate) use selection::clause_search::ClauseRef;
pub(crate) use state::backtrace::{Backtrace, BallOrigin, CallFrame, ReturnPoint, WordOutline};
pub(crate) use state::ball::Ball;
pub(crate) use state::builtin;
pub(crate) use state::constrained_copy::CopiedConstraints;
pub(crate) use state::counts::{Counts, GoalCounts, PredCounts};
pub(crate) use state::limits::{LimitRest, Limits, ResourceCounts};
pub(crate) use state::machine::Machine;
pub(crate) use state::occurs_check::OccursCheck;
pub(crate) use state::shared_limits::SharedLimits;
pub(crate) use state::shared_program::SharedProgram;
pub(crate) use state::signals::Interrupt;
pub(crate) use state::tracing::Diverted;
#[cfg(feature = "repl")]
pub(crate) use terms::large::LARGE_THREAD;
pub(crate) use terms::large::{integer_text, integer_value};
pub(crate) use terms::parcel::Parcel;
pub(crate) use terms::walk::CycleDetector;
