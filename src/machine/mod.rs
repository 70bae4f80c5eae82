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

mod collect;
mod control;
pub mod database;
mod extension;
mod memory;
mod ops;
mod run;
mod selection;
mod state;
mod terms;

#[cfg(test)]
mod tests;

pub use control::query::{Outcome, Running};
pub(crate) use database::code_block::Code;
pub use extension::Extension;
pub use memory::cell::{self, Addr, Cell, Tag};
pub use memory::copy::Attributes;
pub use memory::heap::Heap;
pub use memory::record::Record;
pub use selection::clause_search::ClauseRef;
pub use state::ball::Ball;
pub use state::builtin;
pub use state::limits::Limits;
pub use state::machine::Machine;
pub use state::signals::Interrupt;
pub use terms::walk::CycleDetector;
