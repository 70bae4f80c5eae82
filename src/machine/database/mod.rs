//! Predicates and clauses: definitions, entry points, and the clauses visible to a call.

mod addition;
pub(crate) mod clause;
pub(crate) mod code_block;
mod constants;
pub(crate) mod dynamic;
pub(in crate::machine) mod entries;
pub(crate) mod index;
#[cfg(native_tier)]
pub(in crate::machine) mod machine_code;
mod postponed;
pub(crate) mod predicate;
mod removal;
pub(crate) mod store;
mod warming;

pub(crate) use clause::{ClauseId, Site, Source};
pub(crate) use postponed::FACT_ARGUMENTS;
pub(crate) use predicate::PredicateKind;
