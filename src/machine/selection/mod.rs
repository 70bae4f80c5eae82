//! Clause selection: which clauses a call can match.

mod buckets;
pub(super) mod clause_search;
mod decision_tree;
