//! The bridge from Prolog terms to the constraint kernel `fd`, and back.
//!
//! A constrained variable has the attribute `clpz` with the number of its kernel variable. Unification
//! reports bindings of such variables to the kernel (`solver.rs`); the values that the kernel fixes are bound
//! here, and then only other modules' attributes are woken. Must not know how propagators work.

mod arith_expansion;
mod attvar_link;
mod constraint_builtins;
mod constraint_copy;
mod constraint_graph;
mod domain_term;
mod event_terms;
mod expression;
mod fast_paths;
mod fd_predicates;
mod fdset;
mod functions;
pub(crate) mod global;
mod idle_definitions;
mod indexical_parser;
mod inspect;
mod kernel_search;
mod labeling;
mod labeling_options;
mod labeling_steps;
mod linear;
pub(crate) mod listeners;
mod memory_checks;
mod post;
mod post_result;
mod propagation;
mod reification;
mod residual;
mod search_tree;
mod solver;
mod state;
mod statistics;
mod symbols;
mod variable_labels;

use crate::system::BuiltinRow;
pub(crate) use constraint_copy::{
    close_collection, collect, copy, open_collection, refuse_constrained,
};
pub(crate) use residual::close as close_attvars;
pub(crate) use symbols::is_home;

/// The builtins of the bridge.
pub(crate) const TABLES: &[&[BuiltinRow]] = &[
    constraint_builtins::ROWS,
    fdset::ROWS,
    global::combinatorial::ROWS,
    global::combinatorial_order::ROWS,
    global::scheduling::ROWS,
    inspect::ROWS,
    kernel_search::ROWS,
    labeling::ROWS,
    labeling_steps::ROWS,
    listeners::ROWS,
    statistics::ROWS,
];
