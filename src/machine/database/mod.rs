//! Predicates and clauses: what is defined, where its code begins, and what a call may see.

pub mod clause;
pub(crate) mod code_block;
pub(crate) mod dynamic;
pub(crate) mod index;
pub mod predicate;
pub mod store;

pub use clause::ClauseId;
pub use predicate::Kind;
