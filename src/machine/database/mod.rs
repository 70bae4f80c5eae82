//! Predicates and clauses: definitions, entry points, and the clauses visible to a call.

pub mod clause;
pub(crate) mod code_block;
pub(crate) mod dynamic;
pub(crate) mod index;
pub mod predicate;
pub mod store;

pub use clause::ClauseId;
pub use predicate::Kind;
